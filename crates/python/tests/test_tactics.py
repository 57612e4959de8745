"""Pins, motifs, explanations, reviews, pictures and engines."""

from __future__ import annotations

import os

import chess
import chess.engine
import pinsight as ps
import pytest
from random_games import random_boards


def test_absolute_pins_agree_with_python_chess() -> None:
    found = 0
    for theirs in random_boards(10_000, seed=13):
        ours = ps.Board(theirs.fen())
        pinned = {pin.pinned.square for pin in ours.pins() if pin.kind == "absolute_pin"}
        pieces = theirs.piece_map().items()
        assert pinned == {square for square, piece in pieces if theirs.is_pinned(piece.color, square)}
        found += len(pinned)
    assert found > 500


def test_detect_pins_gives_the_sentence_of_the_command_line() -> None:
    (pin,) = ps.detect_pins("7k/6q1/8/8/8/8/8/1KB5 w - - 0 1", "c1b2")
    assert str(pin) == "The bishop on b2 is pinning the queen on g7 to the king on h8."
    assert (pin.attacker.square, pin.pinned.square, pin.shielded.square) == (ps.B2, ps.G7, ps.H8)
    assert (pin.kind, pin.status, pin.cause, pin.cost) == ("absolute_pin", "new", "created", None)
    assert pin.to_dict()["attacker"] == {"square": "b2", "role": "bishop", "color": "white"}
    assert sorted(move.uci() for move in pin.moves) == ["g7b2", "g7c3", "g7d4", "g7e5", "g7f6"]


def test_why_gives_candidates_and_reasons() -> None:
    why = ps.Board("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1").why("Ne2")
    assert why and (why.uci, why.san) == ("g1e2", "Ne2")
    assert [(candidate.square, candidate.fits) for candidate in why.candidates] == [(ps.G1, True), (ps.C3, False)]
    assert not ps.Board().why("Ke2")
    with pytest.raises(ps.IllegalMove, match="is not a move"):
        ps.Board().why("hello")


def test_a_review_names_the_mate() -> None:
    review = ps.review(ps.Game.parse("1. f3 e5 2. g4 Qh4#"), nodes=2_000, threads=1)
    assert [move.judgement for move in review.moves][2] == "blunder"
    finding = review.moves[2].findings[0]
    assert (finding.kind, finding.mate, finding.line, finding.side) == ("allows", 1, ("d8h4",), ps.BLACK)
    assert review == ps.review(ps.Game.parse("1. f3 e5 2. g4 Qh4#"), nodes=2_000, threads=2)
    with pytest.raises(TypeError):
        ps.review("1. e4")  # type: ignore[arg-type]


def test_pictures_are_drawn() -> None:
    board = ps.Board("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1")
    assert board._repr_svg_().startswith("<svg ")
    picture = board.png(size=128, orientation=ps.BLACK, arrows=["Rb4e1"], lastmove=ps.Move.from_uci("e7b4"))
    assert picture.startswith(b"\x89PNG") and int.from_bytes(picture[16:20], "big") == 128
    with pytest.raises(TypeError, match="colour"):
        board.svg(colour="red")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="out of range"):
        board.svg(size=5)


def test_the_search_finds_a_mate_and_needs_a_limit() -> None:
    board = ps.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    engine = ps.Engine()
    analysis = engine.analyse(board, depth=4, lines=2)
    assert analysis.move == ps.Move.from_uci("a1a8")
    assert len(analysis.lines) == 2 and analysis.score == ps.Score(mate=1)
    with pytest.raises(ValueError, match="needs a limit"):
        engine.play(board)
    engine.close()
    with pytest.raises(ps.EngineError, match="closed"):
        engine.play(board, depth=1)
    with pytest.raises(ps.EngineError):
        ps.Engine("/nonexistent/engine")


def test_arguments_of_the_other_kind_of_engine_are_refused() -> None:
    with pytest.raises(ValueError, match="`level` is for the built-in search"):
        ps.Engine("/bin/cat", level=3)
    with pytest.raises(ValueError, match="`options` are for a program"):
        ps.Engine(options=[("Hash", "1")])


def test_a_uci_engine_plays() -> None:
    program = os.environ.get("PINSIGHT_STOCKFISH")
    if not program:
        pytest.skip("there is no UCI engine")
    with ps.Engine(program, options=[("UCI_ShowWDL", "true")], hash=1, threads=1) as engine:
        assert "Stockfish" in engine.name
        assert [len(engine.analyse(ps.Board(), nodes=2_000, lines=lines).lines) for lines in (1, 3, 1)] == [1, 3, 1]
        assert engine.play(ps.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), nodes=2_000).uci() == "a1a8"
