//! The route of the library: games and imports in one list.

use axum::Json;
use axum::extract::State;
use pinsight_wire::{ImportGame, Library, LibraryEntry};

use super::games::{LONGEST_LIST, ListQuery};
use crate::error::ApiError;
use crate::extract::QueryParams;
use crate::state::App;
use crate::store::{Entry, LibraryQuery};
use crate::to_wire;

pub(crate) async fn list(
    State(app): State<App>,
    QueryParams(query): QueryParams<ListQuery>,
) -> Result<Json<Library>, ApiError> {
    let ListQuery { offset, limit, q } = query;
    let query = LibraryQuery { text: q, offset, limit: limit.min(LONGEST_LIST) };
    let (total, entries) = app.store().library(query).await?;
    let shape = |entry| match entry {
        Entry::Game(row) => {
            let thinking = app.thinking(row.id);
            LibraryEntry::Game(Box::new(to_wire::header_of_row(*row, thinking)))
        }
        Entry::Import(info) => LibraryEntry::Import(to_wire::import(&info)),
        Entry::ImportGame(info, row) => LibraryEntry::ImportGame(ImportGame {
            import: info.id,
            file: info.name,
            game: to_wire::import_row(&row),
        }),
    };
    Ok(Json(Library { total, entries: entries.into_iter().map(shape).collect() }))
}
