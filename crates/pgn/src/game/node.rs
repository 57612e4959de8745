//! Nodes of a game tree.

use std::fmt;
use std::num::NonZeroU32;
use std::time::Duration;

use pinsight_rules::{Move, Position};

use super::command::{Arrow, Command, Eval, Mark};
use super::comment::Comment;
use super::tree::Tree;
use crate::nag::Nag;

/// Identifies a node of a [`Tree`]. A tree never reuses the id of a removed node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The root, the position before the first move; its number is 0.
    pub const ROOT: Self = Self(NonZeroU32::MIN);

    /// Returns the id with this number; `None` for `u32::MAX`.
    pub const fn from_number(number: u32) -> Option<Self> {
        match NonZeroU32::MIN.checked_add(number) {
            Some(id) => Some(Self(id)),
            None => None,
        }
    }

    /// Returns the number, for storage.
    pub const fn number(self) -> u32 {
        self.0.get() - 1
    }

    pub(super) const fn index(self) -> usize {
        self.number() as usize
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// What was played to reach a node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum NodeMove {
    /// A legal move.
    Move(Move),
    /// A null move, `--`.
    Null,
    /// A word that is not a legal move, or any word after one, as written.
    Raw(String),
}

impl NodeMove {
    /// Returns the position after the move; `None` for a raw word, or a null move in check.
    pub fn play(&self, before: &Position) -> Option<Position> {
        match self {
            Self::Move(mv) => Some(before.play_unchecked(*mv)),
            Self::Null => before.pass(),
            Self::Raw(_) => None,
        }
    }
}

impl From<Move> for NodeMove {
    fn from(mv: Move) -> Self {
        Self::Move(mv)
    }
}

/// The place of a comment relative to its move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CommentPlace {
    /// Before the move; only at the first move of a variation.
    Before,
    /// After the move. At the root: before the first move of the game.
    After,
    /// After the variations that follow the move.
    AfterVariations,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) parent: Option<NodeId>,
    pub(super) first_child: Option<NodeId>,
    pub(super) last_child: Option<NodeId>,
    pub(super) next_sibling: Option<NodeId>,
    /// `None` at the root.
    pub(super) played: Option<NodeMove>,
    pub(super) nags: Vec<Nag>,
    pub(super) comments: Vec<(CommentPlace, Comment)>,
}

/// A node of a [`Tree`].
#[derive(Clone, Copy, Debug)]
pub struct NodeRef<'a> {
    pub(super) tree: &'a Tree,
    pub(super) id: NodeId,
    pub(super) node: &'a Node,
}

impl<'a> NodeRef<'a> {
    /// Returns the id.
    pub fn id(&self) -> NodeId {
        self.id
    }

    /// Returns what was played to reach the node; `None` at the root.
    pub fn played(&self) -> Option<&'a NodeMove> {
        self.node.played.as_ref()
    }

    /// Returns the legal move; `None` at the root, for null moves and for raw words.
    pub fn mv(&self) -> Option<Move> {
        match self.node.played {
            Some(NodeMove::Move(mv)) => Some(mv),
            _ => None,
        }
    }

    /// Returns the SAN of the move, `--`, or the raw word; empty at the root.
    ///
    /// Replays the line to the node; [`Tree::walk`] is faster for many nodes.
    pub fn san(&self) -> String {
        let before = self.parent().and_then(|parent| self.tree.position(parent.id));
        self.san_in(before.as_ref())
    }

    pub(super) fn san_in(&self, before: Option<&Position>) -> String {
        match (&self.node.played, before) {
            (Some(NodeMove::Move(mv)), Some(before)) => before.san(*mv),
            (Some(NodeMove::Null), _) => "--".to_owned(),
            (Some(NodeMove::Raw(text)), _) => text.clone(),
            (Some(NodeMove::Move(_)), None) | (None, _) => String::new(),
        }
    }

    /// Returns the number of plies from the root.
    pub fn ply(&self) -> u32 {
        std::iter::successors(self.parent(), Self::parent).count() as u32
    }

    /// Returns the parent; `None` at the root.
    pub fn parent(&self) -> Option<Self> {
        self.tree.get(self.node.parent?)
    }

    /// Returns the first child, which continues the line.
    pub fn next(&self) -> Option<Self> {
        self.tree.get(self.node.first_child?)
    }

    /// Iterates over the children: the one that continues the line, then its alternatives.
    pub fn children(&self) -> impl Iterator<Item = Self> + use<'a> {
        std::iter::successors(self.next(), Self::sibling)
    }

    pub(super) fn sibling(&self) -> Option<Self> {
        self.tree.get(self.node.next_sibling?)
    }

    /// Whether the node is the first of a variation.
    pub fn begins_variation(&self) -> bool {
        self.parent().is_some_and(|parent| parent.node.first_child != Some(self.id))
    }

    /// Whether only first children lead to the node.
    pub fn is_mainline(&self) -> bool {
        !std::iter::successors(Some(*self), Self::parent).any(|node| node.begins_variation())
    }

    /// Whether variations are written after the node.
    fn has_variations(&self) -> bool {
        self.node.next_sibling.is_some() && !self.begins_variation()
    }

    /// Returns the NAGs.
    pub fn nags(&self) -> &'a [Nag] {
        &self.node.nags
    }

    /// Iterates over the comments at a place. A comment whose place the node does not have counts as
    /// [`After`](CommentPlace::After).
    pub fn comments(&self, place: CommentPlace) -> impl Iterator<Item = &'a Comment> + use<'a> {
        let effective = self.effective_place();
        let comments = self.node.comments.iter();
        comments.filter(move |(stored, _)| effective(*stored) == place).map(|(_, comment)| comment)
    }

    /// Returns the function that maps the stored place of a comment to the one where it is written.
    pub(super) fn effective_place(&self) -> impl Fn(CommentPlace) -> CommentPlace + use<> {
        let (begins, varied) = (self.begins_variation(), self.has_variations());
        move |stored| match stored {
            CommentPlace::Before if !begins => CommentPlace::After,
            CommentPlace::AfterVariations if !varied => CommentPlace::After,
            stored => stored,
        }
    }

    /// Iterates over all comments in writing order.
    pub fn all_comments(&self) -> impl Iterator<Item = &'a Comment> + use<'a> {
        self.comments(CommentPlace::Before)
            .chain(self.comments(CommentPlace::After))
            .chain(self.comments(CommentPlace::AfterVariations))
    }

    /// Iterates over the commands of the comments after the move.
    pub fn commands(&self) -> impl Iterator<Item = Command> + use<'a> {
        self.comments(CommentPlace::After)
            .chain(self.comments(CommentPlace::AfterVariations))
            .flat_map(Comment::commands)
    }

    /// Returns the time left after the move (`[%clk]`).
    pub fn clock(&self) -> Option<Duration> {
        self.commands().find_map(|command| if let Command::Clock(time) = command { Some(time) } else { None })
    }

    /// Returns the engine evaluation after the move (`[%eval]`).
    pub fn eval(&self) -> Option<Eval> {
        self.commands().find_map(|command| if let Command::Eval(eval) = command { Some(eval) } else { None })
    }

    /// Returns the arrows (`[%cal]`).
    pub fn arrows(&self) -> Vec<Arrow> {
        let arrows = |command| if let Command::Arrows(arrows) = command { arrows } else { Vec::new() };
        self.commands().flat_map(arrows).collect()
    }

    /// Returns the marked squares (`[%csl]`).
    pub fn marks(&self) -> Vec<Mark> {
        let marks = |command| if let Command::Marks(marks) = command { marks } else { Vec::new() };
        self.commands().flat_map(marks).collect()
    }
}
