//! The columns of pins, from `status` on.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{Int32Builder, StringDictionaryBuilder};
use arrow_array::types::Int32Type;
use pinsight_rules::{Color, Placed, Role, Square};
use pinsight_tactics::{By, Cause, Freedom, LineKind, Pin, PinStatus, Prospects, Relevance};

use crate::words::Words;

/// Builds the columns of pins, from `status` on.
pub(crate) struct PinColumns {
    status: Words,
    kind: Words,
    cause: Words,
    by: Words,
    pieces: [PlacedColumns; 3],
    cost: Int32Builder,
    static_reply: StringDictionaryBuilder<Int32Type>,
    freedom: Words,
    relevance: Words,
}

impl std::fmt::Debug for PinColumns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PinColumns").field("status", &self.status).finish_non_exhaustive()
    }
}

struct PlacedColumns {
    square: Words,
    role: Words,
    color: Words,
}

impl PlacedColumns {
    fn new() -> Self {
        Self { square: Words::of(Square::ALL), role: Words::of(Role::ALL), color: Words::of(Color::ALL) }
    }

    fn add(&mut self, placed: Placed) {
        self.square.add(placed.square as u8);
        self.role.add(placed.piece.role as u8);
        self.color.add(placed.piece.color as u8);
    }
}

impl PinColumns {
    pub(crate) fn new() -> Self {
        Self {
            status: Words::of(PinStatus::ALL.map(PinStatus::name)),
            kind: Words::of(LineKind::ALL.map(LineKind::name)),
            cause: Words::of(Cause::ALL.map(Cause::name)),
            by: Words::of(By::ALL.map(By::name)),
            pieces: std::array::from_fn(|_| PlacedColumns::new()),
            cost: Int32Builder::new(),
            static_reply: StringDictionaryBuilder::new(),
            freedom: Words::of(Freedom::ALL.map(Freedom::name)),
            relevance: Words::of(Relevance::ALL.map(Relevance::name)),
        }
    }

    /// Adds a pin, all columns but those of [`add_prospects`](Self::add_prospects).
    pub(crate) fn add(&mut self, pin: &Pin) {
        self.status.add(pin.status as u8);
        self.kind.add(pin.kind as u8);
        self.cause.add_option(pin.cause.map(|cause| cause as u8));
        self.by.add_option(pin.by.map(|by| by as u8));
        for (columns, placed) in self.pieces.iter_mut().zip([pin.attacker, pin.pinned, pin.shielded]) {
            columns.add(placed);
        }
        self.cost.append_option(pin.cost);
    }

    /// Adds static reply, freedom and relevance of the same pin.
    pub(crate) fn add_prospects(&mut self, pin: &Pin, prospects: &Prospects) {
        let &Prospects { freedom, static_reply, .. } = prospects;
        self.static_reply.append_option(static_reply.map(|reply| reply.played.to_string()));
        self.freedom.add(freedom as u8);
        self.relevance.add_option(pin.relevance_with(|| freedom).map(|relevance| relevance as u8));
    }

    /// Returns the columns so far and starts new ones.
    pub(crate) fn finish(&mut self) -> Vec<ArrayRef> {
        let first = [&mut self.status, &mut self.kind, &mut self.cause, &mut self.by];
        let pieces = self.pieces.iter_mut();
        let pieces = pieces.flat_map(|PlacedColumns { square, role, color }| [square, role, color]);
        let mut columns: Vec<ArrayRef> = first.into_iter().chain(pieces).map(Words::finish).collect();
        columns.push(Arc::new(self.cost.finish()));
        columns.push(Arc::new(self.static_reply.finish()));
        columns.extend([self.freedom.finish(), self.relevance.finish()]);
        columns
    }
}
