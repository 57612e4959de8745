//! A game as it is kept: its tree, who plays, where it stands; and the ways to change it.

use pinsight_pgn::{CommentPlace, GameResult, Nag, Tags};
use pinsight_rules::{Color, EnPassantMode, Outcome, Position};

use pinsight_wire::Diagnostic;
pub(crate) use pinsight_wire::GameId;

use crate::error::ApiError;
use crate::seat::Play;
use crate::tree::{NodeId, Played, ROOT, Remark, Tree};

/// More nodes than this no game may have.
pub(crate) const MOST_NODES: usize = 20_000;
/// The longest name, and the longest tag.
const MOST_TEXT: usize = 1_000;
const MOST_TAGS: usize = 100;
/// The longest comment.
const MOST_COMMENT: usize = 20_000;

/// A game with all that is known of it.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) id: GameId,
    pub(crate) info: Info,
    pub(crate) tree: Tree,
    /// The faults of the PGN that the game was read from.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// What is known of a game besides its moves.
#[derive(Clone, Debug)]
pub(crate) struct Info {
    pub(crate) name: Option<String>,
    pub(crate) version: u64,
    /// Milliseconds since 1970.
    pub(crate) created: i64,
    pub(crate) updated: i64,
    pub(crate) tags: Tags,
    pub(crate) result: GameResult,
    /// Where the game stands.
    pub(crate) head: NodeId,
    pub(crate) source: Option<Source>,
    pub(crate) play: Play,
}

/// The import that a game came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Source {
    pub(crate) import: i64,
    pub(crate) number: u64,
}

/// What a change did to the tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Edit {
    /// The node that it was about.
    pub(crate) node: NodeId,
    /// Nodes that are new or say something else.
    pub(crate) nodes: Vec<NodeId>,
    /// Nodes that only changed their place.
    pub(crate) placed: Vec<NodeId>,
    /// Nodes that are gone.
    pub(crate) removed: Vec<NodeId>,
    /// Nodes whose children are others than before, or in another order.
    pub(crate) parents: Vec<NodeId>,
    /// Whether anything changed at all.
    pub(crate) changed: bool,
}

impl Edit {
    /// A change of what is known of the game, not of its moves.
    fn of_info(node: NodeId) -> Self {
        Self { node, changed: true, ..Self::default() }
    }
}

impl Game {
    /// A game that begins here.
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
            head: ROOT,
            source: None,
            play,
        };
        Self { id: 0, info, tree: Tree::new(start), diagnostics: Vec::new() }
    }

    /// The name that is shown: as given, else the players', else the number.
    pub(crate) fn name(&self) -> String {
        shown_name(self.id, self.info.name.as_deref(), &self.info.tags)
    }

    /// Whose turn it is where the game stands.
    pub(crate) fn turn(&self) -> Color {
        self.tree.get(self.info.head).map_or(Color::White, |head| head.position.turn())
    }

    /// Whether nobody can move any more where the game stands. A result alone, resigned or read from a file, does not
    /// keep anybody from playing on from there.
    pub(crate) fn is_over(&self) -> bool {
        self.tree.end(self.info.head).is_some()
    }

    /// Plays a move after a node, given as a person or a program writes it.
    pub(crate) fn play_text(&mut self, node: NodeId, text: &str) -> Result<Edit, ApiError> {
        let position = self.tree.get(node).ok_or_else(|| no_node(node))?.position;
        let mv = position.parse_move(text).map_err(|error| ApiError::illegal_move(&error))?;
        self.play(node, Played::Move(mv))
    }

    /// Plays a legal move after a node: follows it if it is there, else adds it.
    pub(crate) fn play(&mut self, node: NodeId, played: Played) -> Result<Edit, ApiError> {
        let at_head = node == self.info.head;
        // The game goes on with the move, so it goes first; but what was read from a file stays the mainline.
        let goes_first = at_head && self.info.source.is_none();
        let head_follows = at_head || self.info.play.only_humans();
        if let Some(child) = self.tree.child(node, played) {
            let mut edit = Edit { node: child, ..Edit::default() };
            if head_follows && self.info.head != child {
                self.info.head = child;
                edit.changed = true;
                self.settle();
            }
            if goes_first && self.tree.first_child(node) != Some(child) {
                edit.placed = self.tree.promote(child).map(Vec::from).unwrap_or_default();
                edit.parents = vec![node];
            }
            return Ok(edit);
        }
        if self.tree.len() >= MOST_NODES {
            return Err(ApiError::too_large(format!("a game may have at most {MOST_NODES} moves")));
        }
        let child = self.tree.add(node, played, goes_first).ok_or_else(|| no_node(node))?;
        if head_follows {
            self.info.head = child;
            self.settle();
        }
        Ok(Edit { node: child, nodes: vec![child], parents: vec![node], changed: true, ..Edit::default() })
    }

    /// The result follows from where the game stands; a variation tried out in a game that was read decides nothing.
    fn settle(&mut self) {
        if self.info.source.is_none()
            && let Some(end) = self.tree.end(self.info.head)
            && self.tree.is_on_mainline(self.info.head)
        {
            self.info.result = match end.outcome {
                Outcome::Win(color) => GameResult::Win(color),
                Outcome::Draw => GameResult::Draw,
            };
        }
    }

    /// The head goes back.
    pub(crate) fn undo(&mut self, plies: Option<u32>) -> Result<Edit, ApiError> {
        let nothing = || ApiError::conflict("there is no move to take back");
        let steps = match plies {
            Some(plies) => plies,
            None => self.plies_to_human(),
        };
        let mut head = self.info.head;
        for _ in 0..steps {
            match self.tree.get(head).and_then(|node| node.parent) {
                Some(parent) => head = parent,
                None => break,
            }
        }
        if head == self.info.head {
            return Err(nothing());
        }
        Ok(self.move_head(head))
    }

    /// How far back it was a human's turn: one ply where no computer plays.
    fn plies_to_human(&self) -> u32 {
        let mut back = 0;
        let mut head = self.info.head;
        while let Some(parent) = self.tree.get(head).and_then(|node| node.parent) {
            back += 1;
            head = parent;
            let turn = self.tree.get(head).map(|node| node.position.turn());
            if turn.is_some_and(|turn| self.info.play.seat(turn).is_human()) {
                return back;
            }
        }
        1
    }

    /// The head goes forward again.
    pub(crate) fn redo(&mut self, plies: Option<u32>) -> Result<Edit, ApiError> {
        let mut head = self.info.head;
        for _ in 0..plies.unwrap_or(1) {
            match self.tree.first_child(head) {
                Some(child) => head = child,
                None => break,
            }
        }
        if head == self.info.head {
            return Err(ApiError::conflict("there is no move to play again"));
        }
        let edit = self.move_head(head);
        self.settle();
        Ok(edit)
    }

    /// The game goes on from that node.
    pub(crate) fn set_head(&mut self, node: NodeId) -> Result<Edit, ApiError> {
        self.tree.get(node).ok_or_else(|| no_node(node))?;
        Ok(if node == self.info.head { Edit { node, ..Edit::default() } } else { self.move_head(node) })
    }

    fn move_head(&mut self, node: NodeId) -> Edit {
        // A result that the moves gave is taken back with them; one that was agreed on too: the game goes on.
        if self.info.source.is_none() {
            self.info.result = GameResult::Unfinished;
        }
        self.info.head = node;
        Edit::of_info(node)
    }

    /// Takes a move away with all that follows it.
    pub(crate) fn remove(&mut self, node: NodeId) -> Result<Edit, ApiError> {
        let parent = self.tree.get(node).ok_or_else(|| no_node(node))?.parent;
        let Some(parent) = parent else {
            return Err(ApiError::conflict("the start of a game cannot be taken away: delete the game"));
        };
        let removed = self.tree.remove(node);
        if removed.binary_search(&self.info.head).is_ok() {
            self.move_head(parent);
        }
        Ok(Edit { node: parent, removed, parents: vec![parent], changed: true, ..Edit::default() })
    }

    /// The variation that a node is in changes places with the line that it left.
    pub(crate) fn promote(&mut self, node: NodeId) -> Result<Edit, ApiError> {
        self.tree.get(node).ok_or_else(|| no_node(node))?;
        let swapped = self.tree.promote(node);
        let swapped = swapped.ok_or_else(|| ApiError::conflict("the move is on the mainline already"))?;
        let parent = self.tree.get(swapped[0]).and_then(|node| node.parent);
        let parents = parent.into_iter().collect();
        Ok(Edit { node, placed: swapped.into(), parents, changed: true, ..Edit::default() })
    }

    /// Sets the comment after a move and its annotations.
    pub(crate) fn annotate(
        &mut self,
        node: NodeId,
        comment: Option<&str>,
        nags: Option<Vec<Nag>>,
    ) -> Result<Edit, ApiError> {
        let found = self.tree.get_mut(node).ok_or_else(|| no_node(node))?;
        if let Some(text) = comment {
            if text.len() > MOST_COMMENT {
                return Err(ApiError::too_large(format!("a comment may have at most {MOST_COMMENT} bytes")));
            }
            found.remarks.retain(|remark| remark.place != CommentPlace::After);
            let comment = pinsight_pgn::Comment::new(text);
            if !comment.text().is_empty() {
                let text = comment.text().to_owned();
                found.remarks.push(Remark { place: CommentPlace::After, text });
            }
        }
        if let Some(nags) = nags {
            found.nags = nags.into_iter().take(32).map(|nag| nag.0).collect();
        }
        Ok(Edit { node, nodes: vec![node], changed: true, ..Edit::default() })
    }

    /// Gives the game another name; none takes it away.
    pub(crate) fn rename(&mut self, name: &str) -> Result<Edit, ApiError> {
        let name = checked_text("name", name)?;
        self.info.name = (!name.is_empty()).then(|| name.to_owned());
        Ok(Edit::of_info(self.info.head))
    }

    /// Sets a tag, or takes it away.
    pub(crate) fn set_tag(&mut self, tag: &str, value: Option<&str>) -> Result<Edit, ApiError> {
        if matches!(tag, "FEN" | "SetUp" | "Result" | "Variant") {
            return Err(ApiError::bad_request(format!(
                "the tag {tag} follows from the game and cannot be set"
            )));
        }
        let good = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if tag.is_empty() || !tag.chars().all(good) {
            return Err(ApiError::bad_request(format!(
                "`{tag}` is no name of a tag: expected letters, digits and underscores"
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
        if self.info.tags.len() > MOST_TAGS {
            return Err(ApiError::too_large(format!("a game may have at most {MOST_TAGS} tags")));
        }
        Ok(Edit::of_info(self.info.head))
    }

    /// Moves were lost; what else was known of the game does not follow from those that are left.
    pub(crate) fn cut_short(&mut self) -> Edit {
        self.reopen();
        self.info.play.running = false;
        Edit::of_info(self.info.head)
    }

    /// Ends the game, or opens it again.
    pub(crate) fn set_result(&mut self, result: GameResult) -> Edit {
        self.info.result = result;
        if result != GameResult::Unfinished {
            self.info.play.running = false;
        }
        Edit::of_info(self.info.head)
    }

    /// The game goes on, so that it has no result yet; one that was read from a file keeps what it had.
    pub(crate) fn reopen(&mut self) {
        if self.info.source.is_none() && !self.is_over() {
            self.info.result = GameResult::Unfinished;
        }
    }

    /// Others play, or at another speed. A game that was resigned or agreed upon is open again when computers go on.
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
    if text.len() > MOST_TEXT {
        return Err(ApiError::too_large(format!("a {what} may have at most {MOST_TEXT} bytes")));
    }
    if text.contains(char::is_control) {
        return Err(ApiError::bad_request(format!("a {what} is one line of text")));
    }
    Ok(text)
}

/// The error for a node that is not there.
pub(crate) fn no_node(node: NodeId) -> ApiError {
    ApiError::not_found(format!("the game has no node {node}"))
}

/// The name that is shown for a game.
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
