//! Answers of the API: JSON, headers, and the HTTP status of each error.

use axum::Json;
use axum::body::Bytes;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use pinsight_wire::ErrorAnswer;

use crate::error::{ApiError, Code};
use crate::game::Message;

/// The root of the API; `/api` is the same.
pub(crate) const ROOT: &str = "/api/v1";

/// Adds `Location` to a response: the path of what was created, below the root of the API.
pub(crate) fn located(mut response: Response, path: &str) -> Response {
    if let Ok(value) = HeaderValue::from_str(&format!("{ROOT}{path}")) {
        response.headers_mut().insert(header::LOCATION, value);
    }
    response
}

/// Adds `ETag` to a response: the version of the game, as `If-Match` expects it.
pub(crate) fn tagged(mut response: Response, version: u64) -> Response {
    if let Ok(value) = HeaderValue::from_str(&format!("\"{version}\"")) {
        response.headers_mut().insert(header::ETAG, value);
    }
    response
}

/// Returns a response with serialized JSON.
pub(crate) fn json_text(status: StatusCode, text: &Message) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], Bytes::from(text.clone())).into_response()
}

fn status(code: Code) -> StatusCode {
    match code {
        Code::BadRequest => StatusCode::BAD_REQUEST,
        Code::ForeignHost | Code::ForeignOrigin | Code::ReadOnly => StatusCode::FORBIDDEN,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        Code::Conflict | Code::Stale => StatusCode::CONFLICT,
        Code::Timeout => StatusCode::REQUEST_TIMEOUT,
        Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Code::IllegalMove | Code::BadFen | Code::BadPgn | Code::UnknownPlayer => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
        Code::Busy | Code::StoreFailed => StatusCode::SERVICE_UNAVAILABLE,
        Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (status(self.code), Json(ErrorAnswer { error: self.into() })).into_response()
    }
}
