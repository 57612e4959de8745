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
    terminator: Option<Terminator>,
    /// The last result inside a variation, and the number of tokens before it.
    nested: Option<(GameResult, Span, u64)>,
}

#[derive(Clone, Copy, Debug)]
struct Terminator {
    result: GameResult,
    span: Span,
    /// Grows with each move; see [`Results::add`].
    progress: u64,
    ply: u32,
}

/// The place of a result.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResultAt {
    pub(super) span: Span,
    pub(super) is_nested: bool,
    /// The number of tokens before it.
    pub(super) tokens: u64,
    pub(super) ply: u32,
}

impl Results {
    /// Adds a result token. `progress` grows with each move. After more moves, the last result counts.
    pub(super) fn add(&mut self, result: GameResult, at: ResultAt, progress: u64, faults: &mut FaultList) {
        let ResultAt { span, is_nested, tokens, ply } = at;
        if is_nested {
            self.reject_nested(faults, ply);
            self.nested = Some((result, span, tokens));
            return;
        }
        if self.terminator.is_some_and(|earlier| earlier.progress == progress) {
            faults.push(Fault::SecondResult, span.range(), ply);
            return;
        }
        self.reject_early(progress, faults);
        self.terminator = Some(Terminator { result, span, progress, ply });
    }

    /// Reports a terminator that moves follow.
    fn reject_early(&self, progress: u64, faults: &mut FaultList) {
        if let Some(Terminator { span, ply, .. }) =
            self.terminator.filter(|terminator| terminator.progress != progress)
        {
            faults.push(Fault::MovesAfterResult, span.range(), ply);
        }
    }

    /// Returns the place of the terminator, or of the end of the game.
    pub(super) fn place(&self, bytes: &[u8]) -> Range<usize> {
        let end = bytes.trim_ascii_end().len();
        self.terminator.map_or(end..end, |terminator| terminator.span.range())
    }

    /// Reports a result inside a variation that has been closed.
    pub(super) fn reject_nested(&mut self, faults: &mut FaultList, ply: u32) {
        if let Some((_, span, _)) = self.nested.take() {
            faults.push(Fault::ResultInVariation, span.range(), ply);
        }
    }

    /// Uses a result at the end of an unclosed variation as the terminator.
    pub(super) fn accept_nested(&mut self, tokens: u64, progress: u64, ply: u32) {
        if let Some((result, span, before)) = self.nested
            && before == tokens
            && self.terminator.is_none()
        {
            self.terminator = Some(Terminator { result, span, progress, ply });
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
        let terminator = self.terminator.map(|Terminator { result, span, .. }| (result, span));
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
