//! `pinsight board`.

use clap::Args;
use pinsight_drawing::{Glyphs, TextBoard};

use crate::args::read_position;
use crate::output::Output;
use crate::{Status, json};

const EXAMPLES: &str = "\
Examples:
  pinsight board
  pinsight board --unicode --flip
  pinsight board 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  pinsight board --json startpos | jq .squares.e1";

/// Draw a position as text
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Board {
    /// The position
    #[arg(default_value = "startpos")]
    fen: String,

    /// Figurines instead of letters
    #[arg(long, conflicts_with = "json")]
    unicode: bool,

    /// Black's side below
    #[arg(long, conflicts_with = "json")]
    flip: bool,

    /// The position as JSON: pieces by square, turn, rights, counters, whether the game is over
    #[arg(long)]
    json: bool,
}

impl Board {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let position = read_position(&self.fen, output)?;
        if self.json {
            output.json(&json::position(&position))?;
            return Ok(Status::Done);
        }
        let board = TextBoard {
            glyphs: if self.unicode { Glyphs::Figurines } else { Glyphs::Letters },
            flip: self.flip,
        };
        output.bytes(board.draw(position.board()).as_bytes())?;
        Ok(Status::Done)
    }
}
