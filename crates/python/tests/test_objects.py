"""Objects behave as Python programmers expect."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pinsight as ps
import pyarrow as pa  # type: ignore[import-untyped]
import pytest
from random_games import random_game


def values() -> list[object]:
    board = ps.Board()
    board.push("e4")
    game = ps.Game.parse(str(random_game(random.Random(9))))
    edited = game.copy()
    edited.end().comment = "the end"
    (new_pin,) = ps.detect_pins("7k/6q1/8/8/8/8/8/1KB5 w - - 0 1", "c1b2")
    (pin, skewer) = ps.Board("4k3/8/8/8/1b1q4/2N5/1R6/Q3K3 w - - 0 1").pins(all=True)[:2]
    fault = ps.Game.parse("1. e4 e5 2. Ke3").diagnostics[0]
    mate = ps.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1").outcome()
    moves = [ps.Move.from_uci("e7e8q"), ps.Move.null()]
    return [*moves, ps.Piece.from_symbol("n"), board, game, edited, ps.E4, ps.Score(cp=3), new_pin, pin, skewer, pin.pinned, fault, mate]


@pytest.mark.parametrize("value", values(), ids=lambda value: type(value).__name__)
def test_values_pickle_copy_and_compare(value: object) -> None:
    assert pickle.loads(pickle.dumps(value)) == value
    assert copy.copy(value) == value
    assert copy.deepcopy(value) == value
    assert value != object()
    assert repr(value)


def test_immutable_values_hash_and_mutable_ones_do_not() -> None:
    moves = {ps.Move.from_uci("e2e4"), ps.Move("e2", "e4"), ps.Move(12, 28)}
    assert len(moves) == 1
    assert len({ps.Piece("knight", "white"), ps.Piece(ps.KNIGHT, ps.WHITE)}) == 1
    for value in (ps.Board(), ps.Game()):
        with pytest.raises(TypeError, match="unhashable"):
            hash(value)
    with pytest.raises(AttributeError):
        ps.Move.from_uci("e2e4").promotion = 5  # type: ignore[misc]


def test_a_pickled_board_keeps_its_moves() -> None:
    board = ps.Board()
    for san in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        board.push(san)
    again = pickle.loads(pickle.dumps(board))
    assert again.move_stack == board.move_stack
    assert again.is_repetition(3)
    copied = board.copy(stack=False)
    assert copied == board and copied.move_stack == []


def test_a_pickled_game_keeps_its_place_and_faults() -> None:
    good, broken = ps.Game.parse_all("1. e4 e5 *\n\n[Event \"b\"]\n\n1. e4 e5 2. Ke3 *\n")
    again = pickle.loads(pickle.dumps(broken))
    assert (again.number, again.diagnostics) == (2, broken.diagnostics)
    assert [fault.line for fault in again.diagnostics] == [5]
    again.tags["White"] = "A"
    assert again != broken and pickle.loads(pickle.dumps(again)) == again


def test_moves_are_the_same_before_and_after_parsing() -> None:
    rng = random.Random(31)
    texts = [str(random_game(rng)) for _ in range(50)]
    texts += ["1. e4 -- 2. d4 e5", "1. e4 e5 2. Ke3 Nf6", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *"]
    texts += ["[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n9. O-O *"]
    for text in texts:
        unparsed, parsed = ps.Game.parse(text), ps.Game.parse(text)
        parsed.walk()
        assert unparsed.mainline_moves() == parsed.mainline_moves()


def test_tags_are_a_mapping() -> None:
    game = ps.Game()
    tags = game.tags
    tags["White"] = "A"
    tags.update({"Black": "B"})
    assert dict(tags) == {"White": "A", "Black": "B"} == game.headers
    assert tags.get("Site") is None and tags.get("Site", "?") == "?"
    other: object = 3
    assert "White" in tags and other not in tags and len(tags) == 2
    del tags["White"]
    with pytest.raises(KeyError):
        tags["White"]
    assert tags.pop("Black") == "B"
    assert list(tags) == []


def test_boards_are_used_from_several_threads() -> None:
    failures: list[BaseException] = []

    def work(seed: int) -> None:
        try:
            rng = random.Random(seed)
            for _ in range(50):
                board = ps.Board()
                for _ in range(60):
                    moves = list(board.legal_moves)
                    if not moves:
                        break
                    board.push(rng.choice(moves))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_one_reader_is_shared_by_threads() -> None:
    import io

    reader = ps.read_pgn(io.StringIO("1. e4 e5 *\n\n" * 5_000), threads=2)
    counts = [0, 0, 0]

    def work(index: int) -> None:
        for _ in reader:
            counts[index] += 1

    threads = [threading.Thread(target=work, args=(index,)) for index in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(counts) == 5_000


LONG_CALLS: dict[str, Callable[[Path], object]] = {
    "perft": lambda _: ps.Board().perft(6),
    "search": lambda _: ps.Engine().analyse(ps.Board(), nodes=200_000),
    "review": lambda _: ps.review(ps.Game.parse("1. e4 e5 2. Nf3 Nc6 3. Bb5"), nodes=20_000),
    "read_pgn": lambda file: [None for _ in ps.read_pgn(file, threads=2)],
    "table": lambda file: pa.table(ps.pins(file)),
    "parse_movetext": lambda _: ps.parse_movetext(pa.repeat("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", 100_000)),
}


@pytest.mark.parametrize("name", LONG_CALLS)
def test_other_threads_run_during_long_calls(name: str, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n" * 50_000)
    ticks, done = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    before = ticks
    LONG_CALLS[name](file)
    during = ticks - before
    done.set()
    thread.join()
    assert during > 5


SUBINTERPRETER = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
import pinsight
interpreter = interpreters.create()
try:
    failed = interpreters.run_string(interpreter, "import pinsight")
except Exception as error:
    failed = error
print(failed)
"""


def test_subinterpreters_are_refused_with_a_clear_message() -> None:
    run = subprocess.run([sys.executable, "-c", SUBINTERPRETER], capture_output=True, text=True, timeout=60)
    assert "subinterpreter" in run.stdout + run.stderr
