#!/usr/bin/env bash
# Makes sure that Stockfish is there for the tests, and prints its path: a real engine behind the UCI protocol.
# Usage: tools/stockfish.sh
set -euo pipefail
find_it() {
    command -v stockfish || { [ -x /usr/games/stockfish ] && echo /usr/games/stockfish; }
}
if ! find_it >/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        { apt-get install --yes stockfish || { apt-get update && apt-get install --yes stockfish; }; } >&2
    else
        echo "stockfish is missing; install it: sudo apt-get install stockfish" >&2
        exit 1
    fi
fi
find_it
