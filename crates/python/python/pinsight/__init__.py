"""Chess rules, PGN, pins, a coach and drawing at native speed.

>>> import pinsight as ps
>>> board = ps.Board()
>>> board.push_san("e4")
Move.from_uci('e2e4')
>>> board.fen()
'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
>>> for pin in ps.detect_pins("7k/6q1/8/8/8/8/8/1KB5 w - - 0 1", "c1b2"):
...     print(pin)
The bishop on b2 is pinning the queen on g7 to the king on h8.
"""

from __future__ import annotations

from ._interpreter import refuse_subinterpreters

refuse_subinterpreters()

from . import _square  # noqa: E402
from ._errors import EngineError, IllegalMove, InvalidFen, PgnError, PinsightError
from ._facts import Analysis, Candidate, Diagnostic, Finding, Line, Motif, Opening, Outcome, Review, ReviewedMove, Score, Why
from ._native import (
    VERSION as __version__,
)
from ._native import (
    Board,
    Engine,
    Game,
    GameReader,
    LegalMoves,
    Move,
    Node,
    Piece,
    Pin,
    PlacedPiece,
    Table,
    detect_pins,
    games,
    parse_movetext,
    pins,
    positions,
    read_pgn,
    review,
    sql,
    themes,
    write_pgn,
)
from ._square import *
from ._tags import Tags

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

__all__ = [
    "STARTING_FEN",
    "Analysis",
    "Board",
    "Candidate",
    "Diagnostic",
    "Engine",
    "EngineError",
    "Finding",
    "Game",
    "GameReader",
    "IllegalMove",
    "InvalidFen",
    "LegalMoves",
    "Line",
    "Motif",
    "Move",
    "Node",
    "Opening",
    "Outcome",
    "PgnError",
    "Piece",
    "Pin",
    "PinsightError",
    "PlacedPiece",
    "Review",
    "ReviewedMove",
    "Score",
    "Table",
    "Tags",
    "Why",
    "__version__",
    "detect_pins",
    "games",
    "parse_movetext",
    "pins",
    "positions",
    "read_pgn",
    "review",
    "sql",
    "themes",
    "write_pgn",
]
__all__ += _square.__all__
