//! Routes that edit moves.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use pinsight_wire::{Annotation, Head, MoveRequest, NodeId, Plies};

use crate::error::ApiError;
use crate::game::{By, Edit, Game, GameId, Way, message, to_wire};
use crate::http::answer::json_text;
use crate::http::app::App;
use crate::http::extract::{Body, IfMatch, PathParams};

async fn change(
    app: &App,
    id: GameId,
    IfMatch(version): IfMatch,
    change: impl FnOnce(&mut Game) -> Result<Edit, ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    Ok(json_text(StatusCode::OK, &app.games.change(id, By::User, version, change).await?))
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
    IfMatch(version): IfMatch,
) -> Result<Response, ApiError> {
    Ok(json_text(StatusCode::OK, &app.games.travel(id, version, Way::Undo).await?))
}

pub(crate) async fn redo(
    State(app): State<App>,
    PathParams(id): PathParams<GameId>,
    IfMatch(version): IfMatch,
) -> Result<Response, ApiError> {
    Ok(json_text(StatusCode::OK, &app.games.travel(id, version, Way::Redo).await?))
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
    let node = app.games.view(id, move |game| Ok(to_wire::node(game, game.node(node)?)));
    Ok(json_text(StatusCode::OK, &message(&node.await?)))
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

pub(crate) async fn demote(
    State(app): State<App>,
    PathParams((id, node)): PathParams<(GameId, NodeId)>,
    version: IfMatch,
) -> Result<Response, ApiError> {
    change(&app, id, version, move |game| game.demote(game.node(node)?)).await
}

pub(crate) async fn annotate(
    State(app): State<App>,
    PathParams((id, node)): PathParams<(GameId, NodeId)>,
    version: IfMatch,
    Body(note): Body<Annotation>,
) -> Result<Response, ApiError> {
    change(&app, id, version, move |game| game.annotate(game.node(node)?, note)).await
}
