//! Which slots of a leaf have a value.

use std::ops::Range;

/// The slots of one leaf of a row group: where rows begin, and how much of each slot is there.
///
/// A column without lists has one slot a row. Made to be used again and again.
#[derive(Debug, Default)]
pub(super) struct Levels {
    slots: usize,
    rows: usize,
    /// By slot: 0 where a row begins. Empty where there are no lists.
    repetition: Vec<u8>,
    /// By slot; empty while all have a value.
    definition: Vec<u8>,
    /// That of a slot that has a value.
    greatest: u8,
    present: usize,
}

impl Levels {
    /// Begins a leaf; a slot with a value is defined so far.
    pub(super) fn begin(&mut self, greatest: u8) {
        (self.slots, self.rows, self.present, self.greatest) = (0, 0, 0, greatest);
        self.repetition.clear();
        self.definition.clear();
    }

    /// Adds rows of one slot each, defined so far.
    pub(super) fn add_rows(&mut self, definition: u8, count: usize) {
        self.rows += count;
        self.define(definition, count);
    }

    /// Begins a row of several slots, which follow.
    pub(super) fn begin_row(&mut self, slots: usize) {
        self.rows += 1;
        self.repetition.push(0);
        self.repetition.resize(self.repetition.len() + slots.saturating_sub(1), 1);
    }

    /// Adds slots that are defined so far.
    pub(super) fn define(&mut self, definition: u8, count: usize) {
        if definition == self.greatest {
            self.present += count;
        } else if self.definition.is_empty() {
            self.definition.resize(self.slots, self.greatest);
        }
        self.slots += count;
        if definition != self.greatest || !self.definition.is_empty() {
            self.definition.resize(self.slots, definition);
        }
    }

    pub(super) fn slots(&self) -> usize {
        self.slots
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// How many slots have no value.
    pub(super) fn missing(&self) -> usize {
        self.slots - self.present
    }

    /// The definition of some slots; nothing if all have a value.
    pub(super) fn definition(&self, slots: &Range<usize>) -> Option<&[u8]> {
        self.definition.get(slots.clone()).filter(|_| !self.definition.is_empty())
    }

    /// Where rows begin among some slots; nothing where there are no lists.
    pub(super) fn repetition(&self, slots: &Range<usize>) -> Option<&[u8]> {
        self.repetition.get(slots.clone()).filter(|_| !self.repetition.is_empty())
    }

    /// How many of these slots have a value.
    pub(super) fn present(&self, slots: &Range<usize>) -> usize {
        match self.definition(slots) {
            Some(levels) => levels.iter().filter(|&&level| level == self.greatest).count(),
            None => slots.len(),
        }
    }

    /// The greatest level of definition.
    pub(super) fn greatest(&self) -> u8 {
        self.greatest
    }

    /// The slots in parts that begin with a row, of so many slots or a few more.
    pub(super) fn pages(&self, most: usize) -> impl Iterator<Item = Range<usize>> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let mut end = self.slots.min(start + most);
            while self.repetition.get(end).is_some_and(|&level| level > 0) {
                end += 1;
            }
            let page = start..end;
            start = end;
            (!page.is_empty()).then_some(page)
        })
    }
}
