//! The pins of a game, and those of a position.

use datafusion::arrow::datatypes::DataType;
use pinsight_rules::Position;
use pinsight_tactics::{PinLedger, standing_pins};

use super::function::{ChessFunction, Takes};
use super::pin_list::{PinList, fields};

/// `pins(moves)`: the pins that the moves create and end, as in the rows of `scan`.
pub(super) fn pins() -> ChessFunction {
    let returns = DataType::new_list(DataType::Struct(fields(true)), true);
    ChessFunction::new("pins", &[Takes::Moves], returns, |arguments| {
        let moves = arguments.moves(0)?;
        let mut list = PinList::new(true);
        let mut ledger = PinLedger::new(&Position::default());
        for row in 0..arguments.rows() {
            let reader = moves.get(row)?;
            let there = reader.is_some();
            if let Some(mut reader) = reader {
                ledger.restart(reader.start());
                while let Some(played) = moves.next(&mut reader)? {
                    let Some(mv) = played else {
                        // A null move creates and ends nothing.
                        continue;
                    };
                    let change = ledger.follow(reader.before(), mv, reader.after());
                    let mut san = None;
                    change.new_pins().chain(change.released_pins()).for_each(|pin| {
                        let written = || reader.before().san_before(mv, reader.after());
                        list.push(&pin);
                        list.push_move(&reader, san.get_or_insert_with(written));
                    });
                }
            }
            list.end_row(there);
        }
        list.finish()
    })
}

/// `pins_of(fen)`: the pins of a position.
pub(super) fn pins_of() -> ChessFunction {
    let returns = DataType::new_list(DataType::Struct(fields(false)), true);
    ChessFunction::new("pins_of", &[Takes::Fen], returns, |arguments| {
        let positions = arguments.positions(0)?;
        let mut list = PinList::new(false);
        for row in 0..arguments.rows() {
            let position = positions.get(row)?;
            if let Some(position) = &position {
                for pin in &standing_pins(position) {
                    list.push(pin);
                }
            }
            list.end_row(position.is_some());
        }
        list.finish()
    })
}
