"""Progress bars of long calls."""

from __future__ import annotations

import importlib
import sys
import time
from typing import Any


class Bar:
    """A bar of `tqdm` if it is installed, else a line on standard error."""

    def __init__(self, unit: str, total: int | None) -> None:
        try:
            tqdm: Any = importlib.import_module("tqdm.auto")
        except ImportError:
            self.bar: Any = _Line(unit, total)
        else:
            self.bar = tqdm.tqdm(total=total, unit=unit, unit_scale=unit == "B")

    def step(self, done: int) -> None:
        """Show how many units are done."""
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        """Draw the bar for the last time."""
        self.bar.close()


class _Line:
    """A line on standard error that is written again and again."""

    INTERVAL = 0.2

    def __init__(self, unit: str, total: int | None) -> None:
        self.unit = "bytes" if unit == "B" else f"{unit}s"
        self.total = total
        self.n = 0
        self.written = 0.0

    def update(self, more: int) -> None:
        self.n += more
        if time.monotonic() - self.written >= self.INTERVAL:
            self.write("")

    def write(self, end: str) -> None:
        self.written = time.monotonic()
        share = f"{self.n / self.total:4.0%} of {self.total:,}" if self.total else f"{self.n:,}"
        print(f"\r{share} {self.unit}", end=end, file=sys.stderr, flush=True)

    def close(self) -> None:
        self.write("\n")
