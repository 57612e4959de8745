# Reads all games from standard input; every move is checked and played, those of variations too, and nothing is kept.
import sys

import chess.pgn


class Replay(chess.pgn.BaseVisitor):
    def result(self):
        return True


while chess.pgn.read_game(sys.stdin, Visitor=Replay):
    pass
