//! Analysis lines of an engine.

use pinsight_players::Value;
use serde::Serialize;
use utoipa::ToSchema;

/// A score from White's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate; negative if Black mates.
    Mate(i64),
}

impl From<Value> for Score {
    /// Converts a value from White's side.
    fn from(value: Value) -> Self {
        match value {
            Value::Centipawns(centipawns) => Self::Cp(centipawns),
            Value::MatesIn(moves) => Self::Mate(i64::from(moves)),
            Value::MatedIn(moves) => Self::Mate(-i64::from(moves)),
        }
    }
}

/// A line with its score.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Line {
    /// The score from White's side.
    pub score: Score,
    /// The score in words: `+0.35`, `#-3`.
    pub text: String,
    /// The moves in SAN.
    pub san: Vec<String>,
    /// The moves in UCI notation.
    pub uci: Vec<String>,
    /// The positions after the moves as FENs.
    pub fens: Vec<String>,
}

/// What an engine has found so far.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub struct Search {
    /// The best lines, the best first.
    pub lines: Vec<Line>,
    /// The depth reached.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The time taken in milliseconds.
    pub time: u64,
}

/// A line of `pinsight engine --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EngineLine {
    /// The rank of the line, from 1.
    pub line: usize,
    /// The depth.
    pub depth: u32,
    /// The score from White's side: `+0.35`, `#-3`.
    pub score: Option<String>,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The time taken in milliseconds.
    pub ms: u64,
    /// The moves in SAN.
    pub pv: Vec<String>,
}

/// The move that an engine plays, the last line of `pinsight engine --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EngineMove {
    /// The name of the engine.
    pub engine: String,
    /// The move in SAN.
    pub best: String,
    /// The move in UCI notation.
    pub uci: crate::Uci,
}
