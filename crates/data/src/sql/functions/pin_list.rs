//! Pins as a list of structs, with the columns of pin rows.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BooleanBuilder, Int32Builder, StringViewBuilder};
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use datafusion::common::Result;
use pinsight_rules::Placed;
use pinsight_tactics::{By, Cause, Pin};

use super::details::list_of_structs;
use crate::moves::MovesReader;

/// Builds lists of pins, one a row.
pub(super) struct PinList {
    /// What is known of the move, where there is one.
    played: Option<Played>,
    status: StringViewBuilder,
    kind: StringViewBuilder,
    cause: StringViewBuilder,
    by: StringViewBuilder,
    pieces: [PlacedColumns; 3],
    cost: Int32Builder,
    holds: BooleanBuilder,
    refutation: StringViewBuilder,
    freedom: StringViewBuilder,
    lengths: Vec<usize>,
    there: Vec<bool>,
    /// Pins of the row under way.
    length: usize,
}

#[derive(Default)]
struct Played {
    ply: Int32Builder,
    move_number: Int32Builder,
    side: StringViewBuilder,
    san: StringViewBuilder,
}

#[derive(Default)]
struct PlacedColumns {
    square: StringViewBuilder,
    role: StringViewBuilder,
    color: StringViewBuilder,
}

impl PlacedColumns {
    fn push(&mut self, placed: Placed) {
        let square = placed.square;
        let mut name = [0; 2];
        let (file, rank) = name.split_at_mut(1);
        square.file().letter().encode_utf8(file);
        square.rank().digit().encode_utf8(rank);
        self.square.append_value(std::str::from_utf8(&name).unwrap_or_default());
        self.role.append_value(placed.piece.role.name());
        self.color.append_value(placed.piece.color.name());
    }
}

/// The fields; those of the move only where there is one.
pub(super) fn fields(with_move: bool) -> Fields {
    let text = |name: &str| Field::new(name, DataType::Utf8View, true);
    let number = |name: &str| Field::new(name, DataType::Int32, true);
    let mut fields = Vec::new();
    if with_move {
        fields.extend([number("ply"), number("move_number"), text("side"), text("san")]);
    }
    fields.extend([text("status"), text("kind"), text("cause"), text("by")]);
    for piece in ["attacker", "pinned", "shielded"] {
        fields.extend(["square", "role", "color"].map(|part| text(&format!("{piece}_{part}"))));
    }
    fields.extend([number("cost"), Field::new("holds", DataType::Boolean, true)]);
    fields.extend([text("refutation"), text("freedom")]);
    fields.into()
}

impl PinList {
    pub(super) fn new(with_move: bool) -> Self {
        Self {
            played: with_move.then(Played::default),
            status: StringViewBuilder::new(),
            kind: StringViewBuilder::new(),
            cause: StringViewBuilder::new(),
            by: StringViewBuilder::new(),
            pieces: Default::default(),
            cost: Int32Builder::new(),
            holds: BooleanBuilder::new(),
            refutation: StringViewBuilder::new(),
            freedom: StringViewBuilder::new(),
            lengths: Vec::new(),
            there: Vec::new(),
            length: 0,
        }
    }

    /// Adds a pin to the row under way.
    pub(super) fn push(&mut self, pin: &Pin) {
        self.length += 1;
        self.status.append_value(pin.status.name());
        self.kind.append_value(pin.kind.name());
        self.cause.append_option(pin.cause.map(Cause::name));
        self.by.append_option(pin.by.map(By::name));
        for (columns, placed) in self.pieces.iter_mut().zip([pin.attacker, pin.pinned, pin.shielded]) {
            columns.push(placed);
        }
        self.cost.append_option(pin.cost);
        let refutation = pin.refutation();
        self.holds.append_option(pin.cost.map(|_| refutation.is_none()));
        self.refutation.append_option(refutation.map(|found| found.played.to_string()));
        self.freedom.append_value(pin.freedom().name());
    }

    /// Adds the move that the last pin came with; `san` is written once a move.
    pub(super) fn push_move(&mut self, moves: &MovesReader<'_>, san: &str) {
        if let Some(played) = &mut self.played {
            let before = moves.before();
            played.ply.append_option(i32::try_from(moves.ply()).ok());
            played.move_number.append_value(i32::from(before.fullmove_number()));
            played.side.append_value(before.turn().name());
            played.san.append_value(san);
        }
    }

    /// Ends the row; one that is not there is null.
    pub(super) fn end_row(&mut self, there: bool) {
        self.lengths.push(std::mem::take(&mut self.length));
        self.there.push(there);
    }

    pub(super) fn finish(mut self) -> Result<ArrayRef> {
        let fields = fields(self.played.is_some());
        let mut columns: Vec<ArrayRef> = Vec::with_capacity(fields.len());
        let texts = |columns: &mut Vec<ArrayRef>, text: &mut StringViewBuilder| {
            columns.push(Arc::new(text.finish()));
        };
        if let Some(played) = &mut self.played {
            columns.push(Arc::new(played.ply.finish()));
            columns.push(Arc::new(played.move_number.finish()));
            texts(&mut columns, &mut played.side);
            texts(&mut columns, &mut played.san);
        }
        for text in [&mut self.status, &mut self.kind, &mut self.cause, &mut self.by] {
            texts(&mut columns, text);
        }
        for PlacedColumns { square, role, color } in &mut self.pieces {
            for text in [square, role, color] {
                texts(&mut columns, text);
            }
        }
        columns.push(Arc::new(self.cost.finish()));
        columns.push(Arc::new(self.holds.finish()));
        texts(&mut columns, &mut self.refutation);
        texts(&mut columns, &mut self.freedom);
        list_of_structs(fields, columns, self.lengths, self.there)
    }
}
