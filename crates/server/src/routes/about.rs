//! The route that describes the program and its players.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, header};
use pinsight_wire::{About, Limits};

use crate::extract::{IMPORT_BYTES, JSON_BYTES};
use crate::game::MAX_NODES;
use crate::state::App;

pub(crate) async fn about(State(app): State<App>) -> Json<About> {
    Json(About {
        name: "pinsight".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        read_only: app.store().is_read_only(),
        notices: app.store().notices().to_vec(),
        players: app.players().all().iter().map(|candidate| candidate.player.clone()).collect(),
        limits: Limits { json_bytes: JSON_BYTES, import_bytes: IMPORT_BYTES, nodes: MAX_NODES },
    })
}

/// Returns the schemas of all JSON shapes as an OpenAPI document.
pub(crate) async fn schemas() -> Json<serde_json::Value> {
    // Cannot fail: the document has string keys.
    Json(serde_json::to_value(pinsight_wire::openapi()).unwrap_or_default())
}

/// Returns the state of the server for monitoring.
pub(crate) async fn metrics(State(app): State<App>) -> ([(HeaderName, &'static str); 1], String) {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics())
}
