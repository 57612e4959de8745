//! The details of each move of a game.

use datafusion::arrow::datatypes::{DataType, Fields};
use pinsight_moves::MovesReader;
use pinsight_rules::{CastlingSide, Move, Role};

use super::function::{ChessFunction, Parameter};
use super::structs::{Cell, Structs, fields, list_of};

fn detail_fields() -> Fields {
    use DataType::{Boolean, Int32, Utf8};
    fields([
        ("ply", Int32),
        ("side", Utf8),
        ("role", Utf8),
        ("from", Utf8),
        ("to", Utf8),
        ("capture", Utf8),
        ("promotion", Utf8),
        ("check", Boolean),
        ("mate", Boolean),
        ("castling", Utf8),
        ("en_passant", Boolean),
    ])
}

/// `move_details(moves)`: the details of each move.
pub(super) fn move_details() -> ChessFunction {
    ChessFunction::new("move_details", &[Parameter::Moves], list_of(detail_fields()), |arguments| {
        let mut details = Structs::new(detail_fields());
        arguments.each_game(0, |moves, reader| {
            let is_valid = reader.is_some();
            if let Some(mut reader) = reader {
                while let Some(played) = moves.next(&mut reader)? {
                    details.push(cells(&reader, played))?;
                }
            }
            details.end_row(is_valid);
            Ok(())
        })?;
        Ok(details.finish())
    })
}

/// Returns the details of the last move. A null move has only a number and a side.
fn cells(reader: &MovesReader<'_>, played: Option<Move>) -> [Cell<'static>; 11] {
    let (before, after) = (reader.before(), reader.after());
    let name = |role: Option<Role>| Cell::optional_name(role.map(Role::name));
    let square = |square: Option<pinsight_rules::Square>| {
        square.map_or(Cell::Text(None), |square| Cell::text(&square))
    };
    let check = played.map(|_| after.in_check());
    [
        Cell::ply(reader.ply()),
        Cell::name(before.turn().name()),
        name(played.and_then(|mv| before.board().role_at(mv.from()))),
        square(played.map(Move::from)),
        square(played.map(Move::to)),
        name(played.and_then(|mv| before.captured(mv)).map(|piece| piece.role)),
        name(played.and_then(Move::promotion)),
        Cell::Flag(check),
        Cell::Flag(check.map(|check| check && after.count_legal_moves() == 0)),
        Cell::optional_name(played.and_then(Move::castling_side).map(|side| match side {
            CastlingSide::KingSide => "king_side",
            CastlingSide::QueenSide => "queen_side",
        })),
        Cell::Flag(played.map(Move::is_en_passant)),
    ]
}
