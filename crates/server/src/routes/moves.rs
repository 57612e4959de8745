//! Routes that edit moves.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use pinsight_pgn::Nag;
use pinsight_wire::{Annotation, Head, MoveRequest, NodeId, Plies};

use super::json_text;
use crate::error::ApiError;
use crate::extract::{Body, IfMatch, PathParams};
use crate::game::{Edit, Game, GameId};
use crate::state::{App, Way, message};
use crate::to_wire;

async fn change(
    app: &App,
    id: GameId,
    version: IfMatch,
    change: impl FnOnce(&mut Game) -> Result<Edit, ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    Ok(json_text(StatusCode::OK, &app.change(id, version, change).await?))
}

pub(crate) async fn play(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    version: IfMatch,
    Body(MoveRequest { node, text, intent }): Body<MoveRequest>,
) -> Result<Response, ApiError> {
    change(&app, id, version, move |game| game.play_text(game.node(node)?, &text, intent)).await
}

pub(crate) async fn undo(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    version: IfMatch,
) -> Result<Response, ApiError> {
    Ok(json_text(StatusCode::OK, &app.travel(id, version, Way::Undo).await?))
}

pub(crate) async fn redo(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    version: IfMatch,
) -> Result<Response, ApiError> {
    Ok(json_text(StatusCode::OK, &app.travel(id, version, Way::Redo).await?))
}

pub(crate) async fn take_back(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    version: IfMatch,
    Body(Plies { plies }): Body<Plies>,
) -> Result<Response, ApiError> {
    change(&app, id, version, move |game| game.take_back(plies)).await
}

pub(crate) async fn set_head(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    version: IfMatch,
    Body(Head { node }): Body<Head>,
) -> Result<Response, ApiError> {
    change(&app, id, version, move |game| Ok(game.set_head(game.node(node)?))).await
}

pub(crate) async fn node(
    State(app): State<App>,
    PathParams((id, node)): PathParams<(GameId, NodeId)>,
) -> Result<Response, ApiError> {
    let mut held = app.hold(id).await?;
    let game = held.game()?;
    let node = to_wire::node(game, game.node(node)?);
    Ok(json_text(StatusCode::OK, &message(&node)))
}

pub(crate) async fn remove(
    State(app): State<App>,
    PathParams((id, node)): PathParams<(GameId, NodeId)>,
    version: IfMatch,
) -> Result<Response, ApiError> {
    change(&app, id, version, move |game| game.remove(game.node(node)?)).await
}

pub(crate) async fn promote(
    State(app): State<App>,
    PathParams((id, node)): PathParams<(GameId, NodeId)>,
    version: IfMatch,
) -> Result<Response, ApiError> {
    change(&app, id, version, move |game| game.promote(game.node(node)?)).await
}

pub(crate) async fn annotate(
    State(app): State<App>,
    PathParams((id, node)): PathParams<(GameId, NodeId)>,
    version: IfMatch,
    Body(Annotation { comment, nags }): Body<Annotation>,
) -> Result<Response, ApiError> {
    let nags = nags.map(|nags| nags.into_iter().map(Nag).collect());
    change(&app, id, version, move |game| game.annotate(game.node(node)?, comment.as_deref(), nags)).await
}
