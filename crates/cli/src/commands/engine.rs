//! `pinsight engine`.

use std::time::Duration;

use clap::Args;
use pinsight_players::{Info, Limit, Stop};
use pinsight_rules::{Color, History, Position};
use pinsight_wire as wire;

use crate::Status;
use crate::args::PositionArgs;
use crate::commands::arena::duration;
use crate::opponent::{NAMES, Opponent};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  pinsight engine search startpos
  pinsight engine stockfish,MultiPV=3 startpos --time 2s
  pinsight engine search '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1' --depth 5

The scores are from white's side: +0.35 is good for white, #3 is a mate in three by white, #-3 by black. Each line that
the engine tells comes as it comes; the move that it would play stands at the end.";

/// Ask an engine about a position
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = format!("{NAMES}\n\n{EXAMPLES}"))]
pub(crate) struct Engine {
    /// The engine: search, or a UCI engine with its options behind commas
    engine: Opponent,

    /// The position
    #[arg(default_value = "startpos", hide_default_value = true)]
    fen: String,

    #[command(flatten)]
    position: PositionArgs,

    /// How long: 500ms, 2s; 1s if nothing is said
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,

    /// How deep
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// How many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// As JSON, one line each
    #[arg(long)]
    json: bool,
}

impl Engine {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let position = self.position.read(&self.fen, output)?;
        let mut player = self.engine.make()?;
        let mut limit = Limit { time: self.time, depth: self.depth, nodes: self.nodes, ..Limit::default() };
        if limit.is_infinite() {
            limit.time = Some(Duration::from_secs(1));
        }
        if let Some(end) = position.end() {
            output.line(format_args!("the game is over: {end}"))?;
            return Ok(Status::NothingFound);
        }
        let mut written = Ok(());
        let stop = Stop::new();
        let choice = player.choose(&History::new(position), &limit, &stop, &mut |info| {
            if written.is_ok() {
                written = self.tell(&position, info, output);
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

    fn tell(&self, position: &Position, info: &Info, output: &mut Output) -> anyhow::Result<()> {
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
            let moves = numbered(position, &line);
            output
                .line(format_args!("{rank}. depth {depth:>2} {score:>7} {nodes:>10} {ms:>6} ms  {moves}"))?;
        }
        Ok(output.finish()?)
    }
}

/// The line that is expected, in SAN.
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

/// With the numbers of the moves: `3... Nf6 4. O-O`.
pub(crate) fn numbered(position: &Position, sans: &[String]) -> String {
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
