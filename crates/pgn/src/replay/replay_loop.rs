//! The replay loop over one game.

use memchr::{memchr, memchr2, memmem};
use pinsight_rules::{Color, Language, Move, Position, is_invisible};

use super::language::find_language;
use super::replayer::{Replayed, Replayer};
use super::resolve::{Resolved, resolve};
use super::sink::{PlayedMove, RawComment, RawWord, Sink};
use super::split_move::{Joined, is_check_word, join};
use super::start::StartTags;
use super::terminator::{FoundResult, Results};
use crate::diagnostic::{Fault, FaultList, SetAside};
use crate::lex::{Ahead, Lexer, MoveNumber, RawTag, Span, TagFlaw, Token, Word, spaced_castling};
use crate::nag::Nag;
use crate::result::GameResult;
use crate::split::RawGame;
use crate::text::decode;

/// A game with more distinct tags gets a warning.
const MAX_TAGS: usize = 1000;

/// Whether the words of a line can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    /// The position is known.
    Playable,
    /// The last word is not a legal move: a variation on it can be played, the line itself cannot.
    LastIllegal,
    /// The position before the last word is not known.
    Unplayable,
}

/// The state of a line in which a variation began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outer {
    before: Position,
    position: Position,
    line: Line,
    failure: Option<usize>,
    ply: u32,
    /// The offset of the opening parenthesis.
    at: usize,
}

/// The piece letters of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letters {
    /// All words so far are English.
    English,
    /// English, after a search for another language.
    OnlyEnglish,
    Other(Language),
}

/// Replays one game.
pub(super) struct ReplayLoop<'r, 'a, S> {
    raw: &'r RawGame<'a>,
    sink: &'r mut S,
    faults: &'r mut FaultList,
    names: &'r mut crate::lex::TagNames,
    outer: &'r mut Vec<Outer>,
    /// Comments before the first move of a variation. In an empty variation they belong to the move before it.
    pending: &'r mut Vec<Span>,
    lexer: Lexer<'a>,
    /// The current position.
    position: &'r mut Position,
    /// The position before the last move. A move is played into it, then the two references are swapped: no copy.
    before: &'r mut Position,
    start: Option<Position>,
    line: Line,
    /// The index of the fault of the illegal move that ended this line, if it is kept.
    failure: Option<usize>,
    /// Whether this line has a move.
    moved: bool,
    /// The ply of the last word in this line.
    ply: u32,
    /// The number of legal plies of the mainline.
    plies: usize,
    moves: u64,
    /// The number of tokens other than legal moves and comments.
    others: u64,
    letters: Letters,
    results: Results,
    /// Whether a wrong move number or wrong dots have been reported.
    is_misnumbered: bool,
}

impl<'r, 'a, S: Sink> ReplayLoop<'r, 'a, S> {
    #[inline(always)]
    pub(super) fn new(replayer: &'r mut Replayer, raw: &'r RawGame<'a>, sink: &'r mut S) -> Self {
        let Replayer { faults, names, outer, pending, positions: [position, before] } = replayer;
        Self {
            raw,
            sink,
            faults,
            names,
            outer,
            pending,
            lexer: Lexer::new(raw.bytes, true),
            position,
            before,
            start: None,
            line: Line::Playable,
            failure: None,
            moved: false,
            ply: 0,
            plies: 0,
            moves: 0,
            others: 0,
            letters: Letters::English,
            results: Results::default(),
            is_misnumbered: false,
        }
    }

    #[inline(always)]
    pub(super) fn run(mut self) -> Replayed {
        if !self.raw.blank_before {
            self.faults.push(Fault::NoBlankLine, 0..0, 0);
        }
        self.check_utf8();
        let first = self.tags();
        self.movetext(first);
        self.end()
    }

    fn check_utf8(&mut self) {
        if self.raw.bytes.is_ascii() {
            return;
        }
        const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();
        if self.raw.is_lossy
            && let Some(at) = memmem::find(self.raw.bytes, REPLACEMENT)
        {
            self.faults.push(Fault::LostCharacter, at..at + REPLACEMENT.len(), 0);
        }
        if let Err(error) = std::str::from_utf8(self.raw.bytes) {
            let at = error.valid_up_to();
            let byte = self.raw.bytes.get(at).copied().unwrap_or_default();
            self.faults.push(Fault::NotUtf8 { byte }, at..at + 1, 0);
        }
    }

    /// Reads the tags and sets the start position; returns the first token after the tags.
    fn tags(&mut self) -> Token {
        let mut start_tags = StartTags::default();
        let token = loop {
            while self.lexer.next_plain_tag() {
                self.tag(&mut start_tags);
            }
            match self.lexer.next() {
                Token::Tag => self.odd_tag(&mut start_tags),
                Token::Stray(span) => self.stray(span),
                // These may precede or separate tags.
                Token::Comment { span, closed } => self.comment(span, closed),
                Token::Escape(span) => self.escape(span),
                Token::Nag(span) => self.nag(span),
                Token::Glyph(span) => self.glyph(span),
                token => break token,
            }
        };
        self.check_tags();
        self.start = start_tags.position(self.raw.legality, self.faults);
        if self.start.is_none() {
            self.line = Line::Unplayable;
        }
        *self.position = self.start.unwrap_or_default();
        *self.before = *self.position;
        self.sink.start(self.start.as_ref());
        token
    }

    /// Reports NUL in tags, and too many tags.
    fn check_tags(&mut self) {
        let tags_end = self.lexer.tag().whole.end;
        let head = self.raw.bytes.get(..tags_end).unwrap_or_default();
        if memchr(0, head).is_some() {
            for tag in self.raw.tags().filter(|tag| memchr(0, tag.value).is_some()) {
                let end = tag.at + tag.name.len() + 1;
                self.faults.push(Fault::TagControlCharacter { nul: true }, tag.at..end, 0);
            }
        }
        let count = self.names.len();
        if count > MAX_TAGS {
            self.fault(Fault::ManyTags { count }, self.lexer.tag().whole);
        }
    }

    #[inline(always)]
    fn tag(&mut self, start_tags: &mut StartTags) {
        let tag = self.lexer.raw_tag();
        if !self.names.insert(self.raw.bytes, self.lexer.tag().name) {
            return self.duplicate_tag(tag);
        }
        if tag.name == b"Result" {
            self.results.tag = Some(self.lexer.tag().value);
        }
        match StartTags::standard_name(tag.name) {
            Some(name) => self.start_tag(tag, name, start_tags),
            None => self.sink.tag(tag),
        }
    }

    /// Reads a tag that determines the start position.
    #[cold]
    fn start_tag(&mut self, mut tag: RawTag<'a>, name: &'static str, start_tags: &mut StartTags) {
        if tag.name != name.as_bytes() {
            if self.raw.tags().any(|other| other.name == name.as_bytes()) {
                return self.duplicate_tag(tag);
            }
            let start = tag.at + 1;
            self.faults.push(Fault::TagNameCase { name }, start..start + name.len(), 0);
        }
        if !start_tags.add(name, tag, self.lexer.tag().whole) {
            return self.duplicate_tag(tag);
        }
        tag.name = name.as_bytes();
        self.sink.tag(tag);
    }

    #[cold]
    fn duplicate_tag(&mut self, tag: RawTag<'_>) {
        self.faults.push(Fault::DuplicateTag, tag.at..tag.at + tag.name.len() + 1, 0);
    }

    fn odd_tag(&mut self, start_tags: &mut StartTags) {
        let tag = self.lexer.tag();
        if let Some(flaw) = tag.flaw {
            let fault = match flaw {
                TagFlaw::NoValue => Fault::TagWithoutValue,
                TagFlaw::Unquoted => Fault::TagUnquoted,
                TagFlaw::InnerQuote => Fault::TagInnerQuote,
                TagFlaw::Unterminated => Fault::TagUnterminated,
                TagFlaw::NoBracket => Fault::TagWithoutBracket,
                TagFlaw::NoName => Fault::TagWithoutName,
            };
            self.fault(fault, tag.whole);
            if flaw == TagFlaw::NoName {
                return;
            }
        }
        if memchr2(b'\n', b'\r', tag.value.of(self.raw.bytes)).is_some() {
            self.fault(Fault::TagControlCharacter { nul: false }, tag.whole);
        }
        self.tag(start_tags);
    }

    #[inline(always)]
    fn movetext(&mut self, first: Token) {
        let mut token = first;
        loop {
            match token {
                Token::Word(span) => self.word(span),
                Token::Comment { span, closed } => self.comment(span, closed),
                Token::Open(at) => self.open(at),
                Token::Close(at) => self.close(at),
                Token::Nag(span) => self.nag(span),
                Token::Glyph(span) => self.glyph(span),
                Token::Result { result, span, exact } => self.result(result, span, exact),
                Token::Escape(span) => self.escape(span),
                Token::Note(span) => {
                    self.fault(Fault::TextAfterResult, span);
                    self.comment(span, true);
                }
                Token::Stray(span) => self.stray(span),
                // The lexer returns tags before the movetext only.
                Token::Tag | Token::End => return,
            }
            // The fast path does not check a number that the lexer has already read.
            token = if self.lexer.has_number() { self.lexer.next() } else { self.fast_tokens() };
        }
    }

    /// Reads canonical moves and comments; returns the first other token.
    #[inline(always)]
    fn fast_tokens(&mut self) -> Token {
        loop {
            match self.lexer.look_ahead(self.position.fullmove_number(), self.position.turn()) {
                Ahead::Word if self.line == Line::Playable && self.canonical_word() => {}
                Ahead::Comment => {
                    let Token::Comment { span, closed } = self.lexer.comment() else {
                        return Token::End;
                    };
                    self.comment(span, closed);
                }
                Ahead::Word | Ahead::Other => return self.lexer.next(),
            }
        }
    }

    /// Plays the word ahead if it is canonical SAN; the fast path for nearly all moves.
    #[inline(always)]
    fn canonical_word(&mut self) -> bool {
        let at = self.lexer.pos();
        let Some((mv, length)) = self.position.play_san_prefix(self.lexer.remaining(), self.before) else {
            return false;
        };
        // NUL continues a word.
        if self.lexer.remaining().get(length) == Some(&0) {
            return false;
        }
        self.lexer.advance(length);
        self.played(mv, at);
        true
    }

    /// Counts and reports the move that was just played into `before`.
    #[inline(always)]
    fn played(&mut self, mv: Move, at: usize) {
        self.swap_positions();
        self.count_ply();
        let (ply, depth) = (self.ply, self.outer.len() as u32);
        let (before, after) = (&*self.before, &*self.position);
        self.sink.played(PlayedMove { ply, before, played: mv, after, depth, at });
    }

    /// Compares the number before a word with the position.
    fn check_number(&mut self) {
        let expected = self.position.fullmove_number();
        let Some(number) = self.lexer.take_number() else {
            return;
        };
        if number.value != u32::from(expected) {
            self.wrong_number(number, expected);
        } else if number.has_dots && self.position.turn() == Color::White {
            self.wrong_dots(number);
        }
    }

    /// Reports dots for Black before a move of White, once per game.
    #[cold]
    fn wrong_dots(&mut self, number: MoveNumber) {
        if !self.is_misnumbered {
            self.is_misnumbered = true;
            let dots =
                self.raw.bytes.iter().skip(number.digits.end).take_while(|&&byte| byte == b'.').count();
            self.fault(Fault::WrongDots, Span::new(number.digits.start, number.digits.end + dots));
        }
    }

    /// Reports a wrong move number, once per game, or a number without a dot.
    #[cold]
    fn wrong_number(&mut self, number: MoveNumber, expected: u16) {
        let MoveNumber { digits, has_dot, .. } = number;
        if !has_dot {
            self.fault(Fault::StrayNumber, digits);
        } else if !self.is_misnumbered && expected < u16::MAX {
            self.is_misnumbered = true;
            self.fault(Fault::WrongNumber { expected }, digits);
        }
    }

    #[inline(always)]
    fn count_ply(&mut self) {
        self.begin_move();
        self.moves += 1;
        self.ply += 1;
        self.plies += usize::from(self.outer.is_empty());
    }

    #[inline(always)]
    fn swap_positions(&mut self) {
        std::mem::swap(&mut self.position, &mut self.before);
    }

    /// Plays a move or a null move.
    fn play(&mut self, played: Option<Move>, at: usize) {
        self.check_number();
        *self.before = super::resolve::after(self.position, played);
        if let Some(mv) = played {
            return self.played(mv, at);
        }
        self.swap_positions();
        self.count_ply();
        self.sink.null_move(self.ply, self.before, self.position, self.outer.len() as u32);
    }

    /// Reads a word that the fast path has rejected: castling, promotion, a glyph after it, or anything unusual.
    #[inline(never)]
    fn word(&mut self, span: Span) {
        if self.line == Line::Playable
            && let Some(mv) = self.position.find_san(span.of(self.raw.bytes))
            && self.lexer.glued_number(span).is_none()
        {
            return self.play(Some(mv), span.start);
        }
        self.unusual_word(span);
    }

    #[cold]
    fn unusual_word(&mut self, span: Span) {
        self.others += 1;
        if decode(span.of(self.raw.bytes)).chars().all(is_invisible) {
            return self.fault(Fault::Stray, span);
        }
        let word = Word::parse(span.of(self.raw.bytes));
        let is_nag = word.as_ref().is_some_and(|word| word.san == 0);
        let part = Span::new(span.start, span.start + word.as_ref().map_or(0, |word| word.san));
        let marks_check = self.moved && is_check_word(part.of(self.raw.bytes));
        if self.line == Line::Playable && !marks_check && self.split_move(span, is_nag) {
            return;
        }
        let Some(word) = word else {
            return self.fault(Fault::Stray, span);
        };
        if is_nag && self.follows_number(span) {
            // `2. N {a comment} f3`
            self.fault(Fault::DoubtfulNag, span);
        }
        let before = self.ply;
        if marks_check {
            self.fault(Fault::CheckInWords, part);
        } else if word.san > 0 {
            self.move_word(part);
        }
        if let Some(glued) = self.lexer.glued_number(span) {
            self.faults.push(Fault::GluedNumber, glued.range(), before + u32::from(word.san > 0));
        }
        for &nag in word.nags.iter().rev() {
            self.annotate(Some(nag), span);
        }
    }

    /// Plays a move with blanks in it (`N f3`) that begins with this word; `false` if there is none.
    ///
    /// `N` after a move may be a novelty, too: if the next word is a legal move without it and no number precedes it,
    /// it is read as one.
    fn split_move(&mut self, span: Span, is_nag: bool) -> bool {
        let language = match self.letters {
            Letters::Other(language) => Some(language),
            Letters::English | Letters::OnlyEnglish => None,
        };
        let joined = join(self.position, self.raw.bytes, span, language);
        let Some(Joined { mv, text, end, is_legal_without }) = joined else {
            return false;
        };
        let whole = Span::new(span.start, end);
        if is_nag && is_legal_without && self.moved && !self.follows_number(span) {
            self.fault(Fault::DoubtfulNag, whole);
            return false;
        }
        self.faults.push(Fault::SplitMove { read: text }, whole.range(), self.ply + 1);
        self.lexer.advance(end - self.lexer.pos());
        self.play(Some(mv), span.start);
        true
    }

    fn follows_number(&self, word: Span) -> bool {
        self.lexer.has_number() || self.lexer.follows_dot(word.start)
    }

    /// Plays a word that is not canonical SAN, or reports it as illegal.
    fn move_word(&mut self, span: Span) {
        let span = self.with_spaced_castling(span);
        let mut text = decode(span.of(self.raw.bytes));
        if text.starts_with("0") {
            text = text.replace(|letter: char| letter.is_ascii_whitespace(), "").into();
        }
        match self.line {
            Line::Playable => match self.resolve(&text, span) {
                Ok(Resolved { moves, faults }) => {
                    for fault in faults {
                        self.faults.push(fault, span.range(), self.ply + 1);
                    }
                    for played in moves {
                        self.play(played, span.start);
                    }
                    return;
                }
                Err(reason) => {
                    let fault = Fault::IllegalMove { reason, set_aside: SetAside::default() };
                    self.failure = self.faults.push(fault, span.range(), self.ply + 1);
                    self.line = Line::LastIllegal;
                }
            },
            Line::LastIllegal | Line::Unplayable => {
                self.line = Line::Unplayable;
                self.faults.set_aside(self.failure, &text);
            }
        }
        // The move number cannot be checked without a position.
        self.lexer.take_number();
        self.begin_move();
        self.ply += 1;
        let depth = self.outer.len() as u32;
        self.sink.raw_word(RawWord { ply: self.ply, text: &text, depth, at: span.start });
    }

    /// Extends the first word of an illegal `0 - 0` by the others: written alone, a zero would be read as a number.
    fn with_spaced_castling(&mut self, word: Span) -> Span {
        if !matches!(word.of(self.raw.bytes), b"0" | b"0-") {
            return word;
        }
        let length = self.raw.bytes.get(word.start..).and_then(spaced_castling);
        let whole = Span::new(word.start, length.map_or(word.end, |length| word.start + length));
        self.lexer.advance(whole.end - self.lexer.pos());
        whole
    }

    /// Resolves a word in English, or in the language of the game.
    fn resolve(&mut self, text: &str, span: Span) -> Result<Resolved, String> {
        let position = *self.position;
        let english = |text| resolve(&position, text, None);
        match self.letters {
            Letters::Other(language) => return resolve(&position, text, Some(language)),
            Letters::OnlyEnglish => return english(text),
            Letters::English => {}
        }
        // A Dutch knight has the letter of an English pawn: search for the language first.
        if !text.starts_with('P')
            && let resolved @ Ok(_) = english(text)
        {
            return resolved;
        }
        let language = self.start.and_then(|start| find_language(&start, self.raw.bytes, span.start));
        let Some(language) = language else {
            self.letters = Letters::OnlyEnglish;
            return english(text);
        };
        self.letters = Letters::Other(language);
        let mut resolved = resolve(&position, text, Some(language))?;
        resolved.faults.insert(0, Fault::ForeignLetters { language });
        Ok(resolved)
    }

    #[cold]
    fn result(&mut self, result: GameResult, span: Span, exact: bool) {
        if !exact {
            self.fault(Fault::OddResult { read_as: result }, span);
        }
        if self.lexer.is_glued(span) {
            self.fault(Fault::GluedResult, span);
        }
        let (tokens, progress) = (self.tokens(), self.moves + u64::from(self.ply));
        let found = FoundResult { result, span, ply: self.ply, tokens, progress };
        self.results.add(found, !self.outer.is_empty(), self.faults);
    }

    #[cold]
    fn stray(&mut self, span: Span) {
        self.others += 1;
        let text = span.of(self.raw.bytes);
        if text == b"}"
            && let Some(close) = self.lexer.take_nested()
        {
            self.fault(Fault::NestedComment, Span::new(close, close + 1));
        } else if text.iter().all(u8::is_ascii_digit) {
            self.fault(Fault::StrayNumber, span);
        } else {
            self.fault(Fault::Stray, span);
        }
    }

    #[cold]
    fn escape(&mut self, span: Span) {
        self.fault(Fault::EscapeLine, span);
        self.comment(span, true);
    }

    #[inline(always)]
    fn comment(&mut self, span: Span, closed: bool) {
        if !closed {
            self.faults.push(Fault::UnterminatedComment, span.start - 1..span.start, self.ply);
        }
        if self.moved || self.outer.is_empty() {
            self.report_comment(span);
        } else {
            self.pending.push(span);
        }
    }

    #[inline(always)]
    fn report_comment(&mut self, span: Span) {
        let (bytes, depth) = (span.of(self.raw.bytes), self.outer.len() as u32);
        self.sink.comment(RawComment { ply: self.ply, bytes, depth, at: span.start });
    }

    /// Marks that the line has a move and reports the comments before its first one.
    #[inline(always)]
    fn begin_move(&mut self) {
        if !self.moved {
            self.report_pending();
            self.moved = true;
        }
    }

    #[cold]
    fn report_pending(&mut self) {
        for index in 0..self.pending.len() {
            if let Some(&span) = self.pending.get(index) {
                self.report_comment(span);
            }
        }
        self.pending.clear();
    }

    fn nag(&mut self, span: Span) {
        let digits = span.of(self.raw.bytes).get(1..).unwrap_or_default();
        let number =
            digits.iter().try_fold(0u8, |number, digit| number.checked_mul(10)?.checked_add(digit - b'0'));
        self.annotate(number.map(Nag), span);
    }

    fn glyph(&mut self, span: Span) {
        let glyph = std::str::from_utf8(span.of(self.raw.bytes)).ok();
        self.annotate(glyph.and_then(Nag::from_glyph), span);
    }

    fn annotate(&mut self, nag: Option<Nag>, span: Span) {
        self.others += 1;
        match nag {
            Some(nag) if self.moved => self.sink.nag(nag),
            Some(_) => self.fault(Fault::NagBeforeMove, span),
            None => self.fault(Fault::UnknownNag, span),
        }
    }

    fn open(&mut self, at: usize) {
        self.others += 1;
        if !self.moved {
            self.faults.push(Fault::VariationBeforeMove, at..at + 1, self.ply);
            self.lexer.skip_variation();
            self.lexer.take_number();
            return self.comment(Span::new(at, self.lexer.pos()), true);
        }
        let (before, position) = (*self.before, *self.position);
        let Self { line, failure, ply, .. } = *self;
        self.outer.push(Outer { before, position, line, failure, ply, at });
        match line {
            Line::Playable => self.swap_positions(),
            Line::LastIllegal => self.line = Line::Playable,
            Line::Unplayable => {}
        }
        self.moved = false;
        self.ply -= 1;
        self.sink.begin_variation();
    }

    fn close(&mut self, at: usize) {
        self.others += 1;
        let is_empty = !self.moved;
        self.results.reject_nested(self.faults, self.ply);
        self.end_variation();
        if is_empty {
            self.faults.push(Fault::EmptyVariation, at..at + 1, self.ply);
        }
    }

    fn end_variation(&mut self) {
        if let Some(Outer { before, position, line, failure, ply, .. }) = self.outer.pop() {
            (*self.position, *self.before) = (position, before);
            (self.line, self.failure, self.ply) = (line, failure, ply);
            self.moved = true;
            self.lexer.take_number();
            self.sink.end_variation();
            self.report_pending();
        }
    }

    /// Closes open variations and decides the result.
    fn end(mut self) -> Replayed {
        if let Some(&Outer { at, ply, .. }) = self.outer.last() {
            self.faults.push(Fault::UnclosedVariation, at..at + 1, ply);
            let last_ply = self.outer.first().map_or(ply, |outer| outer.ply);
            self.results.accept_nested(self.tokens(), self.moves + u64::from(last_ply), ply);
            self.results.reject_nested(self.faults, self.ply);
        }
        while !self.outer.is_empty() {
            self.end_variation();
        }
        self.check_rest();
        let progress = self.moves + u64::from(self.ply);
        let result = self.results.decide(self.raw.bytes, progress, self.faults, self.ply);
        self.check_result(result);
        self.sink.end(result);
        Replayed {
            plies: self.plies,
            moves: self.moves,
            start: self.start,
            last: self.start.map(|_| *self.position),
            result,
            diagnostics: self.faults.diagnose(&self.raw.origin()),
        }
    }

    /// Reports a number after the last move, and unusual blanks.
    #[inline(always)]
    fn check_rest(&mut self) {
        if let Some(number) = self.lexer.take_number().filter(|number| !number.has_dot)
            && self.line == Line::Playable
        {
            let expected = self.position.fullmove_number();
            if number.value != u32::from(expected) {
                self.wrong_number(number, expected);
            }
        }
        if let Some(span) = self.lexer.odd_blank() {
            let character = decode(span.of(self.raw.bytes)).chars().next().unwrap_or_default();
            // The lexer does not count plies.
            self.faults.push(Fault::OddBlank { character }, span.range(), 0);
        }
    }

    /// Reports a result that the final position contradicts.
    #[inline(always)]
    fn check_result(&mut self, result: GameResult) {
        let position = &*self.position;
        if self.line != Line::Playable || position.has_legal_moves() {
            return;
        }
        if let Some(end) = position.end().filter(|end| result != end.outcome.into()) {
            let at = self.results.place(self.raw.bytes);
            self.faults.push(Fault::ResultAgainstBoard { result, end }, at, self.ply);
        }
    }

    /// The number of tokens so far, without comments and results.
    fn tokens(&self) -> u64 {
        self.moves + self.others
    }

    fn fault(&mut self, fault: Fault, span: Span) {
        self.faults.push(fault, span.range(), self.ply);
    }
}
