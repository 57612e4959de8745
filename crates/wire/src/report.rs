//! The data of the HTML report, short because a report holds many games.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::coach::CoachReview;
use crate::piece::Square;
use crate::result::GameResult;

/// The list of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ReportIndex {
    /// The version of the program.
    pub version: String,
    /// Whether the coach reviewed the games; otherwise the report lists all pins.
    pub coach: bool,
    /// The games.
    pub games: Vec<ReportEntry>,
}

/// A game in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ReportEntry {
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// The name of the file, if there are several.
    pub file: Option<String>,
    /// The tag `White`.
    pub white: Option<String>,
    /// The tag `Black`.
    pub black: Option<String>,
    /// The ratings of White and Black.
    pub elo: [Option<String>; 2],
    /// The tag `Event`.
    pub event: Option<String>,
    /// The tag `Date`.
    pub date: Option<String>,
    /// The result.
    pub result: GameResult,
    /// The number of plies.
    pub plies: usize,
    /// For White and for Black: pins, absolute, relative, self-inflicted, won material.
    pub tally: Option<[[usize; 5]; 2]>,
    /// The number of absolute and of relative pins by cause.
    pub causes: Option<BTreeMap<String, [usize; 2]>>,
}

/// A game of the report.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ReportGame {
    /// The first faults, in words.
    pub faults: Vec<String>,
    /// The comment before the first move.
    pub comment: String,
    /// The pieces of the start position as in a FEN; null if there is no legal start.
    pub start: Option<String>,
    /// The plies.
    #[schema(value_type = Option<Vec<Vec<Option<String>>>>)]
    pub moves: Option<Vec<ReportMove>>,
    /// The pins; with `coach`, those that matter.
    pub pins: Option<Vec<ReportPin>>,
    /// The coach's review, whose nodes are plies; null in a report of all pins.
    pub coach: Option<CoachReview>,
}

/// A ply: number, SAN, pieces after it, from, to, king in check, NAGs, comment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReportMove(
    pub Option<String>,
    pub String,
    pub String,
    pub Option<Square>,
    pub Option<Square>,
    pub Option<Square>,
    pub String,
    pub String,
);

/// A pin from its first ply to its last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ReportPin {
    /// The kind in words.
    pub kind: String,
    /// The letter of the attacker's side: `w` or `b`.
    pub by: char,
    /// The three pieces in words.
    pub line: String,
    /// The squares of the three pieces from each ply on which one of them moved: `[6, "g4f3d1"]`.
    #[schema(value_type = Vec<Vec<Object>>)]
    pub path: Vec<(usize, String)>,
    /// The ply that released it.
    pub until: Option<usize>,
    /// The cause in words.
    pub cause: Option<String>,
    /// Whether it is self-inflicted.
    pub own: bool,
    /// The pin in words.
    pub says: String,
    /// The released pin in words.
    pub end: Option<String>,
    /// The cause of the release in words.
    pub why: Option<String>,
    /// What the pinned side lost.
    pub lost: Option<i32>,
}
