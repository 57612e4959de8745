//! FEN, X-FEN and Shredder-FEN, in and out.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod fast;

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::words::shorten;
use crate::{Bitboard, Board, CastlingSide, Color, File, Piece, Rank, Role, Setup, Square};

/// When a FEN names the square behind a pawn that made a double step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EnPassantMode {
    /// After every double step, as the standard says.
    #[default]
    Fen,
    /// When a pawn stands ready to take in passing, pinned or not.
    XFen,
    /// When taking in passing is legal: what counts for repetition.
    Legal,
}

/// How a FEN names rights to castle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingNotation {
    /// `KQkq`, and the file's letter where the rook is not the outermost (X-FEN).
    #[default]
    XFen,
    /// The file's letter always (Shredder-FEN).
    Shredder,
}

/// A FEN that was read: what it says, and what was repaired in it.
///
/// Pieces and turn must be there; castling, en passant and the counters may be missing at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fen {
    /// What it says.
    pub setup: Setup,
    /// What was repaired.
    pub notes: Vec<FenNote>,
}

/// Something that was repaired in a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenNote {
    /// The field.
    pub field: FenField,
    /// What stood there.
    pub found: String,
    /// What was taken instead.
    pub taken: String,
}

impl fmt::Display for FenNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.found.is_empty() {
            write!(f, "FEN {}: missing, taken as `{}`", self.field, self.taken)
        } else {
            write!(f, "FEN {}: `{}` taken as `{}`", self.field, self.found, self.taken)
        }
    }
}

/// A field of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FenField {
    /// The pieces, rank by rank from the eighth.
    Pieces,
    /// `w` or `b`.
    Turn,
    /// The rights to castle.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Half-moves since the last capture or pawn move.
    HalfmoveClock,
    /// The number of the move.
    FullmoveNumber,
    /// Something after the last field.
    End,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pieces => "field 1 (pieces)",
            Self::Turn => "field 2 (turn)",
            Self::Castling => "field 3 (castling)",
            Self::EnPassant => "field 4 (en passant)",
            Self::HalfmoveClock => "field 5 (halfmove clock)",
            Self::FullmoveNumber => "field 6 (move number)",
            Self::End => "end",
        })
    }
}

/// A text that is no FEN: the field, the place in it, what stood there and what should.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("FEN {field}, column {column}: found {}, expected {expected}", Found(.found))]
pub struct FenError {
    /// The field.
    pub field: FenField,
    /// The column in the text, from 1, in characters.
    pub column: usize,
    /// What stood there; empty at the end of the text.
    pub found: String,
    /// What should stand there.
    pub expected: String,
}

struct Found<'a>(&'a str);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("nothing") } else { write!(f, "`{}`", shorten(self.0)) }
    }
}

/// A word of the text and the column of its first character.
#[derive(Clone, Copy)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) column: usize,
}

impl<'a> Word<'a> {
    /// The words of a text, apart from each other by blanks.
    pub(crate) fn split(text: &'a str) -> impl Iterator<Item = Self> {
        text.split_ascii_whitespace().map(move |word| {
            let offset = word.as_ptr() as usize - text.as_ptr() as usize;
            let column = text.get(..offset).map_or(0, |before| before.chars().count()) + 1;
            Word { text: word, column }
        })
    }

    fn error(self, field: FenField, expected: impl Into<String>) -> FenError {
        FenError { field, column: self.column, found: self.text.to_owned(), expected: expected.into() }
    }

    /// An error at one of the word's characters.
    fn error_at(self, index: usize, field: FenField, expected: impl Into<String>) -> FenError {
        FenError {
            field,
            column: self.column + index,
            found: self.text.chars().nth(index).map(String::from).unwrap_or_default(),
            expected: expected.into(),
        }
    }
}

impl FromStr for Fen {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        if let Some(setup) = fast::read(text) {
            return Ok(Self { setup, notes: Vec::new() });
        }
        let mut words = Word::split(text);
        let end = text.chars().count() + 1;
        let mut fen = Self::read_four(&mut words, end)?;
        if let Some(word) = words.next() {
            fen.setup.halfmove_clock = fen.read_counter(word, FenField::HalfmoveClock, 0)?;
        }
        if let Some(word) = words.next() {
            fen.setup.fullmove_number = fen.read_counter(word, FenField::FullmoveNumber, 1)?;
        }
        match words.next() {
            Some(word) => Err(word.error(FenField::End, "nothing after the move number")),
            None => Ok(fen),
        }
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        text.parse::<Fen>().map(|fen| fen.setup)
    }
}

impl Fen {
    /// Reads the four fields that FEN and EPD share.
    pub(crate) fn read_four<'a>(
        words: &mut impl Iterator<Item = Word<'a>>,
        end: usize,
    ) -> Result<Self, FenError> {
        let missing = |field, expected: &str| FenError {
            field,
            column: end,
            found: String::new(),
            expected: expected.to_owned(),
        };
        let mut fen = Self { setup: Setup::EMPTY, notes: Vec::new() };
        let pieces = words
            .next()
            .ok_or_else(|| missing(FenField::Pieces, "eight ranks of pieces, as in 8/8/8/8/8/8/8/8"))?;
        fen.read_pieces(pieces)?;
        let turn = words.next().ok_or_else(|| missing(FenField::Turn, "`w` or `b`"))?;
        fen.setup.turn = match turn.text {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(turn.error(FenField::Turn, "`w` or `b`")),
        };
        match words.next() {
            Some(castling) => fen.read_castling(castling)?,
            None => fen.note(FenField::Castling, "", "-"),
        }
        match words.next() {
            Some(word) if word.text == "-" => {}
            Some(word) => {
                let square = word
                    .text
                    .parse()
                    .map_err(|_| word.error(FenField::EnPassant, "a square such as e3, or `-`"))?;
                fen.setup.en_passant = Some(square);
            }
            None => fen.note(FenField::EnPassant, "", "-"),
        }
        Ok(fen)
    }

    fn note(&mut self, field: FenField, found: &str, taken: &str) {
        self.notes.push(FenNote { field, found: found.to_owned(), taken: taken.to_owned() });
    }

    fn read_pieces(&mut self, word: Word<'_>) -> Result<(), FenError> {
        let error_at = |index, expected: String| word.error_at(index, FenField::Pieces, expected);
        let (mut rank, mut file) = (7, 0);
        for (index, letter) in word.text.chars().enumerate() {
            match letter {
                '/' if file != 8 => {
                    return Err(error_at(
                        index,
                        format!("{} on rank {}", more(8 - file, "square"), rank + 1),
                    ));
                }
                '/' if rank == 0 => return Err(error_at(index, "nothing after rank 1".to_owned())),
                '/' => (rank, file) = (rank - 1, 0),
                '1'..='8' => {
                    let count = letter as usize - '0' as usize;
                    if file + count > 8 {
                        let room = 8 - file;
                        return Err(error_at(
                            index,
                            format!("at most {} on rank {}", more(room, "square"), rank + 1),
                        ));
                    }
                    file += count;
                }
                _ => {
                    let Some(piece) = Piece::from_letter(letter) else {
                        return Err(error_at(
                            index,
                            "a piece of KQRBNPkqrbnp, a count from 1 to 8, or `/`".to_owned(),
                        ));
                    };
                    let square = File::from_index(file).zip(Rank::from_index(rank));
                    let Some((file_here, rank_here)) = square else {
                        return Err(error_at(index, format!("`/`, as rank {} has eight squares", rank + 1)));
                    };
                    self.setup.board.set(Square::new(file_here, rank_here), piece);
                    file += 1;
                }
            }
        }
        let end = word.text.chars().count();
        if file != 8 {
            return Err(error_at(end, format!("{} on rank {}", more(8 - file, "square"), rank + 1)));
        }
        if rank != 0 {
            return Err(error_at(end, format!("`/` and {}", more(rank, "rank"))));
        }
        Ok(())
    }

    /// Rights in any order, by `KQkq` or by the rook's file.
    fn read_castling(&mut self, word: Word<'_>) -> Result<(), FenError> {
        if word.text == "-" {
            return Ok(());
        }
        let mut twice = false;
        for (index, letter) in word.text.chars().enumerate() {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let back = color.relative(Rank::First);
            let rook = match letter.to_ascii_lowercase() {
                'k' => self.outermost_rook(color, CastlingSide::KingSide),
                'q' => self.outermost_rook(color, CastlingSide::QueenSide),
                file @ 'a'..='h' => File::from_letter(file).map(|file| Square::new(file, back)),
                _ => None,
            };
            let Some(rook) = rook else {
                let expected = "rights among KQkq, files from a to h, or `-`";
                return Err(word.error_at(index, FenField::Castling, expected));
            };
            twice |= self.setup.castling.contains(rook);
            self.setup.castling = self.setup.castling.with(rook);
        }
        if twice {
            let mut taken = String::new();
            self.setup.push_castling(&mut taken, CastlingNotation::XFen);
            self.note(FenField::Castling, word.text, &taken);
        }
        Ok(())
    }

    /// The rook that `K` or `Q` means: the outermost on that side of the king; without one, the corner, which
    /// validation will refuse with a reason.
    fn outermost_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let back = color.relative(Rank::First);
        let board = &self.setup.board;
        let here = Bitboard::from_rank(back);
        let rooks = board.by_piece(Piece::new(color, Role::Rook)) & here;
        let king = (board.by_piece(Piece::new(color, Role::King)) & here).first();
        let corner = match side {
            CastlingSide::KingSide => Square::new(File::H, back),
            CastlingSide::QueenSide => Square::new(File::A, back),
        };
        let outermost = match side {
            CastlingSide::KingSide => rooks.last(),
            CastlingSide::QueenSide => rooks.first(),
        };
        Some(match (king, outermost) {
            (Some(king), Some(rook)) if CastlingSide::of(king, rook) == side => rook,
            _ => corner,
        })
    }

    fn read_counter(&mut self, word: Word<'_>, field: FenField, least: u16) -> Result<u16, FenError> {
        let digits = word.text.strip_prefix(['-', '+']).unwrap_or(word.text);
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) || word.text == "+" {
            return Err(word.error(field, "a whole number"));
        }
        let read = word.text.parse::<u16>().ok().filter(|&count| count >= least);
        let taken = read.unwrap_or_else(|| {
            // Too many digits for the counter, or fewer than it may have.
            if word.text.starts_with('-') || digits.len() < 5 { least } else { u16::MAX }
        });
        if read.is_none() {
            self.note(field, word.text, &taken.to_string());
        }
        Ok(taken)
    }
}

impl fmt::Display for Setup {
    /// The FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen(CastlingNotation::XFen))
    }
}

impl Setup {
    /// The FEN, with the en passant square as it is set.
    pub fn fen(&self, castling: CastlingNotation) -> String {
        let mut text = self.epd_fields(castling);
        text.push(' ');
        push_number(&mut text, self.halfmove_clock);
        text.push(' ');
        push_number(&mut text, self.fullmove_number);
        text
    }

    /// The four fields that FEN and EPD share.
    pub(crate) fn epd_fields(&self, castling: CastlingNotation) -> String {
        let mut text = String::with_capacity(96);
        push_pieces(&mut text, &self.board);
        text.push(' ');
        text.push(self.turn.letter());
        text.push(' ');
        self.push_castling(&mut text, castling);
        text.push(' ');
        match self.en_passant {
            None => text.push('-'),
            Some(square) => {
                text.push(square.file().letter());
                text.push(square.rank().digit());
            }
        }
        text
    }

    fn push_castling(&self, text: &mut String, notation: CastlingNotation) {
        let before = text.len();
        for color in Color::ALL {
            let back = Bitboard::from_rank(color.relative(Rank::First));
            let king = (self.board.by_piece(Piece::new(color, Role::King)) & back).first();
            let rooks = self.board.by_piece(Piece::new(color, Role::Rook)) & back;
            for rook in (self.castling & back).into_iter().rev() {
                let side = king.map(|king| CastlingSide::of(king, rook));
                let letter = match (notation, side) {
                    (CastlingNotation::XFen, Some(CastlingSide::KingSide)) if rooks.last() == Some(rook) => {
                        'k'
                    }
                    (CastlingNotation::XFen, Some(CastlingSide::QueenSide))
                        if rooks.first() == Some(rook) =>
                    {
                        'q'
                    }
                    _ => rook.file().letter(),
                };
                text.push(match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                });
            }
        }
        if text.len() == before {
            text.push('-');
        }
    }
}

/// `1 more square`, `2 more squares`.
fn more(count: usize, noun: &str) -> String {
    format!("{count} more {noun}{}", if count == 1 { "" } else { "s" })
}

/// The field of the pieces: at most 64 letters and 7 slashes. A gap is written before every piece, and written over if it
/// has no squares: a branch could not be foreseen.
fn push_pieces(text: &mut String, board: &Board) {
    let mut field = [0; 72];
    let mut length = 0;
    let mut put = |byte: u8, counts: bool| {
        if let Some(place) = field.get_mut(length) {
            *place = byte;
            length += usize::from(counts);
        }
    };
    for rank in Rank::ALL.into_iter().rev() {
        let mut next = 0;
        for square in board.occupied() & Bitboard::from_rank(rank) {
            let file = square.file() as u8;
            put(b'0' + (file - next), file > next);
            put(board.letter_at(square), true);
            next = file + 1;
        }
        put(b'0' + (8 - next), next < 8);
        put(b'/', rank != Rank::First);
    }
    let field = field.get(..length).unwrap_or_default();
    text.push_str(core::str::from_utf8(field).unwrap_or_default());
}

fn push_number(text: &mut String, number: u16) {
    for unit in [10_000, 1_000, 100, 10, 1] {
        if number >= unit || unit == 1 {
            text.push((b'0' + (number / unit % 10) as u8) as char);
        }
    }
}
