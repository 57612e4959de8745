//! Chance for a player who plays one game after another.

use crate::Rng;

/// Random numbers that follow from a seed, anew for each game.
#[derive(Clone, Debug)]
pub(crate) struct Seeded {
    seed: u64,
    games: u64,
    rng: Rng,
}

impl Seeded {
    /// Those of the first game.
    pub(crate) const fn new(seed: u64) -> Self {
        Self { seed, games: 0, rng: Rng::of_game(seed, 0) }
    }

    /// Goes on to the next game.
    pub(crate) const fn next_game(&mut self) {
        self.games += 1;
        self.rng = Rng::of_game(self.seed, self.games);
    }

    /// A number below a bound, as [`Rng::below`].
    pub(crate) const fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound)
    }
}
