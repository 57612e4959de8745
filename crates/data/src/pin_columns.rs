//! The columns of pins, from `status` on.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::Int32Builder;
use pinsight_rules::{Placed, UciMove};
use pinsight_tactics::{By, Cause, Freedom, LineKind, Pin, PinStatus, Prospects, Relevance};

use crate::words::Words;

/// Builds the columns of pins, from `status` on.
#[derive(Debug)]
pub struct PinColumns {
    status: Words,
    kind: Words,
    cause: Words,
    by: Words,
    pieces: [PlacedColumns; 3],
    cost: Int32Builder,
    static_reply: Vec<Option<UciMove>>,
    freedom: Words,
    relevance: Words,
}

#[derive(Debug)]
struct PlacedColumns {
    square: Words,
    role: Words,
    color: Words,
}

impl PlacedColumns {
    fn new() -> Self {
        Self { square: Words::squares(), role: Words::roles(), color: Words::colors() }
    }

    fn add(&mut self, placed: Placed) {
        self.square.add(placed.square as u8);
        self.role.add(placed.piece.role as u8);
        self.color.add(placed.piece.color as u8);
    }
}

impl Default for PinColumns {
    fn default() -> Self {
        Self::new()
    }
}

impl PinColumns {
    /// Starts the columns.
    pub fn new() -> Self {
        Self {
            status: Words::of(PinStatus::ALL.map(PinStatus::name)),
            kind: Words::of(LineKind::ALL.map(LineKind::name)),
            cause: Words::of(Cause::ALL.map(Cause::name)),
            by: Words::of(By::ALL.map(By::name)),
            pieces: std::array::from_fn(|_| PlacedColumns::new()),
            cost: Int32Builder::new(),
            static_reply: Vec::new(),
            freedom: Words::of(Freedom::ALL.map(Freedom::name)),
            relevance: Words::of(Relevance::ALL.map(Relevance::name)),
        }
    }

    /// Adds a pin.
    pub fn add(&mut self, pin: &Pin, prospects: &Prospects) {
        self.status.add(pin.status as u8);
        self.kind.add(pin.kind as u8);
        self.cause.add_option(pin.cause.map(|cause| cause as u8));
        self.by.add_option(pin.by.map(|by| by as u8));
        for (columns, placed) in self.pieces.iter_mut().zip([pin.attacker, pin.pinned, pin.shielded]) {
            columns.add(placed);
        }
        let &Prospects { freedom, static_reply, .. } = prospects;
        self.cost.append_option(pin.cost);
        self.static_reply.push(static_reply.map(|reply| reply.played));
        self.freedom.add(freedom as u8);
        self.relevance.add_option(pin.relevance_with(|| freedom).map(|relevance| relevance as u8));
    }

    /// Returns the columns so far and starts new ones. `words` and `moves` make the arrays of their columns.
    pub fn finish<E>(
        &mut self,
        words: impl Fn(&mut Words) -> Result<ArrayRef, E>,
        moves: impl FnOnce(Vec<Option<UciMove>>) -> Result<ArrayRef, E>,
    ) -> Result<Vec<ArrayRef>, E> {
        let mut columns = Vec::with_capacity(17);
        for column in [&mut self.status, &mut self.kind, &mut self.cause, &mut self.by] {
            columns.push(words(column)?);
        }
        for PlacedColumns { square, role, color } in &mut self.pieces {
            for column in [square, role, color] {
                columns.push(words(column)?);
            }
        }
        columns.push(Arc::new(self.cost.finish()));
        columns.push(moves(std::mem::take(&mut self.static_reply))?);
        columns.push(words(&mut self.freedom)?);
        columns.push(words(&mut self.relevance)?);
        Ok(columns)
    }
}
