"""Reviews of games."""

from __future__ import annotations

import importlib
import os
from typing import Any

from ._facts import Review
from ._native import Game, _review


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
    the same on every machine. `threads` of 0 means all cores. `progress` shows a bar if `tqdm` is installed.

    >>> from pinsight import Game, review
    >>> for move in review(Game.parse("1. f3 e5 2. g4 Qh4#"), nodes=2000).moves:
    ...     if move.judgement:
    ...         print(move.judgement, move.findings[0])
    blunder 2.g4?? allows 2...Qh4#.
    """
    program = os.fspath(engine) if engine is not None else None
    if not progress:
        return _review(game, nodes, program, threads, None)
    bar = _Bar()
    try:
        return _review(game, nodes, program, threads, bar.step)
    finally:
        bar.close()


class _Bar:
    """A bar of `tqdm`, or nothing if it is not installed."""

    def __init__(self) -> None:
        self.bar: Any = None

    def step(self, done: int, total: int) -> None:
        if self.bar is None:
            try:
                tqdm: Any = importlib.import_module("tqdm")
            except ImportError:
                return
            self.bar = tqdm.tqdm(total=total, unit="step")
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
