"""Objects behave as Python programmers expect."""

from __future__ import annotations

import copy
import pickle
import random
import signal
import subprocess
import sys
import threading
import time

import pinsight as ps
import pytest
from random_games import random_game


def values() -> list[object]:
    board = ps.Board()
    board.push("e4")
    game = ps.Game.parse(str(random_game(random.Random(9))))
    return [ps.Move.from_uci("e7e8q"), ps.Move.null(), ps.Piece.from_symbol("n"), board, game, ps.E4, ps.Score(cp=3)]


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


ENDLESS = """
import io
import itertools
import pinsight as ps
import pyarrow as pa

class Endless(io.RawIOBase):
    def read(self, size=-1):
        return b"1. e4 e5 *\\n\\n" * 1000
"""

LONG_CALLS = {
    "analyse": "ps.Engine().analyse(ps.Board(), time=600)",
    "play": "ps.Engine().play(ps.Board(), nodes=10_000_000_000)",
    "review": "ps.review(ps.Game.parse('1. Nf3 Nf6 2. Ng1 Ng8 ' * 200))",
    "search of a review": "ps.review(ps.Game.parse('1. e4'), nodes=10_000_000_000, threads=1)",
    "reader": "[None for _ in ps.read_pgn(Endless())]",
    "reader with threads": "[None for _ in ps.read_pgn(Endless(), threads=2)]",
    "writer": "ps.write_pgn('/dev/null', itertools.repeat(ps.Game.parse('1. e4 e5 *')))",
    "parse_all": "ps.Game.parse_all('1. e4 e5 2. Nf3 Nc6 *\\n\\n' * 5_000_000)",
    "parse_movetext": "while True: ps.parse_movetext(pa.array(['1. e4 e5 2. Nf3']).take(pa.nulls(3_000_000, pa.int32()).fill_null(0)))",
    "table": "pa.RecordBatchReader.from_stream(ps.games('/dev/fd/0')).read_all()",
    "perft": "ps.Board('r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1').perft(6)",
    "start of an engine": "ps.Engine('/bin/cat', timeout=600)",
}


@pytest.mark.parametrize("call", LONG_CALLS.values(), ids=LONG_CALLS.keys())
def test_interrupts_end_long_calls(call: str) -> None:
    program = f"{ENDLESS}\nprint('ready', flush=True)\n{call}\n"
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", program], stdin=pipe, stdout=pipe, stderr=pipe) as run:
        assert run.stdout is not None and run.stdout.readline() == b"ready\n"
        time.sleep(1)
        assert run.poll() is None, "the call is too short"
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=20)
    assert run.returncode != 0
    assert b"KeyboardInterrupt" in errors, errors
