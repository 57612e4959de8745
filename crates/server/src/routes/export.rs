//! Routes that export a game as PGN, FEN, SVG or PNG.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use pinsight_drawing::{Renderer, Scene, Theme};
use pinsight_pgn::NodeId as TreeNodeId;
use pinsight_rules::EnPassantMode;
use pinsight_wire::NodeId;
use serde::Deserialize;

use crate::error::ApiError;
use crate::extract::{PathParams, QueryParams};
use crate::game::{Game, GameId};
use crate::import::to_pgn;
use crate::state::App;

#[derive(Deserialize)]
pub(crate) struct ExportQuery {
    node: Option<NodeId>,
    #[serde(default)]
    download: bool,
}

pub(crate) async fn pgn(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    QueryParams(query): QueryParams<ExportQuery>,
) -> Result<Response, ApiError> {
    let mut held = app.hold(id).await?;
    let game = held.game()?;
    let headers = headers(game, "application/x-chess-pgn; charset=utf-8", "pgn", query.download);
    Ok((headers, to_pgn(game)).into_response())
}

pub(crate) async fn fen(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    QueryParams(query): QueryParams<ExportQuery>,
) -> Result<Response, ApiError> {
    let mut held = app.hold(id).await?;
    let game = held.game()?;
    let position = game.position(node_or_head(game, query.node)?);
    let headers = headers(game, "text/plain; charset=utf-8", "fen", query.download);
    Ok((headers, format!("{}\n", position.fen(EnPassantMode::Fen))).into_response())
}

/// Returns the requested node, or else the head.
fn node_or_head(game: &Game, number: Option<NodeId>) -> Result<TreeNodeId, ApiError> {
    number.map_or(Ok(game.info.head), |number| game.node(number))
}

/// How long a picture waits for others.
const WAIT_TO_DRAW: Duration = Duration::from_secs(10);
/// The accepted widths of an image, in pixels.
const WIDTHS: std::ops::RangeInclusive<u32> = 64..=4096;

#[derive(Deserialize)]
pub(crate) struct PictureQuery {
    node: Option<NodeId>,
    #[serde(default)]
    download: bool,
    #[serde(default)]
    flip: bool,
    #[serde(default)]
    pins: bool,
    #[serde(default = "usual_width")]
    size: u32,
    theme: Option<String>,
}

fn usual_width() -> u32 {
    800
}

impl PictureQuery {
    /// Returns what to draw, and how.
    fn scene(&self, game: &Game) -> Result<(Renderer, Scene), ApiError> {
        if !WIDTHS.contains(&self.size) {
            let (least, most) = (WIDTHS.start(), WIDTHS.end());
            return Err(ApiError::bad_request(format!(
                "`size` is {}: expected {least} to {most}",
                self.size
            )));
        }
        let name = self.theme.as_deref().unwrap_or(Theme::LIGHT.name);
        let theme = Theme::from_name(name).ok_or_else(|| {
            let known: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name).collect();
            ApiError::bad_request(format!("there is no theme `{name}`: expected {}", known.join(", ")))
        })?;
        let node = node_or_head(game, self.node)?;
        let position = game.position(node);
        let mut scene = Scene::new(&position);
        scene.flip = self.flip;
        if let Some(mv) = game.tree.get(node).and_then(|node| node.mv()) {
            scene = scene.with_last_move(mv);
        }
        if self.pins {
            scene = scene.with_pins(&position);
        }
        Ok((Renderer { theme, width: self.size }, scene))
    }
}

pub(crate) async fn svg(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    QueryParams(query): QueryParams<PictureQuery>,
) -> Result<Response, ApiError> {
    let (headers, renderer, scene) = prepare(&app, id, &query, "image/svg+xml", "svg").await?;
    Ok((headers, renderer.svg(&scene)).into_response())
}

pub(crate) async fn png(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    QueryParams(query): QueryParams<PictureQuery>,
) -> Result<Response, ApiError> {
    let (headers, renderer, scene) = prepare(&app, id, &query, "image/png", "png").await?;
    let permit = Arc::clone(app.draughtsmen()).acquire_owned();
    let permit = tokio::time::timeout(WAIT_TO_DRAW, permit).await;
    let permit = permit.map_err(|_| ApiError::busy("too many pictures are being drawn: try again"))?;
    let drawn = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        renderer.png(&scene)
    })
    .await;
    let drawn = drawn.map_err(|_| ApiError::busy("the server is shutting down"))?;
    let bytes = drawn.map_err(|error| ApiError::bad_request(error.to_string()))?;
    Ok((headers, bytes).into_response())
}

/// Copies what is needed to draw the game, so that its lock is released before drawing.
async fn prepare(
    app: &App,
    id: GameId,
    query: &PictureQuery,
    kind: &'static str,
    ending: &str,
) -> Result<(HeaderMap, Renderer, Scene), ApiError> {
    let mut held = app.hold(id).await?;
    let game = held.game()?;
    let (renderer, scene) = query.scene(game)?;
    Ok((headers(game, kind, ending, query.download), renderer, scene))
}

fn headers(game: &Game, kind: &'static str, ending: &str, download: bool) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if download {
        // Letters that are valid in every file system and header.
        let date = game.info.tags.get("Date").filter(|date| game.info.name.is_none() && !date.contains('?'));
        let date = date.unwrap_or_default();
        let words = format!("{} {date}", game.name());
        let words = words.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let mut name = words.collect::<Vec<_>>().join("-");
        name.truncate(80);
        let value = format!("attachment; filename=\"{name}.{ending}\"");
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(header::CONTENT_DISPOSITION, value);
        }
    }
    headers
}
