//! Reviews of games: requested, and finished. A damaged one has to be requested again.

use rusqlite::{Connection, OptionalExtension, params};

use super::layout::REVIEWS;
use super::{Store, StoreError};

const DAMAGED: &str = "the stored review is damaged: request it again";

/// A change of the review of a game.
#[derive(Debug)]
pub(crate) enum ReviewWrite {
    /// A review by this player was requested.
    Request { game: i64, player: String },
    /// The request was cancelled.
    Cancel { game: i64 },
    /// The review as JSON.
    Finish { game: i64, body: String },
    /// The review cannot be made.
    Fail { game: i64, problem: String },
}

impl ReviewWrite {
    pub(super) fn apply(self, connection: &Connection) -> Result<i64, StoreError> {
        let (game, requested, problem, body) = match self {
            Self::Request { game, player } => (game, Some(player), None, None),
            Self::Cancel { game } => (game, None, None, None),
            Self::Finish { game, body } => (game, None, None, Some(body)),
            Self::Fail { game, problem } => (game, None, Some(problem), None),
        };
        connection
            .prepare_cached(
                "INSERT INTO reviews (game, requested, problem, body) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (game) \
                 DO UPDATE SET requested = ?2, problem = ?3, body = coalesce(?4, body)",
            )?
            .execute(params![game, requested, problem, body])?;
        REVIEWS.seal(connection, "game = ?1", [game])?;
        Ok(game)
    }
}

/// What the store has of the review of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct ReviewRow {
    pub(crate) problem: Option<String>,
    /// The last finished review as JSON.
    pub(crate) body: Option<String>,
}

impl Store {
    /// Returns the review of a game.
    pub(crate) async fn review(&self, game: i64) -> Result<ReviewRow, StoreError> {
        self.read(move |connection| {
            let sql = format!("SELECT problem, body, {} FROM reviews WHERE game = ?1", REVIEWS.is_sound());
            let row = connection.prepare_cached(&sql)?.query_row([game], |row| {
                Ok(match row.get(2)? {
                    true => ReviewRow { problem: row.get(0)?, body: row.get(1)? },
                    false => ReviewRow { problem: Some(DAMAGED.to_owned()), body: None },
                })
            });
            Ok(row.optional()?.unwrap_or_default())
        })
        .await
    }

    /// Returns the games whose reviews were requested and are not finished, with the players that judge.
    pub(crate) async fn requested_reviews(&self) -> Result<Vec<(i64, String)>, StoreError> {
        self.read(|connection| {
            let mut select = connection.prepare(&format!(
                "SELECT game, requested FROM reviews WHERE requested IS NOT NULL AND {} \
                 AND game IN (SELECT id FROM games WHERE deleted IS NULL) ORDER BY game",
                REVIEWS.is_sound()
            ))?;
            let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }
}
