//! The opening of a game.

use std::sync::Arc;

use datafusion::arrow::datatypes::{DataType, Fields};
use pinsight_data::Value;
use pinsight_openings::OpeningTracker;
use pinsight_rules::Ply;

use super::function::{ChessFunction, Parameter};
use super::structs::{Structs, fields};

fn opening_fields() -> Fields {
    use DataType::{Int32, Utf8};
    fields([("eco", Utf8), ("name", Utf8), ("ply", Int32), ("out_of_book_ply", Int32)])
}

/// `opening_of(moves)`: the last named opening of a game, its ply, and the first ply outside the opening lines.
pub(super) fn opening_of() -> ChessFunction {
    ChessFunction::new("opening_of", &[Parameter::Moves], DataType::Struct(opening_fields()), |arguments| {
        let games = arguments.map_games(0, |moves, mut reader| {
            let mut tracker = OpeningTracker::new(reader.start());
            while let Some(Some(mv)) = moves.next(&mut reader)? {
                tracker.play(&Ply::new(reader.ply(), *reader.before(), mv));
            }
            Ok(tracker.opening())
        })?;
        let mut openings = Structs::new(opening_fields());
        let is_valid = games.iter().map(Option::is_some).collect();
        for found in games.into_iter().map(Option::unwrap_or_default) {
            let number = |ply: Option<usize>| Value::Int32(ply.and_then(|ply| i32::try_from(ply).ok()));
            openings.push([
                Value::optional_text(found.opening.map(|opening| opening.eco)),
                Value::optional_text(found.opening.map(|opening| opening.name)),
                number(found.opening.map(|_| found.ply)),
                number(found.out_of_book_ply),
            ]);
        }
        Ok(Arc::new(openings.into_structs(Some(is_valid))?))
    })
}
