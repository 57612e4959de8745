"""The results of questions about positions and games, as dataclasses.

Their fields are those of the command line's `--json`; `raw` has them all.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ._square import BLACK, WHITE, Square

if TYPE_CHECKING:
    from ._native import Move

Json = dict[str, Any]


def _side(name: str) -> bool:
    return WHITE if name == "white" else BLACK


def _result(winner: bool | None) -> str:
    return "1/2-1/2" if winner is None else "1-0" if winner else "0-1"


@dataclass(frozen=True)
class Diagnostic:
    """A fault of a game with its place. `str` gives the line that `pinsight check` prints."""

    severity: str
    """``"error"`` or ``"warning"``."""
    code: str
    """The name of the fault."""
    message: str
    """What is wrong, and what was done."""
    source: str
    """The name of the file."""
    game: int
    """The number of the game, from 1."""
    ply: int | None
    """The ply, from 1."""
    line: int
    """The line, from 1."""
    column: int
    """The column, from 1."""
    found: str
    """The text in question."""
    text: str = field(repr=False)
    """The fault in one line."""
    rendered: str = field(repr=False)
    """The fault with an excerpt of the file."""

    def render(self) -> str:
        """Return the fault with an excerpt of the file."""
        return self.rendered

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Outcome:
    """The end of a game."""

    termination: str
    """The reason: ``"checkmate"``, ``"stalemate"``, ``"insufficient material"``, ..."""
    winner: bool | None
    """`WHITE`, `BLACK`, or `None` for a draw."""

    def result(self) -> str:
        """Return ``"1-0"``, ``"0-1"`` or ``"1/2-1/2"``."""
        return _result(self.winner)


@dataclass(frozen=True)
class Opening:
    """The name of an opening."""

    eco: str
    """The code of the Encyclopaedia of Chess Openings, such as ``"C60"``."""
    name: str

    def __str__(self) -> str:
        return f"{self.eco} {self.name}"


@dataclass(frozen=True)
class Score:
    """An evaluation: centipawns, or moves to mate."""

    cp: int | None = None
    mate: int | None = None

    def __str__(self) -> str:
        if self.mate is not None:
            return f"#{self.mate}"
        return f"{(self.cp or 0) / 100:+.2f}"


@dataclass(frozen=True)
class Candidate:
    """A piece that a written move could mean."""

    square: Square
    fits: bool
    verdict: str


@dataclass(frozen=True)
class Why:
    """Why a move is legal or not. `str` gives the conclusion."""

    text: str
    legal: bool
    sentence: str
    reason: str | None
    candidates: tuple[Candidate, ...]
    notes: tuple[str, ...]
    uci: str | None
    san: str | None
    raw: Json = field(repr=False, compare=False)

    def __bool__(self) -> bool:
        return self.legal

    def __str__(self) -> str:
        return self.sentence


def why(raw: Json) -> Why:
    """Make a `Why` of its JSON."""
    legal_move = raw["move"] or {}
    return Why(
        text=raw["text"],
        legal=raw["legal"],
        sentence=raw["sentence"],
        reason=raw["reason"],
        candidates=tuple(
            Candidate(Square.parse(item["square"]), item["fits"], item["verdict"]) for item in raw["candidates"]
        ),
        notes=tuple(raw["notes"]),
        uci=legal_move.get("uci"),
        san=legal_move.get("san"),
        raw=raw,
    )


@dataclass(frozen=True)
class Motif:
    """A tactical pattern. `str` gives it in words."""

    kind: str
    side: bool
    ply: int | None
    squares: tuple[tuple[str, Square], ...]
    text: str
    raw: Json = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.text


def motifs(raw: list[Json]) -> list[Motif]:
    """Make motifs of their JSON."""
    return [
        Motif(
            kind=item["kind"],
            side=_side(item["side"]),
            ply=item["ply"],
            squares=tuple((part["role"], Square.parse(part["square"])) for part in item["squares"]),
            text=item["text"],
            raw=item,
        )
        for item in raw
    ]


@dataclass(frozen=True)
class Finding:
    """A statement about a move, with the line that proves it."""

    kind: str
    motif: str
    side: bool
    fen: str
    line: tuple[str, ...]
    gain: int | None
    mate: int | None
    squares: tuple[Square, ...]
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class ReviewedMove:
    """A reviewed move."""

    ply: int
    san: str
    uci: str
    fen: str
    eval_before: Score
    eval_after: Score
    judgement: str | None
    better: tuple[str, ...]
    text: str
    findings: tuple[Finding, ...]
    raw: Json = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Review:
    """A reviewed game."""

    engine: str
    engine_failure: str | None
    moves: tuple[ReviewedMove, ...]
    accuracy: dict[bool, float | None]
    raw: Json = field(repr=False, compare=False)

    def __str__(self) -> str:
        return "\n".join(move.text for move in self.moves if move.text)


def _score(raw: Json) -> Score:
    return Score(raw.get("cp"), raw.get("mate"))


def _finding(raw: Json) -> Finding:
    return Finding(
        kind=raw["kind"],
        motif=raw["motif"],
        side=_side(raw["side"]),
        fen=raw["fen"],
        line=tuple(raw["line"]),
        gain=raw["gain"],
        mate=raw["mate"],
        squares=tuple(Square.parse(name) for name in raw["squares"]),
        text=raw["text"],
    )


def _reviewed_move(raw: Json) -> ReviewedMove:
    return ReviewedMove(
        ply=raw["ply"],
        san=raw["san"],
        uci=raw["uci"],
        fen=raw["fen"],
        eval_before=_score(raw["eval_before"]),
        eval_after=_score(raw["eval_after"]),
        judgement=raw["judgement"],
        better=tuple(raw["better"]),
        text=raw["text"],
        findings=tuple(_finding(item) for item in raw["findings"]),
        raw=raw,
    )


def review(raw: Json) -> Review:
    """Make a `Review` of its JSON."""
    accuracy = raw["accuracy"] or {"white": None, "black": None}
    return Review(
        engine=raw["engine"],
        engine_failure=raw["engine_failure"],
        moves=tuple(_reviewed_move(item) for item in raw["moves"] or ()),
        accuracy={WHITE: accuracy["white"], BLACK: accuracy["black"]},
        raw=raw,
    )


@dataclass(frozen=True)
class Line:
    """A line that an engine has searched."""

    depth: int
    seldepth: int | None
    score: Score | None
    """From the point of view of the side to move."""
    nodes: int
    time: float
    pv: tuple[Move, ...]


@dataclass(frozen=True)
class Analysis:
    """The result of a search."""

    move: Move
    lines: tuple[Line, ...]
    """The best line first. A player that does not search has none."""

    @property
    def score(self) -> Score | None:
        """The score of the best line, from the point of view of the side to move."""
        return self.lines[0].score if self.lines else None


def analysis(move: Move, raw: list[Json]) -> Analysis:
    """Make an `Analysis` of its parts."""

    def score(item: Json) -> Score | None:
        known = item["cp"] is not None or item["mate"] is not None
        return Score(item["cp"], item["mate"]) if known else None

    lines = (
        Line(item["depth"], item["seldepth"], score(item), item["nodes"], item["time"], tuple(item["pv"])) for item in raw
    )
    return Analysis(move, tuple(lines))
