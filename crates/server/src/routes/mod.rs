//! One file for each kind of thing that can be asked for.

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

/// An answer that is JSON already.
pub(crate) fn json_text(status: StatusCode, text: &Message) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], Bytes::from(text.clone())).into_response()
}
