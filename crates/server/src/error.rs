//! Errors of the API: an HTTP status, a code for programs, a sentence for users.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use pinsight_rules::MoveError;
use pinsight_wire::{ErrorAnswer, ErrorDetail, LiveMessage};

use crate::store::StoreError;

/// An error of the API.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into() }
    }

    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_request", message)
    }

    pub(crate) fn foreign_host(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "foreign_host", message)
    }

    pub(crate) fn foreign_origin(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "foreign_origin", message)
    }

    pub(crate) fn read_only() -> Self {
        let message = "the server was started with --read-only: nothing can be changed";
        Self::new(StatusCode::FORBIDDEN, "read_only", message)
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// No route below `/api` matches.
    pub(crate) fn no_such_address(path: &str) -> Self {
        Self::not_found(format!("there is no /api{path}; docs/api.md lists what there is"))
    }

    pub(crate) fn method_not_allowed() -> Self {
        let message = "this address does not know that method";
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", message)
    }

    pub(crate) fn conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "conflict", message)
    }

    /// The game is not at the version that the request was made for.
    pub(crate) fn stale(found: u64, expected: u64) -> Self {
        let message = format!("the game has changed meanwhile: expected version {expected}, found {found}");
        Self::new(StatusCode::CONFLICT, "stale", message)
    }

    pub(crate) fn too_large(message: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    }

    pub(crate) fn unsupported_media_type(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", message)
    }

    pub(crate) fn illegal_move(error: &MoveError) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "illegal_move", error.to_string())
    }

    pub(crate) fn bad_fen(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_fen", message)
    }

    pub(crate) fn bad_pgn(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_pgn", message)
    }

    pub(crate) fn unknown_player(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "unknown_player", message)
    }

    pub(crate) fn busy(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    fn store_failed(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "store_failed", message)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Missing => Self::not_found(error.to_string()),
            _ => Self::store_failed(error.to_string()),
        }
    }
}

impl From<ApiError> for ErrorDetail {
    fn from(error: ApiError) -> Self {
        Self { code: error.code.to_owned(), message: error.message }
    }
}

impl From<ApiError> for LiveMessage {
    fn from(error: ApiError) -> Self {
        Self::Error(error.into())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status;
        (status, Json(ErrorAnswer { error: self.into() })).into_response()
    }
}
