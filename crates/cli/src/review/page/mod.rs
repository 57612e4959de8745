//! A review as one page that needs nothing else: no network, no other file.
//!
//! The games stand in it as JSON, each in its own element, so that a page of many games opens at once; `report.js`
//! draws the one that is looked at. What comes from a game is only ever set as text.

mod game;

use std::fmt::Write;

use pinsight_drawing::{Theme, pieces};
use pinsight_wire::{ReportEntry, ReportIndex};
use serde::Serialize;

pub(crate) use game::PageGame;

use crate::output::json_text;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// Nothing may be fetched, and nothing but what stands in the page is run.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// What stands before the games.
pub(crate) fn head() -> String {
    let sprite =
        pieces::sprite().trim_end().replacen("<svg ", "<svg class=\"sprite\" aria-hidden=\"true\" ", 1);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>Pins, move by move</title>\n<link rel=\"icon\" href=\"data:,\">\n\
         <style>\n{}{STYLE}</style>\n</head>\n<body>\n{sprite}\n\
         <noscript><p class=\"notice\">This page shows games by a script that stands in it. Allow scripts for it, or \
         use <code>pinsight review</code> without -o to read the games as text.</p></noscript>\n\
         <div id=\"report\"></div>\n",
        variables()
    )
}

/// What stands behind the games: what each of them is, and the script.
pub(crate) fn tail(games: Vec<ReportEntry>) -> String {
    let index = script_safe(&ReportIndex { version: env!("CARGO_PKG_VERSION").to_owned(), games });
    format!(
        "<script type=\"application/json\" id=\"index\">{index}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

/// The colours of the themes for the style sheet.
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
            // Writing to a string does not fail.
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

/// JSON that can stand inside a `<script>` element: nothing in it looks like markup.
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
    fn the_page_asks_for_nothing_from_elsewhere() {
        let page = head() + &tail(Vec::new());
        let addresses = page.matches("http://").count() + page.matches("https://").count();
        assert_eq!(addresses, page.matches("http://www.w3.org/2000/svg").count(), "only the name of SVG");
        assert!(!page.contains("src=\"") && !page.contains("@import") && !page.contains("url("));
    }
}
