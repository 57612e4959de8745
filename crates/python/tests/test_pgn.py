"""Compares games with python-chess, read and written."""

from __future__ import annotations

import io
import itertools
import os
import pickle
import random
import threading
from collections.abc import Callable
from pathlib import Path

import chess.pgn
import pinsight as ps
import pyarrow as pa  # type: ignore[import-untyped]
import pytest
from random_games import random_game


def place(error: ps.PinsightError) -> tuple[int | None, int | None, int | None, int | None]:
    return (error.line, error.column, error.game, error.ply)


def blanks(text: str) -> str:
    return " ".join(text.split())


def assert_same(ours: ps.Node, theirs: chess.pgn.GameNode) -> None:
    """Compare two trees, without recursion."""
    todo = [(ours, theirs)]
    while todo:
        our, their = todo.pop()
        # python-chess replays the game for each SAN.
        assert [str(child.move) for child in our.variations] == [child.move.uci() for child in their.variations]
        assert blanks(our.comment) == blanks(their.comment)
        assert set(our.nags) == their.nags
        if isinstance(their, chess.pgn.ChildNode):
            assert blanks(our.starting_comment) == blanks(their.starting_comment)
        todo.extend(zip(our.variations, their.variations, strict=True))


def their_game(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    return game


def test_trees_agree_with_python_chess_read_and_written() -> None:
    rng = random.Random(5)
    for _ in range(2_000):
        theirs = random_game(rng)
        ours = ps.Game.parse(str(theirs))
        assert dict(ours.tags) == dict(theirs.headers)
        assert_same(ours.tree, theirs)
        assert ours.end().board().fen() == theirs.end().board().fen()
        assert_same(ours.tree, their_game(str(ours)))
        assert ps.Game.parse(str(ours)) == ours


def test_real_games_agree_with_python_chess(shared_data: Path) -> None:
    files = sorted([*shared_data.rglob("*.pgn"), *shared_data.rglob("*.pgn.zst")])
    if not files:
        pytest.skip("there are no PGN files")
    compared = 0
    for file in files:
        with io.TextIOWrapper(pa.input_stream(str(file)), encoding="utf-8", errors="replace") as text:
            # Games with many variations take python-chess long.
            count = 100 if "variations" in file.name else 800
            for ours in itertools.islice(ps.read_pgn(file), count):
                theirs = chess.pgn.read_game(text)
                if theirs is None:
                    break
                if theirs.errors or ours.diagnostics:
                    continue
                assert dict(ours.tags) == dict(theirs.headers)
                assert_same(ours.tree, theirs)
                if compared % 4 == 0:
                    assert_same(ours.tree, their_game(str(ours)))
                compared += 1
    assert compared >= 2_000


def test_edits_build_the_same_game_as_python_chess() -> None:
    theirs = chess.pgn.Game()
    main = theirs.add_line([chess.Move.from_uci(uci) for uci in ["e2e4", "e7e5", "g1f3"]])
    side = theirs.variations[0].add_variation(chess.Move.from_uci("c7c5"), comment="Sicilian", nags=[1])
    main.set_clock(61.5)
    theirs.variations[0].promote(side)
    ours = ps.Game()
    last = ours.tree.add_line(["e4", "e5", "Nf3"])
    other = ours.tree.next().add_variation("c5")  # type: ignore[union-attr]
    other.comment, other.nags = "Sicilian", [1]
    last.clock = 61.5
    assert other.promote()
    assert_same(ours.tree, theirs)
    assert last.clock == 61.5
    other.remove()
    with pytest.raises(LookupError, match="has been removed"):
        other.san()


def test_broken_games_do_not_raise() -> None:
    text = "[Event \"a\"]\n\n1. e4 e5 2. Qxf7 Kxf7 1-0\n\n[Event \"b\"]\n\n1. d4 d5 *\n"
    broken, good = ps.read_pgn(io.StringIO(text))
    assert broken.is_broken and not good.is_broken
    fault = broken.diagnostics[0]
    assert (fault.severity, fault.game, fault.ply, fault.line, fault.column) == ("error", 1, 3, 3, 13)
    assert [node.san() for node in broken.mainline()] == ["e4", "e5", "Qxf7", "Kxf7"]
    assert [node.is_legal for node in broken.mainline()] == [True, True, False, False]
    assert broken.mainline()[2].move is None
    with pytest.raises(ps.IllegalMove, match="Qxf7 is not a legal move") as caught:
        broken.end().board()
    assert place(caught.value) == (3, 13, 1, 3)


def test_exceptions_say_where_the_fault_is() -> None:
    text = '1. e4 e5 *\n\n[SetUp "1"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *\n'
    good, bad = ps.Game.parse_all(text)
    board = good.end().board()
    calls: list[tuple[Callable[[], object], type[ps.PinsightError], tuple[int | None, ...]]] = [
        (bad.board, ps.InvalidFen, (4, 1, 2, None)),
        (lambda: good.end().add_line(["Nf3", "Nc6", "Ke3"]), ps.IllegalMove, (None, None, 1, 5)),
        (lambda: bad.copy().tree.add_variation("e4"), ps.InvalidFen, (4, 1, 2, None)),
        (lambda: board.push("Ke3"), ps.IllegalMove, (None, None, None, 3)),
        (lambda: ps.Board().variation_san(["e4", "e5", "Ke3"]), ps.IllegalMove, (None, None, None, 3)),
        (lambda: ps.Board().motifs("e4", "e4"), ps.IllegalMove, (None, None, None, 2)),
        (lambda: ps.Board().parse_san("Nf9"), ps.IllegalMove, (None, 3, None, None)),
        (lambda: ps.Board("8/8/8/8/x7/8/8/8 w - - 0 1"), ps.InvalidFen, (None, 9, None, None)),
        (lambda: ps.themes(ps.STARTING_FEN, "e2e4 e2e4"), ps.IllegalMove, (None, None, None, 2)),
        (lambda: ps.themes("8/8/8/8/x7/8/8/8 w - - 0 1", ""), ps.InvalidFen, (None, 9, None, None)),
    ]
    for call, kind, expected in calls:
        with pytest.raises(kind) as caught:
            call()
        assert place(caught.value) == expected
        assert place(pickle.loads(pickle.dumps(caught.value))) == expected


@pytest.fixture(scope="module")
def numbered_games() -> list[ps.Game]:
    rng = random.Random(7)
    games = [ps.Game.parse(str(random_game(rng))) for _ in range(300)]
    for number, game in enumerate(games):
        game.tags["Round"] = str(number)
    return games


@pytest.mark.parametrize("threads", [1, 2, 0])
def test_order_does_not_depend_on_threads(threads: int, numbered_games: list[ps.Game], tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    assert ps.write_pgn(path, iter(numbered_games)) == 300
    assert list(ps.read_pgn(path, threads=threads)) == numbered_games
    with path.open("rb") as file:
        assert [game.number for game in ps.read_pgn(file, threads=threads)] == list(range(1, 301))
    assert os.listdir(tmp_path) == ["games.pgn"]


def test_an_abandoned_reader_ends_its_threads(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 e5 *\n\n" * 200_000)
    before = len(os.listdir("/proc/self/task"))
    for _ in range(20):
        assert next(ps.read_pgn(path, threads=2)).result == "*"
    for _ in range(100):
        if len(os.listdir("/proc/self/task")) <= before:
            return
        __import__("time").sleep(0.05)
    pytest.fail("threads of abandoned readers are still running")


def test_a_failed_write_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"

    def games() -> object:
        yield ps.Game()
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        ps.write_pgn(path, games())  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        ps.write_pgn(path, ["no game"])  # type: ignore[list-item]
    assert os.listdir(tmp_path) == []


def test_a_written_file_keeps_links_permissions_and_files_beside_it(tmp_path: Path) -> None:
    path, link, other = tmp_path / "games.pgn", tmp_path / "link.pgn", tmp_path / "games.pgn.part"
    other.write_text("another file")
    path.touch(0o640)
    link.symlink_to(path)
    assert ps.write_pgn(link, [ps.Game.parse("1. e4 *")]) == 1
    assert link.is_symlink() and "1. e4 *" in path.read_text() and path.stat().st_mode & 0o777 == 0o640
    assert other.read_text() == "another file"
    ps.write_pgn(tmp_path / "new.pgn", [])
    assert (tmp_path / "new.pgn").stat().st_mode & 0o777 == 0o666 & ~umask()


def umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_pipe_gets_the_games_and_stays(tmp_path: Path) -> None:
    pipe, texts = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: texts.append(pipe.read_text()))
    reader.start()
    assert ps.write_pgn(pipe, [ps.Game.parse("1. e4 *")] * 3) == 3
    reader.join()
    assert pipe.is_fifo() and texts[0].count("1. e4 *") == 3


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nothing.pgn"):
        ps.read_pgn(tmp_path / "nothing.pgn")
    with pytest.raises(TypeError, match="expected a path"):
        ps.read_pgn(42)  # type: ignore[arg-type]


def test_a_damaged_file_raises_after_its_complete_games(tmp_path: Path) -> None:
    import gzip

    path = tmp_path / "games.pgn.gz"
    packed = gzip.compress(b"1. e4 e5 *\n\n" * 50_000)
    path.write_bytes(packed[: len(packed) // 2])
    count = 0
    with pytest.raises(ps.PgnError, match="games.pgn.gz") as caught:
        for _ in ps.read_pgn(path):
            count += 1
    assert count > 100
    assert caught.value.game in (None, count + 1)
