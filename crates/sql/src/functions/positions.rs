//! The positions of a game.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray};
use datafusion::arrow::datatypes::{DataType, Fields, Int32Type};
use datafusion::common::{Result, exec_datafusion_err};
use pinsight_data::{MovesParser, PositionColumns, stored_evals};

use super::details::list_of_structs;
use super::function::{Arguments, ChessFunction, Takes};

fn fields() -> Fields {
    PositionColumns::columns().iter().map(|column| Arc::new(column.field().with_nullable(true))).collect()
}

/// `positions(moves[, clocks[, evals]])`: the positions of a game, with the columns of the table of positions.
pub(super) fn positions() -> ChessFunction {
    let returns = DataType::new_list(DataType::Struct(fields()), true);
    ChessFunction::new("positions", &[Takes::Moves], returns, |arguments| {
        let mut columns = PositionColumns::default();
        let lengths = match arguments.array(0)?.as_string_view_opt() {
            Some(_) => of_texts(arguments, &mut columns)?,
            None => of_moves(arguments, &mut columns)?,
        };
        let there = lengths.iter().map(Option::is_some).collect();
        let lengths = lengths.into_iter().map(Option::unwrap_or_default).collect();
        list_of_structs(fields(), columns.finish(), lengths, there)
    })
    .and_perhaps(&[Takes::Clocks, Takes::Evals])
}

/// Adds the positions of movetexts, with their clocks and evaluations. Returns the number of positions of each row.
fn of_texts(arguments: &Arguments<'_>, columns: &mut PositionColumns) -> Result<Vec<Option<usize>>> {
    let mut parser = MovesParser::default();
    let rows = arguments.texts(0)?.iter().map(|text| {
        let Some(text) = text else { return Ok(None) };
        let parsed = parser.parse(text, None).map_err(|error| failed(arguments, &error))?;
        let added = columns.add(parsed.moves, parsed.clocks, parsed.evals);
        added.map(Some).map_err(|error| failed(arguments, &error))
    });
    rows.collect()
}

/// Adds the positions of stored moves. Returns the number of positions of each row.
fn of_moves(arguments: &Arguments<'_>, columns: &mut PositionColumns) -> Result<Vec<Option<usize>>> {
    let moves = arguments.array(0)?.as_binary_view();
    let rows = moves.iter().enumerate().map(|(row, moves)| {
        let Some(moves) = moves else { return Ok(None) };
        let clocks = list(arguments, 1, row)?;
        let clocks = clocks.map(|list| list.as_primitive::<Int32Type>().iter().collect::<Vec<_>>());
        let evals = list(arguments, 2, row)?.map(|list| stored_evals(&list));
        let added = columns.add(moves, &clocks.unwrap_or_default(), &evals.unwrap_or_default());
        added.map(Some).map_err(|error| failed(arguments, &error))
    });
    rows.collect()
}

/// Returns the list of a row; `None` if it is null or the argument is omitted.
fn list(arguments: &Arguments<'_>, index: usize, row: usize) -> Result<Option<ArrayRef>> {
    if index >= arguments.len() {
        return Ok(None);
    }
    let lists = arguments.array(index)?.as_list::<i32>();
    Ok(lists.is_valid(row).then(|| lists.value(row)))
}

fn failed(arguments: &Arguments<'_>, error: &dyn std::fmt::Display) -> datafusion::error::DataFusionError {
    exec_datafusion_err!("{}: {error}", arguments.name())
}
