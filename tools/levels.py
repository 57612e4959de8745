#!/usr/bin/env python3
"""Rate the levels of the search by a round robin.

    tools/levels.py --games 20
    tools/levels.py --games 100 --span 3 --anchor 3=1729:2-6 --anchor 9=2703:7-10

Plays every two levels that are at most --span apart, and each --anchor against its levels: 3=1729:2-6 is Stockfish at Skill
Level 3, which is rated 1729, against the levels 2 to 6. Then fits Elo ratings: the expected score of A against B is 1 / (1 + 10^((B - A) / 400)), and the ratings have the
greatest likelihood of the results, with one extra draw per pair of opponents, so that a rating exists after wins only. Prints a
table for docs/players.md. Anchors keep their rating; without one, level 1 is 0.

The limit is in nodes, so that the result does not depend on the load. It restricts level 10 only: the other levels use fewer.
"""
import argparse
import json
import math
import os
import subprocess
import sys


def anchor(text):
    """Parse 3=1729:2-6 as (skill, rating, range of levels)."""
    skill, rest = text.split("=")
    rating, levels = rest.split(":")
    low, high = map(int, levels.split("-"))
    return int(skill), float(rating), range(low, high + 1)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="target/release/pinsight")
    parser.add_argument("--levels", default="1-10", help="the first and the last level, as in 1-10")
    parser.add_argument("--games", type=int, default=20, help="games of each pair of opponents, an even number")
    parser.add_argument("--span", type=int, default=9, help="the greatest difference of two levels that play")
    parser.add_argument("--anchor", type=anchor, action="append", default=[], metavar="SKILL=RATING:LOW-HIGH",
                        help="the rating of a Skill Level of Stockfish, and the levels that play it")
    parser.add_argument("--nodes", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--concurrency", type=int, default=2)
    return parser.parse_args()


def play(args, first, second):
    """Return the wins, draws and losses of the first player."""
    command = [args.program, "match", first, second, "--json", "--games", str(args.games), "--nodes", str(args.nodes),
               "--random-openings", "8", "--seed", str(args.seed), "--concurrency", str(args.concurrency)]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if run.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit code {run.returncode}")
    score = json.loads(run.stdout.splitlines()[-1])
    result = score["wins"], score["draws"], score["losses"]
    print(f"{first} - {second}: {result[0]} won, {result[1]} drawn, {result[2]} lost", file=sys.stderr, flush=True)
    return result


def pairings(args):
    """Yield the pairs of opponents as (name, player)."""
    low, high = map(int, args.levels.split("-"))
    levels = [(level, f"search,level={level},seed={args.seed + level}") for level in range(low, high + 1)]
    stockfish = os.environ.get("PINSIGHT_STOCKFISH", "stockfish")
    for index, one in enumerate(levels):
        for other in levels[index + 1:]:
            if other[0] - one[0] <= args.span:
                yield one, other
        for skill, _, anchored in args.anchor:
            if one[0] in anchored:
                yield one, (f"Stockfish {skill}", f"{stockfish},Skill Level={skill}")


def expected(a, b):
    return 1 / (1 + 10 ** ((b - a) / 400))


def fit(results, fixed):
    """Return the ratings with the greatest likelihood, by Newton's method per player, and their standard errors if the
    other ratings are exact."""
    names = {name for pair in results for name in pair}
    ratings = {name: fixed.get(name, 1500.0) for name in names}
    scale = math.log(10) / 400
    information = {}
    for _ in range(2_000):
        for name in names - fixed.keys():
            slope = information[name] = 0.0
            for (a, b), (wins, draws, losses) in results.items():
                if name not in (a, b):
                    continue
                points, games = wins + draws / 2 + 0.5, wins + draws + losses + 1
                score = expected(ratings[a], ratings[b])
                slope += (1 if name == a else -1) * scale * (points - games * score)
                information[name] += games * scale ** 2 * score * (1 - score)
            ratings[name] += max(-100, min(100, slope / information[name]))
    return ratings, {name: 1 / math.sqrt(value) for name, value in information.items()}


def main():
    args = arguments()
    results = {}
    for (name, player), (other_name, other) in pairings(args):
        results[name, other_name] = play(args, player, other)
    fixed = {f"Stockfish {skill}": rating for skill, rating, _ in args.anchor}
    low = int(args.levels.split("-")[0])
    ratings, errors = fit(results, fixed or {low: 0.0})
    print("| level | rating | 95 % | games |\n|---|---|---|---|")
    for name in sorted((name for name in ratings if isinstance(name, int))):
        games = sum(sum(result) for pair, result in results.items() if name in pair)
        print(f"| {name} | {ratings[name]:.0f} | ± {1.96 * errors.get(name, 0):.0f} | {games} |")


if __name__ == "__main__":
    main()
