#!/usr/bin/env bash
# Draws the pictures of the README.
# Usage: tools/pictures.sh PINSIGHT
set -euo pipefail
pinsight=$1
game=docs/examples/opera.pgn
draw() { "$pinsight" board --pgn "$game" --ply 24 --pins --captured --force "$@"; }
draw -o docs/img/pins.svg
draw -o docs/img/pins-dark.svg --theme dark

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$pinsight" review "$game" -o "$folder/report.html"
"$(tools/chromium.sh)" --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
    --disable-component-update --disable-sync --disable-dev-shm-usage --hide-scrollbars \
    --user-data-dir="$folder/profile" --virtual-time-budget=5000 --window-size=1280,860 \
    --screenshot="$PWD/docs/img/report.png" "file://$folder/report.html#game=1&ply=24" 2>/dev/null
