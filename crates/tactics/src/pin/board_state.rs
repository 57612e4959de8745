//! A board with the side to move and the en passant square, not necessarily a legal position.
//!
//! Computes the moves that a piece has with its side to move. So the attributes of a pin do not depend on the side to
//! move, and they exist after a forced move too.

use pinsight_rules::attacks::{attacks, between, pawn_attacks};
use pinsight_rules::{
    Bitboard, Board, Color, EnPassantMode, Piece, Placed, Position, Rank, Role, Setup, Square,
};

/// Pieces, side to move and en passant square. Unlike a [`Position`], it may be illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BoardState {
    pub(crate) board: Board,
    pub(crate) turn: Color,
    pub(crate) en_passant: Option<Square>,
}

impl From<&Position> for BoardState {
    #[inline]
    fn from(position: &Position) -> Self {
        Self {
            board: *position.board(),
            turn: position.turn(),
            en_passant: position.en_passant(EnPassantMode::Fen),
        }
    }
}

impl BoardState {
    /// Returns the pseudo-legal targets of a piece, without castling and without captures of a king.
    pub(super) fn pseudo_targets(&self, piece: Placed) -> Bitboard {
        let Placed { piece: Piece { color, role }, square } = piece;
        let occupied = self.board.occupied();
        let enemies = self.board.by_color(!color) - self.board.by_role(Role::King);
        if role != Role::Pawn {
            return attacks(piece.piece, square, occupied) - (occupied - enemies);
        }
        let en_passant = self.en_passant.filter(|_| self.turn == color);
        let victims = enemies | en_passant.map_or(Bitboard::EMPTY, Bitboard::from);
        pawn_attacks(color, square) & victims | self.pawn_pushes(color, square)
    }

    fn pawn_pushes(&self, color: Color, square: Square) -> Bitboard {
        let up = match color {
            Color::White => 1,
            Color::Black => -1,
        };
        let free = |square: &Square| !self.board.occupied().contains(*square);
        let Some(one) = square.offset(0, up).filter(free) else {
            return Bitboard::EMPTY;
        };
        let at_home = square.rank() == color.relative(Rank::Second);
        let two = one.offset(0, up).filter(free).filter(|_| at_home);
        two.into_iter().fold(one.into(), Bitboard::with)
    }

    /// Returns the legal targets of a piece.
    pub(super) fn legal_targets(&self, piece: Placed) -> Bitboard {
        self.allowed_squares(piece).map_or_else(
            || self.legal_targets_by_trial(piece),
            |allowed| self.pseudo_targets(piece) & allowed,
        )
    }

    /// Returns the mask of squares that the safety of the king allows a piece: all, or those of the line on which it is
    /// pinned.
    ///
    /// `None` if a mask is not enough: for the king, in check, and for a pawn when there is an en passant square.
    fn allowed_squares(&self, piece: Placed) -> Option<Bitboard> {
        let Placed { piece: Piece { color, role }, square } = piece;
        if role == Role::King || role == Role::Pawn && self.en_passant.is_some() {
            return None;
        }
        let Some(king) = self.board.king(color) else {
            return Some(Bitboard::FULL);
        };
        let occupied = self.board.occupied();
        // With the piece removed, these are the present checkers and the slider that pins it.
        let attackers = self.board.attackers(king, !color, occupied.without(square));
        let Some(attacker) = attackers.first() else {
            return Some(Bitboard::FULL);
        };
        let path = between(king, attacker);
        (attackers.len() == 1 && path.contains(square)).then(|| path.with(attacker))
    }

    /// Returns the legal targets of a piece by making each move.
    fn legal_targets_by_trial(&self, piece: Placed) -> Bitboard {
        let color = piece.piece.color;
        let is_legal = |to: &Square| {
            let after = self.after(piece, *to, None);
            after.king(color).is_none_or(|king| after.attackers(king, !color, after.occupied()).is_empty())
        };
        self.pseudo_targets(piece).into_iter().filter(is_legal).collect()
    }

    /// Returns those of `targets` on which the piece captures or may give check.
    pub(super) fn forcing_targets(&self, piece: Placed, targets: Bitboard) -> Bitboard {
        let Placed { piece: Piece { color, role }, square } = piece;
        let Some(king) = self.board.king(!color).filter(|_| role != Role::Pawn) else {
            return targets;
        };
        let others = self.board.occupied().without(square);
        // Every move of the piece discovers a check.
        if self.board.attackers(king, color, others).any() {
            return targets;
        }
        targets & (others | attacks(piece.piece, king, others))
    }

    pub(crate) fn is_en_passant(&self, piece: Placed, to: Square) -> bool {
        piece.piece.role == Role::Pawn && self.en_passant == Some(to) && piece.square.file() != to.file()
    }

    /// Returns the piece that a move captures.
    pub(crate) fn victim(&self, piece: Placed, to: Square) -> Option<Placed> {
        let square =
            if self.is_en_passant(piece, to) { Square::new(to.file(), piece.square.rank()) } else { to };
        self.board.piece_at(square).map(|piece| Placed { piece, square })
    }

    /// Returns the board after a move.
    pub(crate) fn after(&self, piece: Placed, to: Square, promotion: Option<Role>) -> Board {
        let mut after = self.board;
        if let Some(victim) = self.victim(piece, to) {
            after.remove(victim.square);
        }
        after.remove(piece.square);
        after.set(to, Piece::new(piece.piece.color, promotion.unwrap_or(piece.piece.role)));
        after
    }

    /// Whether a move that leads to `after` is mate. An illegal board is never mate.
    pub(super) fn is_mate(&self, after: &Board, piece: Placed, to: Square) -> bool {
        let color = piece.piece.color;
        let checks =
            after.king(!color).is_some_and(|king| after.attackers(king, color, after.occupied()).any());
        if !checks {
            return false;
        }
        let double_step = piece.piece.role == Role::Pawn && piece.square.distance(to) == 2;
        let passed =
            if double_step { Square::from_index((piece.square.index() + to.index()) / 2) } else { None };
        let setup = Setup { board: *after, turn: !color, en_passant: passed, ..Setup::EMPTY };
        Position::try_from(setup).is_ok_and(|position| position.is_checkmate())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_testkit::random::{self, Random};

    #[test]
    fn legal_targets_equal_those_found_by_making_each_move() {
        let mut random = Random::new(7);
        let scattered = (0..2_000).map(|_| random::scattered(&mut random));
        let mut pinned = 0;
        for position in random::positions(2_000, 11).into_iter().chain(scattered) {
            let state = BoardState::from(&position);
            for (square, piece) in position.board().pieces() {
                let piece = Placed { piece, square };
                let legal = state.legal_targets_by_trial(piece);
                assert_eq!(state.legal_targets(piece), legal, "{square} in {position}");
                pinned += usize::from(
                    legal != state.pseudo_targets(piece) && state.allowed_squares(piece).is_some(),
                );
            }
        }
        assert!(pinned > 100, "only {pinned} pieces were pinned");
    }

    #[test]
    fn a_move_that_is_not_forcing_neither_captures_nor_gives_check() {
        let mut random = Random::new(8);
        let scattered = (0..1_000).map(|_| random::scattered(&mut random));
        let mut quiet = 0;
        for position in random::positions(1_000, 12).into_iter().chain(scattered) {
            let state = BoardState::from(&position);
            for (square, piece) in position.board().pieces() {
                let piece = Placed { piece, square };
                let targets = state.legal_targets(piece);
                for to in targets - state.forcing_targets(piece, targets) {
                    quiet += 1;
                    let after = state.after(piece, to, None);
                    let king = after.king(!piece.piece.color).expect("a king");
                    let checks = after.attackers(king, piece.piece.color, after.occupied());
                    assert!(
                        state.victim(piece, to).is_none() && checks.is_empty(),
                        "{square}{to} in {position}"
                    );
                }
            }
        }
        assert!(quiet > 10_000, "{quiet}");
    }
}
