"""A UCI engine that behaves as its first argument says: well, or in one of the ways in which engines fail."""

import sys
import time

mode = sys.argv[1]
FOR_EVER = 600


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def think():
    if mode == "dead":
        sys.exit(3)
    if mode == "mute":
        time.sleep(FOR_EVER)
    if mode == "slow":
        time.sleep(0.4)
    if mode == "illegal":
        say("bestmove e2e5")
    elif mode == "none":
        say("bestmove (none)")
    elif mode == "rubbish":
        for line in ["", "info depth x score cp", "info score cp 99999999999999999999", "\x00\x7f", "bestmov e2e4",
                     "info string bestmove a1a1", "info depth 3 multipv 0 score mate 0 pv zzzz", "x" * 200_000,
                     "info depth 1 score cp 7 pv e2e4 e9e9"]:
            say(line)
        say("bestmove e2e4 ponder rubbish")
    elif mode == "chatter":
        while True:
            say("info depth 1 score cp 1 pv e2e4")
    else:
        say("info depth 5 seldepth 9 multipv 1 score cp 31 nodes 12345 nps 1000 time 12 pv e2e4 e7e5 g1f3")
        say("info depth 5 multipv 2 score mate 4 nodes 12400 time 13 pv d2d4")
        say("bestmove e2e4")


if mode == "silent":
    time.sleep(FOR_EVER)
if mode == "gone":
    sys.exit(0)
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "uci":
        say("id name Scripted " + mode)
        say("id author nobody")
        say("option name Hash type spin default 16 min 1 max 64")
        say("option name Style type combo default Calm var Calm var Wild")
        say("option name Clear Hash type button")
        say("unknown line")
        say("uciok")
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "go":
        # A patient one thinks until it is told to stop.
        if mode != "patient":
            think()
    elif words[0] == "stop" and mode == "patient":
        say("bestmove e2e4")
    elif words[0] == "quit":
        if mode == "stubborn":
            time.sleep(FOR_EVER)
        break
