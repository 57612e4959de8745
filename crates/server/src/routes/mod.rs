//! The handlers of the routes, one file per resource.

pub(crate) mod about;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod imports;
pub(crate) mod library;
pub(crate) mod moves;
pub(crate) mod play;

use axum::body::Bytes;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::hub::Message;

/// The root of the API; `/api` is the same.
pub(crate) const ROOT: &str = "/api/v1";

/// Adds `Location` to a response: the path of what was created, below the root of the API.
pub(crate) fn located(mut response: Response, path: &str) -> Response {
    if let Ok(value) = HeaderValue::from_str(&format!("{ROOT}{path}")) {
        response.headers_mut().insert(header::LOCATION, value);
    }
    response
}

/// Returns a response with serialized JSON.
pub(crate) fn json_text(status: StatusCode, text: &Message) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], Bytes::from(text.clone())).into_response()
}
