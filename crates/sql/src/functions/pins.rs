//! The pins of a game, and those of a position.

use datafusion::arrow::datatypes::Fields;
use pinsight_data::{Column, PINS, Value};
use pinsight_rules::{Placed, Position};
use pinsight_tactics::{By, Cause, Pin, PinLedger, Prospects, Relevance, standing_pins};

use super::function::{ChessFunction, Parameter};
use super::structs::{Structs, fields, list_of};

/// Returns the fields: columns of the table of pins, with or without those of the move.
fn pin_fields(with_move: bool) -> Fields {
    let is_of_move =
        |column: &&Column| with_move && ["ply", "move_number", "side", "san"].contains(&column.name);
    let of_pin = PINS.columns.iter().skip_while(|column| column.name != "status");
    let columns = PINS.columns.iter().filter(is_of_move).chain(of_pin);
    fields(columns.map(|column| (column.name, column.kind.data_type())))
}

/// `pins(moves)`: the pins that the moves create and end, as in the rows of `scan`.
pub(super) fn pins() -> ChessFunction {
    ChessFunction::new("pins", &[Parameter::Moves], list_of(pin_fields(true)), |arguments| {
        let mut list = Structs::new(pin_fields(true));
        let mut ledger = PinLedger::new(&Position::default());
        arguments.each_game(0, |moves, reader| {
            let is_valid = reader.is_some();
            if let Some(mut reader) = reader {
                ledger.restart(reader.start());
                while let Some(played) = moves.next(&mut reader)? {
                    // A null move changes no pin.
                    let Some(mv) = played else { continue };
                    let (before, after) = (reader.before(), reader.after());
                    let change = ledger.follow(before, mv, after);
                    let mut san = None;
                    for pin in change.new_pins().chain(change.released_pins()) {
                        let of_move = [
                            Value::ply(reader.ply()),
                            Value::Int32(Some(before.fullmove_number().into())),
                            Value::text(before.turn().name()),
                            Value::text(&*san.get_or_insert_with(|| before.san_before(mv, after))),
                        ];
                        list.push(of_move.into_iter().chain(cells(&pin)));
                    }
                }
            }
            list.end_row(is_valid);
            Ok(())
        })?;
        list.finish()
    })
}

/// `pins_of(fen)`: the pins of a position.
pub(super) fn pins_of() -> ChessFunction {
    ChessFunction::new("pins_of", &[Parameter::Fen], list_of(pin_fields(false)), |arguments| {
        let mut list = Structs::new(pin_fields(false));
        for position in arguments.positions(0)? {
            for pin in position.iter().flat_map(standing_pins) {
                list.push(cells(&pin));
            }
            list.end_row(position.is_some());
        }
        list.finish()
    })
}

/// Returns the columns of a pin, from `status` on.
fn cells<'a>(pin: &Pin) -> impl Iterator<Item = Value<'a>> + use<'a> {
    let Prospects { freedom, static_reply, .. } = pin.prospects();
    let first = [
        Value::text(pin.status.name()),
        Value::text(pin.kind.name()),
        Value::optional_text(pin.cause.map(Cause::name)),
        Value::optional_text(pin.by.map(By::name)),
    ];
    let pieces = [pin.attacker, pin.pinned, pin.shielded].into_iter().flat_map(|Placed { square, piece }| {
        [Value::text(square.to_string()), Value::text(piece.role.name()), Value::text(piece.color.name())]
    });
    let last = [
        Value::Int32(pin.cost),
        Value::optional_text(static_reply.map(|reply| reply.played.to_string())),
        Value::text(freedom.name()),
        Value::optional_text(pin.relevance_with(|| freedom).map(Relevance::name)),
    ];
    first.into_iter().chain(pieces).chain(last)
}
