//! Games from a Parquet file: ours, or a published one with movetext or UCI moves.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int16Type, Int32Type, Time32SecondType};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_cast::can_cast_types;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::errors::ParquetError;
use parquet::file::reader::ChunkReader;
use pinsight_footer::check_footer;
use pinsight_moves::MovesError;
use pinsight_pgn::{Eval, EvalScore};
use thiserror::Error;

use super::column::{GameColumn, Source};
use super::tag::TagValue;
use super::text::GameText;
use crate::column::{Kind, column_names};
use crate::texts::{as_texts, has_numbers, has_texts};

/// The error of reading games from a Parquet file.
#[derive(Debug, Error)]
pub enum StoredGamesError {
    /// The file cannot be read.
    #[error("not a readable Parquet file: {0}")]
    Parquet(ParquetError),
    /// A batch of rows cannot be read.
    #[error("not a readable Parquet file: {0}")]
    Arrow(ArrowError),
    /// The file is damaged.
    #[error("not a readable Parquet file: it is damaged")]
    Damaged,
    /// No column has moves.
    #[error(
        "no games: expected a column movetext, moves, Moves, pgn, uci or line, and none called ply, found {found}"
    )]
    NoMoves {
        /// The columns.
        found: String,
    },
    /// A column has another type.
    #[error("the column `{column}` is of type {found}, expected {expected}")]
    OtherType {
        /// The column.
        column: String,
        /// Its type.
        found: String,
        /// The type that it should have.
        expected: String,
    },
    /// The moves of a game are damaged.
    #[error("row {row}: {error}")]
    Moves {
        /// The row, from 1.
        row: u64,
        /// What is wrong with them.
        error: MovesError,
    },
}

impl From<ParquetError> for StoredGamesError {
    fn from(error: ParquetError) -> Self {
        Self::Parquet(error)
    }
}

impl From<ArrowError> for StoredGamesError {
    fn from(error: ArrowError) -> Self {
        Self::Arrow(error)
    }
}

/// The columns of puzzles and of evaluations that become tags.
const OTHER_TAGS: [&str; 11] = [
    "PuzzleId",
    "Rating",
    "RatingDeviation",
    "Popularity",
    "NbPlays",
    "Themes",
    "OpeningTags",
    "depth",
    "knodes",
    "cp",
    "mate",
];

/// What a column of a Parquet file is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StoredColumn {
    /// As in the table of games.
    Game(GameColumn),
    /// The moves as movetext.
    Movetext,
    /// The moves in UCI.
    Uci,
    /// The start position.
    Fen,
    /// A tag.
    Tag(&'static str),
}

impl StoredColumn {
    /// Returns the use of a column by its name and type: ours, or one of a data set that docs/sql.md names.
    pub fn of(field: &Field) -> Option<Self> {
        use GameColumn::{Clocks, Evals, Movetext, OtherTags, ResultToken, TagOrder};
        let is_binary = matches!(
            field.data_type(),
            DataType::Binary | DataType::LargeBinary | DataType::BinaryView | DataType::FixedSizeBinary(_)
        );
        Some(match field.name().as_str() {
            "moves" if is_binary => Self::Game(GameColumn::Moves),
            "moves" | "Moves" | "uci" | "line" => Self::Uci,
            "pgn" => Self::Movetext,
            "FEN" | "fen" | "start_fen" => Self::Fen,
            "eco" => Self::Tag("ECO"),
            "name" | "opening" => Self::Tag("Opening"),
            "lichess_id" | "GameUrl" => Self::Tag("Site"),
            "white" => Self::Tag("White"),
            "black" => Self::Tag("Black"),
            "result" => Self::Tag("Result"),
            name => {
                if let Some(tag) = OTHER_TAGS.iter().find(|tag| **tag == name) {
                    return Some(Self::Tag(tag));
                }
                let column = GameColumn::from_name(name)?;
                match (column, column.source()) {
                    // The text of a number, date or time is that of a PGN file.
                    (_, Source::Tag) if field.data_type().is_string() => Self::Tag(column.name()),
                    (_, Source::Tag)
                    | (Movetext | Clocks | Evals | OtherTags | ResultToken | TagOrder, _) => {
                        Self::Game(column)
                    }
                    _ => return None,
                }
            }
        })
    }

    fn has_moves(self) -> bool {
        let columns =
            [Self::Game(GameColumn::Moves), Self::Game(GameColumn::Movetext), Self::Movetext, Self::Uci];
        columns.contains(&self)
    }

    /// Returns the name of the tag, if it is one.
    pub fn tag(self) -> Option<&'static str> {
        match self {
            Self::Game(column) => matches!(column.source(), Source::Tag).then(|| column.name()),
            Self::Tag(name) => Some(name),
            Self::Movetext | Self::Uci | Self::Fen => None,
        }
    }

    /// Returns the text of a tag; `None` if the value of the row is no date or time.
    pub fn tag_text(self, array: &ArrayRef, row: usize) -> Option<Cow<'_, str>> {
        let Self::Game(column) = self else { return Some(array.as_string::<i32>().value(row).into()) };
        let value = match column.column().kind {
            Kind::Int16 => TagValue::Number(array.as_primitive::<Int16Type>().value(row)),
            Kind::Date => TagValue::Date(array.as_primitive::<Date32Type>().value(row)),
            Kind::Time => TagValue::Time(array.as_primitive::<Time32SecondType>().value(row)),
            _ => return Some(array.as_string::<i32>().value(row).into()),
        };
        value.text(column).map(Cow::Owned)
    }

    /// Returns whether a column of this type can have the use.
    fn can_be(self, data_type: &DataType) -> bool {
        match self {
            // A number is not a game.
            _ if self.has_moves() && has_numbers(data_type) => false,
            Self::Game(_) => can_cast_types(data_type, &self.data_type()),
            _ => has_texts(data_type),
        }
    }

    /// Returns the type to cast the column to.
    fn data_type(self) -> DataType {
        match self {
            Self::Game(column) => column.column().kind.data_type(),
            _ => Kind::Text.data_type(),
        }
    }
}

/// Reads the games of a Parquet file as PGN.
#[derive(Debug)]
pub struct StoredGames {
    /// `None` after an error.
    batches: Option<ParquetRecordBatchReader>,
    /// The uses of the columns of a batch.
    uses: Vec<StoredColumn>,
    batch: Option<RecordBatch>,
    /// The next row of the batch.
    next: usize,
    row: u64,
    total: u64,
    text: GameText,
}

impl StoredGames {
    /// Opens a file; fails if it has no column of moves.
    pub fn open(file: File) -> Result<Self, StoredGamesError> {
        // The embedded Arrow schema may be damaged, which makes its reader panic.
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        check_footer(&file)?;
        Self::of(guarded(|| ParquetRecordBatchReaderBuilder::try_new_with_options(file, options))??)
    }

    /// Reads the rows that `builder` selects; fails if there is no column of moves.
    pub fn of<R: ChunkReader + 'static>(
        builder: ParquetRecordBatchReaderBuilder<R>,
    ) -> Result<Self, StoredGamesError> {
        let fields = builder.schema().fields();
        let uses: Vec<(usize, StoredColumn)> = fields
            .iter()
            .enumerate()
            .filter_map(|(index, field)| Some((index, StoredColumn::of(field)?)))
            .collect();
        // A table with a row per ply is not one of games, whatever its other columns.
        let is_by_ply = fields.iter().any(|field| field.name() == "ply");
        if is_by_ply || !uses.iter().any(|(_, used)| used.has_moves()) {
            return Err(StoredGamesError::NoMoves { found: column_names(fields) });
        }
        for &(index, used) in &uses {
            let Some(field) = fields.get(index) else { continue };
            if !used.can_be(field.data_type()) {
                return Err(StoredGamesError::OtherType {
                    column: field.name().clone(),
                    found: field.data_type().to_string(),
                    expected: used.data_type().to_string(),
                });
            }
        }
        let mask = ProjectionMask::roots(builder.parquet_schema(), uses.iter().map(|(index, _)| *index));
        let uses = uses.into_iter().map(|(_, used)| used).collect();
        let total = builder.metadata().file_metadata().num_rows().try_into().unwrap_or(0);
        let batches = guarded(|| builder.with_projection(mask).with_batch_size(1024).build())??;
        Ok(Self {
            batches: Some(batches),
            uses,
            batch: None,
            next: 0,
            row: 0,
            total,
            text: GameText::default(),
        })
    }

    /// Returns the number of games.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Returns the text of the next game; `None` at the end.
    pub fn next_game(&mut self) -> Result<Option<&str>, StoredGamesError> {
        while self.batch.as_ref().is_none_or(|batch| self.next >= batch.num_rows()) {
            let Some(mut batches) = self.batches.take() else { return Ok(None) };
            let Some(batch) = guarded(|| batches.next())? else { return Ok(None) };
            self.batch = Some(cast_columns(&batch?, &self.uses)?);
            self.batches = Some(batches);
            self.next = 0;
        }
        self.row += 1;
        let Some(batch) = &self.batch else { return Ok(None) };
        self.text.clear();
        fill(&mut self.text, batch, &self.uses, self.next);
        self.next += 1;
        let text = self.text.write().map_err(|error| StoredGamesError::Moves { row: self.row, error })?;
        Ok(Some(text))
    }
}

/// The games of a Parquet file as a stream of PGN.
#[derive(Debug)]
pub struct StoredPgn {
    games: StoredGames,
    text: Cursor<String>,
}

impl StoredPgn {
    /// Opens a file; fails if it has no column of moves.
    pub fn open(file: File) -> Result<Self, StoredGamesError> {
        Ok(Self { games: StoredGames::open(file)?, text: Cursor::default() })
    }
}

impl Read for StoredPgn {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.text.position() == self.text.get_ref().len() as u64
            && let Some(game) = self.games.next_game().map_err(io::Error::other)?
        {
            // Blank lines separate games.
            self.text = Cursor::new(format!("{game}\n\n"));
        }
        self.text.read(buffer)
    }
}

/// Turns a panic of the Parquet reader, which trusts some numbers of a file, into an error.
pub fn guarded<T>(read: impl FnOnce() -> T) -> Result<T, StoredGamesError> {
    catch_unwind(AssertUnwindSafe(read)).map_err(|_| StoredGamesError::Damaged)
}

/// Casts the columns to the types of their uses: any width of integer or string, dictionaries included, and lists of strings.
pub fn cast_columns(batch: &RecordBatch, uses: &[StoredColumn]) -> Result<RecordBatch, ArrowError> {
    let columns = uses.iter().zip(batch.columns()).map(|(used, array)| match used {
        StoredColumn::Game(_) => arrow_cast::cast(array, &used.data_type()),
        _ => as_texts(array),
    });
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    let fields = batch.schema_ref().fields().iter().zip(&columns);
    let fields = fields.map(|(field, column)| Field::new(field.name(), column.data_type().clone(), true));
    RecordBatch::try_new(Arc::new(Schema::new(fields.collect::<Vec<_>>())), columns)
}

/// Reads a row.
fn fill(game: &mut GameText, batch: &RecordBatch, uses: &[StoredColumn], row: usize) {
    for (used, array) in uses.iter().zip(batch.columns()).filter(|(_, array)| array.is_valid(row)) {
        let text = || array.as_string::<i32>().value(row);
        match *used {
            StoredColumn::Movetext | StoredColumn::Game(GameColumn::Movetext) => {
                game.movetext = Some(text().to_owned());
            }
            StoredColumn::Uci => game.uci = Some(text().to_owned()),
            StoredColumn::Fen => game.fen = Some(text().to_owned()),
            used => match (used.tag(), used) {
                (Some(name), _) => {
                    used.tag_text(array, row).into_iter().for_each(|text| game.set_tag(name, &text));
                }
                (None, StoredColumn::Game(column)) => fill_column(game, column, array, row),
                (None, _) => {}
            },
        }
    }
}

fn fill_column(game: &mut GameText, column: GameColumn, array: &ArrayRef, row: usize) {
    match column {
        GameColumn::Moves => game.moves = Some(array.as_binary::<i32>().value(row).to_vec()),
        GameColumn::ResultToken => game.token = array.as_string::<i32>().value(row).to_owned(),
        GameColumn::TagOrder => game.order = array.as_string::<i32>().value(row).to_owned(),
        GameColumn::Clocks => {
            let clocks = array.as_list::<i32>().value(row);
            game.clocks.extend(clocks.as_primitive::<Int32Type>());
        }
        GameColumn::Evals => game.evals = stored_evals(&array.as_list::<i32>().value(row)),
        GameColumn::OtherTags => {
            let entries = array.as_map().value(row);
            let [names, values] = entries.columns() else { return };
            for (name, value) in names.as_string::<i32>().iter().zip(values.as_string::<i32>()) {
                game.set_exact_tag(name.unwrap_or_default(), value.unwrap_or_default());
            }
        }
        _ => {}
    }
}

/// Returns the evaluations of a list of the column `evals`.
pub fn stored_evals(list: &ArrayRef) -> Vec<Option<Eval>> {
    let list = list.as_struct();
    let [centipawns, mate, depth] = list.columns() else {
        return Vec::new();
    };
    let parts = [centipawns, mate, depth].map(AsArray::as_primitive::<Int32Type>);
    let eval = |index: usize| {
        let [centipawns, mate, depth] = parts.map(|part| part.is_valid(index).then(|| part.value(index)));
        let score = centipawns.map(EvalScore::Centipawns).or(mate.map(EvalScore::Mate))?;
        Some(Eval { score, depth: depth.and_then(|depth| depth.try_into().ok()) })
    };
    (0..list.len()).map(|index| eval(index).filter(|_| list.is_valid(index))).collect()
}
