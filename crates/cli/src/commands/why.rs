//! `pinsight why`.

use std::ffi::OsString;

use clap::Args;
use pinsight_rules::{CandidateStatus, CastlingCondition, CastlingSide, Move, Refusal, San};
use pinsight_wire::{self as wire, Explanation};

use crate::Status;
use crate::args::PositionArgs;
use crate::old_spelling::command_index;
use crate::output::{BAD, FAINT, GOOD, HEADING, Output, WriteError};

const EXAMPLES: &str = "\
Examples:
  pinsight why startpos Nf3
  pinsight why '4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1' Ne2
  pinsight why '4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1' c3d5
  pinsight why 'r3k2r/8/8/8/8/8/6q1/R3K2R w KQkq - 0 1' O-O
  pinsight why startpos --

Exit code 0 if the move is legal, 1 if it is not, 2 if the text is not a move.";

/// Explain a move: where the piece comes from, or why the move is not legal
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Why {
    #[command(flatten)]
    position: PositionArgs,

    /// Move in SAN, LAN or UCI; `--` is a null move
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    text: String,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Why {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let position = self.position.read(output)?;
        let explanation = Explanation::new(&position, self.text.trim())?;
        if self.json {
            output.json(&wire::Why::from(&explanation))?;
        } else {
            write(&explanation, output)?;
        }
        Ok(match explanation.reading.meaning {
            Ok(_) => Status::Done,
            Err(_) => Status::NothingFound,
        })
    }
}

/// Doubles the `--` at the end of `why FEN --`, a null move: clap reads a single one as the end of the options.
pub(crate) fn escape_null_move(mut args: Vec<OsString>) -> Vec<OsString> {
    let is_why = command_index(&args).and_then(|at| args.get(at)).is_some_and(|command| command == "why");
    let dashes = args.iter().filter(|arg| *arg == "--").count();
    if is_why && dashes == 1 && args.last().is_some_and(|last| last == "--") {
        args.push("--".into());
    }
    args
}

fn write(explanation: &Explanation<'_>, output: &mut Output) -> Result<(), WriteError> {
    output.line(format_args!("{HEADING}Parts of {}{HEADING:#}", explanation.text))?;
    for (name, value) in explanation.parts() {
        match value {
            Some(value) => output.line(format_args!("  {name:<10} {value}"))?,
            None => output.line(format_args!("  {FAINT}{name:<10} -{FAINT:#}"))?,
        }
    }
    if let Some(side) = explanation.castling {
        write_conditions(explanation, side, output)?;
    } else if let San::Piece(_) = explanation.reading.san {
        write_candidates(explanation, output)?;
    }
    output.line("")?;
    match &explanation.reading.meaning {
        Ok(mv) => write_move(explanation, *mv, output),
        Err(error) => output.line(format_args!("{BAD}{error}{BAD:#}")),
    }
}

fn write_conditions(
    explanation: &Explanation<'_>,
    side: CastlingSide,
    output: &mut Output,
) -> Result<(), WriteError> {
    output.line(format_args!("\n{HEADING}Conditions{HEADING:#}"))?;
    for CastlingCondition { rule, fault } in explanation.position.castling_conditions(side) {
        match fault {
            None => output.line(format_args!("  {GOOD}yes{GOOD:#}  {rule}"))?,
            Some(fault) => output.line(format_args!("  {BAD}no   {rule}: {fault}{BAD:#}"))?,
        }
    }
    Ok(())
}

fn write_candidates(explanation: &Explanation<'_>, output: &mut Output) -> Result<(), WriteError> {
    output.line(format_args!("\n{HEADING}Candidates{HEADING:#}"))?;
    for candidate in &explanation.reading.candidates {
        let style = match candidate.status {
            CandidateStatus::ComesFromHere(_) => GOOD,
            CandidateStatus::Refused(Refusal::CannotReach(..))
            | CandidateStatus::WrongFile(_)
            | CandidateStatus::WrongRank(_) => FAINT,
            CandidateStatus::Refused(_) => BAD,
        };
        let square = candidate.square;
        let verdict = explanation.verdict(candidate);
        output.line(format_args!("  {style}{square}  {verdict}{style:#}"))?;
    }
    if explanation.reading.candidates.is_empty() {
        output.line(format_args!("  {FAINT}none{FAINT:#}"))?;
    }
    Ok(())
}

fn write_move(explanation: &Explanation<'_>, mv: Move, output: &mut Output) -> Result<(), WriteError> {
    let position = explanation.position;
    let text = explanation.text;
    let sentence = explanation.sentence(mv);
    output.line(format_args!("{GOOD}{text} is legal: {sentence}{GOOD:#}"))?;
    output.line(format_args!("  SAN  {}", position.san(mv)))?;
    output.line(format_args!("  LAN  {}", position.lan(mv)))?;
    let uci = position.uci(mv, position.castling_mode());
    output.line(format_args!("  UCI  {uci}"))?;
    for note in &explanation.reading.notes {
        output.line(format_args!("  note: {note}"))?;
    }
    Ok(())
}
