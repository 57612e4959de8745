//! Writes reviews as one self-contained HTML page.
//!
//! The page consists of the components of the web board (`web/src/report`), built into one script and one style sheet.
//! Each game is JSON in its own element, so that a page with many games loads fast; the script shows the selected one.
//! It inserts data of games only as text, never as markup.

mod game;

use pinsight_drawing::pieces;
use pinsight_wire::{ReportEntry, ReportIndex};
use serde::Serialize;

pub(crate) use game::PageGame;

use crate::output::json_text;

/// The built page; empty if the program was built without it.
const STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/report.css"));
const SCRIPT: &str = include_str!(concat!(env!("OUT_DIR"), "/report.js"));

/// Returns an error if the program was built without the page.
pub(crate) fn check_built() -> anyhow::Result<()> {
    if SCRIPT.is_empty() {
        anyhow::bail!(
            "this program was built without the page of reports: run `make page` and build it again, or write the review with -o FILE.pgn"
        );
    }
    Ok(())
}

/// Forbids all requests and all scripts that are not inline.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// Returns the page up to the first game.
pub(crate) fn head() -> String {
    let sprite =
        pieces::sprite().trim_end().replacen("<svg ", "<svg class=\"sprite\" aria-hidden=\"true\" ", 1);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>Game review</title>\n<link rel=\"icon\" href=\"data:,\">\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n{sprite}\n\
         <noscript><p class=\"notice\">This page shows the games with an inline script. Allow scripts for it, or \
         use <code>pinsight review</code> without -o to read the games as text.</p></noscript>\n\
         <div id=\"page\"></div>\n"
    )
}

/// Returns the page after the last game: the list of games and the script.
///
/// `coach` is whether the coach reviewed the games.
pub(crate) fn tail(games: Vec<ReportEntry>, coach: bool) -> String {
    let index = script_safe(&ReportIndex { version: env!("CARGO_PKG_VERSION").to_owned(), coach, games });
    format!(
        "<script type=\"application/json\" id=\"index\">{index}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

/// Returns JSON for a `<script>` element, with markup characters escaped.
fn script_safe(value: &impl Serialize) -> String {
    json_text(value).replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn json_in_a_script_element_has_no_markup() {
        let value = json!({ "white": "</script><script>alert('1')</script>", "x": "<!-- & -->" });
        let safe = script_safe(&value);
        assert!(!safe.contains(['<', '>', '&']), "{safe}");
        assert_eq!(serde_json::from_str::<Value>(&safe).expect("JSON"), value);
    }

    #[test]
    fn the_page_loads_no_external_resources() {
        let page = head() + &tail(Vec::new(), true);
        let namespaces = ["2000/svg", "1999/xhtml", "1998/Math/MathML"];
        let addresses = page.matches("http://").count() + page.matches("https://").count();
        let names = namespaces.map(|name| page.matches(&format!("http://www.w3.org/{name}")).count());
        assert_eq!(addresses, names.iter().sum::<usize>(), "only names of namespaces");
        assert!(!page.contains("src=\"") && !page.contains("@import") && !page.contains("url("));
    }
}
