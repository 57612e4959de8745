//! The route of the library: games and imports in one list.

use axum::Json;
use axum::extract::State;
use pinsight_wire::{ImportGame, Library, LibraryEntry};
use serde::Deserialize;

use super::games::{LONGEST_LIST, ListQuery, usual_list};
use crate::error::ApiError;
use crate::game::to_wire;
use crate::http::app::App;
use crate::http::extract::{QueryParams, checked_search};
use crate::store::{Entry, LibraryQuery};

pub(crate) async fn list(
    State(app): State<App>,
    QueryParams(query): QueryParams<ListQuery>,
) -> Result<Json<Library>, ApiError> {
    let ListQuery { offset, limit, q } = query;
    let query = LibraryQuery { text: checked_search(q)?, offset, limit: limit.min(LONGEST_LIST) };
    let (total, entries) = app.games.store().library(query).await?;
    Ok(shape(&app, total, entries))
}

#[derive(Deserialize)]
pub(crate) struct DeletedQuery {
    #[serde(default)]
    offset: u64,
    #[serde(default = "usual_list")]
    limit: u64,
}

/// Lists deleted games and imports.
pub(crate) async fn deleted(
    State(app): State<App>,
    QueryParams(query): QueryParams<DeletedQuery>,
) -> Result<Json<Library>, ApiError> {
    let DeletedQuery { offset, limit } = query;
    let (total, entries) = app.games.store().deleted(offset, limit.min(LONGEST_LIST)).await?;
    Ok(shape(&app, total, entries))
}

fn shape(app: &App, total: u64, entries: Vec<Entry>) -> Json<Library> {
    let shape = |entry| match entry {
        Entry::Game(row) => {
            let thinking = app.games.runners().thinking(row.id);
            LibraryEntry::Game(Box::new(to_wire::header_of_row(*row, thinking)))
        }
        Entry::Import(info) => LibraryEntry::Import(to_wire::import(&info)),
        Entry::ImportGame(info, row) => LibraryEntry::ImportGame(ImportGame {
            import: info.id,
            file: info.name,
            game: to_wire::import_row(&row),
        }),
    };
    Json(Library { total, entries: entries.into_iter().map(shape).collect() })
}
