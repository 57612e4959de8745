//! The first ply at which a game has a position.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BooleanArray, Int32Array};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::Result;
use pinsight_moves::MovesReader;
use pinsight_rules::Position;
use pinsight_search::{Material, PawnStructure, SoughtPosition};

use super::function::Parameter::{Fen, Moves, Text};
use super::function::{Arguments, Body, ChessFunction, Compiled, MovesColumn};
use super::subfen::SubFen;

/// Tests a position.
type Test = Box<dyn Fn(&Position) -> bool>;

/// The positions to search for.
struct Search {
    test: Test,
    /// Another position that follows, and the maximum number of plies between the two.
    then: Option<(Test, usize)>,
}

impl GameSearch for Search {
    fn first_ply(&mut self, moves: &MovesColumn, mut reader: MovesReader<'_>) -> Result<Option<usize>> {
        let mut matches: Vec<usize> = Vec::new();
        loop {
            let (ply, position) = (reader.ply(), reader.after());
            match &self.then {
                None if (self.test)(position) => return Ok(Some(ply)),
                None => {}
                Some((then, within)) => {
                    matches.retain(|first| ply - first <= *within);
                    if let Some(&first) = matches.first().filter(|_| then(position)) {
                        return Ok(Some(first));
                    }
                    if (self.test)(position) {
                        matches.push(ply);
                    }
                }
            }
            if moves.next(&mut reader)?.is_none() {
                return Ok(None);
            }
        }
    }
}

/// Returns a function over moves, a pattern and any number of options.
pub(super) fn pattern_function(name: &'static str, returns: DataType, body: Body) -> ChessFunction {
    ChessFunction::new(name, &[Moves, Text("pattern")], returns, body).with_variadic(Text("option"))
}

/// `matches_subfen(moves, pattern, option, ...)`: whether a position of the game matches a pattern.
pub(super) fn matches_subfen() -> ChessFunction {
    pattern_function("matches_subfen", DataType::Boolean, |arguments| found(arguments, subfen))
}

/// `subfen_ply(moves, pattern, option, ...)`: the first ply at which a position matches a pattern.
pub(super) fn subfen_ply() -> ChessFunction {
    pattern_function("subfen_ply", DataType::Int32, |arguments| plies(arguments, subfen))
}

/// `position_ply(moves, fen)`: the first ply at which the game reaches a position; move counters do not matter.
pub(super) fn position_ply() -> ChessFunction {
    ChessFunction::new("position_ply", &[Moves, Fen], DataType::Int32, |arguments| {
        plies(arguments, |texts| {
            let sought = SoughtPosition::new(position(texts.concat().trim())?);
            Ok(test(move |position| sought.matches(position)))
        })
    })
}

/// `pawns_ply(moves, pattern)`: the first ply at which the game has the pawns of the pattern.
pub(super) fn pawns_ply() -> ChessFunction {
    ChessFunction::new("pawns_ply", &[Moves, Text("pattern")], DataType::Int32, |arguments| {
        plies(arguments, |texts| {
            let pawns: PawnStructure = texts.concat().parse().map_err(|error| format!("{error}"))?;
            Ok(test(move |position| PawnStructure::of(position.board()) == pawns))
        })
    })
}

/// `material_ply(moves, signature)`: the first ply at which the game has this material, such as `KRPvKR`.
pub(super) fn material_ply() -> ChessFunction {
    ChessFunction::new("material_ply", &[Moves, Text("signature")], DataType::Int32, |arguments| {
        plies(arguments, |texts| {
            let material: Material = texts.concat().parse().map_err(|error| format!("{error}"))?;
            Ok(test(move |position| material.matches(position.board())))
        })
    })
}

fn test(test: impl Fn(&Position) -> bool + 'static) -> Search {
    Search { test: Box::new(test), then: None }
}

fn position(fen: &str) -> Result<Position, String> {
    match fen {
        "startpos" => Ok(Position::default()),
        fen => fen.parse().map_err(|error| format!("'{fen}' is no position: {error}")),
    }
}

/// Compiles a pattern and its options.
fn subfen(texts: &[&str]) -> Result<Search, String> {
    let [pattern, options @ ..] = texts else {
        return Err("expected a pattern".to_owned());
    };
    let (mut flip, mut mirror, mut then, mut within) = (false, false, None, usize::MAX);
    for option in options {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        match (name.trim().to_ascii_lowercase().as_str(), value.trim()) {
            ("flip", "") => flip = true,
            ("mirror", "") => mirror = true,
            ("then", next) if !next.is_empty() => then = Some(next),
            ("within", plies) if plies.parse::<usize>().is_ok() => within = plies.parse().unwrap_or(within),
            _ => {
                return Err(format!(
                    "expected flip, mirror, then = PATTERN or within = PLIES, found '{option}'"
                ));
            }
        }
    }
    if then.is_none() && within != usize::MAX {
        return Err("within needs a second pattern: then = PATTERN".to_owned());
    }
    let variants = |text: &str| -> Result<Vec<Test>, String> {
        let first = SubFen::read(text).map_err(|reason| format!("'{text}' is no part of a FEN: {reason}"))?;
        let flipped = flip.then(|| first.flipped());
        let mut all: Vec<SubFen> = [Some(first), flipped].into_iter().flatten().collect();
        if mirror {
            all.extend(all.iter().map(SubFen::mirrored).collect::<Vec<_>>());
        }
        Ok(all.iter().map(|pattern| Box::new(pattern.compile()) as Test).collect())
    };
    let any =
        |tests: Vec<Test>| -> Test { Box::new(move |position| tests.iter().any(|test| test(position))) };
    let then = then.map(&variants).transpose()?.map(|tests| (any(tests), within));
    Ok(Search { test: any(variants(pattern)?), then })
}

/// A search in a game.
pub(super) trait GameSearch: Sized {
    /// Returns the first ply of a match.
    fn first_ply(&mut self, moves: &MovesColumn, reader: MovesReader<'_>) -> Result<Option<usize>>;
}

/// Compiles the texts of a row.
type Compile<S> = fn(&[&str]) -> Result<S, String>;

/// Returns whether each game has a match.
pub(super) fn found<S: GameSearch>(arguments: &Arguments<'_>, compile: Compile<S>) -> Result<ArrayRef> {
    let plies = first_plies(arguments, compile)?.into_iter();
    Ok(Arc::new(plies.map(|found| found.map(|ply| ply.is_some())).collect::<BooleanArray>()))
}

/// Returns the first ply of a match in each game.
pub(super) fn plies<S: GameSearch>(arguments: &Arguments<'_>, compile: Compile<S>) -> Result<ArrayRef> {
    let plies = first_plies(arguments, compile)?.into_iter();
    Ok(Arc::new(plies.map(|found| i32::try_from(found??).ok()).collect::<Int32Array>()))
}

/// Returns for each row the first ply of a match; `None` for null.
fn first_plies<S: GameSearch>(
    arguments: &Arguments<'_>,
    compile: Compile<S>,
) -> Result<Vec<Option<Option<usize>>>> {
    let moves = arguments.moves(0)?;
    let mut searches = Compiled::new(arguments, compile)?;
    let rows = (0..arguments.rows()).map(|row| match (moves.get(row)?, searches.of_row(row)?) {
        (Some(reader), Some(search)) => Ok(Some(search.first_ply(&moves, reader)?)),
        _ => Ok(None),
    });
    rows.collect()
}
