//! The board as text, in a grid.

use pinsight_rules::{Board, Color, File, Piece, Rank, Square};
use pinsight_tactics::Line;

use crate::scene::Scene;

const LINE: &str = "  +---+---+---+---+---+---+---+---+";

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
        let cell = |square| {
            let glyph = board.piece_at(square).map_or(' ', |piece| self.glyphs.of(piece));
            format!(" {glyph} ")
        };
        rows(self.flip, cell).map(|row| row + "\n").collect()
    }
}

/// What a cell of a text board shows, for those who colour it: the first that fits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ink {
    /// The king in check.
    Check,
    /// A pinned piece.
    Pinned,
    /// The chosen piece, or a square where it may go.
    Target,
    /// A piece that pins another.
    Attacker,
    /// A piece that another is pinned to.
    Shielded,
    /// Where the last move began or ended.
    LastMove,
    /// A piece, and nothing else.
    Piece(Color),
    /// Nothing.
    Empty,
}

/// The list beside a board is so wide, which makes 80 columns.
const BESIDE: usize = 42;

impl Scene {
    /// The scene as text: the board of a [`TextBoard`], with marks in its cells, and what `beside` says at its right.
    ///
    /// `[n]` is where the last move began or ended, `<n>` the chosen piece, `*` where it may go, `(p)` what it may
    /// take. `paint` may colour each cell.
    pub fn text(&self, glyphs: Glyphs, beside: &[String], paint: impl Fn(Ink, &str) -> String) -> String {
        let cell = |square| {
            let piece = self.board.piece_at(square);
            let glyph = piece.map_or(' ', |piece| glyphs.of(piece));
            let cell = match self.last_move {
                _ if self.selected == Some(square) => format!("<{glyph}>"),
                _ if self.targets.contains(square) && piece.is_some() => format!("({glyph})"),
                _ if self.targets.contains(square) => " * ".to_owned(),
                Some((from, to)) if from == square || to == square => format!("[{glyph}]"),
                _ => format!(" {glyph} "),
            };
            paint(self.ink(square), &cell)
        };
        let mut beside = beside.iter().flat_map(|line| wrap(line, BESIDE));
        let mut text = String::new();
        for row in rows(self.flip, cell) {
            text.push_str(&row);
            if let Some(line) = beside.next().filter(|line| !line.is_empty()) {
                // The line of files has a blank at its end, all others are one longer.
                text.push_str(if row.starts_with("   ") { "   " } else { "  " });
                text.push_str(&line);
            }
            text.push('\n');
        }
        for line in beside {
            text.push_str(format!("{:37}{line}", "").trim_end());
            text.push('\n');
        }
        text
    }

    /// The pins in words, for the list beside the board.
    pub fn pins_in_words(&self) -> Vec<String> {
        if self.pins.is_empty() {
            return vec!["No pins.".to_owned()];
        }
        let pins = self.pins.iter().enumerate();
        pins.flat_map(|(index, pin)| {
            let kind = pin.kind.to_string();
            let mut letters = kind.chars();
            let first = letters.next().map(|c| c.to_ascii_uppercase());
            let heading: String = first.into_iter().chain(letters).collect();
            let gap = (index > 0).then(String::new);
            gap.into_iter().chain([heading, format!("  {pin}")])
        })
        .collect()
    }

    fn ink(&self, square: Square) -> Ink {
        let any = |of: fn(&Line) -> Square| self.pins.iter().any(|pin| of(pin) == square);
        match self.board.color_at(square) {
            _ if self.check == Some(square) => Ink::Check,
            _ if any(|pin| pin.pinned.square) => Ink::Pinned,
            _ if self.selected == Some(square) || self.targets.contains(square) => Ink::Target,
            _ if any(|pin| pin.attacker.square) => Ink::Attacker,
            _ if any(|pin| pin.shielded.square) => Ink::Shielded,
            _ if self.last_move.is_some_and(|(from, to)| from == square || to == square) => Ink::LastMove,
            Some(color) => Ink::Piece(color),
            None => Ink::Empty,
        }
    }
}

/// The lines of the board without their ends: the grid, the ranks at its left, the files below.
fn rows(flip: bool, cell: impl Fn(Square) -> String) -> impl Iterator<Item = String> {
    let mut ranks = Rank::ALL;
    let mut files = File::ALL;
    if flip {
        files.reverse();
    } else {
        ranks.reverse();
    }
    let names = files.iter().flat_map(|file| [' ', ' ', file.letter(), ' ']);
    let last: String = ["  ".to_owned(), names.collect()].concat();
    let squares = ranks.into_iter().flat_map(move |rank| {
        let cells: String = files.into_iter().map(|file| cell(Square::new(file, rank)) + "|").collect();
        [format!("{} |{cells}", rank.digit()), LINE.to_owned()]
    });
    core::iter::once(LINE.to_owned()).chain(squares).chain([last])
}

/// The text in lines of so many characters, broken at blanks; later lines begin as the first does.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let indent = &text[..text.len() - text.trim_start().len()];
    let mut lines = vec![indent.to_owned()];
    for word in text.split_whitespace() {
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line + 1 + word.chars().count() > width && line > indent.len() {
            lines.push(indent.to_owned());
        }
        if let Some(line) = lines.last_mut() {
            if line.len() > indent.len() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
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

    #[test]
    fn marks_stand_in_the_cells_and_pins_beside_the_board() {
        let position: Position = "4r1k1/8/8/8/4N3/3p4/8/4K3 w - - 0 1".parse().expect("a position");
        let mut scene = Scene::new(&position).with_pins(&position).with_moves_from(&position, Square::E1);
        scene.last_move = Some((Square::A8, Square::E8));
        let beside = scene.pins_in_words();
        let text = scene.text(Glyphs::Letters, &beside, |_, cell| cell.to_owned());
        let expected = concat!(
            "  +---+---+---+---+---+---+---+---+  Absolute pin\n",
            "8 |[ ]|   |   |   |[r]|   | k |   |    The rook on e8 is pinning the knight on\n",
            "  +---+---+---+---+---+---+---+---+    e4 to the king on e1.\n",
            "7 |   |   |   |   |   |   |   |   |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "6 |   |   |   |   |   |   |   |   |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "5 |   |   |   |   |   |   |   |   |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "4 |   |   |   |   | N |   |   |   |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "3 |   |   |   | p |   |   |   |   |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "2 |   |   |   | * |   | * |   |   |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "1 |   |   |   | * |<K>| * |   |   |\n",
            "  +---+---+---+---+---+---+---+---+\n",
            "    a   b   c   d   e   f   g   h \n",
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn a_list_that_is_longer_than_the_board_goes_on_below() {
        let beside: Vec<String> = (1..=20).map(|number| number.to_string()).collect();
        let scene = Scene::of_board(&Board::EMPTY);
        let text = scene.text(Glyphs::Letters, &beside, |_, cell| cell.to_owned());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 20);
        for (line, number) in lines.iter().zip(1..) {
            assert_eq!(line.chars().skip(37).collect::<String>(), number.to_string());
        }
    }

    #[test]
    fn cells_are_painted_by_what_they_show() {
        let position: Position = "4r1k1/8/8/8/4N3/8/8/4K2R w - - 0 1".parse().expect("a position");
        let scene = Scene::new(&position).with_pins(&position);
        let text = scene.text(Glyphs::Letters, &[], |ink, cell| match ink {
            Ink::Attacker => cell.replace(' ', "a"),
            Ink::Pinned => cell.replace(' ', "p"),
            Ink::Shielded => cell.replace(' ', "s"),
            Ink::Piece(Color::White) => cell.replace(' ', "w"),
            Ink::Piece(Color::Black) => cell.replace(' ', "b"),
            _ => cell.to_owned(),
        });
        for cell in ["|ara|", "|bkb|", "|pNp|", "|sKs|", "|wRw|"] {
            assert!(text.contains(cell), "{cell}");
        }
    }
}
