#!/usr/bin/env bash
# Prints the speed of the Python package beside python-chess and rust-pgn-reader-python-binding (PyPI, GPL, each in a process of
# its own).
# Usage: benches/python/run.sh GAMES.pgn
set -euo pipefail
games=$(realpath "$1")
cd "$(dirname "$0")/../.."
python=target/python-bench/bin/python
python3 -m venv target/python-bench
"$python" -m pip install --quiet 'chess==1.11.2' 'maturin>=1.9.4,<2' 'pyarrow==26.0.1' rust-pgn-reader-python-binding
rm -rf target/python-bench/wheels
"$python" -m maturin build --quiet --profile quick --locked --manifest-path crates/python/Cargo.toml --out target/python-bench/wheels
"$python" -m pip install --quiet --force-reinstall --no-deps target/python-bench/wheels/*.whl
for library in pinsight chess binding; do
    "$python" benches/python/bench.py "$library" "$games" | sed "s/^{/{\"library\": \"$library\", /"
done | "$python" -c '
import json, sys
rows = {}
for line in map(json.loads, sys.stdin):
    rows.setdefault(line["task"], {})[line["library"]] = line["per_second"]
print("| task | pinsight | python-chess | binding | times as fast |\n|---|--:|--:|--:|---|")
for task, found in rows.items():
    ours = found["pinsight"]
    ratios = [f"{ours / found[peer]:.1f} ({peer})" for peer in ("chess", "binding") if peer in found]
    cells = [f"{found[name]:,.0f}" if name in found else "" for name in ("pinsight", "chess", "binding")]
    print("|", " | ".join([task, *cells, ", ".join(ratios)]), "|")
'
