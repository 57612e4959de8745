//! Random players and random games.

use pinsight_rules::{Claim, End, History, Move, MoveSets, Outcome, Ply, Position, Termination, Zobrist};

use crate::error::PlayerError;
use crate::limit::Limit;
use crate::player::{Choice, Info, Player, Stop};
use crate::rng::Rng;
use crate::ruling::Ruling;
use crate::seeded::Seeded;

/// Plays legal moves with equal probability, determined by the seed.
#[derive(Clone, Debug)]
pub struct RandomMover {
    random: Seeded,
}

impl RandomMover {
    /// Creates a player; `seed` determines its moves.
    pub const fn new(seed: u64) -> Self {
        Self { random: Seeded::new(seed) }
    }
}

impl Player for RandomMover {
    fn name(&self) -> String {
        "random".to_owned()
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
        let moves = game.position().legal_move_sets();
        moves.get(self.random.below(moves.len())).map(Choice::of).ok_or(PlayerError::NoMove)
    }
}

/// A game of random legal moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomGame {
    /// The moves.
    pub moves: Vec<Move>,
    /// How the game ended.
    pub ruling: Ruling,
    /// The final position.
    pub last: Position,
}

impl RandomGame {
    /// Plays game `number` of a seed until a rule ends it.
    ///
    /// ```
    /// use pinsight_players::RandomGame;
    /// use pinsight_rules::Position;
    /// let game = RandomGame::play(&Position::default(), 7, 0);
    /// assert_eq!(game, RandomGame::play(&Position::default(), 7, 0));
    /// assert_ne!(game, RandomGame::play(&Position::default(), 7, 1));
    /// ```
    pub fn play(start: &Position, seed: u64, number: u64) -> Self {
        let mut rng = Rng::of_game(seed, number);
        let mut moves = Vec::new();
        let mut position = *start;
        let mut hash = Zobrist::of(start);
        // Only positions since the last capture or pawn move can repeat.
        let mut hashes = vec![hash];
        let mut sets = MoveSets::default();
        let ruling = loop {
            position.fill_move_sets(&mut sets);
            let mv = match next_move(&position, &sets, &hashes, &mut rng) {
                Ok(mv) => mv,
                Err(ruling) => break ruling,
            };
            let ply = Ply::new(moves.len() + 1, position, mv);
            hash = hash.after(&ply);
            position = ply.after;
            moves.push(mv);
            if position.halfmove_clock() == 0 {
                hashes.clear();
            }
            hashes.push(hash);
        };
        Self { moves, ruling, last: position }
    }
}

/// Returns a random move, or how the game ended. `hashes` are those of the positions that can repeat, the current one
/// last.
fn next_move(
    position: &Position,
    moves: &MoveSets,
    hashes: &[Zobrist],
    rng: &mut Rng,
) -> Result<Move, Ruling> {
    let draw = |termination| Ruling::from(End { outcome: Outcome::Draw, termination });
    let Some(mv) = moves.get(rng.below(moves.len())) else {
        return Err(if position.in_check() {
            End { outcome: Outcome::Win(!position.turn()), termination: Termination::Checkmate }.into()
        } else {
            draw(Termination::Stalemate)
        });
    };
    if position.is_dead() {
        return Err(draw(Termination::DeadPosition));
    }
    if position.halfmove_clock() >= 150 {
        return Err(draw(Termination::SeventyFiveMoves));
    }
    let now = hashes.last();
    if hashes.iter().rev().step_by(2).filter(|&hash| Some(hash) == now).count() >= 3 {
        return Err(Claim::ThreefoldRepetition.into());
    }
    if position.can_claim_fifty_moves() {
        return Err(Claim::FiftyMoves.into());
    }
    Ok(mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fast loop must end games where `History` ends them, by the same rule.
    #[test]
    fn random_games_end_by_the_same_rule_as_the_history() {
        for number in 0..300 {
            let played = RandomGame::play(&Position::default(), 2026, number);
            let mut game = History::default();
            for &mv in &played.moves {
                assert_eq!(Ruling::of(&game), None, "game {number} continued after its end");
                game.play(mv).expect("a legal move");
            }
            assert_eq!(Ruling::of(&game), Some(played.ruling), "game {number}");
            assert_eq!(*game.position(), played.last);
        }
    }

    #[test]
    fn without_a_legal_move_the_choice_is_an_error() {
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        let game = History::new(mated.parse().expect("a position"));
        let answer = RandomMover::new(1).choose(&game, &Limit::default(), &Stop::new(), &mut |_| {});
        assert!(matches!(answer, Err(PlayerError::NoMove)));
    }

    #[test]
    fn each_game_of_a_seed_is_different() {
        let mut player = RandomMover::new(5);
        let mut line = || {
            let mut game = History::default();
            for _ in 0..20 {
                let choice =
                    player.choose(&game, &Limit::default(), &Stop::new(), &mut |_| {}).expect("a move");
                game.play(choice.mv).expect("legal");
            }
            player.new_game().expect("no engine behind it");
            *game.position()
        };
        assert_ne!(line(), line());
    }
}
