//! Castling: whether it is legal, and which condition fails.

use thiserror::Error;

use crate::attacks::between;
use crate::format::list;
use crate::moves::MoveKind;
use crate::{Bitboard, CastlingSide, Color, Move, Placed, Position, Square};

/// Why castling is not legal now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
pub enum CastlingFault {
    /// The king or the rook has moved, or the rook was captured.
    #[error("{0} does not have the right to castle on the {side}'s side", side = if *.1 == CastlingSide::KingSide { "king" } else { "queen" })]
    NoRight(Color, CastlingSide),
    /// The king is in check from this piece.
    #[error("the king is in check from {0}")]
    InCheck(Placed),
    /// This piece is on the path of king or rook.
    #[error("{0} is in the way")]
    Blocked(Placed),
    /// The king would cross or reach an attacked square.
    #[error("the king would {verb} {square}, which {by} attacks", verb = if *.last { "reach" } else { "cross" })]
    Attacked {
        /// The square.
        square: Square,
        /// The attacker.
        by: Placed,
        /// Whether the square is the king's target.
        last: bool,
    },
}

/// A condition of castling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastlingCondition {
    /// The condition.
    pub rule: String,
    /// Why it is not met; `None` if it is.
    pub fault: Option<String>,
}

impl Position {
    /// Returns the castling move of the side to move, or the first condition that fails.
    pub fn can_castle(&self, side: CastlingSide) -> Result<Move, CastlingFault> {
        let us = self.turn();
        let king = self.king(us);
        let rook = self.castling_right(us, side).ok_or(CastlingFault::NoRight(us, side))?;
        let first = |pieces: Bitboard| pieces.first().and_then(|square| self.placed(square));
        if let Some(by) = first(self.checkers()) {
            return Err(CastlingFault::InCheck(by));
        }
        let paths = Paths::new(king, rook);
        let others = self.board().occupied().without(king).without(rook);
        if let Some(by) = first(paths.all & others) {
            return Err(CastlingFault::Blocked(by));
        }
        for square in paths.crossed {
            if let Some(by) = first(paths.attackers(self, square)) {
                return Err(CastlingFault::Attacked { square, by, last: square == paths.king_to });
            }
        }
        Ok(Move::new(king, rook, MoveKind::Castling))
    }

    /// Returns all conditions for the side to move to castle; only the first if it does not have the right.
    ///
    /// Castling is legal if no condition has a fault; a test compares this with [`can_castle`](Self::can_castle).
    pub fn castling_conditions(&self, side: CastlingSide) -> Vec<CastlingCondition> {
        let us = self.turn();
        let condition = |rule: String, fault| CastlingCondition { rule, fault };
        let Some(rook) = self.castling_right(us, side) else {
            let fault = "its king or that rook has moved, or the rook is gone".to_owned();
            return vec![condition(format!("{us} still has the right to castle there"), Some(fault))];
        };
        let king = self.king(us);
        let paths = Paths::new(king, rook);
        let check = describe(self, self.checkers(), ["gives check", "give check"]);
        let mut conditions = vec![
            condition(format!("{us} still has the right to castle with the rook on {rook}"), None),
            condition(format!("the king on {king} is not in check"), check),
        ];
        let path = paths.all.without(king).without(rook);
        if path.any() {
            let blocked = describe(self, path & self.board().occupied(), ["is in the way", "are in the way"]);
            conditions.push(condition(format!("{} {} free", list(path), is(path)), blocked));
        }
        let attacks: Vec<String> = paths
            .crossed
            .into_iter()
            .filter_map(|square| {
                let [attacks, attack] = ["attacks", "attack"].map(|verb| format!("{verb} {square}"));
                describe(self, paths.attackers(self, square), [&attacks, &attack])
            })
            .collect();
        let rule = format!("{} {} not attacked", list(paths.crossed), is(paths.crossed));
        conditions.push(condition(rule, (!attacks.is_empty()).then(|| list(&attacks))));
        conditions
    }
}

/// The paths of king and rook.
struct Paths {
    king: Square,
    king_to: Square,
    rook: Square,
    rook_to: Square,
    /// The squares that have to be free of other pieces.
    all: Bitboard,
    /// The squares that the king crosses or reaches.
    crossed: Bitboard,
}

impl Paths {
    fn new(king: Square, rook: Square) -> Self {
        let (king_to, rook_to) = CastlingSide::targets(king, rook);
        let king_path = between(king, king_to).with(king_to);
        let all = king_path | between(rook, rook_to).with(rook_to);
        let crossed = king_path.without(king).with(king_to);
        Self { king, king_to, rook, rook_to, all, crossed }
    }

    /// Returns the attackers of a square on the king's path: with the rook on its origin, and for the king's target
    /// also with the rook on its target.
    fn attackers(&self, position: &Position, square: Square) -> Bitboard {
        let (board, them) = (position.board(), !position.turn());
        let passing = board.occupied().without(self.king);
        let attackers = board.attackers(square, them, passing);
        if square != self.king_to {
            return attackers;
        }
        let done = passing.without(self.rook).with(self.king_to).with(self.rook_to);
        attackers | board.attackers(square, them, done)
    }
}

/// Describes what pieces do: `the rook on f8 attacks f1`; `None` without pieces.
fn describe(position: &Position, pieces: Bitboard, [singular, plural]: [&str; 2]) -> Option<String> {
    let verb = if pieces.more_than_one() { plural } else { singular };
    let placed = pieces.into_iter().filter_map(|square| position.placed(square));
    pieces.any().then(|| format!("{} {verb}", list(placed)))
}

const fn is(squares: Bitboard) -> &'static str {
    if squares.more_than_one() { "are" } else { "is" }
}
