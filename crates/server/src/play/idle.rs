//! Computer players between two moves of a game, ready to be used again: engine processes and hash tables.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pinsight_players::Player;
use pinsight_rules::Color;
use pinsight_wire::Seat;

use crate::game::GameId;

/// The idle players of all games, the least recently used first.
pub(super) struct IdlePlayers {
    /// The maximum number of players that are kept. Others are made anew for every move.
    limit: usize,
    players: Mutex<Vec<Idle>>,
}

struct Idle {
    game: GameId,
    color: Color,
    seat: Seat,
    player: Box<dyn Player>,
}

impl std::fmt::Debug for IdlePlayers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("IdlePlayers").field("count", &self.players().len()).finish()
    }
}

impl IdlePlayers {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, players: Mutex::default() }
    }

    fn players(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the player of a seat, if it was kept.
    pub(super) fn take(&self, game: GameId, color: Color, seat: &Seat) -> Option<Box<dyn Player>> {
        let mut players = self.players();
        let kept = |idle: &Idle| (idle.game, idle.color, &idle.seat) == (game, color, seat);
        let index = players.iter().position(kept)?;
        Some(players.remove(index).player)
    }

    /// Keeps a player; drops the least recently used one if there are too many, and another one of the same side.
    pub(super) fn put(&self, game: GameId, color: Color, seat: Seat, player: Box<dyn Player>) {
        let mut players = self.players();
        let (mut dropped, mut kept) = (Vec::new(), Vec::new());
        for idle in players.drain(..) {
            if (idle.game, idle.color) == (game, color) { dropped.push(idle) } else { kept.push(idle) }
        }
        if kept.len() >= self.limit {
            dropped.extend(kept.drain(..=kept.len() - self.limit));
        }
        kept.push(Idle { game, color, seat, player });
        *players = kept;
        drop(players);
        // Without the lock: the end of an engine may take long.
        drop(dropped);
    }

    /// Drops the players of a game.
    pub(super) fn drop_of(&self, game: GameId) {
        let mut players = self.players();
        let (dropped, kept): (Vec<Idle>, Vec<Idle>) = players.drain(..).partition(|idle| idle.game == game);
        *players = kept;
        drop(players);
        drop(dropped);
    }
}

#[cfg(test)]
mod tests {
    use super::IdlePlayers;
    use pinsight_players::RandomMover;
    use pinsight_rules::Color;
    use pinsight_wire::Seat;

    #[test]
    fn the_number_of_idle_players_is_bounded() {
        let idle = IdlePlayers::new(8);
        for game in 0..100 {
            idle.put(game, Color::White, Seat::default(), Box::new(RandomMover::new(1)));
        }
        assert_eq!(idle.players().len(), 8);
        assert!(idle.take(99, Color::White, &Seat::default()).is_some(), "the last one is kept");
        assert!(idle.take(0, Color::White, &Seat::default()).is_none());
        idle.drop_of(98);
        assert!(idle.take(98, Color::White, &Seat::default()).is_none());
    }
}
