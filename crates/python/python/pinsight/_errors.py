"""The exceptions of the package. Their texts are those of the command line."""

from __future__ import annotations


class PinsightError(Exception):
    """The base of all exceptions of this package."""


class InvalidFen(PinsightError, ValueError):
    """A text that is not a legal position."""


class IllegalMove(PinsightError, ValueError):
    """A text that is not a legal move, or a move that is not legal in the position."""


class PgnError(PinsightError):
    """A file that cannot be read to its end. A broken game is no error: see `Game.diagnostics`."""


class EngineError(PinsightError):
    """An engine that cannot be started, fails, or does not answer in time."""
