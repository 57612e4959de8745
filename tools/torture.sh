#!/usr/bin/env bash
# Tries to break the program: each script of tools/torture gets the program and the number of rounds.
# Usage: tools/torture.sh PINSIGHT [ROUNDS]
set -euo pipefail
cd "$(dirname "$0")/.."
pinsight=${1:?usage: tools/torture.sh PINSIGHT [ROUNDS]}
rounds=${2:-20}
for script in tools/torture/*.py; do
    case $script in
    */hostile_engine.py) ;;
    *) python3 "$script" "$pinsight" "$rounds" ;;
    esac
done
