#!/usr/bin/env bash
# Prints the path of Stockfish, which the UCI tests use. Installs the Debian package if it is missing and the user is root.
set -euo pipefail
find_stockfish() {
    command -v stockfish || { [ -x /usr/games/stockfish ] && echo /usr/games/stockfish; }
}
if ! find_stockfish >/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        { apt-get install --yes stockfish || { apt-get update && apt-get install --yes stockfish; }; } >&2
    else
        echo "stockfish is missing; install it: sudo apt-get install stockfish" >&2
        exit 1
    fi
fi
find_stockfish
