//! The moves of a game as a tree, with the position after each: what the page shows and the store keeps.

use pinsight_pgn::CommentPlace;
use pinsight_rules::{
    Bitboard, ByColor, ByRole, Claim, Color, End, History, Move, Outcome, Ply, Position, Role, Termination,
    Zobrist,
};

pub(crate) use pinsight_wire::NodeId;

/// The root's number.
pub(crate) const ROOT: NodeId = 0;

/// What was played to reach a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Played {
    Move(Move),
    /// A side passed: `--` in a PGN.
    Null,
}

/// A comment, with the commands in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Remark {
    pub(crate) place: CommentPlace,
    pub(crate) text: String,
}

/// A move and the position after it; or the root.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) parent: Option<NodeId>,
    pub(crate) children: Vec<NodeId>,
    /// Orders a node among its siblings: the lowest goes first.
    pub(crate) place: i32,
    /// `None` at the root.
    pub(crate) played: Option<Played>,
    pub(crate) position: Position,
    pub(crate) ply: u32,
    /// The pieces that each side has lost since the start.
    pub(crate) lost: ByColor<ByRole<u8>>,
    pub(crate) nags: Vec<u8>,
    pub(crate) remarks: Vec<Remark>,
    hash: Zobrist,
}

/// A tree of moves.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    /// By number; none where a node was taken away.
    nodes: Vec<Option<Node>>,
    /// How many there are, the root included.
    count: usize,
    /// The last node of the mainline; kept, since every change of a game tells how long it is.
    last: NodeId,
}

impl Tree {
    /// A tree that is only a start.
    pub(crate) fn new(start: Position) -> Self {
        let root = Node {
            parent: None,
            children: Vec::new(),
            place: 0,
            played: None,
            position: start,
            ply: 0,
            lost: ByColor::new_with(|_| ByRole::new_with(|_| 0)),
            nags: Vec::new(),
            remarks: Vec::new(),
            hash: Zobrist::of(&start),
        };
        Self { nodes: vec![Some(root)], count: 1, last: ROOT }
    }

    /// A node, if there is one of that number.
    pub(crate) fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id as usize)?.as_ref()
    }

    pub(crate) fn get_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(id as usize)?.as_mut()
    }

    /// Where the game starts.
    pub(crate) fn start(&self) -> Position {
        self.get(ROOT).map(|root| root.position).unwrap_or_default()
    }

    /// How many nodes there are, the root included.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The number that the next node will have.
    pub(crate) fn next_id(&self) -> NodeId {
        self.nodes.len() as NodeId
    }

    /// Numbers below this one were used before, perhaps by nodes that are gone.
    pub(crate) fn reserve_ids(&mut self, next: NodeId) {
        if self.nodes.len() < next as usize {
            self.nodes.resize_with(next as usize, || None);
        }
    }

    /// The child of a node that this move leads to.
    pub(crate) fn child(&self, parent: NodeId, played: Played) -> Option<NodeId> {
        let children = self.get(parent)?.children.iter().copied();
        children.into_iter().find(|&id| self.get(id).is_some_and(|node| node.played == Some(played)))
    }

    /// Adds a legal move after a node, behind those that are there or before them.
    pub(crate) fn add(&mut self, parent: NodeId, played: Played, first: bool) -> Option<NodeId> {
        let id = self.next_id();
        let siblings = &self.get(parent)?.children;
        let place = |sibling: Option<&NodeId>| sibling.and_then(|&id| self.get(id)).map(|node| node.place);
        let place = if first {
            place(siblings.first()).map_or(0, |place| place.saturating_sub(1))
        } else {
            place(siblings.last()).map_or(0, |place| place.saturating_add(1))
        };
        self.insert(id, parent, played, place).then_some(id)
    }

    /// Puts a node with a number of its own where it belongs; false if there is no such parent or the number is taken.
    /// The move has to be legal.
    pub(crate) fn insert(&mut self, id: NodeId, parent: NodeId, played: Played, place: i32) -> bool {
        if self.get(id).is_some() {
            return false;
        }
        let Some(before) = self.get(parent) else {
            return false;
        };
        let (position, ply, mut lost) = (before.position, before.ply, before.lost);
        let (after, hash) = match played {
            Played::Move(mv) => {
                if let Some(taken) = position.captured(mv) {
                    lost[taken.color][taken.role] += 1;
                }
                let ply = Ply::new(ply as usize + 1, position, mv);
                (ply.after, before.hash.after(&ply))
            }
            Played::Null => {
                let Some(after) = position.pass() else {
                    return false;
                };
                (after, Zobrist::of(&after))
            }
        };
        let rank = before.children.iter().filter_map(|&id| self.get(id)).filter(|node| node.place <= place);
        let at = rank.count();
        let had_children = !before.children.is_empty();
        self.reserve_ids(id + 1);
        let node = Node {
            parent: Some(parent),
            children: Vec::new(),
            place,
            played: Some(played),
            position: after,
            ply: ply + 1,
            lost,
            nags: Vec::new(),
            remarks: Vec::new(),
            hash,
        };
        if let Some(slot) = self.nodes.get_mut(id as usize) {
            *slot = Some(node);
            self.count += 1;
        }
        if let Some(parent) = self.get_mut(parent) {
            parent.children.insert(at, id);
        }
        if parent == self.last {
            self.last = id;
        } else if at == 0 && had_children {
            self.find_last();
        }
        true
    }

    /// Takes a node away with all that follows it; the numbers of all that are gone. The root stays.
    pub(crate) fn remove(&mut self, id: NodeId) -> Vec<NodeId> {
        let Some(parent) = self.get(id).and_then(|node| node.parent) else {
            return Vec::new();
        };
        if let Some(parent) = self.get_mut(parent) {
            parent.children.retain(|&child| child != id);
        }
        let mut gone = Vec::new();
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            if let Some(node) = self.nodes.get_mut(id as usize).and_then(Option::take) {
                self.count -= 1;
                gone.push(id);
                work.extend(node.children);
            }
        }
        self.find_last();
        gone.sort_unstable();
        gone
    }

    /// The variation that a node is in changes places with the line that it left: the two nodes that changed, the one
    /// now first before the other. None if the node is on the mainline.
    pub(crate) fn promote(&mut self, id: NodeId) -> Option<[NodeId; 2]> {
        let mut up = self.path(id);
        up.reverse();
        let (node, parent) = up.into_iter().find_map(|id| {
            let parent = self.get(id)?.parent?;
            (self.get(parent)?.children.first() != Some(&id)).then_some((id, parent))
        })?;
        let first = *self.get(parent)?.children.first()?;
        let (place, first_place) = (self.get(node)?.place, self.get(first)?.place);
        self.get_mut(node)?.place = first_place;
        self.get_mut(first)?.place = place;
        let children = &mut self.get_mut(parent)?.children;
        let at = children.iter().position(|&child| child == node)?;
        children.swap(0, at);
        self.find_last();
        Some([node, first])
    }

    /// The nodes that lead to a node: the root first, itself last.
    pub(crate) fn path(&self, id: NodeId) -> Vec<NodeId> {
        let up = std::iter::successors(Some(id), |&id| self.get(id)?.parent);
        let mut path: Vec<_> = up.collect();
        path.reverse();
        path
    }

    /// The line that leads to a node and goes on by first children.
    pub(crate) fn line_through(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = self.path(id);
        let down = std::iter::successors(self.first_child(id), |&id| self.first_child(id));
        line.extend(down);
        line
    }

    /// The move with which a line goes on.
    pub(crate) fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.get(id)?.children.first().copied()
    }

    /// Whether only first children lead to a node.
    pub(crate) fn is_on_mainline(&self, id: NodeId) -> bool {
        self.path(id).windows(2).all(|pair| match pair {
            [parent, child] => self.first_child(*parent) == Some(*child),
            _ => true,
        })
    }

    /// All nodes, parents before children, lines before their variations.
    pub(crate) fn walk(&self) -> Vec<NodeId> {
        let mut order = Vec::with_capacity(self.count);
        let mut work = vec![ROOT];
        while let Some(id) = work.pop() {
            order.push(id);
            if let Some(node) = self.get(id) {
                work.extend(node.children.iter().rev());
            }
        }
        order
    }

    /// Length of the mainline in plies.
    pub(crate) fn plies(&self) -> usize {
        self.get(self.last).map_or(0, |node| node.ply as usize)
    }

    /// Follows the mainline to its end, after it may have become another.
    fn find_last(&mut self) {
        self.last = self.line_through(ROOT).last().copied().unwrap_or(ROOT);
    }

    /// The game up to a node, for players. It begins after the last null move, which no history knows.
    pub(crate) fn history(&self, id: NodeId) -> History {
        let mut history = History::new(self.start());
        for node in self.path(id).into_iter().filter_map(|id| self.get(id)) {
            match node.played {
                Some(Played::Move(mv)) if history.play(mv).is_ok() => {}
                Some(_) => history = History::new(node.position),
                None => {}
            }
        }
        history
    }

    /// How many times the position of a node has stood on the board on the way to it, itself included.
    fn repetitions(&self, id: NodeId) -> usize {
        let Some(node) = self.get(id) else {
            return 0;
        };
        // Nothing before the last capture or pawn move can come back.
        let reach = usize::from(node.position.halfmove_clock()) + 1;
        let up = std::iter::successors(Some(node), |node| self.get(node.parent?));
        up.take(reach).filter(|earlier| earlier.hash == node.hash).count()
    }

    /// The end of the game, if it is over at a node by itself.
    pub(crate) fn end(&self, id: NodeId) -> Option<End> {
        let position = &self.get(id)?.position;
        position.end().or_else(|| {
            (self.repetitions(id) >= 5)
                .then_some(End { outcome: Outcome::Draw, termination: Termination::FivefoldRepetition })
        })
    }

    /// What a draw may be claimed by at a node where the game is not over.
    pub(crate) fn claim(&self, id: NodeId) -> Option<Claim> {
        if self.repetitions(id) >= 3 {
            return Some(Claim::ThreefoldRepetition);
        }
        self.get(id)?.position.can_claim_fifty_moves().then_some(Claim::FiftyMoves)
    }
}

impl Node {
    /// Material, white's minus black's, in pawns.
    pub(crate) fn balance(&self) -> i32 {
        let board = self.position.board();
        let worth = |color| -> i32 {
            let pieces = Role::ALL.into_iter().filter(|&role| role != Role::King);
            let of = |role| (board.by_role(role) & board.by_color(color)).len() as i32;
            pieces.map(|role| of(role) * pinsight_rules::VALUES[role]).sum()
        };
        worth(Color::White) - worth(Color::Black)
    }

    /// The king in check.
    pub(crate) fn checked_king(&self) -> Option<pinsight_rules::Square> {
        let position = &self.position;
        (position.checkers() != Bitboard::EMPTY).then(|| position.king(position.turn()))
    }
}
