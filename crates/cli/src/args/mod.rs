//! The command line: commands, and argument groups that commands share.

mod coach;
mod csv;
mod filter;
mod games;
mod named;
mod number;
mod output;
mod position;
mod rows;
mod selection;
mod theme;
mod thinking;
mod threads;
mod values;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum, ValueHint};

pub(crate) use coach::{CoachArgs, PIN_FLAGS, UnlessAllPins, WithFindings, WithProve};
pub(crate) use csv::CsvArgs;
pub(crate) use filter::{explain, parse};
pub(crate) use games::{Games, ReadingArgs};
#[cfg(feature = "server")]
pub(crate) use named::engine_name;
pub(crate) use named::{named, player, side};
pub(crate) use number::{ip_address, number, size};
pub(crate) use output::{
    AnyFile, ConvertFile, CsvFile, OutputArgs, PgnFile, PictureFile, PolyglotFile, ReviewFile, SqlFile,
    TableFile,
};
pub(crate) use position::{FenArgs, PositionArgs, StartArgs, castling_mode, fen};
pub(crate) use rows::{RowWriter, RowsArgs};
pub(crate) use selection::{Selection, TagSelection, pin, sought_position};
pub(crate) use theme::ThemeName;
pub(crate) use thinking::{ThinkingArgs, duration, nodes};
pub(crate) use threads::Threads;
pub(crate) use values::ValuesArgs;

use crate::Status;
#[cfg(feature = "mcp")]
use crate::commands::mcp::Mcp;
#[cfg(feature = "server")]
use crate::commands::serve::Serve;
use crate::commands::{
    arena::Arena, board::Board, book::Book, check::Check, cluster::Cluster, completions::Completions,
    config::Config, convert::Convert, engine::Engine, fens::Fens, final_position::Final, index::Index,
    man::Man, motifs::Motifs, moves::Moves, openings::Openings, perft::Perft, pgn::Pgn, pins::Pins,
    play::Play, random::Random, review::Review, scan::Scan, search::SearchGames, sql::Sql, themes::Themes,
    tree::Tree, tune::Tune, uci::Uci, why::Why,
};
use crate::config::{self, ConfigFile};
use crate::output::Output;

/// The heading of the options that all commands have.
const GLOBAL: &str = "Global options";

const EXAMPLES: &str = "\
A FEN is one argument, in quotes; `startpos` is the starting position.
FILES are PGN, plain or compressed with zstd, gzip or bzip2, or Parquet; none or `-` is standard input.

Exit codes:
  0    done
  1    found faults or nothing: a broken game, an illegal move, no match
  2    wrong usage or unreadable input
  130  ended by Ctrl-C; 128 + n by signal n

Examples:
  pinsight board
  pinsight moves startpos
  pinsight pins '7k/6q1/8/8/8/8/8/1KB5 w - - 0 1' Bb2
  pinsight why '4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1' Ne2
  pinsight perft startpos 6
  pinsight check games.pgn.zst
  pinsight pgn --player Carlsen --pin 'bishop > knight > queen' games.pgn
  pinsight review game.pgn
  pinsight scan games.pgn.zst -o pins.csv
  pinsight convert games.pgn.zst -o games.parquet";

/// Returns the text below the help. Names the commands that this program lacks.
fn after_help() -> String {
    let lacking = match (cfg!(feature = "sql"), cfg!(feature = "cluster")) {
        (true, true) => "",
        (true, false) => {
            "\nThis program lacks `cluster`: `make full` in a clone of the repository builds it."
        }
        (false, _) => {
            "\nThis program lacks `sql` and `cluster`: `make full` in a clone of the repository builds them."
        }
    };
    format!("{EXAMPLES}\n\n`pinsight help COMMAND` shows more examples.{lacking}")
}

/// Pinsight sees behind every piece: games, positions, legal moves, and the reasons why
#[derive(Parser, Debug)]
#[command(name = "pinsight", version, after_help = after_help(), max_term_width = 100)]
pub(crate) struct Cli {
    /// Set when to use colours; auto also respects NO_COLOR
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = GLOBAL)]
    pub(crate) color: Color,

    /// Read defaults from this config file; see `pinsight help config`
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = GLOBAL)]
    pub(crate) config: Option<PathBuf>,

    /// Print no progress, notes and summaries to standard error; warnings and errors stay
    #[arg(long, global = true, help_heading = GLOBAL)]
    pub(crate) quiet: bool,

    /// Show no progress line
    #[arg(long, global = true, help_heading = GLOBAL)]
    pub(crate) no_progress: bool,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum Color {
    /// Only on a terminal
    Auto,
    /// In all output
    Always,
    /// In no output
    Never,
}

impl From<Color> for anstream::ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => Self::Auto,
            Color::Always => Self::Always,
            Color::Never => Self::Never,
        }
    }
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Board(Board),
    Moves(Moves),
    Why(Why),
    Pins(Pins),
    Motifs(Motifs),
    Perft(Perft),
    Fens(Fens),
    Final(Final),
    Check(Check),
    Pgn(Pgn),
    Review(Review),
    Scan(Scan),
    Convert(Convert),
    Themes(Themes),
    Openings(Openings),
    Book(Book),
    Tree(Tree),
    Search(SearchGames),
    Index(Index),
    #[command(hide = cfg!(not(feature = "sql")))]
    Sql(Sql),
    #[command(hide = cfg!(not(feature = "cluster")))]
    Cluster(Cluster),
    Random(Random),
    #[command(name = "match")]
    Match(Box<Arena>),
    Play(Play),
    Uci(Uci),
    Engine(Engine),
    #[cfg(feature = "mcp")]
    Mcp(Mcp),
    #[command(hide = true)]
    Tune(Tune),
    #[cfg(feature = "server")]
    Serve(Serve),
    Config(Config),
    Completions(Completions),
    Man(Man),
}

impl Command {
    /// Runs the command, with the defaults of the config file.
    pub(crate) fn run(&self, file: &ConfigFile, output: &mut Output) -> anyhow::Result<Status> {
        // `config` reports on the file itself.
        if !matches!(self, Self::Config(_)) {
            config::set(file.read()?);
        }
        match self {
            Self::Board(command) => command.run(output),
            Self::Moves(command) => command.run(output),
            Self::Why(command) => command.run(output),
            Self::Pins(command) => command.run(output),
            Self::Motifs(command) => command.run(output),
            Self::Themes(command) => command.run(output),
            Self::Openings(command) => command.run(output),
            Self::Book(command) => command.run(output),
            Self::Tree(command) => command.run(output),
            Self::Search(command) => command.run(output),
            Self::Index(command) => command.run(output),
            Self::Perft(command) => command.run(output),
            Self::Fens(command) => command.run(output),
            Self::Final(command) => command.run(output),
            Self::Check(command) => command.run(output),
            Self::Pgn(command) => command.run(output),
            Self::Random(command) => command.run(output),
            Self::Match(command) => command.run(output),
            Self::Play(command) => command.run(output),
            // `main` runs `uci` and `mcp` without an `Output`.
            Self::Uci(command) => command.run(),
            #[cfg(feature = "mcp")]
            Self::Mcp(command) => command.run(),
            Self::Engine(command) => command.run(output),
            Self::Tune(command) => command.run(output),
            Self::Review(command) => command.run(output),
            Self::Scan(command) => command.run(output),
            Self::Convert(command) => command.run(output),
            Self::Sql(command) => command.run(output),
            Self::Cluster(command) => command.run(output),
            #[cfg(feature = "server")]
            Self::Serve(command) => command.run(output),
            Self::Config(command) => command.run(file, output),
            Self::Completions(command) => command.run(output),
            Self::Man(command) => command.run(output),
        }
    }
}
