"""Fixtures of several tests."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real games beside the project, where it exists."""
    for folder in Path(__file__).resolve().parents:
        data = folder / "shared" / "data"
        if data.is_dir():
            return data
    pytest.skip("there is no folder with real games")
