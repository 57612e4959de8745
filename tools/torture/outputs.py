#!/usr/bin/env python3
"""Kills commands while they write, and fills their disk.

An output file is complete or absent, an existing one is kept until the new one is complete, and the next run removes what
a killed one left. A full disk is an error that names the file. Usage: outputs.py PINSIGHT [ROUNDS]
"""

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GAME = """[Event "?"]
[White "A {number}"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0

"""
COMMANDS = {
    "out.parquet": ["convert", "games.pgn"],
    "out.csv": ["convert", "games.pgn"],
    "out.jsonl": ["scan", "games.pgn"],
    "out.pgn": ["pgn", "games.pgn"],
    "out.txt": ["fens", "games.pgn"],
    "out.bin": ["book", "games.pgn"],
}


def run(pinsight, folder, name, **options):
    command = [pinsight, *COMMANDS[name], "-o", name, "--force"]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=folder, **quiet, **options)


def leftovers(folder):
    return [path.name for path in folder.iterdir() if path.name.endswith(".part")]


def complete(pinsight, folder, name):
    """Returns the complete output, and the seconds that it takes."""
    start = time.monotonic()
    running = run(pinsight, folder, name)
    _, errors = running.communicate(timeout=300)
    assert running.returncode == 0, (name, errors)
    return (folder / name).read_bytes(), time.monotonic() - start


def kill_outputs(pinsight, folder, rounds):
    cut = 0
    for name in COMMANDS:
        whole, seconds = complete(pinsight, folder, name)
        for number in range(rounds):
            old = None if number % 2 else b"the old file"
            (folder / name).unlink()
            if old is not None:
                (folder / name).write_bytes(old)
            running = run(pinsight, folder, name)
            time.sleep(random.uniform(0, seconds))
            running.send_signal(random.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
            running.communicate(timeout=60)
            found = (folder / name).read_bytes() if (folder / name).exists() else None
            assert found in (old, whole), f"{name} is half-written: {len(found)} of {len(whole)} bytes"
            cut += found != whole
            again, _ = complete(pinsight, folder, name)
            assert again == whole, name
            assert not leftovers(folder), leftovers(folder)
    return cut


def fill_disk(pinsight, folder):
    """Limits the size of files, which gives write errors as a full disk does, at several sizes."""
    for name in COMMANDS:
        whole, _ = complete(pinsight, folder, name)
        for size in (0, 1, len(whole) // 2, len(whole) - 1):
            (folder / name).write_bytes(b"the old file")

            def limit(size=size):
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

            running = run(pinsight, folder, name, preexec_fn=limit)
            _, errors = running.communicate(timeout=300)
            assert running.returncode == 2, (name, size, running.returncode, errors)
            assert name.encode() in errors and b"File too large" in errors, (name, size, errors)
            assert b"panicked" not in errors, errors
            assert (folder / name).read_bytes() == b"the old file", (name, size)
            assert not leftovers(folder), leftovers(folder)


def main():
    pinsight, rounds = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10
    seed = random.randrange(1 << 32)
    print(f"outputs: killing with seed {seed}")
    random.seed(seed)
    folder = Path(tempfile.mkdtemp(prefix="pinsight-torture-"))
    try:
        games = 500 if rounds < 5 else 5_000
        (folder / "games.pgn").write_text("".join(GAME.format(number=number) for number in range(games)))
        cut = kill_outputs(pinsight, folder, rounds)
        fill_disk(pinsight, folder)
    finally:
        shutil.rmtree(folder)
    print(f"outputs: {rounds * len(COMMANDS)} kills, {cut} before the end, {4 * len(COMMANDS)} full disks: ok")


main()
