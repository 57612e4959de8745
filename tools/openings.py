#!/usr/bin/env python3
"""Checks crates/openings/data/openings.tsv with python-chess, or replaces it.

    tools/openings.py            check the table
    tools/openings.py FOLDER     check a.tsv to e.tsv of the lichess opening names in FOLDER, then write the table

Every line must be three fields: an ECO code, a name, and legal moves in the standard notation of PGN. No two lines may reach the
same position, so a position has one name. `make test` runs the check.
"""

import re
import sys
from pathlib import Path

import chess

TABLE = Path(__file__).parent.parent / "crates/openings/data/openings.tsv"
HEADER = "eco\tname\tpgn"


def movetext(board):
    """Returns the moves of a board as PGN without a result: `1. e4 e5 2. Nf3`."""
    return chess.Board().variation_san(board.move_stack)


def faults(lines):
    """Yields what is wrong with the lines after the header."""
    reached = {}
    for number, line in enumerate(lines, 2):
        fields = line.split("\t")
        if len(fields) != 3:
            yield f"line {number}: expected 3 fields, found {len(fields)}"
            continue
        eco, name, pgn = fields
        if not re.fullmatch(r"[A-E][0-9]{2}", eco):
            yield f"line {number}: `{eco}` is not an ECO code"
        if not name or name != name.strip() or not name.isprintable():
            yield f"line {number}: `{name}` is not a name"
        board = chess.Board()
        try:
            for word in re.sub(r"[0-9]+\.", "", pgn).split():
                board.push_san(word)
        except ValueError as error:
            yield f"line {number}: {error}"
            continue
        if not board.move_stack or movetext(board) != pgn:
            yield f"line {number}: `{pgn}` is not the standard notation: `{movetext(board)}`"
        other = reached.setdefault(board.epd(), number)
        if other != number:
            yield f"line {number} reaches the position of line {other}"


def main(folder=None):
    files = [folder / f"{volume}.tsv" for volume in "abcde"] if folder else [TABLE]
    lines = []
    for file in files:
        header, *rest = file.read_text(encoding="utf-8").splitlines()
        if header != HEADER:
            sys.exit(f"{file}: expected the header `{HEADER}`, found `{header}`")
        lines += rest
    found = list(faults(lines))
    if found:
        sys.exit("\n".join(found))
    if folder:
        TABLE.write_text("\n".join([HEADER, *lines]) + "\n", encoding="utf-8")
    print(f"{len(lines)} openings")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
