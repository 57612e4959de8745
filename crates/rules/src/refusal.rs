//! Why a move is not legal.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use thiserror::Error;

use crate::attacks::{attacks, between};
use crate::castling::CastlingFault;
use crate::{Bitboard, CastlingSide, Color, File, Move, Piece, Placed, Position, Rank, Role, Square};

/// Why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// There is no piece on the origin.
    #[error("there is no piece on {0}")]
    EmptySquare(Square),
    /// The piece does not belong to the side to move.
    #[error("{0} is {owner}'s, and it is {other}'s turn", owner = .0.piece.color, other = !.0.piece.color)]
    WrongColor(Placed),
    /// Origin and target are the same square.
    #[error("{0} has to go to another square")]
    NoMove(Placed),
    /// The piece does not move like that, even on an empty board.
    #[error("{0} cannot go to {1}: a {role} does not move like that", role = .0.piece.role)]
    CannotReach(Placed, Square),
    /// There is a piece of the same side on the target.
    #[error("{0} cannot go to {to}: {color}'s own {role} is there", to = .1.square, color = .1.piece.color, role = .1.piece.role)]
    OwnPiece(Placed, Placed),
    /// Another piece is in the way.
    #[error("{0} cannot go to {1}: {2} is in the way")]
    Blocked(Placed, Square, Placed),
    /// A pawn cannot advance to an occupied square.
    #[error("{0} cannot go to {to}: {1} is in the way, and a pawn captures only diagonally", to = .1.square)]
    PawnBlocked(Placed, Placed),
    /// A pawn moves diagonally only to capture.
    #[error("{0} cannot go to {1}: a pawn moves diagonally only to capture, and there is nothing to capture")]
    NothingToTake(Placed, Square),
    /// A pawn has to promote on the last rank.
    #[error("{0} has to promote on {1}: add =Q, =R, =B or =N")]
    PromotionMissing(Placed, Square),
    /// The piece cannot promote to that role.
    #[error("{0} cannot promote to a {2} on {1}: only {can}", can = who_promotes(.0, *.2))]
    PromotionImpossible(Placed, Square, Role),
    /// The piece is pinned to its king.
    #[error("{piece} cannot move: the king on {king} would be in check from {by}")]
    Pinned {
        /// The piece.
        piece: Placed,
        /// The king.
        king: Square,
        /// The attacker on the line.
        by: Placed,
    },
    /// En passant would expose the king.
    #[error("{pawn} cannot capture en passant: the king on {king} would be in check from {by}")]
    EnPassantUncovers {
        /// The pawn.
        pawn: Placed,
        /// The king.
        king: Square,
        /// The attacker.
        by: Placed,
    },
    /// The king would move into check.
    #[error("the king cannot go to {0}: {1} attacks it")]
    KingAttacked(Square, Placed),
    /// The king is in check and the move does not end the check.
    #[error("the king on {king} is in check from {by}{rest}", rest = stays_in_check(*.double))]
    StaysInCheck {
        /// The king.
        king: Square,
        /// The checker.
        by: Placed,
        /// Whether it is a double check.
        double: bool,
    },
    /// Castling is not legal.
    #[error("{side} is not possible: {1}", side = .0.san())]
    Castling(CastlingSide, CastlingFault),
    /// A king cannot move onto its own rook; castling is written another way.
    #[error("the king cannot go to {to}: its own rook is there; castling is written O-O or O-O-O", to = .0.square)]
    KingOntoRook(Placed),
    /// A null move.
    #[error("a null move passes the turn, which the rules do not allow; only analysis uses it")]
    NullMove,
    /// A null move in check.
    #[error("a null move passes the turn, but the king on {king} is in check from {by}")]
    NullMoveInCheck {
        /// The king.
        king: Square,
        /// The checker.
        by: Placed,
    },
}

impl Refusal {
    /// Returns how many of the tests of [`Position::explain_move`] the move passes before it fails.
    pub(crate) const fn tests_passed(&self) -> u8 {
        match self {
            Self::EmptySquare(_) | Self::NullMove | Self::NullMoveInCheck { .. } => 0,
            Self::WrongColor(_) | Self::NoMove(_) => 1,
            Self::CannotReach(..) => 2,
            Self::NothingToTake(..) => 3,
            Self::OwnPiece(..) | Self::Blocked(..) | Self::PawnBlocked(..) | Self::KingOntoRook(_) => 4,
            Self::PromotionMissing(..) | Self::PromotionImpossible(..) | Self::Castling(..) => 5,
            Self::Pinned { .. }
            | Self::EnPassantUncovers { .. }
            | Self::KingAttacked(..)
            | Self::StaysInCheck { .. } => 6,
        }
    }
}

const fn who_promotes(piece: &Placed, role: Role) -> &'static str {
    match piece.piece.role {
        Role::Pawn if !role.is_promotion() => "to a queen, rook, bishop or knight",
        _ => "a pawn on the last rank can",
    }
}

const fn stays_in_check(double: bool) -> &'static str {
    match double {
        true => " and a second piece: only the king can move",
        false => ", and the move does not end the check",
    }
}

impl Position {
    /// Returns the legal move from one square to another, or the first reason why there is none.
    ///
    /// A move of the king from the e-file to the g- or c-file, or onto its own rook, is castling.
    pub fn explain_move(&self, from: Square, to: Square, promotion: Option<Role>) -> Result<Move, Refusal> {
        let piece = self.placed(from).ok_or(Refusal::EmptySquare(from))?;
        if piece.piece.color != self.turn() {
            return Err(Refusal::WrongColor(piece));
        }
        if let Some(side) = self.castling_attempt(piece, to) {
            return self.can_castle(side).map_err(|fault| Refusal::Castling(side, fault));
        }
        if from == to {
            return Err(Refusal::NoMove(piece));
        }
        self.explain_path(piece, to)?;
        self.explain_promotion(piece, to, promotion)?;
        let legal = self
            .legal_moves_from(from)
            .into_iter()
            .find(|mv| mv.castling_side().is_none() && mv.to() == to && mv.promotion() == promotion);
        legal.ok_or_else(|| self.explain_danger(piece, to))
    }

    /// Returns why a null move is not legal.
    pub(crate) fn null_move_refusal(&self) -> Refusal {
        let king = self.king(self.turn());
        let checker = self.checkers().first().and_then(|square| self.placed(square));
        checker.map_or(Refusal::NullMove, |by| Refusal::NullMoveInCheck { king, by })
    }

    /// Returns the side of a king move that is castling.
    fn castling_attempt(&self, piece: Placed, to: Square) -> Option<CastlingSide> {
        let back = piece.piece.color.relative(Rank::First);
        if piece.piece.role != Role::King || piece.square.rank() != back || to.rank() != back {
            return None;
        }
        let own_rook = Piece::new(piece.piece.color, Role::Rook);
        if self.board().piece_at(to) == Some(own_rook) && self.castling_rooks().contains(to) {
            return Some(CastlingSide::of(piece.square, to));
        }
        let steps = piece.square.distance(to);
        CastlingSide::ALL
            .into_iter()
            .find(|side| steps > 1 && piece.square.file() == File::E && to.file() == side.king_file())
    }

    /// Whether the move is pseudo-legal.
    fn explain_path(&self, piece: Placed, to: Square) -> Result<(), Refusal> {
        let Placed { piece: kind, square: from } = piece;
        if kind.role == Role::Pawn {
            return self.explain_pawn(piece, to);
        }
        if !attacks(kind, from, Bitboard::EMPTY).contains(to) {
            return Err(Refusal::CannotReach(piece, to));
        }
        if let Some(there) = self.placed(to).filter(|there| there.piece.color == kind.color) {
            return Err(Refusal::OwnPiece(piece, there));
        }
        if kind.role.is_slider()
            && let Some(by) = self.first_blocker(from, to)
        {
            return Err(Refusal::Blocked(piece, to, by));
        }
        Ok(())
    }

    fn explain_pawn(&self, pawn: Placed, to: Square) -> Result<(), Refusal> {
        let from = pawn.square;
        let up = match pawn.piece.color {
            Color::White => 1,
            Color::Black => -1,
        };
        let ranks = (to.rank() as i32 - from.rank() as i32) * up;
        let files = (to.file() as i32 - from.file() as i32).abs();
        let at_home = from.rank() == pawn.piece.color.relative(Rank::Second);
        match (files, ranks) {
            (0, 1) => {}
            (0, 2) if at_home => {
                if let Some(by) = self.first_blocker(from, to) {
                    return Err(Refusal::Blocked(pawn, to, by));
                }
            }
            (1, 1) => {
                if let Some(there) = self.placed(to).filter(|there| there.piece.color == pawn.piece.color) {
                    return Err(Refusal::OwnPiece(pawn, there));
                }
                let captures = self.board().occupied().contains(to)
                    || self.en_passant(crate::fen::EnPassantMode::Fen) == Some(to);
                return if captures { Ok(()) } else { Err(Refusal::NothingToTake(pawn, to)) };
            }
            _ => return Err(Refusal::CannotReach(pawn, to)),
        }
        self.placed(to).map_or(Ok(()), |there| Err(Refusal::PawnBlocked(pawn, there)))
    }

    fn explain_promotion(&self, piece: Placed, to: Square, promotion: Option<Role>) -> Result<(), Refusal> {
        let last = piece.piece.color.relative(Rank::Eighth);
        let promotes = piece.piece.role == Role::Pawn && to.rank() == last;
        match promotion {
            None if promotes => Err(Refusal::PromotionMissing(piece, to)),
            Some(role) if !promotes || !role.is_promotion() => {
                Err(Refusal::PromotionImpossible(piece, to, role))
            }
            _ => Ok(()),
        }
    }

    /// Returns why a pseudo-legal move leaves the king in check.
    fn explain_danger(&self, piece: Placed, to: Square) -> Refusal {
        let king = self.king(piece.piece.color);
        let exposing = self.exposes_king(piece.square, to);
        let by = exposing.first().and_then(|square| self.placed(square));
        let Some(by) = by else {
            return Refusal::CannotReach(piece, to);
        };
        if piece.piece.role == Role::King {
            return Refusal::KingAttacked(to, by);
        }
        let checkers = self.checkers();
        let double = checkers.more_than_one();
        if let Some(by) = (checkers & exposing).first().and_then(|square| self.placed(square)) {
            return Refusal::StaysInCheck { king, by, double };
        }
        let is_en_passant = piece.piece.role == Role::Pawn
            && piece.square.file() != to.file()
            && !self.board().occupied().contains(to);
        if is_en_passant && !self.pinned(piece.piece.color).contains(piece.square) {
            return Refusal::EnPassantUncovers { pawn: piece, king, by };
        }
        Refusal::Pinned { piece, king, by }
    }

    fn first_blocker(&self, from: Square, to: Square) -> Option<Placed> {
        let blockers = between(from, to) & self.board().occupied();
        let nearest = if to > from { blockers.first() } else { blockers.last() };
        nearest.and_then(|square| self.placed(square))
    }
}
