//! Plain SAN taken apart: a pawn's or piece's move without promotion.
#![allow(clippy::indexing_slicing, reason = "a byte is below 256, and three bits are below 8")]

use core::hint::select_unpredictable;

use crate::attacks::Mover;
use crate::{Bitboard, File, Rank, Role, Square};

/// A plain move's text, taken apart without a board: `e4`, `exd5`, `Nf3`, `Nbxd2+`, `Qh4e1#`.
///
/// Castling and promotion are not plain, and nothing is that the standard would not write so. Reading and
/// [`Position::find_plain`](crate::Position::find_plain) are made for mass: whoever has text before him takes moves
/// out of it without looking for their ends first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainSan {
    /// The squares that the hints allow.
    pub(super) hints: Bitboard,
    /// Target, mover, whether it takes: one number, since three would be written singly and read at once, which
    /// processors do slowly.
    parts: u32,
}

impl PlainSan {
    /// The longest text, and the blank behind it.
    pub const CHUNK: usize = 8;

    /// Reads the move at the beginning of a text, up to a blank or line end; returns its length too.
    ///
    /// What follows a move is as good as random, and a wrong guess of the processor costs as much as all the rest:
    /// so the text is one number, and pawns, pieces, captures, hints and marks go the same way, without a branch.
    #[inline(always)]
    pub fn read(chunk: [u8; Self::CHUNK]) -> Option<(Self, usize)> {
        let letters = u64::from_le_bytes(chunk);
        let first = First::of(letters as u8);
        // The high bit of each byte up to a blank; those above the lowest may be wrong.
        let blanks = letters.wrapping_sub(u64::from_ne_bytes([b' ' + 1; 8])) & !letters & HIGH;
        // From here on the last letter is on top, and what has been read is pushed out.
        let mut rest = (letters & first.kept) << ((71 - blanks.trailing_zeros()) & 63);
        let top = |rest: u64| (rest >> 56) as u8;
        let marked = (top(rest) == b'+') | (top(rest) == b'#');
        rest <<= 8 * u32::from(marked);
        let to = Square::from_ascii([top(rest << 8), top(rest)])?;
        rest <<= 16;
        let takes = top(rest) == b'x';
        rest <<= 8 * u32::from(takes);
        let hints = hinted(top(rest)) & hinted(top(rest << 8));
        // A pawn that advances has no hint, one that takes has its file; on the last rank it would have to say more.
        let odd_pawn = first.is_pawn & (((rest != 0) != takes) | LAST_RANKS.contains(to));
        if (blanks == 0) | hints.is_empty() | odd_pawn | (rest << first.hint_bits != 0) {
            return None;
        }
        let mover = select_unpredictable(first.is_pawn & takes, Mover::PAWN_TAKES, first.mover);
        let parts = to as u32 | (mover.row() as u32) << 8 | u32::from(takes) << 16;
        Some((Self { hints, parts }, blanks.trailing_zeros() as usize / 8))
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
    pub(super) fn takes(self) -> bool {
        self.parts >> 16 != 0
    }

    /// The move of the piece on one square to another, as a full SAN would write it; whether it takes something is
    /// for the caller to say, in passing too. None for a pawn on the last rank, where it would have to say more.
    ///
    /// For whoever has moves in a form of his own, and lets [`play_plain_san`](crate::Position::play_plain_san) find
    /// out whether they are legal.
    #[inline(always)]
    pub fn exact(role: Role, from: Square, to: Square, takes: bool) -> Option<Self> {
        let is_pawn = role == Role::Pawn;
        if is_pawn & LAST_RANKS.contains(to) {
            return None;
        }
        let mover = select_unpredictable(is_pawn & takes, Mover::PAWN_TAKES, Mover::from_row(role as u8));
        let parts = to as u32 | (mover.row() as u32) << 8 | u32::from(takes) << 16;
        Some(Self { hints: Bitboard::from_square(from), parts })
    }

    /// Reads a text that is nothing but the move.
    #[inline]
    pub fn parse(text: &[u8]) -> Option<Self> {
        let mut chunk = [b' '; Self::CHUNK];
        chunk.get_mut(..text.len())?.copy_from_slice(text);
        let (san, length) = Self::read(chunk)?;
        (length == text.len()).then_some(san)
    }
}

const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
const LAST_RANKS: Bitboard =
    Bitboard(Bitboard::from_rank(Rank::First).0 | Bitboard::from_rank(Rank::Eighth).0);

/// What the first letter of a move says.
#[derive(Clone, Copy, Debug)]
struct First {
    /// What remains of the word: a pawn's letter is a hint, a piece's is not.
    kept: u64,
    /// How much room there is for hints.
    hint_bits: u32,
    mover: Mover,
    is_pawn: bool,
}

impl First {
    const NONE: Self = Self { kept: 0, hint_bits: 0, mover: Mover::KING, is_pawn: false };
    const PAWN: Self = Self { kept: !0, hint_bits: 8, mover: Mover::PAWN, is_pawn: true };

    const fn piece(mover: Mover) -> Self {
        Self { kept: !0xff, hint_bits: 16, mover, is_pawn: false }
    }

    #[inline(always)]
    fn of(letter: u8) -> &'static Self {
        static FIRSTS: [First; 8] = [
            First::NONE,
            First::PAWN,
            First::piece(Mover::KNIGHT),
            First::piece(Mover::BISHOP),
            First::piece(Mover::ROOK),
            First::piece(Mover::QUEEN),
            First::piece(Mover::KING),
            First::NONE,
        ];
        static INDICES: [u8; 256] = indices();
        &FIRSTS[INDICES[letter as usize] as usize & 7]
    }
}

const fn indices() -> [u8; 256] {
    let mut indices = [0; 256];
    let mut index = 0;
    while index < 8 {
        indices[b'a' as usize + index] = 1;
        index += 1;
    }
    let letters = b"NBRQK";
    index = 0;
    while index < letters.len() {
        indices[letters[index] as usize] = index as u8 + 2;
        index += 1;
    }
    indices
}

/// The squares of a file or rank that a hint names: all squares for no hint, none for what is no hint.
#[inline(always)]
fn hinted(hint: u8) -> Bitboard {
    static HINTS: [Bitboard; 256] = hints();
    HINTS[hint as usize]
}

const fn hints() -> [Bitboard; 256] {
    let mut hints = [Bitboard::EMPTY; 256];
    hints[0] = Bitboard::FULL;
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
    use crate::Position;

    #[test]
    fn the_end_is_the_first_blank_and_nothing_else() {
        for (text, length) in [("e4 e5 2.", Some(2)), ("Nf3\nNc6 ", Some(3)), ("Qh4xe1# ", Some(7))] {
            let chunk = text.as_bytes().try_into().expect("eight bytes");
            assert_eq!(PlainSan::read(chunk).map(|(_, length)| length), length, "{text}");
        }
        for text in
            ["e4! e5 2", "e4. e5 2", "e4{good}", "e4) e5 2", "Qh4xe1##", " e4 e5 2", "+ e4 e5 ", "e4$1 e5 "]
        {
            let chunk = text.as_bytes().try_into().expect("eight bytes");
            assert_eq!(PlainSan::read(chunk), None, "{text}");
        }
    }

    #[test]
    fn only_what_the_standard_writes_is_plain() {
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
    fn all_two_bytes_before_a_square_are_hints_or_nothing() {
        for first in 0..=255u8 {
            for second in 0..=255u8 {
                let is_hint = |hint: u8| matches!(hint, b'a'..=b'h' | b'1'..=b'8');
                let files = is_hint(first) && is_hint(second) && (first < b'a') != (second < b'a');
                let same = is_hint(first) && first == second;
                let takes = is_hint(first) && second == b'x';
                let plain = PlainSan::parse(&[b'R', first, second, b'd', b'4']).is_some();
                assert_eq!(plain, files || takes || same, "R{}{}d4", first as char, second as char);
            }
        }
    }

    #[test]
    fn the_parts_are_those_of_the_patient_reader() {
        let parts = PlainSan::parse(b"Ng1xf3+").expect("plain");
        assert_eq!((parts.mover(), parts.to(), parts.takes()), (Mover::KNIGHT, Square::F3, true));
        assert_eq!(parts.hints, Square::G1.into());
        let Ok(crate::San::Piece(slow)) = crate::San::parse("Ng1xf3+") else {
            panic!("a piece's move");
        };
        assert_eq!(
            (slow.role, slow.to, slow.origin()),
            (Some(Role::Knight), parts.to(), parts.hints.single())
        );
    }

    #[test]
    fn moves_given_by_their_squares_are_found_just_when_they_are_legal() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
            "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1",
        ] {
            let position: Position = fen.parse().expect("a position");
            let legal = position.legal_moves();
            for (from, piece) in position.board().pieces().filter(|(_, piece)| piece.color == position.turn())
            {
                for to in Square::ALL {
                    let is_plain = |mv: &&crate::Move| {
                        (mv.from(), mv.to()) == (from, to)
                            && mv.promotion().is_none()
                            && mv.castling_side().is_none()
                    };
                    let expected = legal.iter().find(is_plain).copied();
                    let takes = position.board().occupied().contains(to)
                        || piece.role == Role::Pawn && from.file() != to.file();
                    let mut next = position;
                    let found = PlainSan::exact(piece.role, from, to, takes)
                        .and_then(|san| position.play_plain_san(san, &mut next));
                    assert_eq!(found, expected, "{fen} {from}{to}");
                    if let Some(mv) = found {
                        assert_eq!(next, position.play_unchecked(mv));
                    }
                }
            }
        }
    }
}
