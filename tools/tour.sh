#!/usr/bin/env bash
# Shows what the program does today, on one position.
# Usage: tools/tour.sh PROGRAM
set -euo pipefail
pinsight=$1
twin='4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1'

show() {
    printf '\n$ pinsight'
    for word in "$@"; do
        case $word in *[!A-Za-z0-9-]*) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac
    done
    printf '\n'
    "$pinsight" "$@" || true
}

show pins '7k/6q1/8/8/3P4/8/1B6/1K6 w - - 0 1' d5
show pins '7k/6q1/8/8/3P4/8/1B6/1K6 w - - 0 1' d5 --explain
show board "$twin"
show why "$twin" Ne2
show why "$twin" Nd5
show perft startpos 6
printf '\nEvery command: pinsight --help\n'
