//! A number that tells positions apart: Polyglot's.

mod keys;

use crate::fen::EnPassantMode;
use crate::{CastlingSide, Color, Piece, Ply, Position, Role, Square};
use keys::KEYS;

/// A hash of pieces, turn, castling rights and en passant, made with the numbers that Polyglot books use.
///
/// Equal positions, in the sense of repetition, have equal hashes: en passant counts only when it is legal. Polyglot
/// itself counts it whenever a pawn stands ready; [`Zobrist::polyglot`] is for its books.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Zobrist(pub u64);

impl Zobrist {
    /// The hash of a position, from scratch.
    pub fn of(position: &Position) -> Self {
        Self(pieces(position) ^ state(position, EnPassantMode::Legal))
    }

    /// The key of a position in a Polyglot book.
    pub fn polyglot(position: &Position) -> Self {
        Self(pieces(position) ^ state(position, EnPassantMode::XFen))
    }

    /// The hash after a move, from the hash before it.
    #[must_use]
    pub fn after(self, ply: &Ply) -> Self {
        let (before, after, mv) = (&ply.before, &ply.after, ply.played);
        let mut hash = self.0 ^ state(before, EnPassantMode::Legal) ^ state(after, EnPassantMode::Legal);
        let mut toggle = |position: &Position, square: Square| {
            if let Some(piece) = position.board().piece_at(square) {
                hash ^= key(piece, square);
            }
        };
        if let Some((rook_from, rook_to)) = mv.castling_rook() {
            toggle(before, mv.from());
            toggle(before, rook_from);
            toggle(after, mv.to());
            toggle(after, rook_to);
        } else {
            toggle(before, mv.from());
            if let Some(taken) = mv.capture_square() {
                toggle(before, taken);
            }
            toggle(after, mv.to());
        }
        Self(hash)
    }
}

fn pieces(position: &Position) -> u64 {
    position.board().pieces().fold(0, |hash, (square, piece)| hash ^ key(piece, square))
}

fn key(piece: Piece, square: Square) -> u64 {
    let role = match piece.role {
        Role::Pawn => 0,
        Role::Knight => 1,
        Role::Bishop => 2,
        Role::Rook => 3,
        Role::Queen => 4,
        Role::King => 5,
    };
    KEYS[64 * (2 * role + usize::from(piece.color == Color::White)) + square.index()]
}

/// Everything but the pieces.
fn state(position: &Position, mode: EnPassantMode) -> u64 {
    let mut hash = 0;
    if position.castling_rooks().any() {
        let rights = Color::ALL.into_iter().flat_map(|color| CastlingSide::ALL.map(|side| (color, side)));
        for (index, (color, side)) in rights.enumerate() {
            if position.castling_right(color, side).is_some() {
                hash ^= KEYS[768 + index];
            }
        }
    }
    if let Some(square) = position.en_passant(mode) {
        hash ^= KEYS[772 + square.file().index()];
    }
    if position.turn() == Color::White {
        hash ^= KEYS[780];
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::History;

    /// The positions and keys of the Polyglot book format's own page.
    #[test]
    fn published_keys() {
        for (fen, key) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
            ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
            ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
            ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
        ] {
            let position: Position = fen.parse().expect("a position");
            assert_eq!(Zobrist::polyglot(&position), Zobrist(key), "{fen}");
            assert_eq!(Zobrist::of(&position), Zobrist(key), "{fen}: no pin forbids en passant in these");
        }
    }

    #[test]
    fn going_back_and_forth_repeats_and_a_lost_right_does_not() {
        let mut game = History::new("r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1".parse().expect("a position"));
        let mut play = |text: &str| {
            let mv = game.position().parse_move(text).expect("a move");
            game.play(mv).expect("legal");
            game.repetitions()
        };
        let there_and_back = ["a1b1", "a8b8", "b1a1", "b8a8"];
        assert_eq!(there_and_back.map(&mut play), [1, 1, 1, 1]);
        // The first time after Rb1 black still had his right, so that position does not come back.
        assert_eq!(there_and_back.map(&mut play), [1, 2, 2, 2]);
        assert_eq!(there_and_back.map(&mut play), [2, 3, 3, 3]);
    }
}
