//! Parses and writes FEN, X-FEN and Shredder-FEN.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod fast;

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::format::shorten;
use crate::{Bitboard, Board, CastlingSide, Color, File, Piece, Rank, Role, Setup, Square};

/// When a FEN contains the en passant square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EnPassantMode {
    /// After every double step, as in the standard.
    #[default]
    Fen,
    /// If an enemy pawn attacks the square, pinned or not.
    XFen,
    /// If en passant is legal, as for repetition.
    Legal,
}

/// How a FEN writes castling rights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingNotation {
    /// `KQkq`, or the letter of the file if the rook is not the outermost (X-FEN).
    #[default]
    XFen,
    /// Always the letter of the file (Shredder-FEN).
    Shredder,
}

/// A parsed FEN.
///
/// Pieces and side to move are required; castling, en passant and the counters may be missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fen {
    /// The content.
    pub setup: Setup,
    /// The corrections.
    pub notes: Vec<FenNote>,
}

/// A correction of a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenNote {
    /// The field.
    pub field: FenField,
    /// The text of the field; empty if it is missing.
    pub found: String,
    /// The text that replaces it.
    pub read_as: String,
}

impl fmt::Display for FenNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field == FenField::Operations {
            write!(f, "EPD: no `{}` after the last operation, added", self.read_as)
        } else if self.found.is_empty() {
            write!(f, "FEN {}: missing, read as `{}`", self.field, self.read_as)
        } else {
            write!(f, "FEN {}: `{}` read as `{}`", self.field, self.found, self.read_as)
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
    /// The castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Half-moves since the last capture or pawn move.
    HalfmoveClock,
    /// The number of the move.
    FullmoveNumber,
    /// Text after the last field.
    End,
    /// The operations of an EPD.
    Operations,
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
            Self::Operations => "operations",
        })
    }
}

/// A syntax error in a FEN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("FEN {field}, column {column}: found {}, expected {expected}", quoted(.found))]
pub struct FenError {
    /// The field.
    pub field: FenField,
    /// The column in the text, from 1, in characters.
    pub column: usize,
    /// What was found; empty at the end of the text.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

fn quoted(found: &str) -> String {
    if found.is_empty() { "nothing".to_owned() } else { format!("`{}`", shorten(found)) }
}

/// A word of a text and the column of its first character.
#[derive(Clone, Copy)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) column: usize,
}

impl<'a> Word<'a> {
    /// Splits a text at whitespace.
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

    /// Returns an error at a character of the word.
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
        match fast::read(text) {
            Some(setup) => Ok(Self { setup, notes: Vec::new() }),
            None => Self::read(text),
        }
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        match fast::read(text) {
            Some(setup) => Ok(setup),
            None => Fen::read(text).map(|fen| fen.setup),
        }
    }
}

impl Fen {
    /// Parses any FEN; reports what is wrong or unusual.
    fn read(text: &str) -> Result<Self, FenError> {
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

    /// Parses the four fields that FEN and EPD share.
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

    pub(crate) fn note(&mut self, field: FenField, found: &str, read_as: &str) {
        self.notes.push(FenNote { field, found: found.to_owned(), read_as: read_as.to_owned() });
    }

    fn read_pieces(&mut self, word: Word<'_>) -> Result<(), FenError> {
        let error = |index, expected: String| Err(word.error_at(index, FenField::Pieces, expected));
        let missing = |file, rank| format!("{} on rank {}", more(8 - file, "square"), rank + 1);
        let (mut rank, mut file) = (7, 0);
        self.note_adjacent_digits(word.text);
        for (index, letter) in word.text.chars().enumerate() {
            match letter {
                '/' if file != 8 => return error(index, missing(file, rank)),
                '/' if rank == 0 => return error(index, "nothing after rank 1".to_owned()),
                '/' => (rank, file) = (rank - 1, 0),
                '1'..='8' => {
                    let count = letter as usize - '0' as usize;
                    if file + count > 8 {
                        return error(index, format!("at most {}", missing(file, rank)));
                    }
                    file += count;
                }
                _ => {
                    let Some(piece) = Piece::from_letter(letter) else {
                        let expected = "a piece of KQRBNPkqrbnp, a count from 1 to 8, or `/`";
                        return error(index, expected.to_owned());
                    };
                    let square = File::from_index(file).zip(Rank::from_index(rank));
                    let Some((on_file, on_rank)) = square else {
                        return error(index, format!("`/`, as rank {} has eight squares", rank + 1));
                    };
                    self.setup.board.set(Square::new(on_file, on_rank), piece);
                    file += 1;
                }
            }
        }
        let end = word.text.chars().count();
        if file != 8 {
            return error(end, missing(file, rank));
        }
        if rank != 0 {
            return error(end, format!("`/` and {}", more(rank, "rank")));
        }
        Ok(())
    }

    /// Notes ranks with adjacent digits, such as `17`, which are read as their sum.
    fn note_adjacent_digits(&mut self, pieces: &str) {
        for rank in pieces.split('/') {
            let mut merged = String::new();
            let mut empty = 0;
            for letter in rank.chars().chain(['/']) {
                if let Some(digit) = letter.to_digit(10) {
                    empty += digit;
                    continue;
                }
                if empty > 0 {
                    merged.push_str(&empty.to_string());
                    empty = 0;
                }
                merged.push(letter);
            }
            merged.pop();
            if merged.len() < rank.len() {
                self.note(FenField::Pieces, rank, &merged);
            }
        }
    }

    /// Parses castling rights in any order, as `KQkq` or as the file of the rook.
    fn read_castling(&mut self, word: Word<'_>) -> Result<(), FenError> {
        if word.text == "-" {
            return Ok(());
        }
        let mut repeated = false;
        for (index, letter) in word.text.chars().enumerate() {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let back = color.relative(Rank::First);
            let rook = match letter.to_ascii_lowercase() {
                'k' => Some(self.outermost_rook(color, CastlingSide::KingSide)),
                'q' => Some(self.outermost_rook(color, CastlingSide::QueenSide)),
                file @ 'a'..='h' => File::from_letter(file).map(|file| Square::new(file, back)),
                _ => None,
            };
            let Some(rook) = rook else {
                let expected = "rights among KQkq, files from a to h, or `-`";
                return Err(word.error_at(index, FenField::Castling, expected));
            };
            repeated |= self.setup.castling.contains(rook);
            self.setup.castling = self.setup.castling.with(rook);
        }
        if repeated {
            let mut read_as = String::new();
            self.setup.push_castling(&mut read_as, CastlingNotation::XFen);
            self.note(FenField::Castling, word.text, &read_as);
        }
        Ok(())
    }

    /// Returns the rook of `K` or `Q`: the outermost on that side of the king. Without one, returns the corner, which
    /// validation refuses with a reason.
    fn outermost_rook(&self, color: Color, side: CastlingSide) -> Square {
        let back = color.relative(Rank::First);
        let on_back = |role| self.setup.board.by_piece(Piece::new(color, role)) & Bitboard::from_rank(back);
        let (rooks, king) = (on_back(Role::Rook), on_back(Role::King).first());
        let (outermost, corner) = match side {
            CastlingSide::KingSide => (rooks.last(), File::H),
            CastlingSide::QueenSide => (rooks.first(), File::A),
        };
        let is_on_side = |rook: &Square| king.is_some_and(|king| CastlingSide::of(king, *rook) == side);
        outermost.filter(is_on_side).unwrap_or_else(|| Square::new(corner, back))
    }

    pub(crate) fn read_counter(
        &mut self,
        word: Word<'_>,
        field: FenField,
        least: u16,
    ) -> Result<u16, FenError> {
        let digits = word.text.strip_prefix(['-', '+']).unwrap_or(word.text);
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) || word.text == "+" {
            return Err(word.error(field, "a whole number"));
        }
        if let Some(count) = word.text.parse::<u16>().ok().filter(|&count| count >= least) {
            return Ok(count);
        }
        let is_low = word.text.starts_with('-') || digits.len() < 5;
        let nearest = if is_low { least } else { u16::MAX };
        self.note(field, word.text, &nearest.to_string());
        Ok(nearest)
    }
}

impl fmt::Display for Setup {
    /// Writes the FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen(CastlingNotation::XFen))
    }
}

impl Setup {
    /// Returns the FEN.
    pub fn fen(&self, castling: CastlingNotation) -> String {
        let mut text = self.epd_fields(castling);
        text.push(' ');
        push_number(&mut text, self.halfmove_clock);
        text.push(' ');
        push_number(&mut text, self.fullmove_number);
        text
    }

    /// Returns the four fields that FEN and EPD share.
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
                let letter = match side.filter(|_| notation == CastlingNotation::XFen) {
                    Some(CastlingSide::KingSide) if rooks.last() == Some(rook) => 'k',
                    Some(CastlingSide::QueenSide) if rooks.first() == Some(rook) => 'q',
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

/// Returns `1 more square`, `2 more squares`.
fn more(count: usize, noun: &str) -> String {
    format!("{count} more {noun}{}", if count == 1 { "" } else { "s" })
}

/// Writes the field of the pieces: at most 64 letters and 7 slashes.
///
/// Branch-free, because gaps are unpredictable: writes a digit before every piece and overwrites it if the gap is
/// empty.
fn push_pieces(text: &mut String, board: &Board) {
    let mut field = [0; 72];
    let mut length = 0;
    let mut put = |byte: u8, keep: bool| {
        if let Some(slot) = field.get_mut(length) {
            *slot = byte;
            length += usize::from(keep);
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
