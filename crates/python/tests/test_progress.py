"""Progress bars, with and without `tqdm`."""

from __future__ import annotations

import io
import sys
import types
from pathlib import Path
from typing import Any

import pinsight as ps
import pyarrow as pa  # type: ignore[import-untyped]
import pytest

TEXT = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n" * 40_000


class FakeTqdm:
    """Keeps what `tqdm.tqdm` would draw."""

    bars: list[FakeTqdm] = []

    def __init__(self, total: int | None, unit: str, unit_scale: bool) -> None:
        self.total, self.unit, self.unit_scale = total, unit, unit_scale
        self.n, self.closed = 0, False
        self.bars.append(self)

    def update(self, more: int) -> None:
        assert more >= 0 and not self.closed
        self.n += more

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def bars(monkeypatch: pytest.MonkeyPatch) -> list[FakeTqdm]:
    module: Any = types.ModuleType("tqdm.auto")
    module.tqdm = FakeTqdm
    monkeypatch.setitem(sys.modules, "tqdm.auto", module)
    FakeTqdm.bars = []
    return FakeTqdm.bars


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("progress") / "games.pgn"
    path.write_text(TEXT)
    return path


def one(bars: list[FakeTqdm]) -> tuple[str, int | None, int, bool]:
    (bar,) = bars
    return (bar.unit, bar.total, bar.n, bar.closed)


@pytest.mark.parametrize("threads", [1, 2])
def test_read_pgn_counts_the_bytes_of_the_file(threads: int, file: Path, bars: list[FakeTqdm]) -> None:
    assert sum(1 for _ in ps.read_pgn(file, threads=threads, progress=True)) == 40_000
    assert one(bars) == ("B", len(TEXT), len(TEXT), True)


def test_read_pgn_counts_without_a_total_if_the_size_is_unknown(bars: list[FakeTqdm]) -> None:
    list(ps.read_pgn(io.StringIO(TEXT[:3300]), progress=True))
    assert one(bars) == ("B", None, 3300, True)


@pytest.mark.parametrize("table", [ps.games, ps.pins, ps.positions])
def test_tables_count_the_bytes_of_all_files(table: Any, file: Path, bars: list[FakeTqdm]) -> None:
    rows = table([file, file], progress=True)
    assert bars == []
    pa.table(rows)
    assert one(bars) == ("B", 2 * len(TEXT), 2 * len(TEXT), True)


def test_parse_movetext_and_write_pgn_count_games(tmp_path: Path, bars: list[FakeTqdm]) -> None:
    ps.parse_movetext(pa.array(["1. e4"] * 9_000), progress=True)
    assert one(bars) == ("game", 9_000, 9_000, True)
    bars.clear()
    ps.write_pgn(tmp_path / "out.pgn", [ps.Game()] * 3, progress=True)
    assert one(bars) == ("game", 3, 3, True)
    bars.clear()
    ps.write_pgn(tmp_path / "out.pgn", iter([ps.Game()] * 3), progress=True)
    assert one(bars) == ("game", None, 3, True)


def test_a_review_counts_steps(bars: list[FakeTqdm]) -> None:
    ps.review(ps.Game.parse("1. f3 e5 2. g4 Qh4#"), nodes=500, progress=True)
    assert one(bars) == ("step", 9, 9, True)


def test_without_tqdm_a_line_is_written(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    assert sum(1 for _ in ps.read_pgn(file, progress=True)) == 40_000
    assert capsys.readouterr().err.endswith(f"\r100% of {len(TEXT):,} bytes\n")


def test_nothing_is_drawn_unless_asked(file: Path, bars: list[FakeTqdm]) -> None:
    next(ps.read_pgn(file))
    pa.table(ps.games(file))
    assert bars == []
