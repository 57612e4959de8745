//! The positions along a line of a game tree, replayed when they are needed.

use pinsight_pgn::{NodeId, NodeMove, NodeRef, Tree};
use pinsight_rules::{ByColor, ByRole, Claim, End, Ply, Position, Zobrist};

/// The positions from the start of a game to a node.
#[derive(Clone, Debug)]
pub(crate) struct Replay {
    earlier: Vec<State>,
    current: State,
}

#[derive(Clone, Copy, Debug)]
struct State {
    position: Position,
    hash: Zobrist,
    captured: ByColor<ByRole<u8>>,
}

impl Replay {
    /// Creates a line without moves.
    pub(crate) fn new(start: Position) -> Self {
        let captured = ByColor::new_with(|_| ByRole::new_with(|_| 0));
        let current = State { position: start, hash: Zobrist::of(&start), captured };
        Self { earlier: Vec::new(), current }
    }

    /// Replays the line to the node `id`; `None` if it does not exist.
    pub(crate) fn to(tree: &Tree, id: NodeId) -> Option<Self> {
        tree.get(id)?;
        let mut replay = Self::new(*tree.start()?);
        for node in tree.line(id) {
            replay.play(node.played()?);
        }
        Some(replay)
    }

    #[allow(clippy::expect_used, reason = "the trees of the server contain legal moves and null moves only")]
    fn play(&mut self, played: &NodeMove) {
        let State { position: before, hash, mut captured } = self.current;
        let (position, hash) = match played {
            NodeMove::Move(mv) => {
                if let Some(piece) = before.captured(*mv) {
                    captured[piece.color][piece.role] += 1;
                }
                let ply = Ply::new(self.earlier.len() + 1, before, *mv);
                (ply.after, hash.after(&ply))
            }
            NodeMove::Null | NodeMove::Raw(_) => {
                let after = played.play(&before).expect("a legal move or null move");
                (after, Zobrist::of(&after))
            }
        };
        self.earlier.push(self.current);
        self.current = State { position, hash, captured };
    }

    /// Takes back all moves after `ply`.
    fn back_to(&mut self, ply: usize) {
        if let Some(state) = self.earlier.get(ply) {
            self.current = *state;
            self.earlier.truncate(ply);
        }
    }

    /// Returns the position at the end of the line.
    pub(crate) fn position(&self) -> &Position {
        &self.current.position
    }

    /// Returns the position before the last move; `None` at the start.
    pub(crate) fn before(&self) -> Option<&Position> {
        self.earlier.last().map(|state| &state.position)
    }

    /// Returns the number of plies.
    pub(crate) fn ply(&self) -> usize {
        self.earlier.len()
    }

    /// Returns the pieces that each side has lost since the start.
    pub(crate) fn captured(&self) -> &ByColor<ByRole<u8>> {
        &self.current.captured
    }

    /// Counts the occurrences of the position on the line.
    fn repetitions(&self) -> usize {
        // A position cannot recur across a capture or pawn move.
        let reach = usize::from(self.position().halfmove_clock());
        let earlier = self.earlier.iter().rev().take(reach);
        1 + earlier.filter(|state| state.hash == self.current.hash).count()
    }

    /// Returns how the game ends at the position without a claim, if it does.
    pub(crate) fn end(&self) -> Option<End> {
        self.position().end_after(self.repetitions())
    }

    /// Returns the reason for which a draw can be claimed, if the game is not over.
    pub(crate) fn claim(&self) -> Option<Claim> {
        self.position().claim_after(self.repetitions())
    }
}

/// A node visited by [`for_each_node`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit<'a> {
    pub(crate) node: NodeRef<'a>,
    /// The index among the siblings.
    pub(crate) place: usize,
    pub(crate) is_mainline: bool,
    ply: usize,
}

/// Visits all nodes with the line to each: a node before its children, a line before its alternatives. Takes linear time.
pub(crate) fn for_each_node<'a>(tree: &'a Tree, mut visit: impl FnMut(Visit<'a>, &Replay)) {
    let mut replay = Replay::new(tree.start().copied().unwrap_or_default());
    let mut work = vec![Visit { node: tree.root(), place: 0, is_mainline: true, ply: 0 }];
    while let Some(next) = work.pop() {
        if let Some(played) = next.node.played() {
            replay.back_to(next.ply - 1);
            replay.play(played);
        }
        visit(next, &replay);
        let children: Vec<_> = next.node.children().enumerate().collect();
        work.extend(children.into_iter().rev().map(|(place, node)| Visit {
            node,
            place,
            is_mainline: next.is_mainline && place == 0,
            ply: next.ply + 1,
        }));
    }
}
