#!/usr/bin/env bash
# Tests the Python package: the installed wheel, its examples, and its types with mypy, stubtest and pyright.
# Usage: tools/python-test.sh FOLDER   (the folder of the virtual environment)
set -euo pipefail
python=$(tools/python-package.sh "$1")
cd crates/python
"$python" -m pytest --quiet -p no:cacheprovider
"$python" -m mypy --strict --cache-dir=/dev/null examples tests
"$python" -m mypy.stubtest pinsight --ignore-missing-stub
"$python" -m pyright --pythonpath "$python" examples
