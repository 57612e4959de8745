//! Routes of computer players: choose, start, pause, step.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use pinsight_rules::Color;
use pinsight_wire::PlayPatch;
use serde::Serialize;

use super::json_text;
use crate::error::ApiError;
use crate::extract::{Body, IfMatch, PathParams};
use crate::game::GameId;
use crate::seat::{default_name, patched};
use crate::state::App;

pub(crate) async fn patch(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    version: IfMatch,
    Body(patch): Body<PlayPatch>,
) -> Result<Response, ApiError> {
    app.may_run(Some(id), patch.running == Some(true))?;
    let players = app.players().clone();
    let change = app.change(id, version, move |game| {
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
) -> Result<Response, ApiError> {
    Ok(json_text(StatusCode::OK, &app.step(id).await?))
}

/// An empty JSON object.
#[derive(Serialize)]
pub(crate) struct Empty {}

pub(crate) async fn now(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
) -> Result<(StatusCode, Json<Empty>), ApiError> {
    app.writable()?;
    app.hold(id).await?;
    if app.runners().hurry(id) {
        Ok((StatusCode::ACCEPTED, Json(Empty {})))
    } else {
        Err(ApiError::conflict("no computer is thinking"))
    }
}
