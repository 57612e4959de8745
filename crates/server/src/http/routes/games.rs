//! Routes of games: create, list, get, rename, delete.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use pinsight_pgn::{GameResult, Tags};
use pinsight_rules::Color;
use pinsight_wire::{GameList, GamePatch, Neighbours, NewGame, PlayPatch};
use serde::Deserialize;

use super::explain::read_fen;
use crate::clock::{date, now};
use crate::error::ApiError;
use crate::game::{By, Edit, Game, GameId, Play, Timing, message, to_wire};
use crate::http::answer::{json_text, located, tagged};
use crate::http::app::App;
use crate::http::extract::{Body, IfMatch, PathParams, QueryParams, checked_search};
use crate::play::{default_name, patched};
use crate::store::GameQuery;

/// The maximum and the default length of a list.
pub(crate) const LONGEST_LIST: u64 = 500;
pub(crate) const USUAL_LIST: u64 = 100;

#[derive(Deserialize)]
pub(crate) struct ListQuery {
    #[serde(default)]
    pub(crate) offset: u64,
    #[serde(default = "usual_list")]
    pub(crate) limit: u64,
    #[serde(default)]
    pub(crate) q: String,
}

pub(super) fn usual_list() -> u64 {
    USUAL_LIST
}

pub(crate) async fn list(
    State(app): State<App>,
    QueryParams(query): QueryParams<ListQuery>,
) -> Result<Json<GameList>, ApiError> {
    let ListQuery { offset, limit, q } = query;
    let query = GameQuery { text: checked_search(q)?, offset, limit: limit.min(LONGEST_LIST) };
    let (total, rows) = app.games.store().games(query).await?;
    let header = |row: crate::store::GameRow| {
        let thinking = app.games.runners().thinking(row.id);
        to_wire::header_of_row(row, thinking)
    };
    Ok(Json(GameList { total, games: rows.into_iter().map(header).collect() }))
}

pub(crate) async fn create(State(app): State<App>, Body(new): Body<NewGame>) -> Result<Response, ApiError> {
    let start = match new.fen.as_deref() {
        Some(fen) => read_fen(fen)?.0,
        None => pinsight_rules::Position::default(),
    };
    let seats = PlayPatch { white: new.white, black: new.black, running: None, delay: None };
    let mut play = patched(&Play::default(), seats, &app.players)?;
    play.running = new.running.unwrap_or(true) && !play.only_humans();
    play.timing = new.clock.map(Timing::new).transpose()?;
    app.may_run(None, play.running)?;
    let mut tags = Tags::new();
    tags.set("Date", date(now()));
    tags.set("White", default_name(&play, Color::White, &app.players));
    tags.set("Black", default_name(&play, Color::Black, &app.players));
    tags.set("TimeControl", play.timing.map_or_else(|| "-".to_owned(), Timing::tag));
    let mut game = Game::new(start, tags, None, play);
    for (tag, value) in &new.tags {
        game.set_tag(tag, Some(value))?;
    }
    if let Some(name) = &new.name {
        game.rename(name)?;
    }
    let game = app.games.create(game).await?;
    Ok(located(json_text(StatusCode::CREATED, &message(&game)), &format!("/games/{}", game.header.id)))
}

pub(crate) async fn get(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
) -> Result<Response, ApiError> {
    let game = app.games.shape(id).await?;
    Ok(tagged(json_text(StatusCode::OK, &message(&game)), game.header.version))
}

pub(crate) async fn neighbours(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
) -> Result<Json<Neighbours>, ApiError> {
    app.games.view(id, |_| Ok(())).await?;
    let (previous, next) = app.games.store().neighbours(id).await?;
    Ok(Json(Neighbours { previous, next }))
}

pub(crate) async fn patch(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    IfMatch(version): IfMatch,
    Body(patch): Body<GamePatch>,
) -> Result<Response, ApiError> {
    let text = app.games.change(id, By::User, version, move |game| apply(game, &patch)).await?;
    app.games.hub().send_list_changed();
    Ok(json_text(StatusCode::OK, &text))
}

fn apply(game: &mut Game, patch: &GamePatch) -> Result<Edit, ApiError> {
    let mut edit = Edit::unchanged(game.info.head);
    if let Some(name) = &patch.name {
        edit = game.rename(name)?;
    }
    for (tag, value) in &patch.tags {
        edit = game.set_tag(tag, value.as_deref())?;
    }
    if let Some(result) = &patch.result {
        let result = GameResult::from_ascii(result.as_bytes()).ok_or_else(|| {
            ApiError::bad_request(format!("`{result}` is no result: expected 1-0, 0-1, 1/2-1/2 or *"))
        })?;
        if !patch.tags.contains_key("Termination") {
            game.info.tags.remove("Termination");
        }
        edit = game.set_result(result);
    }
    Ok(edit)
}

pub(crate) async fn restore(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
) -> Result<Response, ApiError> {
    Ok(json_text(StatusCode::OK, &message(&app.games.restore(id).await?)))
}

pub(crate) async fn delete(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    IfMatch(version): IfMatch,
) -> Result<StatusCode, ApiError> {
    app.games.delete(id, version).await?;
    Ok(StatusCode::NO_CONTENT)
}
