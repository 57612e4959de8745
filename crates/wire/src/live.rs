//! Messages of the WebSocket.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::analysis::Search;
use crate::coach::ReviewStatus;
use crate::error::ErrorDetail;
use crate::game::{Change, Game};
use crate::piece::Color;

/// A message of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LiveMessage {
    /// The first message.
    Hello(Hello),
    /// The page has the current version of the game.
    Current(Current),
    /// The whole game.
    Game(Box<WholeGame>),
    /// A change of a game; also the answer to the request that made it.
    Change(Box<Change>),
    /// A game was deleted.
    Deleted(Deleted),
    /// The list of games or imports has changed.
    Games,
    /// A computer searches its move.
    Thinking(Thinking),
    /// An analysis has found something.
    Analysis(Analysis),
    /// The review of a game has advanced, ended or was cancelled.
    Review(ReviewStatus),
    /// A message was refused.
    Error(ErrorDetail),
    /// The answer to a ping.
    Pong,
}

/// The first message of a connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Hello {
    /// The version of the server.
    pub version: String,
    /// Differs after a restart of the server.
    pub session: u64,
    /// Whether every change is refused.
    pub read_only: bool,
}

/// The page has the current version of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Current {
    /// The number of the game.
    pub game: i64,
    /// Its version.
    pub version: u64,
}

/// The whole game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct WholeGame {
    /// The game.
    pub game: Game,
}

/// A game was deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Deleted {
    /// The number of the game.
    pub game: i64,
}

/// A computer searches its move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Thinking {
    /// The number of the game.
    pub game: i64,
    /// The side of the computer; null if it was stopped.
    pub color: Option<Color>,
    /// What it has found.
    #[serde(flatten)]
    pub search: Search,
}

/// An analysis has found something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Analysis {
    /// The position, as the page sent it.
    pub fen: String,
    /// The player that analyses.
    pub player: String,
    /// Whether the analysis is finished.
    pub done: bool,
    /// What it has found.
    #[serde(flatten)]
    pub search: Search,
}

/// A message of the page.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum LiveRequest {
    /// Sends the game, then its changes.
    Subscribe {
        /// The number of the game.
        game: i64,
        /// The version that the page has.
        #[schema(nullable = false)]
        version: Option<u64>,
    },
    /// Stops sending changes of the game.
    Unsubscribe {
        /// The number of the game.
        game: i64,
    },
    /// Analyses a position until stopped.
    Analyse {
        /// The position.
        fen: String,
        /// The id of the player that analyses.
        player: String,
        /// The number of lines, from 1 to 5; default: 1.
        #[schema(nullable = false)]
        lines: Option<usize>,
    },
    /// Stops the analysis.
    Stop {},
    /// Requests an answer: `pong`, or `game` if the page does not have the current version of the game.
    Ping {
        /// The number of the game that the page shows.
        #[schema(nullable = false)]
        game: Option<i64>,
        /// The version that the page has.
        #[schema(nullable = false)]
        version: Option<u64>,
    },
}
