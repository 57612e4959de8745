//! Themes of puzzles.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ListBuilder, StringBuilder};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::exec_err;
use pinsight_tactics::{parse_puzzle, themes_of};

use super::function::{ChessFunction, Takes};

/// `themes(fen, moves)`: lichess's themes of a puzzle; `moves` are in UCI notation, the opponent's move first.
pub(super) fn themes() -> ChessFunction {
    let returns = DataType::new_list(DataType::Utf8, true);
    ChessFunction::new("themes", &[Takes::Fen, Takes::Text("moves")], returns, |arguments| {
        let (fens, moves) = (arguments.texts(0)?, arguments.texts(1)?);
        let mut lists = ListBuilder::new(StringBuilder::new());
        for row in 0..arguments.rows() {
            if fens.is_null(row) || moves.is_null(row) {
                lists.append_null();
                continue;
            }
            match parse_puzzle(fens.value(row), moves.value(row)) {
                Ok(puzzle) => {
                    for theme in themes_of(&puzzle) {
                        lists.values().append_value(theme.name());
                    }
                    lists.append(true);
                }
                Err(error) => return exec_err!("themes: {error}"),
            }
        }
        Ok(Arc::new(lists.finish()))
    })
}
