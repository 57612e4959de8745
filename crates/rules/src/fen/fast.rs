//! The fast path: canonical FEN in one pass over the bytes.
//!
//! Handles all six fields, separated by one blank, without digits that follow each other, with rights by `KQkq` for rooks in the corners and kings on the
//! e-file. Leaves any other text to the parser in `mod.rs`, which also reports errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::{Bitboard, Board, Color, File, Piece, Role, Setup, Square};

/// The effect of a byte of the first field.
#[derive(Clone, Copy)]
struct Symbol {
    /// The bit of each plane of [`Board::from_planes`], to be shifted to the square.
    planes: [u64; 4],
    /// The number of squares that it fills.
    squares: u8,
    /// Whether it starts the next rank.
    next_rank: bool,
    /// Whether it is not part of the field.
    ends: bool,
}

static SYMBOLS: [Symbol; 256] = symbols();

#[allow(clippy::indexing_slicing, reason = "evaluated by the compiler")]
const fn symbols() -> [Symbol; 256] {
    const NONE: [u64; 4] = [0; 4];
    let mut table = [Symbol { planes: NONE, squares: 0, next_rank: false, ends: true }; 256];
    table[b'/' as usize] = Symbol { planes: NONE, squares: 0, next_rank: true, ends: false };
    let mut count = 1;
    while count <= 8 {
        table[(b'0' + count) as usize] =
            Symbol { planes: NONE, squares: count, next_rank: false, ends: false };
        count += 1;
    }
    let letters = [
        (b'R', [1, 0, 0, 0]),
        (b'B', [0, 1, 0, 0]),
        (b'Q', [1, 1, 0, 0]),
        (b'N', [0, 0, 1, 0]),
        (b'K', [1, 0, 1, 0]),
        (b'P', [0, 1, 1, 0]),
    ];
    let mut index = 0;
    while index < letters.len() {
        let (letter, planes) = letters[index];
        let [orthogonal, diagonal, leaper, _] = planes;
        let piece = Symbol { planes, squares: 1, next_rank: false, ends: false };
        table[letter as usize] = piece;
        table[letter.to_ascii_lowercase() as usize] =
            Symbol { planes: [orthogonal, diagonal, leaper, 1], ..piece };
        index += 1;
    }
    table
}

/// Parses a canonical FEN; `None` for any other text.
pub(super) fn read(text: &str) -> Option<Setup> {
    let (board, rest) = read_board(text.as_bytes())?;
    let (turn, rest) = match rest {
        [b'w', b' ', rest @ ..] => (Color::White, rest),
        [b'b', b' ', rest @ ..] => (Color::Black, rest),
        _ => return None,
    };
    let (castling, rest) = read_castling(&board, rest)?;
    let (en_passant, rest) = match rest {
        [b'-', b' ', rest @ ..] => (None, rest),
        [file, rank, b' ', rest @ ..] => (Some(Square::from_ascii([*file, *rank])?), rest),
        _ => return None,
    };
    let (halfmove_clock, rest) = read_number(rest)?;
    let [b' ', rest @ ..] = rest else { return None };
    let (fullmove_number, rest) = read_number(rest)?;
    let complete = rest.is_empty() && fullmove_number > 0;
    complete.then_some(Setup { board, turn, castling, en_passant, halfmove_clock, fullmove_number })
}

/// Parses the pieces; returns the text after the blank too.
fn read_board(text: &[u8]) -> Option<(Board, &[u8])> {
    let mut planes = [0; 4];
    // The next square in the order of the text, and the end of the rank.
    let (mut next, mut end) = (0_u32, 8_u32);
    let mut bytes = text.iter();
    loop {
        let byte = *bytes.next()?;
        let symbol = SYMBOLS.get(usize::from(byte))?;
        if symbol.ends {
            let rest = bytes.as_slice();
            let board = Board::from_planes(planes.map(Bitboard));
            let length = text.len() - rest.len() - 1;
            let complete = byte == b' ' && next == 64 && end == 64 && length == canonical_length(&board);
            return complete.then_some((board, rest));
        }
        // Branch-free: pieces, gaps and ends of ranks are unpredictable.
        let square = (next ^ 56) & 63;
        for (plane, first) in planes.iter_mut().zip(symbol.planes) {
            *plane |= first << square;
        }
        let too_early = symbol.next_rank & (next != end);
        next += u32::from(symbol.squares);
        if too_early | (next > end) {
            return None;
        }
        end += u32::from(symbol.next_rank) << 3;
    }
}

/// Returns the length of the pieces of a FEN. A text in which two digits follow each other is longer.
fn canonical_length(board: &Board) -> usize {
    let occupied = board.occupied();
    let empty_before = Bitboard((!occupied & !Bitboard::from_file(File::H)).0 << 1);
    // One letter per piece, one digit per run of empty squares: its first square has no empty one before it.
    (occupied | !empty_before).len() + 7
}

/// Parses the castling rights; returns the text after the blank too.
fn read_castling<'a>(board: &Board, text: &'a [u8]) -> Option<(Bitboard, &'a [u8])> {
    if let [b'-', b' ', rest @ ..] = text {
        return Some((Bitboard::EMPTY, rest));
    }
    let mut rights = Bitboard::EMPTY;
    let mut bytes = text.iter();
    loop {
        let (color, king, rook) = match *bytes.next()? {
            b'K' => (Color::White, Square::E1, Square::H1),
            b'Q' => (Color::White, Square::E1, Square::A1),
            b'k' => (Color::Black, Square::E8, Square::H8),
            b'q' => (Color::Black, Square::E8, Square::A8),
            b' ' if rights.any() => return Some((rights, bytes.as_slice())),
            _ => return None,
        };
        let in_place = board.by_piece(Piece::new(color, Role::King)) == king.into()
            && board.by_piece(Piece::new(color, Role::Rook)).contains(rook);
        if !in_place || rights.contains(rook) {
            return None;
        }
        rights = rights.with(rook);
    }
}

/// Parses a number of one to four digits; returns the text after it too.
fn read_number(text: &[u8]) -> Option<(u16, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = text.split_at_checked(digits)?;
    let value = number
        .iter()
        .fold(0_u16, |value, digit| value.wrapping_mul(10).wrapping_add(u16::from(digit - b'0')));
    (1..=4).contains(&digits).then_some((value, rest))
}
