//! Routes of imports: create, list, get, delete, open a game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Json;
use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use pinsight_wire as wire;
use serde::Deserialize;
use tokio::sync::mpsc;

use super::games::{LONGEST_LIST, USUAL_LIST};
use crate::clock::now;
use crate::error::ApiError;
use crate::game::{ImportFile, Source, message, pgn, to_wire};
use crate::http::answer::{json_text, located};
use crate::http::app::App;
use crate::http::extract::{ImportBody, PathParams, QueryParams, checked_search};
use crate::store::{ImportQuery, Store, StoreError, Upload, Write};

/// How long an import waits for others.
const WAIT_TO_IMPORT: Duration = Duration::from_secs(5);
/// The maximum length of a name in bytes.
const LONGEST_NAME: usize = 200;

#[derive(Deserialize)]
pub(crate) struct NameQuery {
    name: Option<String>,
}

pub(crate) async fn create(
    State(app): State<App>,
    QueryParams(query): QueryParams<NameQuery>,
    request: Request,
) -> Result<Response, ApiError> {
    app.games.writable()?;
    check_type(request.headers())?;
    // Before the body is read: it takes memory and room on the disk.
    let permit = tokio::time::timeout(WAIT_TO_IMPORT, app.importers.acquire()).await;
    let busy = |_| ApiError::busy("too many files are being imported: try again when one is done");
    let _permit = permit.map_err(busy)?.map_err(|_| ApiError::shutting_down())?;
    let ImportBody(upload) = ImportBody::from_request(request, &app).await?;
    let name = query.name.as_deref().unwrap_or("pasted.pgn");
    let (status, id) = import_file(&app, name, upload, Known::Unchanged).await?;
    let query = ImportQuery { import: id, text: String::new(), faulty: false, offset: 0, limit: USUAL_LIST };
    let (info, _, rows) = app.games.store().import(query).await?.ok_or_else(|| no_import(id))?;
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
    upload: Upload,
    known: Known,
) -> Result<(StatusCode, i64), ApiError> {
    let store = app.games.store();
    let name: String = name.chars().take(LONGEST_NAME).collect();
    let (print, unchanged) = (upload.print(), known == Known::Unchanged);
    if let Some(id) = store.import_like(name.clone(), print, unchanged).await? {
        return Ok((StatusCode::OK, id));
    }
    let abandoned = RaiseOnDrop::default();
    let flag = Arc::clone(&abandoned.flag);
    let file = Arc::new(ImportFile { name: name.clone(), upload, limits: app.limits, abandoned: flag });
    let surveyed = Arc::clone(&file);
    let import = blocking(move || surveyed.survey()).await?;
    // Another request may have imported the same file meanwhile.
    let _alone = app.importing.lock().await;
    if let Some(id) = store.import_like(name, print, unchanged).await? {
        return Ok((StatusCode::OK, id));
    }
    let id = store.write(Write::CreateImport(Box::new(import))).await?;
    if let Err(error) = store_games(store, id, file).await {
        // If this fails as well, the next import or the next start does it.
        let _ = store.write(Write::PurgeIncomplete).await;
        return Err(error);
    }
    store.write(Write::RestoreImport(id)).await?;
    app.games.hub().send_list_changed();
    Ok((StatusCode::CREATED, id))
}

/// Reads the games on another thread and writes them, one slice after the other.
async fn store_games(store: &Store, import: i64, file: Arc<ImportFile>) -> Result<(), ApiError> {
    let (sender, mut slices) = mpsc::channel(1);
    let reading = blocking(move || {
        file.read(|games| {
            sender.blocking_send(games).map_err(|_| ApiError::bad_request("the import was ended"))
        })
    });
    let writing = async move {
        while let Some(games) = slices.recv().await {
            store.write(Write::AddImportGames { import, games }).await?;
        }
        Ok::<_, ApiError>(())
    };
    let (read, written) = tokio::join!(reading, writing);
    written.and(read)
}

/// Runs `work` on a thread that may block.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| ApiError::shutting_down())?
}

/// Raises a flag when the request is dropped, because the client has disconnected.
#[derive(Default)]
struct RaiseOnDrop {
    flag: Arc<AtomicBool>,
}

impl Drop for RaiseOnDrop {
    fn drop(&mut self) {
        self.flag.store(true, Ordering::Relaxed);
    }
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
    let imports = app.games.store().imports().await?;
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
    let query = ImportQuery { import: id, text: checked_search(q)?, faulty, offset, limit };
    let (info, matched, rows) = app.games.store().import(query).await?.ok_or_else(|| no_import(id))?;
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
    app.games.writable()?;
    app.games
        .store()
        .write(Write::DeleteImport { id, time: now() })
        .await
        .map_err(|error| missing(error, id))?;
    app.games.hub().send_list_changed();
    Ok(StatusCode::NO_CONTENT)
}

pub(crate) async fn restore(
    State(app): State<App>,
    PathParams(id): PathParams<i64>,
) -> Result<Json<wire::ImportHeader>, ApiError> {
    app.games.writable()?;
    app.games.store().write(Write::RestoreImport(id)).await.map_err(|error| missing(error, id))?;
    app.games.hub().send_list_changed();
    let query = ImportQuery { import: id, text: String::new(), faulty: false, offset: 0, limit: 0 };
    let (info, ..) = app.games.store().import(query).await?.ok_or_else(|| no_import(id))?;
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
    let _alone = app.opening.lock().await;
    if let Some(game) = app.games.store().opened(import, number).await? {
        return Ok((StatusCode::OK, app.games.shape(game).await?));
    }
    app.games.writable()?;
    let query = ImportQuery { import, text: String::new(), faulty: false, offset: 0, limit: 0 };
    let (info, ..) = app.games.store().import(query).await?.ok_or_else(|| no_import(import))?;
    let text = app.games.store().import_text(import, number).await?;
    let text = text.ok_or_else(|| ApiError::not_found(format!("import {import} has no game {number}")))?;
    let game = blocking(move || pgn::open(&info.name, &text, Source { import, number })).await?;
    Ok((StatusCode::CREATED, app.games.create(game).await?))
}
