//! The routes of the server.

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::Uri;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, patch, post, put};

use crate::error::ApiError;
use crate::extract::{IMPORT_BYTES, JSON_BYTES};
use crate::guard::{Reach, guard};
use crate::state::App;
use crate::{live, routes};

/// Returns the server as one service.
pub(crate) fn router(state: App, reach: Reach) -> Router {
    let imports = post(routes::imports::create).layer(DefaultBodyLimit::max(IMPORT_BYTES));
    let api = Router::new()
        .route("/about", get(routes::about::about))
        .route("/position", get(routes::explain::position))
        .route("/why", get(routes::explain::why))
        .route("/live", get(live::live))
        .route("/library", get(routes::library::list))
        .route("/openapi.json", get(routes::about::schemas))
        .route("/games", get(routes::games::list).post(routes::games::create))
        .route(
            "/games/{id}",
            get(routes::games::get).patch(routes::games::patch).delete(routes::games::delete),
        )
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
        .route("/games/{id}/play", patch(routes::play::patch))
        .route("/games/{id}/play/step", post(routes::play::step))
        .route("/games/{id}/play/now", post(routes::play::now))
        .route("/games/{id}/review", get(routes::explain::review))
        .route("/games/{id}/pgn", get(routes::export::pgn))
        .route("/games/{id}/fen", get(routes::export::fen))
        .route("/games/{id}/svg", get(routes::export::svg))
        .route("/games/{id}/png", get(routes::export::png))
        .route("/imports", get(routes::imports::list).merge(imports))
        .route("/imports/{id}", get(routes::imports::get))
        .route("/imports/{id}", delete(routes::imports::delete))
        .route("/imports/{id}/restore", post(routes::imports::restore))
        .route("/imports/{id}/games/{number}", post(routes::imports::open))
        .fallback(no_such_address)
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() })
        .layer(DefaultBodyLimit::max(JSON_BYTES));
    Router::new()
        .nest(routes::ROOT, api.clone())
        .nest("/api", api)
        .route("/metrics", get(routes::about::metrics))
        .fallback(page)
        .with_state(state)
        .layer(middleware::from_fn_with_state(reach, guard))
}

async fn no_such_address(uri: Uri) -> ApiError {
    ApiError::no_such_address(uri.path())
}

async fn page(State(app): State<App>, method: axum::http::Method, uri: Uri) -> Response {
    if method != axum::http::Method::GET && method != axum::http::Method::HEAD {
        return ApiError::method_not_allowed().into_response();
    }
    app.page().answer(&uri).await
}
