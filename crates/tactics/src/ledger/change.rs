//! What one move changed.

use super::context::MoveContext;
use super::delta::MoveDelta;
use crate::line::{Line, LineClass, Triple};
use crate::pin::{By, Cause, Pin, PinContext, PinOptions, PinStatus};

/// A line of the current board.
#[derive(Clone, Copy, Debug)]
pub(super) struct TrackedLine {
    pub(super) triple: Triple,
    pub(super) line: Line,
    pub(super) change: LineChange,
}

/// How the last move changed a line of the current board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineChange {
    /// All three pieces are where they were.
    Stayed,
    /// One of them moved, and the line still exists.
    Shifted,
    /// The line is new, or it changed its class.
    Appeared,
}

impl TrackedLine {
    pub(super) fn class(&self) -> LineClass {
        self.line.kind.class()
    }
}

/// A line that a move made or ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineEvent {
    pub(super) rank: u16,
    line: Line,
    cause: Cause,
    by: By,
}

impl LineEvent {
    pub(super) fn new(triple: &Triple, line: Line, cause: Cause, delta: &MoveDelta) -> Self {
        Self { rank: triple.rank, line, cause, by: delta.by(line.attacker.piece.color) }
    }

    pub(super) fn pin(&self, status: PinStatus, context: PinContext) -> Pin {
        Pin { cause: Some(self.cause), by: Some(self.by), ..Pin::new(self.line, status, context) }
    }
}

/// What one move changed. The pins before it, minus the released, plus the new, are the pins after it.
#[derive(Clone, Copy, Debug)]
pub struct PinChange<'a> {
    pub(super) new: &'a [LineEvent],
    pub(super) released: &'a [LineEvent],
    pub(super) current: &'a [TrackedLine],
    pub(super) options: &'a PinOptions,
    pub(super) context: MoveContext<'a>,
}

impl<'a> PinChange<'a> {
    /// The pins that the move made.
    pub fn new_pins(&self) -> impl ExactSizeIterator<Item = Pin> + use<'a> {
        let Self { context, options, .. } = *self;
        self.new.iter().map(move |event| event.pin(PinStatus::New, context.after(&options.values)))
    }

    /// The pins that the move ended.
    pub fn released_pins(&self) -> impl ExactSizeIterator<Item = Pin> + use<'a> {
        let Self { context, options, .. } = *self;
        self.released.iter().map(move |event| event.pin(PinStatus::Released, context.before(&options.values)))
    }

    /// The pins that existed before the move and still do.
    pub fn kept_pins(&self) -> impl Iterator<Item = Pin> {
        let kept = self.current.iter().filter(|tracked| tracked.change != LineChange::Appeared);
        kept.filter(|tracked| self.options.includes(tracked.line.kind)).map(|tracked| {
            let context = self.context.after(&self.options.values);
            let shifted = tracked.change == LineChange::Shifted;
            Pin { shifted, ..Pin::new(tracked.line, PinStatus::Kept, context) }
        })
    }
}
