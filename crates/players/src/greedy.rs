//! A player that looks one move ahead.

use pinsight_rules::{Color, History, Move, Position, Role, VALUES, exchange};

use crate::error::PlayerError;
use crate::limit::Limit;
use crate::player::{Choice, Info, Player, Stop};
use crate::seeded::Seeded;

/// Gives mate in one; otherwise plays the move that gains most after the opponent's best exchange, at random among
/// equals.
#[derive(Clone, Debug)]
pub struct Greedy {
    random: Seeded,
}

impl Greedy {
    /// Creates a player; `seed` determines the choice among equal moves.
    pub const fn new(seed: u64) -> Self {
        Self { random: Seeded::new(seed) }
    }
}

impl Player for Greedy {
    fn name(&self) -> String {
        "greedy".to_owned()
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.random.next_game();
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
        let mut best_gain = i32::MIN;
        for &mv in &position.legal_moves() {
            let gain = gain(position, mv);
            if gain > best_gain {
                best_gain = gain;
                best.clear();
            }
            if gain == best_gain {
                best.push(mv);
            }
        }
        best.get(self.random.below(best.len())).copied().map(Choice::of).ok_or(PlayerError::NoMove)
    }
}

/// The material gained by a move, minus the opponent's best exchange after it.
fn gain(position: &Position, mv: Move) -> i32 {
    /// More than the material of a side.
    const MATE: i32 = 1_000;
    let after = position.play_unchecked(mv);
    if after.is_checkmate() {
        return MATE;
    }
    let captured = position.captured(mv).map_or(0, |piece| VALUES[piece.role]);
    let promoted = mv.promotion().map_or(0, |role| VALUES[role] - VALUES[Role::Pawn]);
    captured + promoted - best_exchange(&after, after.turn())
}

/// The gain of the best exchange for `color` on any square.
fn best_exchange(position: &Position, color: Color) -> i32 {
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
    fn captures_undefended_pieces_only() {
        assert_eq!(answer("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1"), "Nxd5");
        // The queen attacks a pawn defended by a pawn and an undefended knight.
        assert_eq!(answer("4k3/3p4/4p3/8/4Q2n/8/8/4K3 w - - 0 1"), "Qxh4");
        assert_ne!(answer("4k3/3p4/4p3/8/4Q3/8/8/4K3 w - - 0 1"), "Qxe6+");
    }

    #[test]
    fn prefers_mate_to_captures() {
        assert_eq!(answer("6k1/5ppp/8/8/8/8/q4PPP/R3R1K1 w - - 0 1"), "Re8#");
    }

    #[test]
    fn moves_an_attacked_piece() {
        // A pawn attacks the queen.
        let san = answer("4k3/8/2p5/3Q4/8/8/8/4K3 w - - 0 1");
        assert!(san.starts_with('Q'), "{san}");
    }
}
