//! Faults with their places: what was found, what was expected, and where.

mod excerpt;
mod fault;
mod list;
mod set_aside;
mod severity;
mod verdict;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

pub use fault::Fault;
pub(crate) use list::{FaultList, Origin};
pub use set_aside::SetAside;
pub use severity::Severity;
pub use verdict::Verdict;

/// A fault and where it was found.
///
/// [`Display`](fmt::Display) gives one line; [`render`](Self::render) adds an excerpt with a caret:
///
/// ```text
/// error: `Nf9`: not a move, found ...
///   --> games.pgn:3:12 (game 1, ply 3)
///    |
///  3 | 1. e4 e5 2. Nf9 Nc6
///    |             ^^^ expected a legal move
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The fault.
    pub fault: Fault,
    /// The name of the source.
    pub source: Arc<str>,
    /// The number of the game in its source, from 1.
    pub game: u64,
    /// The ply it concerns, from 1; `None` before the first move, and where it is unknown.
    pub ply: Option<u32>,
    /// The line in the source, from 1.
    pub line: u64,
    /// The column in the line, from 1, in characters.
    pub column: u64,
    /// The byte range in the (decompressed) source.
    pub span: Range<u64>,
    /// The text found there, truncated if long.
    pub found: String,
    /// The line, or a window of it if long.
    pub excerpt: String,
    /// The characters of the excerpt that the caret marks.
    pub marked: Range<usize>,
}

impl Diagnostic {
    /// Returns whether the fault was repaired or set moves aside.
    pub fn severity(&self) -> Severity {
        self.fault.severity()
    }

    /// Describes what was expected; empty if nothing.
    pub fn expected(&self) -> &'static str {
        self.fault.expected()
    }

    /// Describes the fault with the text found.
    pub fn message(&self) -> String {
        self.fault.message(&self.found)
    }

    /// Formats the diagnostic over several lines, with an excerpt and a caret.
    pub fn render(&self) -> String {
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        let pad = " ".repeat(self.marked.start);
        let carets = "^".repeat(self.marked.len().max(1));
        let expected = match self.expected() {
            "" => String::new(),
            expected => format!(" expected {expected}"),
        };
        format!(
            "{}: {}\n{margin}--> {}\n{margin} |\n{number} | {}\n{margin} | {pad}{carets}{expected}\n",
            self.severity(),
            self.message(),
            self.place(),
            self.excerpt,
        )
    }

    fn place(&self) -> String {
        let ply = self.ply.map_or_else(String::new, |ply| format!(", ply {ply}"));
        let Self { source, line, column, game, .. } = self;
        format!("{source}:{line}:{column} (game {game}{ply})")
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.place(), self.severity(), self.message())
    }
}

impl std::error::Error for Diagnostic {}
