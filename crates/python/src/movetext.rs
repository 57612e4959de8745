//! Columns of movetext to tables, for engines that hand over a batch of rows at a time: Spark, Ray and Dask.
//!
//! The column `row` of a table is the index of the text, from 0. A null has no rows.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use arrow_array::builder::{BinaryBuilder, Int32Builder, Int64Builder, ListBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, LargeStringArray, RecordBatch};
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use pinsight_data::{MovesParser, PINS, PinBatchBuilder, PinScanner};
use pinsight_moves::{MovesReader, Step};
use pinsight_pgn::RawGame;
use pinsight_tactics::{Motif, PinOptions, motifs_of};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::input::AnyArray;
use pyo3_arrow::{PyChunkedArray, PyTable};

use crate::interrupt::SIGNAL_INTERVAL;
use crate::pin::pin_filter;
use crate::progress::Progress;
use crate::tables::conform;

/// The number of texts before signals are handled for the first time.
const FIRST_ROWS: usize = 64;

/// The most texts between two checks for signals.
const MOST_ROWS: usize = 4_096;

/// Returns the number of texts until the next check for signals, so that one is made each [`SIGNAL_INTERVAL`].
fn next_rows(rows: usize, took: Duration) -> usize {
    if took > SIGNAL_INTERVAL { (rows / 2).max(1) } else { (2 * rows).min(MOST_ROWS) }
}

/// Calls `work` with parts of a column and the index of their first text, without the GIL.
fn map_texts<T: Send>(
    py: Python<'_>,
    column: AnyArray,
    progress: bool,
    mut work: impl FnMut(&LargeStringArray, usize) -> Result<T, ArrowError> + Send,
) -> PyArrowResult<Vec<T>> {
    let (chunks, field) = column.into_chunked_array()?.into_inner();
    if !is_text(field.data_type()) {
        let message = format!("expected a column of text, found {}", field.data_type());
        return Err(PyTypeError::new_err(message).into());
    }
    let (mut parts, mut first) = (Vec::new(), 0);
    let total = chunks.iter().map(|chunk| chunk.len() as u64).sum();
    let mut progress = Progress::new(py, progress, "game", Some(total))?;
    let mut rows = FIRST_ROWS;
    for chunk in &chunks {
        let mut start = 0;
        while start < chunk.len() {
            let begin = Instant::now();
            let part = chunk.slice(start, rows.min(chunk.len() - start));
            let done = py.detach(|| work(cast(&part, &DataType::LargeUtf8)?.as_string::<i64>(), first))?;
            parts.push(done);
            start += part.len();
            first += part.len();
            rows = next_rows(rows, begin.elapsed());
            py.check_signals()?;
            if progress.is_due() {
                progress.step(py, first as u64)?;
            }
        }
    }
    progress.close(py, total)?;
    Ok(parts)
}

fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null => true,
        DataType::Dictionary(_, value) => is_text(value),
        _ => false,
    }
}

/// The texts that are not null, with their rows.
fn rows(texts: &LargeStringArray, first: usize) -> impl Iterator<Item = (i64, &str)> {
    texts.iter().zip(first as i64..).filter_map(|(text, row)| Some((row, text?)))
}

/// Parse an Arrow column of movetext or UCI moves, such as that of lichess's Parquet files.
///
/// Returns an Arrow column of `moves`, the bytes that docs/data.md describes. A text that breaks off or is illegal gives the
/// moves before that point.
#[pyfunction]
#[pyo3(signature = (column, *, progress=false))]
pub(crate) fn parse_movetext(
    py: Python<'_>,
    column: AnyArray,
    progress: bool,
) -> PyArrowResult<PyChunkedArray> {
    let mut parser = MovesParser::default();
    let parsed = map_texts(py, column, progress, |texts, _| {
        let mut moves = BinaryBuilder::with_capacity(texts.len(), texts.len() * 80);
        for text in texts {
            // The standard start is legal.
            match text.and_then(|text| parser.parse(text, None).ok()) {
                Some(parsed) => moves.append_value(parsed.moves),
                None => moves.append_null(),
            }
        }
        Ok(Arc::new(moves.finish()) as ArrayRef)
    })?;
    let field: FieldRef = Arc::new(Field::new("moves", DataType::Binary, true));
    Ok(PyChunkedArray::try_new(parsed, field)?)
}

fn schema(fields: &[(&str, DataType, bool)]) -> SchemaRef {
    let field = |(name, kind, nullable): &(&str, DataType, bool)| Field::new(*name, kind.clone(), *nullable);
    Arc::new(Schema::new(fields.iter().map(field).collect::<Vec<_>>()))
}

static MOVES: LazyLock<SchemaRef> = LazyLock::new(|| {
    schema(&[
        ("row", DataType::Int64, false),
        ("uci", DataType::new_list(DataType::Utf8, true), false),
        ("san", DataType::new_list(DataType::Utf8, true), false),
        ("plies", DataType::Int32, false),
        ("final_fen", DataType::Utf8, false),
        ("fault", DataType::Utf8, true),
    ])
});

/// One row per text: its moves, the position after them, and why they end before the text does.
#[pyfunction]
#[pyo3(name = "_movetext_moves")]
pub(crate) fn movetext_moves(py: Python<'_>, column: AnyArray) -> PyArrowResult<PyTable> {
    let mut parser = MovesParser::default();
    let batches = map_texts(py, column, false, |texts, first| {
        let (mut row_of, mut plies) = (Int64Builder::new(), Int32Builder::new());
        let (mut uci, mut san) =
            (ListBuilder::new(StringBuilder::new()), ListBuilder::new(StringBuilder::new()));
        let (mut final_fen, mut fault) = (StringBuilder::new(), StringBuilder::new());
        for (row, text) in rows(texts, first) {
            let parsed = parser.parse(text, None).map_err(internal)?;
            let (mut count, mut last) = (0, *MovesReader::new(parsed.moves).map_err(internal)?.start());
            for step in MovesReader::new(parsed.moves).map_err(internal)? {
                let step = step.map_err(internal)?;
                let mode = step.before.castling_mode();
                let played =
                    step.played.map_or_else(|| "0000".to_owned(), |mv| step.before.uci(mv, mode).to_string());
                uci.values().append_value(played);
                san.values().append_value(san_of(&step));
                (count, last) = (count + 1, step.after);
            }
            row_of.append_value(row);
            uci.append(true);
            san.append(true);
            plies.append_value(count);
            final_fen.append_value(last.to_string());
            fault.append_option(parsed.fault);
        }
        let columns: Vec<ArrayRef> = vec![
            Arc::new(row_of.finish()),
            Arc::new(uci.finish()),
            Arc::new(san.finish()),
            Arc::new(plies.finish()),
            Arc::new(final_fen.finish()),
            Arc::new(fault.finish()),
        ];
        RecordBatch::try_new(Arc::clone(&MOVES), columns)
    })?;
    Ok(PyTable::try_new(batches, Arc::clone(&MOVES))?)
}

fn san_of(step: &Step) -> String {
    step.played.map_or_else(|| "--".to_owned(), |mv| step.before.san(mv))
}

/// A fault of moves that were just parsed.
fn internal(error: impl std::error::Error + Send + Sync + 'static) -> ArrowError {
    ArrowError::ExternalError(Box::new(error))
}

/// The first column of the table of pins that is not about the game.
const FIRST_PIN_COLUMN: &str = "ply";

/// The `pins` table of the texts without the columns about the game; with `all`, skewers and x-rays too.
#[pyfunction]
#[pyo3(name = "_movetext_pins")]
pub(crate) fn movetext_pins(py: Python<'_>, column: AnyArray, all: bool) -> PyArrowResult<PyTable> {
    let table = PINS.schema();
    let from = table.index_of(FIRST_PIN_COLUMN)?;
    let row = Arc::new(Field::new("row", DataType::Int64, false));
    let fields: Vec<FieldRef> = [row].into_iter().chain(table.fields().iter().skip(from).cloned()).collect();
    let schema: SchemaRef = Arc::new(Schema::new(fields));
    let game = table.index_of("game")?;
    let mut scanner = PinScanner::new(pin_filter(all), PinOptions::default());
    let mut builder = PinBatchBuilder::new();
    let source: Arc<str> = Arc::from("movetext");
    let batches = map_texts(py, column, false, |texts, first| {
        for (row, text) in rows(texts, first) {
            let raw = RawGame { number: row as u64, ..RawGame::new(&source, text.as_bytes()) };
            scanner.scan(&raw, |event| builder.add(event));
        }
        let batch = conform(&builder.finish()?, &table)?;
        let columns = [game].into_iter().chain(from..table.fields().len());
        RecordBatch::try_new(
            Arc::clone(&schema),
            columns.map(|index| Arc::clone(batch.column(index))).collect(),
        )
    })?;
    Ok(PyTable::try_new(batches, schema)?)
}

static MOTIFS: LazyLock<SchemaRef> = LazyLock::new(|| {
    schema(&[
        ("row", DataType::Int64, false),
        ("ply", DataType::Int32, false),
        ("side", DataType::Utf8, false),
        ("san", DataType::Utf8, false),
        ("fen", DataType::Utf8, false),
        ("motif", DataType::Utf8, false),
        ("profits", DataType::Utf8, false),
        ("squares", DataType::Utf8, false),
        ("text", DataType::Utf8, false),
    ])
});

/// One row per motif that the position after a move has and the position before it has not; with `all`, per motif of each
/// position.
#[pyfunction]
#[pyo3(name = "_movetext_motifs")]
pub(crate) fn movetext_motifs(py: Python<'_>, column: AnyArray, all: bool) -> PyArrowResult<PyTable> {
    let mut parser = MovesParser::default();
    let batches = map_texts(py, column, false, |texts, first| {
        let mut found = MotifRows::default();
        for (row, text) in rows(texts, first) {
            let parsed = parser.parse(text, None).map_err(internal)?;
            let reader = MovesReader::new(parsed.moves).map_err(internal)?;
            let mut before = motifs_of(reader.start());
            for step in reader {
                let step = step.map_err(internal)?;
                let now = motifs_of(&step.after);
                for motif in now.iter().filter(|motif| all || !before.contains(motif)) {
                    found.add(row, &step, motif);
                }
                before = now;
            }
        }
        found.finish()
    })?;
    Ok(PyTable::try_new(batches, Arc::clone(&MOTIFS))?)
}

#[derive(Default)]
struct MotifRows {
    row: Int64Builder,
    ply: Int32Builder,
    /// The columns after `ply`.
    texts: [StringBuilder; 7],
}

impl MotifRows {
    fn add(&mut self, row: i64, step: &Step, motif: &Motif) {
        self.row.append_value(row);
        self.ply.append_value(i32::try_from(step.number).unwrap_or(i32::MAX));
        let squares: Vec<String> = motif.squares.iter().map(|part| part.square.to_string()).collect();
        let texts = [
            step.before.turn().name().to_owned(),
            san_of(step),
            step.before.to_string(),
            motif.kind.name().to_owned(),
            motif.side.name().to_owned(),
            squares.join(" "),
            motif.to_string(),
        ];
        for (builder, text) in self.texts.iter_mut().zip(texts) {
            builder.append_value(text);
        }
    }

    fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        let numbers: [ArrayRef; 2] = [Arc::new(self.row.finish()), Arc::new(self.ply.finish())];
        let texts = self.texts.iter_mut().map(|builder| Arc::new(builder.finish()) as ArrayRef);
        RecordBatch::try_new(Arc::clone(&MOTIFS), numbers.into_iter().chain(texts).collect())
    }
}
