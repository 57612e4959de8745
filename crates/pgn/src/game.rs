//! A game: tags, moves, result, and what was wrong with it.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use crate::comment::Comment;
use crate::diagnostic::{Diagnostic, Faults};
use crate::fault::{Fault, Severity};
use crate::held::HeldGame;
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
    /// Where it was read.
    pub(crate) origin: HeldGame,
    /// Something was repaired that is told elsewhere.
    pub(crate) repaired_quietly: bool,
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
            origin: HeldGame::default(),
            repaired_quietly: false,
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
        let mut faults = Faults::default();
        let mut game = Self::build(raw, &mut faults);
        game.diagnostics = faults.diagnose(raw);
        game.origin = raw.into();
        game
    }

    /// Reads a game that does not remember where it comes from.
    pub(crate) fn build(raw: &RawGame<'_>, faults: &mut Faults) -> Self {
        let mut builder = Builder::new(faults);
        // The builder never breaks off.
        let _ = visit(raw, &mut builder);
        let Builder { tags, tree, result, .. } = builder;
        Self { tags, tree, result, ..Self::default() }
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
        self.origin.raw().number
    }

    /// Where the game stood in the (unpacked) text of its source.
    pub fn span(&self) -> Range<u64> {
        self.origin.raw().span
    }

    /// The bytes that the game was read from; only the first few of a game that was too long.
    pub fn source_bytes(&self) -> &[u8] {
        self.origin.raw().bytes
    }

    /// What the diagnostics say so far; [`check`](Self::check) looks for more of them.
    pub fn verdict(&self) -> Verdict {
        let told = Verdict::of(&self.diagnostics);
        if self.repaired_quietly { told.max(Verdict::Repaired) } else { told }
    }
}

/// Builds a game from what the reader tells.
struct Builder<'a> {
    tags: Tags,
    tree: Tree,
    result: GameResult,
    faults: &'a mut Faults,
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

impl<'a> Builder<'a> {
    fn new(faults: &'a mut Faults) -> Self {
        let tree = Tree::new();
        Self {
            current: tree.root().id(),
            tags: Tags::new(),
            tree,
            result: GameResult::Unfinished,
            faults,
            moved: false,
            after_variation: false,
            pending: Vec::new(),
            outer: Vec::new(),
        }
    }
}

impl Visitor for Builder<'_> {
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
