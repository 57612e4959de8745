//! Decides the result of a game.

use crate::diagnostic::{Fault, FaultList};
use crate::lex::{Span, result_of};
use crate::result::GameResult;
use crate::text::decode;

/// The results found in a game.
#[derive(Debug, Default)]
pub(super) struct Results {
    /// The value of the `Result` tag.
    pub(super) tag: Option<Span>,
    terminator: Option<(GameResult, Span)>,
    /// The last result inside a variation, and the number of tokens before it.
    nested: Option<(GameResult, Span, u64)>,
}

impl Results {
    /// Adds a result token.
    pub(super) fn add(
        &mut self,
        result: GameResult,
        span: Span,
        is_nested: bool,
        tokens: u64,
        at_ply: (&mut FaultList, u32),
    ) {
        let (faults, ply) = at_ply;
        if is_nested {
            self.reject_nested(faults, ply);
            self.nested = Some((result, span, tokens));
        } else if self.terminator.is_some() {
            faults.push(Fault::SecondResult, span.range(), ply);
        } else {
            self.terminator = Some((result, span));
        }
    }

    /// Reports a result inside a variation that has been closed.
    pub(super) fn reject_nested(&mut self, faults: &mut FaultList, ply: u32) {
        if let Some((_, span, _)) = self.nested.take() {
            faults.push(Fault::ResultInVariation, span.range(), ply);
        }
    }

    /// Uses a result at the end of an unclosed variation as the terminator.
    pub(super) fn accept_nested(&mut self, tokens: u64) {
        if let Some((result, span, before)) = self.nested
            && before == tokens
            && self.terminator.is_none()
        {
            self.terminator = Some((result, span));
            self.nested = None;
        }
    }

    /// Returns the result: that of the terminator, else that of the tag. `bytes` is the game.
    pub(super) fn decide(&self, bytes: &[u8], faults: &mut FaultList, ply: u32) -> GameResult {
        let value = self.tag.map(|span| span.of(bytes));
        let tagged = value.and_then(result_of);
        if let (Some((_, false)), Some(span)) = (tagged, self.tag) {
            faults.push(Fault::OddResult, span.range(), 0);
        }
        let tagged = tagged.map(|(result, _)| result);
        match (self.terminator, value) {
            (Some((terminator, span)), Some(value)) if tagged != Some(terminator) => {
                let tag = decode(value).0.into_owned();
                faults.push(Fault::ResultMismatch { terminator, tag }, span.range(), ply);
                terminator
            }
            (Some((terminator, _)), _) => terminator,
            (None, _) => {
                let taken = tagged.unwrap_or(GameResult::Unfinished);
                let end = bytes.trim_ascii_end().len();
                faults.push(Fault::MissingResult { taken }, end..end, ply);
                taken
            }
        }
    }
}
