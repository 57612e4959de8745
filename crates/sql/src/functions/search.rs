//! The first ply at which a game has a position.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, BooleanArray, Int32Array};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, exec_err};
use pinsight_data::{Material, PawnStructure};
use pinsight_rules::{Position, Zobrist};

use super::function::{Arguments, ChessFunction, Takes};
use super::subfen::SubFen;

/// Tests a position.
type Test = Box<dyn Fn(&Position) -> bool>;

/// `matches_subfen(moves, pattern)`: whether a position of the game has the pieces of the pattern on their squares.
pub(super) fn matches_subfen() -> ChessFunction {
    let takes = &[Takes::Moves, Takes::Text("pattern")];
    ChessFunction::new("matches_subfen", takes, DataType::Boolean, |arguments| {
        let plies = first_plies(arguments, subfen)?;
        let found = plies.into_iter().map(|found| found.map(|ply| ply.is_some()));
        Ok(Arc::new(found.collect::<BooleanArray>()))
    })
}

/// `subfen_ply(moves, pattern)`: the first ply at which a position matches.
pub(super) fn subfen_ply() -> ChessFunction {
    let takes = &[Takes::Moves, Takes::Text("pattern")];
    ChessFunction::new("subfen_ply", takes, DataType::Int32, |arguments| plies(arguments, subfen))
}

/// `position_ply(moves, fen)`: the first ply at which the game reaches a position; move counters do not matter.
pub(super) fn position_ply() -> ChessFunction {
    ChessFunction::new("position_ply", &[Takes::Moves, Takes::Fen], DataType::Int32, |arguments| {
        plies(arguments, |fen| {
            let key = Zobrist::polyglot(&position(fen)?);
            Ok(Box::new(move |position| Zobrist::polyglot(position) == key))
        })
    })
}

/// `pawns_ply(moves, pattern)`: the first ply at which the pawns stand as in the pattern.
pub(super) fn pawns_ply() -> ChessFunction {
    let takes = &[Takes::Moves, Takes::Text("pattern")];
    ChessFunction::new("pawns_ply", takes, DataType::Int32, |arguments| {
        plies(arguments, |text| {
            let pawns: PawnStructure = text.parse().map_err(|error| format!("{error}"))?;
            Ok(Box::new(move |position| PawnStructure::of(position.board()) == pawns))
        })
    })
}

/// `material_ply(moves, signature)`: the first ply at which the game has this material, such as `KRPvKR`.
pub(super) fn material_ply() -> ChessFunction {
    let takes = &[Takes::Moves, Takes::Text("signature")];
    ChessFunction::new("material_ply", takes, DataType::Int32, |arguments| {
        plies(arguments, |text| {
            let material: Material = text.parse().map_err(|error| format!("{error}"))?;
            Ok(Box::new(move |position| material.matches(position.board())))
        })
    })
}

fn subfen(text: &str) -> Result<Test, String> {
    let pattern = SubFen::read(text).map_err(|reason| format!("'{text}' is no part of a FEN: {reason}"))?;
    Ok(Box::new(move |position| pattern.is_in(position)))
}

fn position(fen: &str) -> Result<Position, String> {
    match fen.trim() {
        "startpos" => Ok(Position::default()),
        fen => fen.parse().map_err(|error| format!("'{fen}' is no position: {error}")),
    }
}

fn plies(arguments: &Arguments<'_>, compile: fn(&str) -> Result<Test, String>) -> Result<ArrayRef> {
    let plies = first_plies(arguments, compile)?;
    let plies = plies.into_iter().map(|found| i32::try_from(found??).ok());
    Ok(Arc::new(plies.collect::<Int32Array>()))
}

/// Returns for each row the first ply whose position passes the test; `None` for null.
fn first_plies(
    arguments: &Arguments<'_>,
    compile: fn(&str) -> Result<Test, String>,
) -> Result<Vec<Option<Option<usize>>>> {
    let (moves, patterns) = (arguments.moves(0)?, arguments.texts(1)?);
    let mut last: Option<(&str, Test)> = None;
    let mut found = Vec::with_capacity(arguments.rows());
    for row in 0..arguments.rows() {
        let Some(mut reader) = moves.get(row)?.filter(|_| patterns.is_valid(row)) else {
            found.push(None);
            continue;
        };
        let text = patterns.value(row);
        let test = match last.take().filter(|(known, _)| *known == text) {
            Some((_, test)) => test,
            None => match compile(text) {
                Ok(test) => test,
                Err(reason) => return exec_err!("{}: {reason}", arguments.name()),
            },
        };
        let mut is_found = test(reader.after());
        while !is_found && moves.next(&mut reader)?.is_some() {
            is_found = test(reader.after());
        }
        found.push(Some(is_found.then(|| reader.ply())));
        last = Some((text, test));
    }
    Ok(found)
}
