//! Validation: every reason why a setup is no position.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use core::fmt;

use thiserror::Error;

use crate::attacks::aligned;
use crate::words::list;
use crate::{Bitboard, CastlingSide, Color, Piece, Rank, Role, Setup, Square};

/// Which setups become a [`Position`](crate::Position).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Legality {
    /// Those in which validation finds no fault.
    #[default]
    Strict,
    /// Also those that no game can reach but that have legal moves: surplus pieces, impossible checks.
    AllowImpossible,
}

/// One thing that is wrong with a setup.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SetupFault {
    /// A side has no king.
    NoKing(Color),
    /// A side has several kings.
    ManyKings(Color, Bitboard),
    /// The kings are on adjacent squares.
    AdjacentKings(Square, Square),
    /// A pawn is on the first or the last rank.
    PawnOnEdge(Square, Piece),
    /// A side has more than sixteen pieces.
    TooManyPieces(Color, usize),
    /// A side has more than eight pawns.
    TooManyPawns(Color, usize),
    /// A side has more promoted pieces than pawns that are gone.
    TooManyPromoted {
        /// The side.
        color: Color,
        /// Pieces beyond those of the start.
        promoted: usize,
        /// Pawns that are gone.
        missing_pawns: usize,
    },
    /// The side that is not to move is in check.
    WrongSideInCheck {
        /// Where its king stands.
        king: Square,
        /// Where the checker stands.
        by: Square,
        /// The checker.
        piece: Piece,
    },
    /// The side to move is in check from pieces that cannot all have come to give it.
    ImpossibleCheck(Bitboard),
    /// A right to castle without the king or the rook in place.
    CastlingRight {
        /// Whose right.
        color: Color,
        /// The square where its rook should stand.
        rook: Square,
        /// What is missing.
        reason: &'static str,
    },
    /// An en passant square that no double step can have made.
    EnPassant {
        /// The square.
        square: Square,
        /// Why not.
        reason: &'static str,
    },
}

impl SetupFault {
    /// Whether [`Legality::AllowImpossible`] accepts a setup with this fault: move generation works regardless.
    pub const fn is_playable(&self) -> bool {
        matches!(
            self,
            Self::TooManyPieces(..)
                | Self::TooManyPawns(..)
                | Self::TooManyPromoted { .. }
                | Self::ImpossibleCheck(_)
        )
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKing(color) => write!(f, "{color} has no king"),
            Self::ManyKings(color, kings) => {
                write!(f, "{color} has {} kings, on {}", kings.len(), in_words(*kings))
            }
            Self::AdjacentKings(a, b) => {
                write!(f, "the kings on {a} and {b} stand beside each other")
            }
            Self::PawnOnEdge(square, piece) => {
                write!(f, "a {piece} stands on {square}, where no pawn can be")
            }
            Self::TooManyPieces(color, count) => {
                write!(f, "{color} has {count} pieces, more than sixteen")
            }
            Self::TooManyPawns(color, count) => {
                write!(f, "{color} has {count} pawns, more than eight")
            }
            Self::TooManyPromoted { color, promoted, missing_pawns } => write!(
                f,
                "{color} has at least {promoted} promoted {}, but only {missing_pawns} {} gone",
                if *promoted == 1 { "piece" } else { "pieces" },
                if *missing_pawns == 1 { "pawn is" } else { "pawns are" },
            ),
            Self::WrongSideInCheck { king, by, piece } => write!(
                f,
                "it is {}'s turn, but the {} king on {king} is in check from the {} on {by}",
                piece.color, !piece.color, piece.role
            ),
            Self::ImpossibleCheck(checkers) => {
                if checkers.more_than_one() {
                    write!(f, "no move can have given check from {} at once", in_words(*checkers))
                } else {
                    write!(f, "no double step of a pawn can have given check from {}", in_words(*checkers))
                }
            }
            Self::CastlingRight { color, rook, reason } => {
                write!(f, "{color} cannot have the right to castle with a rook on {rook}: {reason}")
            }
            Self::EnPassant { square, reason } => {
                write!(f, "{square} cannot be the en passant square: {reason}")
            }
        }
    }
}

/// `a1, b2 and c3`.
fn in_words(squares: Bitboard) -> String {
    list(&squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>())
}

/// A setup that the rules do not allow, with all its faults.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub struct PositionError {
    /// Everything that is wrong; never empty.
    pub faults: Vec<SetupFault>,
}

impl PositionError {
    /// Whether [`Legality::AllowImpossible`] accepts the setup.
    pub fn is_playable(&self) -> bool {
        self.faults.iter().all(SetupFault::is_playable)
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("impossible position: ")?;
        for (i, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl Setup {
    /// Everything that keeps this from being a [`Position`]; empty if nothing does.
    pub fn faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        self.check_kings(&mut faults);
        self.check_material(&mut faults);
        self.check_castling(&mut faults);
        let en_passant_is_possible = self.check_en_passant(&mut faults);
        self.check_checks(en_passant_is_possible, &mut faults);
        faults
    }

    fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.board.by_piece(Piece::new(color, role))
    }

    fn check_kings(&self, faults: &mut Vec<SetupFault>) {
        for color in Color::ALL {
            let kings = self.pieces(color, Role::King);
            match kings.len() {
                0 => faults.push(SetupFault::NoKing(color)),
                1 => {}
                _ => faults.push(SetupFault::ManyKings(color, kings)),
            }
        }
        for white in self.pieces(Color::White, Role::King) {
            for black in crate::attacks::king_attacks(white) & self.pieces(Color::Black, Role::King) {
                faults.push(SetupFault::AdjacentKings(white, black));
            }
        }
    }

    fn check_material(&self, faults: &mut Vec<SetupFault>) {
        let edges = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
        for (square, piece) in self.board.pieces() {
            if piece.role == Role::Pawn && edges.contains(square) {
                faults.push(SetupFault::PawnOnEdge(square, piece));
            }
        }
        for color in Color::ALL {
            let count = self.board.by_color(color).len();
            if count > 16 {
                faults.push(SetupFault::TooManyPieces(color, count));
            }
            let pawns = self.pieces(color, Role::Pawn).len();
            if pawns > 8 {
                faults.push(SetupFault::TooManyPawns(color, pawns));
                continue;
            }
            let promoted = self.promoted(color);
            if promoted > 8 - pawns {
                faults.push(SetupFault::TooManyPromoted { color, promoted, missing_pawns: 8 - pawns });
            }
        }
    }

    /// Whether nothing here needs a closer look, as in nearly all positions of games: then there are no faults.
    pub(crate) fn is_obviously_valid(&self) -> bool {
        let king = |color| self.pieces(color, Role::King).single();
        let (Some(ours), Some(theirs)) = (king(self.turn), king(!self.turn)) else {
            return false;
        };
        let edges = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
        let occupied = self.board.occupied();
        let checkers = self.board.attackers(ours, !self.turn, occupied);
        let checks_are_plain = match self.en_passant {
            None => !checkers.more_than_one(),
            Some(_) => checkers.is_empty() && self.check_en_passant(&mut Vec::new()),
        };
        checks_are_plain
            && self.board.attackers(theirs, self.turn, occupied).is_empty()
            && !self.board.by_role(Role::Pawn).intersects(edges)
            && Color::ALL.into_iter().all(|color| {
                // With one king, that makes sixteen pieces at most.
                self.pieces(color, Role::Pawn).len() + self.promoted(color) <= 8
            })
            && self.castling_is_plain()
    }

    /// Whether all rights are those of kings on the e-file with rooks in the corners, all in place.
    fn castling_is_plain(&self) -> bool {
        let sides = [
            (Color::White, Square::E1, [Square::A1, Square::H1]),
            (Color::Black, Square::E8, [Square::A8, Square::H8]),
        ];
        let mut in_place = Bitboard::EMPTY;
        for (color, king, [a, h]) in sides {
            if self.pieces(color, Role::King).contains(king) {
                in_place |= Bitboard::from(a).with(h) & self.pieces(color, Role::Rook);
            }
        }
        self.castling.is_subset(in_place)
    }

    /// How many pieces a side has beyond those of the start; a second bishop on squares of one colour is one.
    fn promoted(&self, color: Color) -> usize {
        const LIGHT: Bitboard = Bitboard(0x55AA_55AA_55AA_55AA);
        let bishops = self.pieces(color, Role::Bishop);
        let light = (bishops & LIGHT).len();
        let count = |role| self.pieces(color, role).len();
        count(Role::Queen).saturating_sub(1)
            + count(Role::Rook).saturating_sub(2)
            + count(Role::Knight).saturating_sub(2)
            + light.saturating_sub(1)
            + (bishops.len() - light).saturating_sub(1)
    }

    fn check_castling(&self, faults: &mut Vec<SetupFault>) {
        for color in Color::ALL {
            let back = Bitboard::from_rank(color.relative(Rank::First));
            let king = (self.pieces(color, Role::King) & back).single();
            let rooks = self.castling & back;
            for rook in rooks {
                let reason = match king {
                    None => Some("its king does not stand on its first rank"),
                    Some(_) if !self.pieces(color, Role::Rook).contains(rook) => {
                        Some("there is no such rook")
                    }
                    Some(king) => {
                        let same_side =
                            |&other: &Square| CastlingSide::of(king, other) == CastlingSide::of(king, rook);
                        (rooks.into_iter().filter(same_side).count() > 1)
                            .then_some("there is another right on the same side")
                    }
                };
                if let Some(reason) = reason {
                    faults.push(SetupFault::CastlingRight { color, rook, reason });
                }
            }
        }
        let backs = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
        for rook in self.castling - backs {
            let color = self.board.color_at(rook).unwrap_or(self.turn);
            let reason = "a rook that castles stands on its side's first rank";
            faults.push(SetupFault::CastlingRight { color, rook, reason });
        }
    }

    fn check_en_passant(&self, faults: &mut Vec<SetupFault>) -> bool {
        let Some(square) = self.en_passant else {
            return false;
        };
        let pawn = Piece::new(!self.turn, Role::Pawn);
        let (ahead, behind) = match self.turn {
            Color::White => (square.offset(0, -1), square.offset(0, 1)),
            Color::Black => (square.offset(0, 1), square.offset(0, -1)),
        };
        let reason = if square.rank() != self.turn.relative(Rank::Sixth) {
            match self.turn {
                Color::White => Some("with white to move it is on the sixth rank"),
                Color::Black => Some("with black to move it is on the third rank"),
            }
        } else if ahead.and_then(|square| self.board.piece_at(square)) != Some(pawn) {
            Some("no pawn stands where the double step ends")
        } else if self.board.occupied().contains(square) {
            Some("a piece stands there")
        } else if behind.is_some_and(|square| self.board.occupied().contains(square)) {
            Some("a piece stands where the double step begins")
        } else {
            None
        };
        if let Some(reason) = reason {
            faults.push(SetupFault::EnPassant { square, reason });
        }
        reason.is_none()
    }

    fn check_checks(&self, en_passant_is_possible: bool, faults: &mut Vec<SetupFault>) {
        let occupied = self.board.occupied();
        if let Some(king) = self.pieces(!self.turn, Role::King).single() {
            for by in self.board.attackers(king, self.turn, occupied) {
                if let Some(piece) = self.board.piece_at(by).filter(|piece| piece.role != Role::King) {
                    faults.push(SetupFault::WrongSideInCheck { king, by, piece });
                }
            }
        }
        let Some(king) = self.pieces(self.turn, Role::King).single() else {
            return;
        };
        let kings = self.board.by_role(Role::King);
        let checkers = self.board.attackers(king, !self.turn, occupied) - kings;
        let after_double_step = self.en_passant.filter(|_| en_passant_is_possible);
        let impossible = match (checkers.first(), checkers.last()) {
            (Some(first), Some(last)) if first != last => {
                // One of two checkers was uncovered, so it is a slider, and not on the line of the other.
                let sliders = self.board.diagonal_sliders() | self.board.orthogonal_sliders();
                checkers.len() > 2
                    || after_double_step.is_some()
                    || aligned(first, king, last)
                    || !checkers.intersects(sliders)
            }
            (Some(checker), _) => after_double_step.is_some_and(|target| {
                // The pawn gives check itself, or its step opened the line: with the pawn back there was no check.
                let (pawn, home) = match self.turn {
                    Color::White => (target.offset(0, -1), target.offset(0, 1)),
                    Color::Black => (target.offset(0, 1), target.offset(0, -1)),
                };
                pawn.is_none_or(|pawn| pawn != checker)
                    && pawn.zip(home).is_some_and(|(pawn, home)| {
                        let before = occupied.without(pawn).with(home);
                        self.board.attackers(king, !self.turn, before).contains(checker)
                    })
            }),
            _ => false,
        };
        if impossible {
            faults.push(SetupFault::ImpossibleCheck(checkers));
        }
    }
}
