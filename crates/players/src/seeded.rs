//! Random numbers of a player that plays several games.

use crate::rng::Rng;

/// Random numbers determined by a seed and the number of the game.
#[derive(Clone, Debug)]
pub(crate) struct Seeded {
    seed: u64,
    games: u64,
    rng: Rng,
}

impl Seeded {
    pub(crate) const fn new(seed: u64) -> Self {
        Self { seed, games: 0, rng: Rng::of_game(seed, 0) }
    }

    /// Restarts the numbers for the next game.
    pub(crate) const fn next_game(&mut self) {
        self.games += 1;
        self.rng = Rng::of_game(self.seed, self.games);
    }

    /// See [`Rng::bits`].
    pub(crate) const fn bits(&mut self) -> u64 {
        self.rng.bits()
    }

    /// See [`Rng::below`].
    pub(crate) const fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound)
    }
}
