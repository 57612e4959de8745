#!/usr/bin/env bash
# Prints the speed of the Python package beside python-chess, bulletchess, rust-pgn-reader-python-binding (PyPI, GPL, each in a
# process of its own) and, if its folder is given, https://github.com/perintyler/pin_detection.
# bulletchess needs Python 3.13: set PYTHON to its interpreter. The package is built as for a release.
# Usage: [PYTHON=python3.13] benches/python/run.sh GAMES.pgn [FOLDER OF pin_detection]
set -euo pipefail
games=$(realpath "$1")
seed=${2:+$(realpath "$2")}
cd "$(dirname "$0")/../.."
"${PYTHON:-python3}" -m venv target/python-bench
python=target/python-bench/bin/python
"$python" -m pip install --quiet --disable-pip-version-check \
    'chess==1.11.2' 'maturin>=1.9.4,<2' 'pyarrow==26.0.1' 'rust-pgn-reader-python-binding==4.1.0'
libraries=(pinsight chess binding)
if "$python" -m pip install --quiet --disable-pip-version-check 'bulletchess==0.4.0'; then
    libraries+=(bulletchess)
else
    echo "bulletchess is not measured: it cannot be installed for $("$python" --version)" >&2
fi
[ -z "$seed" ] || libraries+=(seed)
rm -rf target/python-bench/wheels
"$python" -m maturin build --quiet --profile release --locked --manifest-path crates/python/Cargo.toml --out target/python-bench/wheels
"$python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps target/python-bench/wheels/*.whl
for library in "${libraries[@]}"; do
    "$python" benches/python/bench.py "$library" "$games" $seed | sed "s/^{/{\"library\": \"$library\", /"
done | "$python" benches/python/table.py
