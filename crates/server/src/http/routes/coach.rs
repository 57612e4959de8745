//! Routes of the coach: the review of a game in the background, and questions about single moves.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use pinsight_wire::{CoachAttempt, CoachNode, NodeId, ReviewRequest, ReviewStatus};
use serde::Deserialize;

use crate::error::ApiError;
use crate::game::GameId;
use crate::http::app::App;
use crate::http::extract::{Body, PathParams, QueryParams};

/// The player that judges by default.
const BUILT_IN: &str = "search";

pub(crate) async fn status(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
) -> Result<Json<ReviewStatus>, ApiError> {
    Ok(Json(app.reviews.status(id).await?))
}

pub(crate) async fn start(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    Body(request): Body<ReviewRequest>,
) -> Result<Response, ApiError> {
    let player = request.player.as_deref().unwrap_or(BUILT_IN);
    let status = app.reviews.start(id, player).await?;
    Ok((StatusCode::ACCEPTED, Json(status)).into_response())
}

pub(crate) async fn cancel(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
) -> Result<Json<ReviewStatus>, ApiError> {
    Ok(Json(app.reviews.cancel(id).await?))
}

/// Returns the stored review.
pub(crate) async fn review(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
) -> Result<Response, ApiError> {
    let body = app.reviews.body(id).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

pub(crate) async fn node(
    State(app): State<App>,
    PathParams((id, node)): PathParams<(GameId, NodeId)>,
) -> Result<Json<CoachNode>, ApiError> {
    Ok(Json(app.questions.node(id, node).await?))
}

#[derive(Deserialize)]
pub(crate) struct AttemptQuery {
    #[serde(rename = "move")]
    text: String,
}

pub(crate) async fn attempt(
    State(app): State<App>,
    PathParams((id, node)): PathParams<(GameId, NodeId)>,
    QueryParams(query): QueryParams<AttemptQuery>,
) -> Result<Json<CoachAttempt>, ApiError> {
    Ok(Json(app.questions.attempt(id, node, query.text).await?))
}
