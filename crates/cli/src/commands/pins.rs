//! `pinsight pins`.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::Args;
use pinsight_rules::{MoveError, Position, UciMove, VALUES, Values};
use pinsight_tactics::{
    LineKind, Pin, PinDiff, PinOptions, SituationalPin, detect, detect_forced, parse_values,
    situational_pins, standing,
};
use pinsight_wire as wire;

use crate::Status;
use crate::args::PositionArgs;
use crate::commands::review::{Form, show};
use crate::games::Games;
use crate::output::{Output, WriteError};
use crate::review::{Look, Words};
use crate::selection::Selection;

const EXAMPLES: &str = "\
Examples:
  pinsight pins '7k/6q1/8/8/8/8/8/1KB5 w - - 0 1' Bb2
  pinsight pins '7k/6q1/8/8/3P4/8/1B6/1K6 w - - 0 1' d4d5 --explain
  pinsight pins '8/8/8/8/Q2BB1rk/8/8/K7 w - - 0 1' Be5 --all
  pinsight pins '4k3/4n3/8/8/8/8/8/4R1K1 w - - 0 1'
  pinsight pins '4r1k1/8/8/8/8/8/4NPPP/6K1 w - - 0 1' --situational
  pinsight pins '1q5k/2n3r1/8/8/8/8/4Q3/1K6 w - - 0 1' e2e5 --allow-illegal
  pinsight pins '4q2k/8/8/3n4/8/8/8/4R1K1 b - - 0 1' Ne7 --json
  pinsight pins --pgn games.pgn --explain

With --all each line begins with its status: new, kept, released; standing without a move.
`kept, shifted` says that one of its pieces now stands elsewhere.

Exit code 0 if the question is answered, also by `No pins.` or `No new pins.`;
2 if the move is not legal.";

/// Find pins: those that a move brings, or those that stand
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Pins {
    /// The position
    #[arg(required_unless_present = "pgn")]
    fen: Option<String>,

    #[command(flatten)]
    position: PositionArgs,

    /// The move, in SAN, LAN or UCI: the pins that it brings; without it, the pins that stand
    #[arg(value_name = "MOVE")]
    text: Option<String>,

    /// In more words: kind, cause, what the pinned piece may do, what the pin costs, whether it holds;
    /// without a move the situational pins too
    #[arg(long, conflicts_with = "json")]
    explain: bool,

    /// Also skewers and x-rays, and what the move keeps and releases
    #[arg(long)]
    all: bool,

    /// Also skewers
    #[arg(long)]
    skewers: bool,

    /// Also pieces that shield a mate instead of a piece; with a move, those that stand after it
    #[arg(long)]
    situational: bool,

    /// Play the move even if it is against the rules; it is then written by its squares: e2e5
    #[arg(long, requires = "text", conflicts_with = "situational")]
    allow_illegal: bool,

    /// What pieces are worth; those that are not named keep their value of p=1,n=3,b=3,r=5,q=9
    #[arg(long, value_parser = parse_values)]
    values: Option<Values>,

    /// As JSON, each pin with its parts; with --pgn one object a line for each game
    #[arg(long)]
    json: bool,

    /// Games instead of a position, move by move, as `pinsight review --brief` shows them; `-` is standard input
    #[arg(
        long,
        value_name = "FILES",
        num_args = 0..,
        default_missing_value = "-",
        conflicts_with_all = ["fen", "text", "situational", "allow_illegal", "allow_impossible"]
    )]
    pgn: Option<Vec<PathBuf>>,
}

impl Pins {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let fen = match (&self.pgn, &self.fen) {
            (Some(files), _) => return self.look_through(files, output),
            (None, Some(fen)) => fen,
            (None, None) => bail!("a position or --pgn FILES is needed"),
        };
        let position = self.position.read(fen, output).map_err(|error| match Path::new(fen).is_file() {
            true => anyhow!("`{fen}` is a file, not a position; for its games: `pinsight pins --pgn {fen}`"),
            false => error,
        })?;
        let found = self.find(&position)?;
        if self.json {
            output.json(&found.to_wire())?;
        } else {
            self.write(&found, output)?;
        }
        Ok(Status::Done)
    }

    /// The games of some files.
    fn look_through(&self, files: &[PathBuf], output: &mut Output) -> anyhow::Result<Status> {
        let look = Look {
            options: self.options(),
            x_rays: self.all,
            words: if self.explain { Words::Full } else { Words::Sentence },
        };
        let form = if self.json { Form::Json } else { Form::Text };
        show(&Games::of(files.to_vec()), &Selection::ALL, &look, form, None, output)
    }

    fn options(&self) -> PinOptions {
        PinOptions { values: self.values.unwrap_or(VALUES), all: self.all || self.skewers }
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
                bail!("{error}; --allow-illegal needs the two squares, as in e2e5")
            }
            Err(error) => return Err(error.into()),
        };
        Ok(Found {
            lines: self.select_change(change),
            situational: after.filter(|_| self.situational).as_ref().map(situational).unwrap_or_default(),
        })
    }

    fn select_change(&self, change: PinDiff) -> Vec<Pin> {
        let mut lines = change.new;
        if self.all {
            lines.extend(change.kept);
            lines.extend(change.released);
        }
        self.select(lines)
    }

    /// Of all lines those that are asked for.
    fn select(&self, mut lines: Vec<Pin>) -> Vec<Pin> {
        lines.retain(|line| self.all || line.kind != LineKind::XRay);
        lines
    }

    fn write(&self, found: &Found, output: &mut Output) -> Result<(), WriteError> {
        // A situational pin answers what stands, but is not said to be new.
        if found.lines.is_empty() && (self.text.is_some() || found.situational.is_empty()) {
            output.line(self.none())?;
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
        }
        for pin in &found.situational {
            if self.explain {
                output.line(pin.explain())?;
            } else if self.all {
                output.line(format_args!("{}: {pin}", pinsight_tactics::PinStatus::Standing))?;
            } else {
                output.line(pin)?;
            }
        }
        Ok(())
    }

    /// What is said where nothing is found.
    fn none(&self) -> &'static str {
        match &self.text {
            _ if self.all => "No pins, skewers or x-rays.",
            Some(_) if self.skewers => "No new pins or skewers.",
            Some(_) => "No new pins.",
            None if self.skewers => "No pins or skewers.",
            None => "No pins.",
        }
    }
}

/// What is asked for and there.
struct Found {
    lines: Vec<Pin>,
    situational: Vec<SituationalPin>,
}

impl Found {
    fn to_wire(&self) -> Vec<wire::Pin> {
        let lines = self.lines.iter().map(wire::Pin::from);
        lines.chain(self.situational.iter().map(wire::Pin::from)).collect()
    }
}
