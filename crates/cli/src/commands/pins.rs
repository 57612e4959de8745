//! `pinsight pins`.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueHint};
use pinsight_coach::{PinProof, ThreatPin};
use pinsight_players::Stop;
use pinsight_rules::{MoveError, Position, UciMove};
use pinsight_tactics::{
    LineKind, Pin, PinDiff, PinOptions, PinStatus, SituationalPin, detect, detect_forced, situational_pins,
    standing,
};
use pinsight_wire as wire;

use crate::args::{CoachArgs, FenArgs, Games, ReadingArgs, Selection, ValuesArgs, WithProve, fen};
use crate::commands::review::{Format, Reviewer, Target};
use crate::output::{Output, WriteError};
use crate::review::{Detail, LedgerOptions};
use crate::{Status, refused_move};

const EXAMPLES: &str = "\
Examples:
  pinsight pins '7k/6q1/8/8/8/8/8/1KB5 w - - 0 1' Bb2
  pinsight pins '7k/6q1/8/8/3P4/8/1B6/1K6 w - - 0 1' d4d5 --explain
  pinsight pins '8/8/8/8/Q2BB1rk/8/8/K7 w - - 0 1' Be5 --all
  pinsight pins '4k3/4n3/8/8/8/8/8/4R1K1 w - - 0 1'
  pinsight pins '4r1k1/8/8/8/8/8/4NPPP/6K1 w - - 0 1' --situational
  pinsight pins '4q2k/8/8/3n4/8/8/8/4R1K1 b - - 0 1' Ne7 --prove
  pinsight pins '1q5k/2n3r1/8/8/8/8/4Q3/1K6 w - - 0 1' e2e5 --allow-illegal
  pinsight pins '4q2k/8/8/3n4/8/8/8/4R1K1 b - - 0 1' Ne7 --json
  pinsight pins --pgn games.pgn --player Carlsen --explain

--prove decides by search whether each pin matters now (real) or not (potential), and finds the pieces of the side to \
move that are pinned to a mate or to a decisive threat. docs/coach.md defines the terms.

With --all each line starts with its status: new, kept or released; `standing` if no move is given.
`kept, shifted` means that one of the three pieces has moved along the line.

Exit code 0 even for `No pins.` and `No new pins.`; 1 if the move is not legal or --pgn \
selects no game, 2 if the text is not a move.";

/// Find the pins of a position, or the new pins of a move
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Pins {
    /// Position as a FEN or EPD, or `startpos`
    #[arg(required_unless_present = "pgn", value_parser = fen(), hide_possible_values = true)]
    fen: Option<String>,

    #[command(flatten)]
    rules: FenArgs,

    /// Move in SAN, LAN or UCI: list its new pins; default: list the pins of the position
    #[arg(value_name = "MOVE")]
    text: Option<String>,

    /// Explain each pin: kind, cause, moves of the pinned piece, cost, static reply;
    /// without a move, include situational pins
    #[arg(long, conflicts_with = "json")]
    explain: bool,

    /// Include skewers and x-rays, and the lines that the move keeps or releases
    #[arg(long)]
    all: bool,

    /// Include skewers
    #[arg(long)]
    skewers: bool,

    /// Include pieces that shield a mate instead of a piece; with a move, in the position after it
    #[arg(long)]
    situational: bool,

    /// Decide by search whether each pin matters now, and find pins to a mate or a decisive threat
    #[arg(long, conflicts_with = "allow_illegal")]
    prove: bool,

    #[command(flatten)]
    coach: CoachArgs<WithProve>,

    /// Accept an illegal move, given by its squares: e2e5
    #[arg(long, requires = "text", conflicts_with = "situational")]
    allow_illegal: bool,

    #[command(flatten)]
    values: ValuesArgs,

    /// Print a JSON array of pins; with --pgn, one JSON object per game
    #[arg(long)]
    json: bool,

    /// Review the games of these PGN files like `pinsight review --all-pins --brief`; `-` is standard input
    #[arg(
        long,
        value_name = "FILES",
        value_hint = ValueHint::FilePath,
        num_args = 0..,
        default_missing_value = "-",
        conflicts_with_all = ["fen", "text", "situational", "prove", "allow_illegal"]
    )]
    pgn: Option<Vec<PathBuf>>,

    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    selection: Selection,
}

impl Pins {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        if let Some(files) = &self.pgn {
            return self.review(files, output);
        }
        if self.selection.is_any() {
            bail!("only games can be selected: use --pgn FILES instead of a position");
        }
        let fen = self.fen.as_deref().expect("a position is required without --pgn");
        let position = self.rules.read_without_pgn("pins", fen, output)?;
        let mut found = self.find(&position)?;
        if self.prove {
            self.prove(&mut found, output)?;
        }
        if self.json && self.prove {
            output.json(&found.to_proved_wire())?;
        } else if self.json {
            output.json(&found.to_wire())?;
        } else {
            self.write(&found, output)?;
        }
        Ok(Status::Done)
    }

    /// Reviews the games of the files.
    fn review(&self, files: &[PathBuf], output: &mut Output) -> anyhow::Result<Status> {
        let options = LedgerOptions {
            pins: self.options(),
            x_rays: self.all,
            detail: if self.explain { Detail::Full } else { Detail::Sentence },
        };
        let format = if self.json { Format::Json } else { Format::Text };
        let games = Games::of(files.to_vec(), self.reading.clone(), self.rules.clone());
        games.file_set()?;
        let reviewer = Reviewer { selection: &self.selection, options, format, coach: None };
        reviewer.run(&games, Target::Stdout, output)
    }

    fn options(&self) -> PinOptions {
        PinOptions { values: self.values.get(), all: self.all || self.skewers }
    }

    fn find(&self, position: &Position) -> anyhow::Result<Found> {
        let options = self.options();
        let situational = |position: &Position| situational_pins(position, &options.values);
        let Some(text) = &self.text else {
            return Ok(Found {
                lines: self.select(standing(position, &options)),
                situational: if self.situational || self.explain {
                    situational(position)
                } else {
                    Vec::new()
                },
                position: Some(*position),
                ..Found::default()
            });
        };
        let (change, after) = match position.parse_move(text) {
            Ok(mv) => (detect(position, mv, &options), Some(position.play_unchecked(mv))),
            Err(MoveError::Uci { uci: UciMove::Normal { from, to, promotion }, .. })
                if self.allow_illegal && from != to && position.board().piece_at(from).is_some() =>
            {
                (detect_forced(position, from, to, promotion, &options), None)
            }
            Err(error @ MoveError::San(_)) if self.allow_illegal => {
                bail!("{error}; --allow-illegal expects two squares, such as e2e5")
            }
            Err(error) => return Err(refused_move(error)),
        };
        Ok(Found {
            lines: self.select_change(change),
            situational: after.filter(|_| self.situational).as_ref().map(situational).unwrap_or_default(),
            position: after,
            ..Found::default()
        })
    }

    /// Proves the pins of the position by search.
    fn prove(&self, found: &mut Found, output: &mut Output) -> anyhow::Result<()> {
        let Some(position) = found.position else { return Ok(()) };
        let coach = self.coach.coach(1)?;
        let exists = |pin: &&Pin| pin.kind.is_pin() && pin.status != PinStatus::Released;
        let pins: Vec<Pin> = found.lines.iter().filter(exists).copied().collect();
        found.proofs = coach.prove_pins(&position, &pins);
        found.threats = coach.threat_pins(&position, &Stop::new());
        if let Some(failure) = coach.engine_failure() {
            output.report().warning(format_args!("{failure}; the built-in search judged the rest"));
        }
        Ok(())
    }

    fn select_change(&self, change: PinDiff) -> Vec<Pin> {
        let mut lines = change.new;
        if self.all {
            lines.extend(change.kept);
            lines.extend(change.released);
        }
        self.select(lines)
    }

    /// Removes the lines that the options exclude.
    fn select(&self, mut lines: Vec<Pin>) -> Vec<Pin> {
        lines.retain(|line| self.all || line.kind != LineKind::XRay);
        lines
    }

    fn write(&self, found: &Found, output: &mut Output) -> Result<(), WriteError> {
        // With a move, situational pins are not new pins, so "No new pins." still holds.
        let others = !found.situational.is_empty() || !found.threats.is_empty();
        if found.lines.is_empty() && (self.text.is_some() || !others) {
            output.line(self.empty_text())?;
        }
        for line in &found.lines {
            if self.explain {
                output.line(line.explain())?;
            } else if self.all {
                let shifted = if line.shifted { ", shifted" } else { "" };
                output.line(format_args!("{}{shifted}: {line}", line.status))?;
            } else {
                output.line(line)?;
            }
            if let Some(proof) = found.proof(line) {
                let reason = proof.explain().unwrap_or_else(|| "Nothing is lost now.".to_owned());
                output.line(format_args!("  {}: {reason}", proof.relevance.name()))?;
            }
        }
        for threat in &found.threats {
            output.line(threat.explain())?;
        }
        for pin in &found.situational {
            if self.explain {
                output.line(pin.explain())?;
            } else if self.all {
                output.line(format_args!("{}: {pin}", PinStatus::Standing))?;
            } else {
                output.line(pin)?;
            }
        }
        Ok(())
    }

    /// Returns the text for an empty result.
    fn empty_text(&self) -> &'static str {
        match &self.text {
            _ if self.all => "No pins, skewers or x-rays.",
            Some(_) if self.skewers => "No new pins or skewers.",
            Some(_) => "No new pins.",
            None if self.skewers => "No pins or skewers.",
            None => "No pins.",
        }
    }
}

/// The selected pins.
#[derive(Default)]
struct Found {
    lines: Vec<Pin>,
    situational: Vec<SituationalPin>,
    /// The position of the pins; `None` after an illegal move.
    position: Option<Position>,
    /// With `--prove`: the proofs of the pins of `lines` that were not released.
    proofs: Vec<PinProof>,
    threats: Vec<ThreatPin>,
}

impl Found {
    /// Returns the proof of a line.
    fn proof(&self, line: &Pin) -> Option<&PinProof> {
        self.proofs.iter().find(|proof| proof.pin == *line)
    }

    fn to_wire(&self) -> Vec<wire::Pin> {
        let lines = self.lines.iter().map(wire::Pin::from);
        lines.chain(self.situational.iter().map(wire::Pin::from)).collect()
    }

    fn to_proved_wire(&self) -> Vec<wire::ProvedPin> {
        let proved = |line: &Pin| self.proof(line).map_or_else(|| wire::Pin::from(line).into(), Into::into);
        let situational = self.situational.iter().map(|pin| wire::Pin::from(pin).into());
        let threats = self.threats.iter().map(wire::ProvedPin::from);
        self.lines.iter().map(proved).chain(threats).chain(situational).collect()
    }
}
