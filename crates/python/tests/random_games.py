"""Random positions and games from python-chess, with fixed seeds."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess
import chess.pgn

WORDS = ["good", "a fork [%clk 0:01:02]", "why?", "[%eval -1.25]", "équipe", "line\nbreak", "1. e4 inside"]


def random_boards(count: int, seed: int) -> Iterator[chess.Board]:
    """Yield `count` positions of random games, a third of them of Chess960."""
    rng = random.Random(seed)
    made = 0
    while True:
        if rng.random() < 0.33:
            board = chess.Board.from_chess960_pos(rng.randrange(960))
        else:
            board = chess.Board()
        for _ in range(rng.randrange(10, 160)):
            if made == count:
                return
            yield board
            made += 1
            moves = list(board.legal_moves)
            if not moves or board.is_insufficient_material():
                break
            board.push(rng.choice(moves))


def random_game(rng: random.Random) -> chess.pgn.Game:
    """Return a game with variations, comments and NAGs."""
    game = chess.pgn.Game()
    game.headers["White"] = rng.choice(["Anderssen", 'A "quoted" name', "Müller, K.", "back\\slash"])
    game.headers["Round"] = str(rng.randrange(100))
    grow(game, chess.Board(), rng, rng.randrange(4, 60), 3)
    game.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    return game


def grow(node: chess.pgn.GameNode, board: chess.Board, rng: random.Random, plies: int, depth: int) -> None:
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            return
        child = node.add_variation(rng.choice(moves))
        if rng.random() < 0.2:
            child.comment = rng.choice(WORDS)
        if rng.random() < 0.1:
            child.nags.add(rng.choice([1, 2, 3, 4, 5, 6, 14, 146]))
        others = [move for move in moves if move != child.move]
        if depth and others and rng.random() < 0.1:
            variation = node.add_variation(rng.choice(others))
            if rng.random() < 0.5:
                variation.starting_comment = rng.choice(WORDS)
            after = board.copy(stack=False)
            after.push(variation.move)
            grow(variation, after, rng, rng.randrange(6), depth - 1)
        board.push(child.move)
        node = child
