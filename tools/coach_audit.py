#!/usr/bin/env python3
"""Audits the findings of `pinsight review --json` with Stockfish and python-chess.

Usage: coach_audit.py REVIEWS.jsonl [--depth 14] [--findings 300] [--blunder-depth 16] [--games N] [--verbose]

Needs PINSIGHT_STOCKFISH and python-chess (tools/python-oracle.sh).

Truth: a finding is contradicted if a move of the profiting side loses more than a pawn against its best move, a move of the
defender is more than 1.5 pawns worse than its best, a move is illegal, the material sum differs, or the mate is none.
Evaluations are limited to 10 pawns; a mate counts as 10 pawns.

Coverage: of the moves that lose at least 30 points of win chance, how many have a finding. `--evals` takes the `[%eval]` of
the games (the PGN file as given to `review`) instead of a search with `--blunder-depth`.
"""

import argparse
import json
import math
import os
import sys

import chess
import chess.engine
import chess.pgn

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
LIMIT = 1000


def balance(board, side):
    return sum(VALUES[kind] * (len(board.pieces(kind, side)) - len(board.pieces(kind, not side))) for kind in VALUES)


class Judge:
    """Evaluations by Stockfish, each from a cleared hash table."""

    def __init__(self, depth):
        self.engine = chess.engine.SimpleEngine.popen_uci(os.environ["PINSIGHT_STOCKFISH"], timeout=60)
        self.engine.configure({"Threads": 1, "Hash": 32})
        self.depth = depth

    def value(self, board, move=None):
        """Returns the value of a position, or of a move, for the side to move."""
        moves = None if move is None else [move]
        info = self.engine.analyse(board, chess.engine.Limit(depth=self.depth), root_moves=moves, game=object())
        return max(-LIMIT, min(LIMIT, info["score"].relative.score(mate_score=100_000)))

    def close(self):
        self.engine.quit()


def contradiction(judge, finding):
    """Returns what is wrong with a finding, or None."""
    board = chess.Board(finding["fen"], chess960=finding["chess960"])
    side = finding["side"] == "white"
    before = balance(board, side)
    for uci in finding["line"]:
        move = chess.Move.from_uci(uci)
        if move not in board.legal_moves:
            return f"{uci} is illegal"
        best, played = judge.value(board), judge.value(board, move)
        allowed = 100 if board.turn == side else 150
        if best - played > allowed:
            return f"{board.san(move)} is {(best - played) / 100:.1f} pawns worse than best"
        board.push(move)
    if finding["mate"] is not None:
        return None if board.is_checkmate() else "no mate"
    gain = balance(board, side) - before
    return None if gain == finding["gain"] else f"gain {gain}, not {finding['gain']}"


def chance(value):
    return 50 + 50 * (2 / (1 + math.exp(-0.00368208 * max(-100_000, min(100_000, value)))) - 1)


def eval_of(node):
    score = node.eval()
    return None if score is None else score.white().score(mate_score=100_000)


def blunders_by_eval(path, reviews):
    """Yields (review, ply index) of the blunders by the evaluations in the games."""
    by_number = {review["game"]: review for review in reviews}
    with open(path, encoding="utf-8") as file:
        number = 0
        while game := chess.pgn.read_game(file):
            number += 1
            if number not in by_number:
                continue
            last = 15
            for index, node in enumerate(game.mainline()):
                value = eval_of(node)
                if value is None:
                    break
                sign = 1 if index % 2 == 0 else -1
                if chance(sign * last) - chance(sign * value) >= 30:
                    yield by_number[number], index
                last = value


def blunders_by_search(reviews, depth):
    judge = Judge(depth)
    for review in reviews:
        values = []
        for played in review["moves"]:
            board = chess.Board(played["fen"])
            values.append(judge.value(board) * (1 if board.turn else -1))
        for index in range(len(values) - 1):
            sign = 1 if review["moves"][index]["side"] == "white" else -1
            if chance(sign * values[index]) - chance(sign * values[index + 1]) >= 30:
                yield review, index
    judge.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reviews")
    parser.add_argument("--depth", type=int, default=14)
    parser.add_argument("--findings", type=int, default=300)
    parser.add_argument("--blunder-depth", type=int)
    parser.add_argument("--evals", metavar="PGN")
    parser.add_argument("--games", type=int)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    with open(options.reviews, encoding="utf-8") as file:
        reviews = [json.loads(line) for line in file]
    reviews = [review for review in reviews if review["moves"]][: options.games]

    plies = sum(len(review["moves"]) for review in reviews)
    pins = sum(len(review["pins"]) for review in reviews)
    remarks = sum(bool(played["text"]) for review in reviews for played in review["moves"])
    print(f"{len(reviews)} games, {plies} plies")
    print(f"remarks per 80 plies: {80 * remarks / max(plies, 1):.1f}")
    print(f"pins shown per 80 plies: {80 * pins / max(plies, 1):.1f}")

    if options.blunder_depth or options.evals:
        found = blunders_by_eval(options.evals, reviews) if options.evals else blunders_by_search(reviews, options.blunder_depth)
        total = explained = judged = 0
        for review, index in found:
            played = review["moves"][index]
            total += 1
            explained += bool(played["findings"])
            judged += played["judgement"] in ("inaccuracy", "mistake", "blunder")
            if options.verbose and not played["findings"]:
                print("  unexplained:", review["game"], played["fen"], played["san"], played["judgement"],
                      played["eval_before"], played["eval_after"], flush=True)
        print(f"blunders: {total}, judged bad: {judged}, with a finding: {explained} ({100 * explained / max(total, 1):.0f} %)")

    findings = []
    for review in reviews:
        said = set()
        for played in review["moves"]:
            for finding in played["findings"]:
                line = (finding["fen"], *finding["line"])
                # A move that exploits what the move before it allowed repeats that line.
                if finding["kind"] != "exploits" or line not in said:
                    said.add(line)
                    findings.append({**finding, "chess960": review["tags"].get("Variant") == "Chess960", "game": review["game"]})
    kinds = {}
    for finding in findings:
        kinds[finding["motif"]] = kinds.get(finding["motif"], 0) + 1
    print("motifs:", ", ".join(f"{name} {count}" for name, count in sorted(kinds.items(), key=lambda kind: -kind[1])))
    step = max(1, len(findings) // max(options.findings, 1))
    sample = findings[::step][: options.findings]
    judge = Judge(options.depth)
    wrong = 0
    for finding in sample:
        reason = contradiction(judge, finding)
        if reason:
            wrong += 1
            if options.verbose:
                print("  contradicted:", finding["game"], finding["kind"], finding["motif"], finding["fen"],
                      " ".join(finding["line"]), reason, flush=True)
    judge.close()
    print(f"findings: {len(sample)} of {len(findings)} checked at depth {options.depth}, {wrong} contradicted ({100 * wrong / max(len(sample), 1):.1f} %)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
