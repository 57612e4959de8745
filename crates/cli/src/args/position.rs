//! Positions as FEN or EPD arguments.

use std::path::Path;

use anyhow::anyhow;
use clap::Args;
use clap::builder::{StringValueParser, TypedValueParser};
use pinsight_rules::{
    CastlingMode, Epd, EpdError, EpdOperation, Fen, FenError, FenField, Legality, Position, Setup,
};

use super::named::named;
use crate::output::Output;

/// A required position.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// Position as a FEN or EPD, or `startpos`
    #[arg(value_parser = fen(), hide_possible_values = true)]
    fen: String,

    #[command(flatten)]
    rules: FenArgs,
}

impl PositionArgs {
    /// Parses the position; reports repairs as warnings.
    pub(crate) fn read(&self, output: &Output) -> anyhow::Result<Position> {
        self.rules.read(&self.fen, output)
    }
}

/// A position that defaults to the starting position.
#[derive(Args, Debug)]
pub(crate) struct StartArgs {
    /// Position as a FEN or EPD, or `startpos`, the default
    #[arg(default_value = "startpos", hide_default_value = true, value_parser = fen(), hide_possible_values = true)]
    fen: String,

    #[command(flatten)]
    rules: FenArgs,
}

impl StartArgs {
    /// Parses the position; reports repairs as warnings.
    pub(crate) fn read(&self, output: &Output) -> anyhow::Result<Position> {
        self.rules.read(&self.fen, output)
    }
}

/// Completes `startpos`; [`FenArgs::read`] parses the text.
pub(crate) fn fen() -> impl TypedValueParser<Value = String> {
    named(StringValueParser::new(), || vec!["startpos".to_owned()])
}

/// The options of every command that takes positions or games.
#[derive(Args, Clone, Debug)]
pub(crate) struct FenArgs {
    /// Accept positions that no game can reach, such as surplus pieces or impossible checks
    #[arg(long)]
    allow_impossible: bool,
}

impl FenArgs {
    /// Returns which positions are accepted.
    pub(crate) fn legality(&self) -> Legality {
        if self.allow_impossible { Legality::AllowImpossible } else { Legality::Strict }
    }

    /// Parses a FEN or EPD; reports repairs as warnings and the operations as a note.
    pub(crate) fn read(&self, text: &str, output: &Output) -> anyhow::Result<Position> {
        if text.trim() == "startpos" {
            return Ok(Position::default());
        }
        let epd = parse_epd(text).map_err(|error| match Path::new(text).is_file() {
            true => anyhow!(
                "`{text}` is a file, not a position; `pinsight fens {text}` prints the positions of its games"
            ),
            false => error,
        })?;
        for note in &epd.notes {
            output.report().warning(note);
        }
        // The position shows the counters.
        let is_shown = |operation: &&EpdOperation| !["hmvc", "fmvn"].contains(&operation.opcode.as_str());
        let operations: Vec<String> =
            epd.operations.iter().filter(is_shown).map(ToString::to_string).collect();
        if !operations.is_empty() {
            output.report().note(format_args!("EPD operations: {}", operations.join(" ")));
        }
        self.validate(&epd.setup)
    }

    /// Like [`read`](Self::read), for a command that has `--pgn` too.
    pub(crate) fn read_without_pgn(
        &self,
        command: &str,
        text: &str,
        output: &Output,
    ) -> anyhow::Result<Position> {
        self.read(text, output).map_err(|error| match Path::new(text).is_file() {
            true => {
                anyhow!(
                    "`{text}` is a file, not a position; use `pinsight {command} --pgn {text}` for its games"
                )
            }
            false => error,
        })
    }

    /// Parses a line of a file with a FEN or EPD on each line.
    pub(crate) fn read_line(&self, line: &str) -> anyhow::Result<Position> {
        self.validate(&parse_epd(line)?.setup)
    }

    fn validate(&self, setup: &Setup) -> anyhow::Result<Position> {
        setup.position(self.legality()).map_err(|error| {
            let refused = error.faults.iter().filter(|fault| !self.allow_impossible || !fault.is_playable());
            let faults: String = refused.map(|fault| format!("\n  {fault}")).collect();
            let remedy = if error.is_playable() { "\nuse --allow-impossible to accept it" } else { "" };
            anyhow!("impossible position:{faults}{remedy}")
        })
    }
}

/// Parses a FEN, or an EPD if a name follows its first fields.
pub(super) fn parse_epd(text: &str) -> anyhow::Result<Epd> {
    let error = match text.parse() {
        Ok(Fen { setup, notes }) => return Ok(Epd { setup, operations: Vec::new(), notes }),
        Err(error) => error,
    };
    let ends_fen = matches!(error.field, FenField::HalfmoveClock | FenField::FullmoveNumber | FenField::End);
    // A `;` ends each operation. Without one, the name of a known operation distinguishes an EPD from a
    // wrong FEN.
    let is_operation =
        matches!(error.found.as_str(), "bm" | "am" | "pm" | "sm" | "pv" | "id" | "dm" | "ce" | "acd");
    if ends_fen && (is_operation || text.contains(';')) {
        return text.parse().map_err(|error| match error {
            EpdError::Fen(error) => fen_error(text, &error),
            EpdError::Operation { column, .. } => anyhow!("{error}{}", excerpt(text, column, 1)),
        });
    }
    Err(fen_error(text, &error))
}

fn fen_error(text: &str, error: &FenError) -> anyhow::Error {
    anyhow!("{error}{}", excerpt(text, error.column, error.found.chars().count()))
}

/// Returns the text with carets below `width` characters from `column` on.
fn excerpt(text: &str, column: usize, width: usize) -> String {
    // Control characters such as tabs would misplace the carets.
    if text.trim().is_empty() || text.contains(char::is_control) {
        return String::new();
    }
    format!("\n  {text}\n  {:blank$}{}", "", "^".repeat(width.max(1)), blank = column - 1)
}

/// Returns how UCI moves write castling: as Chess960 if `chess960` is set, else as the position needs.
pub(crate) fn castling_mode(position: &Position, chess960: bool) -> CastlingMode {
    if chess960 { CastlingMode::Chess960 } else { position.castling_mode() }
}
