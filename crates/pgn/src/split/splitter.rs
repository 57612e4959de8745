//! Splits a stream into games.

use pinsight_rules::Legality;

use super::batch::{Batch, Entry};
use super::boundary::tag_line;
use super::cursor::Cursor;
use super::cut::{Cut, SLACK, marks, next_cut};
use super::overflow::{Overflow, OversizedPart};
use super::raw_game::RawGame;
use crate::lex::may_begin_tag;
use crate::source::{Source, SourceError};

/// Options of a [`Splitter`].
#[derive(Clone, Debug)]
pub struct SplitOptions {
    /// The size limit of a game; the bytes of larger ones are not kept. Default: 64 MiB.
    pub max_game: usize,
    /// The number of bytes per batch. Default: 256 KiB, which stays in the cache between splitting and reading.
    pub batch: usize,
    /// Receives the bytes of oversized games. Default: none.
    pub overflow: Option<Overflow>,
    /// Which start positions are accepted. Default: only those that a game can reach.
    pub legality: Legality,
}

impl Default for SplitOptions {
    fn default() -> Self {
        Self { max_game: 64 << 20, batch: 1 << 18, overflow: None, legality: Legality::Strict }
    }
}

/// Splits a [`Source`] into [`RawGame`]s. Memory is bounded by the batch size and the size limit of a game.
#[derive(Debug)]
pub struct Splitter {
    source: Source,
    options: SplitOptions,
    /// Bytes read that are in no batch yet.
    pub(super) rest: Vec<u8>,
    cursor: Cursor,
    /// Whether the source is at its end.
    ended: bool,
    /// The error of the source; returned after the last complete game.
    failure: Option<SourceError>,
    /// For [`next_game`](Self::next_game).
    current: Batch,
    next: usize,
}

/// The number of bytes kept of an oversized game, for the diagnostic.
pub(super) const KEPT_HEAD: usize = 256;

impl Splitter {
    /// Creates a splitter with the default options.
    pub fn new(source: Source) -> Self {
        Self::with_options(source, SplitOptions::default())
    }

    /// Creates a splitter.
    pub fn with_options(source: Source, options: SplitOptions) -> Self {
        let options = SplitOptions {
            // Offsets inside a game are stored as 32 bits.
            max_game: options.max_game.clamp(SLACK, u32::MAX as usize / 2),
            batch: options.batch.clamp(1, 1 << 30),
            ..options
        };
        Self {
            source,
            options,
            rest: Vec::new(),
            cursor: Cursor::new(),
            ended: false,
            failure: None,
            current: Batch::default(),
            next: 0,
        }
    }

    /// Returns the line of the next byte after the games returned so far, from 1.
    pub fn line(&self) -> u64 {
        self.cursor.line
    }

    /// Returns the next game; `None` at the end.
    ///
    /// A stream that breaks off yields its complete games, then the error, then `None`.
    pub fn next_game(&mut self) -> Option<Result<RawGame<'_>, SourceError>> {
        if self.next == self.current.len() {
            let mut batch = std::mem::take(&mut self.current);
            let filled = self.next_batch(&mut batch);
            self.current = batch;
            self.next = 0;
            match filled {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
        let index = self.next;
        self.next += 1;
        let entry = self.current.games.get(index)?;
        Some(Ok(self.current.game(entry)))
    }

    /// Fills the batch with the next games; returns `false` at the end.
    ///
    /// A stream that breaks off yields its complete games, then the error, then `false`.
    pub fn next_batch(&mut self, batch: &mut Batch) -> Result<bool, SourceError> {
        batch.source.clone_from(self.source.name());
        batch.legality = self.options.legality;
        batch.games.clear();
        batch.bytes.clear();
        std::mem::swap(&mut batch.bytes, &mut self.rest);
        let mut goal = self.options.batch;
        loop {
            self.fill(&mut batch.bytes, goal);
            batch.is_lossy = self.source.is_lossy();
            let used = self.cut(batch);
            if !batch.games.is_empty() {
                let rest = batch.bytes.get(used..).unwrap_or_default();
                self.rest.extend_from_slice(rest);
                batch.bytes.truncate(used);
                return Ok(true);
            }
            if self.ended {
                batch.bytes.clear();
                return self.failure.take().map_or(Ok(false), Err);
            }
            if batch.bytes.len() > self.options.max_game {
                self.skip_oversized(batch);
                return Ok(true);
            }
            goal = (batch.bytes.len() * 2 + SLACK).min(self.options.max_game + SLACK + 1);
        }
    }

    /// Reads until the buffer has `goal` bytes or the source ends.
    fn fill(&mut self, bytes: &mut Vec<u8>, goal: usize) {
        let mut filled = bytes.len();
        bytes.resize(goal.max(filled), 0);
        while !self.ended && filled < goal {
            match self.source.read(bytes.get_mut(filled..).unwrap_or_default()) {
                Ok(0) => self.ended = true,
                Ok(count) => filled += count,
                Err(error) => {
                    self.ended = true;
                    self.failure = Some(error);
                }
            }
        }
        bytes.truncate(filled);
    }

    /// Adds the complete games to the batch; returns their length in bytes.
    fn cut(&mut self, batch: &mut Batch) -> usize {
        let mut start = 0;
        loop {
            let rest = batch.bytes.get(start..).unwrap_or_default();
            let marks = marks(rest);
            let rest = rest.get(marks..).unwrap_or_default();
            let length = match (next_cut(rest, self.ended), &mut self.failure) {
                (Cut::Game(length), _) => length,
                // The last game of a broken stream is complete only if it has a terminator.
                (Cut::Last { finished: false, .. }, Some(failure)) => {
                    failure.unfinished = Some(self.cursor.number);
                    return start;
                }
                (Cut::Last { length, .. }, _) => length,
                (Cut::Blank | Cut::More, _) => return start,
            };
            start += marks;
            self.cursor.offset += marks as u64;
            self.add(&mut batch.games, start, rest.get(..length).unwrap_or_default());
            start += length;
            if start >= batch.bytes.len() {
                return start;
            }
        }
    }

    fn add(&mut self, games: &mut Vec<Entry>, start: usize, bytes: &[u8]) {
        let oversized = bytes.len() > self.options.max_game;
        let mut kept = bytes.len();
        if oversized {
            self.overflow(true, bytes);
            kept = kept.min(KEPT_HEAD);
        }
        let (place, length) = (self.cursor, bytes.len() as u64);
        games.push(Entry { place, length, bytes: start..start + kept, oversized });
        self.cursor.advance(bytes);
        self.cursor.number += 1;
    }

    /// Passes on a part of the oversized game at the cursor.
    fn overflow(&self, first: bool, bytes: &[u8]) {
        if let Some(Overflow(take)) = &self.options.overflow {
            let (game, source) = (self.cursor.number, self.source.name());
            take(OversizedPart { game, source, first, bytes });
        }
    }

    /// Skips an oversized game: reads to the next line that begins a tag, without keeping bytes.
    fn skip_oversized(&mut self, batch: &mut Batch) {
        let begin = self.cursor;
        let mut held = std::mem::take(&mut batch.bytes);
        let head = held.get(..KEPT_HEAD).unwrap_or(&held).to_vec();
        let mut first = true;
        let chunk = self.options.batch.max(4096);
        // The bytes held contain the game's own tags, and no boundary was found in them.
        let mut from = held.len().saturating_sub(SLACK);
        loop {
            if let Some(at) = tag_line(&held, from, may_begin_tag) {
                let passed = held.get(..at).unwrap_or_default();
                self.overflow(first, passed);
                self.cursor.advance(passed);
                self.rest.extend_from_slice(held.get(at..).unwrap_or_default());
                break;
            }
            // A line start may be split between two reads.
            let kept = if self.ended { 0 } else { SLACK.min(held.len()) };
            let mut passed = held.len() - kept;
            if passed > 0 && held.get(passed - 1) == Some(&b'\r') && !self.ended {
                // Keep CR and LF together: they are one line end.
                passed -= 1;
            }
            let gone = held.get(..passed).unwrap_or_default();
            self.overflow(first, gone);
            first = false;
            self.cursor.advance(gone);
            held.drain(..passed);
            if self.ended {
                if let Some(failure) = &mut self.failure {
                    failure.unfinished = Some(begin.number);
                }
                break;
            }
            from = 0;
            held.shrink_to(chunk * 2);
            self.fill(&mut held, kept + chunk);
        }
        let length = self.cursor.offset - begin.offset;
        batch.games.push(Entry { place: begin, length, bytes: 0..head.len(), oversized: true });
        batch.bytes = head;
        self.cursor.number += 1;
    }
}
