//! Routes of imports: create, list, get, delete, open a game.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use pinsight_wire as wire;
use serde::Deserialize;

use super::games::{LONGEST_LIST, USUAL_LIST};
use super::{json_text, located};
use crate::error::ApiError;
use crate::extract::{PathParams, QueryParams, of_bytes};
use crate::game::Source;
use crate::import;
use crate::state::{App, message, now};
use crate::store::{ImportQuery, Print, StoreError, Write};
use crate::to_wire;

/// The number of games of an import that are written in one transaction.
const SLICE: usize = 500;
/// The maximum length of a name in bytes.
const LONGEST_NAME: usize = 200;

#[derive(Deserialize)]
pub(crate) struct NameQuery {
    name: Option<String>,
}

pub(crate) async fn create(
    State(app): State<App>,
    QueryParams(query): QueryParams<NameQuery>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, ApiError> {
    app.writable()?;
    check_type(&headers)?;
    let bytes = body.map_err(|rejection| of_bytes(&rejection))?;
    let name = query.name.as_deref().unwrap_or("pasted.pgn");
    let (status, id) = import_file(&app, name, bytes.into(), Known::Unchanged).await?;
    let query = ImportQuery { import: id, text: String::new(), faulty: false, offset: 0, limit: USUAL_LIST };
    let (info, _, rows) = app.store().import(query).await?.ok_or_else(|| no_import(id))?;
    let game = if info.total == 1 { Some(open_game(&app, id, 1).await?.1) } else { None };
    let answer = wire::Import {
        header: to_wire::import(&info),
        games: rows.iter().map(to_wire::import_row).collect(),
        game,
    };
    Ok(located_if_new(status, json_text(status, &message(&answer)), &format!("/imports/{id}")))
}

fn located_if_new(status: StatusCode, response: Response, path: &str) -> Response {
    if status == StatusCode::CREATED { located(response, path) } else { response }
}

/// Which earlier import of the same file is used again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    Any,
    /// One whose games were not edited: an import gives the games as they are in the file.
    Unchanged,
}

/// Imports a file, or finds it if it was imported before.
pub(crate) async fn import_file(
    app: &App,
    name: &str,
    bytes: Vec<u8>,
    known: Known,
) -> Result<(StatusCode, i64), ApiError> {
    let name: String = name.chars().take(LONGEST_NAME).collect();
    let print = Print::of(&bytes);
    let unchanged = known == Known::Unchanged;
    if let Some(id) = app.store().import_like(name.clone(), print, unchanged).await? {
        return Ok((StatusCode::OK, id));
    }
    let reading = {
        let name = name.clone();
        tokio::task::spawn_blocking(move || import::read_all(name, bytes, now()))
    };
    let (import, games) = reading.await.map_err(|_| ApiError::busy("the server is shutting down"))??;
    // Another request may have imported the same file meanwhile.
    let _alone = app.importing().await;
    if let Some(id) = app.store().import_like(name, print, unchanged).await? {
        return Ok((StatusCode::OK, id));
    }
    let id = app.store().write(Write::CreateImport(Box::new(import))).await?;
    let mut games = games.into_iter().peekable();
    while games.peek().is_some() {
        let games = games.by_ref().take(SLICE).collect();
        app.store().write(Write::AddImportGames { import: id, games }).await?;
    }
    app.store().write(Write::RestoreImport(id)).await?;
    app.send_list_changed();
    Ok((StatusCode::CREATED, id))
}

fn check_type(headers: &HeaderMap) -> Result<(), ApiError> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let known =
        ["text/plain", "application/octet-stream", "application/x-chess-pgn", "application/vnd.chess-pgn"];
    if known.contains(&kind) {
        Ok(())
    } else {
        Err(ApiError::unsupported_media_type(
            "expected a body of type text/plain or application/octet-stream",
        ))
    }
}

fn no_import(id: i64) -> ApiError {
    ApiError::not_found(format!("there is no import {id}"))
}

pub(crate) async fn list(State(app): State<App>) -> Result<Json<wire::ImportList>, ApiError> {
    let imports = app.store().imports().await?;
    Ok(Json(wire::ImportList { imports: imports.iter().map(to_wire::import).collect() }))
}

#[derive(Deserialize)]
pub(crate) struct RowsQuery {
    #[serde(default)]
    offset: u64,
    limit: Option<u64>,
    #[serde(default)]
    q: String,
    #[serde(default)]
    faulty: bool,
}

pub(crate) async fn get(
    State(app): State<App>,
    PathParams(id): PathParams<i64>,
    QueryParams(query): QueryParams<RowsQuery>,
) -> Result<Json<wire::ImportPage>, ApiError> {
    let RowsQuery { offset, limit, q, faulty } = query;
    let limit = limit.unwrap_or(USUAL_LIST).min(LONGEST_LIST);
    let query = ImportQuery { import: id, text: q, faulty, offset, limit };
    let (info, matched, rows) = app.store().import(query).await?.ok_or_else(|| no_import(id))?;
    Ok(Json(wire::ImportPage {
        header: to_wire::import(&info),
        matched,
        games: rows.iter().map(to_wire::import_row).collect(),
    }))
}

pub(crate) async fn delete(
    State(app): State<App>,
    PathParams(id): PathParams<i64>,
) -> Result<StatusCode, ApiError> {
    app.writable()?;
    app.store().write(Write::DeleteImport { id, time: now() }).await.map_err(|error| missing(error, id))?;
    app.send_list_changed();
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn restore(
    State(app): State<App>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<wire::ImportHeader>, ApiError> {
    app.writable()?;
    app.store().write(Write::RestoreImport(id)).await.map_err(|error| missing(error, id))?;
    app.send_list_changed();
    let query = ImportQuery { import: id, text: String::new(), faulty: false, offset: 0, limit: 0 };
    let (info, ..) = app.store().import(query).await?.ok_or_else(|| no_import(id))?;
    Ok(Json(to_wire::import(&info)))
}

fn missing(error: StoreError, id: i64) -> ApiError {
    if error == StoreError::Missing { no_import(id) } else { error.into() }
}

pub(crate) async fn open(
    State(app): State<App>,
    PathParams((id, number)): PathParams<(i64, u64)>,
) -> Result<Response, ApiError> {
    let (status, game) = open_game(&app, id, number).await?;
    Ok(located_if_new(status, json_text(status, &message(&game)), &format!("/games/{}", game.header.id)))
}

/// Opens a game of an import, or finds it if it was opened before.
pub(crate) async fn open_game(
    app: &App,
    import: i64,
    number: u64,
) -> Result<(StatusCode, wire::Game), ApiError> {
    // Two pages may open the same game at the same time: serialize them.
    let _alone = app.opening().await;
    if let Some(game) = app.store().opened(import, number).await? {
        return Ok((StatusCode::OK, app.game(game).await?));
    }
    app.writable()?;
    let query = ImportQuery { import, text: String::new(), faulty: false, offset: 0, limit: 0 };
    let (info, ..) = app.store().import(query).await?.ok_or_else(|| no_import(import))?;
    let text = app.store().import_text(import, number).await?;
    let text = text.ok_or_else(|| ApiError::not_found(format!("import {import} has no game {number}")))?;
    let reading =
        tokio::task::spawn_blocking(move || import::open(&info.name, &text, Source { import, number }));
    let game = reading.await.map_err(|_| ApiError::busy("the server is shutting down"))??;
    Ok((StatusCode::CREATED, app.create(game).await?))
}
