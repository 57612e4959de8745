//! Undo and redo: each change of a game is stored with what it replaced.

use std::collections::{BTreeMap, BTreeSet};

use pinsight_pgn::{GameResult, NodeId, NodeRef, Removed, Tree};
use serde::{Deserialize, Serialize};

use super::model::{Edit, Game};
use super::persist::{insert, node_row, set_remarks, tags_of, tags_text};
use super::replay::for_each_node;
use crate::store::{NodeRow, StoreError};

/// A change of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Step {
    /// Whether a computer made it; it is undone together with the change of the user before it.
    pub(crate) by_computer: bool,
    before: Side,
    after: Side,
}

/// What a change touched, as it was before or after it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Side {
    head: u32,
    result: String,
    /// The name, empty for none; `None` if the change did not touch it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// As JSON; `None` if the change did not touch them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tags: Option<String>,
    /// The touched nodes that exist, parents first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<NodeRow>,
    /// The touched nodes that do not exist.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    missing: Vec<u32>,
    /// The children of the touched parents, in order.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    children: BTreeMap<u32, Vec<u32>>,
}

impl Step {
    /// Returns the step from `before` to `after`; `None` if only the players or their pace changed.
    pub(crate) fn between(before: &Game, after: &Game, edit: &Edit, by_computer: bool) -> Option<Self> {
        let touched: BTreeSet<NodeId> = edit.nodes.iter().chain(&edit.removed).copied().collect();
        let parent = |game: &Game, id: NodeId| Some(game.tree.get(id)?.parent()?.id());
        let mut parents: BTreeSet<NodeId> = edit.parents.iter().copied().collect();
        parents.extend(touched.iter().filter_map(|&id| parent(before, id).or_else(|| parent(after, id))));
        let (mut old, mut new) = (Side::of(before, &touched, &parents), Side::of(after, &touched, &parents));
        if old == new {
            return None;
        }
        if old.name == new.name {
            (old.name, new.name) = (None, None);
        }
        if old.tags == new.tags {
            (old.tags, new.tags) = (None, None);
        }
        Some(Self { by_computer, before: old, after: new })
    }

    pub(crate) fn undo(&self, game: &mut Game) -> Result<Edit, StoreError> {
        self.before.apply(game)
    }

    pub(crate) fn redo(&self, game: &mut Game) -> Result<Edit, StoreError> {
        self.after.apply(game)
    }
}

impl Side {
    fn of(game: &Game, touched: &BTreeSet<NodeId>, parents: &BTreeSet<NodeId>) -> Self {
        let nodes = rows(game, touched);
        let missing = touched.iter().filter(|&&id| game.tree.get(id).is_none());
        let children = |&id: &NodeId| {
            let children = game.tree.get(id)?.children().map(|child| child.id().number());
            Some((id.number(), children.collect()))
        };
        Self {
            head: game.info.head.number(),
            result: game.info.result.token().to_owned(),
            name: Some(game.info.name.clone().unwrap_or_default()),
            tags: Some(tags_text(&game.info.tags)),
            nodes,
            missing: missing.map(|id| id.number()).collect(),
            children: parents.iter().filter_map(children).collect(),
        }
    }

    /// Makes the touched parts of `game` as they are here.
    fn apply(&self, game: &mut Game) -> Result<Edit, StoreError> {
        let bad = |what: String| StoreError::BadGame(format!("the history of game {}: {what}", game.id));
        let mut edit = Edit::unchanged(game.info.head);
        edit.changed = true;
        for &number in &self.missing {
            let removed = NodeId::from_number(number).and_then(|id| game.tree.remove(id));
            edit.removed.extend(removed.iter().flat_map(Removed::ids));
        }
        edit.removed.sort_unstable();
        for row in &self.nodes {
            let id = NodeId::from_number(row.id).ok_or_else(|| bad(format!("node {}", row.id)))?;
            if game.tree.get(id).is_some() {
                set_remarks(&mut game.tree, id, row).map_err(bad)?;
            } else {
                insert(&mut game.tree, row).map_err(bad)?;
            }
            edit.nodes.push(id);
        }
        for (&parent, order) in &self.children {
            reorder(&mut game.tree, order);
            edit.parents.extend(NodeId::from_number(parent).filter(|&id| game.tree.get(id).is_some()));
        }
        let head = NodeId::from_number(self.head).filter(|&head| game.tree.get(head).is_some());
        game.info.head = head.ok_or_else(|| bad(format!("no node {} for its head", self.head)))?;
        let result = GameResult::from_ascii(self.result.as_bytes());
        game.info.result = result.ok_or_else(|| bad(format!("the result `{}`", self.result)))?;
        if let Some(name) = &self.name {
            game.info.name = (!name.is_empty()).then(|| name.clone());
        }
        if let Some(tags) = &self.tags {
            game.info.tags = tags_of(tags).ok_or_else(|| bad("its tags".to_owned()))?;
        }
        edit.node = edit.nodes.first().copied().unwrap_or(game.info.head);
        Ok(edit)
    }
}

/// Returns the rows of the existing nodes among `ids`, parents first.
fn rows(game: &Game, ids: &BTreeSet<NodeId>) -> Vec<NodeRow> {
    if ids.len() <= 1 {
        // A move or a comment: no need to replay the whole tree.
        let node = ids.first().and_then(|&id| game.tree.get(id));
        let row = |node: NodeRef<'_>| {
            let before = node.parent().map(|parent| game.position(parent.id()));
            let place =
                node.parent().and_then(|parent| parent.children().position(|child| child.id() == node.id()));
            node_row(&node, before.as_ref(), place.unwrap_or(0))
        };
        return node.map(row).into_iter().collect();
    }
    let mut rows = Vec::new();
    for_each_node(&game.tree, |visit, replay| {
        if ids.contains(&visit.node.id()) {
            rows.push(node_row(&visit.node, replay.before(), visit.place));
        }
    });
    rows
}

/// Puts siblings into an order.
fn reorder(tree: &mut Tree, order: &[u32]) {
    for id in order.iter().rev().filter_map(|&number| NodeId::from_number(number)) {
        while tree.get(id).is_some_and(|node| node.begins_variation()) {
            tree.promote(id);
        }
    }
}
