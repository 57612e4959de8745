//! Tags and results of stored games, without their moves.

use std::borrow::Cow;

use arrow_array::cast::AsArray;
use arrow_array::types::Int16Type;
use arrow_array::{Array, ArrayRef, MapArray, RecordBatch, StringArray};
use arrow_schema::{ArrowError, Fields};
use pinsight_data::{GameColumn, StoredColumn, cast_columns};
use pinsight_openings::GameFacts;
use pinsight_pgn::GameResult;

/// Reads tags and results from the batches of a Parquet table.
#[derive(Debug)]
pub(crate) struct HeadReader {
    columns: Vec<usize>,
    uses: Vec<StoredColumn>,
}

impl HeadReader {
    /// Finds the columns of the result, of tags without a column, and of `tags`; `None` stands for all tags.
    pub(crate) fn new(fields: &Fields, tags: Option<&[&str]>) -> Self {
        let uses =
            fields.iter().enumerate().filter_map(|(index, field)| Some((index, StoredColumn::of(field)?)));
        let (columns, uses) = uses.filter(|(_, used)| is_wanted(*used, tags)).unzip();
        Self { columns, uses }
    }

    /// Returns the indexes of the columns, which a batch must contain and no others.
    pub(crate) fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// Passes the rows of a batch to `visit`.
    pub(crate) fn visit(
        &self,
        batch: &RecordBatch,
        mut visit: impl FnMut(StoredHead<'_>),
    ) -> Result<(), ArrowError> {
        let batch = cast_columns(batch, &self.uses)?;
        let columns = HeadColumns::new(&batch, &self.uses);
        (0..batch.num_rows()).for_each(|row| visit(StoredHead { columns: &columns, row }));
        Ok(())
    }
}

fn is_wanted(used: StoredColumn, tags: Option<&[&str]>) -> bool {
    let is_other = matches!(used, StoredColumn::Game(GameColumn::OtherTags | GameColumn::ResultToken));
    let is_named = |name: &str| name == "Result" || tags.is_none_or(|tags| tags.contains(&name));
    is_other || used.tag().is_some_and(is_named)
}

/// The columns of tags and results in a record batch.
struct HeadColumns<'a> {
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
    column: StoredColumn,
    array: &'a ArrayRef,
}

impl<'a> HeadColumns<'a> {
    /// Finds the columns of `batch`, which are used as `uses` says and have the types of these uses.
    fn new(batch: &'a RecordBatch, uses: &[StoredColumn]) -> Self {
        let mut columns = Self { other_tags: None, result_tokens: None, tags: Vec::new() };
        for (used, array) in uses.iter().zip(batch.columns()) {
            match *used {
                StoredColumn::Game(GameColumn::OtherTags) => {
                    let map = array.as_map();
                    let [names, values] = [map.keys(), map.values()].map(AsArray::as_string::<i32>);
                    columns.other_tags = Some(OtherTags { map, names, values });
                }
                StoredColumn::Game(GameColumn::ResultToken) => {
                    columns.result_tokens = Some(array.as_string());
                }
                column => columns.tags.extend(column.tag().map(|name| TagColumn { name, column, array })),
            }
        }
        columns
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
        column.tag_text(array, self.row)
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
