//! The positions of a game.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, ListArray, StructArray};
use datafusion::arrow::buffer::{NullBuffer, OffsetBuffer};
use datafusion::arrow::datatypes::{DataType, Field, Fields, Int32Type};
use datafusion::common::{Result, exec_datafusion_err};
use pinsight_data::{MovesParser, PositionColumns, stored_evals};
use pinsight_pgn::Eval;

use super::function::{Arguments, ChessFunction, Parameter};

fn fields() -> Fields {
    PositionColumns::columns().iter().map(|column| Arc::new(column.field().with_nullable(true))).collect()
}

/// `positions(moves[, clocks[, evals]])`: the positions of a game, with the columns of the table of positions.
pub(super) fn positions() -> ChessFunction {
    let returns = DataType::new_list(DataType::Struct(fields()), true);
    ChessFunction::new("positions", &[Parameter::Moves], returns, |arguments| {
        let mut columns = PositionColumns::default();
        let lengths = match arguments.array(0)?.as_string_view_opt() {
            Some(_) => of_texts(arguments, &mut columns)?,
            None => of_moves(arguments, &mut columns)?,
        };
        let is_valid: NullBuffer = lengths.iter().map(Option::is_some).collect();
        let offsets = OffsetBuffer::from_lengths(lengths.into_iter().map(Option::unwrap_or_default));
        let structs = StructArray::try_new(fields(), columns.finish(), None)?;
        let item = Arc::new(Field::new_list_field(DataType::Struct(fields()), true));
        Ok(Arc::new(ListArray::try_new(item, offsets, Arc::new(structs), Some(is_valid))?))
    })
    .with_optional(&[Parameter::Clocks, Parameter::Evals])
}

/// Adds the positions of movetexts, with their clocks and evaluations, or else those of the arguments. Returns the number of
/// positions of each row.
fn of_texts(arguments: &Arguments<'_>, columns: &mut PositionColumns) -> Result<Vec<Option<usize>>> {
    let mut parser = MovesParser::default();
    let rows = arguments.texts(0)?.iter().enumerate().map(|(row, text)| {
        let Some(text) = text else { return Ok(None) };
        let parsed = parser.parse(text, None).map_err(|error| failed(arguments, &error))?;
        let (clocks, evals) = (clocks(arguments, row)?, evals(arguments, row)?);
        let clocks = if parsed.clocks.is_empty() { &clocks } else { parsed.clocks };
        let evals = if parsed.evals.is_empty() { &evals } else { parsed.evals };
        let added = columns.add(parsed.moves, clocks, evals);
        added.map(Some).map_err(|error| failed(arguments, &error))
    });
    rows.collect()
}

/// Adds the positions of stored moves. Returns the number of positions of each row.
fn of_moves(arguments: &Arguments<'_>, columns: &mut PositionColumns) -> Result<Vec<Option<usize>>> {
    let moves = arguments.array(0)?.as_binary_view();
    let rows = moves.iter().enumerate().map(|(row, moves)| {
        let Some(moves) = moves else { return Ok(None) };
        let added = columns.add(moves, &clocks(arguments, row)?, &evals(arguments, row)?);
        added.map(Some).map_err(|error| failed(arguments, &error))
    });
    rows.collect()
}

fn clocks(arguments: &Arguments<'_>, row: usize) -> Result<Vec<Option<i32>>> {
    let clocks = list(arguments, 1, row)?;
    Ok(clocks.map(|list| list.as_primitive::<Int32Type>().iter().collect()).unwrap_or_default())
}

fn evals(arguments: &Arguments<'_>, row: usize) -> Result<Vec<Option<Eval>>> {
    Ok(list(arguments, 2, row)?.map(|list| stored_evals(&list)).unwrap_or_default())
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
