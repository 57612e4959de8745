"""The functions for Spark, Ray and Dask, on batches of Arrow and pandas."""

from __future__ import annotations

import io
import pickle
import random
from pathlib import Path

import chess
import chess.pgn
import pinsight as ps
import pyarrow as pa  # type: ignore[import-untyped]
import pytest
from pinsight import spark
from random_games import random_game

TEXTS = [None, "", "1. e4 e5 2. Qxf7 Kxf7", "e2e4 e7e5 g1f3", "no chess", "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 *"]


@pytest.fixture(scope="module")
def games() -> pa.Table:
    rng = random.Random(29)
    texts = [str(random_game(rng)).split("\n\n")[1] for _ in range(100)]
    return pa.table({"id": list(range(106)), "movetext": texts + TEXTS})


def test_moves_agree_with_python_chess(games: pa.Table) -> None:
    rows = spark.moves()(games).to_pylist()
    assert [row["id"] for row in rows] == list(range(106))
    for row, text in zip(rows[:100], games["movetext"].to_pylist(), strict=False):
        theirs = chess.pgn.read_game(io.StringIO(text))
        assert theirs is not None
        assert row["uci"] == [move.uci() for move in theirs.mainline_moves()]
        assert row["san"] == [node.san() for node in theirs.mainline()]
        assert (row["plies"], row["fault"]) == (theirs.end().ply(), None)
        assert chess.Board(row["final_fen"]).fen() == theirs.end().board().fen()
    null, empty, illegal, uci, words, _ = rows[100:]
    assert null["uci"] is None and null["plies"] is None and empty["uci"] == []
    assert illegal["san"] == ["e4", "e5"] and "Qxf7" in illegal["fault"]
    assert uci["san"] == ["e4", "e5", "Nf3"] and uci["fault"] is None
    assert words["uci"] == []


def test_pins_are_those_of_the_table(games: pa.Table, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text("".join(f"{text}\n\n" for text in games["movetext"].to_pylist()[:100]))
    for every in (False, True):
        table = pa.table(ps.pins(file, all=every))
        found = spark.pins(all=every)(games.slice(0, 100))
        assert found["id"].to_pylist() == [game - 1 for game in table["game"].to_pylist()]
        for name in table.column_names[table.column_names.index("ply") :]:
            assert found[name].to_pylist() == table[name].to_pylist(), name
    last = spark.pins()(games.slice(100)).to_pylist()
    assert [(row["id"], row["ply"], row["san"], row["status"]) for row in last[:1]] == [(105, 6, "Bg4", "new")]


def test_motifs_are_those_of_the_boards(games: pa.Table) -> None:
    part = games.slice(0, 20)
    expected = []
    for row in spark.moves()(part).to_pylist():
        board = ps.Board()
        for ply, uci in enumerate(row["uci"], 1):
            board.push_uci(uci)
            expected += [(row["id"], ply, motif.kind, motif.text) for motif in board.motifs()]
    every = [(row["id"], row["ply"], row["motif"], row["text"]) for row in spark.motifs(all=True)(part).to_pylist()]
    assert every == expected and len(every) > 100
    new = [(row["id"], row["ply"], row["motif"], row["text"]) for row in spark.motifs()(part).to_pylist()]
    before = {(game, ply + 1, kind, text) for game, ply, kind, text in every}
    # Two motifs can have the same words and other squares.
    assert set(new) <= set(every) and {row for row in every if row not in before} <= set(new)


@pytest.mark.parametrize("function", [spark.moves(), spark.pins(), spark.motifs()], ids=repr)
def test_all_forms_of_batches_give_the_same_rows(games: pa.Table, function: spark.BatchFunction) -> None:
    expected = function(games)
    function = pickle.loads(pickle.dumps(function))
    streamed = pa.Table.from_batches(function(iter(games.to_batches(max_chunksize=7))), expected.schema)
    assert streamed.to_pylist() == expected.to_pylist()
    assert function(games.to_pandas())["id"].tolist() == expected["id"].to_pylist()
    assert function(games.slice(0, 0)).schema.names == expected.schema.names
    assert function(games.to_pandas().iloc[:0]).columns.tolist() == expected.schema.names


def test_columns_are_kept_and_checked() -> None:
    table = pa.table({"a": [1], "fen": ["x"], "text": ["1. e4 e5 2. Nf3 d6 3. d4 Bg4"]})
    assert spark.pins("text", keep=["a"])(table)["a"].to_pylist() == [1]
    with pytest.raises(ValueError, match="there is no column 'movetext'"):
        spark.moves()(table)
    with pytest.raises(ValueError, match="'fen' is also a result"):
        spark.pins("text")(table)
    with pytest.raises(ValueError, match="there is no table 'moves'"):
        spark.read_pgn(None, "x.pgn", table="moves")
