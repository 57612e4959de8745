//! Games as Arrow record batches.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use pinsight_moves::MovesReader;
use pinsight_pgn::{Diagnostic, RawGame};

use super::column::{GameColumn, Source};
use super::reader::GameReader;
use super::tag::TagValue;
use super::wants::GameWants;
use crate::builder::{ColumnBuilder, Value};
use crate::column::Kind;

/// Builds record batches of games; keep one per thread and reuse it.
///
/// Builds only the requested columns. If none of them comes from the moves, the movetext is not parsed.
///
/// ```
/// use arrow_array::cast::AsArray;
/// use arrow_array::types::Int32Type;
/// use pinsight_data::{GameBatchBuilder, GameColumn};
///
/// let mut builder = GameBatchBuilder::new(&[GameColumn::White, GameColumn::Plies]);
/// for game in pinsight_pgn::split(&"example".into(), b"[White \"Anna\"]\n\n1. e4 e5 *\n\n1. d4 *") {
///     builder.add(&game);
/// }
/// let batch = builder.finish()?;
/// assert_eq!(batch.num_rows(), 2);
/// assert_eq!(batch["White"].as_string::<i32>().value(0), "Anna");
/// assert_eq!(batch["plies"].as_primitive::<Int32Type>().values(), &[2, 1]);
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
#[derive(Debug)]
pub struct GameBatchBuilder {
    schema: SchemaRef,
    reader: GameReader,
    columns: Vec<GameColumn>,
    builders: Vec<ColumnBuilder>,
    rows: usize,
    uci: bool,
}

impl GameBatchBuilder {
    /// Builds these columns, in this order.
    pub fn new(columns: &[GameColumn]) -> Self {
        Self::with_wants(columns, GameWants::of(columns), false)
    }

    /// Builds all columns; `movetext` is null unless it is requested.
    pub fn of_all(movetext: bool) -> Self {
        Self::with_wants(GameColumn::ALL, GameWants { movetext, ..GameWants::MOVES }, false)
    }

    /// Like [`of_all`](Self::of_all) for text formats: `moves` is a string of UCI moves, separated by spaces.
    pub fn of_all_as_text(movetext: bool) -> Self {
        Self::with_wants(GameColumn::ALL, GameWants { movetext, ..GameWants::MOVES }, true)
    }

    fn with_wants(columns: &[GameColumn], wants: GameWants, uci: bool) -> Self {
        let kind = |column: GameColumn| match column {
            GameColumn::Moves if uci => Kind::Text,
            _ => column.column().kind,
        };
        let field = |&column: &GameColumn| column.column().field().with_data_type(kind(column).data_type());
        let builder = |&column: &GameColumn| ColumnBuilder::new(&kind(column).data_type());
        Self {
            schema: Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>())),
            reader: GameReader::new(wants),
            columns: columns.to_vec(),
            builders: columns.iter().map(builder).collect(),
            rows: 0,
            uci,
        }
    }

    /// Returns the schema of the batches.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Returns the number of games in the batch so far.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Returns whether the batch has no games.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Adds a game. Returns its faults in the parts that were read.
    pub fn add(&mut self, raw: &RawGame<'_>) -> &[Diagnostic] {
        let Self { reader, columns, builders, uci, .. } = self;
        self.rows += 1;
        if columns.is_empty() {
            return &[];
        }
        let row = reader.read(raw);
        let mut slots = [None; 17];
        for (column, value) in row.column_tags() {
            if let Some(slot) = slots.get_mut(column as usize) {
                *slot = Some(value);
            }
        }
        for (&column, builder) in columns.iter().zip(builders) {
            builder.append(match column.source() {
                Source::Tag => TagValue::column_value(column, slots.get(column as usize).copied().flatten()),
                Source::Moves(_) if column == GameColumn::Moves && *uci => {
                    Value::optional_text(row.start.map(|_| uci_moves(&row.moves)))
                }
                Source::Head(fill) | Source::Movetext(fill) | Source::Moves(fill) => fill(row),
            });
        }
        &row.diagnostics
    }

    /// Returns the games so far and starts a new batch.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        let arrays: Vec<ArrayRef> = self.builders.iter_mut().map(ColumnBuilder::finish).collect();
        self.rows = 0;
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options)
    }
}

/// Returns moves in UCI, separated by spaces; `0000` for a null move.
#[allow(clippy::expect_used, reason = "the game reader wrote the moves")]
fn uci_moves(moves: &[u8]) -> String {
    let reader = MovesReader::new(moves).expect("moves of the game reader");
    let mode = reader.start().castling_mode();
    let mut text = String::new();
    for step in reader {
        let step = step.expect("moves of the game reader");
        if !text.is_empty() {
            text.push(' ');
        }
        match step.played {
            Some(mv) => text.push_str(&step.before.uci(mv, mode).to_string()),
            None => text.push_str("0000"),
        }
    }
    text
}
