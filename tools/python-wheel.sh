#!/usr/bin/env bash
# Builds the wheel of the Python package.
# Usage: tools/python-wheel.sh FOLDER [PROFILE [FEATURES [ARGUMENTS OF MATURIN]]]
set -euo pipefail
folder=$1
profile=${2:-release}
features=${3:-}
shift $(($# < 3 ? $# : 3))
python3 -m venv target/maturin
python=target/maturin/bin/python
[ -x "$python" ] || python=target/maturin/Scripts/python # on Windows
"$python" -m pip install --quiet --disable-pip-version-check 'maturin>=1.9.4,<2'
"$python" -m maturin build --profile "$profile" --features "$features" --locked --manifest-path crates/python/Cargo.toml \
    --out "$folder" "$@"
