//! The route that describes the program and its players.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use pinsight_wire::{About, Limits};

use crate::error::ApiError;
use crate::game::MAX_NODES;
use crate::http::app::App;
use crate::http::extract::JSON_BYTES;
use crate::http::openapi::document;

pub(crate) async fn about(State(app): State<App>) -> Json<About> {
    Json(About {
        name: "pinsight".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        read_only: app.games.store().is_read_only(),
        notices: app.games.store().notices(),
        players: app.players.all().iter().map(|candidate| candidate.player.clone()).collect(),
        limits: Limits {
            json_bytes: JSON_BYTES,
            import_bytes: app.limits.import_mib << 20,
            nodes: MAX_NODES,
        },
    })
}

/// Removes the notices: the user has read them.
pub(crate) async fn dismiss_notices(State(app): State<App>) -> Result<StatusCode, ApiError> {
    app.games.writable()?;
    app.games.store().dismiss_notices().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the OpenAPI document.
pub(crate) async fn openapi() -> Json<serde_json::Value> {
    Json(document())
}

/// Returns the state of the server for monitoring.
pub(crate) async fn metrics(State(app): State<App>) -> ([(HeaderName, &'static str); 1], String) {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics())
}
