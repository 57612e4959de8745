//! Routes that explain a position, a move and the pins along a game.

use axum::Json;
use axum::extract::State;
use pinsight_rules::{Fen, Position};
use pinsight_wire::{Explanation, FenPosition, LineReview, NodeId, Why};
use serde::Deserialize;

use crate::error::ApiError;
use crate::game::{GameId, Replay, review_line, to_wire};
use crate::http::app::App;
use crate::http::extract::{PathParams, QueryParams};

/// The maximum length of a FEN or move in bytes.
const MAX_LENGTH: usize = 1_000;

/// Parses a FEN; returns the position and notes on what was repaired.
pub(crate) fn read_fen(text: &str) -> Result<(Position, Vec<String>), ApiError> {
    if text.trim() == "startpos" {
        return Ok((Position::default(), Vec::new()));
    }
    if text.len() > MAX_LENGTH {
        return Err(ApiError::bad_fen("this is too long for a FEN"));
    }
    let fen: Fen =
        text.parse().map_err(|error: pinsight_rules::FenError| ApiError::bad_fen(error.to_string()))?;
    let notes = fen.notes.iter().map(ToString::to_string).collect();
    let position = Position::try_from(fen.setup).map_err(|error| ApiError::bad_fen(error.to_string()))?;
    Ok((position, notes))
}

#[derive(Deserialize)]
pub(crate) struct PositionQuery {
    fen: String,
}

pub(crate) async fn position(
    QueryParams(query): QueryParams<PositionQuery>,
) -> Result<Json<FenPosition>, ApiError> {
    let (position, notes) = read_fen(&query.fen)?;
    Ok(Json(FenPosition { position: to_wire::position(&Replay::new(position), None), notes }))
}

#[derive(Deserialize)]
pub(crate) struct WhyQuery {
    fen: String,
    #[serde(rename = "move")]
    text: String,
}

pub(crate) async fn why(QueryParams(query): QueryParams<WhyQuery>) -> Result<Json<Why>, ApiError> {
    let (position, _) = read_fen(&query.fen)?;
    let text = query.text.trim();
    if text.len() > MAX_LENGTH {
        return Err(ApiError::bad_request("this is too long for a move"));
    }
    let explanation =
        Explanation::new(&position, text).map_err(|error| ApiError::illegal_move(&error.into()))?;
    Ok(Json(Why::from(&explanation)))
}

#[derive(Deserialize)]
pub(crate) struct ReviewQuery {
    node: Option<NodeId>,
}

pub(crate) async fn review(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    QueryParams(query): QueryParams<ReviewQuery>,
) -> Result<Json<LineReview>, ApiError> {
    let review = app.games.view(id, move |game| {
        let node = game.node(query.node.unwrap_or_default())?;
        Ok(review_line(game, node))
    });
    Ok(Json(review.await?))
}
