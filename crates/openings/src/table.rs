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
        let start = Position::default();
        let mut table = Self { openings: Vec::new(), positions: HashMap::new(), longest: 0 };
        table.positions.insert(Zobrist::of(&start), None);
        // Neighbouring lines share their first moves, which are played once.
        let mut line = Line { start, words: Vec::new(), positions: Vec::new() };
        for text in TEXT.lines().skip(1) {
            let mut fields = text.split('\t');
            let (Some(eco), Some(name), Some(moves)) = (fields.next(), fields.next(), fields.next()) else {
                panic!("openings.tsv: expected three fields in `{text}`")
            };
            table.add(Opening { eco, name, moves }, &mut line);
        }
        table
    }

    fn add(&mut self, opening: Opening, line: &mut Line) {
        let words: Vec<&'static str> = opening.moves.split(' ').filter(|word| !word.ends_with('.')).collect();
        line.keep(&words);
        for word in words.iter().skip(line.words.len()) {
            let key = line.play(word);
            self.positions.entry(key).or_default();
        }
        self.longest = self.longest.max(words.len());
        let other = self.positions.insert(line.key(), Some(self.openings.len())).flatten();
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

/// The positions after the moves of a line.
struct Line {
    start: Position,
    words: Vec<&'static str>,
    positions: Vec<(Position, Zobrist)>,
}

impl Line {
    /// Takes back the moves that are not the first ones of another line.
    fn keep(&mut self, words: &[&str]) {
        let shared = self.words.iter().zip(words).take_while(|(one, other)| one == other).count();
        self.words.truncate(shared);
        self.positions.truncate(shared);
    }

    fn last(&self) -> (Position, Zobrist) {
        self.positions.last().copied().unwrap_or_else(|| (self.start, Zobrist::of(&self.start)))
    }

    fn key(&self) -> Zobrist {
        self.last().1
    }

    fn play(&mut self, word: &'static str) -> Zobrist {
        let (before, key) = self.last();
        let played = before.find_san(word.as_bytes());
        let played = played.unwrap_or_else(|| panic!("openings.tsv: {word} is illegal in {before}"));
        let ply = Ply::new(self.words.len() + 1, before, played);
        let key = key.after(&ply);
        self.words.push(word);
        self.positions.push((ply.after, key));
        key
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
