"""Tables, read by pyarrow, Polars, DuckDB and pandas."""

from __future__ import annotations

import io
import os
import random
import time
from pathlib import Path

import chess.pgn
import duckdb
import pinsight as ps
import polars as pl
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
import pytest
from random_games import random_game


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng = random.Random(17)
    path = tmp_path_factory.mktemp("games") / "games.pgn"
    path.write_text("\n\n".join(str(random_game(rng)) for _ in range(300)) + "\n")
    return path


def test_games_agree_with_python_chess(file: Path) -> None:
    table = pa.table(ps.games(file))
    assert table.num_rows == 300
    with file.open() as text:
        for row in table.to_pylist():
            game = chess.pgn.read_game(text)
            assert game is not None
            assert (row["White"], row["Result"]) == (game.headers["White"], game.headers["Result"])
            assert row["plies"] == game.end().ply()
            if row["plies"]:
                assert row["final_fen"].split()[0] == game.end().board().board_fen()


def test_all_consumers_see_the_same_rows(file: Path) -> None:
    columns = ["White", "Result", "plies", "final_fen", "clocks"]
    games = ps.games(file, columns=columns)
    assert games.column_names == columns
    rows = pa.table(games).to_pylist()
    assert pl.DataFrame(games).select(columns).to_dicts() == rows
    assert pa.table(games).to_pandas()["plies"].tolist() == [row["plies"] for row in rows]
    counted = duckdb.sql("SELECT White, count(*) FROM games GROUP BY White ORDER BY White")
    assert counted is not None
    names = sorted({row["White"] for row in rows})
    assert counted.fetchall() == [(name, sum(row["White"] == name for row in rows)) for name in names]


def test_threads_keep_the_order(file: Path) -> None:
    one = pa.table(ps.games([file, file], threads=1))
    assert one.num_rows == 600
    several = pa.table(ps.games(str(file.parent / "*.pgn"), threads=3))
    assert several.to_pylist() == one.slice(0, 300).to_pylist()


def test_an_abandoned_stream_ends_its_threads(file: Path) -> None:
    before = len(os.listdir("/proc/self/task"))
    for _ in range(20):
        reader = pa.RecordBatchReader.from_stream(ps.games([file] * 50, threads=2))
        assert reader.read_next_batch().num_rows > 0
        reader.close()
    for _ in range(100):
        if len(os.listdir("/proc/self/task")) <= before:
            return
        time.sleep(0.05)
    pytest.fail("threads of abandoned streams are still running")


def test_pins_are_those_of_the_boards(file: Path) -> None:
    table = pa.table(ps.pins(file))
    new = table.filter(pc.equal(table["status"].cast(pa.string()), "new")).to_pylist()
    expected = []
    for game in ps.read_pgn(file):
        before = game.board()
        for node in game.mainline():
            for pin in ps.detect_pins(before.fen(en_passant="fen"), node.san()):
                expected.append((game.number, node.ply, pin.attacker.square.name, pin.pinned.square.name))
            before = node.board()
    found = [(row["game"], row["ply"], row["attacker_square"], row["pinned_square"]) for row in new]
    assert sorted(found) == sorted(expected)
    assert len(found) > 300


def test_pins_have_the_columns_that_are_named_in_their_order(file: Path) -> None:
    whole = pa.table(ps.pins(file))
    for columns in (["shielded_square", "ply", "game"], ["freedom"], ["fen", "white"], ["san", "relevance"]):
        table = ps.pins(file, columns=columns)
        assert table.column_names == columns
        assert pa.table(table).equals(whole.select(columns))
    with pytest.raises(ValueError, match="no column is called \"Ply\"; there are file, game, .*, relevance"):
        ps.pins(file, columns=["Ply"])
    for read in (ps.pins, ps.games):
        with pytest.raises(ValueError, match="at least one column"):
            read(file, columns=[])


def test_all_lines_are_found_if_wanted(file: Path) -> None:
    pins, lines = pa.table(ps.pins(file)), pa.table(ps.pins(file, all=True))
    kinds = lines["kind"].cast(pa.string())
    assert set(kinds.to_pylist()) == {"absolute_pin", "relative_pin", "absolute_skewer", "skewer", "x_ray"}
    assert lines.filter(pc.is_in(kinds, pa.array(["absolute_pin", "relative_pin"]))).num_rows == pins.num_rows
    rows = [row for row in lines.to_pylist() if row["game"] == 1 and row["status"] == "new"]
    for node in next(ps.read_pgn(file)).mainline():
        new = [row for row in rows if row["ply"] == node.ply]
        squares = {(pin.attacker.square.name, pin.pinned.square.name, pin.kind) for pin in node.board().pins(all=True)}
        assert {(row["attacker_square"], row["pinned_square"], row["kind"]) for row in new} <= squares


def test_positions_agree_with_python_chess(file: Path) -> None:
    rows = iter(pa.table(ps.positions(file)).to_pylist())
    with file.open() as text:
        for number in range(1, 301):
            game = chess.pgn.read_game(text)
            assert game is not None
            for node in [game, *game.mainline()]:
                row = next(rows)
                assert (row["game"], row["ply"], row["turn"] == "white") == (number, node.ply(), node.turn())
                assert row["fen"].split()[:3] == node.board().fen().split()[:3]
                assert row["uci"] == (node.move.uci() if node.move else None)
    assert next(rows, None) is None


def test_movetext_columns_are_parsed() -> None:
    texts = ["1. e4 { [%clk 0:01:00] } e5 2. Nf3 1-0", None, "1. e4 e5 2. Qxf7 Kxf7", "", "no chess"]
    for kind in (pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())):
        column = pa.chunked_array([pa.array(texts).cast(kind), pa.array(texts[:1]).cast(kind)])
        moves = pa.chunked_array(ps.parse_movetext(column)).to_pylist()
        assert len(moves) == 6
        assert moves[0] == moves[5] and moves[1] is None
        assert moves[0].startswith(moves[2]) and len(moves[0]) > len(moves[2])
    assert pa.chunked_array(ps.parse_movetext(pa.array(texts))).to_pylist() == moves[:5]
    assert pa.chunked_array(ps.parse_movetext(pa.array([], pa.string()))).to_pylist() == []


def test_a_package_without_sql_says_so() -> None:
    with pytest.raises(ps.PinsightError, match="built without SQL: .* `make python FEATURES=sql`"):
        ps.sql("SELECT 1")


def test_unreadable_files_are_errors(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nothing.pgn"):
        ps.games(tmp_path / "nothing.pgn")
    with pytest.raises(FileNotFoundError, match="no file matches"):
        ps.games(str(tmp_path / "*.pgn"))
    with pytest.raises(ValueError, match="no column is called"):
        ps.games(str(tmp_path), columns=["Whites"])
    bad = tmp_path / "bad.pgn"
    bad.write_bytes(b"\x00\x01\x02\xff" * 1000)
    with pytest.raises(Exception, match="binary file"):
        pa.table(ps.games(bad))
    with pytest.raises(TypeError):
        ps.games(io.StringIO("1. e4"))  # type: ignore[arg-type]
