//! Builds a game from the events of the replay loop.

use pinsight_rules::Position;

use super::comment::Comment;
use super::node::{CommentPlace, NodeId, NodeMove};
use super::tags::Tags;
use super::tree::Tree;
use crate::lex::RawTag;
use crate::nag::Nag;
use crate::replay::{PlayedMove, RawComment, RawWord, Sink};

/// The sink that keeps everything.
pub(super) struct Builder {
    pub(super) tags: Tags,
    pub(super) tree: Tree,
    /// The last move of the line, or the node before its first move.
    current: NodeId,
    /// Whether the line has a move.
    moved: bool,
    /// Whether a variation is the last thing in the line.
    after_variation: bool,
    /// Comments before the first move of a variation.
    pending: Vec<Comment>,
    outer: Vec<NodeId>,
}

impl Builder {
    pub(super) fn new() -> Self {
        let mut tree = Tree::default();
        tree.set_start(None);
        Self {
            tags: Tags::new(),
            tree,
            current: NodeId::ROOT,
            moved: false,
            after_variation: false,
            pending: Vec::new(),
            outer: Vec::new(),
        }
    }

    fn push(&mut self, played: NodeMove) {
        self.current = self.tree.push(self.current, played);
        for comment in self.pending.drain(..) {
            self.tree.add_comment(self.current, CommentPlace::Before, comment);
        }
        self.moved = true;
        self.after_variation = false;
    }
}

impl Sink for Builder {
    fn tag(&mut self, tag: RawTag<'_>) {
        self.tags.push(tag.name_text().into_owned(), tag.text().into_owned());
    }

    fn start(&mut self, start: Option<&Position>) {
        self.tree.set_start(start.copied());
    }

    fn played(&mut self, played: PlayedMove<'_>) {
        self.push(NodeMove::Move(played.played));
    }

    fn null_move(&mut self, _: u32, _: &Position, _: &Position, _: u32) {
        self.push(NodeMove::Null);
    }

    fn raw_word(&mut self, word: RawWord<'_>) {
        self.push(NodeMove::Raw(word.text.to_owned()));
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

    fn begin_variation(&mut self) {
        self.outer.push(self.current);
        if let Some(parent) = self.tree.get(self.current).and_then(|node| node.parent()) {
            self.current = parent.id();
        }
        self.moved = false;
        self.after_variation = false;
    }

    fn end_variation(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.current = outer;
        }
        self.moved = true;
        self.after_variation = true;
    }
}
