//! `pinsight fens`.

use std::fmt::Write;

use clap::{Args, ValueEnum};
use pinsight_pgn::{Diagnostic, RawGame, Replayer};
use pinsight_rules::{EnPassantMode, Position};
use pinsight_wire as wire;

use crate::Status;
use crate::args::{AnyFile, Games, OutputArgs, Selection};
use crate::mainline;
use crate::output::{Output, json_text};

const EXAMPLES: &str = "\
Examples:
  pinsight fens game.pgn
  pinsight fens --ep legal games.pgn.zst | sort | uniq -c | sort -rn | head
  pinsight fens --json a.pgn b.pgn.gz | jq -r 'select(.ply == 20) | .fen'
  curl -s https://example.org/games.pgn | pinsight fens

Prints one position per line; --json adds the game it is from.
A game with an illegal move is written up to that move; the fault is printed to stderr.
Exit code 1 if a game has such a fault, or if no game is selected.";

/// Print every position of every game as a FEN
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Fens {
    #[command(flatten)]
    games: Games,

    /// Set when a FEN contains the en passant square
    #[arg(long, value_name = "MODE", default_value = "fen")]
    ep: EnPassant,

    /// Print one JSON object per position: file, game, ply (0 is the start), last move, FEN
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    output: OutputArgs<AnyFile>,

    #[command(flatten)]
    selection: Selection,
}

/// When a FEN contains the en passant square.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum EnPassant {
    /// After every double step, as in the FEN standard
    Fen,
    /// When an enemy pawn attacks it, even if pinned
    Xfen,
    /// When the capture is legal
    Legal,
}

impl From<EnPassant> for EnPassantMode {
    fn from(mode: EnPassant) -> Self {
        match mode {
            EnPassant::Fen => Self::Fen,
            EnPassant::Xfen => Self::XFen,
            EnPassant::Legal => Self::Legal,
        }
    }
}

impl Fens {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let filter = self.selection.filter();
        let file = self.output.create(&mut self.games.file_set()?)?;
        self.games.write_each(output, &filter, file, "", |replayer, raw| self.positions(replayer, raw))
    }

    /// Returns the lines of a game; empty if it has no legal start.
    fn positions(&self, replayer: &mut Replayer, raw: &RawGame<'_>) -> (String, Vec<Diagnostic>) {
        let (replayed, steps) = mainline::play(replayer, raw);
        let mut text = String::new();
        if let Some(start) = replayed.start.filter(|_| !raw.oversized) {
            let mut before = start;
            self.line(&mut text, raw, 0, None, &start);
            for (index, (mv, after)) in steps.iter().enumerate() {
                let san = self.json.then(|| mv.map_or_else(|| "--".to_owned(), |mv| before.san(mv)));
                self.line(&mut text, raw, index + 1, san.as_deref(), after);
                before = *after;
            }
        }
        (text, replayed.diagnostics)
    }

    fn line(&self, text: &mut String, raw: &RawGame<'_>, ply: usize, san: Option<&str>, position: &Position) {
        let fen = position.fen(self.ep.into());
        // Writing to a string cannot fail.
        let _ = if self.json {
            let row = wire::GamePosition { file: raw.source, game: raw.number, ply, san, fen: &fen };
            writeln!(text, "{}", json_text(&row))
        } else {
            writeln!(text, "{fen}")
        };
    }
}
