//! Routes over all kept games: the opening tree of a position, and the search by position, opening, pin and motif.

use axum::Json;
use axum::extract::State;
use pinsight_search::{PositionQuery, SoughtPosition};
use pinsight_tactics::{MotifKind, PinFilter};
use pinsight_wire::{KeptSearch, KeptTree};
use serde::Deserialize;

use super::explain::read_fen;
use crate::error::ApiError;
use crate::http::app::App;
use crate::http::extract::QueryParams;
use crate::kept::{KeptQuery, Place};

/// The maximum length of a name or pattern in bytes.
const MAX_LENGTH: usize = 200;

#[derive(Deserialize)]
pub(crate) struct TreeQuery {
    fen: String,
}

pub(crate) async fn tree(
    State(app): State<App>,
    QueryParams(query): QueryParams<TreeQuery>,
) -> Result<Json<KeptTree>, ApiError> {
    let (position, _) = read_fen(&query.fen)?;
    Ok(Json(app.kept.tree(position).await?))
}

#[derive(Deserialize)]
pub(crate) struct SearchQuery {
    fen: Option<String>,
    #[serde(default)]
    opening: String,
    #[serde(default)]
    pattern: String,
    #[serde(default)]
    motif: String,
    after: Option<String>,
    limit: Option<usize>,
}

impl SearchQuery {
    fn read(&self) -> Result<KeptQuery, ApiError> {
        for (name, text) in [("opening", &self.opening), ("pattern", &self.pattern), ("motif", &self.motif)] {
            if text.len() > MAX_LENGTH {
                return Err(ApiError::bad_request(format!("`{name}` is longer than {MAX_LENGTH} bytes")));
            }
        }
        let mut position = PositionQuery::default();
        if let Some(fen) = &self.fen {
            position.position = Some(SoughtPosition::new(read_fen(fen)?.0));
        }
        let pattern = self.pattern.trim();
        if !pattern.is_empty() {
            let filter = PinFilter::from_pattern(pattern);
            position.pins.push(filter.map_err(|error| ApiError::bad_request(error.to_string()))?);
        }
        let motif = self.motif.trim();
        if !motif.is_empty() {
            let known = MotifKind::ALL.into_iter().find(|kind| kind.name() == motif);
            let unknown =
                || ApiError::bad_request(format!("there is no motif `{motif}`: docs/motifs.md lists them"));
            position.motifs.push(known.ok_or_else(unknown)?);
        }
        if let Some(reason) = position.contradiction() {
            return Err(ApiError::bad_request(format!("no game can match: {reason}")));
        }
        let opening = Some(self.opening.trim().to_owned()).filter(|text| !text.is_empty());
        if !position.is_any() && opening.is_none() {
            return Err(ApiError::bad_request("give a position, an opening, a pin or a motif to search for"));
        }
        let after = self.after.as_deref().map(read_place).transpose()?;
        if self.limit == Some(0) {
            return Err(ApiError::bad_request("`limit` is 0: expected at least one game to search"));
        }
        Ok(KeptQuery { position, opening, after, limit: self.limit })
    }
}

fn read_place(text: &str) -> Result<Place, ApiError> {
    let expected = "expected `next` of an earlier answer, as in game-3 or import-2-500";
    text.parse().map_err(|_| ApiError::bad_request(format!("`after` is `{text}`: {expected}")))
}

pub(crate) async fn search(
    State(app): State<App>,
    QueryParams(query): QueryParams<SearchQuery>,
) -> Result<Json<KeptSearch>, ApiError> {
    Ok(Json(app.kept.search(query.read()?).await?))
}
