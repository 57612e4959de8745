//! The board as text, in a grid.

use pinsight_rules::{Board, File, Piece, Rank, Square};

const LINE: &str = "  +---+---+---+---+---+---+---+---+\n";

/// How a text board shows pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Glyphs {
    /// FEN letters: upper case for white, lower case for black.
    #[default]
    Letters,
    /// Unicode figurines, `♔` to `♟`.
    Figurines,
}

impl Glyphs {
    const fn of(self, piece: Piece) -> char {
        match self {
            Self::Letters => piece.letter(),
            Self::Figurines => piece.figurine(),
        }
    }
}

/// A board as text: a grid, the ranks at its left, the files below.
///
/// ```text
///   +---+---+---+---+---+---+---+---+
/// 8 | r | n | b | q | k | b | n | r |
///   +---+---+---+---+---+---+---+---+
/// ```
///
/// Every line ends with a line feed, and the line of files with one blank before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TextBoard {
    /// How pieces are shown.
    pub glyphs: Glyphs,
    /// Whether black's side is below.
    pub flip: bool,
}

impl TextBoard {
    /// Draws the board.
    pub fn draw(&self, board: &Board) -> String {
        let mut ranks = Rank::ALL;
        let mut files = File::ALL;
        if self.flip {
            files.reverse();
        } else {
            ranks.reverse();
        }
        let mut text = String::from(LINE);
        for rank in ranks {
            text.push(rank.digit());
            text.push_str(" |");
            for file in files {
                let piece = board.piece_at(Square::new(file, rank));
                let glyph = piece.map_or(' ', |piece| self.glyphs.of(piece));
                text.extend([' ', glyph, ' ', '|']);
            }
            text.push('\n');
            text.push_str(LINE);
        }
        text.push_str("  ");
        for file in files {
            text.extend([' ', ' ', file.letter(), ' ']);
        }
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_rules::Position;

    #[test]
    fn the_start_is_drawn_byte_for_byte_as_in_the_seed() {
        let expected = concat!(
            "  +---+---+---+---+---+---+---+---+\n",
            "8 | r | n | b | q | k | b | n | r |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "7 | p | p | p | p | p | p | p | p |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "6 |   |   |   |   |   |   |   |   |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "5 |   |   |   |   |   |   |   |   |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "4 |   |   |   |   |   |   |   |   |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "3 |   |   |   |   |   |   |   |   |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "2 | P | P | P | P | P | P | P | P |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "1 | R | N | B | Q | K | B | N | R |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "    a   b   c   d   e   f   g   h \n",
        );
        let start = Position::default();
        assert_eq!(TextBoard::default().draw(start.board()), expected);
    }

    #[test]
    fn figurines_and_black_below() {
        let position: Position = "4k3/8/8/8/8/8/7P/R3K3 w Q - 0 1".parse().expect("a position");
        let board = TextBoard { glyphs: Glyphs::Figurines, flip: true };
        let expected = concat!(
            "  +---+---+---+---+---+---+---+---+\n",
            "1 |   |   |   | ♔ |   |   |   | ♖ |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "2 | ♙ |   |   |   |   |   |   |   |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "3 |   |   |   |   |   |   |   |   |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "4 |   |   |   |   |   |   |   |   |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "5 |   |   |   |   |   |   |   |   |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "6 |   |   |   |   |   |   |   |   |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "7 |   |   |   |   |   |   |   |   |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "8 |   |   |   | ♚ |   |   |   |   |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "    h   g   f   e   d   c   b   a \n",
        );
        assert_eq!(board.draw(position.board()), expected);
    }
}
