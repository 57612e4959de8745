#!/usr/bin/env python3
"""Compares the parsing of a movetext column with rust-pgn-reader-python-binding (PyPI), each in a process of its own.

Usage: movetext.py PROGRAM GAMES.pgn[.zst] [ROUNDS]

PROGRAM is a `pinsight` with SQL. Needs pyarrow and rust-pgn-reader-python-binding. Prints the CPU seconds of the two, best of
ROUNDS alternating runs on one thread, without the time that each takes to read the column only.
"""

import os
import resource
import subprocess
import sys
import tempfile

PEER = """
import sys
import pyarrow.parquet, rust_pgn_reader_python_binding as peer
column = pyarrow.parquet.read_table(sys.argv[1], columns=["movetext"]).column("movetext")
if sys.argv[2] == "parse":
    peer.parse_games(column, num_threads=1)
"""


def cpu_seconds(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    program, games = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    with tempfile.TemporaryDirectory() as folder:
        table = os.path.join(folder, "games.parquet")
        query = f"SELECT movetext FROM '{games}'"
        subprocess.run([program, "sql", query, "-o", table], check=True)
        ask = lambda column: [program, "sql", "--threads", "1", f"SELECT sum(octet_length({column})) FROM '{table}'"]
        peer = lambda work: [sys.executable, "-c", PEER, table, work]
        commands = [ask("movetext"), ask("parse_moves(movetext)"), peer("read"), peer("parse")]
        times = [[cpu_seconds(command) for command in commands] for _ in range(rounds)]
        read, ours, peer_read, theirs = (min(column) for column in zip(*times))
        ours, theirs = ours - read, theirs - peer_read
        print(f"parse_moves(movetext) {ours:.3f} s, rust-pgn-reader-python-binding {theirs:.3f} s, ratio {theirs / ours:.2f}")


if __name__ == "__main__":
    main()
