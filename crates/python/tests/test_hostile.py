"""Random input gives exceptions of the package, never a crash or a panic."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pinsight as ps
import pyarrow as pa  # type: ignore[import-untyped]
import pytest
from pinsight import spark


def set_result(text: str) -> None:
    ps.Game().result = text


def set_comment(text: str) -> None:
    game = ps.Game.parse("1. e4 e5 *")
    game.end().comment = text
    again = ps.Game.parse(str(game))
    assert [node.san() for node in again.mainline()] == ["e4", "e5"]


def set_tag(text: str) -> None:
    game = ps.Game.parse("1. e4 e5 *")
    game.tags["Annotator"] = text
    assert [node.san() for node in ps.Game.parse(str(game)).mainline()] == ["e4", "e5"]


ALPHABET = "abcdefgh12345678KQRBNPkqrbnp/ -+#=xO0.{}()[]\"$;%\n\\\x00é♞w"
PARSERS: dict[str, Callable[[str], object]] = {
    "fen": ps.Board,
    "uci": ps.Move.from_uci,
    "piece": ps.Piece.from_symbol,
    "san": ps.Board().parse_san,
    "push": lambda text: ps.Board().push(text),
    "why": ps.Board().why,
    "square": ps.Square.parse,
    "game": ps.Game.parse,
    "games": ps.Game.parse_all,
    "themes": lambda text: ps.themes(text, text),
    "puzzle": lambda text: ps.themes(ps.STARTING_FEN, text),
    "pins": lambda text: ps.detect_pins(ps.STARTING_FEN, text),
    "parse_uci": ps.Board().parse_uci,
    "line": lambda text: ps.Board().variation_san([text, text]),
    "motifs": lambda text: ps.Board().motifs(text),
    "legal": ps.Board().is_legal,
    "pins of a position": lambda text: ps.detect_pins(text, "e2e4"),
    "arrows": lambda text: ps.Board().svg(arrows=[text]),
    "circles": lambda text: ps.Board().svg(circles=[text]),
    "theme": lambda text: ps.Board().svg(theme=text),
    "en passant mode": lambda text: ps.Board().fen(en_passant=text),  # type: ignore[arg-type]
    "result": set_result,
    "node": lambda text: ps.Game().tree.add_variation(text),
    "comment": set_comment,
    "tags": set_tag,
    "column": lambda text: ps.games(__file__, columns=[text]),
    "pattern": lambda text: ps.games(f"/nonexistent/{text}*"),
    "movetext": lambda text: ps.parse_movetext(pa.array([text])),
    "spark moves": lambda text: spark.moves()(pa.table({"movetext": [text]})),
    "spark pins": lambda text: spark.pins(all=True)(pa.table({"movetext": [text]})),
    "spark motifs": lambda text: spark.motifs(all=True)(pa.table({"movetext": [text]})),
    "sql": ps.sql,
}
NEVER_REFUSED = {"games", "comment", "tags", "legal", "movetext", "spark moves", "spark pins", "spark motifs"}


@pytest.mark.parametrize("name", PARSERS)
def test_random_text_is_parsed_or_refused(name: str) -> None:
    rng = random.Random(name)
    refused = 0
    for _ in range(3_000):
        text = "".join(rng.choices(ALPHABET, k=rng.randrange(40)))
        try:
            PARSERS[name](text)
        except (ps.PinsightError, ValueError, FileNotFoundError) as error:
            assert str(error)
            refused += 1
    assert (refused == 0) == (name in NEVER_REFUSED)


def test_random_bytes_are_read_to_their_end() -> None:
    rng = random.Random(11)
    for _ in range(300):
        data = bytes(rng.choices(ALPHABET.encode(), k=rng.randrange(2_000)))
        if rng.random() < 0.2:
            data = rng.randbytes(rng.randrange(2_000))
        for threads in (1, 2):
            try:
                for game in ps.read_pgn(io.BytesIO(data), threads=threads):
                    str(game), game.diagnostics, game.walk()
            except ps.PgnError as error:
                assert "expected PGN text" in str(error)


# Plain, and with the first bytes of zstd, gzip, bzip2, UTF-16, UTF-8 with a byte order mark, and Parquet.
HEADS = [b"", b"\x28\xb5\x2f\xfd", b"\x1f\x8b\x08\x00", b"BZh9", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"PAR1"]


@pytest.mark.parametrize("head", HEADS)
def test_random_files_are_read_or_refused(head: bytes, tmp_path: Path) -> None:
    rng = random.Random(head)
    file = tmp_path / "games.pgn"
    for size in [0, 1, 5, 200, 5_000, 200_000]:
        file.write_bytes(head + rng.randbytes(size))
        for table in (ps.games, ps.pins, ps.positions):
            try:
                pa.table(table(file))
            except pa.ArrowInvalid as error:
                assert "games.pgn" in str(error)
        for threads in (1, 2):
            try:
                for game in ps.read_pgn(file, threads=threads):
                    str(game), game.diagnostics, game.mainline_moves()
            except ps.PgnError as error:
                assert "games.pgn" in str(error)


def test_random_pickles_are_refused() -> None:
    rng = random.Random(17)
    board = ps.Board()
    board.push("e4")
    (pin,) = ps.Board("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1").pins()
    values: list[Any] = [board, ps.Game.parse("1. e4 e5 *"), ps.Move.from_uci("e2e4"), pin, pin.attacker]
    for value in values:
        function, arguments = value.__reduce__()
        for _ in range(200):
            wrong = list(arguments)
            wrong[rng.randrange(len(wrong))] = rng.choice([None, "", "x", -1, 10**30, b"\xff", [], {}, 1.5, "8/8 w"])
            try:
                repr(function(*wrong))
            except (ps.PinsightError, ValueError, TypeError, OverflowError, AttributeError) as error:
                assert str(error)


def test_wrong_arguments_are_refused() -> None:
    calls: list[Callable[[], object]] = [
        lambda: ps.Board().perft(-1),
        lambda: ps.Board().perft(10**20),
        lambda: ps.Board.from_chess960_pos(960),
        lambda: ps.Board().svg(size=10**9),
        lambda: ps.Engine(level=0),
        lambda: ps.Engine(hash=0),
        lambda: ps.Engine(threads=10**9),
        lambda: ps.Engine("/bin/true", timeout=float("nan")),
        lambda: ps.Engine().analyse(ps.Board(), time=float("inf")),
        lambda: ps.Engine().analyse(ps.Board(), time=-1.0),
        lambda: ps.Engine().analyse(ps.Board(), depth=-1),
        lambda: ps.read_pgn(io.StringIO(""), threads=-1),
        lambda: ps.read_pgn("a\0b"),
        lambda: ps.games(["a\0b"]),
        lambda: ps.parse_movetext(pa.array([1, 2])),
        lambda: ps.parse_movetext(["1. e4"]),
        lambda: ps.Move(64, 0),
        lambda: ps.Piece("dragon", "white"),  # type: ignore[arg-type]
        lambda: setattr(ps.Game.parse("1. e4").end(), "clock", float("nan")),
        lambda: setattr(ps.Game.parse("1. e4").end(), "nags", [256]),
        lambda: setattr(ps.Game.parse("1. e4").end(), "arrows", [("x", "a1", "a2")]),
        lambda: ps.Game().tree.remove(),
    ]
    for number, call in enumerate(calls):
        with pytest.raises((ps.PinsightError, ValueError, TypeError, OverflowError, FileNotFoundError)) as caught:
            call()
        assert str(caught.value), number


def test_finished_boards_and_games_without_moves_are_searched_or_refused() -> None:
    mate = ps.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    with pytest.raises(ps.EngineError):
        ps.Engine().analyse(mate, depth=1)
    assert ps.review(ps.Game()).moves == ()
    assert ps.review(ps.Game.parse('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *')).moves == ()


def test_surrogates_and_wrong_types_are_refused() -> None:
    for bad in ["\ud800", b"e4", 3, None, [], object()]:
        with pytest.raises((TypeError, ValueError)):
            ps.Board().push(bad)  # type: ignore[arg-type]
        with pytest.raises((TypeError, ValueError)):
            ps.Game.parse(bad)  # type: ignore[arg-type]


def test_a_file_object_that_fails_raises_its_error() -> None:
    class Broken(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            raise OSError("the disk is gone")

    with pytest.raises(ps.PgnError, match="the disk is gone") as caught:
        list(ps.read_pgn(Broken()))  # type: ignore[arg-type]
    assert isinstance(caught.value.__cause__, OSError)


def test_a_file_that_cannot_be_written_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"^/nonexistent/out\.pgn: No such file"):
        ps.write_pgn("/nonexistent/out.pgn", [])


def test_a_file_object_that_calls_its_own_reader_is_refused() -> None:
    class Recursive(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            next(reader)
            return b""

    reader = ps.read_pgn(Recursive())  # type: ignore[arg-type]
    with pytest.raises(ps.PgnError, match="already reading"):
        next(reader)


@pytest.mark.skipif(not Path("/proc/meminfo").exists(), reason="the system does not report its memory")
def test_a_hash_table_without_memory_for_it_is_refused() -> None:
    (available,) = (line.split()[1] for line in Path("/proc/meminfo").read_text().splitlines() if line.startswith("MemAvailable:"))
    if int(available) >> 10 > 65_536:
        pytest.skip("the memory is larger than the largest table")
    with pytest.raises(ps.EngineError, match="a hash table of 65536 MB exceeds the available memory of"):
        ps.Engine(hash=65536)


def test_reading_many_games_does_not_grow_memory() -> None:
    def resident() -> int:
        with open("/proc/self/statm") as status:
            return int(status.read().split()[1]) * 4096

    text = "[White \"A\"]\n\n1. e4 {a comment} e5 (1... c5) 2. Nf3 *\n\n" * 20_000
    for game in ps.read_pgn(io.StringIO(text)):
        game.mainline()
    before = resident()
    for _ in range(50):  # A million games.
        for game in ps.read_pgn(io.StringIO(text)):
            game.mainline()
    assert resident() - before < 20 << 20
