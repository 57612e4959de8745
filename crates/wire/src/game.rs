//! A game of the web board: its header, its tree of moves, and changes to it.

use std::collections::BTreeMap;

use pinsight_pgn::{Command, CommentPlace as Place, EvalScore, Paint};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::diagnostic::Diagnostic;
use crate::map::Tags;
use crate::piece::{Color, Square};
use crate::play::{Play, Seat, TimeControl};
use crate::position::BoardPosition;
use crate::result::GameResult;

/// The number of a game.
pub type GameId = i64;

/// The number of a node in its game; 0 is the root. Numbers are never reused.
pub type NodeId = u32;

/// A game without its moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct GameHeader {
    /// The number of the game.
    pub id: i64,
    /// The name: as given, else `White - Black`, else `Game 7`.
    pub name: String,
    /// The version; each change adds one.
    pub version: u64,
    /// When it was created, in milliseconds since 1970.
    pub created: i64,
    /// When it was last changed, in milliseconds since 1970.
    pub updated: i64,
    /// The PGN tags.
    #[schema(value_type = BTreeMap<String, String>)]
    pub tags: Tags,
    /// The result.
    #[schema(value_type = GameResult)]
    pub result: String,
    /// The start position as a FEN.
    pub start_fen: String,
    /// The number of plies of the mainline.
    pub plies: u64,
    /// The node where the game continues.
    pub head: u32,
    /// The position there as a FEN.
    pub head_fen: String,
    /// The import that the game came from.
    pub source: Option<GameSource>,
    /// The players.
    pub play: Play,
    /// Whether a change can be undone.
    pub can_undo: bool,
    /// Whether a change can be redone.
    pub can_redo: bool,
    /// Whether the stored game does not match its checksum; it is listed, but cannot be opened.
    pub damaged: bool,
}

/// The import that a game came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct GameSource {
    /// The number of the import.
    pub import: i64,
    /// The number of the game in it, from 1.
    pub number: u64,
}

/// Headers of games, most recently changed first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct GameList {
    /// The number of games that match.
    pub total: u64,
    /// One page of them.
    pub games: Vec<GameHeader>,
}

/// A game with its moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Game {
    /// The header.
    #[serde(flatten)]
    pub header: GameHeader,
    /// The nodes, parents first.
    pub nodes: Vec<GameNode>,
    /// The faults of the PGN that the game was read from.
    pub diagnostics: Vec<Diagnostic>,
}

/// A move and the position after it; the root is the start position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct GameNode {
    /// The number of the node.
    pub id: u32,
    /// The node before; null at the root.
    pub parent: Option<u32>,
    /// The nodes after it; the first continues the line, the others are variations.
    pub children: Vec<u32>,
    /// The number of plies from the root.
    pub ply: u32,
    /// The move number in PGN.
    pub number: u16,
    /// The side that moved; null at the root.
    pub color: Option<Color>,
    /// The move in SAN; `--` for a null move.
    pub san: Option<String>,
    /// The move in UCI notation; `0000` for a null move.
    pub uci: Option<String>,
    /// The square that the piece left; null for a null move.
    pub from: Option<Square>,
    /// The square that it reached.
    pub to: Option<Square>,
    /// The numeric annotation glyphs.
    pub nags: Vec<Nag>,
    /// The comments, without commands.
    pub comments: Vec<Comment>,
    /// The clock after the move: `0:05:00`.
    pub clock: Option<String>,
    /// The evaluation in the comment: `+0.35`, `#-3`.
    pub eval: Option<String>,
    /// Arrows and marked squares.
    pub shapes: Vec<Shape>,
    /// The position; null in large games except on the mainline.
    pub position: Option<BoardPosition>,
}

impl GameNode {
    /// Adds a comment: its text to `comments`, its commands to `clock`, `eval` and `shapes`.
    pub fn add_comment(&mut self, place: Place, comment: &pinsight_pgn::Comment) {
        let text = comment.prose();
        if !text.is_empty() {
            self.comments.push(Comment { place: place.into(), text });
        }
        for command in comment.commands() {
            match command {
                Command::Clock(time) => self.clock = Some(clock_text(time.as_secs())),
                Command::Eval(eval) => self.eval = Some(eval_text(eval.score)),
                Command::Arrows(arrows) => self.shapes.extend(arrows.into_iter().map(|arrow| Shape {
                    color: arrow.paint.into(),
                    from: arrow.from.into(),
                    to: Some(arrow.to.into()),
                })),
                Command::Marks(marks) => self.shapes.extend(marks.into_iter().map(|mark| Shape {
                    color: mark.paint.into(),
                    from: mark.square.into(),
                    to: None,
                })),
                Command::Elapsed(_) | Command::Other { .. } => {}
            }
        }
    }
}

fn clock_text(seconds: u64) -> String {
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn eval_text(score: EvalScore) -> String {
    match score {
        EvalScore::Centipawns(score) => {
            let sign = if score < 0 { '-' } else { '+' };
            let size = score.unsigned_abs();
            format!("{sign}{}.{:02}", size / 100, size % 100)
        }
        EvalScore::Mate(moves) => format!("#{moves}"),
    }
}

/// A numeric annotation glyph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Nag {
    /// Its number.
    pub number: u8,
    /// Its symbol: `!?`.
    pub glyph: Option<String>,
}

impl From<pinsight_pgn::Nag> for Nag {
    fn from(nag: pinsight_pgn::Nag) -> Self {
        Self { number: nag.0, glyph: nag.glyph().map(str::to_owned) }
    }
}

/// A comment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Comment {
    /// Where it is written.
    pub place: CommentPlace,
    /// The text without commands.
    pub text: String,
}

/// Where a comment is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CommentPlace {
    /// Before the move.
    Before,
    /// After the move.
    After,
    /// After the variations that follow the move.
    AfterVariations,
}

impl From<Place> for CommentPlace {
    fn from(place: Place) -> Self {
        match place {
            Place::Before => Self::Before,
            Place::After => Self::After,
            Place::AfterVariations => Self::AfterVariations,
        }
    }
}

/// An arrow or a marked square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// Its colour.
    pub color: ShapeColor,
    /// The marked square, or the start of the arrow.
    pub from: Square,
    /// The end of the arrow; null for a marked square.
    pub to: Option<Square>,
}

/// The colour of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ShapeColor {
    Green,
    Red,
    Yellow,
    Blue,
    Orange,
    Cyan,
}

impl From<Paint> for ShapeColor {
    fn from(paint: Paint) -> Self {
        match paint {
            Paint::Green => Self::Green,
            Paint::Red => Self::Red,
            Paint::Yellow => Self::Yellow,
            Paint::Blue => Self::Blue,
            Paint::Orange => Self::Orange,
            Paint::Cyan => Self::Cyan,
        }
    }
}

impl From<ShapeColor> for Paint {
    fn from(color: ShapeColor) -> Self {
        match color {
            ShapeColor::Green => Self::Green,
            ShapeColor::Red => Self::Red,
            ShapeColor::Yellow => Self::Yellow,
            ShapeColor::Blue => Self::Blue,
            ShapeColor::Orange => Self::Orange,
            ShapeColor::Cyan => Self::Cyan,
        }
    }
}

/// A change of a game. It applies to `version` minus one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Change {
    /// The number of the game.
    pub game: i64,
    /// The version after the change.
    pub version: u64,
    /// The header after the change.
    pub header: GameHeader,
    /// New and changed nodes.
    pub nodes: Vec<GameNode>,
    /// Removed nodes.
    pub removed: Vec<u32>,
    /// The children of each node whose children changed, in order.
    pub children: BTreeMap<u32, Vec<u32>>,
    /// The node that the request was about: the move played, the head after an undo.
    pub node: u32,
}

/// A game to create.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The start position; default: the standard start.
    #[schema(nullable = false)]
    pub fen: Option<String>,
    /// The name.
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// The player of White; default: a human.
    #[schema(nullable = false)]
    pub white: Option<Seat>,
    /// The player of Black; default: a human.
    #[schema(nullable = false)]
    pub black: Option<Seat>,
    /// PGN tags.
    #[serde(default)]
    pub tags: BTreeMap<String, String>,
    /// Whether computers move without a request; default: true.
    #[schema(nullable = false)]
    pub running: Option<bool>,
    /// The time control; default: none.
    #[schema(nullable = false)]
    pub clock: Option<TimeControl>,
}

/// Changes of a game's name, tags and result.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GamePatch {
    /// The new name; empty removes it.
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// Tags to set; null removes one.
    #[serde(default)]
    pub tags: BTreeMap<String, Option<String>>,
    /// The new result.
    #[schema(nullable = false, value_type = Option<GameResult>)]
    pub result: Option<String>,
}

/// A move to play after a node.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveRequest {
    /// The node.
    pub node: u32,
    /// The move in SAN, LAN or UCI notation.
    #[serde(rename = "move")]
    pub text: String,
    /// What the move means for the game. Default: it continues the game at the head or if only humans play, else it is
    /// a variation.
    #[schema(nullable = false)]
    pub intent: Option<MoveIntent>,
}

/// What a move means for the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoveIntent {
    /// Continue the game; refused unless the node is the head.
    Play,
    /// Take the game back to the node and continue there.
    TakeBack,
    /// Add a variation; the head stays.
    Explore,
}

/// How far to take back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Plies {
    /// The number of plies. Default: back to the human's turn.
    #[schema(nullable = false)]
    pub plies: Option<u32>,
}

/// The games that were created before and after a game, without imported ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Neighbours {
    /// The game before it.
    pub previous: Option<i64>,
    /// The game after it.
    pub next: Option<i64>,
}

/// The node where a game is to continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The node.
    pub node: u32,
}

/// Annotations to set on a node.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Annotation {
    /// The comment after the move, without commands; empty removes it. Clocks, evaluations and shapes stay.
    #[schema(nullable = false)]
    pub comment: Option<String>,
    /// The numeric annotation glyphs.
    #[schema(nullable = false)]
    pub nags: Option<Vec<u8>>,
    /// The arrows and marked squares.
    #[schema(nullable = false)]
    pub shapes: Option<Vec<Shape>>,
}
