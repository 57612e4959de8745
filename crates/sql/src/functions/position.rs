//! Functions over a FEN.

use std::sync::Arc;

use datafusion::arrow::array::{BooleanBuilder, ListBuilder, StringBuilder};
use datafusion::arrow::datatypes::DataType;

use super::function::{ChessFunction, Takes};

/// `legal_moves(fen)`: the legal moves in SAN.
pub(super) fn legal_moves() -> ChessFunction {
    let returns = DataType::new_list(DataType::Utf8, true);
    ChessFunction::new("legal_moves", &[Takes::Fen], returns, |arguments| {
        let positions = arguments.positions(0)?;
        let mut lists = ListBuilder::new(StringBuilder::new());
        for row in 0..arguments.rows() {
            let position = positions.get(row)?;
            if let Some(position) = &position {
                for &mv in &position.legal_moves() {
                    lists.values().append_value(position.san(mv));
                }
            }
            lists.append(position.is_some());
        }
        Ok(Arc::new(lists.finish()))
    })
}

/// `is_check(fen)`: whether the side to move is in check.
pub(super) fn is_check() -> ChessFunction {
    ChessFunction::new("is_check", &[Takes::Fen], DataType::Boolean, |arguments| {
        let positions = arguments.positions(0)?;
        let mut checks = BooleanBuilder::new();
        for row in 0..arguments.rows() {
            checks.append_option(positions.get(row)?.map(|position| position.in_check()));
        }
        Ok(Arc::new(checks.finish()))
    })
}
