#!/usr/bin/env python3
"""Plays matches against hostile engines.

Each match ends within its time, prints no control characters, uses bounded memory, and leaves no engine behind: not
after its end, and not after it was killed. Usage: engines.py PINSIGHT [ROUNDS]
"""

import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

ENGINE = Path(__file__).with_name("hostile_engine.py")
MODES = ["deaf", "flood", "endless", "bytes", "mute", "escapes", "hang", "crash", "illegal", "nonsense", "none"]
MEMORY = 300 << 20
SECONDS = 120


def engines(tag):
    """Returns the processes of hostile engines that were started with `tag`."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if tag.encode() in words:
            found.append(int(folder.name))
    return found


def match(pinsight, mode, tag):
    player = f"{sys.executable} {ENGINE} {mode} {tag}"
    command = [pinsight, "match", player, "random", "--games", "2", "--movetime", "50ms"]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def check_gone(tag, what):
    end = time.monotonic() + 10
    while left := engines(tag):
        assert time.monotonic() < end, f"{what} leaves engines behind: {left}"
        time.sleep(0.1)


def main():
    pinsight, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    for mode in MODES:
        tag = f"torture-{os.getpid()}-{mode}"
        running = match(pinsight, mode, tag)
        output, _ = running.communicate(timeout=SECONDS)
        assert running.returncode is not None and running.returncode >= 0, (mode, running.returncode, output)
        controls = [byte for byte in output if byte < 32 and byte not in b"\n\r\t"]
        assert not controls, (mode, output)
        assert len(output) < 100_000, (mode, len(output))
        check_gone(tag, mode)
    seed = random.randrange(1 << 32)
    print(f"engines: killing with seed {seed}")
    random.seed(seed)
    for number in range(rounds):
        mode, killer = random.choice(MODES), random.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGABRT])
        tag = f"torture-{os.getpid()}-{number}"
        running = match(pinsight, mode, tag)
        time.sleep(random.uniform(0, 2))
        running.send_signal(killer)
        running.communicate(timeout=SECONDS)
        check_gone(tag, f"{mode}, killed by {killer.name},")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10
    assert peak < MEMORY, f"{peak >> 20} MB of memory"
    print(f"engines: {len(MODES)} modes, {rounds} kills, at most {peak >> 20} MB: ok")


main()
