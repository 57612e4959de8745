//! The routes of the server.

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::Uri;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, patch, post, put};

use super::answer::ROOT;
use super::app::App;
use super::connections::log;
use super::extract::JSON_BYTES;
use super::guard::{Reach, guard};
use super::{live, routes};
use crate::error::ApiError;

/// Returns the server as one service.
pub(crate) fn router(state: App, reach: Reach) -> Router {
    let api = Router::new()
        .route("/about", get(routes::about::about))
        .route("/notices", delete(routes::about::dismiss_notices))
        .route("/position", get(routes::explain::position))
        .route("/why", get(routes::explain::why))
        .route("/live", get(live::live))
        .route("/library", get(routes::library::list))
        .route("/deleted", get(routes::library::deleted))
        .route("/openapi.json", get(routes::about::openapi))
        .route("/games", get(routes::games::list).post(routes::games::create))
        .route(
            "/games/{id}",
            get(routes::games::get).patch(routes::games::patch).delete(routes::games::delete),
        )
        .route("/games/{id}/neighbours", get(routes::games::neighbours))
        .route("/games/{id}/moves", post(routes::moves::play))
        .route("/games/{id}/restore", post(routes::games::restore))
        .route("/games/{id}/take-back", post(routes::moves::take_back))
        .route("/games/{id}/undo", post(routes::moves::undo))
        .route("/games/{id}/redo", post(routes::moves::redo))
        .route("/games/{id}/head", put(routes::moves::set_head))
        .route(
            "/games/{id}/nodes/{node}",
            get(routes::moves::node).patch(routes::moves::annotate).delete(routes::moves::remove),
        )
        .route("/games/{id}/nodes/{node}/promote", post(routes::moves::promote))
        .route("/games/{id}/nodes/{node}/demote", post(routes::moves::demote))
        .route("/games/{id}/play", patch(routes::play::patch))
        .route("/games/{id}/play/step", post(routes::play::step))
        .route("/games/{id}/play/draw", post(routes::play::offer_draw))
        .route("/games/{id}/play/now", post(routes::play::now))
        .route("/games/{id}/review", get(routes::explain::review))
        .route(
            "/games/{id}/coach",
            get(routes::coach::status).post(routes::coach::start).delete(routes::coach::cancel),
        )
        .route("/games/{id}/coach/review", get(routes::coach::review))
        .route("/games/{id}/nodes/{node}/coach", get(routes::coach::node))
        .route("/games/{id}/nodes/{node}/attempt", get(routes::coach::attempt))
        .route("/tree", get(routes::kept::tree))
        .route("/search", get(routes::kept::search))
        .route("/games/{id}/pgn", get(routes::export::pgn))
        .route("/games/{id}/fen", get(routes::export::fen))
        .route("/games/{id}/svg", get(routes::export::svg))
        .route("/games/{id}/png", get(routes::export::png))
        .route("/games/{id}/gif", get(routes::export::gif))
        .route("/imports", get(routes::imports::list).post(routes::imports::create))
        .route("/imports/{id}", get(routes::imports::get))
        .route("/imports/{id}", delete(routes::imports::delete))
        .route("/imports/{id}/restore", post(routes::imports::restore))
        .route("/imports/{id}/games/{number}", post(routes::imports::open))
        .fallback(no_such_address)
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() })
        .layer(DefaultBodyLimit::max(JSON_BYTES));
    Router::new()
        .nest(ROOT, api.clone())
        .nest("/api", api)
        .route("/metrics", get(routes::about::metrics))
        .fallback(page)
        .with_state(state)
        .layer(middleware::from_fn_with_state(reach, guard))
        .layer(middleware::from_fn(log))
}

async fn no_such_address(uri: Uri) -> ApiError {
    ApiError::no_such_address(uri.path())
}

async fn page(State(app): State<App>, method: axum::http::Method, uri: Uri) -> Response {
    if method != axum::http::Method::GET && method != axum::http::Method::HEAD {
        return ApiError::method_not_allowed().into_response();
    }
    app.page.answer(&uri).await
}
