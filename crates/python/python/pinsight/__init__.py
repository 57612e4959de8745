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

from ._coach import review  # noqa: E402
from ._errors import EngineError, IllegalMove, InvalidFen, PgnError, PinsightError
from ._facts import Analysis, Candidate, Finding, Line, Motif, Opening, Outcome, Review, ReviewedMove, Score, Why
from ._native import (
    VERSION as __version__,
)
from ._native import (
    Board,
    Diagnostic,
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
    read_pgn,
    themes,
    write_pgn,
)
# fmt: off
from ._square import (
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
)
# fmt: on
from ._square import (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    PIECE_NAMES,
    QUEEN,
    ROOK,
    SQUARES,
    WHITE,
    Square,
    parse_square,
    square,
    square_name,
)
from ._tags import Tags

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

__all__ = [
    "BISHOP",
    "BLACK",
    "KING",
    "KNIGHT",
    "PAWN",
    "PIECE_NAMES",
    "QUEEN",
    "ROOK",
    "SQUARES",
    "STARTING_FEN",
    "WHITE",
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
    "Square",
    "Table",
    "Tags",
    "Why",
    "__version__",
    "detect_pins",
    "games",
    "parse_movetext",
    "parse_square",
    "pins",
    "read_pgn",
    "review",
    "square",
    "square_name",
    "themes",
    "write_pgn",
]
# fmt: off
__all__ += [
    "A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1",
    "A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2",
    "A3", "B3", "C3", "D3", "E3", "F3", "G3", "H3",
    "A4", "B4", "C4", "D4", "E4", "F4", "G4", "H4",
    "A5", "B5", "C5", "D5", "E5", "F5", "G5", "H5",
    "A6", "B6", "C6", "D6", "E6", "F6", "G6", "H6",
    "A7", "B7", "C7", "D7", "E7", "F7", "G7", "H7",
    "A8", "B8", "C8", "D8", "E8", "F8", "G8", "H8",
]
# fmt: on
