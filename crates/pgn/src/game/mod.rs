//! Games: tags, a tree of moves, a result.

mod annotation;
mod builder;
mod command;
mod comment;
mod games;
mod node;
mod tags;
mod tree;
mod walk;

use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use pinsight_rules::{EnPassantMode, History, Move, Ply, Position};
use thiserror::Error;

use crate::diagnostic::{Diagnostic, Verdict};
use crate::replay::{Replayer, is_blank_fen};
use crate::result::GameResult;
use crate::split::{RawGame, split};
use crate::text::is_newline;
use builder::Builder;

pub use annotation::Annotation;
pub use command::{Arrow, Command, Eval, EvalScore, Mark, Paint};
pub use comment::Comment;
pub(crate) use comment::PARAGRAPH;
pub use games::{Games, open};
pub use node::{CommentPlace, NodeId, NodeMove, NodeRef};
pub use tags::{SEVEN_TAG_ROSTER, Tags};
pub use tree::{Removed, Tree, TreeError};
pub use walk::{MoveStep, Step, Walk};

/// A game: tags, a tree of moves, a result, and the faults found while reading it.
///
/// Reading never fails; a word that is not a legal move is a [raw](NodeMove::Raw) node. [`Display`](std::fmt::Display)
/// writes the game in export format.
///
/// ```
/// use pinsight_pgn::Game;
///
/// let mut game = Game::new();
/// game.tags.set("White", "Anna");
/// game.play_san("e4")?;
/// let e5 = game.play_san("e5")?;
/// game.tree.add_san(e5, "Nf3")?;
/// assert!(game.to_string().ends_with("\n1. e4 e5 2. Nf3 *\n"));
/// assert_eq!(game.to_string().parse::<Game>().as_ref(), Ok(&game));
/// # Ok::<(), pinsight_pgn::TreeError>(())
/// ```
///
/// Two games are equal if their tags, trees and results are.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// The tag pairs.
    pub tags: Tags,
    /// The moves.
    pub tree: Tree,
    /// The result: the terminator, or else the value of the tag.
    pub result: GameResult,
    /// The faults found while reading, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
    number: u64,
    span: Range<u64>,
    unplayable: Option<Box<Unplayable>>,
}

/// A game that cannot be played, since its variant is unknown or its start illegal, as it was read.
#[derive(Clone, Debug)]
struct Unplayable {
    bytes: Box<[u8]>,
    tags: Tags,
    tree: Tree,
    result: GameResult,
}

/// The text contains no game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the text contains no game; expected tags or moves, such as `1. e4 e5 *`")]
pub struct NoGame;

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.tags == other.tags && self.tree == other.tree && self.result == other.result
    }
}

impl Eq for Game {}

impl Game {
    /// Creates a game without tags and moves.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a game that starts from a position, with the tags `FEN` and `SetUp`, and `Variant` for Chess960.
    pub fn from_position(start: Position) -> Self {
        let mut game = Self { tree: Tree::new(start), ..Self::default() };
        if !start.has_standard_castling() {
            game.tags.set("Variant", "Chess960");
        }
        game.normalise();
        game
    }

    /// Reads and replays a game.
    pub fn read(raw: &RawGame<'_>) -> Self {
        Self::read_with(&mut Replayer::new(), raw)
    }

    /// Like [`read`](Self::read), with the buffers of a replayer.
    pub fn read_with(replayer: &mut Replayer, raw: &RawGame<'_>) -> Self {
        let mut builder = Builder::new();
        let replayed = replayer.run(raw, &mut builder);
        let Builder { tags, tree, .. } = builder;
        let result = replayed.result;
        let unplayable = (replayed.start.is_none() && !raw.oversized).then(|| {
            let bytes = text_of(raw.bytes).into();
            Box::new(Unplayable { bytes, tags: tags.clone(), tree: tree.clone(), result })
        });
        Self {
            tags,
            tree,
            result: replayed.result,
            diagnostics: replayed.diagnostics,
            number: raw.number,
            span: raw.span.clone(),
            unplayable,
        }
    }

    /// Reads the first game of a text.
    ///
    /// ```
    /// let game = pinsight_pgn::Game::parse("[White \"Anna\"]\n\n1. e4 e5 2. Nf3 *").unwrap();
    /// assert_eq!(game.tags.get("White"), Some("Anna"));
    /// assert_eq!(game.plies().map(|ply| ply.san()).collect::<Vec<_>>(), ["e4", "e5", "Nf3"]);
    /// assert!(game.diagnostics.is_empty());
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let name: Arc<str> = "text".into();
        split(&name, text.as_bytes()).next().map(|raw| Self::read(&raw))
    }

    /// Reads all games of a text.
    pub fn parse_all(text: &str) -> Vec<Self> {
        let name: Arc<str> = "text".into();
        split(&name, text.as_bytes()).map(|raw| Self::read(&raw)).collect()
    }

    /// Returns the number of the game in its source, from 1; 0 if it was not read.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the byte range in the (decompressed) source.
    pub fn span(&self) -> Range<u64> {
        self.span.clone()
    }

    /// Returns the bytes of a game of an unknown variant or with an illegal start position, if it has not been changed.
    /// The writer copies them.
    pub(crate) fn unplayable_text(&self) -> Option<&[u8]> {
        let read = self.unplayable.as_ref()?;
        let is_unchanged = self.result == read.result && self.tags == read.tags && self.tree == read.tree;
        is_unchanged.then_some(&*read.bytes)
    }

    /// Returns the verdict that the diagnostics give.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(&self.diagnostics)
    }

    /// Returns the start position; `None` if it is illegal, which a diagnostic explains.
    pub fn start(&self) -> Option<Position> {
        self.tree.start().copied()
    }

    /// Iterates over the plies of the mainline, up to the first word that is not a legal move. A null move counts as a
    /// ply but yields none.
    pub fn plies(&self) -> impl Iterator<Item = Ply> {
        self.tree.plies()
    }

    /// Plays a move at the end of the mainline.
    pub fn play(&mut self, mv: Move) -> Result<NodeId, TreeError> {
        self.tree.add(self.last(), mv)
    }

    /// Plays a move in SAN, LAN or UCI at the end of the mainline.
    pub fn play_san(&mut self, text: &str) -> Result<NodeId, TreeError> {
        self.tree.add_san(self.last(), text)
    }

    /// Returns the last node of the mainline.
    pub fn last(&self) -> NodeId {
        self.tree.mainline().last().map_or(NodeId::ROOT, |node| node.id())
    }

    /// Converts the mainline into a history, from the last null move on; `None` if a word is not a legal move.
    pub fn history(&self) -> Option<History> {
        self.tree.history(self.last())
    }

    /// Sets the tags that follow from the game: `Result`, and `FEN` and `SetUp` if it has its own start position.
    pub fn normalise(&mut self) {
        self.tags = self.normalised_tags();
    }

    pub(crate) fn normalised_tags(&self) -> Tags {
        let mut tags = self.tags.clone();
        tags.set("Result", self.result.token());
        let Some(start) = self.tree.start() else { return tags };
        if tags.get("FEN").is_some_and(is_blank_fen) {
            tags.remove("FEN");
        }
        if tags.get("FEN").is_some() || *start != Position::default() {
            tags.set("FEN", start.fen(EnPassantMode::Fen));
            tags.set("SetUp", "1");
        } else if tags.get("SetUp") == Some("1") {
            tags.set("SetUp", "0");
        }
        tags
    }
}

impl From<&History> for Game {
    /// Converts the moves played, with the result if the game is over.
    fn from(history: &History) -> Self {
        let mut game = Self::from_position(*history.start());
        game.tree = Tree::from(history);
        game.result = history.end().map_or(GameResult::Unfinished, |end| end.outcome.into());
        game.normalise();
        game
    }
}

impl FromStr for Game {
    type Err = NoGame;

    /// Reads the first game of a text.
    fn from_str(text: &str) -> Result<Self, NoGame> {
        Self::parse(text).ok_or(NoGame)
    }
}

/// Returns the bytes of a game without the blank lines around it, with its last line end; LF if there is none.
fn text_of(bytes: &[u8]) -> Vec<u8> {
    let bytes = bytes.trim_ascii_start();
    let (text, blanks) = bytes.split_at(bytes.trim_ascii_end().len());
    let from_line_end = blanks.iter().position(|&byte| is_newline(byte)).and_then(|at| blanks.get(at..));
    let line_end: &[u8] = match from_line_end {
        Some([b'\r', b'\n', ..]) => b"\r\n",
        _ => b"\n",
    };
    [text, line_end].concat()
}
