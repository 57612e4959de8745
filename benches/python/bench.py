"""Compares the Python package with python-chess and rust-pgn-reader-python-binding.

Usage: bench.py LIBRARY PGN   (LIBRARY: pinsight, chess or binding)
Prints one line of JSON per task: units per second of CPU time, the best of three rounds. `run.sh` runs all libraries in turns,
each in a process of its own, and prints the table.
"""

from __future__ import annotations

import io
import json
import random
import re
import sys
import time
from collections.abc import Callable

ROUNDS = 3
DEPTH = 3
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def measure(task: str, units: int, work: Callable[[], object]) -> None:
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    print(json.dumps({"task": task, "per_second": units / best}), flush=True)


def movetexts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"\n\n(?=\[)|\n\n", text) if part.strip() and not part.startswith("[")]


def fens(count: int) -> list[tuple[str, str]]:
    """Return positions of random games, each with a legal move."""
    import pinsight as ps

    rng = random.Random(1)
    pairs: list[tuple[str, str]] = []
    while True:
        board = ps.Board()
        for _ in range(80):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = rng.choice(moves)
            pairs.append((board.fen(), move.uci()))
            if len(pairs) == count:
                return pairs
            board.push(move)


def perft(board, depth: int) -> int:  # type: ignore[no-untyped-def]
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


def run_pinsight(path: str, text: str) -> None:
    import pinsight as ps
    import pyarrow as pa

    games = text.count("[Event ")
    measure("PGN to Arrow, games", games, lambda: pa.table(ps.games(path, columns=["moves", "clocks"], threads=1)))
    column = pa.array(movetexts(text))
    measure("movetext to moves, games", len(column), lambda: ps.parse_movetext(pa.chunked_array([column])))
    measure("game objects, games", games, lambda: [None for _ in ps.read_pgn(path)])
    measure("legal moves, push, pop, nodes", 8902, lambda: perft(ps.Board(), DEPTH))
    pairs = fens(20_000)
    measure("FEN, positions", len(pairs), lambda: [ps.Board(fen) for fen, _ in pairs])
    measure("pins of a move, pairs", len(pairs), lambda: [ps.detect_pins(fen, move) for fen, move in pairs])


def run_chess(path: str, text: str) -> None:
    import chess
    import chess.pgn

    some = text[: 400_000]
    games = some.count("[Event ")

    def read() -> None:
        file = io.StringIO(some)
        while chess.pgn.read_game(file):
            pass

    measure("game objects, games", games, read)
    measure("legal moves, push, pop, nodes", 8902, lambda: perft(chess.Board(), DEPTH))
    pairs = fens(5_000)
    measure("FEN, positions", len(pairs), lambda: [chess.Board(fen) for fen, _ in pairs])


def run_binding(path: str, text: str) -> None:
    import pyarrow as pa
    import rust_pgn_reader_python_binding as binding

    games = text.count("[Event ")
    texts = re.split(r"\n\n(?=\[Event )", text)
    whole = pa.chunked_array([pa.array(texts)])
    measure("PGN to Arrow, games", games, lambda: binding.parse_games(whole, num_threads=1))
    column = pa.chunked_array([pa.array(movetexts(text))])
    measure("movetext to moves, games", len(column), lambda: binding.parse_games(column, num_threads=1))


def main() -> None:
    library, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    {"pinsight": run_pinsight, "chess": run_chess, "binding": run_binding}[library](path, text)


main()
