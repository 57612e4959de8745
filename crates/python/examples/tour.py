"""The calls of the README and of docs/python.md, for type checkers."""

from __future__ import annotations

import io

import pinsight as ps

board = ps.Board()
move: ps.Move = board.push_san("e4")
board.push(ps.Move.from_uci("e7e5"))
squares: frozenset[ps.Square] = board.attackers(ps.WHITE, "e5")
piece: ps.Piece | None = board.piece_at(ps.E4)
sans: list[str] = [board.san(legal) for legal in board.legal_moves]

outcome: ps.Outcome | None = board.outcome()
why: ps.Why = board.why("Nf3")
if why:
    print(why.san, [candidate.square.name for candidate in why.candidates])

for pin in ps.detect_pins("7k/6q1/8/8/8/8/8/1KB5 w - - 0 1", "c1b2"):
    print(pin, pin.attacker.square.name, pin.cost)

for game in ps.read_pgn(io.StringIO("1. e4 e5 (1... c5) 2. Nf3 *")):
    game.tags["White"] = "Anderssen"
    first = game.tree.next()
    if first is not None:
        variation = first.add_variation("d5")
        variation.comment = "Scandinavian"
        variation.nags = [1]
        variation.promote()
    print(game, [node.san() for node in game.mainline()], game.diagnostics)

review: ps.Review = ps.review(ps.Game.parse("1. f3 e5 2. g4 Qh4#"), nodes=2000)
for judged in review.moves:
    if judged.judgement is not None:
        print(judged.judgement, judged.text, judged.eval_after.mate)

with ps.Engine(level=3) as engine:
    analysis = engine.analyse(board, nodes=1000, lines=2)
    print(analysis.move, [line.score for line in analysis.lines])
