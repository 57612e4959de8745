"""A scripted UCI engine. Its first argument selects good behaviour or one way to fail."""

import sys
import time

mode = sys.argv[1]
FOREVER = 600


def send(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def answer_go():
    if mode == "dead":
        sys.exit(3)
    if mode == "mute":
        time.sleep(FOREVER)
    if mode == "slow":
        time.sleep(0.4)
    if mode == "illegal":
        send("bestmove e2e5")
    elif mode == "none":
        send("bestmove (none)")
    elif mode == "rubbish":
        for line in ["", "info depth x score cp", "info score cp 99999999999999999999", "\x00\x7f", "bestmov e2e4",
                     "info string bestmove a1a1", "info depth 3 multipv 0 score mate 0 pv zzzz", "x" * 200_000,
                     "info depth 1 score cp 7 pv e2e4 e9e9"]:
            send(line)
        send("bestmove e2e4 ponder rubbish")
    elif mode == "chatter":
        while True:
            send("info depth 1 score cp 1 pv e2e4")
    else:
        send("info depth 5 seldepth 9 multipv 1 score cp 31 nodes 12345 nps 1000 time 12 pv e2e4 e7e5 g1f3")
        send("info depth 5 multipv 2 score mate 4 nodes 12400 time 13 pv d2d4")
        send("bestmove e2e4")


if mode == "deaf":
    # Answers without reading, and ignores the end of its input.
    send("option name Hash type spin default 16 min 1 max 64\nuciok\nreadyok")
    time.sleep(FOREVER)
if mode == "flood":
    send("id name \x1b[31m" + "x" * 10_000)
    for number in range(50_000):
        send(f"option name Option{number} type check default true")
    send("uciok\nreadyok")
    time.sleep(FOREVER)
if mode == "silent":
    time.sleep(FOREVER)
if mode == "gone":
    sys.exit(0)
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "uci":
        send("id name Scripted " + mode)
        send("id author nobody")
        send("option name Hash type spin default 16 min 1 max 64")
        send("option name Style type combo default Calm var Calm var Wild")
        send("option name Clear Hash type button")
        send("unknown line")
        send("uciok")
    elif words[0] == "isready":
        send("readyok")
    elif words[0] == "go":
        # The patient engine searches until `stop`.
        if mode != "patient":
            answer_go()
    elif words[0] == "stop" and mode == "patient":
        send("bestmove e2e4")
    elif words[0] == "quit":
        if mode == "stubborn":
            time.sleep(FOREVER)
        break
