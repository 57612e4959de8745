#!/usr/bin/env python3
"""A UCI engine that misbehaves: hostile_engine.py MODE."""

import random
import signal
import sys
import time

mode = sys.argv[1]
for ignored in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(ignored, signal.SIG_IGN)


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if mode == "deaf":  # never reads its input, never writes
    time.sleep(600)
if mode == "flood":  # writes options without end
    while True:
        say("option name x type string default " + "y" * 1000)
if mode == "endless":  # writes a line without end
    while True:
        sys.stdout.write("x" * 65536)
if mode == "bytes":  # writes random bytes
    while True:
        sys.stdout.buffer.write(random.randbytes(4096))

for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci":
        if mode == "mute":
            continue
        say("id name \x1b[31mRed\x1b[0m\x07 " + "long " * 10_000 if mode == "escapes" else "id name hostile")
        say("uciok")
    elif word == "isready":
        say("readyok")
    elif word == "go":
        if mode == "hang":
            time.sleep(600)
        elif mode == "crash":
            sys.exit(3)
        elif mode == "illegal":
            say("bestmove e2e5")
        elif mode == "nonsense":
            say("info score cp " + "9" * 400 + " pv " + "e2e4 " * 10_000)
            say("bestmove \x1b[2J")
        else:
            say("bestmove (none)")
# The end of the input does not end this engine.
time.sleep(600)
