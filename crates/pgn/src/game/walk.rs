//! Iteration over a game tree in writing order.

use pinsight_rules::{Move, Ply, Position};

use super::node::{CommentPlace, NodeId, NodeMove, NodeRef};
use super::tree::Tree;

/// A step of [`Tree::walk`].
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// A move, with its NAGs and the comments before and after it.
    Move(MoveStep<'a>),
    /// The variations after this move end: the place of its last comments.
    VariationsDone(NodeRef<'a>),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
}

/// A move with the position before it.
#[derive(Clone, Copy, Debug)]
pub struct MoveStep<'a> {
    /// The node.
    pub node: NodeRef<'a>,
    /// The position before the move; `None` after a raw word.
    pub before: Option<Position>,
    /// The ply of the move, from 1.
    pub ply: u32,
}

impl MoveStep<'_> {
    /// Returns the legal move with the positions before and after it.
    pub fn played(&self) -> Option<Ply> {
        Some(Ply::new(self.ply as usize, self.before?, self.node.mv()?))
    }

    /// Returns the SAN of the move, `--`, or the raw word.
    pub fn san(&self) -> String {
        self.node.san_in(self.before.as_ref())
    }
}

enum Work {
    /// Continue after this node, from this position and ply.
    Line(NodeId, Option<Position>, u32),
    Move(NodeId, Option<Position>, u32),
    /// This alternative and those after it.
    Variations(NodeId, Option<Position>, u32),
    VariationsDone(NodeId),
    Close,
}

/// Iterates over a [`Tree`] in writing order: see [`Tree::walk`].
pub struct Walk<'a> {
    tree: &'a Tree,
    work: Vec<Work>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(tree: &'a Tree) -> Self {
        Self { tree, work: vec![Work::Line(NodeId::ROOT, tree.start().copied(), 0)] }
    }

    /// Plays a node's move and schedules the rest of its line.
    fn play(&mut self, node: NodeRef<'a>, before: Option<Position>, ply: u32) -> Step<'a> {
        let after = before.and_then(|before| node.played()?.play(&before));
        self.work.push(Work::Line(node.id, after, ply));
        Step::Move(MoveStep { node, before, ply })
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Step<'a>;

    fn next(&mut self) -> Option<Step<'a>> {
        loop {
            match self.work.pop()? {
                Work::Line(id, position, ply) => {
                    let Some(next) = self.tree.get(id).and_then(|node| node.next()) else {
                        continue;
                    };
                    let step = self.play(next, position, ply + 1);
                    if let Some(other) = next.sibling() {
                        self.work.push(Work::VariationsDone(next.id));
                        self.work.push(Work::Variations(other.id, position, ply + 1));
                    }
                    return Some(step);
                }
                Work::Move(id, before, ply) => {
                    let node = self.tree.get(id)?;
                    return Some(self.play(node, before, ply));
                }
                Work::Variations(id, before, ply) => {
                    if let Some(other) = self.tree.get(id)?.sibling() {
                        self.work.push(Work::Variations(other.id, before, ply));
                    }
                    self.work.push(Work::Close);
                    self.work.push(Work::Move(id, before, ply));
                    return Some(Step::Open);
                }
                Work::VariationsDone(id) => return Some(Step::VariationsDone(self.tree.get(id)?)),
                Work::Close => return Some(Step::Close),
            }
        }
    }
}

/// Two trees are equal if they are written alike.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        let root = |tree: &Self| -> Vec<_> {
            let root = tree.root();
            root.comments(CommentPlace::After).cloned().collect()
        };
        self.start() == other.start()
            && root(self) == root(other)
            && Walk::new(self).map(Written::from).eq(Walk::new(other).map(Written::from))
    }
}

impl Eq for Tree {}

/// What is written for a step.
#[derive(PartialEq)]
struct Written<'a> {
    mark: u8,
    played: Option<&'a NodeMove>,
    nags: &'a [crate::Nag],
    comments: Vec<(CommentPlace, &'a str)>,
}

impl<'a> From<Step<'a>> for Written<'a> {
    fn from(step: Step<'a>) -> Self {
        let comments = |node: &NodeRef<'a>, places: &[CommentPlace]| -> Vec<_> {
            let of = |place| node.comments(place).map(move |comment| (place, comment.text()));
            places.iter().flat_map(|&place| of(place)).collect()
        };
        match step {
            Step::Move(MoveStep { node, .. }) => Self {
                mark: 0,
                played: node.played(),
                nags: node.nags(),
                comments: comments(&node, &[CommentPlace::Before, CommentPlace::After]),
            },
            Step::VariationsDone(node) => Self {
                mark: 1,
                played: None,
                nags: &[],
                comments: comments(&node, &[CommentPlace::AfterVariations]),
            },
            Step::Open => Self { mark: 2, played: None, nags: &[], comments: Vec::new() },
            Step::Close => Self { mark: 3, played: None, nags: &[], comments: Vec::new() },
        }
    }
}

/// Iterates over the plies of a line of nodes, up to the first raw word. A null move counts as a ply but yields none.
pub(super) fn plies<'a>(
    start: Option<Position>,
    line: impl Iterator<Item = NodeRef<'a>>,
) -> impl Iterator<Item = Ply> {
    let mut position = start;
    let steps = line.zip(1..).map_while(move |(node, number)| {
        let before = position?;
        let played: Option<Move> = node.mv();
        position = node.played()?.play(&before);
        position.map(|after| played.map(|played| Ply { number, before, played, after }))
    });
    steps.flatten()
}
