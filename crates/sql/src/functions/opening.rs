//! The opening of a game.

use std::sync::Arc;

use datafusion::arrow::array::StructBuilder;
use datafusion::arrow::datatypes::{DataType, Fields};
use pinsight_openings::OpeningTracker;
use pinsight_rules::Ply;

use super::function::{ChessFunction, Parameter};
use super::structs::{Cell, append, fields};

fn opening_fields() -> Fields {
    use DataType::{Int32, Utf8};
    fields([("eco", Utf8), ("name", Utf8), ("ply", Int32), ("out_of_book_ply", Int32)])
}

/// `opening_of(moves)`: the last named opening of a game, its ply, and the first ply outside the opening lines.
pub(super) fn opening_of() -> ChessFunction {
    ChessFunction::new("opening_of", &[Parameter::Moves], DataType::Struct(opening_fields()), |arguments| {
        let mut structs = StructBuilder::from_fields(opening_fields(), arguments.rows());
        let games = arguments.map_games(0, |moves, mut reader| {
            let mut tracker = OpeningTracker::new(reader.start());
            while let Some(Some(mv)) = moves.next(&mut reader)? {
                tracker.play(&Ply::new(reader.ply(), *reader.before(), mv));
            }
            Ok(tracker.opening())
        })?;
        for found in games {
            let opening = found.as_ref().and_then(|found| found.opening);
            let number = |ply: Option<usize>| Cell::Number(ply.and_then(|ply| i32::try_from(ply).ok()));
            let cells = [
                Cell::optional_name(opening.map(|opening| opening.eco)),
                Cell::optional_name(opening.map(|opening| opening.name)),
                number(opening.and(found.as_ref()).map(|found| found.ply)),
                number(found.as_ref().and_then(|found| found.out_of_book_ply)),
            ];
            append(&mut structs, cells, found.is_some())?;
        }
        Ok(Arc::new(structs.finish()))
    })
}
