//! Reads requests; what cannot be read is refused in the form of all other errors.

use axum::Json;
use axum::extract::rejection::{BytesRejection, JsonRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::error::ApiError;

/// A JSON body; none at all counts as an empty object.
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

/// Why a body did not arrive.
pub(crate) fn of_bytes(rejection: &BytesRejection) -> ApiError {
    match rejection {
        BytesRejection::FailedToBufferBody(inner)
            if inner.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE =>
        {
            ApiError::too_large("the body is larger than this address takes")
        }
        other => ApiError::bad_request(other.body_text()),
    }
}

/// What stands in the address.
pub(crate) struct Place<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Place<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let place = Path::<T>::from_request_parts(parts, state).await;
        // A game `x` is as little there as a game 99.
        place.map(|Path(place)| Self(place)).map_err(|_| ApiError::no_such_address(parts.uri.path()))
    }
}

/// What stands behind the question mark.
pub(crate) struct Asked<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(query)| Self(query)).map_err(|error| ApiError::bad_request(error.body_text()))
    }
}
