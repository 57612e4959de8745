#!/usr/bin/env python3
"""Fit the win, draw and loss curve of UCI_ShowWDL to the evaluations in PGN games.

    pinsight match search search,hash=1 --nodes 2000 --random-openings 8 -n 400 -o games.pgn
    tools/wdl.py games.pgn

Prints the constants of crates/players/src/uci/wdl.rs: the curve with the greatest likelihood. Needs python-chess.
"""
import math
import re
import sys

import chess.pgn

EVAL = re.compile(r"\[%eval (-?\d+(?:\.\d+)?)")


def samples(path):
    """Yield (centipawns of the side that moved, its points) for each evaluated move, each distinct game once."""
    seen = set()
    with open(path) as file:
        while (game := chess.pgn.read_game(file)) is not None:
            points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}.get(game.headers["Result"])
            moves = tuple(game.mainline_moves())
            if points is None or moves in seen:
                continue
            seen.add(moves)
            for node in game.mainline():
                # Mates, such as #3, say nothing about the curve.
                if (found := EVAL.search(node.comment)) is not None:
                    white, value = not node.turn(), 100 * float(found.group(1))
                    yield (value, points) if white else (-value, 1 - points)


def surprise(data, half_won, width):
    """Return the negative log-likelihood of the results."""
    total = 0.0
    for value, points in data:
        wins = 1 / (1 + math.exp(min(700, (half_won - value) / width)))
        losses = 1 / (1 + math.exp(min(700, (half_won + value) / width)))
        share = wins if points == 1 else losses if points == 0 else 1 - wins - losses
        total -= math.log(max(share, 1e-9))
    return total


def main():
    data = [sample for path in sys.argv[1:] for sample in samples(path)]
    if not data:
        sys.exit("expected PGN files with [%eval] comments")
    best, step = (200.0, 100.0), 64.0
    least = surprise(data, *best)
    while step >= 1:
        near = [(best[0] + a * step, best[1] + b * step) for a in (-1, 0, 1) for b in (-1, 0, 1)]
        tried = min((surprise(data, *pair), pair) for pair in near if pair[0] > 0 and pair[1] > 1)
        if tried[0] < least:
            least, best = tried
        else:
            step /= 2
    print(f"HALF_WON {best[0]:.0f}, WIDTH {best[1]:.0f} from {len(data)} positions, "
          f"{least / len(data):.4f} nats per position")


if __name__ == "__main__":
    main()
