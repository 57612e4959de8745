//! Routes of computer players: choose, start, pause, step.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use pinsight_rules::Color;
use pinsight_wire::PlayPatch;
use serde::Serialize;

use crate::error::ApiError;
use crate::game::{By, GameId};
use crate::http::answer::json_text;
use crate::http::app::App;
use crate::http::extract::{Body, IfMatch, PathParams};
use crate::play::{default_name, patched};

pub(crate) async fn patch(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    IfMatch(version): IfMatch,
    Body(patch): Body<PlayPatch>,
) -> Result<Response, ApiError> {
    app.may_run(Some(id), patch.running == Some(true))?;
    let players = app.players.clone();
    let change = app.games.change(id, By::User, version, move |game| {
        let play = patched(&game.info.play, patch, &players)?;
        for (color, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
            // A name that a user gave stays.
            if game.info.tags.get(tag) == Some(&default_name(&game.info.play, color, &players)) {
                game.info.tags.set(tag, default_name(&play, color, &players));
            }
        }
        Ok(game.set_play(play))
    });
    Ok(json_text(StatusCode::OK, &change.await?))
}

pub(crate) async fn step(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    IfMatch(version): IfMatch,
) -> Result<Response, ApiError> {
    Ok(json_text(StatusCode::OK, &app.computers.step(id, version).await?))
}

pub(crate) async fn offer_draw(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    IfMatch(version): IfMatch,
) -> Result<Response, ApiError> {
    Ok(json_text(StatusCode::OK, &app.computers.offer_draw(id, version).await?))
}

/// An empty JSON object.
#[derive(Serialize)]
pub(crate) struct Empty {}

pub(crate) async fn now(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    IfMatch(expected): IfMatch,
) -> Result<(StatusCode, Json<Empty>), ApiError> {
    app.games.writable()?;
    let version = app.games.version(id).await?;
    if let Some(expected) = expected.filter(|&expected| expected != version) {
        return Err(ApiError::stale(version, expected));
    }
    if app.games.runners().hurry(id) {
        Ok((StatusCode::ACCEPTED, Json(Empty {})))
    } else {
        Err(ApiError::conflict("no computer is thinking"))
    }
}
