//! The moves of a game with their variations, NAGs and comments.

use pinsight_rules::{History, Ply, Position};
use thiserror::Error;

use super::command::Command;
use super::comment::Comment;
use super::node::{CommentPlace, Node, NodeId, NodeMove, NodeRef};
use super::walk::{Walk, plies};
use crate::nag::Nag;

/// A tree of moves. The first child of a node continues its line, the others are alternatives.
///
/// ```text
/// 1. e4 e5 (1... c5 2. Nf3) 2. f4        root - e4 - e5 - f4
///                                                  \ c5 - Nf3
/// ```
///
/// A variation on the first move of a variation is stored beside it, since both replace the same move. All nodes are in
/// one vector, and nothing recurses, however deep the variations are.
///
/// ```
/// use pinsight_pgn::{NodeId, Tree};
/// use pinsight_rules::Position;
///
/// let mut tree = Tree::new(Position::default());
/// let e4 = tree.add_san(NodeId::ROOT, "e4")?;
/// let e5 = tree.add_san(e4, "e5")?;
/// let c5 = tree.add_san(e4, "c5")?;
/// tree.promote(c5);
/// assert_eq!(tree.mainline().map(|node| node.san()).collect::<Vec<_>>(), ["e4", "c5"]);
/// let removed = tree.remove(c5).expect("a move");
/// tree.restore(removed);
/// assert_eq!(tree.position(c5).unwrap().fullmove_number(), 2);
/// # Ok::<(), pinsight_pgn::TreeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    /// `None` for a game with an illegal start position: then all nodes are raw words.
    start: Option<Position>,
    /// Indexed by the number of the node; `None` where a node was removed.
    nodes: Vec<Option<Node>>,
    len: usize,
    /// The position after the last node added, so that adding a line takes linear time.
    tip: (NodeId, Position),
}

/// An edit that a [`Tree`] refuses.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TreeError {
    /// The node does not exist.
    #[error("there is no node {0}")]
    NoNode(NodeId),
    /// The id is in use.
    #[error("node {0} exists already")]
    IdInUse(NodeId),
    /// The node has no position: it is a raw word, or follows one.
    #[error("node {0} has no position: a word before it is not a legal move")]
    NoPosition(NodeId),
    /// The move is illegal.
    #[error("{0}")]
    Illegal(String),
}

/// A removed subtree; [`Tree::restore`] puts it back.
#[derive(Debug)]
pub struct Removed {
    /// The sibling that followed the first node.
    before: Option<NodeId>,
    /// The first node first.
    nodes: Vec<(NodeId, Node)>,
}

impl Removed {
    /// Iterates over the ids of the removed nodes.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> {
        self.nodes.iter().map(|(id, _)| *id)
    }
}

impl Default for Tree {
    fn default() -> Self {
        Self::new(Position::default())
    }
}

impl Tree {
    /// Creates a tree without moves.
    pub fn new(start: Position) -> Self {
        let nodes = vec![Some(Node::default())];
        Self { start: Some(start), nodes, len: 0, tip: (NodeId::ROOT, start) }
    }

    pub(super) fn set_start(&mut self, start: Option<Position>) {
        self.start = start;
        self.tip = (NodeId::ROOT, start.unwrap_or_default());
    }

    /// Returns the start position; `None` if it is illegal.
    pub fn start(&self) -> Option<&Position> {
        self.start.as_ref()
    }

    /// Returns the root.
    #[allow(clippy::expect_used, reason = "the root is never removed")]
    pub fn root(&self) -> NodeRef<'_> {
        self.get(NodeId::ROOT).expect("the root is never removed")
    }

    /// Returns a node, if it exists.
    #[inline]
    pub fn get(&self, id: NodeId) -> Option<NodeRef<'_>> {
        Some(NodeRef { tree: self, id, node: self.nodes.get(id.index())?.as_ref()? })
    }

    /// Returns the number of moves, variations included.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Iterates over the moves of the mainline.
    pub fn mainline(&self) -> impl Iterator<Item = NodeRef<'_>> {
        std::iter::successors(self.root().next(), NodeRef::next)
    }

    /// Iterates over the plies of the mainline up to the first raw word. A null move counts as a ply but yields none.
    pub fn plies(&self) -> impl Iterator<Item = Ply> {
        plies(self.start, self.mainline())
    }

    /// Returns the line that leads to a node, without the root; empty if the node does not exist.
    pub fn line(&self, id: NodeId) -> Vec<NodeRef<'_>> {
        let mut line: Vec<_> = std::iter::successors(self.get(id), NodeRef::parent).collect();
        line.pop();
        line.reverse();
        line
    }

    /// Iterates over the plies of the line that leads to a node.
    pub fn plies_to(&self, id: NodeId) -> impl Iterator<Item = Ply> {
        plies(self.start, self.line(id).into_iter())
    }

    /// Returns the position at a node; `None` at and after a raw word.
    pub fn position(&self, id: NodeId) -> Option<Position> {
        let mut line = Vec::new();
        let mut node = self.get(id)?;
        let mut position = loop {
            if node.id == self.tip.0 && node.played().is_some() {
                break self.tip.1;
            }
            match (node.played(), node.parent()) {
                (Some(played), Some(parent)) => {
                    line.push(played);
                    node = parent;
                }
                _ => break self.start?,
            }
        };
        while let Some(played) = line.pop() {
            position = played.play(&position)?;
        }
        Some(position)
    }

    /// Iterates over everything in writing order, with the position before each move.
    pub fn walk(&self) -> Walk<'_> {
        Walk::new(self)
    }

    /// Returns the child of a node that was reached by this move.
    pub fn child(&self, parent: NodeId, played: &NodeMove) -> Option<NodeId> {
        let mut children = self.get(parent)?.children();
        children.find(|child| child.played() == Some(played)).map(|child| child.id)
    }

    /// Converts the line to a node into a history, from the last null move on.
    pub fn history(&self, id: NodeId) -> Option<History> {
        let mut position = self.start?;
        let mut history = History::new(position);
        for node in self.line(id) {
            position = node.played()?.play(&position)?;
            match node.mv() {
                Some(mv) => history.play(mv).ok()?,
                None => history = History::new(position),
            }
        }
        Some(history)
    }

    /// Adds a move as the last child of a node: it continues the line if it is the only one, else it begins a
    /// variation.
    pub fn add(&mut self, parent: NodeId, played: impl Into<NodeMove>) -> Result<NodeId, TreeError> {
        let id = self.next_id();
        self.insert(id, parent, played)?;
        Ok(id)
    }

    /// Adds a move in SAN, LAN or UCI.
    pub fn add_san(&mut self, parent: NodeId, text: &str) -> Result<NodeId, TreeError> {
        self.get(parent).ok_or(TreeError::NoNode(parent))?;
        let position = self.position(parent).ok_or(TreeError::NoPosition(parent))?;
        let mv = position.parse_move(text).map_err(|error| TreeError::Illegal(error.to_string()))?;
        self.add(parent, mv)
    }

    /// Adds a node with a given id, for trees that are stored: see [`NodeId::number`].
    pub fn insert(
        &mut self,
        id: NodeId,
        parent: NodeId,
        played: impl Into<NodeMove>,
    ) -> Result<(), TreeError> {
        let played = played.into();
        self.get(parent).ok_or(TreeError::NoNode(parent))?;
        if self.get(id).is_some() {
            return Err(TreeError::IdInUse(id));
        }
        let before = || self.position(parent).ok_or(TreeError::NoPosition(parent));
        let after = match &played {
            NodeMove::Raw(_) => None,
            NodeMove::Move(mv) => Some(before()?.play(*mv).map_err(|error| error.to_string())),
            NodeMove::Null => Some(before()?.pass().ok_or_else(|| "no null move in check".to_owned())),
        };
        if let Some(after) = after {
            self.tip = (id, after.map_err(TreeError::Illegal)?);
        }
        self.reserve_ids(id.number().saturating_add(1));
        self.place(id, Node { parent: Some(parent), played: Some(played), ..Node::default() }, None);
        Ok(())
    }

    /// Appends a node whose move the replay loop has checked.
    pub(super) fn push(&mut self, parent: NodeId, played: NodeMove) -> NodeId {
        let id = self.next_id();
        self.nodes.push(None);
        self.place(id, Node { parent: Some(parent), played: Some(played), ..Node::default() }, None);
        id
    }

    /// Returns the id of the next node added.
    #[allow(clippy::expect_used, reason = "a game is smaller than 2^31 bytes, and so has fewer moves")]
    pub fn next_id(&self) -> NodeId {
        NodeId::from_number(self.nodes.len() as u32).expect("a game has less than 2^32 moves")
    }

    /// Marks all ids below `next` as used.
    pub fn reserve_ids(&mut self, next: u32) {
        if self.nodes.len() < next as usize {
            self.nodes.resize_with(next as usize, || None);
        }
    }

    /// Removes a node and everything after it; `None` for the root or a missing node.
    pub fn remove(&mut self, id: NodeId) -> Option<Removed> {
        let before = self.get(id)?.node.next_sibling;
        let parent = self.get(id)?.node.parent?;
        self.unlink(id, parent);
        // The siblings after the removed node stay in the tree.
        self.node_mut(id)?.next_sibling = None;
        let mut nodes = Vec::new();
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            if let Some(node) = self.nodes.get_mut(id.index()).and_then(Option::take) {
                work.extend(node.next_sibling);
                work.extend(node.first_child);
                nodes.push((id, node));
            }
        }
        self.len -= nodes.len();
        self.tip = (NodeId::ROOT, self.start.unwrap_or_default());
        Some(Removed { before, nodes })
    }

    /// Puts a removed subtree back, before the sibling that followed it. Undoes [`remove`](Self::remove) if the tree is
    /// otherwise as it was. `None` if the parent is gone or the subtree is from another tree.
    pub fn restore(&mut self, removed: Removed) -> Option<NodeId> {
        let Removed { before, nodes } = removed;
        let (first, parent) = nodes.first().and_then(|(id, node)| Some((*id, node.parent?)))?;
        self.get(parent)?;
        // The ids are free in the tree that the nodes come from.
        let is_free = |(id, _): &(NodeId, Node)| self.nodes.get(id.index()).is_some_and(Option::is_none);
        if !nodes.iter().all(is_free) {
            return None;
        }
        let before = before.filter(|&id| self.get(id).is_some_and(|node| node.node.parent == Some(parent)));
        let rest = nodes.len() - 1;
        for (id, node) in nodes {
            if id == first {
                self.place(id, Node { next_sibling: None, ..node }, before);
            } else if let Some(slot) = self.nodes.get_mut(id.index()) {
                *slot = Some(node);
            }
        }
        self.len += rest;
        Some(first)
    }

    /// Moves the variation that a node is in one place up, and returns its first node. `None` on the mainline.
    pub fn promote(&mut self, id: NodeId) -> Option<NodeId> {
        let first = std::iter::successors(self.get(id), NodeRef::parent).find(NodeRef::begins_variation)?;
        let (first, parent) = (first.id, first.node.parent?);
        let previous = self.previous_sibling(first, parent)?;
        self.move_before(first, previous, parent);
        Some(first)
    }

    /// Moves the line that a node is in one place down, and returns its first node. `None` if it has no alternative
    /// after it. Undoes [`promote`](Self::promote).
    pub fn demote(&mut self, id: NodeId) -> Option<NodeId> {
        let mut up = std::iter::successors(self.get(id), NodeRef::parent);
        let first = up.find(|node| node.node.next_sibling.is_some())?;
        let (first, next, parent) = (first.id, first.node.next_sibling?, first.node.parent?);
        self.move_before(next, first, parent);
        Some(first)
    }

    /// Adds a NAG to a move.
    pub fn add_nag(&mut self, id: NodeId, nag: Nag) {
        if let Some(node) = self.node_mut(id) {
            node.nags.push(nag);
        }
    }

    /// Replaces the NAGs of a move.
    pub fn set_nags(&mut self, id: NodeId, nags: Vec<Nag>) {
        if let Some(node) = self.node_mut(id) {
            node.nags = nags;
        }
    }

    /// Adds a comment to a move, unless it is empty.
    pub fn add_comment(&mut self, id: NodeId, place: CommentPlace, comment: Comment) {
        if let Some(node) = self.node_mut(id).filter(|_| !comment.text().is_empty()) {
            node.comments.push((place, comment));
        }
    }

    /// Replaces the comments at a place by one comment, or by none if it is empty.
    pub fn set_comment(&mut self, id: NodeId, place: CommentPlace, comment: Comment) {
        let Some(effective) = self.get(id).map(|node| node.effective_place()) else { return };
        if let Some(node) = self.node_mut(id) {
            node.comments.retain(|(stored, _)| effective(*stored) != place);
        }
        self.add_comment(id, place, comment);
    }

    /// Sets a command of a move: replaces the one of the same name, or adds a comment. For clocks, evaluations, arrows
    /// and marks.
    pub fn set_command(&mut self, id: NodeId, command: &Command) {
        let Some(node) = self.node_mut(id) else { return };
        let comments = node.comments.iter_mut().map(|(_, comment)| comment);
        let replaced = comments.into_iter().any(|comment| comment.replace_command(command));
        if !replaced {
            self.add_comment(id, CommentPlace::After, Comment::new(&command.to_string()));
        }
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(id.index())?.as_mut()
    }

    /// Stores a node and links it before a sibling, or as the last child.
    fn place(&mut self, id: NodeId, node: Node, before: Option<NodeId>) {
        let parent = node.parent;
        if let Some(slot) = self.nodes.get_mut(id.index()) {
            *slot = Some(node);
            self.len += 1;
        }
        if let Some(parent) = parent {
            self.link(id, parent, before);
        }
    }

    /// Links a node before a sibling, or as the last child.
    fn link(&mut self, id: NodeId, parent: NodeId, before: Option<NodeId>) {
        let previous = match before {
            Some(before) => self.previous_sibling(before, parent),
            None => self.nodes.get(parent.index()).and_then(|node| node.as_ref()?.last_child),
        };
        if let Some(node) = self.node_mut(id) {
            node.next_sibling = before;
        }
        self.set_next(previous, parent, Some(id));
        if let Some(parent) = self.node_mut(parent).filter(|_| before.is_none()) {
            parent.last_child = Some(id);
        }
    }

    /// Sets the child after `previous`, or the first one.
    fn set_next(&mut self, previous: Option<NodeId>, parent: NodeId, next: Option<NodeId>) {
        let Some(node) = self.node_mut(previous.unwrap_or(parent)) else { return };
        match previous {
            Some(_) => node.next_sibling = next,
            None => node.first_child = next,
        }
    }

    /// Takes a node out of the list of its siblings.
    fn unlink(&mut self, id: NodeId, parent: NodeId) {
        let next = self.get(id).and_then(|node| node.node.next_sibling);
        let previous = self.previous_sibling(id, parent);
        self.set_next(previous, parent, next);
        if let Some(parent) = self.node_mut(parent).filter(|_| next.is_none()) {
            parent.last_child = previous;
        }
    }

    fn move_before(&mut self, id: NodeId, before: NodeId, parent: NodeId) {
        self.unlink(id, parent);
        self.link(id, parent, Some(before));
    }

    fn previous_sibling(&self, id: NodeId, parent: NodeId) -> Option<NodeId> {
        let mut children = self.get(parent)?.children();
        children.find(|child| child.node.next_sibling == Some(id)).map(|child| child.id)
    }
}

impl From<&History> for Tree {
    /// Converts the moves played, without those taken back.
    fn from(history: &History) -> Self {
        let mut tree = Self::new(*history.start());
        let mut last = NodeId::ROOT;
        for ply in history.plies() {
            last = tree.push(last, NodeMove::Move(ply.played));
        }
        tree
    }
}
