"""A function that kills the process which runs it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pinsight.spark import BatchFunction


class Killed:
    """Calls a function; after its first batch kills the worker, or the executor above it, once."""

    def __init__(self, function: BatchFunction, victim: str, mark: Path) -> None:
        self.function, self.victim, self.mark = function, victim, mark

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        for number, batch in enumerate(self.function(iter(batches))):
            if number == 1 and self.is_first():
                os.kill(os.getpid() if self.victim == "worker" else executor(), signal.SIGKILL)
            yield batch

    def is_first(self) -> bool:
        try:
            self.mark.touch(exist_ok=False)
        except FileExistsError:
            return False
        return True


def executor() -> int:
    """Return the Java process above this one."""
    process = os.getpid()
    while b"java" not in Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")[0]:
        process = int(Path(f"/proc/{process}/stat").read_text().rsplit(")")[-1].split()[1])
    return process
