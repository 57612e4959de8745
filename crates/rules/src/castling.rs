//! Castling: whether it is allowed, and if not, which condition fails and where.

use core::fmt;

use crate::attacks::between;
use crate::moves::MoveKind;
use crate::piece::Placed;
use crate::words::list;
use crate::{Bitboard, Board, CastlingSide, Color, Move, Piece, Position, Square};

/// Why castling is not allowed just now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastlingFault {
    /// The king or that rook has moved, or the rook is gone.
    NoRight {
        /// Who wants to castle.
        color: Color,
        /// Where to.
        side: CastlingSide,
    },
    /// The king is in check.
    InCheck {
        /// From there.
        square: Square,
        /// By this piece.
        piece: Piece,
    },
    /// Something stands where king or rook have to pass.
    Blocked {
        /// There.
        square: Square,
        /// This piece.
        piece: Piece,
    },
    /// The king would pass or reach an attacked square.
    Attacked {
        /// The square.
        square: Square,
        /// Where the attacker stands.
        by: Square,
        /// The attacker.
        piece: Piece,
        /// Whether the king would end there, not only pass.
        last: bool,
    },
}

impl fmt::Display for CastlingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRight { color, side } => {
                let side = match side {
                    CastlingSide::KingSide => "king",
                    CastlingSide::QueenSide => "queen",
                };
                write!(f, "{color} does not have the right to castle on the {side}'s side")
            }
            Self::InCheck { square, piece } => {
                write!(f, "the king is in check from the {} on {square}", piece.role)
            }
            Self::Blocked { square, piece } => {
                write!(f, "the {} on {square} is in the way", piece.role)
            }
            Self::Attacked { square, by, piece, last } => {
                let verb = if *last { "reach" } else { "cross" };
                write!(f, "the king would {verb} {square}, which the {} on {by} attacks", piece.role)
            }
        }
    }
}

/// A condition that castling needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastlingCondition {
    /// What has to be so.
    pub rule: String,
    /// Why it is not so; none if it is.
    pub fault: Option<String>,
}

impl Position {
    /// Whether the side to move may castle to that side now; if not, the first condition that fails and where.
    pub fn can_castle(&self, side: CastlingSide) -> Result<Move, CastlingFault> {
        let us = self.turn();
        let board = self.board();
        let king = self.king(us);
        let rook = self.castling_right(us, side).ok_or(CastlingFault::NoRight { color: us, side })?;
        if let Some((square, piece)) = first(board, self.checkers()) {
            return Err(CastlingFault::InCheck { square, piece });
        }
        let walk = Walk::new(king, rook);
        let others = board.occupied().without(king).without(rook);
        if let Some((square, piece)) = first(board, walk.path & others) {
            return Err(CastlingFault::Blocked { square, piece });
        }
        for square in walk.crossed {
            if let Some((by, piece)) = first(board, walk.attackers(self, square)) {
                let last = square == walk.king_to;
                return Err(CastlingFault::Attacked { square, by, piece, last });
            }
        }
        Ok(Move::new(king, rook, MoveKind::Castling))
    }

    /// All conditions for the side to move to castle; without the right to castle there are no further ones to look at.
    ///
    /// Castling is legal just when none has a fault; a test holds this to [`can_castle`](Self::can_castle).
    pub fn castling_conditions(&self, side: CastlingSide) -> Vec<CastlingCondition> {
        let us = self.turn();
        let Some(rook) = self.castling_right(us, side) else {
            return vec![CastlingCondition {
                rule: format!("{us} still has the right to castle there"),
                fault: Some("its king or that rook has moved, or the rook is gone".to_owned()),
            }];
        };
        let king = self.king(us);
        let walk = Walk::new(king, rook);

        let mut conditions = vec![
            CastlingCondition {
                rule: format!("{us} still has the right to castle with the rook on {rook}"),
                fault: None,
            },
            CastlingCondition {
                rule: format!("the king on {king} is not in check"),
                fault: accusation(self, self.checkers(), ["gives check", "give check"]),
            },
        ];

        let path = walk.path.without(king).without(rook);
        if path.any() {
            let others = path & self.board().occupied();
            conditions.push(CastlingCondition {
                rule: format!("{} {} free", in_words(path), is(path)),
                fault: accusation(self, others, ["is in the way", "are in the way"]),
            });
        }
        let attacks: Vec<String> = walk
            .crossed
            .into_iter()
            .filter_map(|square| {
                let [attacks, attack] = ["attacks", "attack"].map(|verb| format!("{verb} {square}"));
                accusation(self, walk.attackers(self, square), [&attacks, &attack])
            })
            .collect();
        conditions.push(CastlingCondition {
            rule: format!("{} {} not attacked", in_words(walk.crossed), is(walk.crossed)),
            fault: (!attacks.is_empty()).then(|| list(&attacks)),
        });
        conditions
    }
}

/// Where king and rook go.
struct Walk {
    king: Square,
    king_to: Square,
    rook: Square,
    rook_to: Square,
    /// All squares that have to be free, but for king and rook themselves.
    path: Bitboard,
    /// The squares that the king crosses or reaches.
    crossed: Bitboard,
}

impl Walk {
    fn new(king: Square, rook: Square) -> Self {
        let side = CastlingSide::of(king, rook);
        let king_to = Square::new(side.king_file(), king.rank());
        let rook_to = Square::new(side.rook_file(), king.rank());
        let king_path = between(king, king_to).with(king_to);
        let path = king_path | between(rook, rook_to).with(rook_to);
        let crossed = king_path.without(king).with(king_to);
        Self { king, king_to, rook, rook_to, path, crossed }
    }

    /// Who attacks a square of the king's walk: as he passes, the rook still stands; at the end it stands beside him.
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

/// The first of some pieces.
fn first(board: &Board, squares: Bitboard) -> Option<(Square, Piece)> {
    let square = squares.first()?;
    Some((square, board.piece_at(square)?))
}

/// Who does it: `the rook on f8 attacks f1`; nothing if nobody does.
fn accusation(position: &Position, who: Bitboard, verb: [&str; 2]) -> Option<String> {
    let placed = who.into_iter().filter_map(|square| {
        let piece = position.board().piece_at(square)?;
        Some(Placed { piece, square }.to_string())
    });
    let [one, many] = verb;
    let verb = if who.more_than_one() { many } else { one };
    who.any().then(|| format!("{} {verb}", list(&placed.collect::<Vec<_>>())))
}

const fn is(squares: Bitboard) -> &'static str {
    if squares.more_than_one() { "are" } else { "is" }
}

fn in_words(squares: Bitboard) -> String {
    let squares: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    list(&squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(fen: &str, side: CastlingSide) -> Vec<String> {
        let position: Position = fen.parse().expect("a position");
        position.castling_conditions(side).into_iter().filter_map(|condition| condition.fault).collect()
    }

    #[test]
    fn every_condition_that_fails_is_named() {
        let fen = "4k3/8/8/8/1b6/3n4/8/RN2KN1R w KQ - 0 1";
        assert_eq!(
            faults(fen, CastlingSide::KingSide),
            ["the knight on d3 and the bishop on b4 give check", "the knight on f1 is in the way",],
        );
        let fen = "4k3/8/8/8/1b6/5n2/8/RN2K2R w KQ - 0 1";
        assert_eq!(
            faults(fen, CastlingSide::QueenSide),
            ["the knight on f3 and the bishop on b4 give check", "the knight on b1 is in the way",],
        );
        let fen = "2r1kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert_eq!(faults(fen, CastlingSide::KingSide), ["the rook on f8 attacks f1"],);
        assert_eq!(faults(fen, CastlingSide::QueenSide), ["the rook on c8 attacks c1"],);
    }

    #[test]
    fn an_attacked_b1_does_no_harm() {
        let fen = "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert!(faults(fen, CastlingSide::QueenSide).is_empty());
    }

    #[test]
    fn a_rook_that_shields_its_king_may_not_leave() {
        // Chess960: with the rook gone from b1, the rook on a1 looks at the king on c1.
        let fen = "4k3/8/8/8/8/8/8/rRK5 w B - 0 1";
        assert_eq!(faults(fen, CastlingSide::QueenSide), ["the rook on a1 attacks c1"],);
    }

    #[test]
    fn the_conditions_agree_with_the_rules() {
        let rows = [
            "r3k2r/8/8/8/8/8/8/R3K2R",
            "r3k2r/8/8/8/8/8/6q1/R3K2R",
            "r3k2r/8/8/8/1b6/8/8/R3K2R",
            "r3k2r/8/8/8/8/6n1/8/RN2KB1R",
            "1r2k3/8/8/8/8/8/8/R3K2R",
            "3rk3/8/8/8/8/8/8/R3K2R",
            "rr2k3/8/8/8/8/8/8/1R2K1R1",
            "4k3/8/8/8/8/8/8/rRK4R",
            "4k3/8/8/8/8/8/8/5RKR",
            "4k3/8/8/8/8/6r1/8/R5KR",
            "4k3/8/8/8/8/5r2/8/RK5R",
        ];
        let mut allowed = 0;
        for row in rows {
            for rights in ["KQ", "-"] {
                let fen = format!("{row} w {rights} - 0 1");
                let Ok(position) = fen.parse::<Position>() else {
                    continue;
                };
                for side in CastlingSide::ALL {
                    let free =
                        position.castling_conditions(side).iter().all(|condition| condition.fault.is_none());
                    assert_eq!(free, position.can_castle(side).is_ok(), "{fen} {side:?}");
                    allowed += usize::from(free);
                }
            }
        }
        assert!(allowed > 4, "both answers have to come up");
    }
}
