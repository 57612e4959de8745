//! Findings as rows of a table.

use pinsight_coach::{Finding, GameReview, MoveReview};
use serde::Serialize;
use utoipa::ToSchema;

/// A finding with its game and move, one row of `pinsight scan --findings`. `docs/data.md` describes the columns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct FindingRow {
    /// The name of the file.
    pub file: String,
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// White's name.
    pub white: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The move number in PGN.
    pub move_number: u16,
    /// The side that moved.
    pub side: &'static str,
    /// The move in SAN.
    pub san: String,
    /// The position before the move as a FEN.
    pub fen: String,
    /// The judgement of the move.
    pub judgement: Option<&'static str>,
    /// How the finding relates to the move.
    pub finding: &'static str,
    /// The motif that decides the line.
    pub motif: &'static str,
    /// The side that profits.
    pub profits: &'static str,
    /// The position in which the line starts as a FEN.
    pub start: String,
    /// The moves in UCI notation, separated by spaces.
    pub line: String,
    /// The pawns that the side wins.
    pub gain: Option<i32>,
    /// The number of moves to mate.
    pub mate: Option<u32>,
    /// The squares that take part in the motif, separated by spaces.
    pub squares: String,
    /// The statement in words.
    pub text: String,
}

impl FindingRow {
    /// Returns the findings of a game of the file `file`.
    pub fn all(file: &str, game: &pinsight_pgn::Game, review: &GameReview) -> Vec<Self> {
        let findings = |played: &MoveReview| {
            let row = |finding: &Finding| Self::new(file, game, played, finding);
            played.findings.iter().map(row).collect::<Vec<_>>()
        };
        review.moves.iter().flat_map(findings).collect()
    }

    fn new(file: &str, game: &pinsight_pgn::Game, played: &MoveReview, finding: &Finding) -> Self {
        let tag = |name: &str| game.tags.get(name).filter(|value| *value != "?").map(str::to_owned);
        let before = &played.ply.before;
        let start = finding.start();
        let mut position = *start;
        let mut line = Vec::new();
        for &mv in finding.moves() {
            line.push(position.uci(mv, start.castling_mode()).to_string());
            position = position.play_unchecked(mv);
        }
        let squares: Vec<String> = finding.squares().iter().map(ToString::to_string).collect();
        Self {
            file: file.to_owned(),
            game: game.number(),
            white: tag("White"),
            black: tag("Black"),
            ply: played.ply.number,
            move_number: before.fullmove_number(),
            side: before.turn().name(),
            san: played.ply.san(),
            fen: before.to_string(),
            judgement: played.judgement.map(pinsight_coach::Judgement::name),
            finding: finding.kind.name(),
            motif: finding.motif().name(),
            profits: finding.side().name(),
            start: start.to_string(),
            line: line.join(" "),
            gain: finding.proof.gain,
            mate: finding.proof.mate,
            squares: squares.join(" "),
            text: finding.text.clone(),
        }
    }
}
