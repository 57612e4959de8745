//! Themes of puzzles.

use serde::Serialize;
use utoipa::ToSchema;

/// The themes of a puzzle, one line of `pinsight themes --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PuzzleThemes {
    /// The id of the puzzle.
    pub puzzle: String,
    /// The names of the themes.
    pub themes: Vec<String>,
}

/// The agreement of a derived theme with the table, one line of `pinsight themes --compare --json`.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ThemeScore {
    /// The name of the theme.
    pub theme: String,
    /// The number of puzzles with the theme in the table.
    pub table: u64,
    /// The number of puzzles for which it is derived.
    pub derived: u64,
    /// The share of the derived ones that the table has; null if none is derived.
    pub precision: Option<f64>,
    /// The share of those in the table that are derived; null if the table has none.
    pub recall: Option<f64>,
    /// The harmonic mean of precision and recall.
    pub f1: Option<f64>,
}
