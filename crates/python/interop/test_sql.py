"""SQL in a package that was built with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pinsight as ps
import pyarrow as pa
import pytest


def rows(query: str, **options: Any) -> list[Any]:
    return pa.table(ps.sql(query, **options)).to_pylist()


def test_queries_are_arrow_streams(pgn_files: list[Path]) -> None:
    files = pgn_files[0].parent / "*.pgn"
    games = pa.table(ps.games(pgn_files, columns=["White", "plies"])).to_pylist()
    names = sorted({game["White"] for game in games})
    expected = [{"White": name, "games": sum(game["White"] == name for game in games)} for name in names]
    query = f"SELECT White, count(*) AS games FROM '{files}' GROUP BY White ORDER BY White"
    assert rows(query) == rows(query, threads=1) == expected
    table = ps.sql(query)
    assert table.column_names == ["White", "games"]
    assert pa.table(table).num_rows == pa.table(table).num_rows == len(names)
    assert rows("SELECT is_check('4k3/8/8/8/8/8/8/K3R3 b - - 0 1') AS check") == [{"check": True}]


@pytest.mark.parametrize(
    ("query", "message"),
    [("SELEC 1", "SELEC"), ("SELECT 1 FROM 'nothing.pgn'", "nothing.pgn"), ("SELECT nothing(1)", "nothing")],
)
def test_bad_queries_are_refused(query: str, message: str) -> None:
    with pytest.raises(ps.PinsightError, match=message):
        ps.sql(query)


def test_an_abandoned_query_ends(pgn_files: list[Path]) -> None:
    reader = pa.RecordBatchReader.from_stream(ps.sql(f"SELECT a.* FROM '{pgn_files[0]}' a, '{pgn_files[1]}' b"))
    assert reader.read_next_batch().num_rows > 0
    reader.close()
