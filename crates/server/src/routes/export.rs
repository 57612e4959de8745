//! A game to take along.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use pinsight_drawing::{Renderer, Scene, Theme};
use pinsight_rules::EnPassantMode;
use serde::Deserialize;

use crate::error::ApiError;
use crate::extract::{Asked, Place};
use crate::game::{Game, GameId, no_node};
use crate::import::to_pgn;
use crate::state::App;
use crate::tree::{NodeId, Played};

#[derive(Deserialize)]
pub(crate) struct ExportQuery {
    node: Option<NodeId>,
    #[serde(default)]
    download: bool,
}

pub(crate) async fn pgn(
    State(app): State<App>,
    Place(id): Place<GameId>,
    Asked(query): Asked<ExportQuery>,
) -> Result<Response, ApiError> {
    let mut held = app.hold(id).await?;
    let game = held.game()?;
    let headers = headers(game, "application/x-chess-pgn; charset=utf-8", "pgn", query.download);
    Ok((headers, to_pgn(game)?).into_response())
}

pub(crate) async fn fen(
    State(app): State<App>,
    Place(id): Place<GameId>,
    Asked(query): Asked<ExportQuery>,
) -> Result<Response, ApiError> {
    let mut held = app.hold(id).await?;
    let game = held.game()?;
    let id = query.node.unwrap_or(game.info.head);
    let node = game.tree.get(id).ok_or_else(|| no_node(id))?;
    let headers = headers(game, "text/plain; charset=utf-8", "fen", query.download);
    Ok((headers, format!("{}\n", node.position.fen(EnPassantMode::Fen))).into_response())
}

/// The widths that a picture may have, in pixels.
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
    /// What is to be drawn, and how.
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
        let id = self.node.unwrap_or(game.info.head);
        let node = game.tree.get(id).ok_or_else(|| no_node(id))?;
        let mut scene = Scene::new(&node.position);
        scene.flip = self.flip;
        if let Some(Played::Move(mv)) = node.played {
            scene = scene.with_last_move(mv);
        }
        if self.pins {
            scene = scene.with_pins(&node.position);
        }
        Ok((Renderer { theme, width: self.size }, scene))
    }
}

pub(crate) async fn svg(
    State(app): State<App>,
    Place(id): Place<GameId>,
    Asked(query): Asked<PictureQuery>,
) -> Result<Response, ApiError> {
    let (headers, renderer, scene) = prepare(&app, id, &query, "image/svg+xml", "svg").await?;
    Ok((headers, renderer.svg(&scene)).into_response())
}

pub(crate) async fn png(
    State(app): State<App>,
    Place(id): Place<GameId>,
    Asked(query): Asked<PictureQuery>,
) -> Result<Response, ApiError> {
    let (headers, renderer, scene) = prepare(&app, id, &query, "image/png", "png").await?;
    let drawn = tokio::task::spawn_blocking(move || renderer.png(&scene)).await;
    let drawn = drawn.map_err(|_| ApiError::busy("the server is shutting down"))?;
    let bytes = drawn.map_err(|error| ApiError::bad_request(error.to_string()))?;
    Ok((headers, bytes).into_response())
}

/// All that is needed of the game to draw it, which is held no longer than that.
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
        // Letters that every file system and every header take.
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let name: String = game.name().chars().map(plain).take(80).collect();
        let value = format!("attachment; filename=\"{}.{ending}\"", name.trim_matches('-'));
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(header::CONTENT_DISPOSITION, value);
        }
    }
    headers
}
