"""Compares positions and moves with python-chess."""

from __future__ import annotations

import random
from collections import defaultdict

import chess
import chess.polyglot
import pinsight as ps
import pytest
from random_games import random_boards

TERMINATIONS = {
    chess.Termination.CHECKMATE: "checkmate",
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "insufficient material",
    chess.Termination.SEVENTYFIVE_MOVES: "75 moves without capture or pawn move",
    chess.Termination.FIVEFOLD_REPETITION: "fivefold repetition",
}
CLAIM_FIFTY = "50 moves without capture or pawn move"
CLAIM_THREEFOLD = "threefold repetition"


def test_positions_agree_with_python_chess() -> None:
    for theirs in random_boards(10_000, seed=1):
        ours = ps.Board(theirs.fen(), chess960=theirs.chess960)
        assert ours.fen() == theirs.fen()
        assert {move.uci() for move in ours.legal_moves} == {move.uci() for move in theirs.legal_moves}
        assert ours.legal_moves.count() == theirs.legal_moves.count()
        assert ours.is_check() == theirs.is_check()
        assert ours.checkers() == set(theirs.checkers())
        attackers: dict[tuple[bool, int], set[int]] = defaultdict(set)
        for square, piece in theirs.piece_map().items():
            attacked = set(theirs.attacks(square))
            for target in attacked:
                attackers[piece.color, target].add(square)
            assert str(ours.piece_at(square)) == str(piece)
            assert ours.attacks(square) == attacked
            # python-chess also calls empty squares and enemy pieces pinned.
            assert ours.pin(piece.color, square) == set(theirs.pin(piece.color, square))
            assert ours.is_pinned(piece.color, square) == theirs.is_pinned(piece.color, square)
        for square in range(64):
            for color in (chess.WHITE, chess.BLACK):
                assert ours.attackers(color, square) == attackers[color, square]
        outcome = theirs.outcome()
        expected = (TERMINATIONS[outcome.termination], outcome.winner) if outcome else None
        found = ours.outcome()
        assert (found and (found.termination, found.winner)) == expected
        assert str(ours) == str(theirs)


def test_san_agrees_with_python_chess_both_ways() -> None:
    for theirs in random_boards(10_000, seed=2):
        ours = ps.Board(theirs.fen(), chess960=theirs.chess960)
        for move in theirs.legal_moves:
            san = theirs.san(move)
            assert ours.san(ps.Move.from_uci(move.uci())) == san
            assert ours.parse_san(san).uci() == move.uci()
            assert ours.is_capture(san) == ("x" in san)
            assert ours.gives_check(san) == san.endswith(("+", "#"))


def shuffling_move(board: chess.Board, rng: random.Random) -> chess.Move:
    """Return a legal move, mostly one of a piece without capture, so that positions are repeated and the clock runs."""
    moves = list(board.legal_moves)
    quiet = [move for move in moves if not board.is_zeroing(move)]
    back = [move for move in quiet if len(board.move_stack) > 1 and board.move_stack[-2].from_square == move.to_square]
    choices = back if back and rng.random() < 0.5 else quiet if quiet and rng.random() < 0.99 else moves
    return rng.choice(choices)


def assert_same_end(ours: ps.Board, theirs: chess.Board) -> str | None:
    """Compare ends and claims; return the claim."""
    assert ours.is_repetition(3) == theirs.is_repetition(3)
    assert ours.is_fivefold_repetition() == theirs.is_fivefold_repetition()
    assert ours.is_fifty_moves() == theirs.is_fifty_moves()
    assert ours.is_seventyfive_moves() == theirs.is_seventyfive_moves()
    # Each call of python-chess's `can_claim_draw` and `outcome(claim_draw=True)` tries all moves for a repetition again.
    fifty, threefold = theirs.can_claim_fifty_moves(), theirs.can_claim_threefold_repetition()
    assert ours.can_claim_fifty_moves() == fifty
    assert ours.can_claim_threefold_repetition() == threefold
    assert ours.can_claim_draw() == (fifty or threefold)
    outcome, found = theirs.outcome(), ours.outcome(claim_draw=True)
    if outcome:
        assert found and (found.termination, found.winner) == (TERMINATIONS[outcome.termination], outcome.winner)
        return None
    claim = CLAIM_FIFTY if fifty else CLAIM_THREEFOLD if threefold else None
    assert (found and (found.termination, found.winner)) == (claim and (claim, None))
    return claim


def test_push_and_pop_follow_python_chess() -> None:
    rng = random.Random(3)
    claims: set[str | None] = set()
    for seed in range(100):
        theirs = chess.Board.from_chess960_pos(rng.randrange(960)) if seed % 3 == 0 else chess.Board()
        ours = ps.Board(theirs.fen(), chess960=theirs.chess960)
        for _ in range(200):
            if rng.random() < 0.9 and any(theirs.legal_moves):
                move = shuffling_move(theirs, rng) if seed % 2 else rng.choice(list(theirs.legal_moves))
                theirs.push(move)
                ours.push(ps.Move.from_uci(move.uci()))
            elif theirs.move_stack:
                assert ours.pop().uci() == theirs.pop().uci()
            assert ours.fen() == theirs.fen(), seed
            assert ours.polyglot_key() == chess.polyglot.zobrist_hash(theirs)
            claims.add(assert_same_end(ours, theirs))
        assert [move.uci() for move in ours.move_stack] == [move.uci() for move in theirs.move_stack]
    assert claims == {None, CLAIM_FIFTY, CLAIM_THREEFOLD}


@pytest.mark.parametrize("number", [0, 518, 959])
def test_chess960_starts_agree_with_python_chess(number: int) -> None:
    assert ps.Board.from_chess960_pos(number).fen() == chess.Board.from_chess960_pos(number).fen()


def test_null_moves_pass_the_turn() -> None:
    theirs, ours = chess.Board(), ps.Board()
    for move in ["e2e4", "0000", "d2d4"]:
        theirs.push(chess.Move.from_uci(move))
        ours.push(ps.Move.from_uci(move))
    assert ours.fen() == theirs.fen()
    assert ours.pop().uci() == "d2d4"
    assert ours.pop() == ps.Move.null()


@pytest.mark.parametrize("method", ["push", "push_san", "push_uci", "parse_san", "san"])
def test_illegal_moves_are_refused_with_the_reason(method: str) -> None:
    board = ps.Board("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1")
    with pytest.raises(ps.IllegalMove, match="in check from the bishop on b4"):
        getattr(board, method)("c3d5")
    assert board.move_stack == []


def test_a_bad_fen_names_the_field() -> None:
    with pytest.raises(ps.InvalidFen, match=r"FEN field 1 \(pieces\)"):
        ps.Board("8/8/8 w - - 0 1")
    with pytest.raises(ps.InvalidFen, match="impossible position: black has no king"):
        ps.Board("8/8/8/8/8/8/8/4K3 w - - 0 1")


def test_impossible_positions_need_a_request() -> None:
    fen = "QQQQQQQQ/QQQQQQQQ/8/8/8/5k2/8/K7 b - - 0 1"
    with pytest.raises(ps.InvalidFen):
        ps.Board(fen)
    assert ps.Board(fen, allow_impossible=True).is_check()


@pytest.mark.parametrize("square", [64, -1, "i9", "", 1.5, None])
def test_bad_squares_are_refused(square: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        ps.Board().piece_at(square)  # type: ignore[arg-type]
