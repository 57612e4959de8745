//! A position in the search tree.

use pinsight_rules::{Move, Position};

use super::key;

/// A position in the search tree with what every visit needs.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) position: Position,
    pub(super) key: u64,
    pub(super) in_check: bool,
    /// Half-moves from the root.
    pub(super) ply: usize,
}

/// The expected kind of a node in a minimal alpha-beta tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeKind {
    /// Searched with an open window.
    Pv,
    /// Expected to fail high.
    Cut,
    /// Expected to fail low.
    All,
}

impl NodeKind {
    /// The kind of a child that is searched with a null window.
    pub(super) fn opposite(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::Pv | Self::All => Self::Cut,
        }
    }
}

impl Node {
    pub(super) fn root(position: &Position) -> Self {
        Self { position: *position, key: key::of(position), in_check: position.in_check(), ply: 0 }
    }

    pub(super) fn after(&self, mv: Move) -> Self {
        let position = self.position.play_unchecked(mv);
        Self {
            position,
            key: key::after(self.key, &self.position, mv, &position),
            in_check: position.in_check(),
            ply: self.ply + 1,
        }
    }

    /// The node after a null move; `None` in check.
    pub(super) fn after_null_move(&self) -> Option<Self> {
        let position = self.position.pass()?;
        let key = key::after_null_move(self.key, &self.position);
        Some(Self { position, key, in_check: false, ply: self.ply + 1 })
    }
}
