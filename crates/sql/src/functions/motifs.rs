//! Motifs of positions.

use std::sync::Arc;

use datafusion::arrow::array::{ListBuilder, StringBuilder};
use datafusion::arrow::datatypes::DataType;
use pinsight_tactics::{Motif, MotifKind};

use super::function::{ChessFunction, Takes};

/// `motifs_of(fen)`: the names of the motifs of a position, of both sides, each once.
pub(super) fn motifs_of() -> ChessFunction {
    let returns = DataType::new_list(DataType::Utf8, true);
    ChessFunction::new("motifs_of", &[Takes::Fen], returns, |arguments| {
        let positions = arguments.positions(0)?;
        let mut lists = ListBuilder::new(StringBuilder::new());
        for row in 0..arguments.rows() {
            let Some(position) = positions.get(row)? else {
                lists.append_null();
                continue;
            };
            // They are ordered by kind.
            let found: Vec<Motif> = pinsight_tactics::motifs_of(&position);
            let mut kinds: Vec<MotifKind> = found.iter().map(|motif| motif.kind).collect();
            kinds.dedup();
            for kind in kinds {
                lists.values().append_value(kind.name());
            }
            lists.append(true);
        }
        Ok(Arc::new(lists.finish()))
    })
}
