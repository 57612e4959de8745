//! A game of the server: tree, players and head, and the edits.

use pinsight_pgn::{GameResult, Nag, NodeId, NodeMove, NodeRef, Tags, Tree};
use pinsight_rules::{Color, EnPassantMode, History, Move, Outcome, Position};
use pinsight_wire::{self as wire, MoveIntent};

pub(crate) use pinsight_wire::GameId;

use super::opening;
use super::remarks;
use super::replay::Replay;
use super::seats::Play;
use crate::clock::now;
use crate::error::ApiError;
use crate::store::HistoryRange;

/// The maximum number of moves of a game.
pub(crate) const MAX_NODES: usize = 20_000;
/// The maximum length of a name or tag in bytes.
const MAX_TEXT: usize = 1_000;
const MAX_TAGS: usize = 100;
/// The maximum length of a comment in bytes.
const MAX_COMMENT: usize = 20_000;
/// The maximum number of NAGs of a move.
pub(super) const MAX_NAGS: usize = 32;
/// The maximum number of arrows and marked squares of a move.
const MAX_SHAPES: usize = 256;

/// A game.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) id: GameId,
    pub(crate) info: Info,
    /// Contains legal moves and null moves, no raw words; so every node has a position.
    pub(crate) tree: Tree,
    /// The changes that can be undone and redone.
    pub(crate) history: HistoryRange,
    /// The faults of the PGN that the game was read from.
    pub(crate) diagnostics: Vec<wire::Diagnostic>,
}

/// Everything about a game but its moves.
#[derive(Clone, Debug)]
pub(crate) struct Info {
    pub(crate) name: Option<String>,
    pub(crate) version: u64,
    /// Milliseconds since 1970.
    pub(crate) created: i64,
    pub(crate) updated: i64,
    pub(crate) tags: Tags,
    pub(crate) result: GameResult,
    /// The node at which the game continues.
    pub(crate) head: NodeId,
    pub(crate) source: Option<Source>,
    pub(crate) play: Play,
}

/// The import that a game was opened from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Source {
    pub(crate) import: i64,
    pub(crate) number: u64,
}

/// What an edit changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Edit {
    /// The node that was edited.
    pub(crate) node: NodeId,
    /// New nodes, and nodes with new comments or NAGs.
    pub(crate) nodes: Vec<NodeId>,
    /// Removed nodes, in ascending order.
    pub(crate) removed: Vec<NodeId>,
    /// Nodes whose list of children changed.
    pub(crate) parents: Vec<NodeId>,
    /// Whether anything changed.
    pub(crate) changed: bool,
}

impl Edit {
    /// An edit without effect.
    pub(crate) fn unchanged(node: NodeId) -> Self {
        Self { node, nodes: Vec::new(), removed: Vec::new(), parents: Vec::new(), changed: false }
    }

    /// Adds what a later edit changed.
    pub(crate) fn then(&mut self, later: Self) {
        let Self { node, nodes, removed, parents, changed } = later;
        self.node = node;
        self.nodes.retain(|id| !removed.contains(id) && !nodes.contains(id));
        self.removed.retain(|id| !nodes.contains(id));
        self.nodes.extend(nodes);
        self.removed.extend(removed);
        self.removed.sort_unstable();
        self.parents.extend(parents);
        self.parents.sort_unstable();
        self.parents.dedup();
        self.changed |= changed;
    }

    /// An edit of [`Info`] only.
    fn of_info(node: NodeId) -> Self {
        Self { changed: true, ..Self::unchanged(node) }
    }
}

impl Game {
    /// Creates a game without moves.
    pub(crate) fn new(start: Position, tags: Tags, name: Option<String>, play: Play) -> Self {
        let mut tags = tags;
        if start != Position::default() {
            tags.set("SetUp", "1");
            tags.set("FEN", start.fen(EnPassantMode::Fen));
        }
        let info = Info {
            name,
            version: 1,
            created: 0,
            updated: 0,
            tags,
            result: GameResult::Unfinished,
            head: NodeId::ROOT,
            source: None,
            play,
        };
        Self {
            id: 0,
            info,
            tree: Tree::new(start),
            history: HistoryRange::default(),
            diagnostics: Vec::new(),
        }
    }

    /// Returns the name to display: the given one, else the names of the players, else the number of the game.
    pub(crate) fn name(&self) -> String {
        shown_name(self.id, self.info.name.as_deref(), &self.info.tags)
    }

    /// Returns the name of the player of a side, or else the side.
    pub(crate) fn player_name(&self, color: Color) -> String {
        let tag = if color == Color::White { "White" } else { "Black" };
        let name = self.info.tags.get(tag).filter(|name| !name.is_empty() && *name != "?");
        name.unwrap_or(tag).to_owned()
    }

    /// Returns the id of the node with this number, or an error if it does not exist.
    pub(crate) fn node(&self, number: wire::NodeId) -> Result<NodeId, ApiError> {
        let id = NodeId::from_number(number).filter(|&id| self.tree.get(id).is_some());
        id.ok_or_else(|| ApiError::not_found(format!("the game has no node {number}")))
    }

    /// Returns the position at an existing node.
    #[allow(clippy::expect_used, reason = "`tree` contains no raw words")]
    pub(crate) fn position(&self, node: NodeId) -> Position {
        self.tree.position(node).expect("every node has a position")
    }

    /// Returns the line to an existing node.
    #[allow(clippy::expect_used, reason = "callers pass ids of existing nodes")]
    pub(crate) fn replay(&self, node: NodeId) -> Replay {
        Replay::to(&self.tree, node).expect("the node exists")
    }

    /// Returns the line to the head, from the last null move on.
    #[allow(clippy::expect_used, reason = "`tree` contains no raw words")]
    pub(crate) fn history(&self) -> History {
        self.tree.history(self.info.head).expect("the line is legal")
    }

    /// Returns the length of the mainline.
    pub(crate) fn plies(&self) -> usize {
        self.tree.mainline().count()
    }

    /// Returns the side to move at the head.
    pub(crate) fn turn(&self) -> Color {
        self.position(self.info.head).turn()
    }

    /// Whether the rules end the game at the head. A result alone, by resignation or from a file, does not: play can
    /// continue.
    pub(crate) fn is_over(&self) -> bool {
        self.replay(self.info.head).end().is_some()
    }

    /// Whether the game runs and a computer is to move.
    fn computer_is_to_move(&self) -> bool {
        let play = &self.info.play;
        play.running && !play.seat(self.turn()).is_human() && !self.is_over()
    }

    /// Whether the game was played here and ended by resignation or agreement.
    fn is_decided(&self) -> bool {
        self.info.source.is_none() && self.info.result != GameResult::Unfinished && !self.is_over()
    }

    /// Plays a move in SAN, LAN or UCI after `node`.
    pub(crate) fn play_text(
        &mut self,
        node: NodeId,
        text: &str,
        intent: Option<MoveIntent>,
    ) -> Result<Edit, ApiError> {
        let mv = self.position(node).parse_move(text).map_err(|error| ApiError::illegal_move(&error))?;
        match intent {
            Some(MoveIntent::Play) if node != self.info.head => {
                return Err(ApiError::conflict(
                    "the game has gone on: the move was made at an earlier position",
                ));
            }
            Some(MoveIntent::TakeBack) => {
                self.set_head(node);
                self.reopen();
            }
            // A computer's search would end without a move.
            None | Some(MoveIntent::Play) if node == self.info.head && self.computer_is_to_move() => {
                return Err(ApiError::conflict(
                    "it is the computer's turn: wait for its move, or pause the game",
                ));
            }
            _ if node == self.info.head && self.is_decided() => {
                let how =
                    self.info.tags.get("Termination").map_or_else(String::new, |how| format!(" ({how})"));
                return Err(ApiError::conflict(format!("the game is over{how}: open it again to play on")));
            }
            _ => {}
        }
        self.play(node, mv, intent == Some(MoveIntent::Explore))
    }

    /// Plays a legal move after `node`: adds it unless it exists. With `explore`, the head stays.
    pub(crate) fn play(&mut self, node: NodeId, mv: Move, explore: bool) -> Result<Edit, ApiError> {
        let at_head = node == self.info.head && !explore;
        // The game continues with a move at the head, so it becomes the first child; but an imported mainline stays.
        let becomes_first = at_head && self.info.source.is_none();
        let moves_head = at_head || (self.info.play.only_humans() && !explore);
        let known = self.tree.child(node, &NodeMove::Move(mv));
        let child = match known {
            Some(child) => child,
            None => self.add(node, mv)?,
        };
        let mut edit = Edit::unchanged(child);
        if known.is_none() {
            edit.nodes = vec![child];
            edit.parents = vec![node];
            edit.changed = true;
        }
        let mover = self.position(node).turn();
        if at_head && self.press_clock(child, mover, now())? {
            edit.nodes = vec![child];
            edit.changed = true;
        }
        if becomes_first && self.make_first(child) {
            edit.parents = vec![node];
            edit.changed = true;
        }
        if moves_head && self.info.head != child {
            self.info.head = child;
            edit.changed = true;
            self.update_result();
        }
        Ok(edit)
    }

    fn add(&mut self, node: NodeId, mv: Move) -> Result<NodeId, ApiError> {
        if self.tree.len() >= MAX_NODES {
            return Err(ApiError::too_large(format!("a game may have at most {MAX_NODES} moves")));
        }
        self.tree.add(node, mv).map_err(|error| ApiError::conflict(error.to_string()))
    }

    /// Moves a node before its siblings; `false` if it is the first already. The others keep their order.
    fn make_first(&mut self, node: NodeId) -> bool {
        let begins_variation = |tree: &Tree| tree.get(node).is_some_and(|node| node.begins_variation());
        let moved = begins_variation(&self.tree);
        while begins_variation(&self.tree) {
            self.tree.promote(node);
        }
        moved
    }

    /// Sets the result if the game ends at the head. A variation of an imported game does not change its result.
    fn update_result(&mut self) {
        if self.info.source.is_none()
            && let Some(end) = self.replay(self.info.head).end()
            && self.tree.get(self.info.head).is_some_and(|head| head.is_mainline())
        {
            self.info.result = match end.outcome {
                Outcome::Win(color) => GameResult::Win(color),
                Outcome::Draw => GameResult::Draw,
            };
            self.info.tags.set("Termination", end.termination.name());
            opening::fill_in(&mut self.info.tags, &self.tree);
        }
    }

    /// Moves the head back: by `plies`, or to the last turn of a human. The moves stay in the tree.
    pub(crate) fn take_back(&mut self, plies: Option<u32>) -> Result<Edit, ApiError> {
        let plies = plies.unwrap_or_else(|| self.plies_to_human());
        let nodes = std::iter::successors(self.tree.get(self.info.head), NodeRef::parent);
        let head = nodes.take(plies as usize + 1).last().map_or(self.info.head, |node| node.id());
        if head == self.info.head {
            return Err(ApiError::conflict("there is no move to take back"));
        }
        Ok(self.move_head(head))
    }

    /// Returns the number of plies back to a turn of a human; 1 if there is none.
    fn plies_to_human(&self) -> u32 {
        let is_human = |color: Color| self.info.play.seat(color).is_human();
        let two_plies = self.tree.line(self.info.head).len() >= 2;
        if !is_human(!self.turn()) && is_human(self.turn()) && two_plies { 2 } else { 1 }
    }

    /// Moves the head to `node`.
    pub(crate) fn set_head(&mut self, node: NodeId) -> Edit {
        if node == self.info.head { Edit::unchanged(node) } else { self.move_head(node) }
    }

    fn move_head(&mut self, node: NodeId) -> Edit {
        // The game continues, so a result by the rules or by agreement no longer holds.
        if self.info.source.is_none() {
            self.set_unfinished();
        }
        self.info.head = node;
        Edit::of_info(node)
    }

    /// Removes a move and everything after it.
    pub(crate) fn remove(&mut self, node: NodeId) -> Result<Edit, ApiError> {
        let parent = self.tree.get(node).and_then(|node| node.parent()).map(|parent| parent.id());
        let (Some(parent), Some(removed)) = (parent, self.tree.remove(node)) else {
            return Err(ApiError::conflict("the start of a game cannot be removed: delete the game"));
        };
        let mut removed: Vec<_> = removed.ids().collect();
        removed.sort_unstable();
        if removed.binary_search(&self.info.head).is_ok() {
            self.move_head(parent);
        }
        Ok(Edit { removed, parents: vec![parent], changed: true, ..Edit::unchanged(parent) })
    }

    /// Makes the variation that `node` is in the first line at its branching point.
    pub(crate) fn promote(&mut self, node: NodeId) -> Result<Edit, ApiError> {
        let first = self.tree.promote(node);
        let first = first.ok_or_else(|| ApiError::conflict("the move is on the mainline already"))?;
        self.make_first(first);
        let parent = self.tree.get(first).and_then(|first| first.parent());
        let parents = parent.into_iter().map(|parent| parent.id()).collect();
        Ok(Edit { parents, changed: true, ..Edit::unchanged(node) })
    }

    /// Makes the line that `node` is in the second one at its last branching point that has an alternative.
    pub(crate) fn demote(&mut self, node: NodeId) -> Result<Edit, ApiError> {
        let first = self.tree.demote(node);
        let first = first.ok_or_else(|| ApiError::conflict("the move has no alternative after it"))?;
        let parent = self.tree.get(first).and_then(|first| first.parent());
        let parents = parent.into_iter().map(|parent| parent.id()).collect();
        Ok(Edit { parents, changed: true, ..Edit::unchanged(node) })
    }

    /// Sets the comment after a move, its NAGs and its shapes.
    pub(crate) fn annotate(&mut self, node: NodeId, note: wire::Annotation) -> Result<Edit, ApiError> {
        let wire::Annotation { comment, nags, shapes } = note;
        if comment.as_ref().is_some_and(|text| text.len() > MAX_COMMENT) {
            return Err(ApiError::too_large(format!("a comment may have at most {MAX_COMMENT} bytes")));
        }
        if shapes.as_ref().is_some_and(|shapes| shapes.len() > MAX_SHAPES) {
            return Err(ApiError::too_large(format!("a move may have at most {MAX_SHAPES} shapes")));
        }
        if let Some(text) = comment {
            remarks::set_prose(&mut self.tree, node, &text);
        }
        if let Some(shapes) = shapes {
            remarks::set_shapes(&mut self.tree, node, &shapes);
        }
        if let Some(mut nags) = nags {
            nags.truncate(MAX_NAGS);
            self.tree.set_nags(node, nags.into_iter().map(Nag).collect());
        }
        Ok(Edit { nodes: vec![node], changed: true, ..Edit::unchanged(node) })
    }

    /// Sets the name; an empty one removes it.
    pub(crate) fn rename(&mut self, name: &str) -> Result<Edit, ApiError> {
        let name = checked_text("name", name)?;
        self.info.name = (!name.is_empty()).then(|| name.to_owned());
        Ok(Edit::of_info(self.info.head))
    }

    /// Sets a tag, or removes it.
    pub(crate) fn set_tag(&mut self, tag: &str, value: Option<&str>) -> Result<Edit, ApiError> {
        if matches!(tag, "FEN" | "SetUp" | "Result" | "Variant") {
            return Err(ApiError::bad_request(format!(
                "the tag {tag} follows from the game and cannot be set"
            )));
        }
        let good = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if tag.is_empty() || !tag.chars().all(good) {
            return Err(ApiError::bad_request(format!(
                "`{tag}` is not a tag name: expected letters, digits and underscores"
            )));
        }
        match value {
            Some(value) => {
                let value = checked_text("tag", value)?;
                self.info.tags.set(tag, value);
            }
            None => {
                self.info.tags.remove(tag);
            }
        }
        if self.info.tags.len() > MAX_TAGS {
            return Err(ApiError::too_large(format!("a game may have at most {MAX_TAGS} tags")));
        }
        Ok(Edit::of_info(self.info.head))
    }

    /// Pauses and reopens a game of which the store lost moves: its result may not fit those left.
    pub(crate) fn cut_short(&mut self) -> Edit {
        self.reopen();
        self.info.play.running = false;
        Edit::of_info(self.info.head)
    }

    /// Sets the result; ends the game unless it is `*`.
    pub(crate) fn set_result(&mut self, result: GameResult) -> Edit {
        match result {
            GameResult::Unfinished if self.info.source.is_none() => self.set_unfinished(),
            GameResult::Unfinished => {}
            _ => {
                self.info.play.running = false;
                if self.info.source.is_none() {
                    opening::fill_in(&mut self.info.tags, &self.tree);
                }
            }
        }
        self.info.result = result;
        Edit::of_info(self.info.head)
    }

    /// Removes the result unless the game is over or imported.
    pub(crate) fn reopen(&mut self) {
        if self.info.source.is_none() && !self.is_over() {
            self.set_unfinished();
        }
    }

    /// Removes the result, and the tags that were set with it.
    fn set_unfinished(&mut self) {
        if self.info.result == GameResult::Unfinished {
            return;
        }
        self.info.result = GameResult::Unfinished;
        for tag in ["Termination", "ECO", "Opening"] {
            self.info.tags.remove(tag);
        }
    }

    /// Sets the players and the pace. Starting the computers reopens a game that ended by resignation or agreement.
    pub(crate) fn set_play(&mut self, play: Play) -> Edit {
        if play.running && !self.info.play.running {
            self.reopen();
        }
        self.info.play = play;
        Edit::of_info(self.info.head)
    }
}

fn checked_text<'a>(what: &str, text: &'a str) -> Result<&'a str, ApiError> {
    let text = text.trim();
    if text.len() > MAX_TEXT {
        return Err(ApiError::too_large(format!("a {what} may have at most {MAX_TEXT} bytes")));
    }
    if text.contains(char::is_control) {
        return Err(ApiError::bad_request(format!("a {what} must be one line without control characters")));
    }
    Ok(text)
}

/// Returns the name to display for a game.
pub(crate) fn shown_name(id: GameId, name: Option<&str>, tags: &Tags) -> String {
    if let Some(name) = name {
        return name.to_owned();
    }
    let known = |tag| tags.get(tag).map(str::trim).filter(|value| !value.is_empty() && *value != "?");
    match (known("White"), known("Black")) {
        (None, None) => format!("Game {id}"),
        (white, black) => format!("{} - {}", white.unwrap_or("?"), black.unwrap_or("?")),
    }
}
