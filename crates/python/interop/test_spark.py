"""Spark gives the rows of one process, also when workers are killed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pinsight as ps
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from killed import Killed
from pinsight import spark as pss
from program import pinsight

FUNCTIONS = {"moves": pss.moves(), "pins": pss.pins(), "all pins": pss.pins(all=True), "motifs": pss.motifs()}


def rows(table: Any) -> list[str]:
    return sorted(map(repr, table.to_pylist()))


LOCAL, CLUSTER = "local[2,4]", "local-cluster[2,1,1024]"


@pytest.mark.parametrize(("master", "victim"), [(LOCAL, "worker"), (CLUSTER, "executor")])
def test_killed_workers_change_nothing(
    sessions: Any, movetext: pa.Table, tmp_path: Path, master: str, victim: str
) -> None:
    spark = sessions(master)
    frame = spark.createDataFrame(movetext).repartition(2)
    for name, function in FUNCTIONS.items():
        mark = tmp_path / name
        found = frame.mapInArrow(Killed(function, victim, mark), function.spark_schema(frame)).toArrow()
        assert rows(found) == rows(function(movetext)), name
        assert found.num_rows > 400 and mark.exists()


def test_pgn_files_are_data_frames(sessions: Any, pgn_files: list[Path]) -> None:
    spark = sessions(LOCAL)
    makers: dict[str, Any] = {"games": ps.games, "pins": ps.pins, "positions": ps.positions}
    for table, maker in makers.items():
        frame = pss.read_pgn(spark, pgn_files, table=table)
        assert frame.rdd.getNumPartitions() == len(pgn_files)
        expected = pa.table(maker(pgn_files))
        assert same(frame.toArrow(), expected), table
    names = pss.read_pgn(spark, str(pgn_files[0].parent / "*.pgn"), columns=["White", "plies"])
    assert names.columns == ["White", "plies"] and names.count() == 400
    with pytest.raises(FileNotFoundError, match="nothing.pgn"):
        pss.read_pgn(spark, "nothing.pgn")


def test_an_unreadable_file_is_named(sessions: Any, pgn_files: list[Path], tmp_path: Path) -> None:
    bad = tmp_path / "bad.pgn"
    bad.write_bytes(b"\x00\x01\x02\xff" * 1000)
    with pytest.raises(Exception, match="bad.pgn: .*binary file"):
        pss.read_pgn(sessions(LOCAL), [*pgn_files, bad]).count()


TABLES = {
    "games": ["convert", "--movetext"],
    "positions": ["convert", "--positions"],
    "pins": ["scan", "--all"],
    "findings": ["scan", "--findings", "--nodes", "200"],
}


@pytest.mark.parametrize("table", TABLES)
def test_spark_reads_every_column_of_the_parquet_files(
    sessions: Any, pgn_files: list[Path], tmp_path: Path, table: str
) -> None:
    file = tmp_path / f"{table}.parquet"
    pinsight(*TABLES[table], *(pgn_files[:1] if table == "findings" else pgn_files), "-o", file)
    expected = pq.read_table(file)
    assert expected.num_rows >= (300 if table != "findings" else 10)
    assert same(pss.read_parquet(sessions(LOCAL), file).toArrow(), expected)


def same(found: Any, expected: Any) -> bool:
    """Compare all columns by their values; times of day are texts in Spark."""
    assert found.column_names == expected.column_names
    for field in expected.schema:
        ours = expected.column(field.name)
        values = [str(value) for value in ours.to_pylist()] if pa.types.is_time(field.type) else ours.to_pylist()
        assert found.column(field.name).to_pylist() == values, field.name
    return True
