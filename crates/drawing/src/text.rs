//! Boards and scenes as text.

use pinsight_rules::{Board, Color, File, Piece, Rank, Square};
use pinsight_tactics::Line;

use crate::scene::Scene;

const RULE: &str = "  +---+---+---+---+---+---+---+---+";

/// The characters for pieces on a text board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Glyphs {
    /// FEN letters: upper case for White, lower case for Black.
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

/// Draws a board as a text grid with the ranks at its left and the files below.
///
/// ```text
///   +---+---+---+---+---+---+---+---+
/// 8 | r | n | b | q | k | b | n | r |
///   +---+---+---+---+---+---+---+---+
/// ```
///
/// Every line ends with a line feed. The line of files has a trailing space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TextBoard {
    /// The characters for pieces.
    pub glyphs: Glyphs,
    /// Whether Black is at the bottom.
    pub flip: bool,
}

impl TextBoard {
    /// Returns the text of the board.
    pub fn draw(&self, board: &Board) -> String {
        let cell = |square| {
            let glyph = board.piece_at(square).map_or(' ', |piece| self.glyphs.of(piece));
            format!(" {glyph} ")
        };
        rows(self.flip, cell).map(|row| row + "\n").collect()
    }
}

/// What a cell of a text board shows, to choose its colours. The first variant that applies is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CellStyle {
    /// The king in check.
    Check,
    /// A pinned piece.
    Pinned,
    /// The selected piece or one of its target squares.
    Target,
    /// The attacker of a pin.
    Attacker,
    /// The shielded piece of a pin.
    Shielded,
    /// Origin or destination of the last move.
    LastMove,
    /// Any other piece.
    Piece(Color),
    /// An empty square.
    Empty,
}

/// Width of the text to the right of the board; both fit into 80 columns.
const SIDEBAR_WIDTH: usize = 42;
/// Column at which that text starts.
const SIDEBAR_COLUMN: usize = 37;

impl Scene {
    /// Draws the scene in the grid of a [`TextBoard`], with marks in the cells and the lines of `sidebar` at the right.
    ///
    /// `[n]` marks the origin and destination of the last move, `<n>` the selected piece, `*` its moves, `(p)` its
    /// captures. `paint` receives each cell and may add colours.
    pub fn text(
        &self,
        glyphs: Glyphs,
        sidebar: &[String],
        paint: impl Fn(CellStyle, &str) -> String,
    ) -> String {
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
            paint(self.cell_style(square), &cell)
        };
        let mut sidebar = sidebar.iter().flat_map(|line| wrap(line, SIDEBAR_WIDTH));
        let mut text = String::new();
        for row in rows(self.flip, cell) {
            text.push_str(&row);
            if let Some(line) = sidebar.next().filter(|line| !line.is_empty()) {
                // The line of files is one character shorter than the others.
                text.push_str(if row.starts_with("   ") { "   " } else { "  " });
                text.push_str(&line);
            }
            text.push('\n');
        }
        for line in sidebar {
            text.push_str(format!("{:SIDEBAR_COLUMN$}{line}", "").trim_end());
            text.push('\n');
        }
        text
    }

    /// Returns the pins in words, as a sidebar for [`text`](Self::text).
    pub fn describe_pins(&self) -> Vec<String> {
        if self.pins.is_empty() {
            return vec!["No pins.".to_owned()];
        }
        let pins = self.pins.iter().enumerate();
        pins.flat_map(|(index, pin)| {
            let kind = pin.kind.to_string();
            let mut letters = kind.chars();
            let first = letters.next().map(|c| c.to_ascii_uppercase());
            let heading: String = first.into_iter().chain(letters).collect();
            let separator = (index > 0).then(String::new);
            separator.into_iter().chain([heading, format!("  {pin}")])
        })
        .collect()
    }

    fn cell_style(&self, square: Square) -> CellStyle {
        let is_any = |role: fn(&Line) -> Square| self.pins.iter().any(|pin| role(pin) == square);
        match self.board.color_at(square) {
            _ if self.check == Some(square) => CellStyle::Check,
            _ if is_any(|pin| pin.pinned.square) => CellStyle::Pinned,
            _ if self.selected == Some(square) || self.targets.contains(square) => CellStyle::Target,
            _ if is_any(|pin| pin.attacker.square) => CellStyle::Attacker,
            _ if is_any(|pin| pin.shielded.square) => CellStyle::Shielded,
            _ if self.last_move.is_some_and(|(from, to)| from == square || to == square) => {
                CellStyle::LastMove
            }
            Some(color) => CellStyle::Piece(color),
            None => CellStyle::Empty,
        }
    }
}

/// Returns the lines of the grid without line feeds.
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
        [format!("{} |{cells}", rank.digit()), RULE.to_owned()]
    });
    core::iter::once(RULE.to_owned()).chain(squares).chain([last])
}

/// Wraps `text` at spaces to lines of at most `width` characters, each with the indentation of the first.
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
    fn the_start_position_is_drawn_exactly() {
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
    fn a_flipped_board_with_figurines_is_drawn_exactly() {
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
    fn marks_are_in_the_cells_and_pins_in_the_sidebar() {
        let position: Position = "4r1k1/8/8/8/4N3/3p4/8/4K3 w - - 0 1".parse().expect("a position");
        let mut scene = Scene::new(&position).with_pins(&position).with_moves_from(&position, Square::E1);
        scene.last_move = Some((Square::A8, Square::E8));
        let sidebar = scene.describe_pins();
        let text = scene.text(Glyphs::Letters, &sidebar, |_, cell| cell.to_owned());
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
    fn a_long_sidebar_continues_below_the_board() {
        let sidebar: Vec<String> = (1..=20).map(|number| number.to_string()).collect();
        let scene = Scene::from_board(&Board::EMPTY);
        let text = scene.text(Glyphs::Letters, &sidebar, |_, cell| cell.to_owned());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 20);
        for (line, number) in lines.iter().zip(1..) {
            assert_eq!(line.chars().skip(SIDEBAR_COLUMN).collect::<String>(), number.to_string());
        }
    }

    #[test]
    fn cells_are_painted_by_their_style() {
        let position: Position = "4r1k1/8/8/8/4N3/8/8/4K2R w - - 0 1".parse().expect("a position");
        let scene = Scene::new(&position).with_pins(&position);
        let text = scene.text(Glyphs::Letters, &[], |style, cell| match style {
            CellStyle::Attacker => cell.replace(' ', "a"),
            CellStyle::Pinned => cell.replace(' ', "p"),
            CellStyle::Shielded => cell.replace(' ', "s"),
            CellStyle::Piece(Color::White) => cell.replace(' ', "w"),
            CellStyle::Piece(Color::Black) => cell.replace(' ', "b"),
            _ => cell.to_owned(),
        });
        for cell in ["|ara|", "|bkb|", "|pNp|", "|sKs|", "|wRw|"] {
            assert!(text.contains(cell), "{cell}");
        }
    }
}
