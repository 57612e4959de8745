//! What was wrong with a game, where, and what was made of it.

use std::fmt;
use std::iter::Peekable;
use std::ops::Range;
use std::sync::Arc;

use crate::fault::{Fault, Severity};
use crate::reader::is_move;
use crate::splitter::RawGame;
use crate::text;
use crate::token::{Lexer, Token};
use crate::tree::NodeRef;

/// One thing that was wrong, with everything that is needed to find it.
///
/// [`Display`](fmt::Display) gives one line; [`render`](Self::render) adds the excerpt with its caret:
///
/// ```text
/// error: illegal move `Nf9`: ...
///   --> games.pgn:3:12 (game 1, ply 3)
///    |
///  3 | 1. e4 e5 2. Nf9 Nc6
///    |             ^^^ expected a legal move
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// What was wrong.
    pub fault: Fault,
    /// The name of the source.
    pub source: Arc<str>,
    /// The number of the game in its source, from 1.
    pub game: u64,
    /// The half-move that it concerns, from 1; `None` before the first.
    pub ply: Option<u32>,
    /// The line in the source, from 1.
    pub line: u64,
    /// The column in the line, from 1, in characters.
    pub column: u64,
    /// Where it stands in the (unpacked) text of the source.
    pub span: Range<u64>,
    /// What stands there; shortened if long.
    pub found: String,
    /// The line it stands on; a window of it if long.
    pub excerpt: String,
    /// The part of the excerpt that is meant, in characters.
    pub marked: Range<usize>,
}

impl Diagnostic {
    /// Whether it was repaired, or something had to be set aside.
    pub fn severity(&self) -> Severity {
        self.fault.severity()
    }

    /// What should have stood there.
    pub fn expected(&self) -> &'static str {
        self.fault.expected()
    }

    /// The diagnostic with its excerpt, over several lines.
    pub fn render(&self) -> String {
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        let pad = " ".repeat(self.marked.start);
        let carets = "^".repeat(self.marked.len().max(1));
        let expected = match self.expected() {
            "" => String::new(),
            expected => format!(" expected {expected}"),
        };
        format!(
            "{}: {}\n{margin}--> {}\n{margin} |\n{number} | {}\n{margin} | {pad}{carets}{expected}\n",
            self.severity(),
            self.message(),
            self.place(),
            self.excerpt,
        )
    }

    /// What was wrong, in words, with what was found.
    pub fn message(&self) -> String {
        self.fault.message(&self.found)
    }

    fn place(&self) -> String {
        let ply = self.ply.map_or_else(String::new, |ply| format!(", ply {ply}"));
        let Self { source, line, column, game, .. } = self;
        format!("{source}:{line}:{column} (game {game}{ply})")
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.place(), self.severity(), self.message())
    }
}

/// Faults found in one game; those that are too many are counted, not kept.
#[derive(Clone, Debug)]
pub(crate) struct Faults {
    list: Vec<Found>,
    /// So many are passed over before the first one is kept.
    skip: u64,
    /// So many are kept.
    most: usize,
    /// The first error is kept however many came before it: the verdict on the game hangs on it.
    keep_error: bool,
    /// How many more there were, and where the first of them is.
    excess: u64,
    excess_from: usize,
    /// Words that are several moves: where they begin, and how many moves they are.
    glued: Vec<(usize, u32)>,
}

#[derive(Clone, Debug)]
struct Found {
    fault: Fault,
    at: Range<usize>,
    word: Option<FaultyWord>,
}

/// A word that should be a move.
#[derive(Clone, Debug)]
struct FaultyWord {
    /// The half-move that it is.
    ply: u32,
    /// What it says, shortened: a game may be made by a program, so that there are no bytes.
    text: String,
}

/// So many faults of one game are kept unless told; a file of garbage would otherwise need more memory than it has
/// bytes.
const MOST_FAULTS: usize = 100;

impl Default for Faults {
    fn default() -> Self {
        Self { keep_error: true, ..Self::window(0, MOST_FAULTS) }
    }
}

impl Faults {
    /// Keeps only some faults: not the first few, and not more than so many.
    pub(crate) fn window(skip: u64, most: usize) -> Self {
        let (list, glued) = (Vec::new(), Vec::new());
        Self { list, skip, most, keep_error: false, excess: 0, excess_from: 0, glued }
    }

    pub(crate) fn push(&mut self, fault: Fault, at: Range<usize>) {
        self.add(Found { fault, at, word: None });
    }

    /// A fault of a move, which is this half-move.
    pub(crate) fn push_word(&mut self, fault: Fault, node: NodeRef<'_>, ply: u32) {
        if let Fault::GluedMoves { moves } = fault {
            self.glued.push((node.at(), moves));
        }
        let at = node.at()..node.at() + node.san().len();
        let word = Some(FaultyWord { ply, text: shortened(node.san().as_bytes()) });
        self.add(Found { fault, at, word });
    }

    fn add(&mut self, found: Found) {
        if self.skip > 0 {
            self.skip -= 1;
            return;
        }
        let is_error = |found: &Found| found.fault.severity() == Severity::Error;
        let first_error = || self.keep_error && is_error(&found) && !self.list.iter().any(is_error);
        if self.list.len() < self.most || first_error() {
            self.list.push(found);
            return;
        }
        if self.excess == 0 {
            self.excess_from = found.at.start;
        }
        self.excess += 1;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.glued.clear();
        self.excess = 0;
    }

    /// Adds diagnostics to those that the game has already.
    pub(crate) fn add_to(&mut self, diagnostics: &mut Vec<Diagnostic>, raw: &RawGame<'_>) {
        if self.list.is_empty() {
            return;
        }
        self.count_glued(raw, diagnostics);
        for found in self.diagnose(raw) {
            // A game may be checked more than once.
            if !diagnostics.contains(&found) {
                diagnostics.push(found);
            }
        }
        diagnostics.sort_by_key(|found| (found.span.start, found.span.end));
    }

    /// Counts the half-moves of diagnostics anew, now that it is known which words are several moves. Those are the
    /// ones of this game, in the order of their places.
    fn count_glued(&mut self, raw: &RawGame<'_>, diagnostics: &mut [Diagnostic]) {
        if self.glued.is_empty() {
            return;
        }
        self.glued.sort_unstable();
        let mut plies = PlyCounter::new(raw.bytes, self.glued.clone());
        for found in diagnostics {
            found.ply = plies.ply_at(found.span.start.saturating_sub(raw.span.start) as usize);
        }
    }

    /// Finds line, column, ply and excerpt for all of them in one pass over the game.
    pub(crate) fn diagnose(&mut self, raw: &RawGame<'_>) -> Vec<Diagnostic> {
        if self.list.is_empty() {
            return Vec::new();
        }
        let faults = std::mem::replace(self, Self::window(0, 0));
        let (skip, most, keep_error) = (faults.skip, faults.most, faults.keep_error);
        let diagnostics = faults.into_diagnostics(raw).collect();
        *self = Self { keep_error, ..Self::window(skip, most) };
        diagnostics
    }

    /// The same, one after another.
    pub(crate) fn into_diagnostics<'a>(
        mut self,
        raw: &'a RawGame<'a>,
    ) -> impl Iterator<Item = Diagnostic> + 'a {
        if self.excess > 0 {
            let (count, from) = (self.excess, self.excess_from);
            self.list.push(Found { fault: Fault::More { count }, at: from..from, word: None });
        }
        self.list.sort_by_key(|found| (found.at.start, found.at.end));
        self.glued.sort_unstable();
        let mut lines = LineCounter::new(raw);
        let mut plies = PlyCounter::new(raw.bytes, self.glued);
        self.list.into_iter().map(move |found| found.diagnose(raw, &mut lines, &mut plies))
    }
}

impl Found {
    fn diagnose(
        self,
        raw: &RawGame<'_>,
        lines: &mut LineCounter<'_>,
        plies: &mut PlyCounter<'_>,
    ) -> Diagnostic {
        let Self { fault, at, word } = self;
        let end = raw.bytes.len();
        let start = at.start.min(end);
        let at = start..at.end.clamp(start, end);
        let Place { line, line_start, column } = lines.place_of(at.start);
        let (mut excerpt, mut marked) = excerpt(raw.bytes, line_start, &at);
        let mut found = shortened(raw.bytes.get(at.clone()).unwrap_or_default());
        if let Some(word) = word.as_ref().filter(|_| raw.bytes.is_empty()) {
            found.clone_from(&word.text);
            excerpt.clone_from(&found);
            marked = 0..found.chars().count();
        }
        let indent = if line_start == 0 { raw.column_offset } else { 0 };
        Diagnostic {
            fault,
            source: Arc::clone(raw.source),
            game: raw.number,
            ply: word.map_or_else(|| plies.ply_at(at.start), |word| Some(word.ply)),
            line,
            column: indent + column,
            span: raw.span.start + at.start as u64..raw.span.start + at.end as u64,
            found,
            excerpt,
            marked,
        }
    }
}

/// How many characters: bytes that do not continue a UTF-8 sequence. Right for Latin-1 but for its upper letters.
fn characters(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64
}

/// What was found, short enough to be put into a sentence.
fn shortened(bytes: &[u8]) -> String {
    const MOST: usize = 40;
    let head = bytes.get(..MOST).unwrap_or(bytes);
    let mut text = printable(head);
    if head.len() < bytes.len() {
        text.push_str("...");
    }
    text
}

/// Decoded, with control characters made visible and of width one.
fn printable(bytes: &[u8]) -> String {
    // A cut through a character would make all of it Latin-1.
    let whole = (0..4)
        .filter_map(|cut| bytes.get(..bytes.len().checked_sub(cut)?))
        .find(|bytes| std::str::from_utf8(bytes).is_ok());
    let (text, _) = text::decode(whole.unwrap_or(bytes));
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The line that a place stands on, or a window of it, and the part of it that is marked.
fn excerpt(bytes: &[u8], line_start: usize, at: &Range<usize>) -> (String, Range<usize>) {
    const BEFORE: usize = 40;
    const AFTER: usize = 60;
    let rest = bytes.get(at.start..).unwrap_or_default();
    let window = rest.get(..AFTER).unwrap_or(rest);
    let length = memchr::memchr2(b'\n', b'\r', window).unwrap_or(window.len());
    let line_end = at.start + length;
    let mut from = line_start.max(at.start.saturating_sub(BEFORE));
    while from < at.start && bytes.get(from).is_some_and(|byte| byte & 0xC0 == 0x80) {
        from += 1;
    }
    let lead = if from > line_start { "..." } else { "" };
    let cut = length == AFTER && rest.len() > AFTER;
    let tail = if cut { "..." } else { "" };
    let text = |range: Range<usize>| printable(bytes.get(range).unwrap_or_default());
    let before = format!("{lead}{}", text(from..at.start));
    let meant = text(at.start..at.end.min(line_end));
    let after = text(at.end.min(line_end)..line_end);
    let start = before.chars().count();
    let marked = start..start + meant.chars().count().max(1);
    (format!("{before}{meant}{after}{tail}"), marked)
}

/// Where something stands.
struct Place {
    line: u64,
    /// Where its line begins in the bytes of the game.
    line_start: usize,
    /// From 1, in characters, counted from `line_start`.
    column: u64,
}

/// Tells lines and columns of places that come in order: linear, however many there are and however long the lines.
struct LineCounter<'a> {
    bytes: &'a [u8],
    line: u64,
    line_start: usize,
    /// Characters of the line up to here.
    characters: u64,
    counted: usize,
}

impl<'a> LineCounter<'a> {
    fn new(raw: &RawGame<'a>) -> Self {
        Self { bytes: raw.bytes, line: raw.line, line_start: 0, characters: 0, counted: 0 }
    }

    fn place_of(&mut self, at: usize) -> Place {
        let mut between = self.bytes.get(self.counted..at).unwrap_or_default();
        // Not between CR and LF, which are one line end.
        let split = between.last() == Some(&b'\r') && self.bytes.get(at) == Some(&b'\n');
        if split {
            between = between.get(..between.len() - 1).unwrap_or_default();
        }
        let (lines, last_end) = text::count_lines(between);
        self.line += lines;
        match last_end {
            Some(end) => {
                self.line_start = self.counted + end;
                self.characters = characters(between.get(end..).unwrap_or_default());
            }
            None => self.characters += characters(between),
        }
        self.counted += between.len();
        let column = self.characters + u64::from(split) + 1;
        Place { line: self.line, line_start: self.line_start, column }
    }
}

/// Tells the ply at places that come in order, by reading the game again.
struct PlyCounter<'a> {
    bytes: &'a [u8],
    lexer: Lexer<'a>,
    ply: u32,
    outer: Vec<u32>,
    /// A token that was read but lies further on.
    ahead: Option<(usize, Token)>,
    /// Words that are several moves, in the order of their places.
    glued: Peekable<std::vec::IntoIter<(usize, u32)>>,
}

impl<'a> PlyCounter<'a> {
    fn new(bytes: &'a [u8], glued: Vec<(usize, u32)>) -> Self {
        let lexer = Lexer::new(bytes, true);
        Self { bytes, lexer, ply: 0, outer: Vec::new(), ahead: None, glued: glued.into_iter().peekable() }
    }

    fn ply_at(&mut self, at: usize) -> Option<u32> {
        loop {
            let (start, token) = match self.ahead.take() {
                Some(ahead) => ahead,
                None => {
                    let token = self.lexer.next();
                    let start = match token {
                        Token::Symbol { span, .. } => span.start,
                        Token::Open(start) | Token::Close(start) => start,
                        Token::End => usize::MAX,
                        _ => continue,
                    };
                    (start, token)
                }
            };
            if start > at {
                self.ahead = Some((start, token));
                return (self.ply > 0).then_some(self.ply);
            }
            match token {
                Token::Symbol { span, plain } if is_move(span.of(self.bytes), plain) => {
                    self.ply = self.ply.saturating_add(self.moves_at(start));
                }
                Token::Open(_) => {
                    self.outer.push(self.ply);
                    self.ply = self.ply.saturating_sub(1);
                }
                Token::Close(_) => self.ply = self.outer.pop().unwrap_or(self.ply),
                _ => {}
            }
        }
    }

    /// How many moves the word is that begins here.
    fn moves_at(&mut self, start: usize) -> u32 {
        while let Some((at, moves)) = self.glued.next_if(|(at, _)| *at <= start) {
            if at == start {
                return moves;
            }
        }
        1
    }
}
