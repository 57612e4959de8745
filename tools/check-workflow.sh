#!/usr/bin/env bash
# Checks the workflows with zizmor (security) and against the JSON schema of GitHub workflows, in a virtual environment.
# Usage: tools/check-workflow.sh FOLDER
set -euo pipefail
folder=$1
if ! [ -x "$folder/bin/zizmor" ] || ! [ -x "$folder/bin/check-jsonschema" ]; then
    python3 -m venv "$folder"
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check 'check-jsonschema==0.39.0' 'zizmor==1.32.0'
fi
"$folder/bin/check-jsonschema" --builtin-schema vendor.github-workflows .github/workflows/*.yml
"$folder/bin/zizmor" --offline --quiet --pedantic .github/workflows
