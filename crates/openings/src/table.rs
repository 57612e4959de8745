//! The table of names.

use std::collections::HashMap;
use std::sync::LazyLock;

use pinsight_rules::{Ply, Position, Zobrist};

use crate::opening::Opening;

/// ECO code, name and moves, one opening per line; `tools/openings.py` checks it.
const TEXT: &str = include_str!("../data/openings.tsv");

/// The openings, and the positions of their lines.
pub(crate) struct Table {
    openings: Vec<Opening>,
    /// The positions on the lines of the openings, with the opening of those that have a name.
    positions: HashMap<Zobrist, Option<usize>>,
    /// The number of plies of the longest line.
    pub(crate) longest: usize,
}

static TABLE: LazyLock<Table> = LazyLock::new(Table::read);

/// Returns the table, which is read on first use.
pub(crate) fn table() -> &'static Table {
    &TABLE
}

impl Table {
    fn read() -> Self {
        let mut table = Self { openings: Vec::new(), positions: HashMap::new(), longest: 0 };
        table.positions.insert(Zobrist::of(&Position::default()), None);
        for line in TEXT.lines().skip(1) {
            let mut fields = line.split('\t');
            let (Some(eco), Some(name), Some(moves)) = (fields.next(), fields.next(), fields.next()) else {
                panic!("openings.tsv: expected three fields in `{line}`")
            };
            table.add(Opening { eco, name, moves });
        }
        table
    }

    fn add(&mut self, opening: Opening) {
        let mut before = Position::default();
        let mut key = Zobrist::of(&before);
        let words = opening.moves.split(' ').filter(|word| !word.ends_with('.'));
        for (number, word) in (1..).zip(words) {
            let played = before.parse_move(word);
            let played = played.unwrap_or_else(|error| panic!("openings.tsv: {}: {error}", opening.moves));
            let ply = Ply::new(number, before, played);
            key = key.after(&ply);
            self.positions.entry(key).or_default();
            self.longest = self.longest.max(number);
            before = ply.after;
        }
        let other = self.positions.insert(key, Some(self.openings.len())).flatten();
        assert!(other.is_none(), "openings.tsv: {} has two names", opening.moves);
        self.openings.push(opening);
    }

    /// Returns all openings, by code and name.
    pub(crate) fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// Returns the name of a position on a line of the table; `None` if it is on none.
    pub(crate) fn find(&self, key: Zobrist) -> Option<Option<&Opening>> {
        self.positions.get(&key).map(|index| index.and_then(|index| self.openings.get(index)))
    }
}

impl Opening {
    /// Returns all openings, by ECO code and name.
    pub fn all() -> &'static [Self] {
        table().openings()
    }

    /// Returns the opening of a position, whatever moves led to it.
    pub fn of(position: &Position) -> Option<&'static Self> {
        table().find(Zobrist::of(position)).flatten()
    }
}
