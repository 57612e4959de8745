//! Players that open from a book.

use std::fmt;
use std::sync::Arc;

use pinsight_rules::{History, Move, Position};

use crate::error::PlayerError;
use crate::limit::Limit;
use crate::player::{Choice, Info, Player, Stop};
use crate::seeded::Seeded;

/// Chooses a legal move of a position by a random number.
type ChooseMove = dyn Fn(&Position, u64) -> Option<Move> + Send + Sync;

/// A source of opening moves; clones share it.
#[derive(Clone)]
pub struct OpeningBook(Arc<ChooseMove>);

impl OpeningBook {
    /// Creates a book from a function that chooses a legal move of a position by a random number, or `None` if the book has no
    /// move.
    pub fn new(choose: impl Fn(&Position, u64) -> Option<Move> + Send + Sync + 'static) -> Self {
        Self(Arc::new(choose))
    }

    /// Chooses a legal move by a random number; `None` if the book has none.
    pub fn choose(&self, position: &Position, random: u64) -> Option<Move> {
        (self.0)(position, random)
    }
}

impl fmt::Debug for OpeningBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OpeningBook")
    }
}

/// A player that plays the moves of a book as long as there are any.
#[derive(Debug)]
pub struct BookPlayer<P> {
    player: P,
    book: OpeningBook,
    random: Seeded,
}

impl<P: Player> BookPlayer<P> {
    /// Adds a book to a player; `seed` and the number of the game determine the choices.
    pub fn new(player: P, book: OpeningBook, seed: u64) -> Self {
        Self { player, book, random: Seeded::new(seed) }
    }
}

impl<P: Player> Player for BookPlayer<P> {
    fn name(&self) -> String {
        self.player.name()
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.random.next_game();
        self.player.new_game()
    }

    fn choose(
        &mut self,
        game: &History,
        limit: &Limit,
        stop: &Stop,
        inform: &mut dyn FnMut(&Info),
    ) -> Result<Choice, PlayerError> {
        match self.book.choose(game.position(), self.random.bits()) {
            Some(mv) => Ok(Choice::of(mv)),
            None => self.player.choose(game, limit, stop, inform),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::RandomMover;

    #[test]
    fn the_book_chooses_first_and_the_player_after_it() {
        let book = OpeningBook::new(|position, random| {
            let moves = if *position == Position::default() { ["e4", "d4"] } else { return None };
            position.parse_move(moves[(random >> 63) as usize]).ok()
        });
        let mut player = BookPlayer::new(RandomMover::new(1), book, 1);
        let mut first = |game: &History| {
            player.new_game().expect("no process");
            player.choose(game, &Limit::depth(1), &Stop::new(), &mut |_| {}).expect("a legal move").mv
        };
        let start = History::default();
        let chosen: Vec<String> = (0..20).map(|_| start.position().san(first(&start))).collect();
        assert!(chosen.iter().all(|san| san == "e4" || san == "d4"), "{chosen:?}");
        assert!(chosen.contains(&"e4".to_owned()) && chosen.contains(&"d4".to_owned()), "each game differs");
        let mut later = History::default();
        later.play(later.position().parse_move("a3").expect("a3")).expect("a legal move");
        assert!(later.position().is_legal(first(&later)));
    }
}
