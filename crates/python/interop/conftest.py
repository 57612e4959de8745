"""Games, and Spark sessions."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pinsight as ps
import pyarrow as pa
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from random_games import random_game  # noqa: E402

GAMES = 400


@pytest.fixture(scope="session")
def pgn_files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Four files with games that have variations, comments, clocks and evaluations."""
    rng = random.Random(23)
    folder = tmp_path_factory.mktemp("games")
    files = [folder / f"{number}.pgn" for number in range(4)]
    for file in files:
        games = [random_game(rng) for _ in range(GAMES // 4)]
        for game in games:
            game.headers["UTCDate"], game.headers["UTCTime"] = "2024.05.03", "12:34:56"
            game.headers["WhiteElo"], game.headers["Annotator"] = str(rng.randrange(800, 2800)), "Müller"
        file.write_text("\n\n".join(map(str, games)) + "\n")
    return files


@pytest.fixture(scope="session")
def movetext(pgn_files: list[Path]) -> pa.Table:
    """A table as lichess publishes it, with texts that are null, illegal, broken off and in UCI."""
    texts = pa.table(ps.games(pgn_files, columns=["movetext"])).column("movetext").to_pylist()
    texts += [None, "", "1. e4 e5 2. Qxf7", "e2e4 e7e5 g1f3", "no chess", "1. f3 e5 2. g4 Qh4#"]
    return pa.table({"id": list(range(len(texts))), "movetext": texts})


@pytest.fixture(scope="session")
def sessions() -> Iterator[Callable[[str], Any]]:
    """Return a function that starts Spark with a master; a process has one session at a time."""
    from pyspark.sql import SparkSession

    # The workers import `killed`.
    os.environ["PYTHONPATH"] = str(Path(__file__).parent)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    running: dict[str, Any] = {}

    def start(master: str) -> Any:
        if master not in running:
            for session in running.values():
                session.stop()
            running.clear()
            builder = SparkSession.builder.master(master).config("spark.ui.enabled", "false")
            builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
            running[master] = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "16").getOrCreate()
            running[master].sparkContext.setLogLevel("OFF")
        return running[master]

    yield start
    for session in running.values():
        session.stop()
