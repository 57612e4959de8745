//! Pins as a list of structs, with the columns of the table of pins.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Int32Builder, StringBuilder};
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use datafusion::common::Result;
use pinsight_tactics::Pin;

use super::details::{list_of_structs, texts};
use pinsight_data::{MovesReader, PinColumns, Words};

/// Builds a list of pins per row.
pub(super) struct PinList {
    /// The columns of the move; `None` for pins of a position.
    played: Option<Played>,
    pins: PinColumns,
    lengths: Vec<usize>,
    there: Vec<bool>,
    /// The number of pins of the current row.
    length: usize,
}

struct Played {
    ply: Int32Builder,
    move_number: Int32Builder,
    side: Words,
    san: StringBuilder,
}

impl Played {
    fn new() -> Self {
        Self {
            ply: Int32Builder::new(),
            move_number: Int32Builder::new(),
            side: Words::colors(),
            san: StringBuilder::new(),
        }
    }
}

/// Returns the fields, with or without those of the move.
pub(super) fn fields(with_move: bool) -> Fields {
    let text = |name: &str| Field::new(name, DataType::Utf8, true);
    let number = |name: &str| Field::new(name, DataType::Int32, true);
    let mut fields = Vec::new();
    if with_move {
        fields.extend([number("ply"), number("move_number"), text("side"), text("san")]);
    }
    fields.extend([text("status"), text("kind"), text("cause"), text("by")]);
    for piece in ["attacker", "pinned", "shielded"] {
        fields.extend(["square", "role", "color"].map(|part| text(&format!("{piece}_{part}"))));
    }
    fields.extend([number("cost"), text("static_reply"), text("freedom"), text("relevance")]);
    fields.into()
}

impl PinList {
    pub(super) fn new(with_move: bool) -> Self {
        Self {
            played: with_move.then(Played::new),
            pins: PinColumns::new(),
            lengths: Vec::new(),
            there: Vec::new(),
            length: 0,
        }
    }

    /// Adds a pin to the current row.
    pub(super) fn push(&mut self, pin: &Pin) {
        self.length += 1;
        self.pins.add(pin, &pin.prospects());
    }

    /// Adds the move of the last pin.
    pub(super) fn push_move(&mut self, moves: &MovesReader<'_>, san: &str) {
        if let Some(played) = &mut self.played {
            let before = moves.before();
            played.ply.append_option(i32::try_from(moves.ply()).ok());
            played.move_number.append_value(i32::from(before.fullmove_number()));
            played.side.add(before.turn() as u8);
            played.san.append_value(san);
        }
    }

    /// Ends the row, which is null if it is not `there`.
    pub(super) fn end_row(&mut self, there: bool) {
        self.lengths.push(std::mem::take(&mut self.length));
        self.there.push(there);
    }

    pub(super) fn finish(mut self) -> Result<ArrayRef> {
        let fields = fields(self.played.is_some());
        let mut columns: Vec<ArrayRef> = Vec::with_capacity(fields.len());
        if let Some(mut played) = self.played {
            columns.push(Arc::new(played.ply.finish()));
            columns.push(Arc::new(played.move_number.finish()));
            columns.push(texts(&mut played.side)?);
            columns.push(Arc::new(played.san.finish()));
        }
        columns.append(&mut self.pins.finish(texts, |moves| {
            let mut written = StringBuilder::with_capacity(moves.len(), moves.len() * 4);
            for mv in moves {
                written.append_option(mv.map(|mv| mv.to_string()));
            }
            Ok(Arc::new(written.finish()))
        })?);
        list_of_structs(fields, columns, self.lengths, self.there)
    }
}
