"""The native part of the package. Import the names from `pinsight`."""

import os
from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import Any, BinaryIO, Literal, TextIO, final

from ._facts import Analysis, Diagnostic, Motif, Opening, Outcome, Review, Score, Why
from ._square import Square
from ._tags import Tags

VERSION: str

# What the arguments of many functions may be.
_Square = int | str
_Color = bool | Literal["white", "black", "w", "b"]
_Role = int | Literal["pawn", "knight", "bishop", "rook", "queen", "king"]
_Files = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]
_EnPassant = Literal["legal", "fen", "xfen"]

@final
class Piece:
    """A piece: its kind and its side. Immutable.

    >>> Piece.from_symbol("N").role
    'knight'
    """

    def __new__(cls, piece_type: _Role, color: _Color) -> Piece: ...
    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        """Return the piece of a FEN letter: upper case for White."""
    @property
    def piece_type(self) -> int:
        """The number of its kind: `PAWN` to `KING`."""
    @property
    def role(self) -> str:
        """The name of its kind: ``"pawn"`` to ``"king"``."""
    @property
    def color(self) -> bool:
        """`WHITE` or `BLACK`."""
    def symbol(self) -> str:
        """Return the FEN letter."""
    def unicode_symbol(self) -> str:
        """Return the figurine."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class PlacedPiece:
    """A piece on its square. Immutable."""

    def __new__(cls, piece: Piece, square: _Square) -> PlacedPiece: ...
    @property
    def piece(self) -> Piece:
        """The piece."""
    @property
    def square(self) -> Square:
        """Its square."""
    @property
    def role(self) -> str:
        """The name of its kind."""
    @property
    def color(self) -> bool:
        """`WHITE` or `BLACK`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Move:
    """A move as UCI writes it: two squares and an optional promotion. Immutable.

    >>> move = Move.from_uci("e7e8q")
    >>> move.from_square, move.to_square, move.promotion == QUEEN
    (E7, E8, True)
    """

    def __new__(cls, from_square: _Square, to_square: _Square, promotion: _Role | None = None) -> Move: ...
    @classmethod
    def from_uci(cls, uci: str) -> Move:
        """Parse a move such as ``e2e4`` or ``e7e8q``; ``0000`` is the null move."""
    @classmethod
    def null(cls) -> Move:
        """Return the null move, which passes the turn."""
    @property
    def from_square(self) -> Square:
        """The origin."""
    @property
    def to_square(self) -> Square:
        """The target."""
    @property
    def promotion(self) -> int | None:
        """The number of the kind that a pawn becomes."""
    def uci(self) -> str:
        """Return the move as UCI writes it."""
    def __bool__(self) -> bool:
        """Whether it is not the null move."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class LegalMoves:
    """The legal moves of a position: iterates, counts, and tells whether it contains a move.

    >>> moves = Board().legal_moves
    >>> moves.count(), Move.from_uci("e2e4") in moves, len(list(moves))
    (20, True, 20)
    """

    def __iter__(self) -> Iterator[Move]: ...
    def __len__(self) -> int: ...
    def __contains__(self, played: object, /) -> bool: ...
    def count(self) -> int:
        """Return the number of moves; faster than listing them."""

@final
class Pin:
    """A pin, a skewer or an x-ray: three pieces in a line. `str` gives it in one sentence.

    >>> pin = Board("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1").pins()[0]
    >>> pin.kind, pin.attacker.square, pin.pinned.role
    ('absolute_pin', B4, 'knight')
    >>> print(pin)
    The bishop on b4 is pinning the knight on c3 to the king on e1.
    """

    @property
    def attacker(self) -> PlacedPiece:
        """The slider that pins."""
    @property
    def pinned(self) -> PlacedPiece:
        """The pinned piece."""
    @property
    def shielded(self) -> PlacedPiece:
        """The piece behind it."""
    @property
    def kind(self) -> str:
        """``"absolute_pin"``, ``"relative_pin"``, ``"absolute_skewer"``, ``"skewer"`` or ``"x_ray"``."""
    @property
    def status(self) -> str:
        """What the last move did to it: ``"new"``, ``"kept"``, ``"released"``, or ``"standing"`` without a move."""
    @property
    def cause(self) -> str | None:
        """Why it is new or released, such as ``"created"`` or ``"discovered"``."""
    @property
    def cost(self) -> int | None:
        """What the pinned side loses if the piece leaves the line; `None` for an absolute pin."""
    @property
    def freedom(self) -> str:
        """How the pinned piece can move."""
    @property
    def relevance(self) -> str | None:
        """Whether the pin matters by a static rule: ``"real"`` or ``"potential"``; `None` for other lines."""
    @property
    def moves(self) -> list[Move]:
        """The legal moves of the pinned piece."""
    def explain(self) -> str:
        """Return the pin in full: kind, cause, cost, and what the pinned piece can do."""
    def to_dict(self) -> dict[str, Any]:
        """Return the pin as the command line's JSON."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Board:
    """A position, and the moves played to reach it.

    Every board is legal, and only legal moves can be played. `allow_impossible` accepts positions that no game can reach
    but that engines accept, such as one with 28 queens.

    >>> board = Board()
    >>> board.push("e4")
    >>> board.push(Move.from_uci("e7e5"))
    >>> board.pop()
    Move.from_uci('e7e5')
    """

    def __new__(cls, fen: str | None = None, *, chess960: bool = False, allow_impossible: bool = False) -> Board: ...
    @classmethod
    def from_chess960_pos(cls, number: int) -> Board:
        """Return a start position of Chess960, from 0 to 959."""
    @property
    def turn(self) -> bool:
        """The side to move: `WHITE` or `BLACK`."""
    @property
    def fullmove_number(self) -> int:
        """The number of the move, from 1."""
    @property
    def halfmove_clock(self) -> int:
        """The number of plies since the last capture or pawn move."""
    @property
    def chess960(self) -> bool:
        """Whether castling is written as in Chess960: ``e1h1``."""
    @property
    def ep_square(self) -> Square | None:
        """The square that the last move, a double step of a pawn, passed."""
    def ply(self) -> int:
        """Return the number of plies since the start of the game, by the counters of the FEN."""
    def has_castling_rights(self, color: _Color) -> bool:
        """Whether a side may still castle, now or later."""
    def has_kingside_castling_rights(self, color: _Color) -> bool:
        """Whether a side may still castle on the king's side."""
    def has_queenside_castling_rights(self, color: _Color) -> bool:
        """Whether a side may still castle on the queen's side."""
    def has_legal_en_passant(self) -> bool:
        """Whether capturing in passing is legal now."""
    def fen(self, *, shredder: bool = False, en_passant: _EnPassant = "legal") -> str:
        """Return the FEN. The en passant square is written if the capture is legal, or by another rule."""
    def shredder_fen(self) -> str:
        """Return the FEN with castling rights as the files of the rooks."""
    def epd(self, *, en_passant: _EnPassant = "legal") -> str:
        """Return the first four fields of the FEN."""
    def board_fen(self) -> str:
        """Return the pieces, the first field of the FEN."""
    def text(self, *, figurines: bool = False) -> str:
        """Return the board with frame and coordinates."""
    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves."""
    @property
    def move_stack(self) -> list[Move]:
        """The moves played, a copy."""
    def push(self, played: Move | str) -> None:
        """Play a move, given as a `Move`, SAN, LAN or UCI; raise `IllegalMove` if it is not legal.

        >>> Board().push("Ke2")
        Traceback (most recent call last):
        pinsight._errors.IllegalMove: Ke2 is not legal: the king on e1 cannot go to e2: white's own pawn is there
        """
    def push_san(self, san: str) -> Move:
        """Play a move in SAN and return it."""
    def push_uci(self, uci: str) -> Move:
        """Play a move in UCI and return it."""
    def pop(self) -> Move:
        """Take back the last move and return it."""
    def peek(self) -> Move:
        """Return the last move."""
    def parse_move(self, text: str) -> Move:
        """Return the legal move that a text in SAN, LAN or UCI means."""
    def parse_san(self, san: str) -> Move:
        """Return the legal move that a text in SAN means."""
    def parse_uci(self, uci: str) -> Move:
        """Return the legal move that a text in UCI means."""
    def san(self, played: Move | str) -> str:
        """Return a legal move in SAN."""
    def lan(self, played: Move | str) -> str:
        """Return a legal move in long algebraic notation."""
    def uci(self, played: Move | str) -> str:
        """Return a legal move in UCI."""
    def variation_san(self, moves: Sequence[Move | str]) -> str:
        """Return a line with move numbers.

        >>> Board().variation_san(["e4", "e5", "Nf3"])
        '1. e4 e5 2. Nf3'
        """
    def is_legal(self, played: Move | str) -> bool:
        """Whether a move is legal."""
    def is_capture(self, played: Move | str) -> bool:
        """Whether a legal move captures."""
    def is_en_passant(self, played: Move | str) -> bool:
        """Whether a legal move captures in passing."""
    def is_castling(self, played: Move | str) -> bool:
        """Whether a legal move castles."""
    def is_kingside_castling(self, played: Move | str) -> bool:
        """Whether a legal move castles on the king's side."""
    def is_queenside_castling(self, played: Move | str) -> bool:
        """Whether a legal move castles on the queen's side."""
    def gives_check(self, played: Move | str) -> bool:
        """Whether a legal move gives check."""
    def perft(self, depth: int) -> int:
        """Count the positions after `depth` plies, at most 6.

        >>> Board().perft(4)
        197281
        """
    def piece_at(self, square: _Square) -> Piece | None:
        """Return the piece on a square."""
    def piece_type_at(self, square: _Square) -> int | None:
        """Return the number of the kind of piece on a square."""
    def color_at(self, square: _Square) -> bool | None:
        """Return the side of the piece on a square."""
    def piece_map(self) -> dict[Square, Piece]:
        """Return all pieces by square."""
    def pieces(self, piece_type: _Role, color: _Color) -> frozenset[Square]:
        """Return the squares of a side's pieces of one kind."""
    def king(self, color: _Color) -> Square:
        """Return the square of a side's king."""
    def attacks(self, square: _Square) -> frozenset[Square]:
        """Return the squares that the piece on a square attacks."""
    def attackers(self, color: _Color, square: _Square) -> frozenset[Square]:
        """Return the squares of a side's pieces that attack a square."""
    def is_attacked_by(self, color: _Color, square: _Square) -> bool:
        """Whether a side attacks a square."""
    def checkers(self) -> frozenset[Square]:
        """Return the squares of the pieces that give check."""
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
    def is_pinned(self, color: _Color, square: _Square) -> bool:
        """Whether the piece on a square is pinned to its king."""
    def pin(self, color: _Color, square: _Square) -> frozenset[Square]:
        """Return the line of an absolute pin, from edge to edge; all squares if the piece is not pinned."""
    def is_checkmate(self) -> bool:
        """Whether the side to move is checkmated."""
    def is_stalemate(self) -> bool:
        """Whether the side to move is stalemated."""
    def is_insufficient_material(self) -> bool:
        """Whether neither side has the material to give mate."""
    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position has occurred at least `count` times."""
    def is_fivefold_repetition(self) -> bool:
        """Whether the position has occurred five times, which ends the game."""
    def is_seventyfive_moves(self) -> bool:
        """Whether 75 moves without capture or pawn move end the game."""
    def is_fifty_moves(self) -> bool:
        """Whether 50 moves without capture or pawn move allow a claim."""
    def can_claim_fifty_moves(self) -> bool:
        """Whether the side to move may claim a draw by 50 moves, now or with its next move."""
    def can_claim_threefold_repetition(self) -> bool:
        """Whether the side to move may claim a draw by repetition, now or with its next move."""
    def can_claim_draw(self) -> bool:
        """Whether the side to move may claim a draw, now or with its next move."""
    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """Return the end of the game, if it is over.

        >>> board = Board()
        >>> for san in ["f3", "e5", "g4", "Qh4#"]:
        ...     board.push(san)
        >>> board.outcome()
        Outcome(termination='checkmate', winner=False)
        """
    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Whether the game is over."""
    def result(self, *, claim_draw: bool = False) -> str:
        """Return ``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``."""
    def pins(self, *, all: bool = False) -> list[Pin]:
        """Return the pins of the position; with `all`, skewers and x-rays too."""
    def motifs(self, *moves: Move | str) -> list[Motif]:
        """Return the tactical motifs of the position, or of a line of moves.

        >>> print(Board("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1").motifs("Nc7+", "Kd7", "Nxa8")[0].kind)
        fork
        """
    def opening(self) -> Opening | None:
        """Return the name of the opening with this position, whatever the order of moves."""
    def why(self, text: str) -> Why:
        """Explain why a move is legal or not.

        >>> print(Board("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1").why("Ne2"))
        Ne2 is legal: the knight comes from g1
        """
    def svg(
        self,
        *,
        size: int = ...,
        orientation: _Color = ...,
        lastmove: Move | None = ...,
        pins: bool = ...,
        motifs: bool = ...,
        coordinates: bool = ...,
        arrows: Sequence[str] = ...,
        circles: Sequence[str] = ...,
        theme: str = ...,
    ) -> str:
        """Return a drawing. Arrows and circles are written as ``e2e4`` or ``Re2e4``, with one of G, R, Y, B."""
    def png(
        self,
        *,
        size: int = ...,
        orientation: _Color = ...,
        lastmove: Move | None = ...,
        pins: bool = ...,
        motifs: bool = ...,
        coordinates: bool = ...,
        arrows: Sequence[str] = ...,
        circles: Sequence[str] = ...,
        theme: str = ...,
    ) -> bytes:
        """Return a PNG picture; the arguments are those of `svg`."""
    def _repr_svg_(self) -> str: ...
    def root(self) -> Board:
        """Return the board before the first move."""
    def copy(self, *, stack: bool = True) -> Board:
        """Return a copy, with or without the moves."""
    def mirror(self) -> Board:
        """Return the position with colours swapped and ranks mirrored."""
    def polyglot_key(self) -> int:
        """Return the hash of the position that Polyglot books use."""
    def __eq__(self, other: object, /) -> bool:
        """Whether the positions are equal, whatever moves led to them."""
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: dict[int, Any], /) -> Board: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Node:
    """A node of a game tree: the root, or a move. Edits reach the game.

    >>> game = Game.parse("1. e4 e5 (1... c5) 2. Nf3 *")
    >>> c5 = game.tree.next().variations[1]
    >>> c5.comment = "the Sicilian"
    >>> c5.promote()
    True
    >>> str(game).splitlines()[-1]
    '1. e4 c5 { the Sicilian } (1... e5 2. Nf3) *'
    """

    @property
    def id(self) -> int:
        """The number of the node; the root has 0. Numbers are never used again."""
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def move(self) -> Move | None:
        """The move; `None` at the root, and for a word that is not a legal move."""
    def san(self) -> str:
        """Return the move in SAN, or the word as written if it is not a legal move; empty at the root."""
    @property
    def is_legal(self) -> bool:
        """Whether the move is legal; a game keeps words that are not."""
    @property
    def ply(self) -> int:
        """The number of the ply; 0 at the root."""
    def board(self) -> Board:
        """Return the board after the move, with the moves that lead to it."""
    @property
    def parent(self) -> Node | None:
        """The node before."""
    def next(self) -> Node | None:
        """Return the node that continues the line."""
    @property
    def variations(self) -> list[Node]:
        """The nodes after this one; the first continues the line."""
    def mainline(self) -> list[Node]:
        """Return the nodes that follow in this line."""
    def line(self) -> list[Node]:
        """Return the nodes from the first move to this one."""
    def is_mainline(self) -> bool:
        """Whether the node is in the mainline of the game."""
    def starts_variation(self) -> bool:
        """Whether the node is the first of a variation."""
    def add_variation(self, played: Move | str) -> Node:
        """Add a move after this node, or return the node that has it."""
    def add_line(self, moves: Sequence[Move | str]) -> Node:
        """Add moves one after another; return the last node."""
    def remove(self) -> None:
        """Remove the node and all after it."""
    def promote(self) -> bool:
        """Move the variation up by one; return whether there was one above."""
    def demote(self) -> bool:
        """Move the variation down by one; return whether there was one below."""
    @property
    def comment(self) -> str:
        """The comment after the move, commands such as ``[%clk 0:01:00]`` included."""
    @comment.setter
    def comment(self, text: str) -> None: ...
    @property
    def starting_comment(self) -> str:
        """The comment before the first move of a variation."""
    @starting_comment.setter
    def starting_comment(self, text: str) -> None: ...
    @property
    def prose(self) -> str:
        """All comments without commands."""
    @property
    def nags(self) -> list[int]:
        """The numeric annotation glyphs: 1 for ``!``, 4 for ``??``."""
    @nags.setter
    def nags(self, nags: Sequence[int]) -> None: ...
    @property
    def clock(self) -> float | None:
        """The seconds left on the mover's clock."""
    @clock.setter
    def clock(self, seconds: float) -> None: ...
    @property
    def eval(self) -> Score | None:
        """The evaluation in the comment, from White's point of view."""
    @eval.setter
    def eval(self, score: Score) -> None: ...
    @property
    def arrows(self) -> list[tuple[str, Square, Square]]:
        """The arrows: colour letter, origin, target."""
    @arrows.setter
    def arrows(self, arrows: Sequence[tuple[str, _Square, _Square]]) -> None: ...
    @property
    def circles(self) -> list[tuple[str, Square]]:
        """The marked squares, each with its colour letter."""
    @circles.setter
    def circles(self, circles: Sequence[tuple[str, _Square]]) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Game:
    """A game: tags and a tree of moves. `str` gives PGN.

    >>> game = Game()
    >>> game.tags["White"] = "Anderssen"
    >>> for san in ["e4", "e5", "f4"]:
    ...     node = game.play(san)
    >>> node.nags = [1]
    >>> print(str(game).splitlines()[-1])
    1. e4 e5 2. f4 $1 *
    """

    def __new__(cls, board: Board | None = None) -> Game: ...
    @classmethod
    def from_board(cls, board: Board) -> Game:
        """Return the game that led to a board."""
    @classmethod
    def parse(cls, text: str) -> Game:
        """Parse the first game of a text; raise `PgnError` if there is none."""
    @classmethod
    def parse_all(cls, text: str) -> list[Game]:
        """Parse all games of a text."""
    @property
    def tags(self) -> Tags:
        """The tags."""
    @property
    def headers(self) -> Tags:
        """The tags, by the name that python-chess uses."""
    def _tag(self, name: str) -> str | None: ...
    def _set_tag(self, name: str, value: str) -> None: ...
    def _remove_tag(self, name: str) -> bool: ...
    def _tag_names(self) -> list[str]: ...
    @property
    def tree(self) -> Node:
        """The root of the tree."""
    @property
    def result(self) -> str:
        """``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``."""
    @result.setter
    def result(self, token: str) -> None: ...
    @property
    def number(self) -> int:
        """The number of the game in its file, from 1."""
    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What was wrong with the text of the game."""
    @property
    def is_broken(self) -> bool:
        """Whether a part of the game could not be replayed."""
    def board(self) -> Board:
        """Return the start position."""
    def end(self) -> Node:
        """Return the last node of the mainline."""
    def mainline(self) -> list[Node]:
        """Return the nodes of the mainline, without the root."""
    def mainline_moves(self) -> list[Move]:
        """Return the moves of the mainline, up to the first that is not legal."""
    def walk(self) -> list[Node]:
        """Return all nodes in the order in which PGN writes them, without the root."""
    def opening(self) -> Opening | None:
        """Return the last named opening of the mainline.

        >>> print(Game.parse("1. Nf3 Nc6 2. e4 e5 3. Bb5 *").opening())
        C60 Ruy Lopez
        """
    def play(self, played: Move | str) -> Node:
        """Add a move to the end of the mainline and return its node."""
    def copy(self) -> Game:
        """Return a copy."""
    def __eq__(self, other: object, /) -> bool:
        """Whether tags, moves, variations, comments and results are equal."""
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: dict[int, Any], /) -> Game: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class GameReader:
    """Iterates over the games of a file."""

    def __iter__(self) -> GameReader: ...
    def __next__(self) -> Game: ...

@final
class Engine:
    """The built-in search, or a UCI engine. Close it, or use it in a `with` statement.

    `level` weakens the built-in search, from 1 to 10; `options` are those of a program. `threads` and `hash` (MB) are 1 and 16,
    or what a program prefers.

    >>> with Engine() as engine:
    ...     print(engine.play(Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), depth=3))
    a1a8
    """

    def __new__(
        cls,
        program: str | os.PathLike[str] | None = None,
        *,
        options: Sequence[tuple[str, str]] | None = None,
        level: int | None = None,
        threads: int | None = None,
        hash: int | None = None,
        timeout: float = 10.0,
    ) -> Engine: ...
    @property
    def name(self) -> str:
        """The name of the engine."""
    def new_game(self) -> None:
        """Forget what was searched before."""
    def analyse(
        self,
        board: Board,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        mate: int | None = None,
        lines: int = 1,
    ) -> Analysis:
        """Search; return the best move and the best lines. Ctrl-C ends the search.

        With `mate` alone, the search ends when it has found a mate in at most that many moves.
        """
    def play(
        self,
        board: Board,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        mate: int | None = None,
    ) -> Move:
        """Search; return the best move."""
    def close(self) -> None:
        """End the engine."""
    def __enter__(self) -> Engine: ...
    def __exit__(
        self, kind: type[BaseException] | None = ..., error: BaseException | None = ..., trace: TracebackType | None = ..., /
    ) -> None: ...

def detect_pins(fen: str, played: Move | str) -> list[Pin]:
    """Return the new pins of a move: created, discovered, or by replacement of a pinning piece.

    >>> [pin.attacker.square for pin in detect_pins("7k/6q1/8/8/8/8/8/1KB5 w - - 0 1", "c1b2")]
    [B2]
    """

def themes(fen: str, moves: str) -> list[str]:
    """Return lichess's names for the themes of a puzzle: its position and its moves in UCI.

    >>> themes("6k1/5ppp/8/8/8/8/q4PPP/3R2K1 b - - 0 1", "a2b2 d1d8")
    ['backRankMate', 'endgame', 'mate', 'mateIn1', 'oneMove', 'queenRookEndgame']
    """

def review(
    game: Game,
    *,
    nodes: int | None = None,
    engine: str | os.PathLike[str] | None = None,
    threads: int = 0,
    progress: bool = False,
) -> Review:
    """Judge every move of a game, and say what decided it.

    `nodes` is the budget for each position; `engine` is a UCI program, by default the built-in search, whose reviews are
    the same on every machine. `threads` of 0 means all cores. `progress` shows a bar.

    >>> for move in review(Game.parse("1. f3 e5 2. g4 Qh4#"), nodes=2000).moves:
    ...     if move.judgement:
    ...         print(move.judgement, move.findings[0])
    blunder 2.g4?? allows 2...Qh4#.
    """

def read_pgn(
    source: str | os.PathLike[str] | TextIO | BinaryIO,
    *,
    threads: int = 1,
    allow_impossible: bool = False,
    progress: bool = False,
) -> GameReader:
    """Iterate over the games of a file, plain or compressed. A broken game never raises: see `Game.diagnostics`.

    With one thread a game is parsed when it is first used. With more, the games are parsed ahead, in order; 0 means all
    cores. `progress` shows a bar.

    >>> import io
    >>> [game.result for game in read_pgn(io.StringIO("1. e4 1-0\\n\\n1. d4 0-1"))]
    ['1-0', '0-1']
    """

def write_pgn(path: str | os.PathLike[str], games: Iterable[Game], *, progress: bool = False) -> int:
    """Write games to a file and return their number. The file appears under its name when it is complete.

    An existing file is replaced. A pipe or a device gets the games as they come.
    """

@final
class Table:
    """A table over files, for everything that takes Arrow streams: pyarrow, Polars, pandas, DuckDB.

    The files are read when a consumer asks for the rows, in batches, on several threads, and again for each consumer.
    With ``progress=True`` each consumer shows a bar while it reads on the thread that called it.
    """

    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

def games(files: _Files, *, columns: Sequence[str] | None = None, threads: int = 0, progress: bool = False) -> Table:
    """Return the `games` table: one row per game, with the columns of docs/data.md.

    `files` are paths or patterns such as ``lichess_*.pgn.zst``. By default all columns but `movetext`.
    """

def pins(
    files: _Files, *, columns: Sequence[str] | None = None, all: bool = False, threads: int = 0, progress: bool = False
) -> Table:
    """Return the `pins` table: one row per pin that a move makes or releases; with `all`, skewers and x-rays too.

    By default all columns of docs/data.md; fewer are faster.
    """

def positions(files: _Files, *, threads: int = 0, progress: bool = False) -> Table:
    """Return the `positions` table: one row per position of the mainline of a game, up to its first illegal move."""

def sql(query: str, *, threads: int = 0, progress: bool = False) -> Table:
    """Return the rows of a SQL query over PGN, Parquet, CSV and JSON files, with the chess functions of docs/sql.md.

    A package that was built without SQL raises `PinsightError`. A query that is not valid raises it at once, one that fails later
    gives an error of the stream. The query runs again for each consumer.
    """

def parse_movetext(column: Any, *, progress: bool = False) -> Any:
    """Parse an Arrow column of movetext or UCI moves, such as that of lichess's Parquet files.

    Returns an Arrow column of `moves`, the bytes that docs/data.md describes. A text that breaks off or is illegal gives the
    moves before that point.
    """

def _movetext_moves(column: Any) -> Any: ...
def _movetext_pins(column: Any, all: bool) -> Any: ...
def _movetext_motifs(column: Any, all: bool) -> Any: ...
