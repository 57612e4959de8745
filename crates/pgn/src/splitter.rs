//! Cuts a stream into games, without reading more of them than where they end.

use std::ops::Range;
use std::sync::Arc;

use memchr::{memchr, memchr_iter, memchr2, memchr2_iter, memchr3_iter, memrchr2};

use crate::source::{Source, SourceError};
use crate::token::{BOM, Lexer, Phase, Token, is_space, may_begin_tag};

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
}

/// How a [`Splitter`] cuts.
#[derive(Clone, Debug)]
pub struct SplitOptions {
    /// A longer game is set aside, its bytes passed over without holding them. 64 MiB unless told.
    pub max_game: usize,
    /// How many bytes are read before games are handed out. 1 MiB unless told.
    pub batch: usize,
    /// Who is told the bytes of games that are too long; nobody unless told.
    pub overflow: Option<Overflow>,
}

impl Default for SplitOptions {
    fn default() -> Self {
        Self { max_game: 64 << 20, batch: 1 << 20, overflow: None }
    }
}

/// Is told the bytes of games that are too long to be held, part by part as they pass by, on the thread that splits.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use pinsight_pgn::{Overflow, Source, SplitOptions, Splitter};
///
/// let kept = Arc::new(Mutex::new(Vec::new()));
/// let keep = Arc::clone(&kept);
/// let overflow = Overflow::new(move |part| keep.lock().unwrap().extend_from_slice(part.bytes));
/// let options = SplitOptions { max_game: 100, overflow: Some(overflow), ..SplitOptions::default() };
/// let text = format!("1. e4 {{{}}} *\n", "long ".repeat(100));
/// let mut splitter = Splitter::with_options(Source::from_bytes("example", text.as_str()), options);
/// assert!(splitter.next_game().unwrap().unwrap().oversized);
/// assert_eq!(*kept.lock().unwrap(), text.as_bytes());
/// ```
#[derive(Clone)]
pub struct Overflow(Arc<dyn Fn(OversizedPart<'_>) + Send + Sync>);

impl Overflow {
    /// Calls the function with each part.
    pub fn new(take: impl Fn(OversizedPart<'_>) + Send + Sync + 'static) -> Self {
        Self(Arc::new(take))
    }
}

impl std::fmt::Debug for Overflow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Overflow")
    }
}

/// A part of a game that is too long to be held.
#[derive(Clone, Copy, Debug)]
pub struct OversizedPart<'a> {
    /// The number of the game in its source.
    pub game: u64,
    /// The name of the source.
    pub source: &'a Arc<str>,
    /// Whether the game begins with this part.
    pub first: bool,
    /// The bytes.
    pub bytes: &'a [u8],
}

/// Some games that stand one after another in one source, with their bytes. Made to be used again and again.
#[derive(Debug, Default)]
pub struct Batch {
    source: Arc<str>,
    bytes: Vec<u8>,
    games: Vec<Piece>,
}

#[derive(Clone, Debug)]
struct Piece {
    number: u64,
    /// In the text of the source.
    offset: u64,
    length: u64,
    line: u64,
    column_offset: u64,
    blank_before: bool,
    /// In the bytes of the batch; only the first few if oversized.
    bytes: Range<usize>,
    oversized: bool,
}

impl Batch {
    /// The games, in order.
    pub fn games(&self) -> impl ExactSizeIterator<Item = RawGame<'_>> {
        self.games.iter().map(|piece| self.game(piece))
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// How many bytes of text the games take, those that were passed over included.
    pub fn text_bytes(&self) -> u64 {
        self.games.iter().map(|piece| piece.length).sum()
    }

    fn game<'a>(&'a self, piece: &Piece) -> RawGame<'a> {
        RawGame {
            number: piece.number,
            span: piece.offset..piece.offset + piece.length,
            line: piece.line,
            column_offset: piece.column_offset,
            blank_before: piece.blank_before,
            bytes: self.bytes.get(piece.bytes.clone()).unwrap_or_default(),
            oversized: piece.oversized,
            source: &self.source,
        }
    }
}

/// Cuts a [`Source`] into [`RawGame`]s. Memory is bounded by the batch and the longest game allowed.
#[derive(Debug)]
pub struct Splitter {
    source: Source,
    options: SplitOptions,
    /// Bytes read that belong to no batch yet.
    rest: Vec<u8>,
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

/// A boundary nearer than this to the end of what is read might be another one once more is read.
const SLACK: usize = 64;

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
            rest: Vec::new(),
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
        batch.bytes.clear();
        std::mem::swap(&mut batch.bytes, &mut self.rest);
        let mut goal = self.options.batch;
        loop {
            self.fill(&mut batch.bytes, goal);
            if self.cursor.offset == 0 && batch.bytes.starts_with(BOM) {
                batch.bytes.drain(..BOM.len());
                self.cursor.offset = BOM.len() as u64;
            }
            let used = self.cut(batch);
            if !batch.games.is_empty() {
                let rest = batch.bytes.get(used..).unwrap_or_default();
                self.rest.extend_from_slice(rest);
                batch.bytes.truncate(used);
                return Ok(true);
            }
            if self.ended {
                batch.bytes.clear();
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
    fn fill(&mut self, bytes: &mut Vec<u8>, goal: usize) {
        let mut filled = bytes.len();
        if self.ended || filled >= goal {
            return;
        }
        bytes.resize(goal, 0);
        while let Some(space) = bytes.get_mut(filled..).filter(|space| !space.is_empty()) {
            match self.source.read(space) {
                Ok(0) => {
                    self.ended = true;
                    break;
                }
                Ok(count) => filled += count,
                Err(error) => {
                    self.ended = true;
                    self.failure = Some(error);
                    break;
                }
            }
        }
        bytes.truncate(filled);
    }

    /// Notes the games that are certain to be whole; returns how many bytes they take.
    fn cut(&mut self, batch: &mut Batch) -> usize {
        let mut start = 0;
        loop {
            let rest = batch.bytes.get(start..).unwrap_or_default();
            let cut = next_cut(rest, self.ended);
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
            self.note(&mut batch.games, start, rest.get(..length).unwrap_or_default());
            start += length;
            if start >= batch.bytes.len() {
                return start;
            }
        }
    }

    fn note(&mut self, games: &mut Vec<Piece>, start: usize, bytes: &[u8]) {
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
        let head = held.get(..KEPT_HEAD).unwrap_or(&held).to_vec();
        let mut first = true;
        let chunk = self.options.batch.max(4096);
        // The game has its own tags at the start, and what is held was searched: the next game is further on.
        let mut from = held.len().saturating_sub(SLACK);
        loop {
            if let Some(at) = line_with_tag(&held, from) {
                let passed = held.get(..at).unwrap_or_default();
                self.overflow(first, passed);
                self.cursor.pass(passed);
                self.rest.extend_from_slice(held.get(at..).unwrap_or_default());
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
        batch.games.push(Piece {
            number: begin.number,
            offset: begin.offset,
            length: self.cursor.offset - begin.offset,
            line: begin.line,
            column_offset: begin.column_offset,
            blank_before: begin.blank_before,
            bytes: 0..head.len(),
            oversized: true,
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
    let mut cursor = Cursor::new();
    if bytes.starts_with(BOM) {
        cursor.offset = BOM.len() as u64;
    }
    std::iter::from_fn(move || {
        let rest = bytes.get(cursor.offset as usize..)?;
        let length = match next_cut(rest, true) {
            Cut::Game(length) | Cut::Last { length, .. } => length,
            Cut::Blank | Cut::More => return None,
        };
        let begin = cursor;
        let game = rest.get(..length)?;
        cursor.pass(game);
        cursor.number += 1;
        Some(RawGame {
            number: begin.number,
            span: begin.offset..cursor.offset,
            line: begin.line,
            column_offset: begin.column_offset,
            blank_before: begin.blank_before,
            bytes: game,
            oversized: false,
            source: name,
        })
    })
}

/// What stands at the start of some bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    /// A game of this length, then another.
    Game(usize),
    /// A game, and nothing behind it; finished if it has its result.
    Last { length: usize, finished: bool },
    /// Nothing that means anything, up to the end.
    Blank,
    /// More bytes are needed to tell.
    More,
}

/// Finds the end of the game that begins with the first byte.
fn next_cut(bytes: &[u8], complete: bool) -> Cut {
    let mut lexer = Lexer::new(bytes, complete);
    lexer.skip_tags();
    let mut seen = lexer.phase() != Phase::Head;
    if lexer.phase() == Phase::Moves {
        let certain = |end: &usize| complete || end + SLACK <= bytes.len();
        if let Some(end) = quick_end(bytes, lexer.pos()).filter(certain) {
            return Cut::Game(end);
        }
    } else {
        // Comments before the tags do not end the head, but they are something.
        lexer = Lexer::new(bytes, complete);
        seen = false;
    }
    let end = loop {
        if lexer.next() == Token::End {
            break lexer.pos();
        }
        seen = true;
    };
    if end < bytes.len() {
        return match complete || end + SLACK <= bytes.len() {
            true => Cut::Game(end),
            false => Cut::More,
        };
    }
    match (complete, seen) {
        (false, _) => Cut::More,
        (true, false) => Cut::Blank,
        (true, true) => Cut::Last { length: end, finished: lexer.phase() == Phase::After },
    }
}

/// Where the movetext that begins at `start` ends, if that is plain to see: at the next line that begins a tag.
///
/// Searching for a few bytes is many times faster than reading tokens. `None` says no more than that the lexer has to
/// look: the two are compared in tests.
fn quick_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut from = start;
    // Up to here there is no result but one with nothing behind it.
    let mut looked = start;
    let mut ended = false;
    let end = loop {
        let next = from + memchr(b'\n', bytes.get(from..)?)? + 1;
        if next - looked > LOOK_AHEAD {
            let passed = bytes.get(looked..next)?;
            if let Some(end) = results(passed).next() {
                if !is_blank(passed.get(end..)?) {
                    return None;
                }
                ended = true;
            }
            looked = next;
        }
        let line = match bytes.get(next)? {
            b'[' if may_begin_tag(bytes.get(next..)?) => break next,
            // An escape line, a byte order mark.
            b'%' | 0xEF => return None,
            b' ' | b'\t' => {
                let mut line = bytes.get(next..)?.iter();
                match line.find(|&&byte| byte != b' ' && byte != b'\t') {
                    Some(b'[') | None => return None,
                    Some(&byte) => byte,
                }
            }
            &byte => byte,
        };
        if ended && !is_space(line) {
            return None;
        }
        from = next;
    };
    let rest = bytes.get(looked..end)?;
    for after in results(rest) {
        if !is_blank(rest.get(after..)?) {
            return None;
        }
    }
    let text = bytes.get(start..end)?;
    // A lone CR ends a line too; what follows a semicolon is comment.
    for at in memchr2_iter(b';', b'\r', text) {
        if text.get(at..at + 2) != Some(b"\r\n") {
            return None;
        }
    }
    if let Some(at) = memrchr2(b'{', b'}', text)
        && text.get(at) == Some(&b'{')
    {
        return None;
    }
    if !text.is_ascii() && memchr2(0xE2, 0xBD, text).is_some() {
        return None;
    }
    Some(end)
}

/// How far the next tag is looked for without asking whether the game has ended long before: many short games without
/// tags would be looked through again and again.
const LOOK_AHEAD: usize = 4096;

/// Where the results in a text end, or what may be results.
#[inline(always)]
fn results(text: &[u8]) -> impl Iterator<Item = usize> {
    memchr3_iter(b'-', b'*', b'/', text).filter_map(|at| result_around(text, at))
}

fn is_blank(text: &[u8]) -> bool {
    text.iter().all(|&byte| is_space(byte))
}

/// The end of what may be a result with its first sign at `at`.
#[inline(always)]
fn result_around(text: &[u8], at: usize) -> Option<usize> {
    let before = at.checked_sub(1).and_then(|before| text.get(before)).copied();
    match (text.get(at)?, before) {
        (b'*', _) => Some(at + 1),
        (b'-', Some(b'0'..=b'2')) => match text.get(at + 1)? {
            // `1/2-1/2` ends later, but then its second stroke is looked at too.
            b'0' | b'1' if text.get(at + 2) != Some(&b'/') => Some(at + 2),
            _ => None,
        },
        (b'/', Some(b'1')) if text.get(at + 1) == Some(&b'2') && text.get(at + 2) != Some(&b'-') => {
            Some(at + 2)
        }
        _ => None,
    }
}

/// The first line from `from` on that begins a tag.
fn line_with_tag(bytes: &[u8], from: usize) -> Option<usize> {
    let region = bytes.get(from..)?;
    memchr_iter(b'[', region).map(|index| from + index).find(|&at| {
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        matches!(before, Some(b'\n' | b'\r')) && bytes.get(at..).is_some_and(may_begin_tag)
    })
}

fn ends_with_blank_line(bytes: &[u8]) -> bool {
    let blank = bytes.iter().rev().take_while(|&&byte| is_space(byte)).count();
    let tail = bytes.get(bytes.len() - blank..).unwrap_or_default();
    count_lines(tail).0 >= 2
}

/// How many lines end in the bytes, and where the last of them ends.
pub(crate) fn count_lines(bytes: &[u8]) -> (u64, Option<usize>) {
    let mut lines = memchr_iter(b'\n', bytes).count();
    let mut last = memchr::memrchr(b'\n', bytes);
    if memchr(b'\r', bytes).is_some() {
        for at in memchr_iter(b'\r', bytes) {
            if bytes.get(at + 1) != Some(&b'\n') {
                lines += 1;
                last = last.max(Some(at));
            }
        }
    }
    (lines as u64, last.map(|at| at + 1))
}

#[cfg(test)]
mod tests;
