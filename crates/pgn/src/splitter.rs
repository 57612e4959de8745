//! Cuts a stream into games, without reading more of them than where they end.

mod batch;
mod boundary;
mod buffer;
mod cut;
mod game_text;
mod overflow;
mod tag_place;

use std::ops::Range;
use std::sync::Arc;

use memchr::memchr_iter;

use crate::source::{Source, SourceError};
use crate::text::{count_lines, ends_with_blank_line};
use crate::token::{BOM, may_begin_tag};
use batch::Piece;
use buffer::Buffer;
use cut::{Cut, SLACK, next_cut};

pub use batch::Batch;
pub use boundary::game_start;
pub use game_text::GameText;
pub use overflow::{Overflow, OversizedPart};
pub use tag_place::TagPlace;

/// The bytes of one game, and where they stand.
///
/// A game reaches from its first tag or move to the next game's; blank lines and comments between two games belong to
/// the first of them.
#[derive(Clone, Debug)]
pub struct RawGame<'a> {
    /// Counted from 1 in each source.
    pub number: u64,
    /// Where the bytes stand in the (unpacked) text of the source.
    pub span: Range<u64>,
    /// The line on which the game begins, counted from 1.
    pub line: u64,
    /// How many bytes stand before the game on its first line.
    pub column_offset: u64,
    /// Whether a blank line stands before the game; so it is for the first game.
    pub blank_before: bool,
    /// The bytes themselves; only the first few if the game is [`oversized`](Self::oversized).
    pub bytes: &'a [u8],
    /// The game is longer than the splitter was told to hold: its bytes were passed on to
    /// [`SplitOptions::overflow`], but for the first few.
    pub oversized: bool,
    /// The name of the source.
    pub source: &'a Arc<str>,
    /// Where the tags stand, if whoever cut the game off saw that and noted it: then all of them, and the movetext begins
    /// behind the last. Empty if that has to be found.
    pub tags: &'a [TagPlace],
}

/// How a [`Splitter`] cuts.
#[derive(Clone, Debug)]
pub struct SplitOptions {
    /// A longer game is set aside, its bytes passed over without holding them. 64 MiB unless told.
    pub max_game: usize,
    /// How many bytes are read before games are handed out. 256 KiB unless told:
    /// so much stays near the processor between cutting and reading.
    pub batch: usize,
    /// Who is told the bytes of games that are too long; nobody unless told.
    pub overflow: Option<Overflow>,
}

impl Default for SplitOptions {
    fn default() -> Self {
        Self { max_game: 64 << 20, batch: 1 << 18, overflow: None }
    }
}

/// Cuts a [`Source`] into [`RawGame`]s. Memory is bounded by the batch and the longest game allowed.
#[derive(Debug)]
pub struct Splitter {
    source: Source,
    options: SplitOptions,
    /// Bytes read that belong to no batch yet.
    rest: Buffer,
    cursor: Cursor,
    /// The source has nothing more.
    ended: bool,
    /// The source broke off; told after the last whole game.
    failure: Option<SourceError>,
    /// For [`next_game`](Self::next_game).
    current: Batch,
    next: usize,
}

/// Where the next game begins.
#[derive(Clone, Copy, Debug)]
struct Cursor {
    number: u64,
    offset: u64,
    line: u64,
    column_offset: u64,
    blank_before: bool,
}

impl Cursor {
    fn new() -> Self {
        Self { number: 1, offset: 0, line: 1, column_offset: 0, blank_before: true }
    }

    /// Goes past some bytes.
    fn pass(&mut self, bytes: &[u8]) {
        self.offset += bytes.len() as u64;
        let (lines, last) = count_lines(bytes);
        self.line += lines;
        match last {
            Some(end) => self.column_offset = (bytes.len() - end) as u64,
            None => self.column_offset += bytes.len() as u64,
        }
        self.blank_before = ends_with_blank_line(bytes);
    }
}

/// So much of a game that is too long is kept, to show where it begins.
const KEPT_HEAD: usize = 256;

impl Splitter {
    /// A splitter with the usual options.
    pub fn new(source: Source) -> Self {
        Self::with_options(source, SplitOptions::default())
    }

    /// A splitter with other options.
    pub fn with_options(source: Source, options: SplitOptions) -> Self {
        let options = SplitOptions {
            // Places inside a game are kept as 32 bits.
            max_game: options.max_game.clamp(SLACK, u32::MAX as usize / 2),
            batch: options.batch.clamp(1, 1 << 30),
            overflow: options.overflow,
        };
        Self {
            source,
            options,
            rest: Buffer::default(),
            cursor: Cursor::new(),
            ended: false,
            failure: None,
            current: Batch::default(),
            next: 0,
        }
    }

    /// The source that is cut.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The next game; `None` at the end.
    ///
    /// A stream that breaks off gives its whole games first, then the error, then nothing.
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
        let piece = self.current.games.get(index)?;
        Some(Ok(self.current.game(piece)))
    }

    /// Fills the batch with the next games; `false`, and no games, at the end.
    ///
    /// A stream that breaks off gives its whole games first, then the error, then nothing.
    pub fn next_batch(&mut self, batch: &mut Batch) -> Result<bool, SourceError> {
        batch.source.clone_from(self.source.name());
        batch.games.clear();
        batch.tags.clear();
        batch.bytes.truncate(0);
        std::mem::swap(&mut batch.bytes, &mut self.rest);
        let mut goal = self.options.batch;
        loop {
            self.fill(&mut batch.bytes, goal);
            if self.cursor.offset == 0 && batch.bytes.starts_with(BOM) {
                batch.bytes.drop_first(BOM.len());
                self.cursor.offset = BOM.len() as u64;
            }
            let used = self.cut(batch);
            if !batch.games.is_empty() {
                let rest = batch.bytes.get(used..).unwrap_or_default();
                self.rest.append(rest);
                batch.bytes.truncate(used);
                return Ok(true);
            }
            if self.ended {
                batch.bytes.truncate(0);
                return match self.failure.take() {
                    Some(error) => Err(error),
                    None => Ok(false),
                };
            }
            if batch.bytes.len() > self.options.max_game {
                self.pass_over(batch);
                return Ok(true);
            }
            goal = (batch.bytes.len() * 2 + SLACK).min(self.options.max_game + SLACK + 1);
        }
    }

    /// Reads until there are so many bytes, or no more.
    fn fill(&mut self, bytes: &mut Buffer, goal: usize) {
        while !self.ended && bytes.len() < goal {
            match self.source.read(bytes.room(goal)) {
                Ok(0) => self.ended = true,
                Ok(count) => bytes.grow(count),
                Err(error) => {
                    self.ended = true;
                    self.failure = Some(error);
                }
            }
        }
    }

    /// Notes the games that are certain to be whole; returns how many bytes they take.
    fn cut(&mut self, batch: &mut Batch) -> usize {
        let mut start = 0;
        loop {
            let rest = batch.bytes.get(start..).unwrap_or_default();
            let noted = batch.tags.len();
            let cut = next_cut(rest, self.ended, Some(&mut batch.tags));
            let length = match (cut, &mut self.failure) {
                (Cut::Game(length), _) => length,
                // What a broken stream ends with is whole only if it has its result.
                (Cut::Last { finished: false, .. }, Some(failure)) => {
                    failure.unfinished = Some(self.cursor.number);
                    return start;
                }
                (Cut::Last { length, .. }, _) => length,
                (Cut::Blank | Cut::More, _) => return start,
            };
            let tags = noted..batch.tags.len();
            self.note(&mut batch.games, start, rest.get(..length).unwrap_or_default(), tags);
            start += length;
            if start >= batch.bytes.len() {
                return start;
            }
        }
    }

    fn note(&mut self, games: &mut Vec<Piece>, start: usize, bytes: &[u8], tags: Range<usize>) {
        let oversized = bytes.len() > self.options.max_game;
        let mut kept = bytes.len();
        if oversized {
            self.overflow(true, bytes);
            kept = kept.min(KEPT_HEAD);
        }
        games.push(Piece {
            number: self.cursor.number,
            offset: self.cursor.offset,
            length: bytes.len() as u64,
            line: self.cursor.line,
            column_offset: self.cursor.column_offset,
            blank_before: self.cursor.blank_before,
            bytes: start..start + kept,
            oversized,
            tags: if oversized { 0..0 } else { tags },
        });
        self.cursor.pass(bytes);
        self.cursor.number += 1;
    }

    /// Tells who wants to know a part of the game at the cursor, which is too long.
    fn overflow(&self, first: bool, bytes: &[u8]) {
        if let Some(Overflow(take)) = &self.options.overflow {
            let (game, source) = (self.cursor.number, self.source.name());
            take(OversizedPart { game, source, first, bytes });
        }
    }

    /// Sets aside a game that is too long: goes on to the next line that begins a tag, holding nothing.
    fn pass_over(&mut self, batch: &mut Batch) {
        let begin = self.cursor;
        let mut held = std::mem::take(&mut batch.bytes);
        let mut head = Buffer::default();
        head.append(held.get(..KEPT_HEAD).unwrap_or(&held));
        let mut first = true;
        let chunk = self.options.batch.max(4096);
        // The game has its own tags at the start, and what is held was searched: the next game is further on.
        let mut from = held.len().saturating_sub(SLACK);
        loop {
            if let Some(at) = line_with_tag(&held, from) {
                let passed = held.get(..at).unwrap_or_default();
                self.overflow(first, passed);
                self.cursor.pass(passed);
                self.rest.append(held.get(at..).unwrap_or_default());
                break;
            }
            // A line start may lie across the edge of what is held.
            let kept = if self.ended { 0 } else { SLACK.min(held.len()) };
            let mut passed = held.len() - kept;
            if passed > 0 && held.get(passed - 1) == Some(&b'\r') && !self.ended {
                // Not between CR and LF, which are one line end.
                passed -= 1;
            }
            let gone = held.get(..passed).unwrap_or_default();
            self.overflow(first, gone);
            first = false;
            self.cursor.pass(gone);
            held.drop_first(passed);
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
        batch.games.push(Piece {
            number: begin.number,
            offset: begin.offset,
            length: self.cursor.offset - begin.offset,
            line: begin.line,
            column_offset: begin.column_offset,
            blank_before: begin.blank_before,
            bytes: 0..head.len(),
            oversized: true,
            tags: 0..0,
        });
        batch.bytes = head;
        self.cursor.number += 1;
    }
}

/// Cuts text in memory into games, without copying it.
///
/// ```
/// let text = "1. e4 e5 1-0\n\n1. d4 d5 0-1\n";
/// let name = "example".into();
/// let games: Vec<_> = pinsight_pgn::split(&name, text.as_bytes()).collect();
/// assert_eq!(games.len(), 2);
/// assert_eq!(games[1].bytes, b"1. d4 d5 0-1\n");
/// ```
pub fn split<'a>(name: &'a Arc<str>, bytes: &'a [u8]) -> impl Iterator<Item = RawGame<'a>> {
    GameText::new(name, bytes)
}

/// The first line from `from` on that begins a tag.
fn line_with_tag(bytes: &[u8], from: usize) -> Option<usize> {
    let region = bytes.get(from..)?;
    memchr_iter(b'[', region).map(|index| from + index).find(|&at| {
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        matches!(before, Some(b'\n' | b'\r')) && bytes.get(at..).is_some_and(may_begin_tag)
    })
}

#[cfg(test)]
mod tests;
