"""The exceptions of the package. Their texts are those of the command line."""

from __future__ import annotations


class PinsightError(Exception):
    """The base of all exceptions of this package. The attributes say where the fault is, as far as it is known.

    >>> try:
    ...     Board().variation_san(["e4", "e5", "Nf9"])
    ... except IllegalMove as error:
    ...     print(error.ply, error.column)
    3 3
    """

    line: int | None = None
    """The line of the file, from 1."""
    column: int | None = None
    """The column of the line, or of the text that was given, from 1."""
    game: int | None = None
    """The number of the game in its file, from 1."""
    ply: int | None = None
    """The number of the move in its game, on its board, or in the list that was given, from 1."""


class InvalidFen(PinsightError, ValueError):
    """A text that is not a legal position."""


class IllegalMove(PinsightError, ValueError):
    """A text that is not a legal move, or a move that is not legal in the position."""


class PgnError(PinsightError):
    """A file that cannot be read to its end. A broken game is no error: see `Game.diagnostics`."""


class EngineError(PinsightError):
    """An engine that cannot be started, fails, or does not answer in time."""
