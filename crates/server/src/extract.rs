//! Extractors that answer with an [`ApiError`] if a request is malformed.

use axum::Json;
use axum::extract::rejection::{BytesRejection, JsonRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header::IF_MATCH;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::error::ApiError;

/// The maximum size of a JSON body.
pub(crate) const JSON_BYTES: usize = 64 << 10;
/// The maximum size of an import.
pub(crate) const IMPORT_BYTES: usize = 32 << 20;

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let Json(content) =
            Json::<T>::from_request(request, state).await.map_err(|rejection| match rejection {
                JsonRejection::MissingJsonContentType(_) => {
                    ApiError::unsupported_media_type("expected a body of type application/json")
                }
                JsonRejection::BytesRejection(rejection) => of_bytes(&rejection),
                other => ApiError::bad_request(other.body_text()),
            })?;
        Ok(Self(content))
    }
}

/// Converts the error of a body that was not received.
pub(crate) fn of_bytes(rejection: &BytesRejection) -> ApiError {
    match rejection {
        BytesRejection::FailedToBufferBody(inner)
            if inner.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE =>
        {
            ApiError::too_large("the body is larger than this address accepts")
        }
        other => ApiError::bad_request(other.body_text()),
    }
}

/// The parameters in the path of a request.
pub(crate) struct PathParams<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        // `/games/x` does not exist, as `/games/99` may not.
        path.map(|Path(params)| Self(params)).map_err(|_| ApiError::no_such_address(parts.uri.path()))
    }
}

/// The version of a game in `If-Match`, for which the request was made; `None` for any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct IfMatch(pub(crate) Option<u64>);

impl<S: Send + Sync> FromRequestParts<S> for IfMatch {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let Some(value) = parts.headers.get(IF_MATCH) else {
            return Ok(Self(None));
        };
        let text = value.to_str().unwrap_or_default();
        if text == "*" {
            return Ok(Self(None));
        }
        let version = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let version = version.and_then(|version| version.parse().ok());
        let bad = || {
            ApiError::bad_request(format!("`If-Match` is {text}: expected the version of the game, as \"7\""))
        };
        version.map(|version| Self(Some(version))).ok_or_else(bad)
    }
}

/// The parameters in the query of a request.
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(query)| Self(query)).map_err(|error| ApiError::bad_request(error.body_text()))
    }
}
