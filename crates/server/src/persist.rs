//! Games as the store keeps them, and back.

use pinsight_pgn::{CommentPlace, GameResult, Tags};
use pinsight_rules::{EnPassantMode, Position};

use crate::game::{Edit, Game, Info, Source};
use crate::seat::Play;
use crate::store::{GameState, GameUpdate, NewGame, NodeRow, StoreError, StoredGame};
use crate::tree::{Node, NodeId, Played, Remark, Tree};

/// How a null move is kept.
const NULL: &str = "0000";

impl Game {
    fn state(&self) -> GameState {
        let head = self.tree.get(self.info.head).map(|head| head.position).unwrap_or_default();
        GameState {
            name: self.info.name.clone(),
            version: self.info.version,
            updated: self.info.updated,
            tags: tags_text(&self.info.tags),
            result: self.info.result.token(),
            plies: self.tree.plies(),
            head: self.info.head,
            head_fen: head.fen(EnPassantMode::Fen),
            next_node: self.tree.next_id(),
            running: self.info.play.running,
            // A play is made of texts and numbers, which always can be written.
            play: serde_json::to_string(&self.info.play).unwrap_or_default(),
        }
    }

    /// All of it, for a game that the store does not have yet.
    pub(crate) fn to_new(&self) -> NewGame {
        let diagnostics = match self.diagnostics.as_slice() {
            [] => None,
            // Cannot fail: diagnostics have string keys.
            diagnostics => serde_json::to_string(diagnostics).ok(),
        };
        NewGame {
            created: self.info.created,
            start_fen: self.tree.start().fen(EnPassantMode::Fen),
            state: self.state(),
            source: self.info.source.map(|source| (source.import, source.number)),
            nodes: self.tree.walk().into_iter().filter_map(|id| self.row(id)).collect(),
            diagnostics,
        }
    }

    /// What a change leaves to be written.
    pub(crate) fn to_update(&self, edit: &Edit) -> GameUpdate {
        let place = |&id: &NodeId| self.tree.get(id).map(|node| (id, node.place));
        GameUpdate {
            id: self.id,
            state: self.state(),
            nodes: edit.nodes.iter().filter_map(|&id| self.row(id)).collect(),
            places: edit.placed.iter().filter_map(place).collect(),
            removed: edit.removed.clone(),
        }
    }

    fn row(&self, id: NodeId) -> Option<NodeRow> {
        let node = self.tree.get(id)?;
        let parent = node.parent.and_then(|parent| self.tree.get(parent));
        let played = parent.zip(node.played).map(|(before, played)| match played {
            Played::Move(mv) => before.position.uci(mv, before.position.castling_mode()).to_string(),
            Played::Null => NULL.to_owned(),
        });
        Some(NodeRow {
            id,
            parent: node.parent,
            place: node.place,
            played,
            nags: node.nags.clone(),
            remarks: remarks_text(node),
        })
    }

    /// A game out of the store; whatever does not fit is an error, since nothing else may write there.
    pub(crate) fn from_stored(stored: &StoredGame) -> Result<Self, StoreError> {
        let row = &stored.row;
        let bad = |what: String| StoreError::BadGame(format!("game {}: {what}", row.id));
        let start: Position = row.start_fen.parse().map_err(|error| bad(format!("its start: {error}")))?;
        let mut tree = Tree::new(start);
        for node in &stored.nodes {
            let bad_node = |what: String| bad(format!("node {}: {what}", node.id));
            if let (Some(parent), Some(text)) = (node.parent, &node.played) {
                let before =
                    tree.get(parent).ok_or_else(|| bad_node(format!("no parent {parent}")))?.position;
                let played = if text == NULL {
                    Played::Null
                } else {
                    Played::Move(before.parse_move(text).map_err(|error| bad_node(error.to_string()))?)
                };
                if !tree.insert(node.id, parent, played, node.place) {
                    return Err(bad_node(format!("`{text}` cannot be played")));
                }
            }
            let kept = tree.get_mut(node.id).ok_or_else(|| bad_node("not to be found".to_owned()))?;
            kept.nags.clone_from(&node.nags);
            if let Some(text) = &node.remarks {
                kept.remarks = remarks_of(text).ok_or_else(|| bad_node("its comments".to_owned()))?;
            }
        }
        tree.reserve_ids(row.next_node);
        let result = GameResult::from_ascii(row.result.as_bytes());
        let result = result.ok_or_else(|| bad(format!("the result `{}`", row.result)))?;
        let tags = tags_of(&row.tags).ok_or_else(|| bad("its tags".to_owned()))?;
        let play: Play = serde_json::from_str(&row.play).map_err(|error| bad(error.to_string()))?;
        if tree.get(row.head).is_none() {
            return Err(bad(format!("no node {}, where it should stand", row.head)));
        }
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
                head: row.head,
                source: row.source.map(|(import, number)| Source { import, number }),
                play,
            },
            tree,
            diagnostics: serde_json::from_str(diagnostics).map_err(|error| bad(error.to_string()))?,
        })
    }
}

/// Tags as pairs in JSON, in their order.
pub(crate) fn tags_text(tags: &Tags) -> String {
    let pairs: Vec<(&str, &str)> = tags.iter().collect();
    serde_json::to_string(&pairs).unwrap_or_default()
}

pub(crate) fn tags_of(text: &str) -> Option<Tags> {
    let pairs: Vec<(String, String)> = serde_json::from_str(text).ok()?;
    let mut tags = Tags::new();
    for (name, value) in pairs {
        tags.set(name, value);
    }
    Some(tags)
}

const PLACES: [(CommentPlace, &str); 3] = [
    (CommentPlace::Before, "before"),
    (CommentPlace::After, "after"),
    (CommentPlace::AfterVariations, "after_variations"),
];

/// The name of a comment's place, in the store and for the page.
pub(crate) fn place_name(place: CommentPlace) -> &'static str {
    PLACES.iter().find(|(known, _)| *known == place).map_or("after", |(_, name)| name)
}

fn remarks_text(node: &Node) -> Option<String> {
    let pairs: Vec<_> = node.remarks.iter().map(|remark| (place_name(remark.place), &remark.text)).collect();
    if pairs.is_empty() { None } else { serde_json::to_string(&pairs).ok() }
}

fn remarks_of(text: &str) -> Option<Vec<Remark>> {
    let pairs: Vec<(String, String)> = serde_json::from_str(text).ok()?;
    let remark = |(place, text): (String, String)| {
        let (place, _) = PLACES.iter().find(|(_, name)| *name == place)?;
        Some(Remark { place: *place, text })
    };
    pairs.into_iter().map(remark).collect()
}
