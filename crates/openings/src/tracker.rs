//! The opening of a game.

use pinsight_pgn::{PlayedMove, Sink};
use pinsight_rules::{History, Ply, Position, Zobrist};

use crate::opening::Opening;
use crate::table::table;

/// The opening of a game: its last position that has a name.
///
/// Only as many plies count as the longest line of the table has, 36: later positions are no longer the opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameOpening {
    /// The opening; `None` if no position has a name.
    pub opening: Option<&'static Opening>,
    /// The ply after which the position has that name; 0 without an opening.
    pub ply: usize,
    /// The first ply that leaves the lines of the table for good; `None` if the game ends before it.
    pub out_of_book_ply: Option<usize>,
}

impl GameOpening {
    /// Returns the opening of a game.
    pub fn of(game: &History) -> Self {
        Self::of_plies(game.start(), game.plies())
    }

    /// Returns the opening of the game that plays `plies` from `start`.
    pub fn of_plies<'a>(start: &Position, plies: impl IntoIterator<Item = &'a Ply>) -> Self {
        let mut tracker = OpeningTracker::new(start);
        for ply in plies {
            tracker.play(ply);
        }
        tracker.opening()
    }
}

/// Follows a game and finds its opening. As a [`Sink`] it follows the mainline of a PGN game.
///
/// ```
/// use pinsight_openings::OpeningTracker;
/// use pinsight_pgn::{Replayer, split};
///
/// let mut tracker = OpeningTracker::default();
/// for game in split(&"example".into(), b"1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Rg1 h5 *") {
///     Replayer::new().run(&game, &mut tracker);
/// }
/// let found = tracker.opening();
/// assert_eq!(found.opening.map(|opening| opening.eco), Some("B90"));
/// assert_eq!(found.out_of_book_ply, Some(12));
/// ```
#[derive(Clone, Debug)]
pub struct OpeningTracker {
    key: Zobrist,
    plies: usize,
    /// The number of plies up to the last position on a line of the table; `None` if the start is on none.
    book_plies: Option<usize>,
    opening: Option<&'static Opening>,
    ply: usize,
}

impl Default for OpeningTracker {
    fn default() -> Self {
        Self::new(&Position::default())
    }
}

impl OpeningTracker {
    /// Begins a game.
    pub fn new(start: &Position) -> Self {
        let key = Zobrist::of(start);
        let mut tracker = Self { key, plies: 0, book_plies: None, opening: None, ply: 0 };
        tracker.look_up();
        tracker
    }

    /// Adds a move.
    pub fn play(&mut self, ply: &Ply) {
        self.plies += 1;
        if self.plies <= table().longest {
            self.key = self.key.after(ply);
            self.look_up();
        }
    }

    fn look_up(&mut self) {
        let Some(opening) = table().find(self.key) else {
            return;
        };
        self.book_plies = Some(self.plies);
        if let Some(opening) = opening {
            self.opening = Some(opening);
            self.ply = self.plies;
        }
    }

    /// Returns whether the last ply is the one that leaves the lines of the table, so far.
    pub fn is_leaving(&self) -> bool {
        self.opening().out_of_book_ply == Some(self.plies)
    }

    /// Returns the opening so far.
    pub fn opening(&self) -> GameOpening {
        let left = self.book_plies.map_or(1, |plies| plies + 1);
        let out_of_book_ply = (left <= self.plies).then_some(left);
        GameOpening { opening: self.opening, ply: self.ply, out_of_book_ply }
    }
}

impl Sink for OpeningTracker {
    fn start(&mut self, start: Option<&Position>) {
        *self = Self::new(start.unwrap_or(&Position::default()));
    }

    fn played(&mut self, played: PlayedMove<'_>) {
        if played.depth == 0 {
            self.play(&Ply {
                number: self.plies + 1,
                before: *played.before,
                played: played.played,
                after: *played.after,
            });
        }
    }

    fn null_move(&mut self, _: u32, _: &Position, after: &Position, depth: u32) {
        if depth == 0 {
            self.plies += 1;
            self.key = Zobrist::of(after);
        }
    }
}
