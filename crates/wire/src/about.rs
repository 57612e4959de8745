//! The server and the players that it offers.

use serde::Serialize;
use utoipa::ToSchema;

/// The server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct About {
    /// `pinsight`.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Whether every change is refused.
    pub read_only: bool,
    /// Sentences for the user, such as that a damaged store was recovered.
    pub notices: Vec<String>,
    /// The players.
    pub players: Vec<Player>,
    /// The limits.
    pub limits: Limits,
}

/// A computer player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Player {
    /// The id: `search`, `engine:stockfish`.
    pub id: String,
    /// The name to show.
    pub name: String,
    /// The lowest and the highest level; null without levels.
    #[schema(min_items = 2, max_items = 2)]
    pub levels: Option<[u8; 2]>,
    /// Whether it can analyse.
    pub analysis: bool,
}

/// The limits of requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Limits {
    /// The largest JSON body in bytes.
    pub json_bytes: usize,
    /// The largest import in bytes.
    pub import_bytes: usize,
    /// The largest number of nodes of a game.
    pub nodes: usize,
}
