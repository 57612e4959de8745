//! Decodes plain SAN: a canonical move without castling and promotion.
#![allow(clippy::indexing_slicing, reason = "a byte is below 256, and three bits are below 8")]

use core::hint::select_unpredictable;

use crate::attacks::Mover;
use crate::{Bitboard, File, Rank, Role, Square};

/// A decoded plain SAN, without a board: `e4`, `exd5`, `Nf3`, `Nbxd2+`, `Qh4e1#`.
///
/// Built for bulk parsing: decoding a move also finds the end of its token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlainSan {
    /// The squares that the hints allow.
    pub(super) hints: Bitboard,
    /// Target, mover and capture flag in one number: reading three separately stored bytes at once defeats store
    /// forwarding.
    parts: u32,
}

impl PlainSan {
    /// The length of the longest move and the blank after it.
    pub(super) const CHUNK: usize = 8;

    /// Decodes the move at the start of `chunk`, up to a blank, a line end or `)`; returns its length too.
    ///
    /// Returns `None` for a move with a whole square as a hint, too.
    ///
    /// Branch-free: the kinds of moves are unpredictable, and one branch misprediction costs as much as the whole
    /// decoding. So the text is one number, and pawns, pieces, captures, hints and marks take the same path.
    #[inline(always)]
    pub(super) fn read(chunk: [u8; Self::CHUNK]) -> Option<(Self, usize)> {
        let letters = u64::from_le_bytes(chunk);
        let ends = ends(letters);
        // The last letter is in the top byte; shift out each part once it is decoded.
        let mut rest = letters << ((71 - ends.trailing_zeros()) & 63);
        // `+` and `#` differ in one bit.
        let marked = (rest >> 56) as u8 & !(b'+' ^ b'#') == b'#' & b'+';
        rest <<= 8 * u32::from(marked);
        // File and rank, one byte each, below 8 if valid.
        let square = ((rest >> 48) as u32).wrapping_sub(u32::from_le_bytes([b'a', b'1', 0, 0]));
        let to = (square | square >> 5) & 63;
        rest <<= 16;
        let prefix = Prefix::of((rest >> 32) as u32);
        let promotes = (to + 8) & 0x30 == 0;
        let known = (prefix.letters == (rest >> 32) as u32) & (rest as u32 == 0);
        if (ends == 0) | (square & !0x0707 != 0) | !known | (promotes & prefix.is_pawn()) {
            return None;
        }
        Some((Self { hints: prefix.hints, parts: to | prefix.parts }, ends.trailing_zeros() as usize / 8))
    }

    /// Decodes the text of one move, letter by letter: for texts shorter than a chunk and for hints that are whole squares,
    /// which [`read`](Self::read) does not decode.
    pub(super) fn parse(text: &[u8]) -> Option<Self> {
        let text = text.strip_suffix(b"+").or(text.strip_suffix(b"#")).unwrap_or(text);
        let (prefix, square) = text.split_last_chunk::<2>()?;
        let to = Square::from_ascii(*square)?;
        let (before, captures) = match prefix {
            [before @ .., b'x'] => (before, true),
            before => (before, false),
        };
        let (mover, hints) = match before {
            [] if !captures => (Mover::PAWN, Bitboard::FULL),
            &[file @ b'a'..=b'h'] if captures => (Mover::PAWN_CAPTURES, hinted(file)),
            &[piece] => (piece_mover(piece)?, Bitboard::FULL),
            &[piece, hint] => (piece_mover(piece)?, hinted(hint)),
            &[piece, file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                (piece_mover(piece)?, hinted(file) & hinted(rank))
            }
            _ => return None,
        };
        let is_pawn = matches!(mover, Mover::PAWN | Mover::PAWN_CAPTURES);
        if hints.is_empty() || is_pawn && Bitboard::OUTER_RANKS.contains(to) {
            return None;
        }
        Some(Self { hints, parts: to as u32 | parts(mover, captures) })
    }

    #[inline(always)]
    pub(super) fn to(self) -> Square {
        Square::wrapping(self.parts)
    }

    #[inline(always)]
    pub(super) fn mover(self) -> Mover {
        Mover::from_row((self.parts >> 8) as u8)
    }

    #[inline(always)]
    pub(super) fn is_capture(self) -> bool {
        self.parts & CAPTURES != 0
    }

    /// Returns the SAN of the move between two squares; `None` for a promotion. En passant is a capture.
    #[inline(always)]
    pub(super) fn exact(role: Role, from: Square, to: Square, captures: bool) -> Option<Self> {
        let is_pawn = role == Role::Pawn;
        if is_pawn & Bitboard::OUTER_RANKS.contains(to) {
            return None;
        }
        let mover =
            select_unpredictable(is_pawn & captures, Mover::PAWN_CAPTURES, Mover::from_row(role as u8));
        Some(Self { hints: Bitboard::from_square(from), parts: to as u32 | parts(mover, captures) })
    }
}

const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);

/// Sets the high bit of each byte that ends a move; bits above the lowest may be wrong.
#[inline(always)]
const fn ends(letters: u64) -> u64 {
    const LOW: u64 = u64::from_ne_bytes([0x01; 8]);
    let blanks = letters.wrapping_sub(LOW * (b' ' + 1) as u64) & !letters;
    let other = letters ^ (LOW * b')' as u64);
    (blanks | other.wrapping_sub(LOW) & !other) & HIGH
}

const CAPTURES: u32 = 1 << 16;
const PAWN: u32 = 1 << 17;

/// Returns [`PlainSan::parts`] without the target.
#[inline(always)]
const fn parts(mover: Mover, captures: bool) -> u32 {
    let is_pawn = matches!(mover, Mover::PAWN | Mover::PAWN_CAPTURES);
    let captures = if captures { CAPTURES } else { 0 };
    let pawn = if is_pawn { PAWN } else { 0 };
    (mover.row() as u32) << 8 | captures | pawn
}

const fn piece_mover(letter: u8) -> Option<Mover> {
    Some(match letter {
        b'N' => Mover::KNIGHT,
        b'B' => Mover::BISHOP,
        b'R' => Mover::ROOK,
        b'Q' => Mover::QUEEN,
        b'K' => Mover::KING,
        _ => return None,
    })
}

/// The text before the target square: piece, hint, `x`.
#[derive(Clone, Copy, Debug)]
struct Prefix {
    /// The letters, the last one in the top byte.
    letters: u32,
    parts: u32,
    hints: Bitboard,
}

impl Prefix {
    /// An empty slot: no text has these letters.
    const NONE: Self = Self { letters: !0, parts: 0, hints: Bitboard::EMPTY };
    const SLOTS: usize = 1 << 10;

    /// Returns the only entry that can have these letters.
    #[inline(always)]
    fn of(letters: u32) -> &'static Self {
        static PREFIXES: [Prefix; Prefix::SLOTS] = prefixes();
        &PREFIXES[Self::slot(letters)]
    }

    /// A perfect hash. The factor was found by search; the table does not compile with a wrong one.
    #[inline(always)]
    const fn slot(letters: u32) -> usize {
        (letters.wrapping_mul(0x8d51_912b) >> 22) as usize
    }

    #[inline(always)]
    const fn is_pawn(&self) -> bool {
        self.parts & PAWN != 0
    }
}

const fn prefixes() -> [Prefix; Prefix::SLOTS] {
    let mut table = [Prefix::NONE; Prefix::SLOTS];
    let files_and_ranks = b"abcdefgh12345678";
    insert(&mut table, &[], Mover::PAWN, false, Bitboard::FULL);
    let mut file = 0;
    while file < 8 {
        let letter = files_and_ranks[file];
        insert(&mut table, &[letter, b'x'], Mover::PAWN_CAPTURES, true, HINTS[letter as usize]);
        file += 1;
    }
    let pieces = b"NBRQK";
    let mut index = 0;
    while index < pieces.len() {
        let piece = pieces[index];
        if let Some(mover) = piece_mover(piece) {
            insert(&mut table, &[piece], mover, false, Bitboard::FULL);
            insert(&mut table, &[piece, b'x'], mover, true, Bitboard::FULL);
            let mut hint = 0;
            while hint < files_and_ranks.len() {
                let letter = files_and_ranks[hint];
                let squares = HINTS[letter as usize];
                insert(&mut table, &[piece, letter], mover, false, squares);
                insert(&mut table, &[piece, letter, b'x'], mover, true, squares);
                hint += 1;
            }
        }
        index += 1;
    }
    table
}

const fn insert(
    table: &mut [Prefix; Prefix::SLOTS],
    text: &[u8],
    mover: Mover,
    captures: bool,
    hints: Bitboard,
) {
    let mut letters = 0;
    let mut index = 0;
    while index < text.len() {
        letters = letters >> 8 | (text[index] as u32) << 24;
        index += 1;
    }
    let slot = Prefix::slot(letters);
    assert!(table[slot].letters == Prefix::NONE.letters, "two prefixes in one slot");
    table[slot] = Prefix { letters, parts: parts(mover, captures), hints };
}

/// Returns the squares of the file or rank `hint`; empty for any other byte.
const fn hinted(hint: u8) -> Bitboard {
    HINTS[hint as usize]
}

const HINTS: [Bitboard; 256] = hints();

const fn hints() -> [Bitboard; 256] {
    let mut hints = [Bitboard::EMPTY; 256];
    let mut index = 0;
    while index < 8 {
        hints[b'a' as usize + index] = Bitboard::from_file(File::ALL[index]);
        hints[b'1' as usize + index] = Bitboard::from_rank(Rank::ALL[index]);
        index += 1;
    }
    hints
}

#[cfg(test)]
#[allow(clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn token_ends_at_a_blank_a_line_end_or_a_parenthesis() {
        for (text, length) in
            [("e4 e5 2.", Some(2)), ("Nf3\nNc6 ", Some(3)), ("e4) e5 2", Some(2)), ("Qhxe1#  ", Some(6))]
        {
            let chunk = text.as_bytes().try_into().expect("eight bytes");
            assert_eq!(PlainSan::read(chunk).map(|(_, length)| length), length, "{text}");
        }
        for text in
            ["e4! e5 2", "e4. e5 2", "e4{good}", "e4( e5 2", "Qh4xe1##", " e4 e5 2", "+ e4 e5 ", "e4$1 e5 "]
        {
            let chunk = text.as_bytes().try_into().expect("eight bytes");
            assert_eq!(PlainSan::read(chunk), None, "{text}");
        }
    }

    #[test]
    fn only_canonical_moves_are_decoded() {
        for text in ["e4", "exd5", "Nf3", "Nxf3+", "Nbd2", "N1d2", "Ng1f3", "Ng1xf3#", "Kxe2", "Bc3", "bxc3"]
        {
            assert!(PlainSan::parse(text.as_bytes()).is_some(), "{text}");
        }
        for text in [
            "", "e", "4", "e9", "i4", "ed5", "e2e4", "e4xd5", "e8", "exd1", "e8=Q", "O-O", "NNf3", "Nabd2",
            "N12d2", "Nxxf3", "xf3", "Nx", "N3", "Nf3++", "nf3", "Pe4", "Ng1fxe3", "--", "Z0", "N\0f3",
            "Nf3 ",
        ] {
            assert_eq!(PlainSan::parse(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn two_bytes_before_the_target_are_valid_hints_or_rejected() {
        for first in 0..=255u8 {
            for second in 0..=255u8 {
                let is_hint = |hint: u8| matches!(hint, b'a'..=b'h' | b'1'..=b'8');
                let square = Square::from_ascii([first, second]).is_some();
                let captures = is_hint(first) && second == b'x';
                let plain = PlainSan::parse(&[b'R', first, second, b'd', b'4']).is_some();
                assert_eq!(plain, square || captures, "R{}{}d4", first as char, second as char);
            }
        }
    }

    #[test]
    fn fast_and_letter_by_letter_decoding_agree() {
        let letters = b"abcdefgh12345678NBRQKx+# )O-=\n\0{\xC2";
        let mut random = 0x2545_F491_4F6C_DD1D_u64;
        let mut plain = 0;
        for _ in 0..2_000_000 {
            let chunk = core::array::from_fn(|_| {
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                letters[(random >> 33) as usize % letters.len()]
            });
            let length = chunk.iter().position(|&letter| letter <= b' ' || letter == b')');
            let slow = length.and_then(|length| Some((PlainSan::parse(&chunk[..length])?, length)));
            let fast = PlainSan::read(chunk);
            let names_square = slow.is_some_and(|(san, _)| san.hints.single().is_some());
            assert_eq!(fast, slow.filter(|_| !names_square), "{chunk:?}");
            plain += usize::from(fast.is_some());
        }
        assert!(plain > 1000, "too few moves: {plain}");
    }

    #[test]
    fn decodes_piece_hints_capture_and_target() {
        let san = PlainSan::parse(b"Ng1xf3+").expect("plain");
        assert_eq!((san.mover(), san.to(), san.is_capture()), (Mover::KNIGHT, Square::F3, true));
        assert_eq!(san.hints, Square::G1.into());
    }
}
