//! The table of findings.

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use pinsight_wire::FindingRow;

use crate::builder::{ColumnBuilder, Value};
use crate::column::{Column, Kind, Storage, Table, columns};

/// Computes the value of a column.
type Fill = fn(&FindingRow) -> Value<'_>;

columns! {
    Text "file".required() => |row| Value::text(&row.file), "the path as given on the command line; `-` for standard input";
    Int64 "game".required().stored(Storage::DeltaNumbers) => |row| Value::Int64(i64::try_from(row.game).ok()),
        "the number of the game in its file, from 1";
    Text "white" => |row| Value::optional_text(row.white.as_deref()), "the tag `White`";
    Text "black" => |row| Value::optional_text(row.black.as_deref()), "the tag `Black`";
    Int32 "ply".required() => |row| Value::Int32(i32::try_from(row.ply).ok()), "the ply of the move, from 1";
    Int32 "move_number".required() => |row| Value::Int32(Some(row.move_number.into())),
        "the move number, as PGN writes it before the move";
    Text "side".required() => |row| Value::text(row.side), "the side that moved: `white`, `black`";
    Text "san".required() => |row| Value::text(&row.san), "the move in SAN";
    Text "fen".required().stored(Storage::DeltaTexts) => |row| Value::text(&row.fen), "the position before the move";
    Text "judgement" => |row| Value::optional_text(row.judgement),
        "`inaccuracy`, `mistake`, `blunder`, `good`, `only_move` or none";
    Text "finding".required() => |row| Value::text(row.finding), "`allows`, `misses`, `exploits`, `threatens`";
    Text "motif".required() => |row| Value::text(row.motif), "the motif that decides the line ([motifs.md](motifs.md))";
    Text "profits".required() => |row| Value::text(row.profits), "the side that profits: `white`, `black`";
    Text "start".required() => |row| Value::text(&row.start), "the position in which the line starts";
    Text "line".required() => |row| Value::text(&row.line), "its moves in UCI, separated by spaces";
    Int32 "gain" => |row| Value::Int32(row.gain), "the pawns that the side wins; none for a mate";
    Int32 "mate" => |row| Value::Int32(row.mate.and_then(|mate| i32::try_from(mate).ok())), "the moves to mate";
    Text "squares".required() => |row| Value::text(&row.squares),
        "the squares that take part in the motif, separated by spaces";
    Text "text".required() => |row| Value::text(&row.text), "the statement in words";
}

/// The table of findings.
pub static FINDINGS: Table = Table { name: "findings", columns: COLUMNS };

/// Returns findings as a record batch of [`FINDINGS`].
pub fn findings_batch(rows: &[FindingRow]) -> Result<RecordBatch, ArrowError> {
    let columns = FINDINGS.columns.iter().zip(FILLS).map(|(column, fill)| {
        let mut builder = ColumnBuilder::new(&column.kind.data_type());
        rows.iter().for_each(|row| builder.append(fill(row)));
        builder.finish()
    });
    FINDINGS.batch(columns.collect())
}
