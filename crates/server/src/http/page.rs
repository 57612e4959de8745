//! Serves the page: embedded in the program, or read from a folder during development.

use std::path::{Component, Path, PathBuf};

use axum::body::Body;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::error::ApiError;

/// The output of `npm run build` in `web/`; empty if it did not exist when the program was built.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Built;

/// The same in a published crate, by `tools/package.sh`.
#[derive(RustEmbed)]
#[folder = "page"]
#[allow_missing = true]
struct Packaged;

/// Served if the program has no page.
const MISSING: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>Pinsight: the page is not built</title>
<h1>The page is not built</h1>
<p>This pinsight was built without the web page. The server works: <a href=\"/api/about\">/api/about</a>.</p>
<p>To get the page, install Node and build it first, in the project's folder:</p>
<pre>make run</pre>
<p>or, step by step:</p>
<pre>npm --prefix web ci
npm --prefix web run build
cargo build --release -p pinsight-cli</pre>
</html>
";

/// The source of the page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Page {
    /// Embedded in the program.
    #[default]
    BuiltIn,
    /// A folder, read again for each request.
    Folder(PathBuf),
}

impl Page {
    /// Returns a file of the page, or the page itself for its own paths.
    pub(crate) async fn answer(&self, uri: &Uri) -> Response {
        let path = uri.path().trim_start_matches('/');
        let path = if path.is_empty() { "index.html" } else { path };
        if let Some(bytes) = self.file(path).await {
            return file_response(path, bytes);
        }
        // A path with an extension names a file; every other path belongs to the page.
        if path.rsplit('/').next().is_some_and(|name| name.contains('.')) && path != "index.html" {
            return ApiError::not_found(format!("there is no /{path}")).into_response();
        }
        match self.file("index.html").await {
            Some(bytes) => file_response("index.html", bytes),
            None => {
                let html = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
                (StatusCode::OK, html, MISSING).into_response()
            }
        }
    }

    async fn file(&self, path: &str) -> Option<Vec<u8>> {
        match self {
            Self::BuiltIn => {
                Built::get(path).or_else(|| Packaged::get(path)).map(|file| file.data.into_owned())
            }
            Self::Folder(folder) => {
                // Refuse paths that leave the folder.
                let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
                let file = folder.join(path);
                if !inside {
                    return None;
                }
                tokio::task::spawn_blocking(move || std::fs::read(file).ok()).await.ok()?
            }
        }
    }
}

fn file_response(path: &str, bytes: Vec<u8>) -> Response {
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    };
    // Files below assets/ have a hash of their content in their name.
    let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, keep)];
    (headers, Body::from(bytes)).into_response()
}
