"""`pinsight sql` reads a bucket of an S3-compatible server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto.server import ThreadedMotoServer
from program import pinsight

KEYS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "us-east-1", "AWS_ALLOW_HTTP": "true"}


@pytest.fixture(scope="module")
def bucket(pgn_files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Start a server with a bucket of PGN, Parquet and CSV files; return the settings of the environment."""
    server = ThreadedMotoServer(port=0)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    keys = {"aws_access_key_id": "test", "aws_secret_access_key": "test", "region_name": "us-east-1"}
    client: Any = boto3.client("s3", endpoint_url=endpoint, **keys)
    client.create_bucket(Bucket="games")
    folder = tmp_path_factory.mktemp("tables")
    for number, file in enumerate(pgn_files):
        client.upload_file(str(file), "games", f"pgn/{file.name}")
        for ending in ("parquet", "csv"):
            table = folder / f"{number}.{ending}"
            pinsight("convert", file, "-o", table)
            client.upload_file(str(table), "games", f"{ending}/year={2020 + number}/games.{ending}")
    yield {**KEYS, "AWS_ENDPOINT": endpoint}
    server.stop()


QUERIES = [
    "SELECT count(*) AS games, sum(plies) AS plies FROM '{}'",
    "SELECT White, count(*) AS games FROM '{}' GROUP BY White ORDER BY White",
    "SELECT count(*) AS pinned FROM '{}' WHERE has_pin(moves, 'bishop > knight > queen')",
]


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("path", ["pgn/*.pgn", "pgn/", "parquet", "parquet/**/*.parquet", "parquet/year=2021/games.parquet", "csv/**/*.csv"])
def test_queries_give_what_local_files_give(bucket: dict[str, str], pgn_files: list[Path], query: str, path: str) -> None:
    if path.startswith("csv") and "moves" in query:
        pytest.skip("moves are texts in CSV")
    local = pgn_files[1] if "2021" in path else pgn_files[0].parent / "*.pgn"
    found = pinsight("sql", "--format", "csv", query.format(f"s3://games/{path}"), **bucket)
    assert found == pinsight("sql", "--format", "csv", query.format(local))


def test_partition_folders_are_columns(bucket: dict[str, str], pgn_files: list[Path]) -> None:
    found = pinsight("sql", "--format", "csv", "SELECT DISTINCT year FROM 's3://games/parquet/' ORDER BY year", **bucket)
    assert found == "year\n" + "".join(f"{2020 + number}\n" for number in range(len(pgn_files)))


def test_rows_are_written_to_a_local_file(bucket: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "out.parquet"
    pinsight("sql", "SELECT White, plies FROM 's3://games/parquet/**/*.parquet'", "-o", file, **bucket)
    assert pinsight("sql", "--format", "csv", f"SELECT count(*) AS n FROM '{file}'") == "n\n400\n"


@pytest.mark.parametrize(
    ("path", "message"), [("s3://nothing/games.pgn", "nothing"), ("s3://games/nothing.pgn", "nothing.pgn")]
)
def test_missing_buckets_and_objects_are_named(bucket: dict[str, str], path: str, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        pinsight("sql", f"SELECT count(*) FROM '{path}'", **bucket)


def test_the_bucket_is_not_written_to(bucket: dict[str, str]) -> None:
    with pytest.raises(AssertionError, match="s3"):
        pinsight("sql", "SELECT 1 AS n", "-o", "s3://games/out.parquet", **bucket)
    assert not os.path.exists("s3:")
