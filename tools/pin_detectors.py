#!/usr/bin/env python3
"""Judges pin detectors by search: precision and recall of "real" on pins of real positions.

Usage: pin_detectors.py GAMES.pgn PINSIGHT [--positions 300] [--depth 12] [--nodes 50000] [--seed 1]

Needs PINSIGHT_STOCKFISH and python-chess (tools/python-oracle.sh). PINSIGHT is the program.

One position is taken of each game, between plies 16 and 80, and all pins by docs/pins.md are judged by Stockfish. A relative pin is
real if the best move of the pinned piece off the line is at least a pawn worse than the best move of its side, or allows mate. An
absolute pin is real if the attacker's side, to move, captures the pinned piece in the best line and is at least a pawn better than if
the pinned side is to move. A null move gives the move to the side that is asked; pins where that is impossible are left out.
"""

import argparse
import json
import os
import random
import subprocess
import sys

import chess
import chess.engine
import chess.pgn

PAWN = 100
LIMIT = 1000
VALUES = {"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9, "king": 99}
#: Légal's knight, whose capture on e5 wins, and a knight that shields a loose bishop.
KNOWN = [
    "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5",
    "2r3k1/4b1pp/4n3/8/8/8/4RPPP/R5K1 b - - 0 1",
]


def sample(path, count, seed):
    """Yields one position of each game."""
    choice = random.Random(seed)
    with open(path, encoding="utf-8") as file:
        while count > 0 and (game := chess.pgn.read_game(file)):
            moves = list(game.mainline_moves())
            if len(moves) < 20:
                continue
            board = game.board()
            for move in moves[: choice.randint(16, min(len(moves), 80))]:
                board.push(move)
            if not board.is_game_over():
                yield board.fen()
                count -= 1


class Judge:
    def __init__(self, depth):
        self.engine = chess.engine.SimpleEngine.popen_uci(os.environ["PINSIGHT_STOCKFISH"], timeout=60)
        self.engine.configure({"Threads": 1, "Hash": 32})
        self.depth = depth

    def search(self, board, moves=None):
        """Returns the value for the side to move and the line."""
        limit = chess.engine.Limit(depth=self.depth)
        info = self.engine.analyse(board, limit, root_moves=moves, game=object())
        value = info["score"].relative.score(mate_score=100_000)
        return max(-LIMIT, min(LIMIT, value)), info.get("pv", [])

    def is_real(self, board, pin):
        """Returns the verdict, or None if the pin cannot be judged."""
        side = chess.WHITE if pin["pinned"]["color"] == "white" else chess.BLACK
        square = chess.parse_square(pin["pinned"]["square"])
        pinned, attacking = with_turn(board, side), with_turn(board, not side)
        if pin["kind"] == "absolute_pin":
            if pinned is None or attacking is None:
                return None
            now, line = self.search(attacking)
            captured = any(move.to_square == square for move in line[::2][:3])
            return captured and now + self.search(pinned)[0] >= PAWN
        if pinned is None:
            return None
        attacker = chess.parse_square(pin["attacker"]["square"])
        line = chess.SquareSet.ray(attacker, square)
        leaving = [move for move in pinned.legal_moves if move.from_square == square and move.to_square not in line]
        if not leaving:
            return False
        return self.search(pinned)[0] - self.search(pinned, leaving)[0] >= PAWN


def with_turn(board, side):
    if board.turn == side:
        return board.copy(stack=False)
    if board.is_check():
        return None
    passed = board.copy(stack=False)
    passed.turn, passed.ep_square = side, None
    return passed


def board_rule(board, pin):
    """Lichess's rule: the target is the king, or dearer than the pinned piece and undefended or dearer than the attacker."""
    attacker, pinned, target = (VALUES[pin[part]["role"]] for part in ("attacker", "pinned", "shielded"))
    side = chess.WHITE if pin["shielded"]["color"] == "white" else chess.BLACK
    defended = board.attackers(side, chess.parse_square(pin["shielded"]["square"]))
    defended.discard(chess.parse_square(pin["pinned"]["square"]))
    return pin["kind"] == "absolute_pin" or target > pinned and (not defended or target > attacker)


def pins_of(program, fen, extra):
    result = subprocess.run([program, "pins", fen, "--json", *extra], capture_output=True, text=True, check=True)
    return [pin for pin in json.loads(result.stdout) if pin["shielded"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games")
    parser.add_argument("program")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--depth", type=int, default=12)
    parser.add_argument("--nodes", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    judge = Judge(options.depth)
    names = ["static rule", "lichess's board rule", "absolute only", "proved by search"]
    counts = {name: [0, 0, 0] for name in names}
    judged = real = positions = 0
    for fen in [*KNOWN, *sample(options.games, options.positions, options.seed)]:
        board = chess.Board(fen)
        static = pins_of(options.program, fen, [])
        proved = pins_of(options.program, fen, ["--prove", "--nodes", str(options.nodes)]) if static else []
        positions += 1
        for pin, proof in zip(static, proved):
            verdict = judge.is_real(board, pin)
            if verdict is None:
                continue
            judged += 1
            real += verdict
            answers = [pin["relevance"] == "real", board_rule(board, pin), pin["kind"] == "absolute_pin",
                       proof["relevance"] == "real"]
            for name, answer in zip(names, answers):
                counts[name][0] += answer and verdict
                counts[name][1] += answer and not verdict
                counts[name][2] += not answer and verdict
            if fen in KNOWN and pin["pinned"]["role"] == "knight":
                words = ", ".join(f"{name} {'real' if answer else 'potential'}" for name, answer in zip(names, answers))
                print(f"{fen}: Stockfish {'real' if verdict else 'potential'}; {words}")
    judge.engine.quit()
    print(f"{positions} positions, {judged} pins judged at depth {options.depth}, {real} real")
    print("| detector | precision | recall |\n|---|---|---|")
    for name, (hit, wrong, missed) in counts.items():
        precision = f"{100 * hit / (hit + wrong):.0f} %" if hit + wrong else "-"
        recall = f"{100 * hit / (hit + missed):.0f} %" if hit + missed else "-"
        print(f"| {name} | {precision} | {recall} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
