"""Measures one library on the tasks of the speed table in docs/python.md.

Usage: bench.py LIBRARY PGN [FOLDER]   (LIBRARY: pinsight, chess, bulletchess, binding or seed)
FOLDER holds `pin.py` of https://github.com/perintyler/pin_detection, for the library `seed`.
Prints one line of JSON per task: units per second of CPU time, the best of several rounds. `run.sh` runs all libraries in turns,
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
from pathlib import Path
from typing import Any

ROUNDS = 5
DEPTH = 4
NODES = 197_281
# A part of the file is enough for libraries that read few games per second.
SLOW_TEXT = 1_000_000

ARROW = "PGN to Arrow, games"
MOVETEXT = "movetext column to moves, games"
OBJECTS = "PGN as game objects with their moves, games"
TREES = "PGN as game objects with the whole tree, games"
PERFT = "legal moves, push, pop; nodes"
FEN = "FEN, positions"
PINS = "pins of a move, pairs of FEN and move"
PINS_OF_GAMES = "pins of all moves of games, plies"
# What pin_detection returns for a pin: squares and kinds of the three pieces.
PIN_COLUMNS = ["ply", "status", *(f"{piece}_{part}" for piece in ("attacker", "pinned", "shielded") for part in ("square", "role"))]


def measure(task: str, units: int, work: Callable[[], object]) -> None:
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    print(json.dumps({"task": task, "per_second": units / best}), flush=True)


def movetexts(text: str) -> list[str]:
    return [part.strip() for part in text.split("\n\n") if part.strip() and not part.startswith("[")]


def positions(count: int) -> list[tuple[str, str]]:
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


def plies_of_games(path: Path, count: int) -> list[tuple[str, str]]:
    """Return the first positions of a file, each with the move played."""
    import pinsight as ps

    pairs: list[tuple[str, str]] = []
    for game in ps.read_pgn(path):
        board = game.board()
        for move in game.mainline_moves():
            pairs.append((board.fen(), move.uci()))
            board.push(move)
        if len(pairs) >= count:
            break
    return pairs


def perft(board: Any, depth: int) -> int:
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


def run_pinsight(path: Path, text: str) -> None:
    import pinsight as ps
    import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]

    games = text.count("[Event ")
    measure(ARROW, games, lambda: pa.table(ps.games(path, columns=["moves", "clocks"], threads=1)))
    column = pa.chunked_array([pa.array(movetexts(text))])
    measure(MOVETEXT, len(column), lambda: ps.parse_movetext(column))
    measure(OBJECTS, games, lambda: [len(game.mainline_moves()) for game in ps.read_pgn(path)])
    measure(TREES, games, lambda: [game.tree.next() for game in ps.read_pgn(path)])
    measure(PERFT, NODES, lambda: perft(ps.Board(), DEPTH))
    pairs = positions(20_000)
    measure(FEN, len(pairs), lambda: [ps.Board(fen) for fen, _ in pairs])
    measure(PINS, len(pairs), lambda: [ps.detect_pins(fen, move) for fen, move in pairs])
    plies = sum(pa.table(ps.games(path, columns=["plies"]))["plies"].to_pylist())
    measure(PINS_OF_GAMES, plies, lambda: pa.table(ps.pins(path, columns=PIN_COLUMNS, threads=1)))


def run_chess(path: Path, text: str) -> None:
    import chess
    import chess.pgn

    some = text[:SLOW_TEXT]
    games = some.count("[Event ")

    def read(use: Callable[[chess.pgn.Game], object]) -> None:
        file = io.StringIO(some)
        while game := chess.pgn.read_game(file):
            use(game)

    measure(OBJECTS, games, lambda: read(lambda game: len(list(game.mainline_moves()))))
    measure(TREES, games, lambda: read(lambda game: game.next()))
    measure(PERFT, NODES, lambda: perft(chess.Board(), DEPTH))
    pairs = positions(5_000)
    measure(FEN, len(pairs), lambda: [chess.Board(fen) for fen, _ in pairs])


def run_bulletchess(path: Path, text: str) -> None:
    import bulletchess  # type: ignore[import-not-found, unused-ignore]
    from bulletchess.pgn import PGNFile  # type: ignore[import-not-found, unused-ignore]

    def read() -> None:
        with PGNFile.open(str(path)) as file:
            while (game := file.next_game()) is not None:
                len(game.moves)

    def count(board: Any, depth: int) -> int:
        if depth == 0:
            return 1
        nodes = 0
        for move in board.legal_moves():
            board.apply(move)
            nodes += count(board, depth - 1)
            board.undo()
        return nodes

    measure(OBJECTS, text.count("[Event "), read)
    measure(PERFT, NODES, lambda: count(bulletchess.Board(), DEPTH))
    pairs = positions(20_000)
    measure(FEN, len(pairs), lambda: [bulletchess.Board.from_fen(fen) for fen, _ in pairs])


def run_binding(path: Path, text: str) -> None:
    import pyarrow as pa  # type: ignore[import-untyped, unused-ignore]
    import rust_pgn_reader_python_binding as binding  # type: ignore[import-not-found, unused-ignore]

    games = text.count("[Event ")
    whole = pa.chunked_array([pa.array(re.split(r"\n\n(?=\[Event )", text))])
    measure(ARROW, games, lambda: binding.parse_games(whole, num_threads=1))
    column = pa.chunked_array([pa.array(movetexts(text))])
    measure(MOVETEXT, len(column), lambda: binding.parse_games(column, num_threads=1))


def run_seed(path: Path, text: str) -> None:
    sys.path.insert(0, sys.argv[3])
    from pin import detect_pins  # type: ignore[import-not-found, unused-ignore]

    pairs = positions(2_000)
    measure(PINS, len(pairs), lambda: [detect_pins(fen, move) for fen, move in pairs])
    moves = plies_of_games(path, 3_000)
    measure(PINS_OF_GAMES, len(moves), lambda: [detect_pins(fen, move) for fen, move in moves])


def main() -> None:
    library, path = sys.argv[1], Path(sys.argv[2])
    runs = {
        "pinsight": run_pinsight,
        "chess": run_chess,
        "bulletchess": run_bulletchess,
        "binding": run_binding,
        "seed": run_seed,
    }
    runs[library](path, path.read_text(encoding="utf-8"))


main()
