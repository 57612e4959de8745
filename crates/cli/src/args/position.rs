//! Positions as FEN arguments.

use anyhow::{anyhow, bail};
use clap::Args;
use pinsight_rules::{CastlingMode, Fen, FenError, Legality, Position};

use crate::output::Output;

/// A required position.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// Position as a FEN, or `startpos`
    fen: String,

    #[command(flatten)]
    rules: FenArgs,
}

impl PositionArgs {
    /// Parses the FEN and reports repairs as warnings.
    pub(crate) fn read(&self, output: &Output) -> anyhow::Result<Position> {
        self.rules.read(&self.fen, output)
    }
}

/// A position that defaults to the starting position.
#[derive(Args, Debug)]
pub(crate) struct StartArgs {
    /// Position as a FEN; default: the starting position
    #[arg(default_value = "startpos", hide_default_value = true)]
    fen: String,

    #[command(flatten)]
    rules: FenArgs,
}

impl StartArgs {
    /// Parses the FEN and reports repairs as warnings.
    pub(crate) fn read(&self, output: &Output) -> anyhow::Result<Position> {
        self.rules.read(&self.fen, output)
    }
}

/// The options of every command that takes a FEN.
#[derive(Args, Debug)]
pub(crate) struct FenArgs {
    /// Accept positions that no game can reach, such as surplus pieces or impossible checks
    #[arg(long)]
    allow_impossible: bool,
}

impl FenArgs {
    /// Parses a FEN and reports repairs as warnings.
    pub(crate) fn read(&self, text: &str, output: &Output) -> anyhow::Result<Position> {
        if text.trim() == "startpos" {
            return Ok(Position::default());
        }
        let fen: Fen = match text.parse() {
            Ok(fen) => fen,
            Err(error) => bail!("{error}{}", excerpt(text, &error)),
        };
        for note in &fen.notes {
            output.report().warning(note);
        }
        let legality = if self.allow_impossible { Legality::AllowImpossible } else { Legality::Strict };
        fen.setup.position(legality).map_err(|error| {
            let refused = error.faults.iter().filter(|fault| !self.allow_impossible || !fault.is_playable());
            let faults: String = refused.map(|fault| format!("\n  {fault}")).collect();
            let remedy = if error.is_playable() { "\nuse --allow-impossible to accept it" } else { "" };
            anyhow!("impossible position:{faults}{remedy}")
        })
    }
}

/// Returns the text with carets below the fault.
fn excerpt(text: &str, error: &FenError) -> String {
    // Control characters such as tabs would misplace the carets.
    if text.trim().is_empty() || text.contains(char::is_control) {
        return String::new();
    }
    let width = error.found.chars().count().max(1);
    format!("\n  {text}\n  {:blank$}{}", "", "^".repeat(width), blank = error.column - 1)
}

/// Returns how UCI moves write castling: as Chess960 if `chess960` is set, else as the position needs.
pub(crate) fn castling_mode(position: &Position, chess960: bool) -> CastlingMode {
    if chess960 { CastlingMode::Chess960 } else { position.castling_mode() }
}
