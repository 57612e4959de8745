"""Random input gives exceptions of the package, never a crash or a panic."""

from __future__ import annotations

import io
import random
from collections.abc import Callable

import pinsight as ps
import pyarrow as pa  # type: ignore[import-untyped]
import pytest
from pinsight import spark

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
    "arrows": lambda text: ps.Board().svg(arrows=[text]),
    "theme": lambda text: ps.Board().svg(theme=text),
    "movetext": lambda text: ps.parse_movetext(pa.array([text])),
    "spark moves": lambda text: spark.moves()(pa.table({"movetext": [text]})),
    "spark pins": lambda text: spark.pins(all=True)(pa.table({"movetext": [text]})),
    "spark motifs": lambda text: spark.motifs(all=True)(pa.table({"movetext": [text]})),
    "sql": ps.sql,
}
NEVER_REFUSED = {"games", "movetext", "spark moves", "spark pins", "spark motifs"}


@pytest.mark.parametrize("name", PARSERS)
def test_random_text_is_parsed_or_refused(name: str) -> None:
    rng = random.Random(name)
    refused = 0
    for _ in range(3_000):
        text = "".join(rng.choices(ALPHABET, k=rng.randrange(40)))
        try:
            PARSERS[name](text)
        except (ps.PinsightError, ValueError) as error:
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


def test_reading_many_games_does_not_grow_memory() -> None:
    def resident() -> int:
        with open("/proc/self/statm") as status:
            return int(status.read().split()[1]) * 4096

    text = "[White \"A\"]\n\n1. e4 {a comment} e5 (1... c5) 2. Nf3 *\n\n" * 20_000
    for game in ps.read_pgn(io.StringIO(text)):
        game.mainline()
    before = resident()
    for _ in range(10):
        for game in ps.read_pgn(io.StringIO(text)):
            game.mainline()
    assert resident() - before < 20 << 20
