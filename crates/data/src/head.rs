//! The columns with the same values in all rows of a game.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{Int32Builder, Int64Builder, StringDictionaryBuilder};
use arrow_array::types::Int32Type;
use pinsight_pgn::RawGame;

use crate::column::{Column, Kind, Storage, columns};

columns! {
    Text "file".required(), "the path as given on the command line; `-` for standard input";
    Int64 "game".required().stored(Storage::DeltaNumbers), "the number of the game in its file, from 1";
    Text "white", "the tag `White`";
    Text "black", "the tag `Black`";
    Int32 "white_elo", "the tag `WhiteElo`; null if not an integer";
    Int32 "black_elo", "the tag `BlackElo`; null if not an integer";
    Text "result", "the tag `Result`, unchanged";
    Text "eco", "the tag `ECO`, unchanged";
    Text "date", "the tag `Date`, unchanged";
    Text "site", "the tag `Site`, unchanged";
}

/// The first columns of the tables with several rows per game.
pub(crate) const HEAD: &[Column] = COLUMNS;

const TEXTS: [&str; 6] = ["White", "Black", "Result", "ECO", "Date", "Site"];
const RATINGS: [&str; 2] = ["WhiteElo", "BlackElo"];

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

/// The file, number and tags of a game, which its rows repeat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameHead {
    file: Arc<str>,
    number: u64,
    texts: [Option<String>; 6],
    ratings: [Option<i32>; 2],
}

impl GameHead {
    /// Reads the tags of a game.
    pub fn read(raw: &RawGame<'_>) -> Self {
        let (mut texts, mut ratings) = ([const { None }; 6], [None; 2]);
        for tag in raw.tags() {
            let is_named = |name: &str| name.as_bytes() == tag.name;
            for (_, text) in TEXTS.iter().zip(&mut texts).filter(|(name, _)| is_named(name)) {
                *text = Some(tag.text().into_owned());
            }
            for (_, rating) in RATINGS.iter().zip(&mut ratings).filter(|(name, _)| is_named(name)) {
                *rating = tag.text().trim().parse().ok().filter(|&elo| elo >= 0);
            }
        }
        Self { file: Arc::clone(raw.source), number: raw.number, texts, ratings }
    }
}

/// Builds the head columns.
#[derive(Default)]
pub(crate) struct HeadColumns {
    /// The current game and the number of its rows.
    last: Option<(Arc<GameHead>, usize)>,
    file: Texts,
    game: Int64Builder,
    texts: [Texts; 6],
    ratings: [Int32Builder; 2],
}

impl std::fmt::Debug for HeadColumns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HeadColumns").field("last", &self.last).finish_non_exhaustive()
    }
}

/// Strings that repeat.
type Texts = StringDictionaryBuilder<Int32Type>;

impl HeadColumns {
    /// Adds rows of a game.
    pub(crate) fn add(&mut self, head: &Arc<GameHead>, rows: usize) {
        match &mut self.last {
            Some((last, known)) if Arc::ptr_eq(last, head) => *known += rows,
            _ => {
                self.end_game();
                self.last = Some((Arc::clone(head), rows));
            }
        }
    }

    fn end_game(&mut self) {
        let Some((head, rows)) = self.last.take() else { return };
        self.file.append_values(&head.file, rows);
        self.game.append_value_n(head.number as i64, rows);
        for (column, text) in self.texts.iter_mut().zip(&head.texts) {
            column.append_options(text.as_deref(), rows);
        }
        for (column, rating) in self.ratings.iter_mut().zip(head.ratings) {
            column.extend(std::iter::repeat_n(rating, rows));
        }
    }

    /// Returns the columns so far and starts new ones.
    pub(crate) fn finish(&mut self) -> Vec<ArrayRef> {
        self.end_game();
        let Self { file, game, texts, ratings, .. } = self;
        let mut columns: Vec<ArrayRef> = vec![Arc::new(file.finish()), Arc::new(game.finish())];
        columns.extend(texts.iter_mut().map(|text| Arc::new(text.finish()) as ArrayRef));
        // After the players.
        for (index, rating) in (4..).zip(ratings) {
            columns.insert(index, Arc::new(rating.finish()));
        }
        columns
    }
}
