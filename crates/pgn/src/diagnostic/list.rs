//! The faults of one game while it is read.

use std::ops::Range;
use std::sync::Arc;

use super::excerpt::{LineCounter, excerpt, truncated};
use super::{Diagnostic, Fault, Severity};

/// The place of a game in its source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin<'a> {
    pub(crate) source: &'a Arc<str>,
    pub(crate) game: u64,
    /// The offset of the first byte.
    pub(crate) offset: u64,
    /// The line of the first byte, from 1.
    pub(crate) line: u64,
    /// The number of bytes before the game on its first line.
    pub(crate) column_offset: u64,
    pub(crate) bytes: &'a [u8],
}

/// The number of faults kept per game by default: a file of garbage would otherwise need more memory than it has bytes.
const MAX_FAULTS: usize = 100;

/// Collects the faults of one game; counts those beyond `max`.
#[derive(Clone, Debug)]
pub(crate) struct FaultList {
    list: Vec<Found>,
    /// The number of faults still to be skipped.
    skip: u64,
    max: usize,
    /// Keep the first error even if the list is full, because the verdict depends on it.
    keep_error: bool,
    excess: u64,
    /// Where the first fault beyond `max` was found.
    excess_at: usize,
}

#[derive(Clone, Debug)]
struct Found {
    fault: Fault,
    at: Range<usize>,
    ply: u32,
}

impl Default for FaultList {
    fn default() -> Self {
        Self { keep_error: true, ..Self::window(0, MAX_FAULTS) }
    }
}

impl FaultList {
    /// Keeps the faults `skip..skip + max` only.
    pub(crate) fn window(skip: u64, max: usize) -> Self {
        Self { list: Vec::new(), skip, max, keep_error: false, excess: 0, excess_at: 0 }
    }

    /// Adds a fault at a byte range of the game; ply 0 is before the first move. Returns its index if it is kept.
    pub(crate) fn push(&mut self, fault: Fault, at: Range<usize>, ply: u32) -> Option<usize> {
        if self.skip > 0 {
            self.skip -= 1;
            return None;
        }
        let is_error = |fault: &Fault| fault.severity() == Severity::Error;
        let is_first_error =
            || self.keep_error && is_error(&fault) && !self.list.iter().any(|found| is_error(&found.fault));
        if self.list.len() < self.max || is_first_error() {
            self.list.push(Found { fault, at, ply });
            return Some(self.list.len() - 1);
        }
        if self.excess == 0 {
            self.excess_at = at.start;
        }
        self.excess += 1;
        None
    }

    /// Adds a move that is set aside because of the illegal one with this index.
    pub(crate) fn set_aside(&mut self, index: Option<usize>, word: &str) {
        let found = index.and_then(|index| self.list.get_mut(index));
        if let Some(Found { fault: Fault::IllegalMove { set_aside, .. }, .. }) = found {
            set_aside.add(word);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.excess = 0;
    }

    /// Takes the faults, sorted by place, with line, column and excerpt; leaves the list empty.
    #[inline]
    pub(crate) fn diagnose(&mut self, origin: &Origin<'_>) -> Vec<Diagnostic> {
        if self.list.is_empty() { Vec::new() } else { self.diagnose_all(origin) }
    }

    #[cold]
    fn diagnose_all(&mut self, origin: &Origin<'_>) -> Vec<Diagnostic> {
        let mut list = std::mem::take(&mut self.list);
        if self.excess > 0 {
            let fault = Fault::More { count: self.excess };
            list.push(Found { fault, at: self.excess_at..self.excess_at, ply: 0 });
            self.excess = 0;
        }
        list.sort_by_key(|found| (found.at.start, found.at.end));
        let mut lines = LineCounter::new(origin.bytes, origin.line);
        list.into_iter().map(|found| found.diagnose(origin, &mut lines)).collect()
    }
}

impl Found {
    fn diagnose(self, origin: &Origin<'_>, lines: &mut LineCounter<'_>) -> Diagnostic {
        let Self { fault, at, ply } = self;
        let bytes = origin.bytes;
        let start = at.start.min(bytes.len());
        let at = start..at.end.clamp(start, bytes.len());
        let (line, line_start, column) = lines.place_of(at.start);
        let (excerpt, marked) = excerpt(bytes, line_start, &at);
        let indent = if line_start == 0 { origin.column_offset } else { 0 };
        Diagnostic {
            fault,
            source: Arc::clone(origin.source),
            game: origin.game,
            ply: (ply > 0).then_some(ply),
            line,
            column: indent + column,
            span: origin.offset + at.start as u64..origin.offset + at.end as u64,
            found: truncated(bytes.get(at).unwrap_or_default()),
            excerpt,
            marked,
        }
    }
}
