//! A game as a row.

use std::ops::Range;
use std::sync::Arc;

use pinsight_openings::GameOpening;
use pinsight_pgn::{Diagnostic, Eval, GameResult};
use pinsight_rules::Position;

use super::column::GameColumn;
use super::tag::TagValue;

/// A game as a row; [`GameReader`](crate::GameReader) reuses it.
#[derive(Clone, Debug, Default)]
pub struct GameRow {
    /// The file.
    pub file: Arc<str>,
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// The start position; `None` if it is not legal or if the moves were not read.
    pub start: Option<Position>,
    /// The position after the last legal move.
    pub last: Option<Position>,
    /// The moves as bytes; empty without a start position.
    pub moves: Vec<u8>,
    /// The number of legal plies of the mainline.
    pub plies: usize,
    /// The opening by the moves.
    pub opening: GameOpening,
    /// The clock after each ply in milliseconds; empty if all are missing.
    pub clocks: Vec<Option<i32>>,
    /// The evaluation after each ply; empty if all are missing.
    pub evals: Vec<Option<Eval>>,
    /// The token that ends the movetext, or else the tag `Result`.
    pub result: GameResult,
    /// The faults.
    pub diagnostics: Vec<Diagnostic>,
    /// The names and values of the tags, and the movetext.
    text: String,
    tags: Vec<Tag>,
    movetext: Option<Range<usize>>,
}

#[derive(Clone, Debug)]
struct Tag {
    column: Option<GameColumn>,
    name: Range<usize>,
    value: Range<usize>,
}

impl GameRow {
    pub(crate) fn clear(&mut self) {
        (self.start, self.last, self.movetext) = (None, None, None);
        self.result = GameResult::Unfinished;
        self.text.clear();
        self.tags.clear();
        self.diagnostics.clear();
        self.moves.clear();
        self.plies = 0;
        self.opening = GameOpening::default();
        self.clocks.clear();
        self.evals.clear();
    }

    pub(crate) fn add_tag(&mut self, name: &str, value: &str) {
        let name_range = self.push(name);
        let value = self.push(value);
        self.tags.push(Tag { column: GameColumn::of_tag(name), name: name_range, value });
    }

    pub(crate) fn set_movetext(&mut self, text: &str) {
        self.movetext = Some(self.push(text));
    }

    fn push(&mut self, text: &str) -> Range<usize> {
        let start = self.text.len();
        self.text.push_str(text);
        start..self.text.len()
    }

    fn part(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// Returns the names and values of all tags, in order; each name once.
    pub fn tags(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.tags.iter().map(|tag| (self.part(&tag.name), self.part(&tag.value)))
    }

    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|&(known, _)| known == name).map(|(_, value)| value)
    }

    /// Returns the tags that have columns.
    pub(crate) fn column_tags(&self) -> impl Iterator<Item = (GameColumn, &str)> {
        self.tags.iter().filter_map(|tag| Some((tag.column?, self.part(&tag.value))))
    }

    /// Returns the tags without a column of their own, and those whose text a column cannot hold exactly.
    pub(crate) fn other_tags(&self) -> impl Iterator<Item = (&str, &str)> {
        let tags = self.tags.iter().filter(|tag| {
            tag.column.is_none_or(|column| {
                let text = self.part(&tag.value);
                TagValue::read(column, text).is_none_or(|value| !value.is_exact(column, text))
            })
        });
        tags.map(|tag| (self.part(&tag.name), self.part(&tag.value)))
    }

    /// Returns the text after the tags, if it was requested.
    pub fn movetext(&self) -> Option<&str> {
        self.movetext.as_ref().map(|range| self.part(range))
    }
}
