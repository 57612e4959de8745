//! The short way from canonical SAN to the move.
//!
//! Looking backwards from the target square gives the one candidate at once; the list of all legal moves is never
//! made. Whatever is not plain canonical SAN, or not legal, is left to [`San::parse`](super::San::parse) and
//! [`San::resolve`](super::San::resolve), which also know the reason; tests hold the two to the same answers.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::attacks::{between, diagonals, king_attacks, knight_attacks, orthogonals, pawn_attacks};
use crate::moves::MoveKind;
use crate::{Bitboard, CastlingSide, Color, File, Move, Piece, Position, Rank, Role, Square};

impl Position {
    /// The legal move that a canonical SAN means, fast; nothing if the text is anything else.
    ///
    /// `+` and `#` at the end are passed over, right or wrong. An `x` has to be right.
    #[inline]
    pub fn find_san(&self, text: &[u8]) -> Option<Move> {
        let text = match text {
            [rest @ .., b'+' | b'#'] => rest,
            _ => text,
        };
        match text {
            [b'a'..=b'h', ..] => self.find_pawn_move(text),
            [b'N', rest @ ..] => self.find_piece_move(Role::Knight, rest),
            [b'B', rest @ ..] => self.find_piece_move(Role::Bishop, rest),
            [b'R', rest @ ..] => self.find_piece_move(Role::Rook, rest),
            [b'Q', rest @ ..] => self.find_piece_move(Role::Queen, rest),
            [b'K', rest @ ..] => self.find_piece_move(Role::King, rest),
            b"O-O" => self.can_castle(CastlingSide::KingSide).ok(),
            b"O-O-O" => self.can_castle(CastlingSide::QueenSide).ok(),
            _ => None,
        }
    }

    #[inline(always)]
    fn find_pawn_move(&self, text: &[u8]) -> Option<Move> {
        let (file, to, promotion) = match *text {
            [file, rank] => (None, [file, rank], None),
            [from, b'x', file, rank] => (Some(from), [file, rank], None),
            [file, rank, b'=', role] => (None, [file, rank], Some(role)),
            [from, b'x', file, rank, b'=', role] => (Some(from), [file, rank], Some(role)),
            _ => return None,
        };
        let to = Square::from_ascii(to)?;
        let us = self.turn();
        let board = self.board();
        let pawns = board.by_piece(Piece::new(us, Role::Pawn));
        let occupied = board.occupied();
        let back = match us {
            Color::White => -8,
            Color::Black => 8,
        };
        let (from, kind) = match file {
            None => {
                if occupied.contains(to) {
                    return None;
                }
                let single = Square::wrapping((to as i32 + back) as u32);
                if pawns.contains(single) {
                    (single, MoveKind::Normal)
                } else {
                    let double = Square::wrapping((to as i32 + 2 * back) as u32);
                    let free = !occupied.contains(single) && to.rank() == us.relative(Rank::Fourth);
                    if !free || !pawns.contains(double) {
                        return None;
                    }
                    (double, MoveKind::DoubleStep)
                }
            }
            Some(file) => {
                let file = File::from_letter(file as char)?;
                let from = (pawn_attacks(!us, to) & pawns & Bitboard::from_file(file)).first()?;
                if board.by_color(!us).contains(to) {
                    (from, MoveKind::Normal)
                } else if self.en_passant(crate::fen::EnPassantMode::Fen) == Some(to) {
                    let mv = Move::new(from, to, MoveKind::EnPassant);
                    return (promotion.is_none() && self.is_legal(mv)).then_some(mv);
                } else {
                    return None;
                }
            }
        };
        if !self.is_safe_after(from, to) {
            return None;
        }
        let promotes = to.rank() == us.relative(Rank::Eighth);
        match promotion {
            None => (!promotes).then(|| Move::new(from, to, kind)),
            Some(letter) => {
                let role = match letter {
                    b'Q' => Role::Queen,
                    b'R' => Role::Rook,
                    b'B' => Role::Bishop,
                    b'N' => Role::Knight,
                    _ => return None,
                };
                promotes.then(|| Move::promotion_to(from, to, role))
            }
        }
    }

    /// Inlined for each role, which leaves one jump where two would be hard to foresee.
    #[inline(always)]
    fn find_piece_move(&self, role: Role, text: &[u8]) -> Option<Move> {
        let (hints, capture, to) = match *text {
            [file, rank] => (Bitboard::FULL, false, [file, rank]),
            [b'x', file, rank] => (Bitboard::FULL, true, [file, rank]),
            [hint, file, rank] => (hinted(hint)?, false, [file, rank]),
            [hint, b'x', file, rank] => (hinted(hint)?, true, [file, rank]),
            [hint, other, file, rank] => (hinted(hint)? & hinted(other)?, false, [file, rank]),
            [hint, other, b'x', file, rank] => (hinted(hint)? & hinted(other)?, true, [file, rank]),
            _ => return None,
        };
        let to = Square::from_ascii(to)?;
        let us = self.turn();
        let board = self.board();
        let occupied = board.occupied();
        if occupied.contains(to) != capture || board.by_color(us).contains(to) {
            return None;
        }
        let reaching = match role {
            Role::Knight => knight_attacks(to),
            Role::Bishop => diagonals(to),
            Role::Rook => orthogonals(to),
            Role::Queen => diagonals(to) | orthogonals(to),
            Role::King => king_attacks(to),
            Role::Pawn => return None,
        };
        let candidates = reaching & board.by_piece(Piece::new(us, role)) & hints;
        if role == Role::King {
            let from = candidates.first()?;
            return self.is_safe_king_step(from, to).then(|| Move::new(from, to, MoveKind::Normal));
        }
        let mut found = None;
        for from in candidates {
            // No two squares that a knight's move apart have anything between them.
            if !between(from, to).intersects(occupied) && self.is_safe_after(from, to) {
                if found.is_some() {
                    return None;
                }
                found = Some(Move::new(from, to, MoveKind::Normal));
            }
        }
        found
    }

    /// Whether our king would not be attacked there.
    #[inline]
    fn is_safe_king_step(&self, from: Square, to: Square) -> bool {
        let us = self.turn();
        let board = self.board();
        let them = board.by_color(!us);
        let leapers = pawn_attacks(us, to) & board.by_role(Role::Pawn)
            | knight_attacks(to) & board.by_role(Role::Knight)
            | king_attacks(to) & board.by_role(Role::King);
        !leapers.intersects(them.without(to))
            && self.lines_are_closed(to, board.occupied().without(from), them.without(to))
    }

    /// Whether our king is safe after a piece other than him went there, taking what stands there.
    #[inline]
    fn is_safe_after(&self, from: Square, to: Square) -> bool {
        let us = self.turn();
        let board = self.board();
        let king = self.king(us);
        let them = board.by_color(!us).without(to);
        let leapers = pawn_attacks(us, king) & board.by_role(Role::Pawn)
            | knight_attacks(king) & board.by_role(Role::Knight);
        if leapers.intersects(them) {
            return false;
        }
        self.lines_are_closed(king, board.occupied().without(from).with(to), them)
    }

    /// Whether something stands between a square and each of their sliders that share a line with it.
    ///
    /// Few do, and the table of what lies between is small: cheaper here than looking up the attacks of sliders.
    #[inline]
    fn lines_are_closed(&self, square: Square, occupied: Bitboard, them: Bitboard) -> bool {
        let board = self.board();
        let sliders =
            diagonals(square) & board.diagonal_sliders() | orthogonals(square) & board.orthogonal_sliders();
        (sliders & them).into_iter().all(|slider| between(square, slider).intersects(occupied))
    }
}

/// The squares of a file or rank that a hint names.
#[inline]
fn hinted(hint: u8) -> Option<Bitboard> {
    match hint {
        b'a'..=b'h' => File::from_letter(hint as char).map(Bitboard::from_file),
        b'1'..=b'8' => Rank::from_digit(hint as char).map(Bitboard::from_rank),
        _ => None,
    }
}
