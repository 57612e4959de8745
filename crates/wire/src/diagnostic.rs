//! Diagnostics of PGN, and the totals of a check.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A fault of a game and its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Diagnostic {
    /// Always `diagnostic`.
    #[serde(rename = "type")]
    pub kind: DiagnosticType,
    /// The name of the file.
    pub file: String,
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// The ply of the fault, from 1; null before the first move.
    pub ply: Option<u32>,
    /// The line in the file, from 1.
    pub line: u64,
    /// The column in the line, from 1, in characters.
    pub column: u64,
    /// Start and end in the decompressed text, in bytes.
    #[schema(min_items = 2, max_items = 2)]
    pub bytes: [u64; 2],
    /// Whether the fault was repaired.
    pub severity: Severity,
    /// The kind of fault: `illegal-move`.
    pub code: String,
    /// The fault in words.
    pub message: String,
    /// The text at its place; shortened if long.
    pub found: String,
    /// What was expected instead.
    pub expected: String,
    /// The line of the fault; a part of it if long.
    pub excerpt: String,
    /// Start and end of the fault in the excerpt, in characters.
    #[schema(min_items = 2, max_items = 2)]
    pub marked: [usize; 2],
}

/// The type of a [`Diagnostic`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiagnosticType {
    /// The only value.
    Diagnostic,
}

/// How serious a fault is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The fault was repaired.
    Warning,
    /// Part of the game was set aside.
    Error,
}

impl From<pinsight_pgn::Severity> for Severity {
    fn from(severity: pinsight_pgn::Severity) -> Self {
        match severity {
            pinsight_pgn::Severity::Warning => Self::Warning,
            pinsight_pgn::Severity::Error => Self::Error,
        }
    }
}

impl From<&pinsight_pgn::Diagnostic> for Diagnostic {
    fn from(found: &pinsight_pgn::Diagnostic) -> Self {
        Self {
            kind: DiagnosticType::Diagnostic,
            file: found.source.to_string(),
            game: found.game,
            ply: found.ply,
            line: found.line,
            column: found.column,
            bytes: [found.span.start, found.span.end],
            severity: found.severity().into(),
            code: found.fault.code().to_owned(),
            message: found.message(),
            found: found.found.clone(),
            expected: found.expected().to_owned(),
            excerpt: found.excerpt.clone(),
            marked: [found.marked.start, found.marked.end],
        }
    }
}

/// Whether a game was good, repaired (warnings only) or broken (an error).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// No fault.
    Good,
    /// Only warnings.
    Repaired,
    /// At least one error.
    Broken,
}

impl Verdict {
    /// Returns the name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Repaired => "repaired",
            Self::Broken => "broken",
        }
    }
}

impl From<pinsight_pgn::Verdict> for Verdict {
    fn from(verdict: pinsight_pgn::Verdict) -> Self {
        match verdict {
            pinsight_pgn::Verdict::Good => Self::Good,
            pinsight_pgn::Verdict::Repaired => Self::Repaired,
            pinsight_pgn::Verdict::Broken => Self::Broken,
        }
    }
}

/// The totals of `pinsight check --json`, its last line.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CheckTotals {
    /// Always `totals`.
    #[serde(rename = "type")]
    pub kind: TotalsType,
    /// The number of games.
    pub games: u64,
    /// Games without a fault.
    pub good: u64,
    /// Games with warnings only.
    pub repaired: u64,
    /// Games with an error.
    pub broken: u64,
    /// The number of moves.
    pub moves: u64,
    /// The size of the decompressed text.
    pub bytes: u64,
    /// The size of the files.
    pub file_bytes: u64,
    /// The time taken.
    pub seconds: f64,
    /// The speed.
    pub games_per_second: f64,
    /// The number of faults of each kind.
    pub faults: Vec<FaultCount>,
}

/// The type of [`CheckTotals`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TotalsType {
    /// The only value.
    Totals,
}

/// The number of faults of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct FaultCount {
    /// How serious the fault is.
    pub severity: Severity,
    /// The kind of fault.
    pub code: String,
    /// How often it was found.
    pub count: u64,
}
