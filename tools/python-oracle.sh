#!/usr/bin/env bash
# Creates a virtual environment with python-chess, four Parquet readers, an MCP client and schemathesis for the tests, and prints its interpreter.
# Usage: tools/python-oracle.sh FOLDER
set -euo pipefail
folder=$1
python=$folder/bin/python
if ! "$python" -c 'import chess, duckdb, mcp, pandas, polars, pyarrow, schemathesis' 2>/dev/null; then
    command -v python3 >/dev/null || { echo "python3 is missing; install it: apt-get install python3 python3-venv" >&2; exit 1; }
    rm -rf "$folder"
    if ! python3 -m venv "$folder" >&2; then
        echo "python3 cannot create a virtual environment; install the module: apt-get install python3-venv" >&2
        exit 1
    fi
    "$python" -m pip install --quiet --disable-pip-version-check \
        'chess==1.11.2' 'duckdb==2.0.0' 'mcp==2.3.0' 'pandas<4' 'polars==2.1.0' 'pyarrow==26.0.1' 'schemathesis==4.32.5' >&2
fi
echo "$PWD/$python"
