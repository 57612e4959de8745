//! Castling's conditions, each with what stands against it.

use pinsight_rules::attacks::between;
use pinsight_rules::{Bitboard, CastlingSide, Placed, Position, Square};

/// A condition that castling needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Condition {
    /// What has to be so.
    pub(crate) rule: String,
    /// Why it is not so; none if it is.
    pub(crate) fault: Option<String>,
}

/// All conditions for the side to move to castle; without the right to castle there are no further ones to look at.
///
/// Castling is legal just when none has a fault; a test holds this to [`Position::can_castle`].
pub(crate) fn conditions(position: &Position, side: CastlingSide) -> Vec<Condition> {
    let us = position.turn();
    let Some(rook) = position.castling_right(us, side) else {
        return vec![Condition {
            rule: format!("{us} still has the right to castle there"),
            fault: Some("its king or that rook has moved, or the rook is gone".to_owned()),
        }];
    };
    let board = position.board();
    let king = position.king(us);
    let king_to = Square::new(side.king_file(), king.rank());
    let rook_to = Square::new(side.rook_file(), king.rank());
    let king_path = between(king, king_to).with(king_to);
    let others = board.occupied().without(king).without(rook);

    let mut conditions = vec![
        Condition {
            rule: format!("{us} still has the right to castle with the rook on {rook}"),
            fault: None,
        },
        Condition {
            rule: format!("the king on {king} is not in check"),
            fault: accusation(position, position.checkers(), ["gives check", "give check"]),
        },
    ];

    let path = (king_path | between(rook, rook_to).with(rook_to)).without(king).without(rook);
    if path.any() {
        conditions.push(Condition {
            rule: format!("{} {} free", in_words(path), is(path)),
            fault: accusation(position, path & others, ["is in the way", "are in the way"]),
        });
    }

    // As the king passes, the rook still stands; at the end it stands beside him.
    let passing = board.occupied().without(king);
    let done = others.with(king_to).with(rook_to);
    let crossed = king_path.without(king).with(king_to);
    let attacks: Vec<String> = crossed
        .into_iter()
        .filter_map(|square| {
            let mut attackers = board.attackers(square, !us, passing);
            if square == king_to {
                attackers |= board.attackers(square, !us, done);
            }
            let [attacks, attack] = ["attacks", "attack"].map(|verb| format!("{verb} {square}"));
            accusation(position, attackers, [&attacks, &attack])
        })
        .collect();
    conditions.push(Condition {
        rule: format!("{} {} not attacked", in_words(crossed), is(crossed)),
        fault: (!attacks.is_empty()).then(|| list(&attacks)),
    });
    conditions
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

/// `a, b and c`.
fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(fen: &str, side: CastlingSide) -> Vec<String> {
        let position: Position = fen.parse().expect("a position");
        conditions(&position, side).into_iter().filter_map(|condition| condition.fault).collect()
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
                    let free = conditions(&position, side).iter().all(|condition| condition.fault.is_none());
                    assert_eq!(free, position.can_castle(side).is_ok(), "{fen} {side:?}");
                    allowed += usize::from(free);
                }
            }
        }
        assert!(allowed > 4, "both answers have to come up");
    }
}
