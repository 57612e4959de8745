//! A game: tags, moves, result, and what was wrong with it.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use crate::comment::Comment;
use crate::diagnostic::{Diagnostic, Faults};
use crate::fault::{Fault, Severity};
use crate::nag::Nag;
use crate::reader::{RawComment, RawSan, Variation, Visitor, visit};
use crate::result::GameResult;
use crate::splitter::{RawGame, split};
use crate::tags::{RawTag, Tags};
use crate::text;
use crate::tree::{CommentPlace, NodeId, Tree};

/// A game as it was read, or made.
///
/// Reading never fails: what was wrong stands in `diagnostics`. It does not judge moves either; that is done by
/// [`replay`](Self::replay), [`check`](Self::check) and [`normalise`](Self::normalise).
///
/// Two games are equal if their tags, moves and results are; what was wrong with them does not count.
#[derive(Clone, Debug)]
pub struct Game {
    /// The tag pairs.
    pub tags: Tags,
    /// The moves.
    pub tree: Tree,
    /// The result: the token that ends the game, or else what the tag says.
    pub result: GameResult,
    /// What was wrong.
    pub diagnostics: Vec<Diagnostic>,
    pub(crate) origin: Origin,
}

/// Where a game was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origin {
    number: u64,
    span: Range<u64>,
    line: u64,
    column_offset: u64,
    source: Arc<str>,
    bytes: Box<[u8]>,
}

impl Origin {
    fn of(raw: &RawGame<'_>) -> Self {
        Self {
            number: raw.number,
            span: raw.span.clone(),
            line: raw.line,
            column_offset: raw.column_offset,
            source: Arc::clone(raw.source),
            bytes: raw.bytes.into(),
        }
    }

    pub(crate) fn raw(&self) -> RawGame<'_> {
        RawGame {
            number: self.number,
            span: self.span.clone(),
            line: self.line,
            column_offset: self.column_offset,
            blank_before: true,
            bytes: &self.bytes,
            oversized: false,
            source: &self.source,
        }
    }
}

/// What a look at all its faults says about a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// Nothing was wrong.
    Good,
    /// Something was, but it could be repaired.
    Repaired,
    /// Something had to be set aside.
    Broken,
}

impl Verdict {
    /// The verdict that some diagnostics give.
    pub fn of(diagnostics: &[Diagnostic]) -> Self {
        let worst = diagnostics.iter().map(Diagnostic::severity).max();
        match worst {
            None => Self::Good,
            Some(Severity::Warning) => Self::Repaired,
            Some(Severity::Error) => Self::Broken,
        }
    }
}

impl Default for Game {
    fn default() -> Self {
        Self {
            tags: Tags::new(),
            tree: Tree::new(),
            result: GameResult::Unfinished,
            diagnostics: Vec::new(),
            origin: Origin::default(),
        }
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.tags == other.tags && self.tree == other.tree && self.result == other.result
    }
}

impl Eq for Game {}

impl Game {
    /// A game without tags and moves.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a game.
    pub fn read(raw: &RawGame<'_>) -> Self {
        let mut builder = Builder::default();
        // The builder never breaks off.
        let _ = visit(raw, &mut builder);
        Self {
            tags: builder.tags,
            tree: builder.tree,
            result: builder.result,
            diagnostics: builder.faults.diagnose(raw),
            origin: Origin::of(raw),
        }
    }

    /// The first game in a text, if there is one.
    ///
    /// ```
    /// let game = pinsight_pgn::Game::parse("[White \"Anna\"]\n\n1. e4 e5 2. Nf3 *").unwrap();
    /// assert_eq!(game.tags.get("White"), Some("Anna"));
    /// assert_eq!(game.tree.mainline().map(|node| node.san()).collect::<Vec<_>>(), ["e4", "e5", "Nf3"]);
    /// assert!(game.diagnostics.is_empty());
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        Self::parse_all(text).next()
    }

    /// All games in a text.
    pub fn parse_all(text: &str) -> impl Iterator<Item = Self> {
        let name: Arc<str> = "text".into();
        let games: Vec<_> = split(&name, text.as_bytes()).map(|raw| Self::read(&raw)).collect();
        games.into_iter()
    }

    /// The number of the game in its source, from 1; 0 if it was not read.
    pub fn number(&self) -> u64 {
        self.origin.number
    }

    /// Where the game stood in the (unpacked) text of its source.
    pub fn span(&self) -> Range<u64> {
        self.origin.span.clone()
    }

    /// The bytes that the game was read from.
    pub fn source_bytes(&self) -> &[u8] {
        &self.origin.bytes
    }

    /// What the diagnostics say so far; [`check`](Self::check) looks for more of them.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(&self.diagnostics)
    }
}

/// Builds a game from what the reader tells.
struct Builder {
    tags: Tags,
    tree: Tree,
    result: GameResult,
    faults: Faults,
    /// The last move of the line, or what the line starts from.
    current: NodeId,
    /// A move was made in this line.
    moved: bool,
    /// The last thing in this line was a variation.
    after_variation: bool,
    /// What stood before the line's first move.
    pending: Vec<Comment>,
    outer: Vec<NodeId>,
}

impl Default for Builder {
    fn default() -> Self {
        let tree = Tree::new();
        Self {
            current: tree.root().id(),
            tags: Tags::new(),
            tree,
            result: GameResult::Unfinished,
            faults: Faults::default(),
            moved: false,
            after_variation: false,
            pending: Vec::new(),
            outer: Vec::new(),
        }
    }
}

impl Visitor for Builder {
    fn tag(&mut self, tag: RawTag<'_>) {
        let name = text::decode(tag.name).0.into_owned();
        if !self.tags.add(name, tag.text().into_owned()) {
            let end = tag.at + tag.name.len() + 1;
            self.faults.push(Fault::DuplicateTag, tag.at..end);
        }
    }

    fn san(&mut self, san: RawSan<'_>) -> ControlFlow<()> {
        let (text, _) = text::decode(san.bytes);
        self.current = self.tree.push_at(self.current, &text, san.at);
        for comment in self.pending.drain(..) {
            self.tree.add_comment(self.current, CommentPlace::Before, comment);
        }
        self.moved = true;
        self.after_variation = false;
        ControlFlow::Continue(())
    }

    fn nag(&mut self, nag: Nag) {
        self.tree.add_nag(self.current, nag);
    }

    fn comment(&mut self, comment: RawComment<'_>) {
        let comment = Comment::from_bytes(comment.bytes);
        if !self.moved && !self.outer.is_empty() {
            self.pending.push(comment);
            return;
        }
        let place = if self.after_variation { CommentPlace::AfterVariations } else { CommentPlace::After };
        self.tree.add_comment(self.current, place, comment);
    }

    fn begin_variation(&mut self) -> Variation {
        self.outer.push(self.current);
        if let Some(parent) = self.tree.node(self.current).parent() {
            self.current = parent.id();
        }
        self.moved = false;
        self.after_variation = false;
        Variation::Read
    }

    fn end_variation(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.current = outer;
        }
        self.moved = true;
        // What an empty variation held is a comment on the move before it.
        for comment in std::mem::take(&mut self.pending) {
            self.tree.add_comment(self.current, CommentPlace::After, comment);
        }
        self.after_variation = true;
    }

    fn result(&mut self, result: GameResult) {
        self.result = result;
        // Variations that nobody closed end with the game.
        while !self.outer.is_empty() {
            self.end_variation();
        }
    }

    fn fault(&mut self, fault: Fault, at: Range<usize>) {
        self.faults.push(fault, at);
    }
}
