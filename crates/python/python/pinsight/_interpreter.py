"""Refuses subinterpreters: the native part keeps objects that belong to one interpreter."""

from __future__ import annotations

import importlib
from typing import Any


def refuse_subinterpreters() -> None:
    """Raise `ImportError` in an interpreter that is not the main one."""
    for name in ("_interpreters", "_xxsubinterpreters"):
        try:
            interpreters: Any = importlib.import_module(name)
        except ImportError:
            continue
        if interpreters.get_current() != interpreters.get_main():
            raise ImportError("pinsight cannot be used in a subinterpreter; use threads or processes instead")
        return
