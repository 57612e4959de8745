//! Pins as a list of structs, with the columns of pin rows.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BooleanBuilder, Int32Builder, StringViewBuilder};
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use datafusion::common::Result;
use pinsight_rules::Placed;
use pinsight_tactics::{By, Cause, Freedom, Kind, Pin, Prospects, Status};

use super::details::list_of_structs;
use super::words::Words;
use crate::moves::MovesReader;

/// Builds lists of pins, one a row.
pub(super) struct PinList {
    /// What is known of the move, where there is one.
    played: Option<Played>,
    status: Words,
    kind: Words,
    cause: Words,
    by: Words,
    pieces: [PlacedColumns; 3],
    cost: Int32Builder,
    holds: BooleanBuilder,
    refutation: StringViewBuilder,
    freedom: Words,
    lengths: Vec<usize>,
    there: Vec<bool>,
    /// Pins of the row under way.
    length: usize,
}

struct Played {
    ply: Int32Builder,
    move_number: Int32Builder,
    side: Words,
    san: StringViewBuilder,
}

impl Played {
    fn new() -> Self {
        Self {
            ply: Int32Builder::new(),
            move_number: Int32Builder::new(),
            side: Words::colors(),
            san: StringViewBuilder::new(),
        }
    }
}

struct PlacedColumns {
    square: Words,
    role: Words,
    color: Words,
}

impl PlacedColumns {
    fn new() -> Self {
        Self { square: Words::squares(), role: Words::roles(), color: Words::colors() }
    }

    fn push(&mut self, placed: Placed) {
        self.square.add(placed.square as u8);
        self.role.add(placed.piece.role as u8);
        self.color.add(placed.piece.color as u8);
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
            played: with_move.then(Played::new),
            status: Words::of(Status::ALL.map(Status::name)),
            kind: Words::of(Kind::ALL.map(Kind::name)),
            cause: Words::of(Cause::ALL.map(Cause::name)),
            by: Words::of(By::ALL.map(By::name)),
            pieces: std::array::from_fn(|_| PlacedColumns::new()),
            cost: Int32Builder::new(),
            holds: BooleanBuilder::new(),
            refutation: StringViewBuilder::new(),
            freedom: Words::of(Freedom::ALL.map(Freedom::name)),
            lengths: Vec::new(),
            there: Vec::new(),
            length: 0,
        }
    }

    /// Adds a pin to the row under way.
    pub(super) fn push(&mut self, pin: &Pin) {
        self.length += 1;
        self.status.add(pin.status as u8);
        self.kind.add(pin.kind as u8);
        self.cause.add_option(pin.cause.map(|cause| cause as u8));
        self.by.add_option(pin.by.map(|by| by as u8));
        for (columns, placed) in self.pieces.iter_mut().zip([pin.attacker, pin.pinned, pin.shielded]) {
            columns.push(placed);
        }
        self.cost.append_option(pin.cost);
        let Prospects { freedom, refutation, .. } = pin.prospects();
        self.holds.append_option(pin.cost.map(|_| refutation.is_none()));
        self.refutation.append_option(refutation.map(|found| found.played.to_string()));
        self.freedom.add(freedom as u8);
    }

    /// Adds the move that the last pin came with; `san` is written once a move.
    pub(super) fn push_move(&mut self, moves: &MovesReader<'_>, san: &str) {
        if let Some(played) = &mut self.played {
            let before = moves.before();
            played.ply.append_option(i32::try_from(moves.ply()).ok());
            played.move_number.append_value(i32::from(before.fullmove_number()));
            played.side.add(before.turn() as u8);
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
        if let Some(mut played) = self.played {
            columns.push(Arc::new(played.ply.finish()));
            columns.push(Arc::new(played.move_number.finish()));
            columns.push(played.side.finish()?);
            columns.push(Arc::new(played.san.finish()));
        }
        for words in [self.status, self.kind, self.cause, self.by] {
            columns.push(words.finish()?);
        }
        for PlacedColumns { square, role, color } in self.pieces {
            for words in [square, role, color] {
                columns.push(words.finish()?);
            }
        }
        columns.push(Arc::new(self.cost.finish()));
        columns.push(Arc::new(self.holds.finish()));
        columns.push(Arc::new(self.refutation.finish()));
        columns.push(self.freedom.finish()?);
        list_of_structs(fields, columns, self.lengths, self.there)
    }
}
