//! `pinsight motifs`.

use std::str::FromStr;

use clap::Args;
use pinsight_rules::{Move, Position};
use pinsight_tactics::{Motif, MotifKind, motifs_of, motifs_of_line};
use pinsight_wire as wire;

use crate::args::{PositionArgs, named};
use crate::output::Output;
use crate::{Status, refused_move};

const EXAMPLES: &str = "\
Examples:
  pinsight motifs 'r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1' Nc7+ Kd7 Nxa8
  pinsight motifs '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1' Rd8#
  pinsight motifs '4k3/4n3/8/8/8/8/8/4R1K1 w - - 0 1'
  pinsight motifs '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1' Rd8# --json

Without moves, the motifs of both sides in the position. With moves, those of the side that plays the first, third \
and fifth move and so on. `pinsight board --motifs` draws the motifs of a position; docs/motifs.md defines them.

Exit code 0 even for `No motifs.`; 1 if a move is not legal, 2 if the text is not a move.";

/// Find the motifs of a position, or of a line of moves
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Motifs {
    #[command(flatten)]
    position: PositionArgs,

    /// Moves in SAN, LAN or UCI
    moves: Vec<String>,

    /// Show only these motifs, separated by commas: fork, back_rank_mate
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = named(kind, kind_names), hide_possible_values = true)]
    only: Vec<MotifKind>,

    /// Print a JSON array of motifs
    #[arg(long)]
    json: bool,
}

impl Motifs {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let position = self.position.read(output)?;
        let line = self.line(&position)?;
        let mut motifs = match line.as_slice() {
            [] => motifs_of(&position),
            line => motifs_of_line(&position, &line.iter().map(|(mv, _)| *mv).collect::<Vec<_>>())?,
        };
        motifs.retain(|motif| self.only.is_empty() || self.only.contains(&motif.kind));
        if self.json {
            output.json(&motifs.iter().map(wire::Motif::from).collect::<Vec<_>>())?;
        } else if motifs.is_empty() {
            output.line("No motifs.")?;
        } else {
            for motif in &motifs {
                output.line(worded(motif, &line))?;
            }
        }
        Ok(Status::Done)
    }

    /// Parses the moves and returns each with its SAN.
    fn line(&self, position: &Position) -> anyhow::Result<Vec<(Move, String)>> {
        let mut current = *position;
        let mut line = Vec::with_capacity(self.moves.len());
        for text in &self.moves {
            let mv = current.parse_move(text).map_err(refused_move)?;
            line.push((mv, current.san(mv)));
            current = current.play_unchecked(mv);
        }
        Ok(line)
    }
}

/// Returns a motif in words, after the move that shows it.
fn worded(motif: &Motif, line: &[(Move, String)]) -> String {
    match motif.ply.and_then(|ply| line.get(ply)) {
        Some((_, san)) => format!("{san}: {motif}"),
        None => motif.to_string(),
    }
}

pub(crate) fn kind(text: &str) -> Result<MotifKind, <MotifKind as FromStr>::Err> {
    text.parse()
}

pub(crate) fn kind_names() -> Vec<String> {
    MotifKind::ALL.iter().map(|kind| kind.name().to_owned()).collect()
}
