//! The fast path: canonical FEN in one pass over the bytes.
//!
//! Parses six fields separated by single spaces, without adjacent digits, with castling rights as `KQkq` for rooks in
//! the corners and kings on the e-file. Leaves any other text to the parser in `mod.rs`, which also reports errors.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::validate::standard_castling_rooks;
use crate::{Bitboard, Board, Color, File, Setup, Square};

/// The effect of a byte of the first field.
#[derive(Clone, Copy)]
struct Symbol {
    /// The piece: its bit in each plane of [`Board::from_planes`], the first plane lowest.
    piece: u8,
    /// The number of squares that it fills; more than a board has if it is not part of the field.
    squares: u8,
    /// Whether it starts the next rank.
    next_rank: bool,
}

static SYMBOLS: [Symbol; 256] = symbols();

#[allow(clippy::indexing_slicing, reason = "evaluated by the compiler")]
const fn symbols() -> [Symbol; 256] {
    let mut table = [Symbol { piece: 0, squares: u8::MAX, next_rank: false }; 256];
    table[b'/' as usize] = Symbol { piece: 0, squares: 0, next_rank: true };
    let mut count = 1;
    while count <= 8 {
        table[(b'0' + count) as usize] = Symbol { piece: 0, squares: count, next_rank: false };
        count += 1;
    }
    // The planes from the right: orthogonal, diagonal, leaper, black.
    let letters =
        [(b'R', 0b0001), (b'B', 0b0010), (b'Q', 0b0011), (b'N', 0b0100), (b'K', 0b0101), (b'P', 0b0110)];
    let mut index = 0;
    while index < letters.len() {
        let (letter, white) = letters[index];
        table[letter as usize] = Symbol { piece: white, squares: 1, next_rank: false };
        table[letter.to_ascii_lowercase() as usize] =
            Symbol { piece: white | 0b1000, squares: 1, next_rank: false };
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
    let (pieces, rest) = read_pieces(text)?;
    let board = board_of(&pieces);
    let is_canonical = text.len() - rest.len() == canonical_length(&board);
    match rest {
        [b' ', rest @ ..] if is_canonical => Some((board, rest)),
        _ => None,
    }
}

/// Parses the squares in the order of the text, each as the `piece` of its [`Symbol`].
#[inline(never)] // In a larger function its variables would not stay in registers.
fn read_pieces(text: &[u8]) -> Option<([u8; 64], &[u8])> {
    /// The squares, in the order of the text, on which a rank other than the first starts.
    const STARTS_OF_RANKS: u64 = 0x0101_0101_0101_0100;
    let mut pieces = [0; 64];
    let mut starts_of_ranks = 0;
    let mut next = 0_usize;
    let mut bytes = text.iter();
    // Branch-free: pieces, gaps and ends of ranks are unpredictable. A piece overwrites the zero of a symbol before it.
    while let Some(square) = pieces.get_mut(next) {
        let symbol = SYMBOLS.get(usize::from(*bytes.next()?))?;
        *square = symbol.piece;
        starts_of_ranks |= u64::from(symbol.next_rank) << next;
        next += usize::from(symbol.squares);
    }
    let complete = next == pieces.len() && starts_of_ranks == STARTS_OF_RANKS;
    complete.then_some((pieces, bytes.as_slice()))
}

/// Returns the board of pieces in the order of the text.
fn board_of(pieces: &[u8; 64]) -> Board {
    let mut planes = [0; 4];
    let (ranks, _) = pieces.as_chunks();
    for (&rank, shift) in ranks.iter().zip((0..64).step_by(8).rev()) {
        let rank = u64::from_le_bytes(rank);
        for (index, plane) in planes.iter_mut().enumerate() {
            *plane |= lowest_bits(rank >> index) << shift;
        }
    }
    Board::from_planes(planes.map(Bitboard))
}

/// Returns the lowest bit of each byte, the first byte lowest.
fn lowest_bits(bytes: u64) -> u64 {
    // The factor shifts the bit of byte `n` to bit 56 + `n`.
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
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
    let corners = standard_castling_rooks(board);
    let mut rights = Bitboard::EMPTY;
    let mut bytes = text.iter();
    loop {
        let rook = match *bytes.next()? {
            b'K' => Some(Square::H1),
            b'Q' => Some(Square::A1),
            b'k' => Some(Square::H8),
            b'q' => Some(Square::A8),
            b' ' if rights.any() => return Some((rights, bytes.as_slice())),
            _ => None,
        };
        let new = rook.filter(|&rook| (corners - rights).contains(rook))?;
        rights = rights.with(new);
    }
}

/// Parses a number of one to four digits; returns the text after it too.
fn read_number(text: &[u8]) -> Option<(u16, &[u8])> {
    let (mut value, mut rest) = (0, text);
    while let [digit @ b'0'..=b'9', tail @ ..] = rest {
        if text.len() - rest.len() == 4 {
            return None;
        }
        value = value * 10 + u16::from(digit - b'0');
        rest = tail;
    }
    (rest.len() < text.len()).then_some((value, rest))
}
