//! The handlers of the routes, one file per resource.

pub(crate) mod about;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod imports;
pub(crate) mod moves;
pub(crate) mod play;

use axum::body::Bytes;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::hub::Message;

/// Returns a response with serialized JSON.
pub(crate) fn json_text(status: StatusCode, text: &Message) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], Bytes::from(text.clone())).into_response()
}
