//! Routes that export a game as PGN, FEN, SVG or PNG.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use pinsight_drawing::{RenderError, Renderer, Scene, Theme};
use pinsight_pgn::{NodeId as TreeNodeId, NodeRef};
use pinsight_rules::EnPassantMode;
use pinsight_wire::NodeId;
use serde::Deserialize;

use crate::coach::annotated_pgn;
use crate::error::ApiError;
use crate::game::pgn::to_pgn;
use crate::game::{Game, GameId};
use crate::http::app::App;
use crate::http::extract::{PathParams, QueryParams};
use crate::limits::Limits;

#[derive(Deserialize)]
pub(crate) struct ExportQuery {
    node: Option<NodeId>,
    #[serde(default)]
    download: bool,
    /// Whether to add the notes of the stored review.
    #[serde(default)]
    coach: bool,
}

pub(crate) async fn pgn(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    QueryParams(query): QueryParams<ExportQuery>,
) -> Result<Response, ApiError> {
    let review = if query.coach { Some(app.reviews.body(id).await?) } else { None };
    let written = app.games.view(id, move |game| {
        let headers = headers(game, "application/x-chess-pgn; charset=utf-8", "pgn", query.download);
        let text = match &review {
            Some(review) => annotated_pgn(game, review)?,
            None => to_pgn(game),
        };
        Ok((headers, text))
    });
    Ok(written.await?.into_response())
}

pub(crate) async fn fen(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    QueryParams(query): QueryParams<ExportQuery>,
) -> Result<Response, ApiError> {
    let written = app.games.view(id, move |game| {
        let position = game.position(node_or_head(game, query.node)?);
        let headers = headers(game, "text/plain; charset=utf-8", "fen", query.download);
        Ok((headers, format!("{}\n", position.fen(EnPassantMode::Fen))))
    });
    Ok(written.await?.into_response())
}

/// Returns the requested node, or else the head.
fn node_or_head(game: &Game, number: Option<NodeId>) -> Result<TreeNodeId, ApiError> {
    number.map_or(Ok(game.info.head), |number| game.node(number))
}

/// How long a picture waits for others.
const WAIT_TO_DRAW: Duration = Duration::from_secs(10);
/// The maximum number of moves in a GIF.
const MAX_FRAMES: usize = 400;
/// The maximum number of pixels of all pictures in a GIF: 400 of the default width.
const MAX_GIF_PIXELS: usize = 256_000_000;
/// How long a GIF shows each position.
const FRAME: Duration = Duration::from_millis(1_000);
/// The least width of an image, in pixels.
const MIN_WIDTH: u32 = 64;

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
    /// Returns how to draw.
    fn renderer(&self, limits: &Limits) -> Result<Renderer, ApiError> {
        let most = limits.picture_pixels;
        if self.size < MIN_WIDTH || self.size as usize > most {
            return Err(ApiError::bad_request(format!(
                "`size` is {}: expected {MIN_WIDTH} to {most}",
                self.size
            )));
        }
        let name = self.theme.as_deref().unwrap_or(Theme::LIGHT.name);
        let theme = Theme::from_name(name).ok_or_else(|| {
            let known: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name).collect();
            ApiError::bad_request(format!("there is no theme `{name}`: expected {}", known.join(", ")))
        })?;
        Ok(Renderer { theme, width: self.size })
    }

    /// Returns the picture of a node.
    fn scene(&self, game: &Game, node: TreeNodeId) -> Scene {
        let position = game.position(node);
        let mut scene = Scene::new(&position);
        scene.flip = self.flip;
        if let Some(mv) = game.tree.get(node).and_then(|node| node.mv()) {
            scene = scene.with_last_move(mv);
        }
        if self.pins {
            scene = scene.with_pins(&position);
        }
        scene
    }

    /// Returns the pictures of the line through the requested node, from the start to its end.
    fn scenes(&self, game: &Game) -> Result<Vec<Scene>, ApiError> {
        let node = node_or_head(game, self.node)?;
        let last = std::iter::successors(game.tree.get(node), NodeRef::next).last();
        let line = game.tree.line(last.map_or(node, |last| last.id()));
        if line.len() > MAX_FRAMES {
            return Err(ApiError::too_large(format!(
                "the line has {} plies: a GIF can show {MAX_FRAMES}",
                line.len()
            )));
        }
        let pixels = line.len() * (self.size as usize).pow(2);
        if pixels > MAX_GIF_PIXELS {
            return Err(ApiError::too_large(format!(
                "the GIF has {} million pixels: expected at most {}; choose a smaller `size`",
                pixels / 1_000_000,
                MAX_GIF_PIXELS / 1_000_000
            )));
        }
        let nodes = std::iter::once(TreeNodeId::ROOT).chain(line.iter().map(pinsight_pgn::NodeRef::id));
        Ok(nodes.map(|node| self.scene(game, node)).collect())
    }
}

pub(crate) async fn svg(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    QueryParams(query): QueryParams<PictureQuery>,
) -> Result<Response, ApiError> {
    let (headers, renderer, scene) = prepare(&app, id, query, "image/svg+xml", "svg").await?;
    Ok((headers, renderer.svg(&scene)).into_response())
}

pub(crate) async fn png(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    QueryParams(query): QueryParams<PictureQuery>,
) -> Result<Response, ApiError> {
    let (headers, renderer, scene) = prepare(&app, id, query, "image/png", "png").await?;
    let bytes = draw(&app, move || renderer.png(&scene)).await?;
    Ok((headers, bytes).into_response())
}

/// Animates the line through a node.
pub(crate) async fn gif(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    QueryParams(query): QueryParams<PictureQuery>,
) -> Result<Response, ApiError> {
    let renderer = query.renderer(&app.limits)?;
    let prepared = app
        .games
        .view(id, move |game| Ok((headers(game, "image/gif", "gif", query.download), query.scenes(game)?)));
    let (headers, scenes) = prepared.await?;
    let bytes = draw(&app, move || renderer.gif(&scenes, FRAME)).await?;
    Ok((headers, bytes).into_response())
}

/// Draws on another thread, in turn with others.
async fn draw(
    app: &App,
    work: impl FnOnce() -> Result<Vec<u8>, RenderError> + Send + 'static,
) -> Result<Vec<u8>, ApiError> {
    let permit = Arc::clone(&app.pictures).acquire_owned();
    let permit = tokio::time::timeout(WAIT_TO_DRAW, permit).await;
    let permit = permit.map_err(|_| ApiError::busy("too many pictures are being drawn: try again"))?;
    let drawn = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        work()
    })
    .await;
    let drawn = drawn.map_err(|_| ApiError::shutting_down())?;
    drawn.map_err(|error| ApiError::bad_request(error.to_string()))
}

/// Copies what is needed to draw the game, so that its task is free while it is drawn.
async fn prepare(
    app: &App,
    id: GameId,
    query: PictureQuery,
    kind: &'static str,
    ending: &'static str,
) -> Result<(HeaderMap, Renderer, Scene), ApiError> {
    let renderer = query.renderer(&app.limits)?;
    let prepared = app.games.view(id, move |game| {
        let (renderer, scene) = (renderer, query.scene(game, node_or_head(game, query.node)?));
        Ok((headers(game, kind, ending, query.download), renderer, scene))
    });
    prepared.await
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
