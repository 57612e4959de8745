//! The columns that all rows of a game share.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int32Array, Int64Array};
use arrow_schema::ArrowError;

use crate::column::{Column, Kind, Storage};
use crate::head::GameHead;
use crate::repeated::{Repeated, in_runs};

/// The first columns of the tables with several rows per game.
const HEAD: [Column; 10] = [
    Column::new("file", Kind::Text, "the path as given on the command line; `-` for standard input")
        .required(),
    Column::new("game", Kind::Int64, "the number of the game in its file, from 1")
        .required()
        .stored(Storage::DeltaNumbers),
    Column::new("white", Kind::Text, "the tag `White`"),
    Column::new("black", Kind::Text, "the tag `Black`"),
    Column::new("white_elo", Kind::Int32, "the tag `WhiteElo`; null if not an integer"),
    Column::new("black_elo", Kind::Int32, "the tag `BlackElo`; null if not an integer"),
    Column::new("result", Kind::Text, "the tag `Result`, unchanged"),
    Column::new("eco", Kind::Text, "the tag `ECO`, unchanged"),
    Column::new("date", Kind::Text, "the tag `Date`, unchanged"),
    Column::new("site", Kind::Text, "the tag `Site`, unchanged"),
];

/// Returns the head columns, followed by `rest`; `N` columns in all.
#[allow(clippy::indexing_slicing, reason = "evaluated at compile time")]
pub(crate) const fn with_head<const N: usize>(rest: &[Column]) -> [Column; N] {
    let mut all = [HEAD[0]; N];
    let mut index = 1;
    while index < N {
        all[index] = if index < HEAD.len() { HEAD[index] } else { rest[index - HEAD.len()] };
        index += 1;
    }
    all
}

/// Builds the head columns, with one value per game.
#[derive(Debug, Default)]
pub(crate) struct HeadColumns {
    /// The current game.
    last: Option<(Arc<str>, u64)>,
    /// The number of rows of each game.
    rows: Vec<usize>,
    file: Repeated,
    game: Vec<i64>,
    white: Repeated,
    black: Repeated,
    white_elo: Vec<Option<i32>>,
    black_elo: Vec<Option<i32>>,
    result: Repeated,
    eco: Repeated,
    date: Repeated,
    site: Repeated,
}

impl HeadColumns {
    /// Adds rows of a game.
    pub(crate) fn add(&mut self, head: &GameHead, rows: usize) {
        let same = |(file, number): &(Arc<str>, u64)| Arc::ptr_eq(file, &head.file) && *number == head.number;
        if self.last.as_ref().is_some_and(same)
            && let Some(known) = self.rows.last_mut()
        {
            *known += rows;
            return;
        }
        self.last = Some((Arc::clone(&head.file), head.number));
        self.rows.push(rows);
        self.file.add(Some(&head.file));
        self.game.push(head.number as i64);
        self.white.add(head.white.as_deref());
        self.black.add(head.black.as_deref());
        self.white_elo.push(head.white_elo.and_then(|elo| elo.try_into().ok()));
        self.black_elo.push(head.black_elo.and_then(|elo| elo.try_into().ok()));
        self.result.add(head.result.as_deref());
        self.eco.add(head.eco.as_deref());
        self.date.add(head.date.as_deref());
        self.site.add(head.site.as_deref());
    }

    /// Returns the columns so far, one value per row, and starts new ones.
    pub(crate) fn finish(&mut self) -> Result<[ArrayRef; 10], ArrowError> {
        let mut games = std::mem::take(self);
        let rows = &games.rows;
        let ratings = |elo: &[Option<i32>]| Arc::new(Int32Array::from(in_runs(elo, rows)));
        Ok([
            games.file.finish_runs(rows)?,
            Arc::new(Int64Array::from(in_runs(&games.game, rows))),
            games.white.finish_runs(rows)?,
            games.black.finish_runs(rows)?,
            ratings(&games.white_elo),
            ratings(&games.black_elo),
            games.result.finish_runs(rows)?,
            games.eco.finish_runs(rows)?,
            games.date.finish_runs(rows)?,
            games.site.finish_runs(rows)?,
        ])
    }
}
