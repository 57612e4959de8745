//! Routes that edit moves.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use pinsight_pgn::Nag;
use pinsight_wire::{Annotation, Head, MoveRequest, NodeId, Plies};

use super::json_text;
use crate::error::ApiError;
use crate::extract::{Body, PathParams};
use crate::game::{Edit, Game, GameId};
use crate::state::{App, message};
use crate::to_wire;

async fn change(
    app: &App,
    id: GameId,
    change: impl FnOnce(&mut Game) -> Result<Edit, ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    Ok(json_text(StatusCode::OK, &app.change(id, change).await?))
}

pub(crate) async fn play(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    Body(MoveRequest { node, text }): Body<MoveRequest>,
) -> Result<Response, ApiError> {
    change(&app, id, move |game| game.play_text(game.node(node)?, &text)).await
}

pub(crate) async fn undo(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    Body(Plies { plies }): Body<Plies>,
) -> Result<Response, ApiError> {
    change(&app, id, move |game| game.undo(plies)).await
}

pub(crate) async fn redo(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    Body(Plies { plies }): Body<Plies>,
) -> Result<Response, ApiError> {
    change(&app, id, move |game| game.redo(plies)).await
}

pub(crate) async fn set_head(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    Body(Head { node }): Body<Head>,
) -> Result<Response, ApiError> {
    change(&app, id, move |game| Ok(game.set_head(game.node(node)?))).await
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
) -> Result<Response, ApiError> {
    change(&app, id, move |game| game.remove(game.node(node)?)).await
}

pub(crate) async fn promote(
    State(app): State<App>,
    PathParams((id, node)): PathParams<(GameId, NodeId)>,
) -> Result<Response, ApiError> {
    change(&app, id, move |game| game.promote(game.node(node)?)).await
}

pub(crate) async fn annotate(
    State(app): State<App>,
    PathParams((id, node)): PathParams<(GameId, NodeId)>,
    Body(Annotation { comment, nags }): Body<Annotation>,
) -> Result<Response, ApiError> {
    let nags = nags.map(|nags| nags.into_iter().map(Nag).collect());
    change(&app, id, move |game| game.annotate(game.node(node)?, comment.as_deref(), nags)).await
}
