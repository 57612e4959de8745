//! Writes reviews as one self-contained HTML page.
//!
//! Each game is JSON in its own element, so that a page with many games loads fast; `report.js` draws the selected
//! one. The script inserts data of games only as text, never as markup.

mod coach;
mod game;

use std::fmt::Write;

use pinsight_drawing::{Theme, pieces};
use pinsight_wire::{ReportEntry, ReportIndex};
use serde::Serialize;

pub(crate) use game::PageGame;

use crate::output::json_text;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

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
         <style>\n{}{STYLE}</style>\n</head>\n<body>\n{sprite}\n\
         <noscript><p class=\"notice\">This page shows the games with an inline script. Allow scripts for it, or \
         use <code>pinsight review</code> without -o to read the games as text.</p></noscript>\n\
         <div id=\"report\"></div>\n",
        variables()
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

/// Returns the theme colours as CSS variables.
fn variables() -> String {
    let block = |theme: &Theme| {
        let mut block = String::new();
        let named = [
            ("page", theme.page),
            ("board-ink", theme.ink),
            ("light", theme.light),
            ("dark", theme.dark),
            ("frame", theme.frame),
            ("last-move", theme.last_move),
            ("check", theme.check),
            ("pin", theme.pin),
        ];
        for (name, color) in named {
            // Writing to a string cannot fail.
            let _ = write!(block, "--{name}:{color};");
        }
        block
    };
    let (light, dark, print) = (block(&Theme::LIGHT), block(&Theme::DARK), block(&Theme::PRINT));
    format!(
        ":root{{{light}}}\n@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n\
         @media screen{{:root[data-theme=dark]{{{dark}}}}}\n@media print{{:root:root{{{print}}}}}\n"
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
        let addresses = page.matches("http://").count() + page.matches("https://").count();
        assert_eq!(addresses, page.matches("http://www.w3.org/2000/svg").count(), "only the SVG namespace");
        assert!(!page.contains("src=\"") && !page.contains("@import") && !page.contains("url("));
    }
}
