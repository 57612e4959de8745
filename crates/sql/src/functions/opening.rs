//! The opening of a game.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Int32Builder, StringBuilder, StructArray};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use pinsight_openings::OpeningTracker;
use pinsight_rules::Ply;

use super::function::{ChessFunction, Takes};

fn fields() -> Fields {
    let text = |name| Field::new(name, DataType::Utf8, true);
    let number = |name| Field::new(name, DataType::Int32, true);
    Fields::from(vec![text("eco"), text("name"), number("ply"), number("out_of_book_ply")])
}

/// `opening_of(moves)`: the last named opening of a game, its ply, and the first ply outside the opening lines.
pub(super) fn opening_of() -> ChessFunction {
    ChessFunction::new("opening_of", &[Takes::Moves], DataType::Struct(fields()), |arguments| {
        let moves = arguments.moves(0)?;
        let (mut eco, mut name) = (StringBuilder::new(), StringBuilder::new());
        let [mut ply, mut out] = [(); 2].map(|()| Int32Builder::new());
        let mut valid = Vec::with_capacity(arguments.rows());
        for row in 0..arguments.rows() {
            let reader = moves.get(row)?;
            valid.push(reader.is_some());
            let mut found = None;
            if let Some(mut reader) = reader {
                let mut tracker = OpeningTracker::new(reader.start());
                while let Some(Some(mv)) = moves.next(&mut reader)? {
                    tracker.play(&Ply::new(reader.ply(), *reader.before(), mv));
                }
                found = Some(tracker.opening());
            }
            let opening = found.as_ref().and_then(|found| found.opening);
            eco.append_option(opening.map(|opening| opening.eco));
            name.append_option(opening.map(|opening| opening.name));
            ply.append_option(opening.and(found.as_ref()).and_then(|found| i32::try_from(found.ply).ok()));
            out.append_option(found.and_then(|found| i32::try_from(found.out_of_book_ply?).ok()));
        }
        let columns: Vec<ArrayRef> = vec![
            Arc::new(eco.finish()),
            Arc::new(name.finish()),
            Arc::new(ply.finish()),
            Arc::new(out.finish()),
        ];
        Ok(Arc::new(StructArray::try_new(fields(), columns, Some(NullBuffer::from(valid)))?))
    })
}
