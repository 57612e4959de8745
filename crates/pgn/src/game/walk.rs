//! Iteration over a game tree in writing order.

use pinsight_rules::{Ply, Position};

use super::node::{CommentPlace, NodeMove, NodeRef};
use super::tree::Tree;
use crate::nag::Nag;

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

enum Work<'a> {
    /// A move that continues its line, and the variations on it.
    Line(MoveStep<'a>),
    /// The variation that begins with this move, and those after it.
    Variations(MoveStep<'a>),
    /// The first move of a variation, which is open.
    First(MoveStep<'a>),
    VariationsDone(NodeRef<'a>),
    Close,
}

/// Iterates over a [`Tree`] in writing order: see [`Tree::walk`].
pub struct Walk<'a> {
    work: Vec<Work<'a>>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(tree: &'a Tree) -> Self {
        let mut walk = Self { work: Vec::new() };
        walk.schedule(tree.root().next(), tree.start().copied(), 1);
        walk
    }

    /// Schedules the move that continues a line.
    fn schedule(&mut self, next: Option<NodeRef<'a>>, before: Option<Position>, ply: u32) {
        self.work.extend(next.map(|node| Work::Line(MoveStep { node, before, ply })));
    }

    /// Plays a move and schedules the rest of its line.
    fn play(&mut self, step: MoveStep<'a>) -> Step<'a> {
        let after = step.before.and_then(|before| step.node.played()?.play(&before));
        self.schedule(step.node.next(), after, step.ply + 1);
        Step::Move(step)
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Step<'a>;

    fn next(&mut self) -> Option<Step<'a>> {
        Some(match self.work.pop()? {
            Work::Line(step) => {
                let played = self.play(step);
                if let Some(node) = step.node.sibling() {
                    self.work.push(Work::VariationsDone(step.node));
                    self.work.push(Work::Variations(MoveStep { node, ..step }));
                }
                played
            }
            Work::Variations(step) => {
                let other = step.node.sibling();
                self.work.extend(other.map(|node| Work::Variations(MoveStep { node, ..step })));
                self.work.extend([Work::Close, Work::First(step)]);
                Step::Open
            }
            Work::First(step) => self.play(step),
            Work::VariationsDone(node) => Step::VariationsDone(node),
            Work::Close => Step::Close,
        })
    }
}

/// Two trees are equal if they are written alike.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        let [ours, theirs] = [self, other].map(|tree| tree.root().comments(CommentPlace::After));
        self.start() == other.start()
            && ours.eq(theirs)
            && self.walk().map(written).eq(other.walk().map(written))
    }
}

impl Eq for Tree {}

/// The text of a step: its kind, the move, the NAGs, and the comments with their places.
type Written<'a> = (u8, Option<&'a NodeMove>, &'a [Nag], Vec<(CommentPlace, &'a str)>);

fn written(step: Step<'_>) -> Written<'_> {
    match step {
        Step::Move(MoveStep { node, .. }) => {
            let comments = comments_of(node, &[CommentPlace::Before, CommentPlace::After]);
            (0, node.played(), node.nags(), comments)
        }
        Step::VariationsDone(node) => (1, None, &[], comments_of(node, &[CommentPlace::AfterVariations])),
        Step::Open => (2, None, &[], Vec::new()),
        Step::Close => (3, None, &[], Vec::new()),
    }
}

fn comments_of<'a>(node: NodeRef<'a>, places: &[CommentPlace]) -> Vec<(CommentPlace, &'a str)> {
    let of = |place| node.comments(place).map(move |comment| (place, comment.text()));
    places.iter().flat_map(|&place| of(place)).collect()
}

/// Iterates over the plies of a line of nodes, up to the first raw word. A null move counts as a ply but yields none.
pub(super) fn plies<'a>(
    start: Option<Position>,
    line: impl Iterator<Item = NodeRef<'a>>,
) -> impl Iterator<Item = Ply> {
    let mut position = start;
    let steps = line.zip(1..).map_while(move |(node, number)| {
        let before = position?;
        position = node.played()?.play(&before);
        position.map(|after| node.mv().map(|played| Ply { number, before, played, after }))
    });
    steps.flatten()
}
