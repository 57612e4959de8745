"""Moves, pins and motifs of movetext columns on many machines, in Spark, Ray Data and Dask; PGN files in Spark.

The functions `moves`, `pins` and `motifs` return a `BatchFunction`, which all three engines call with their batches:

    find = pinsight.spark.pins("movetext", keep=["Site"])
    df.mapInArrow(find, find.spark_schema(df))              # Spark
    dataset.map_batches(find, batch_format="pyarrow")       # Ray Data
    frame.map_partitions(find, meta=find(frame._meta))      # Dask

They need pyarrow, and this package on every machine. A text is movetext, or moves in UCI, from the standard start position.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ._native import Table, _movetext_motifs, _movetext_moves, _movetext_pins, games
from ._native import pins as _pins
from ._native import positions as _positions

__all__ = ["BatchFunction", "motifs", "moves", "pins", "read_parquet", "read_pgn"]


class BatchFunction:
    """A function from batches of rows to batches of rows; see `moves`, `pins` and `motifs`.

    Called with an Arrow table or record batch it returns a table, with a pandas data frame a data frame, and with an
    iterator over record batches an iterator over record batches.
    """

    def __init__(self, find: str, column: str, keep: Sequence[str] | None, all: bool) -> None:
        self._find = find
        self._column = column
        self._keep = None if keep is None else list(keep)
        self._all = all

    def __repr__(self) -> str:
        return f"<BatchFunction {self._find} of {self._column}>"

    def __call__(self, batches: Any) -> Any:
        """Return the rows for `batches`, in their form."""
        pa = _pyarrow()
        if isinstance(batches, pa.Table):
            return self._table(batches)
        if isinstance(batches, pa.RecordBatch):
            return self._table(pa.Table.from_batches([batches]))
        if type(batches).__module__.split(".")[0] == "pandas":
            table = pa.Table.from_pandas(batches, preserve_index=False)
            # Integers with nulls stay integers.
            kinds = {pa.int32(): _import("pandas").Int32Dtype()}
            return self._table(table).to_pandas(types_mapper=kinds.get)
        return self._stream(batches)

    def _stream(self, batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            yield from self(batch).to_batches()

    def _table(self, table: Any) -> Any:
        pa = _pyarrow()
        missing = [name for name in [self._column, *(self._keep or [])] if name not in table.column_names]
        if missing:
            raise ValueError(f"there is no column {missing[0]!r}: the columns are {', '.join(table.column_names)}")
        found = pa.table(_find(self._find, table.column(self._column), self._all))
        keep = self._keep
        if keep is None:
            keep = [name for name in table.column_names if name != self._column]
        twice = [name for name in keep if name in found.column_names]
        if twice:
            raise ValueError(f"the column {twice[0]!r} is also a result: rename it, or leave it out of `keep`")
        row = found.column("row")
        kept = table.select(keep)
        if self._find == "moves":
            # One row per row: a text that is null gives nulls.
            compute = _pyarrow("compute")
            found = found.take(compute.index_in(pa.array(range(table.num_rows), pa.int64()), value_set=row))
        else:
            kept = kept.take(row)
        columns = [*kept.columns, *found.columns[1:]]
        return pa.Table.from_arrays(columns, names=[*keep, *found.column_names[1:]])

    def spark_schema(self, frame: Any) -> Any:
        """Return the schema that `frame.mapInArrow(self, ...)` needs, for a Spark data frame."""
        types: Any = _import("pyspark.sql.pandas.types")
        given = types.to_arrow_schema(frame.schema)
        # Spark declares every column as nullable.
        return types.from_arrow_schema(self._table(given.empty_table()).schema)


def _find(name: str, column: Any, all: bool) -> Any:
    if name == "moves":
        return _movetext_moves(column)
    return _movetext_pins(column, all) if name == "pins" else _movetext_motifs(column, all)


def moves(column: str = "movetext", *, keep: Sequence[str] | None = None) -> BatchFunction:
    """Return a function that parses a column of movetext: one row per row.

    The new columns are `uci` and `san` (lists of texts), `plies`, `final_fen`, and `fault`: why the moves end before the text
    does. `keep` names the columns to keep, by default all but the movetext.

    >>> import pyarrow as pa
    >>> from pinsight import spark
    >>> spark.moves()(pa.table({"movetext": ["1. e4 e5 2. Qxf7"]})).to_pylist()[0]["uci"]
    ['e2e4', 'e7e5']
    """
    return BatchFunction("moves", column, keep, False)


def pins(column: str = "movetext", *, keep: Sequence[str] | None = None, all: bool = False) -> BatchFunction:
    """Return a function that finds pins: one row per pin that a move makes or releases.

    The columns are those of the `pins` table from `ply` on. With `all`, skewers and x-rays too.

    >>> import pyarrow as pa
    >>> from pinsight import spark
    >>> table = pa.table({"id": [7], "movetext": ["1. e4 e5 2. Nf3 d6 3. d4 Bg4"]})
    >>> spark.pins()(table).select(["id", "ply", "san"]).to_pylist()
    [{'id': 7, 'ply': 6, 'san': 'Bg4'}]
    """
    return BatchFunction("pins", column, keep, all)


def motifs(column: str = "movetext", *, keep: Sequence[str] | None = None, all: bool = False) -> BatchFunction:
    """Return a function that finds motifs: one row per motif that a position has and the position before it has not.

    The columns are `ply`, `side`, `san`, `fen` (before the move), `motif`, `profits` (the side that profits), `squares` and `text`.
    With `all`, one row per motif of each position.

    >>> import pyarrow as pa
    >>> from pinsight import spark
    >>> rows = spark.motifs()(pa.table({"movetext": ["1. f3 e5 2. g4 Qh4#"]})).to_pylist()
    >>> [(row["ply"], row["motif"]) for row in rows]
    [(4, 'checkmate'), (4, 'pin')]
    """
    return BatchFunction("motifs", column, keep, all)


def read_pgn(
    spark: Any, files: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], *, table: str = "games", **options: Any
) -> Any:
    """Return a Spark data frame over PGN files, plain or compressed; each file is a task.

    `files` are paths or patterns that every machine can read. `table` is ``"games"``, ``"pins"`` or ``"positions"``; `options` are
    those of `pinsight.games`, `pinsight.pins` and `pinsight.positions`. Times of day are texts, and keys are decimals.
    """
    makers: dict[str, Callable[..., Table]] = {"games": games, "pins": _pins, "positions": _positions}
    if table not in makers:
        raise ValueError(f"there is no table {table!r}: expected {', '.join(makers)}")
    paths = _paths(files)
    types: Any = _import("pyspark.sql.pandas.types")
    options = {"threads": 1, **options}
    schema = types.from_arrow_schema(_spark_types(_pyarrow().schema(makers[table](paths[0], **options))))
    read = _Reader(makers[table], paths, options)
    return spark.range(0, len(paths), 1, len(paths)).mapInArrow(read, schema)


def read_parquet(spark: Any, files: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> Any:
    """Return a Spark data frame over Parquet files of `pinsight convert` and `scan`, or of lichess.

    `files` are paths or patterns that every machine can read. `spark.read.parquet` refuses the column `UTCTime`, since Spark has
    no times of day in milliseconds; here they are texts.
    """
    types: Any = _import("pyspark.sql.pandas.types")
    pa, paths = _pyarrow(), _paths(files)
    given = _pyarrow("parquet").read_schema(paths[0])
    times = [field.name for field in given if pa.types.is_time32(field.type)]
    numbers = [field.with_type(pa.int32()) if field.name in times else field for field in _spark_types(given)]
    frame = spark.read.schema(types.from_arrow_schema(pa.schema(numbers))).parquet(*paths)
    return frame.selectExpr(*(_as_time(name) if name in times else f"`{name}`" for name in frame.columns))


def _as_time(column: str) -> str:
    parts = ", ".join(f"`{column}` div {unit} % {limit}" for unit, limit in ((3_600_000, 24), (60_000, 60), (1_000, 60)))
    return f"if(`{column}` is null, null, format_string('%02d:%02d:%02d', {parts})) as `{column}`"


class _Reader:
    """Reads the files with the numbers in the column `id`."""

    def __init__(self, maker: Callable[..., Table], paths: list[str], options: dict[str, Any]) -> None:
        self.maker, self.paths, self.options = maker, paths, options

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        pa = _pyarrow()
        for numbers in batches:
            for number in numbers.column("id").to_pylist():
                reader = pa.RecordBatchReader.from_stream(self.maker(self.paths[number], **self.options))
                schema = _spark_types(reader.schema)
                for batch in reader:
                    yield batch.cast(schema)


def _paths(files: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[str]:
    given = [files] if isinstance(files, (str, os.PathLike)) else list(files)
    paths: list[str] = []
    for file in given:
        path = os.fspath(file)
        found = [path] if os.path.exists(path) else sorted(glob.glob(path))
        if not found:
            raise FileNotFoundError(f"{path}: no such file")
        paths.extend(os.path.abspath(name) for name in found)
    if not paths:
        raise ValueError("there are no files: expected at least one")
    return paths


def _spark_types(schema: Any) -> Any:
    """Return a schema with types that Spark has: texts for times of day, and decimals for unsigned integers of 64 bits."""
    pa = _pyarrow()

    def kind(given: Any) -> Any:
        if pa.types.is_uint64(given):
            return pa.decimal128(20, 0)
        return pa.string() if pa.types.is_time(given) else given

    return pa.schema([field.with_type(kind(field.type)) for field in schema])


def _pyarrow(module: str | None = None) -> Any:
    return _import("pyarrow" if module is None else f"pyarrow.{module}")


def _import(name: str) -> Any:
    """Import a package that this one does not depend on."""
    import importlib

    try:
        return importlib.import_module(name)
    except ImportError as error:
        package = name.split(".")[0]
        raise ImportError(f"pinsight.spark needs {package}: pip install {package}") from error
