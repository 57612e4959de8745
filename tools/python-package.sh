#!/usr/bin/env bash
# Builds the Python package, installs it into a virtual environment of its own with the tools of its tests, and prints the
# environment's interpreter.
# Usage: tools/python-package.sh FOLDER
set -euo pipefail
folder=$1
python=$folder/bin/python
wheels=$folder/wheels
if ! "$python" -c 'import chess, duckdb, ipykernel, maturin, mypy, nbclient, pandas, polars, pyarrow, pyright, pytest' 2>/dev/null; then
    rm -rf "$folder"
    python3 -m venv "$folder" >&2 || {
        echo "python3 cannot create a virtual environment; install the module: apt-get install python3-venv" >&2
        exit 1
    }
    "$python" -m pip install --quiet --disable-pip-version-check \
        'chess==1.11.2' 'duckdb==2.0.0' 'ipykernel<8' 'maturin>=1.9.4,<2' 'mypy<3' 'nbclient<1' 'pandas<4' 'polars==2.1.0' 'pyarrow==26.0.1' \
        'pyright<2' 'pytest<10' >&2
fi
rm -rf "$wheels"
"$python" -m maturin build --quiet --profile dev --locked --manifest-path crates/python/Cargo.toml --out "$wheels" >&2
"$python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$wheels"/*.whl >&2
echo "$PWD/$python"
