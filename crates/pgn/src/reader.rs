//! Reads the bytes of one game and tells a visitor what stands in them.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use memchr::memchr2;

use pinsight_rules::PlainSan;

use crate::fault::Fault;
use crate::nag::Nag;
use crate::result::GameResult;
use crate::splitter::{RawGame, TagPlace};
use crate::tags::RawTag;
use crate::text;
use crate::token::{Lexer, Quick, Span, TagFlaw, TagToken, Token, result_of};

/// A move as it stands in the text. Whether it is one, the reader does not judge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawSan<'a> {
    /// The letters, without move number and annotation.
    pub bytes: &'a [u8],
    /// Where they begin in the bytes of the game.
    pub at: usize,
    plain: Option<PlainSan>,
}

impl RawSan<'_> {
    /// The move taken apart, if it was plain to see while reading: nearly always.
    #[inline(always)]
    pub fn plain(&self) -> Option<PlainSan> {
        self.plain
    }
}

/// A comment as it stands in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawComment<'a> {
    /// What stands between the braces, or after the semicolon.
    pub bytes: &'a [u8],
    /// Where that begins in the bytes of the game.
    pub at: usize,
}

/// Whether to look into a variation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variation {
    /// Tell what stands in it.
    Read,
    /// Go past it; its end is not told.
    Skip,
}

/// Is told what stands in a game, in order. Every method has a body that does nothing.
///
/// ```
/// use std::ops::ControlFlow;
/// use pinsight_pgn::{RawSan, Visitor, split, visit};
///
/// #[derive(Default)]
/// struct Count(usize);
/// impl Visitor for Count {
///     fn san(&mut self, _: RawSan<'_>) -> ControlFlow<()> {
///         self.0 += 1;
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut count = Count::default();
/// for game in split(&"example".into(), b"1. e4 e5 2. Nf3 {!} (2. f4) Nc6 *") {
///     visit(&game, &mut count);
/// }
/// assert_eq!(count.0, 5);
/// ```
#[allow(unused_variables, reason = "the names are for whoever writes a visitor")]
pub trait Visitor {
    /// A tag pair.
    fn tag(&mut self, tag: RawTag<'_>) {}

    /// The tags are over, and the comments before the first move told. `Break` leaves the rest of the game unread.
    fn movetext(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A move. `Break` leaves the rest of the game unread.
    fn san(&mut self, san: RawSan<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// An annotation of the last move.
    fn nag(&mut self, nag: Nag) {}

    /// A comment.
    fn comment(&mut self, comment: RawComment<'_>) {}

    /// A variation begins: it replaces the last move.
    fn begin_variation(&mut self) -> Variation {
        Variation::Read
    }

    /// The variation is over.
    fn end_variation(&mut self) {}

    /// The game is over, with this result.
    fn result(&mut self, result: GameResult) {}

    /// Something is wrong at this place in the bytes of the game.
    fn fault(&mut self, fault: Fault, at: Range<usize>) {}
}

/// Reads one game. Linear in its length whatever it holds; never fails, never recurses, never allocates for what is
/// well written.
///
/// [`Visitor::result`] is told last, unless the visitor broke off.
#[inline]
pub fn visit<V: Visitor>(raw: &RawGame<'_>, visitor: &mut V) -> ControlFlow<()> {
    if raw.oversized {
        let length = raw.span.end - raw.span.start;
        let first_line = memchr2(b'\n', b'\r', raw.bytes).unwrap_or(raw.bytes.len());
        visitor.fault(Fault::Oversized { length }, 0..first_line);
        visitor.result(GameResult::Unfinished);
        return ControlFlow::Continue(());
    }
    let mut reading = Reading::new(raw);
    if !raw.blank_before {
        visitor.fault(Fault::NoBlankLine, 0..0);
    }
    check_utf8(raw.bytes, visitor);
    reading.read(raw.tags, visitor)
}

/// Reads the first game of text that begins with one. Returns its length too, unless the visitor broke off.
#[inline]
pub(crate) fn visit_first<V: Visitor>(
    rest: &RawGame<'_>,
    visitor: &mut V,
) -> (ControlFlow<()>, Option<usize>) {
    let mut reading = Reading::new(rest);
    if !rest.blank_before {
        visitor.fault(Fault::NoBlankLine, 0..0);
    }
    let flow = reading.read(rest.tags, visitor);
    if flow.is_break() {
        return (flow, None);
    }
    let game = reading.passed();
    check_utf8(game, visitor);
    (flow, Some(game.len()))
}

#[inline(always)]
fn check_utf8<V: Visitor>(bytes: &[u8], visitor: &mut V) {
    if !bytes.is_ascii()
        && let Err(error) = std::str::from_utf8(bytes)
    {
        let at = error.valid_up_to();
        visitor.fault(Fault::NotUtf8, at..at + 1);
    }
}

/// What is known while a game is read.
struct Reading<'a> {
    lexer: Lexer<'a>,
    bytes: &'a [u8],
    /// The result tag's value.
    tagged: Option<Span>,
    terminator: Option<(GameResult, Span)>,
    /// The last result inside a variation. It is the game's if the variation turns out not to be closed.
    nested_result: Option<(GameResult, Span)>,
    /// A move was told in this line of play.
    moved: bool,
}

impl<'a> Reading<'a> {
    fn new(raw: &RawGame<'a>) -> Self {
        Self {
            lexer: Lexer::new(raw.bytes, true),
            bytes: raw.bytes,
            tagged: None,
            terminator: None,
            nested_result: None,
            moved: false,
        }
    }

    #[inline(always)]
    fn read<V: Visitor>(&mut self, tags: &[TagPlace], visitor: &mut V) -> ControlFlow<()> {
        let first = self.tags(tags, visitor);
        visitor.movetext()?;
        self.moves(first, visitor)?;
        self.end(visitor);
        ControlFlow::Continue(())
    }

    /// The bytes up to where the lexer is: all of the game when it is read.
    fn passed(&self) -> &'a [u8] {
        self.bytes.get(..self.lexer.pos()).unwrap_or_default()
    }

    /// Tells the tags; returns the first token behind them.
    fn tags<V: Visitor>(&mut self, places: &[TagPlace], visitor: &mut V) -> Token {
        for place in places {
            self.tell_tag(place.token(), visitor);
        }
        if let Some(last) = places.last() {
            self.lexer.pass_tags(last);
        }
        loop {
            while self.lexer.quick_tag() {
                self.tell_tag(self.lexer.tag(), visitor);
            }
            match self.lexer.next() {
                Token::Tag => self.tag(visitor),
                Token::Stray(span) => visitor.fault(Fault::Stray, span.start..span.end),
                // Before and between the tags these decide nothing.
                Token::Comment { span, closed } => self.comment(span, closed, visitor),
                Token::Nag(span) => self.nag(span, visitor),
                Token::Glyph(span) => self.glyph(span, visitor),
                token => return token,
            }
        }
    }

    fn tag<V: Visitor>(&mut self, visitor: &mut V) {
        let tag = self.lexer.tag();
        let whole = tag.whole.start..tag.whole.end;
        if let Some(flaw) = tag.flaw {
            let fault = match flaw {
                TagFlaw::NoValue => Fault::TagWithoutValue,
                TagFlaw::Unquoted => Fault::TagUnquoted,
                TagFlaw::InnerQuote => Fault::TagInnerQuote,
                TagFlaw::Unterminated => Fault::TagUnterminated,
                TagFlaw::NoBracket => Fault::TagWithoutBracket,
                TagFlaw::NoName => Fault::TagWithoutName,
            };
            visitor.fault(fault, whole);
            if flaw == TagFlaw::NoName {
                return;
            }
        }
        self.tell_tag(tag, visitor);
    }

    #[inline(always)]
    fn tell_tag<V: Visitor>(&mut self, tag: TagToken, visitor: &mut V) {
        let raw = tag.read(self.bytes);
        if raw.name == b"Result" && self.tagged.is_none() {
            self.tagged = Some(tag.value);
        }
        visitor.tag(raw);
    }

    #[inline(always)]
    fn moves<V: Visitor>(&mut self, first: Token, visitor: &mut V) -> ControlFlow<()> {
        let mut token = first;
        loop {
            match token {
                Token::Symbol { span, plain } => {
                    let bytes = span.of(self.bytes);
                    if let Some(b'0'..=b'9') = self.bytes.get(span.end) {
                        let digits =
                            self.bytes.iter().skip(span.end).take_while(|byte| byte.is_ascii_digit());
                        visitor.fault(Fault::GluedNumber, span.start..span.end + digits.count());
                    }
                    if plain && is_plain_move(bytes) {
                        self.moved = true;
                        let at = span.start;
                        visitor.san(RawSan { bytes, at, plain: None })?;
                    } else {
                        self.odd_word(span, visitor)?;
                    }
                }
                Token::Comment { span, closed } => self.comment(span, closed, visitor),
                Token::End => return ControlFlow::Continue(()),
                Token::Nag(span) => self.nag(span, visitor),
                Token::Glyph(span) => self.glyph(span, visitor),
                Token::Open(at) => self.open(at, visitor),
                Token::Close(at) => {
                    if !self.moved {
                        visitor.fault(Fault::EmptyVariation, at..at + 1);
                    }
                    self.moved = true;
                    self.set_nested_result_aside(visitor);
                    visitor.end_variation();
                }
                Token::Result { result, span, exact } => self.result(result, span, exact, visitor),
                Token::Stray(span) => visitor.fault(Fault::Stray, span.start..span.end),
                // The lexer gives tags at the head only.
                Token::Tag => self.tag(visitor),
            }
            token = loop {
                match self.lexer.quick() {
                    Quick::Plain(span, san) => {
                        self.moved = true;
                        let (bytes, at) = (span.of(self.bytes), span.start);
                        visitor.san(RawSan { bytes, at, plain: Some(san) })?;
                    }
                    Quick::Move(span) => {
                        self.moved = true;
                        visitor.san(RawSan { bytes: span.of(self.bytes), at: span.start, plain: None })?;
                    }
                    Quick::Comment => {
                        let Token::Comment { span, closed } = self.lexer.comment() else {
                            return ControlFlow::Continue(());
                        };
                        self.comment(span, closed, visitor);
                    }
                    Quick::Other => break self.lexer.next(),
                }
            };
        }
    }

    #[inline(always)]
    fn comment<V: Visitor>(&mut self, span: Span, closed: bool, visitor: &mut V) {
        if !closed {
            visitor.fault(Fault::UnterminatedComment, span.start - 1..span.start);
        }
        visitor.comment(RawComment { bytes: span.of(self.bytes), at: span.start });
    }

    fn nag<V: Visitor>(&mut self, span: Span, visitor: &mut V) {
        let digits = span.of(self.bytes).get(1..).unwrap_or_default();
        let number =
            digits.iter().try_fold(0u8, |number, digit| number.checked_mul(10)?.checked_add(digit - b'0'));
        self.annotate(number.map(Nag), span, visitor);
    }

    fn glyph<V: Visitor>(&mut self, span: Span, visitor: &mut V) {
        let glyph = std::str::from_utf8(span.of(self.bytes)).ok();
        self.annotate(glyph.and_then(Nag::from_glyph), span, visitor);
    }

    fn annotate<V: Visitor>(&mut self, nag: Option<Nag>, span: Span, visitor: &mut V) {
        match nag {
            Some(nag) if self.moved => visitor.nag(nag),
            Some(_) => visitor.fault(Fault::NagBeforeMove, span.start..span.end),
            None => visitor.fault(Fault::UnknownNag, span.start..span.end),
        }
    }

    fn open<V: Visitor>(&mut self, at: usize, visitor: &mut V) {
        if !self.moved {
            visitor.fault(Fault::VariationBeforeMove, at..at + 1);
            self.lexer.skip_variation();
            return;
        }
        match visitor.begin_variation() {
            Variation::Read => self.moved = false,
            Variation::Skip => self.lexer.skip_variation(),
        }
    }

    #[cold]
    fn result<V: Visitor>(&mut self, result: GameResult, span: Span, exact: bool, visitor: &mut V) {
        if !exact {
            visitor.fault(Fault::OddResult, span.start..span.end);
        }
        if self.lexer.depth() > 0 {
            self.set_nested_result_aside(visitor);
            self.nested_result = Some((result, span));
        } else if self.terminator.is_some() {
            visitor.fault(Fault::SecondResult, span.start..span.end);
        } else {
            self.terminator = Some((result, span));
        }
    }

    fn set_nested_result_aside<V: Visitor>(&mut self, visitor: &mut V) {
        if let Some((_, span)) = self.nested_result.take() {
            visitor.fault(Fault::ResultInVariation, span.start..span.end);
        }
    }

    /// A word that is no plain move: one with signs glued to it, a sign alone, figurines and the like.
    #[cold]
    fn odd_word<V: Visitor>(&mut self, span: Span, visitor: &mut V) -> ControlFlow<()> {
        let Some(word) = OddWord::of(span.of(self.bytes)) else {
            visitor.fault(Fault::Stray, span.start..span.end);
            return ControlFlow::Continue(());
        };
        if word.san > 0 {
            self.moved = true;
            let san = Span::new(span.start, span.start + word.san);
            visitor.san(RawSan { bytes: san.of(self.bytes), at: san.start, plain: None })?;
        }
        for &nag in word.nags.iter().rev() {
            self.annotate(Some(nag), span, visitor);
        }
        ControlFlow::Continue(())
    }

    /// Settles the result and what was left open.
    fn end<V: Visitor>(&mut self, visitor: &mut V) {
        let bytes = self.passed();
        if self.lexer.depth() > 0 {
            let opened = last_unclosed(bytes);
            visitor.fault(Fault::UnclosedVariation, opened..opened + 1);
            // The result that ends a variation that nobody closed is the game's.
            let last = |(_, span): &(GameResult, Span)| only_comments(bytes, span.end);
            self.terminator = self.terminator.or(self.nested_result.take_if(|nested| last(nested)));
            self.set_nested_result_aside(visitor);
        }
        let tag = self.tagged.map(|span| span.of(self.bytes));
        let tagged = tag.and_then(result_of);
        if let (Some((_, false)), Some(span)) = (tagged, self.tagged) {
            visitor.fault(Fault::OddResult, span.start..span.end);
        }
        let tagged = tagged.map(|(result, _)| result);
        let result = match (self.terminator, tag) {
            (Some((terminator, at)), Some(tag)) if tagged != Some(terminator) => {
                let tag = text::decode(tag).0.into_owned();
                let fault = Fault::ResultMismatch { terminator, tag };
                visitor.fault(fault, at.start..at.end);
                terminator
            }
            (Some((terminator, _)), _) => terminator,
            (None, _) => {
                let taken = tagged.unwrap_or(GameResult::Unfinished);
                let end = bytes.trim_ascii_end().len();
                visitor.fault(Fault::MissingResult { taken }, end..end);
                taken
            }
        };
        visitor.result(result);
    }
}

/// A word with more to it than a plain move.
struct OddWord {
    /// The length of the move, in bytes; 0 if there are only annotations.
    san: usize,
    /// The annotations glued to it, the last one first.
    nags: Vec<Nag>,
}

impl OddWord {
    /// Takes annotations off the end until a move is left, or nothing; `None` if what is left means nothing.
    fn of(bytes: &[u8]) -> Option<Self> {
        let (word, utf8) = text::decode(bytes);
        let mut nags = Vec::new();
        let mut rest: &str = &word;
        while !rest.is_empty() && !is_null_move(rest) {
            if let Some(nag) = Nag::from_glyph(rest) {
                nags.push(nag);
                rest = "";
            } else if rest == "ep" {
                rest = "";
            } else if let Some((before, nag)) = Nag::split_suffix(rest) {
                nags.push(nag);
                rest = before;
            } else {
                break;
            }
        }
        // One character of Latin-1 is one byte.
        let san = if utf8 { rest.len() } else { rest.chars().count() };
        if rest.is_empty() || is_null_move(rest) {
            return Some(Self { san, nags });
        }
        // Latin-1 may happen to be UTF-8 for something else once its end is cut off.
        let garbled =
            matches!(word, Cow::Owned(_)) && text::decode(bytes.get(..san).unwrap_or_default()).0 != rest;
        let meaningless =
            garbled || !rest.contains(char::is_alphanumeric) || result_of(rest.as_bytes()).is_some();
        (!meaningless).then_some(Self { san, nags })
    }
}

/// Whether the reader takes a word for a move.
pub(crate) fn is_move(word: &[u8], plain: bool) -> bool {
    plain && is_plain_move(word) || OddWord::of(word).is_some_and(|word| word.san > 0)
}

/// Whether nothing but comments stands in the movetext from some place on.
fn only_comments(bytes: &[u8], from: usize) -> bool {
    let mut lexer = Lexer::new(bytes.get(from..).unwrap_or_default(), true);
    loop {
        match lexer.next() {
            Token::Comment { .. } => {}
            token => return token == Token::End,
        }
    }
}

/// Where the variation opened that is still open at the end. Looked up only when there is one: a second reading is
/// cheaper than a stack in every game.
#[cold]
fn last_unclosed(bytes: &[u8]) -> usize {
    let mut lexer = Lexer::new(bytes, true);
    let mut open = Vec::new();
    loop {
        match lexer.next() {
            Token::Open(at) => open.push(at),
            Token::Close(_) => {
                open.pop();
            }
            Token::End => return open.pop().unwrap_or(bytes.len()),
            _ => {}
        }
    }
}

/// Whether a word needs no closer look before it is taken for a move.
#[inline(always)]
fn is_plain_move(word: &[u8]) -> bool {
    match word {
        b"ep" => false,
        [first, .., before, last] => {
            first.is_ascii_alphanumeric()
                && (last.is_ascii_alphanumeric()
                    || *last == b'#'
                    || *last == b'+' && (before.is_ascii_alphanumeric() || *before == b'+'))
        }
        [first, last] => first.is_ascii_alphabetic() && last.is_ascii_alphanumeric(),
        _ => false,
    }
}

/// `--`, which ends like no annotation, and its kin.
pub(crate) fn is_null_move(word: &str) -> bool {
    matches!(word, "--" | "Z0" | "z0" | "null" | "@@@@" | "0000")
}
