//! The best exchange, else any move.

use pinsight_rules::{Color, History, Move, Position, Role, VALUES, exchange};

use crate::seeded::Seeded;
use crate::{Choice, Info, Limit, Player, PlayerError, Stop};

/// Mates in one if it can; else takes what pays best, the exchange that follows counted; else plays any move after
/// which it loses least in such an exchange.
#[derive(Clone, Debug)]
pub struct Greedy {
    chance: Seeded,
}

impl Greedy {
    /// A player whose choices among equals follow from the seed.
    pub const fn new(seed: u64) -> Self {
        Self { chance: Seeded::new(seed) }
    }
}

impl Player for Greedy {
    fn name(&self) -> String {
        "greedy".to_owned()
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.chance.next_game();
        Ok(())
    }

    fn choose(
        &mut self,
        game: &History,
        _: &Limit,
        _: &Stop,
        _: &mut dyn FnMut(&Info),
    ) -> Result<Choice, PlayerError> {
        let position = game.position();
        let mut best: Vec<Move> = Vec::new();
        let mut most = i32::MIN;
        for &mv in &position.legal_moves() {
            let worth = worth(position, mv);
            if worth > most {
                most = worth;
                best.clear();
            }
            if worth == most {
                best.push(mv);
            }
        }
        best.get(self.chance.below(best.len())).copied().map(Choice::of).ok_or(PlayerError::NoMove)
    }
}

/// What a move takes, less what the other side then gains at best by captures on one square.
fn worth(position: &Position, mv: Move) -> i32 {
    /// More than all pieces together.
    const MATE: i32 = 1_000;
    let after = position.play_unchecked(mv);
    if after.is_checkmate() {
        return MATE;
    }
    let taken = position.captured(mv).map_or(0, |piece| VALUES[piece.role]);
    let promoted = mv.promotion().map_or(0, |role| VALUES[role] - VALUES[Role::Pawn]);
    taken + promoted - greatest_gain(&after, after.turn())
}

/// The best exchange that a side has anywhere.
fn greatest_gain(position: &Position, color: Color) -> i32 {
    let board = position.board();
    let targets = board.by_color(!color) - board.by_role(Role::King);
    targets.into_iter().map(|square| exchange(board, square, color, &VALUES)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(fen: &str) -> String {
        let game = History::new(fen.parse().expect("a position"));
        let choice =
            Greedy::new(3).choose(&game, &Limit::default(), &Stop::new(), &mut |_| {}).expect("a move");
        game.position().san(choice.mv)
    }

    #[test]
    fn takes_what_is_free_and_leaves_what_is_defended() {
        assert_eq!(answer("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1"), "Nxd5");
        // The queen might take a pawn that a pawn defends, or a knight that nobody does.
        assert_eq!(answer("4k3/3p4/4p3/8/4Q2n/8/8/4K3 w - - 0 1"), "Qxh4");
        assert_ne!(answer("4k3/3p4/4p3/8/4Q3/8/8/4K3 w - - 0 1"), "Qxe6+");
    }

    #[test]
    fn mates_rather_than_takes() {
        assert_eq!(answer("6k1/5ppp/8/8/8/8/q4PPP/R3R1K1 w - - 0 1"), "Re8#");
    }

    #[test]
    fn moves_what_is_attacked() {
        // The queen is attacked by a pawn, and nothing else of value is.
        let san = answer("4k3/8/2p5/3Q4/8/8/8/4K3 w - - 0 1");
        assert!(san.starts_with('Q'), "{san}");
    }
}
