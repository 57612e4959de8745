//! `pinsight engine`.

use std::time::Duration;

use clap::Args;
use pinsight_players::{Info, Stop};
use pinsight_rules::{Color, History, Position};
use pinsight_wire as wire;

use crate::Status;
use crate::args::{StartArgs, ThinkingArgs, player};
use crate::opponent::{NAMES, Opponent};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  pinsight engine search startpos
  pinsight engine stockfish,MultiPV=3 startpos --movetime 2s
  pinsight engine search '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' --depth 5

Scores are from White's point of view: +0.35 favours White, #3 is mate in three by White, #-3 by Black. Lines are \
printed as the engine reports them; the last line is the chosen move. Without a limit the engine thinks for 1s.

Exit code 1 if the game is over.";

/// Analyse a position with an engine
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = format!("{NAMES}\n\n{EXAMPLES}"))]
pub(crate) struct Engine {
    /// Engine: search or a UCI engine, with options after commas
    #[arg(value_parser = player(), hide_possible_values = true)]
    engine: Opponent,

    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    thinking: ThinkingArgs,

    /// Print one JSON object per line: each line of analysis, then the move
    #[arg(long)]
    json: bool,
}

impl Engine {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let position = self.start.read(output)?;
        let mut player = self.engine.start()?;
        let limit = self.thinking.limit(Duration::from_secs(1));
        if let Some(end) = position.end() {
            let text = format!("the game is over: {end}");
            match self.json {
                true => output.report().plain(text),
                false => output.line(text)?,
            }
            return Ok(Status::NothingFound);
        }
        let mut written = Ok(());
        let stop = Stop::new();
        let choice = player.choose(&History::new(position), &limit, &stop, &mut |info| {
            if written.is_ok() {
                written = self.write_info(&position, info, output);
                if written.is_err() {
                    stop.raise();
                }
            }
        })?;
        written?;
        let san = position.san(choice.mv);
        if self.json {
            let uci = position.uci(choice.mv, position.castling_mode()).into();
            output.json_line(&wire::EngineMove { engine: player.name().to_owned(), best: san, uci })?;
        } else {
            output.line(format_args!("{} plays {san}", player.name()))?;
        }
        Ok(Status::Done)
    }

    fn write_info(&self, position: &Position, info: &Info, output: &mut Output) -> anyhow::Result<()> {
        let score = info.score.map(|score| score.of(Color::White));
        let line = sans(position, info);
        if self.json {
            output.json_line(&wire::EngineLine {
                line: info.line,
                depth: info.depth,
                score: score.map(|score| score.to_string()),
                nodes: info.nodes,
                ms: info.time.as_millis() as u64,
                pv: line,
            })?;
        } else if !line.is_empty() {
            let score = score.map_or_else(String::new, |score| score.to_string());
            let (rank, depth, nodes, ms) = (info.line, info.depth, info.nodes, info.time.as_millis());
            let moves = numbered_line(position, &line);
            output
                .line(format_args!("{rank}. depth {depth:>2} {score:>7} {nodes:>10} {ms:>6} ms  {moves}"))?;
        }
        Ok(output.finish()?)
    }
}

/// Returns the principal variation in SAN.
pub(crate) fn sans(position: &Position, info: &Info) -> Vec<String> {
    let mut position = *position;
    info.pv
        .iter()
        .map(|&mv| {
            let san = position.san(mv);
            position = position.play_unchecked(mv);
            san
        })
        .collect()
}

/// Returns the moves with move numbers: `3... Nf6 4. O-O`.
pub(crate) fn numbered_line(position: &Position, sans: &[String]) -> String {
    let mut text = String::new();
    let mut number = position.fullmove_number();
    let mut turn = position.turn();
    for (index, san) in sans.iter().enumerate() {
        match (turn, index) {
            (Color::White, 0) => text.push_str(&format!("{number}. ")),
            (Color::White, _) => text.push_str(&format!(" {number}. ")),
            (Color::Black, 0) => text.push_str(&format!("{number}... ")),
            (Color::Black, _) => text.push(' '),
        }
        text.push_str(san);
        if turn == Color::Black {
            number += 1;
        }
        turn = !turn;
    }
    text
}
