//! The details of each move of a game.

use datafusion::arrow::datatypes::{DataType, Fields};
use pinsight_data::Value;
use pinsight_moves::MovesReader;
use pinsight_rules::{CastlingSide, Move, Role, Square};

use super::function::{ChessFunction, Parameter};
use super::structs::{Structs, fields, list_of};

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
                    details.push(cells(&reader, played));
                }
            }
            details.end_row(is_valid);
            Ok(())
        })?;
        details.finish()
    })
}

/// Returns the details of the last move. A null move has only a number and a side.
fn cells(reader: &MovesReader<'_>, played: Option<Move>) -> [Value<'static>; 11] {
    let (before, after) = (reader.before(), reader.after());
    let name = |role: Option<Role>| Value::optional_text(role.map(Role::name));
    let square = |square: Option<Square>| Value::optional_text(square.map(|square| square.to_string()));
    let check = played.map(|_| after.in_check());
    [
        Value::ply(reader.ply()),
        Value::text(before.turn().name()),
        name(played.and_then(|mv| before.board().role_at(mv.from()))),
        square(played.map(Move::from)),
        square(played.map(Move::to)),
        name(played.and_then(|mv| before.captured(mv)).map(|piece| piece.role)),
        name(played.and_then(Move::promotion)),
        Value::Boolean(check),
        Value::Boolean(check.map(|check| check && after.count_legal_moves() == 0)),
        Value::optional_text(played.and_then(Move::castling_side).map(|side| match side {
            CastlingSide::KingSide => "king_side",
            CastlingSide::QueenSide => "queen_side",
        })),
        Value::Boolean(played.map(Move::is_en_passant)),
    ]
}
