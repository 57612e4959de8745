//! The program and who can play.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::app::{IMPORT_BYTES, JSON_BYTES};
use crate::game::MOST_NODES;
use crate::state::App;

pub(crate) async fn about(State(app): State<App>) -> Json<Value> {
    Json(json!({
        "name": "pinsight",
        "version": env!("CARGO_PKG_VERSION"),
        "read_only": app.store().is_read_only(),
        "notices": app.store().notices(),
        "players": app.players().all(),
        "limits": {"json_bytes": JSON_BYTES, "import_bytes": IMPORT_BYTES, "nodes": MOST_NODES},
    }))
}
