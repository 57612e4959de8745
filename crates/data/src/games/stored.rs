//! Games out of a Parquet file.

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int16Type, Int32Type, Time32SecondType};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_cast::can_cast_types;
use arrow_schema::{ArrowError, Schema};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::errors::ParquetError;
use pinsight_pgn::{Eval, EvalScore};
use thiserror::Error;

use super::column::{GameColumn, Source};
use super::tag::TagValue;
use super::text::GameText;
use crate::moves::MovesError;

/// Why a Parquet file gives no games.
#[derive(Debug, Error)]
pub enum StoredGamesError {
    /// The file cannot be read. No source of this error, since its sentence ends with it already.
    #[error("no sound Parquet file: {0}")]
    Parquet(ParquetError),
    /// A batch of rows cannot be read.
    #[error("no sound Parquet file: {0}")]
    Arrow(arrow_schema::ArrowError),
    /// The reader of Parquet broke down over the file.
    #[error("no sound Parquet file: it is damaged")]
    Damaged,
    /// The file has something else in it.
    #[error(
        "a Parquet file without games: there is no column `{column}`; expected one that `pinsight convert` wrote"
    )]
    NoColumn {
        /// What is missing.
        column: &'static str,
    },
    /// A column has another type.
    #[error(
        "a Parquet file of something else: the column `{column}` is of type {found}, expected {expected}"
    )]
    OtherType {
        /// The column.
        column: &'static str,
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

impl From<arrow_schema::ArrowError> for StoredGamesError {
    fn from(error: arrow_schema::ArrowError) -> Self {
        Self::Arrow(error)
    }
}

/// The columns that a game is put together from.
const NEEDED: [GameColumn; 2] = [GameColumn::Moves, GameColumn::ResultToken];

fn is_used(column: GameColumn) -> bool {
    let ours = [
        GameColumn::Movetext,
        GameColumn::Moves,
        GameColumn::Clocks,
        GameColumn::Evals,
        GameColumn::OtherTags,
        GameColumn::ResultToken,
        GameColumn::TagOrder,
    ];
    matches!(column.source(), Source::Tag) || ours.contains(&column)
}

/// Reads the games of a Parquet file one after another, as PGN.
pub struct StoredGames {
    /// None after it broke down.
    batches: Option<ParquetRecordBatchReader>,
    batch: Option<RecordBatch>,
    /// The next row of the batch.
    next: usize,
    row: u64,
    total: u64,
    text: GameText,
}

impl std::fmt::Debug for StoredGames {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StoredGames")
            .field("row", &self.row)
            .field("total", &self.total)
            .finish_non_exhaustive()
    }
}

impl StoredGames {
    /// Looks whether there are games in a file.
    pub fn open(file: File) -> Result<Self, StoredGamesError> {
        // What Arrow may have written about itself is not looked at: damaged, it ends its reader in a panic.
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let builder = guarded(|| ParquetRecordBatchReaderBuilder::try_new_with_options(file, options))??;
        let schema = builder.schema();
        for column in NEEDED {
            if schema.column_with_name(column.name()).is_none() {
                return Err(StoredGamesError::NoColumn { column: column.name() });
            }
        }
        for &column in GameColumn::ALL.iter().filter(|&&column| is_used(column)) {
            let Ok(found) = schema.field_with_name(column.name()) else { continue };
            let expected = column.column().kind.data_type();
            if !can_cast_types(found.data_type(), &expected) {
                return Err(StoredGamesError::OtherType {
                    column: column.name(),
                    found: found.data_type().to_string(),
                    expected: expected.to_string(),
                });
            }
        }
        let roots = schema.fields().iter().enumerate().filter_map(|(index, field)| {
            GameColumn::from_name(field.name()).filter(|&column| is_used(column)).map(|_| index)
        });
        let mask = ProjectionMask::roots(builder.parquet_schema(), roots.collect::<Vec<_>>());
        let total = builder.metadata().file_metadata().num_rows().try_into().unwrap_or(0);
        let batches = guarded(|| builder.with_projection(mask).with_batch_size(1024).build())??;
        Ok(Self { batches: Some(batches), batch: None, next: 0, row: 0, total, text: GameText::default() })
    }

    /// How many games there are.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The text of the next game; nothing at the end.
    pub fn next_game(&mut self) -> Result<Option<&str>, StoredGamesError> {
        while self.batch.as_ref().is_none_or(|batch| self.next >= batch.num_rows()) {
            let Some(mut batches) = self.batches.take() else { return Ok(None) };
            let Some(batch) = guarded(|| batches.next())? else { return Ok(None) };
            self.batch = Some(declared_types(&batch?)?);
            self.batches = Some(batches);
            self.next = 0;
        }
        self.row += 1;
        let Some(batch) = &self.batch else { return Ok(None) };
        self.text.clear();
        fill(&mut self.text, batch, self.next);
        self.next += 1;
        let text = self.text.write().map_err(|error| StoredGamesError::Moves { row: self.row, error })?;
        Ok(Some(text))
    }
}

/// Parquet's reader trusts some numbers of a file, and panics where they are wrong: that is damage too.
fn guarded<T>(read: impl FnOnce() -> T) -> Result<T, StoredGamesError> {
    catch_unwind(AssertUnwindSafe(read)).map_err(|_| StoredGamesError::Damaged)
}

/// Casts the columns to their declared types: any width of integer or string, dictionaries included.
fn declared_types(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let fields = batch.schema_ref().fields().iter();
    let columns = fields.zip(batch.columns()).filter_map(|(field, array)| {
        let column = GameColumn::from_name(field.name())?.column();
        Some(arrow_cast::cast(array, &column.kind.data_type()).map(|array| (column.field(), array)))
    });
    let (fields, arrays): (Vec<_>, Vec<_>) =
        columns.collect::<Result<Vec<_>, _>>()?.into_iter().map(|(f, a)| (f.with_nullable(true), a)).unzip();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)
}

/// Takes a row apart. The types are those of the schema, which was compared.
fn fill(game: &mut GameText, batch: &RecordBatch, row: usize) {
    let schema = batch.schema_ref();
    for (field, array) in schema.fields().iter().zip(batch.columns()) {
        let Some(column) = GameColumn::from_name(field.name()).filter(|_| array.is_valid(row)) else {
            continue;
        };
        match column {
            GameColumn::Moves => game.moves = Some(array.as_binary::<i32>().value(row).to_vec()),
            GameColumn::Movetext => game.movetext = Some(array.as_string::<i32>().value(row).to_owned()),
            GameColumn::ResultToken => game.token = array.as_string::<i32>().value(row).to_owned(),
            GameColumn::TagOrder => game.order = array.as_string::<i32>().value(row).to_owned(),
            GameColumn::Clocks => {
                let clocks = array.as_list::<i32>().value(row);
                game.clocks.extend(clocks.as_primitive::<Int32Type>());
            }
            GameColumn::Evals => game.evals = evals(&array.as_list::<i32>().value(row)),
            GameColumn::OtherTags => {
                let entries = array.as_map().value(row);
                let [names, values] = entries.columns() else { continue };
                for (name, value) in names.as_string::<i32>().iter().zip(values.as_string::<i32>()) {
                    game.set_other_tag(name.unwrap_or_default(), value.unwrap_or_default());
                }
            }
            _ => {
                if let Some(text) = tag_value(column, array, row).text(column) {
                    game.set_tag(column, &text);
                }
            }
        }
    }
}

fn tag_value(column: GameColumn, array: &ArrayRef, row: usize) -> TagValue<'_> {
    match column {
        GameColumn::WhiteElo
        | GameColumn::BlackElo
        | GameColumn::WhiteRatingDiff
        | GameColumn::BlackRatingDiff => TagValue::Number(array.as_primitive::<Int16Type>().value(row)),
        GameColumn::UtcDate => TagValue::Date(array.as_primitive::<Date32Type>().value(row)),
        GameColumn::UtcTime => TagValue::Time(array.as_primitive::<Time32SecondType>().value(row)),
        _ => TagValue::Text(array.as_string::<i32>().value(row)),
    }
}

fn evals(list: &ArrayRef) -> Vec<Option<Eval>> {
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
