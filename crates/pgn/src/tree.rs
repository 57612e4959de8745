//! The moves of a game with their variations, annotations and comments.

use std::num::NonZeroU32;

use crate::comment::Comment;
use crate::nag::Nag;

/// A move in a [`Tree`], or the tree's root, which stands for the position before the first move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    const ROOT: Self = Self(NonZeroU32::MIN);

    pub(crate) fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// Where a comment stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CommentPlace {
    /// Before the move; only the first move of a variation has room for it.
    Before,
    /// After the move. At the root: before the first move of the game.
    After,
    /// After the variations that follow the move.
    AfterVariations,
}

#[derive(Clone, Debug, Default)]
struct Node {
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    /// The move's part of the tree's text.
    text: (u32, u32),
    /// Where the move stands in the bytes that it was read from.
    at: u32,
    nags: Vec<Nag>,
    comments: Vec<(CommentPlace, Comment)>,
}

/// The movetext as a tree. The first move after a node is the line that goes on, the others are its alternatives.
///
/// ```text
/// 1. e4 e5 (1... c5 2. Nf3) 2. f4        root - e4 - e5 - f4
///                                                  \ c5 - Nf3
/// ```
///
/// A variation on the first move of a variation is kept beside it, since both replace the same move. All nodes lie in
/// one vector: nothing here recurses, however deep the variations.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    text: String,
}

impl Default for Tree {
    fn default() -> Self {
        Self { nodes: vec![Node::default()], text: String::new() }
    }
}

#[allow(
    clippy::indexing_slicing,
    reason = "ids are made by the tree that they belong to, and nodes are never taken away"
)]
impl Tree {
    /// A tree with only its root.
    pub fn new() -> Self {
        Self::default()
    }

    /// The root: the position before the first move.
    pub fn root(&self) -> NodeRef<'_> {
        self.node(NodeId::ROOT)
    }

    /// A node.
    ///
    /// # Panics
    /// If the id belongs to another, larger tree.
    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        NodeRef { tree: self, id, node: &self.nodes[id.index()] }
    }

    /// How many moves there are, variations included.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The moves of the mainline.
    pub fn mainline(&self) -> impl Iterator<Item = NodeRef<'_>> {
        std::iter::successors(self.root().next(), NodeRef::next)
    }

    /// Everything in the order in which it is written.
    pub fn walk(&self) -> Walk<'_> {
        Walk { tree: self, work: vec![Work::Line(NodeId::ROOT)] }
    }

    /// Adds a move after a node: the line goes on with it if it is the first there, else it begins a variation.
    ///
    /// # Panics
    /// If the id belongs to another, larger tree, or the tree has 4 GiB of moves.
    pub fn push(&mut self, parent: NodeId, san: &str) -> NodeId {
        self.push_at(parent, san, 0)
    }

    pub(crate) fn push_at(&mut self, parent: NodeId, san: &str, at: usize) -> NodeId {
        let text = self.add_text(san);
        self.nodes.push(Node { parent: Some(parent), text, at: at as u32, ..Node::default() });
        // A game holds at most 2 GiB, and a move at least one byte.
        let id = NodeId(NonZeroU32::MIN.saturating_add(self.nodes.len() as u32 - 1));
        match self.nodes[parent.index()].last_child {
            Some(last) => self.nodes[last.index()].next_sibling = Some(id),
            None => self.nodes[parent.index()].first_child = Some(id),
        }
        self.nodes[parent.index()].last_child = Some(id);
        id
    }

    /// Writes a node's move in another way; as several moves if it was several without a space between them. What
    /// followed the word then follows the last of them: annotations, comments, variations, the line that goes on.
    pub(crate) fn rewrite(&mut self, id: NodeId, sans: &[String]) {
        let [first, rest @ ..] = sans else {
            return;
        };
        self.set_san(id, first);
        let mut last = id;
        for san in rest {
            last = self.insert_after(last, san);
        }
        if last == id {
            return;
        }
        let followers = |place: CommentPlace| place != CommentPlace::Before;
        let node = &mut self.nodes[id.index()];
        let nags = std::mem::take(&mut node.nags);
        let comments = std::mem::take(&mut node.comments);
        let (moved, kept) = comments.into_iter().partition(|(place, _)| followers(*place));
        node.comments = kept;
        self.nodes[last.index()].nags = nags;
        self.nodes[last.index()].comments = moved;
        self.hand_on_variations(id, last);
    }

    /// Puts a move between a node and everything that follows it.
    fn insert_after(&mut self, id: NodeId, san: &str) -> NodeId {
        let node = &mut self.nodes[id.index()];
        let at = node.at as usize;
        let (first, last) = (node.first_child.take(), node.last_child.take());
        let new = self.push_at(id, san, at);
        self.nodes[new.index()].first_child = first;
        self.nodes[new.index()].last_child = last;
        self.adopt(first, new);
        new
    }

    /// Variations that replaced one move now replace another.
    fn hand_on_variations(&mut self, from: NodeId, to: NodeId) {
        let (Some(old_parent), Some(new_parent)) =
            (self.nodes[from.index()].parent, self.nodes[to.index()].parent)
        else {
            return;
        };
        if self.nodes[old_parent.index()].first_child != Some(from) {
            // It begins a variation itself: what stands beside it replaces another move.
            return;
        }
        let Some(variations) = self.nodes[from.index()].next_sibling.take() else {
            return;
        };
        self.nodes[to.index()].next_sibling = Some(variations);
        self.nodes[new_parent.index()].last_child = self.nodes[old_parent.index()].last_child;
        self.nodes[old_parent.index()].last_child = Some(from);
        self.adopt(Some(variations), new_parent);
    }

    /// Gives a row of siblings another parent.
    fn adopt(&mut self, first: Option<NodeId>, parent: NodeId) {
        let mut child = first;
        while let Some(id) = child {
            self.nodes[id.index()].parent = Some(parent);
            child = self.nodes[id.index()].next_sibling;
        }
    }

    /// A tree of the nodes that are kept: without a move what follows it goes too, and without the move that a
    /// variation replaces, the variation.
    pub(crate) fn filtered(&self, keep: impl Fn(NodeRef<'_>) -> bool) -> Self {
        let mut tree = Self::new();
        tree.nodes[0].nags.clone_from(&self.nodes[0].nags);
        tree.nodes[0].comments.clone_from(&self.nodes[0].comments);
        let mut new_ids = vec![None; self.nodes.len()];
        new_ids[0] = Some(NodeId::ROOT);
        for step in self.walk() {
            let Step::Move(node) = step else {
                continue;
            };
            let parent = node.parent();
            let replaced = parent.and_then(|parent| parent.next()).filter(|first| first.id() != node.id());
            let orphan = replaced.is_some_and(|replaced| new_ids[replaced.id().index()].is_none());
            if let Some(parent) = parent.and_then(|parent| new_ids[parent.id().index()])
                && !orphan
                && keep(node)
            {
                let id = tree.push_at(parent, node.san(), node.at());
                tree.nodes[id.index()].nags.clone_from(&node.node.nags);
                tree.nodes[id.index()].comments.clone_from(&node.node.comments);
                new_ids[node.id().index()] = Some(id);
            }
        }
        tree
    }

    /// Writes a move in another way.
    pub fn set_san(&mut self, id: NodeId, san: &str) {
        if self.node(id).san() != san {
            self.nodes[id.index()].text = self.add_text(san);
        }
    }

    /// Annotates a move.
    pub fn add_nag(&mut self, id: NodeId, nag: Nag) {
        self.nodes[id.index()].nags.push(nag);
    }

    /// Comments on a move. A place that the move does not have gives way to the nearest one; a comment without text
    /// is none.
    pub fn add_comment(&mut self, id: NodeId, place: CommentPlace, comment: Comment) {
        if !comment.text().is_empty() {
            self.nodes[id.index()].comments.push((place, comment));
        }
    }

    fn add_text(&mut self, text: &str) -> (u32, u32) {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        (start, self.text.len() as u32)
    }
}

/// Two trees are equal if they are written alike.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        let root = |tree: &Self| tree.root().comments(CommentPlace::After).cloned().collect::<Vec<_>>();
        root(self) == root(other) && self.walk().eq(other.walk())
    }
}

impl Eq for Tree {}

/// A node with its tree at hand.
#[derive(Clone, Copy, Debug)]
pub struct NodeRef<'a> {
    tree: &'a Tree,
    id: NodeId,
    node: &'a Node,
}

impl<'a> NodeRef<'a> {
    /// Its id.
    pub fn id(&self) -> NodeId {
        self.id
    }

    /// The move as it was read or set; empty at the root.
    pub fn san(&self) -> &'a str {
        let (start, end) = self.node.text;
        let text = self.tree.text.get(start as usize..end as usize);
        text.unwrap_or_default()
    }

    /// Where the move stands in the bytes that the game was read from.
    pub fn at(&self) -> usize {
        self.node.at as usize
    }

    /// The node before; `None` for the root.
    pub fn parent(&self) -> Option<Self> {
        self.node.parent.map(|id| self.tree.node(id))
    }

    /// The move with which the line goes on.
    pub fn next(&self) -> Option<Self> {
        self.node.first_child.map(|id| self.tree.node(id))
    }

    /// The moves after this node: first the one with which the line goes on, then its alternatives.
    pub fn children(&self) -> impl Iterator<Item = Self> + use<'a> {
        std::iter::successors(self.next(), Self::sibling)
    }

    fn sibling(&self) -> Option<Self> {
        self.node.next_sibling.map(|id| self.tree.node(id))
    }

    /// Whether the move is the first of a variation, so that its line did not go on from its parent's.
    pub fn begins_variation(&self) -> bool {
        self.parent().is_some_and(|parent| parent.node.first_child != Some(self.id))
    }

    /// Whether variations are written behind this move.
    fn has_variations(&self) -> bool {
        self.node.next_sibling.is_some() && !self.begins_variation()
    }

    /// The annotations.
    pub fn nags(&self) -> &'a [Nag] {
        &self.node.nags
    }

    /// The comments at a place; those whose place the move does not have stand at the nearest one.
    pub fn comments(&self, place: CommentPlace) -> impl Iterator<Item = &'a Comment> + use<'a> {
        let (begins, varied) = (self.begins_variation(), self.has_variations());
        let effective = move |stored: CommentPlace| match stored {
            CommentPlace::Before if !begins => CommentPlace::After,
            CommentPlace::AfterVariations if !varied => CommentPlace::After,
            stored => stored,
        };
        let comments = self.node.comments.iter();
        comments.filter(move |(stored, _)| effective(*stored) == place).map(|(_, comment)| comment)
    }

    /// All comments, in order of writing.
    pub fn all_comments(&self) -> impl Iterator<Item = &'a Comment> + use<'a> {
        self.comments(CommentPlace::Before)
            .chain(self.comments(CommentPlace::After))
            .chain(self.comments(CommentPlace::AfterVariations))
    }
}

/// What is written next; two steps are equal if they are written alike.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// A move with its annotations and the comments before and after it.
    Move(NodeRef<'a>),
    /// The variations after this move are over: room for the comments after them.
    VariationsDone(NodeRef<'a>),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
}

impl PartialEq for Step<'_> {
    fn eq(&self, other: &Self) -> bool {
        let same = |one: &NodeRef<'_>, two: &NodeRef<'_>, place| one.comments(place).eq(two.comments(place));
        match (self, other) {
            (Self::Move(one), Self::Move(two)) => {
                one.san() == two.san()
                    && one.nags() == two.nags()
                    && same(one, two, CommentPlace::Before)
                    && same(one, two, CommentPlace::After)
            }
            (Self::VariationsDone(one), Self::VariationsDone(two)) => {
                same(one, two, CommentPlace::AfterVariations)
            }
            (Self::Open, Self::Open) | (Self::Close, Self::Close) => true,
            _ => false,
        }
    }
}

enum Work {
    /// Go on after this node.
    Line(NodeId),
    Move(NodeId),
    /// This alternative and those behind it.
    Variations(NodeId),
    VariationsDone(NodeId),
    Close,
}

/// Goes through a [`Tree`] in the order of writing.
pub struct Walk<'a> {
    tree: &'a Tree,
    work: Vec<Work>,
}

impl<'a> Iterator for Walk<'a> {
    type Item = Step<'a>;

    fn next(&mut self) -> Option<Step<'a>> {
        loop {
            match self.work.pop()? {
                Work::Line(id) => {
                    let Some(next) = self.tree.node(id).next() else {
                        continue;
                    };
                    self.work.push(Work::Line(next.id));
                    if let Some(other) = next.sibling() {
                        self.work.push(Work::VariationsDone(next.id));
                        self.work.push(Work::Variations(other.id));
                    }
                    return Some(Step::Move(next));
                }
                Work::Move(id) => return Some(Step::Move(self.tree.node(id))),
                Work::Variations(id) => {
                    if let Some(other) = self.tree.node(id).sibling() {
                        self.work.push(Work::Variations(other.id));
                    }
                    self.work.push(Work::Close);
                    self.work.push(Work::Line(id));
                    self.work.push(Work::Move(id));
                    return Some(Step::Open);
                }
                Work::VariationsDone(id) => {
                    return Some(Step::VariationsDone(self.tree.node(id)));
                }
                Work::Close => return Some(Step::Close),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(tree: &Tree) -> String {
        let words = tree.walk().map(|step| match step {
            Step::Move(node) => node.san().to_owned(),
            Step::Open => "(".to_owned(),
            Step::Close => ")".to_owned(),
            Step::VariationsDone(_) => "|".to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn variations_are_walked_behind_the_move_that_they_replace() {
        let mut tree = Tree::new();
        let e4 = tree.push(tree.root().id(), "e4");
        let e5 = tree.push(e4, "e5");
        let c5 = tree.push(e4, "c5");
        tree.push(c5, "Nf3");
        tree.push(e4, "e6");
        tree.push(e5, "f4");
        assert_eq!(written(&tree), "e4 e5 ( c5 Nf3 ) ( e6 ) | f4");
        assert_eq!(tree.len(), 6);
        let mainline: Vec<_> = tree.mainline().map(|node| node.san()).collect();
        assert_eq!(mainline, ["e4", "e5", "f4"]);
    }

    #[test]
    fn glued_moves_are_taken_apart_with_all_that_follows_them() {
        let mut tree = Tree::new();
        let glued = tree.push(tree.root().id(), "e4e5");
        tree.push(tree.root().id(), "c5");
        tree.push(glued, "Nf3");
        tree.push(glued, "Nc3");
        tree.add_nag(glued, Nag(1));
        tree.rewrite(glued, &["e4".to_owned(), "e5".to_owned()]);
        assert_eq!(written(&tree), "e4 e5 ( c5 ) | Nf3 ( Nc3 ) |");
        let e5 = tree.mainline().nth(1).expect("two moves");
        assert_eq!(e5.nags(), [Nag(1)]);
        assert_eq!(e5.parent().map(|node| node.san()), Some("e4"));
        let c5 = e5.parent().and_then(|e4| e4.children().nth(1));
        assert_eq!(c5.and_then(|c5| c5.parent()).map(|node| node.san()), Some("e4"));
        // The tree goes on growing in the right places.
        let root = tree.root().id();
        tree.push(root, "d4");
        assert_eq!(written(&tree), "e4 ( d4 ) | e5 ( c5 ) | Nf3 ( Nc3 ) |");
    }

    #[test]
    fn equality_sees_moves_nags_and_comments() {
        let mut one = Tree::new();
        let e4 = one.push(one.root().id(), "e4");
        let mut two = one.clone();
        assert_eq!(one, two);
        two.add_nag(e4, Nag(1));
        assert_ne!(one, two);
        one.add_nag(e4, Nag(1));
        one.add_comment(e4, CommentPlace::After, Comment::new("x"));
        assert_ne!(one, two);
        // Without variations there is only one place behind the move.
        two.add_comment(e4, CommentPlace::AfterVariations, Comment::new("x"));
        assert_eq!(one, two);
    }
}
