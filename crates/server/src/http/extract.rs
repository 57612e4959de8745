//! Extractors that answer with an [`ApiError`] if a request is malformed.

use std::pin::Pin;
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::HttpBody;
use axum::extract::rejection::{BytesRejection, JsonRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header::IF_MATCH;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::app::App;
use crate::error::ApiError;
use crate::store::{Spool, Upload};

/// The maximum size of a JSON body.
pub(crate) const JSON_BYTES: usize = 64 << 10;

/// The rate in KiB per second below which the body of an import is too slow.
const SLOWEST: u64 = 64;
/// The number of bytes that are written to the disk at once.
const BLOCK: usize = 1 << 20;

/// Waits for a body or a part of it; an error if it takes too long.
async fn in_time<T>(app: &App, time: Duration, body: impl Future<Output = T>) -> Result<T, ApiError> {
    let slow = |_| {
        let limit = app.limits.body_seconds;
        ApiError::timeout(format!(
            "the body came too slowly: expected JSON within {limit} seconds, a part of a file within {limit} seconds, \
             and {SLOWEST} KiB of it in every further second"
        ))
    };
    tokio::time::timeout(time, body).await.map_err(slow)
}

/// The time for a JSON body or a part of a file.
fn part_time(app: &App) -> Duration {
    Duration::from_secs(app.limits.body_seconds as u64)
}

/// A body of PGN or compressed PGN.
pub(crate) struct ImportBody(pub(crate) Upload);

impl FromRequest<App> for ImportBody {
    type Rejection = ApiError;

    /// Reads the body part by part: each must come in time, and all of them with a minimum rate.
    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let limit = app.limits.import_mib;
        let start = Instant::now();
        let mut body = request.into_body();
        let mut spool = Spool::new(&app.folder);
        let mut block = Vec::new();
        loop {
            let received = spool.size() + block.len() as u64;
            let slowest = part_time(app) + Duration::from_secs(received / (SLOWEST << 10));
            let next = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context));
            let time_left = slowest.saturating_sub(start.elapsed());
            let frame = in_time(app, part_time(app).min(time_left), next).await?;
            let early = |error| ApiError::bad_request(format!("the body ended early: {error}"));
            let is_last = frame.is_none();
            if let Some(frame) = frame {
                block.extend_from_slice(&frame.map_err(early)?.into_data().unwrap_or_default());
            }
            if spool.size() + block.len() as u64 > (limit as u64) << 20 {
                let message =
                    format!("the file is larger than {limit} MiB: compress it, or use `pinsight scan`");
                return Err(ApiError::too_large(message));
            }
            if is_last || block.len() >= BLOCK {
                (spool, block) = keep(spool, block).await?;
            }
            if is_last {
                return Ok(Self(spool.finish()));
            }
        }
    }
}

/// Adds a block to a file, on a thread that may wait for the disk. Returns the file and the emptied block.
async fn keep(mut spool: Spool, mut block: Vec<u8>) -> Result<(Spool, Vec<u8>), ApiError> {
    let kept = tokio::task::spawn_blocking(move || {
        spool.add(&block)?;
        block.clear();
        Ok((spool, block))
    });
    kept.await.map_err(|_| ApiError::shutting_down())?.map_err(|error| ApiError::spool_failed(&error))
}

/// The maximum length of the words of a search in bytes.
const MAX_SEARCH: usize = 1_000;

/// Returns the words of a search; an error if they are too long.
pub(crate) fn checked_search(words: String) -> Result<String, ApiError> {
    if words.len() > MAX_SEARCH {
        return Err(ApiError::bad_request(format!(
            "`q` has {} bytes: expected at most {MAX_SEARCH}",
            words.len()
        )));
    }
    Ok(words)
}

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let read = in_time(app, part_time(app), Json::<T>::from_request(request, app)).await?;
        let Json(content) = read.map_err(|rejection| match rejection {
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
