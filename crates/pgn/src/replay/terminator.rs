//! Decides the result of a game.

use std::ops::Range;

use crate::diagnostic::{Fault, FaultList};
use crate::lex::{Span, result_of};
use crate::result::GameResult;
use crate::text::decode;

/// The results found in a game.
#[derive(Debug, Default)]
pub(super) struct Results {
    /// The value of the `Result` tag.
    pub(super) tag: Option<Span>,
    terminator: Option<FoundResult>,
    /// The last result inside a variation.
    nested: Option<FoundResult>,
}

/// A result token and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundResult {
    pub(super) result: GameResult,
    pub(super) span: Span,
    pub(super) ply: u32,
    /// The number of tokens before it.
    pub(super) tokens: u64,
    /// Grows with each move; see [`Results::add`].
    pub(super) progress: u64,
}

impl Results {
    /// Adds a result token. After more moves, the last result counts.
    pub(super) fn add(&mut self, found: FoundResult, is_nested: bool, faults: &mut FaultList) {
        if is_nested {
            self.reject_nested(faults, found.ply);
            self.nested = Some(found);
        } else if self.terminator.is_some_and(|earlier| earlier.progress == found.progress) {
            faults.push(Fault::SecondResult, found.span.range(), found.ply);
        } else {
            self.reject_early(found.progress, faults);
            self.terminator = Some(found);
        }
    }

    /// Reports a terminator that moves follow.
    fn reject_early(&self, progress: u64, faults: &mut FaultList) {
        if let Some(early) = self.terminator.filter(|terminator| terminator.progress != progress) {
            faults.push(Fault::MovesAfterResult, early.span.range(), early.ply);
        }
    }

    /// Returns the place of the terminator, or of the end of the game.
    pub(super) fn place(&self, bytes: &[u8]) -> Range<usize> {
        let end = bytes.trim_ascii_end().len();
        self.terminator.map_or(end..end, |terminator| terminator.span.range())
    }

    /// Reports a result inside a variation that has been closed.
    pub(super) fn reject_nested(&mut self, faults: &mut FaultList, ply: u32) {
        if let Some(nested) = self.nested.take() {
            faults.push(Fault::ResultInVariation, nested.span.range(), ply);
        }
    }

    /// Uses a result at the end of an unclosed variation as the terminator.
    pub(super) fn accept_nested(&mut self, tokens: u64, progress: u64, ply: u32) {
        if let Some(nested) = self.nested.filter(|nested| nested.tokens == tokens)
            && self.terminator.is_none()
        {
            self.terminator = Some(FoundResult { progress, ply, ..nested });
            self.nested = None;
        }
    }

    /// Returns the result: that of the terminator, else that of the tag. `bytes` is the game.
    pub(super) fn decide(&self, bytes: &[u8], progress: u64, faults: &mut FaultList, ply: u32) -> GameResult {
        self.reject_early(progress, faults);
        let value = self.tag.map(|span| span.of(bytes));
        let tagged = value.and_then(result_of);
        if let (Some((read_as, false)), Some(span)) = (tagged, self.tag) {
            faults.push(Fault::OddResult { read_as }, span.range(), 0);
        }
        let tagged = tagged.map(|(result, _)| result);
        let terminator = self.terminator.map(|FoundResult { result, span, .. }| (result, span));
        match (terminator, value) {
            (Some((terminator, span)), Some(value)) if tagged != Some(terminator) => {
                let tag = decode(value).into_owned();
                faults.push(Fault::ResultMismatch { terminator, tag }, span.range(), ply);
                terminator
            }
            (Some((terminator, _)), _) => terminator,
            (None, _) => {
                let taken = tagged.unwrap_or(GameResult::Unfinished);
                faults.push(Fault::MissingResult { taken }, self.place(bytes), ply);
                taken
            }
        }
    }
}
