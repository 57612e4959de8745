"""Runs the program `pinsight`, built with all features; `PINSIGHT` is its path."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def pinsight(*arguments: str | Path, **environment: str) -> str:
    """Run the program and return its output."""
    command = [os.environ["PINSIGHT"], *map(str, arguments)]
    run = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})
    assert run.returncode == 0, run.stderr
    return run.stdout
