//! Perft counts.

use serde::Serialize;
use utoipa::ToSchema;

/// The answer of `pinsight perft --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Perft {
    /// The position as a FEN.
    pub fen: String,
    /// The depth in plies.
    pub depth: u32,
    /// The number of leaf nodes.
    pub nodes: u64,
    /// The count of each first move, sorted; only with `--divide`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub divide: Option<Vec<PerftMove>>,
}

/// The count of a first move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PerftMove {
    /// The move in UCI notation.
    pub uci: String,
    /// The number of leaf nodes after it.
    pub nodes: u64,
}
