//! Tags and results of stored games, without their moves.

use std::borrow::Cow;

use arrow_array::cast::AsArray;
use arrow_array::types::Int16Type;
use arrow_array::{Array, ArrayRef, MapArray, RecordBatch, StringArray};
use pinsight_openings::GameFacts;
use pinsight_pgn::GameResult;

use super::column::{GameColumn, Source};
use super::stored::{Use, tag_value};

/// The columns of tags and results in a record batch.
pub(super) struct HeadColumns<'a> {
    other_tags: Option<OtherTags<'a>>,
    result_tokens: Option<&'a StringArray>,
    tags: Vec<TagColumn<'a>>,
}

struct OtherTags<'a> {
    map: &'a MapArray,
    names: &'a StringArray,
    values: &'a StringArray,
}

struct TagColumn<'a> {
    name: &'static str,
    /// `None` for a string column of another data set.
    column: Option<GameColumn>,
    array: &'a ArrayRef,
}

impl<'a> HeadColumns<'a> {
    /// Returns whether a column has the result, a tag without a column, or one of `tags`; `None` stands for all tags.
    pub(super) fn include(used: Use, tags: Option<&[&str]>) -> bool {
        let is_wanted = |name: &str| name == "Result" || tags.is_none_or(|tags| tags.contains(&name));
        match used {
            Use::Game(GameColumn::OtherTags | GameColumn::ResultToken) => true,
            Use::Game(column) => matches!(column.source(), Source::Tag) && is_wanted(column.name()),
            Use::Tag(name) => is_wanted(name),
            Use::Movetext | Use::Uci | Use::Fen => false,
        }
    }

    /// Finds the columns of `batch`, which are used as `uses` says and have the types of these uses.
    pub(super) fn new(batch: &'a RecordBatch, uses: &[Use]) -> Self {
        let mut columns = Self { other_tags: None, result_tokens: None, tags: Vec::new() };
        for (used, array) in uses.iter().zip(batch.columns()) {
            match *used {
                Use::Game(GameColumn::OtherTags) => {
                    let map = array.as_map();
                    let [names, values] = [map.keys(), map.values()].map(AsArray::as_string::<i32>);
                    columns.other_tags = Some(OtherTags { map, names, values });
                }
                Use::Game(GameColumn::ResultToken) => columns.result_tokens = Some(array.as_string()),
                Use::Game(column) => {
                    columns.tags.push(TagColumn { name: column.name(), column: Some(column), array });
                }
                Use::Tag(name) => columns.tags.push(TagColumn { name, column: None, array }),
                Use::Movetext | Use::Uci | Use::Fen => {}
            }
        }
        columns
    }

    pub(super) fn row(&self, row: usize) -> StoredHead<'_> {
        StoredHead { columns: self, row }
    }
}

/// The tags and the result of a stored game.
#[derive(Clone, Copy)]
pub struct StoredHead<'a> {
    columns: &'a HeadColumns<'a>,
    row: usize,
}

impl std::fmt::Debug for StoredHead<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StoredHead").field("row", &self.row).finish_non_exhaustive()
    }
}

impl<'a> StoredHead<'a> {
    /// The tags of [`facts`](Self::facts).
    pub const FACTS: [&'static str; 4] = ["WhiteElo", "BlackElo", "Date", "UTCDate"];

    /// Returns what an opening tree counts of a game.
    pub fn facts(&self) -> GameFacts<'a> {
        let known = |name| self.tag(name).filter(|date| !date.is_empty() && !date.starts_with('?'));
        let [white, black, date, utc_date] = Self::FACTS;
        GameFacts {
            result: self.result(),
            ratings: [white, black].map(|name| self.number(name)),
            date: known(date).or_else(|| known(utc_date)),
        }
    }

    /// Returns the value of a tag; ignores the case of the name.
    pub fn tag(&self, name: &str) -> Option<Cow<'a, str>> {
        if let Some(text) = self.other_tag(name) {
            return Some(Cow::Borrowed(text));
        }
        let TagColumn { column, array, .. } = self.column(name)?;
        match column {
            Some(column) => match tag_value(*column, array, self.row) {
                super::tag::TagValue::Text(text) => Some(Cow::Borrowed(text)),
                value => value.text(*column).map(Cow::Owned),
            },
            None => Some(Cow::Borrowed(array.as_string::<i32>().value(self.row))),
        }
    }

    /// Returns the value of a tag as a number, if it is one.
    pub fn number(&self, name: &str) -> Option<u32> {
        if let Some(text) = self.other_tag(name) {
            return text.trim().parse().ok();
        }
        let column = self.column(name)?;
        match column.array.as_primitive_opt::<Int16Type>() {
            Some(numbers) => u32::try_from(numbers.value(self.row)).ok(),
            None => self.tag(name)?.trim().parse().ok(),
        }
    }

    /// Returns the result: the token that ends the movetext, or else the tag.
    pub fn result(&self) -> GameResult {
        let token = self.columns.result_tokens.filter(|tokens| tokens.is_valid(self.row));
        let by_token = token.and_then(|tokens| GameResult::from_ascii(tokens.value(self.row).as_bytes()));
        let by_tag = || GameResult::from_ascii(self.tag("Result")?.trim().as_bytes());
        by_token.or_else(by_tag).unwrap_or_default()
    }

    /// Returns the exact text of a tag that has no column or whose column cannot hold it.
    fn other_tag(&self, name: &str) -> Option<&'a str> {
        let OtherTags { map, names, values } = self.columns.other_tags.as_ref()?;
        let offsets = map.value_offsets();
        let (start, end) = (*offsets.get(self.row)?, *offsets.get(self.row + 1)?);
        let mut entries = (start..end).map(|entry| entry as usize);
        let entry = entries.find(|&entry| names.value(entry).eq_ignore_ascii_case(name))?;
        map.is_valid(self.row).then(|| values.value(entry))
    }

    /// Returns the column of a tag, if it has a value here.
    fn column(&self, name: &str) -> Option<&'a TagColumn<'a>> {
        let mut columns = self.columns.tags.iter();
        columns.find(|column| column.name.eq_ignore_ascii_case(name) && column.array.is_valid(self.row))
    }
}
