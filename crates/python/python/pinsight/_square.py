"""Squares, sides and kinds of pieces."""

from __future__ import annotations

# fmt: off
__all__ = [
    "Square", "SQUARES", "parse_square", "square", "square_name",
    "WHITE", "BLACK", "PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING", "PIECE_NAMES",
    "A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1",
    "A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2",
    "A3", "B3", "C3", "D3", "E3", "F3", "G3", "H3",
    "A4", "B4", "C4", "D4", "E4", "F4", "G4", "H4",
    "A5", "B5", "C5", "D5", "E5", "F5", "G5", "H5",
    "A6", "B6", "C6", "D6", "E6", "F6", "G6", "H6",
    "A7", "B7", "C7", "D7", "E7", "F7", "G7", "H7",
    "A8", "B8", "C8", "D8", "E8", "F8", "G8", "H8",
]
# fmt: on


class Square(int):
    """A square: an integer from 0 (a1) to 63 (h8), with a name.

    >>> E4.name, E4.file, E4.rank, E4 == 28
    ('e4', 4, 3, True)
    """

    __slots__ = ()

    @classmethod
    def parse(cls, name: str) -> Square:
        """Return the square with this name.

        >>> Square.parse("e4") == E4
        True
        """
        if len(name) == 2 and name[0] in "abcdefgh" and name[1] in "12345678":
            return SQUARES["abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)]
        raise ValueError(f"`{name}` is not a square: expected a letter from a to h and a digit from 1 to 8")

    @property
    def name(self) -> str:
        """The name, such as ``"e4"``."""
        return "abcdefgh"[self % 8] + str(self // 8 + 1)

    @property
    def file(self) -> int:
        """The index of the file: 0 for the a-file."""
        return self % 8

    @property
    def rank(self) -> int:
        """The index of the rank: 0 for the first rank."""
        return self // 8

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return self.name.upper()


SQUARES: tuple[Square, ...] = tuple(Square(index) for index in range(64))

# fmt: off
(
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
) = SQUARES
# fmt: on

WHITE = True
BLACK = False

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
PIECE_NAMES = (None, "pawn", "knight", "bishop", "rook", "queen", "king")


def parse_square(name: str) -> Square:
    """Return the square with this name."""
    return Square.parse(name)


def square_name(square: int) -> str:
    """Return the name of a square."""
    return SQUARES[square].name


def square(file: int, rank: int) -> Square:
    """Return the square of a file and a rank, both from 0.

    >>> square(4, 3)
    E4
    """
    return SQUARES[8 * rank + file]
