//! The positions of a game.

use std::sync::Arc;

use datafusion::arrow::array::{AsArray, StructArray};
use datafusion::arrow::datatypes::Fields;
use datafusion::common::Result;
use pinsight_data::{MovesParser, PositionColumns, stored_evals};
use pinsight_pgn::Eval;

use super::function::{Arguments, ChessFunction, Parameter};
use super::structs::{list_of, lists};

fn fields() -> Fields {
    PositionColumns::columns().iter().map(|column| Arc::new(column.field().with_nullable(true))).collect()
}

/// `positions(moves[, clocks[, evals]])`: the positions of a game, with the columns of the table of positions.
pub(super) fn positions() -> ChessFunction {
    ChessFunction::new("positions", &[Parameter::Moves], list_of(fields()), |arguments| {
        let mut columns = PositionColumns::default();
        let lengths = match arguments.array(0)?.as_string_view_opt() {
            Some(_) => of_texts(arguments, &mut columns)?,
            None => of_moves(arguments, &mut columns)?,
        };
        lists(StructArray::try_new(fields(), columns.finish(), None)?, lengths)
    })
    .with_optional(&[Parameter::Clocks, Parameter::Evals])
}

/// Adds the positions of movetexts, with their clocks and evaluations, or else those of the arguments. Returns the number of
/// positions of each row.
fn of_texts(arguments: &Arguments<'_>, columns: &mut PositionColumns) -> Result<Vec<Option<usize>>> {
    let mut parser = MovesParser::default();
    let rows = arguments.texts(0)?.iter().enumerate().map(|(row, text)| {
        let Some(text) = text else { return Ok(None) };
        let parsed = parser.parse(text, None).map_err(|error| arguments.error(&error))?;
        let (clocks, evals) = (clocks(arguments, row)?, evals(arguments, row)?);
        let clocks = if parsed.clocks.is_empty() { &clocks } else { parsed.clocks };
        let evals = if parsed.evals.is_empty() { &evals } else { parsed.evals };
        let added = columns.add(parsed.moves, clocks, evals);
        added.map(Some).map_err(|error| arguments.error(&error))
    });
    rows.collect()
}

/// Adds the positions of stored moves. Returns the number of positions of each row.
fn of_moves(arguments: &Arguments<'_>, columns: &mut PositionColumns) -> Result<Vec<Option<usize>>> {
    let moves = arguments.array(0)?.as_binary_view();
    let rows = moves.iter().enumerate().map(|(row, moves)| {
        let Some(moves) = moves else { return Ok(None) };
        let added = columns.add(moves, &clocks(arguments, row)?, &evals(arguments, row)?);
        added.map(Some).map_err(|error| arguments.error(&error))
    });
    rows.collect()
}

fn clocks(arguments: &Arguments<'_>, row: usize) -> Result<Vec<Option<i32>>> {
    Ok(arguments.clocks(1, row)?.unwrap_or_default())
}

fn evals(arguments: &Arguments<'_>, row: usize) -> Result<Vec<Option<Eval>>> {
    Ok(arguments.list(2, row)?.map(|list| stored_evals(&list)).unwrap_or_default())
}
