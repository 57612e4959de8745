//! Findings as Arrow record batches.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int32Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pinsight_wire::FindingRow;

/// The Arrow schema of findings.
pub fn findings_schema() -> SchemaRef {
    let text = |name| Field::new(name, DataType::Utf8, false);
    let optional_text = |name| Field::new(name, DataType::Utf8, true);
    let number = |name| Field::new(name, DataType::Int32, false);
    let optional_number = |name| Field::new(name, DataType::Int32, true);
    Arc::new(Schema::new(vec![
        text("file"),
        Field::new("game", DataType::Int64, false),
        optional_text("white"),
        optional_text("black"),
        number("ply"),
        number("move_number"),
        text("side"),
        text("san"),
        text("fen"),
        optional_text("judgement"),
        text("finding"),
        text("motif"),
        text("profits"),
        text("start"),
        text("line"),
        optional_number("gain"),
        optional_number("mate"),
        text("squares"),
        text("text"),
    ]))
}

/// Returns findings as the columns of [`findings_schema`].
pub fn findings_batch(rows: &[FindingRow]) -> Result<RecordBatch, ArrowError> {
    let text = |get: fn(&FindingRow) -> &str| -> ArrayRef {
        Arc::new(rows.iter().map(|row| Some(get(row))).collect::<StringArray>())
    };
    let optional_text = |get: fn(&FindingRow) -> Option<&str>| -> ArrayRef {
        Arc::new(rows.iter().map(get).collect::<StringArray>())
    };
    let number = |get: fn(&FindingRow) -> Option<i32>| -> ArrayRef {
        Arc::new(rows.iter().map(get).collect::<Int32Array>())
    };
    let games: Int64Array = rows.iter().map(|row| i64::try_from(row.game).ok()).collect();
    let columns: Vec<ArrayRef> = vec![
        text(|row| &row.file),
        Arc::new(games),
        optional_text(|row| row.white.as_deref()),
        optional_text(|row| row.black.as_deref()),
        number(|row| i32::try_from(row.ply).ok()),
        number(|row| Some(i32::from(row.move_number))),
        text(|row| row.side),
        text(|row| &row.san),
        text(|row| &row.fen),
        optional_text(|row| row.judgement),
        text(|row| row.finding),
        text(|row| row.motif),
        text(|row| row.profits),
        text(|row| &row.start),
        text(|row| &row.line),
        number(|row| row.gain),
        number(|row| row.mate.and_then(|mate| i32::try_from(mate).ok())),
        text(|row| &row.squares),
        text(|row| &row.text),
    ];
    RecordBatch::try_new(findings_schema(), columns)
}
