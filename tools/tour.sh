#!/usr/bin/env bash
# Demonstrates the main commands on a few positions and one game.
# Usage: tools/tour.sh PROGRAM
set -euo pipefail
pinsight=$(realpath "$1")
twin_knights='4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1'

show() {
    printf '\n$ pinsight'
    for word in "$@"; do
        case $word in *[!A-Za-z0-9.,-]*) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac
    done
    printf '\n'
    "$pinsight" "$@" || true
}

show pins '7k/6q1/8/8/3P4/8/1B6/1K6 w - - 0 1' d5
show pins '7k/6q1/8/8/3P4/8/1B6/1K6 w - - 0 1' d5 --explain
show board "$twin_knights"
show why "$twin_knights" Ne2
show why "$twin_knights" Nd5

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >opera.pgn <<'PGN'
[White "Morphy"]
[Black "Duke of Brunswick and Count Isouard"]
[Date "1858.??.??"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
PGN
show review --brief opera.pgn
show scan --count-by cause,kind opera.pgn
show perft startpos 6
printf '\nAll commands: pinsight --help\n'
