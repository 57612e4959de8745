//! Conversion between games and the rows of the store.

use pinsight_pgn::{Comment, CommentPlace, GameResult, Nag, NodeId, NodeMove, NodeRef, Tags, Tree};
use pinsight_rules::{EnPassantMode, Position};

use super::model::{Edit, Game, Info, Source};
use super::replay::for_each_node;
use super::seats::Play;
use crate::store::{GameState, GameUpdate, HistoryWrite, NewGame, NodeRow, StoreError, StoredGame};

/// A null move in the store.
const NULL: &str = "0000";

impl Game {
    fn state(&self) -> GameState {
        GameState {
            name: self.info.name.clone(),
            version: self.info.version,
            updated: self.info.updated,
            tags: tags_text(&self.info.tags),
            result: self.info.result.token(),
            plies: self.plies(),
            head: self.info.head.number(),
            head_fen: self.position(self.info.head).fen(EnPassantMode::Fen),
            next_node: self.tree.next_id().number(),
            running: self.info.play.running,
            // Cannot fail: a play consists of texts and numbers.
            play: serde_json::to_string(&self.info.play).unwrap_or_default(),
        }
    }

    /// Returns the rows of a game that is not in the store yet.
    pub(crate) fn to_new(&self) -> NewGame {
        let diagnostics = match self.diagnostics.as_slice() {
            [] => None,
            // Cannot fail: diagnostics have string keys.
            diagnostics => serde_json::to_string(diagnostics).ok(),
        };
        let mut nodes = Vec::with_capacity(self.tree.len() + 1);
        for_each_node(&self.tree, |visit, replay| {
            nodes.push(node_row(&visit.node, replay.before(), visit.place));
        });
        NewGame {
            created: self.info.created,
            start_fen: self.position(NodeId::ROOT).fen(EnPassantMode::Fen),
            state: self.state(),
            source: self.info.source.map(|source| (source.import, source.number)),
            nodes,
            diagnostics,
        }
    }

    /// Returns the rows that an edit changed.
    ///
    /// The place of a node is its index among its siblings. Stored places may have gaps, so all siblings of a written
    /// node are written too.
    pub(crate) fn to_update(&self, edit: &Edit) -> GameUpdate {
        let (mut nodes, mut places) = (Vec::new(), Vec::new());
        if edit.nodes.contains(&NodeId::ROOT) {
            nodes.push(node_row(&self.tree.root(), None, 0));
        }
        let mut parents: Vec<NodeId> = edit.parents.clone();
        let written = edit.nodes.iter().filter_map(|&id| self.tree.get(id)?.parent());
        parents.extend(written.map(|parent| parent.id()));
        parents.sort_unstable();
        parents.dedup();
        for parent in parents.into_iter().filter_map(|id| self.tree.get(id)) {
            for (place, child) in parent.children().enumerate() {
                if edit.nodes.contains(&child.id()) {
                    nodes.push(node_row(&child, Some(&self.position(parent.id())), place));
                } else {
                    places.push((child.id().number(), stored_place(place)));
                }
            }
        }
        let removed = edit.removed.iter().map(|id| id.number()).collect();
        GameUpdate { id: self.id, state: self.state(), nodes, places, removed, step: HistoryWrite::None }
    }

    /// Converts a stored game; an inconsistent one is an error.
    pub(crate) fn from_stored(stored: &StoredGame) -> Result<Self, StoreError> {
        let row = &stored.row;
        let bad = |what: String| StoreError::BadGame(format!("game {}: {what}", row.id));
        let start: Position = row.start_fen.parse().map_err(|error| bad(format!("its start: {error}")))?;
        let mut tree = Tree::new(start);
        for node in &stored.nodes {
            insert(&mut tree, node).map_err(|what| bad(format!("node {}: {what}", node.id)))?;
        }
        tree.reserve_ids(row.next_node);
        let result = GameResult::from_ascii(row.result.as_bytes());
        let result = result.ok_or_else(|| bad(format!("the result `{}`", row.result)))?;
        let tags = tags_of(&row.tags).ok_or_else(|| bad("its tags".to_owned()))?;
        let play: Play = serde_json::from_str(&row.play).map_err(|error| bad(error.to_string()))?;
        let head = NodeId::from_number(row.head).filter(|&head| tree.get(head).is_some());
        let head = head.ok_or_else(|| bad(format!("no node {} for its head", row.head)))?;
        let diagnostics = stored.diagnostics.as_deref().unwrap_or("[]");
        Ok(Self {
            id: row.id,
            info: Info {
                name: row.name.clone(),
                version: row.version,
                created: row.created,
                updated: row.updated,
                tags,
                result,
                head,
                source: row.source.map(|(import, number)| Source { import, number }),
                play,
            },
            tree,
            history: row.history,
            diagnostics: serde_json::from_str(diagnostics).map_err(|error| bad(error.to_string()))?,
        })
    }
}

/// Returns the row of a node; `before` is the position before its move.
pub(crate) fn node_row(node: &NodeRef<'_>, before: Option<&Position>, place: usize) -> NodeRow {
    NodeRow {
        id: node.id().number(),
        parent: node.parent().map(|parent| parent.id().number()),
        place: stored_place(place),
        played: before.map(|before| match node.mv() {
            Some(mv) => before.uci(mv, before.castling_mode()).to_string(),
            None => NULL.to_owned(),
        }),
        nags: node.nags().iter().map(|nag| nag.0).collect(),
        remarks: comments_text(node),
    }
}

fn stored_place(place: usize) -> i32 {
    i32::try_from(place).unwrap_or(i32::MAX)
}

/// Inserts a stored node as the last child of its parent.
pub(crate) fn insert(tree: &mut Tree, row: &NodeRow) -> Result<(), String> {
    let id = NodeId::from_number(row.id).ok_or("its number is too large")?;
    if let (Some(number), Some(text)) = (row.parent, &row.played) {
        let parent = NodeId::from_number(number).filter(|&parent| tree.get(parent).is_some());
        let parent = parent.ok_or_else(|| format!("no parent {number}"))?;
        let played = if text == NULL {
            NodeMove::Null
        } else {
            let before = tree.position(parent).ok_or_else(|| format!("no position at node {number}"))?;
            before.parse_move(text).map_err(|error| error.to_string())?.into()
        };
        tree.insert(id, parent, played).map_err(|error| error.to_string())?;
    } else if id != NodeId::ROOT {
        return Err("no parent or no move".to_owned());
    }
    set_remarks(tree, id, row)
}

/// Replaces the NAGs and comments of a node by the stored ones.
pub(crate) fn set_remarks(tree: &mut Tree, id: NodeId, row: &NodeRow) -> Result<(), String> {
    let comments = row.remarks.as_deref().map_or(Some(Vec::new()), comments_of).ok_or("its comments")?;
    tree.set_nags(id, row.nags.iter().copied().map(Nag).collect());
    for (place, _) in PLACES {
        tree.set_comment(id, place, Comment::new(""));
    }
    for (place, comment) in comments {
        tree.add_comment(id, place, comment);
    }
    Ok(())
}

/// Returns tags as a JSON list of pairs, in their order.
pub(crate) fn tags_text(tags: &Tags) -> String {
    let pairs: Vec<(&str, &str)> = tags.iter().collect();
    serde_json::to_string(&pairs).unwrap_or_default()
}

/// Parses the output of [`tags_text`].
pub(crate) fn tags_of(text: &str) -> Option<Tags> {
    let pairs: Vec<(String, String)> = serde_json::from_str(text).ok()?;
    Some(pairs.into_iter().collect())
}

const PLACES: [(CommentPlace, &str); 3] = [
    (CommentPlace::Before, "before"),
    (CommentPlace::After, "after"),
    (CommentPlace::AfterVariations, "after_variations"),
];

/// Returns the comments of a node as a JSON list of pairs of place and text; `None` if there are none.
fn comments_text(node: &NodeRef<'_>) -> Option<String> {
    let at = |(place, name)| node.comments(place).map(move |comment| (name, comment.text()));
    let pairs: Vec<(&str, &str)> = PLACES.into_iter().flat_map(at).collect();
    if pairs.is_empty() { None } else { serde_json::to_string(&pairs).ok() }
}

/// Parses the output of [`comments_text`].
fn comments_of(text: &str) -> Option<Vec<(CommentPlace, Comment)>> {
    let pairs: Vec<(String, String)> = serde_json::from_str(text).ok()?;
    let comment = |(place, text): (String, String)| {
        let (place, _) = PLACES.iter().find(|(_, name)| *name == place)?;
        Some((*place, Comment::new(&text)))
    };
    pairs.into_iter().map(comment).collect()
}
