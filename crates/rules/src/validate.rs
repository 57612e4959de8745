//! Validates a setup and collects all its faults.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use thiserror::Error;

use crate::attacks::{aligned, between, diagonals, king_attacks, knight_attacks, orthogonals, pawn_attacks};
use crate::format::list;
use crate::{Bitboard, Board, CastlingSide, Color, Piece, Placed, Rank, Role, Setup, Square};

/// Which setups are accepted as a [`Position`](crate::Position).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Legality {
    /// Setups without faults.
    #[default]
    Strict,
    /// Also setups that no game can reach but that have legal moves: surplus pieces, impossible checks.
    AllowImpossible,
}

/// A fault of a setup.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Error)]
#[non_exhaustive]
pub enum SetupFault {
    /// A side has no king.
    #[error("{0} has no king")]
    NoKing(Color),
    /// A side has several kings.
    #[error("{0} has {count} kings, on {kings}", count = .1.len(), kings = list(*.1))]
    ManyKings(Color, Bitboard),
    /// The kings are on adjacent squares.
    #[error("the kings on {0} and {1} are adjacent")]
    AdjacentKings(Square, Square),
    /// A pawn is on the first or the last rank.
    #[error("a {1} is on {0}, where no pawn can be")]
    PawnOnEdge(Square, Piece),
    /// A side has more than sixteen pieces.
    #[error("{0} has {1} pieces, more than sixteen")]
    TooManyPieces(Color, usize),
    /// A side has more than eight pawns.
    #[error("{0} has {1} pawns, more than eight")]
    TooManyPawns(Color, usize),
    /// A side has more promoted pieces than missing pawns.
    #[error(
        "{color} has at least {promoted} promoted {piece}, but only {missing_pawns} {pawn} gone",
        piece = if *.promoted == 1 { "piece" } else { "pieces" },
        pawn = if *.missing_pawns == 1 { "pawn is" } else { "pawns are" },
    )]
    TooManyPromoted {
        /// The side.
        color: Color,
        /// The minimum number of promoted pieces.
        promoted: usize,
        /// The number of missing pawns.
        missing_pawns: usize,
    },
    /// The side that is not to move is in check.
    #[error("it is {turn}'s turn, but the {other} king on {king} is in check from {by}", turn = .by.piece.color, other = !.by.piece.color)]
    WrongSideInCheck {
        /// The square of its king.
        king: Square,
        /// The checker.
        by: Placed,
    },
    /// No move can have given this check, or these checks at once.
    #[error("no {what}", what = impossible_check(*.0))]
    ImpossibleCheck(Bitboard),
    /// A castling right without its king or rook in place.
    #[error("{color} cannot have the right to castle with a rook on {rook}: {reason}")]
    CastlingRight {
        /// The side.
        color: Color,
        /// The square of the rook.
        rook: Square,
        /// The reason.
        reason: &'static str,
    },
    /// An en passant square that no double step can have passed.
    #[error("{square} cannot be the en passant square: {reason}")]
    EnPassant {
        /// The square.
        square: Square,
        /// The reason.
        reason: &'static str,
    },
}

impl SetupFault {
    /// Whether [`Legality::AllowImpossible`] accepts this fault: move generation works regardless.
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

fn impossible_check(checkers: Bitboard) -> String {
    match checkers.more_than_one() {
        true => format!("move can have given check from {} at once", list(checkers)),
        false => format!("double step of a pawn can have given check from {}", list(checkers)),
    }
}

/// An invalid setup with all its faults.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("impossible position: {}", .faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct PositionError {
    /// All faults; never empty.
    pub faults: Vec<SetupFault>,
}

impl PositionError {
    /// Whether [`Legality::AllowImpossible`] accepts the setup.
    pub fn is_playable(&self) -> bool {
        self.faults.iter().all(SetupFault::is_playable)
    }
}

/// Returns the rooks in the corners whose king is on its square of the e-file.
pub(crate) fn standard_castling_rooks(board: &Board) -> Bitboard {
    let sides = [
        (Color::White, Square::E1, [Square::A1, Square::H1]),
        (Color::Black, Square::E8, [Square::A8, Square::H8]),
    ];
    let mut rooks = Bitboard::EMPTY;
    for (color, king, [a, h]) in sides {
        if board.by_piece(Piece::new(color, Role::King)) == king.into() {
            rooks |= Bitboard::from(a).with(h) & board.by_piece(Piece::new(color, Role::Rook));
        }
    }
    rooks
}

impl Setup {
    /// Returns all faults; empty for a legal position.
    pub fn faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        self.check_kings(&mut faults);
        self.check_material(&mut faults);
        self.check_castling(&mut faults);
        let en_passant_is_possible = self.check_en_passant(&mut faults);
        self.check_checks(en_passant_is_possible, &mut faults);
        faults
    }

    /// Removes the castling rights and the en passant square that the pieces rule out; returns their faults.
    ///
    /// ```
    /// use pinsight_rules::{Position, Setup};
    /// let mut setup: Setup = "4k3/8/8/8/8/8/8/4K2R w KQ e6 0 1".parse()?;
    /// assert_eq!(setup.drop_impossible_rights().len(), 2);
    /// assert_eq!(Position::try_from(setup)?.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn drop_impossible_rights(&mut self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        self.check_castling(&mut faults);
        self.check_en_passant(&mut faults);
        for fault in &faults {
            match fault {
                SetupFault::CastlingRight { rook, .. } => self.castling = self.castling.without(*rook),
                _ => self.en_passant = None,
            }
        }
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
        for (square, piece) in self.board.pieces() {
            if piece.role == Role::Pawn && Bitboard::OUTER_RANKS.contains(square) {
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

    /// Whether a quick test finds no fault, as in nearly all positions of games.
    pub(crate) fn is_obviously_valid(&self) -> bool {
        let king = |color| self.pieces(color, Role::King).single();
        let (Some(ours), Some(theirs)) = (king(self.turn), king(!self.turn)) else {
            return false;
        };
        let checkers = self.checkers(ours, !self.turn);
        let checks_are_valid = match self.en_passant {
            None => !checkers.more_than_one(),
            Some(_) => checkers.is_empty() && self.check_en_passant(&mut Vec::new()),
        };
        checks_are_valid
            && self.checkers(theirs, self.turn).is_empty()
            && !self.board.by_role(Role::Pawn).intersects(Bitboard::OUTER_RANKS)
            && Color::ALL.into_iter().all(|color| self.has_no_surplus(color))
            && self.castling.is_subset(standard_castling_rooks(&self.board))
    }

    /// Returns the pieces of `color` that attack the king. Tests the path of each slider in line with it, since there
    /// are few, and the magic tables of [`Board::attackers`] are larger than the cache.
    fn checkers(&self, king: Square, color: Color) -> Bitboard {
        let board = &self.board;
        let leapers = pawn_attacks(!color, king) & board.by_role(Role::Pawn)
            | knight_attacks(king) & board.by_role(Role::Knight)
            | king_attacks(king) & board.by_role(Role::King);
        let sliders =
            diagonals(king) & board.diagonal_sliders() | orthogonals(king) & board.orthogonal_sliders();
        let is_open = |slider: &Square| !between(king, *slider).intersects(board.occupied());
        let ours = board.by_color(color);
        (sliders & ours).into_iter().filter(is_open).fold(leapers & ours, Bitboard::with)
    }

    /// Whether a side has at most eight pawns and certainly no promoted piece. Does not count the pieces of small sets,
    /// since a population count takes a dozen operations on baseline x86-64.
    fn has_no_surplus(&self, color: Color) -> bool {
        let at_most_one = |pieces: Bitboard| !pieces.more_than_one();
        let at_most_two = |pieces: Bitboard| at_most_one(pieces & Bitboard(pieces.0.wrapping_sub(1)));
        let bishops = self.pieces(color, Role::Bishop);
        at_most_one(self.pieces(color, Role::Queen))
            && at_most_two(self.pieces(color, Role::Rook))
            && at_most_two(self.pieces(color, Role::Knight))
            && at_most_one(bishops & Bitboard::LIGHT)
            && at_most_one(bishops - Bitboard::LIGHT)
            && self.pieces(color, Role::Pawn).len() <= 8
    }

    /// Returns the minimum number of promoted pieces; a second bishop on squares of one colour is one.
    fn promoted(&self, color: Color) -> usize {
        let bishops = self.pieces(color, Role::Bishop);
        let light = (bishops & Bitboard::LIGHT).len();
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
                    None => Some("its king is not on its first rank"),
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
        for rook in self.castling - Bitboard::OUTER_RANKS {
            let color = self.board.color_at(rook).unwrap_or(self.turn);
            let reason = "the rook has to be on its side's first rank";
            faults.push(SetupFault::CastlingRight { color, rook, reason });
        }
    }

    fn check_en_passant(&self, faults: &mut Vec<SetupFault>) -> bool {
        let Some(square) = self.en_passant else {
            return false;
        };
        let pawn = Piece::new(!self.turn, Role::Pawn);
        let (from, to) = self.double_step(square);
        let reason = if square.rank() != self.turn.relative(Rank::Sixth) {
            match self.turn {
                Color::White => Some("with white to move it is on the sixth rank"),
                Color::Black => Some("with black to move it is on the third rank"),
            }
        } else if to.and_then(|square| self.board.piece_at(square)) != Some(pawn) {
            Some("there is no pawn where the double step ends")
        } else if self.board.occupied().contains(square) {
            Some("there is a piece on it")
        } else if from.is_some_and(|square| self.board.occupied().contains(square)) {
            Some("there is a piece where the double step begins")
        } else {
            None
        };
        if let Some(reason) = reason {
            faults.push(SetupFault::EnPassant { square, reason });
        }
        reason.is_none()
    }

    /// Returns origin and target of the double step of the side not to move that passed `square`.
    fn double_step(&self, square: Square) -> (Option<Square>, Option<Square>) {
        let (up, down) = (square.offset(0, 1), square.offset(0, -1));
        if self.turn == Color::White { (up, down) } else { (down, up) }
    }

    fn check_checks(&self, en_passant_is_possible: bool, faults: &mut Vec<SetupFault>) {
        let occupied = self.board.occupied();
        if let Some(king) = self.pieces(!self.turn, Role::King).single() {
            for by in self.board.attackers(king, self.turn, occupied) {
                if let Some(piece) = self.board.piece_at(by).filter(|piece| piece.role != Role::King) {
                    let by = Placed { piece, square: by };
                    faults.push(SetupFault::WrongSideInCheck { king, by });
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
                // A double check needs a discovered check, by a slider that is not in line with the other checker.
                let sliders = self.board.diagonal_sliders() | self.board.orthogonal_sliders();
                checkers.len() > 2
                    || after_double_step.is_some()
                    || aligned(first, king, last)
                    || !checkers.intersects(sliders)
            }
            (Some(checker), _) => after_double_step.is_some_and(|target| {
                // The pawn itself gives check, or its step discovered the check: there was none before it.
                let (home, pawn) = self.double_step(target);
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
