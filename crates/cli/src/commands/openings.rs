//! `pinsight openings`.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::ControlFlow;

use clap::{Args, ValueEnum};
use pinsight_openings::{GameOpening, Opening, OpeningTracker, ScoreCount};
use pinsight_pgn::{Diagnostic, GameResult, PlayedMove, RawGame, Replayer, Sink};
use pinsight_rules::{Move, Position};
use pinsight_wire as wire;

use crate::Status;
use crate::args::{Games, RowWriter, RowsArgs, Selection};
use crate::games::Run;
use crate::mainline::{heading, numbered, tag, tags};
use crate::output::{HEADING, Output};
use crate::progress::ProgressLine;

const EXAMPLES: &str = "\
Examples:
  pinsight openings games.pgn
  pinsight openings --player Carlsen --count-by family games.pgn.zst
  pinsight openings --per-game games.pgn
  pinsight openings --count-by eco games.pgn -o openings.csv

A game has the name of its last position that has one, whatever the order of moves; the names are those of lichess. \
It leaves theory with the first move after which no position is on a line of the table.
The columns: games, White's wins, draws, Black's wins, White's share of the points, mean number of plies in theory.
Exit code 1 if a game is broken, or if no game is selected.";

/// Name the openings of games, and count games and results by opening
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Openings {
    #[command(flatten)]
    games: Games,

    /// Count games by the whole name, by its first part, or by ECO code
    #[arg(long, value_name = "KEY", default_value = "name", conflicts_with = "per_game")]
    count_by: Key,

    /// Print the opening of each game, and the move that leaves theory
    #[arg(long)]
    per_game: bool,

    #[command(flatten)]
    rows: RowsArgs,

    #[command(flatten)]
    selection: Selection,
}

/// By what games are grouped.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Key {
    /// ECO code and whole name
    Name,
    /// The name up to its colon
    Family,
    /// The ECO code
    Eco,
}

/// The opening of one game.
struct Classified {
    found: GameOpening,
    plies: usize,
    result: GameResult,
    /// For `--per-game`.
    row: Option<wire::GameOpening>,
    heading: String,
    diagnostics: Vec<Diagnostic>,
}

/// The games of one opening.
#[derive(Default)]
struct Group {
    score: ScoreCount,
    book_plies: u64,
}

type Groups = HashMap<(Option<&'static str>, Option<&'static str>), Group>;

impl Openings {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let mut writer = self.rows.create(&mut self.games.file_set()?)?;
        let progress = match self.per_game && writer.is_stdout() {
            true => ProgressLine::with_data_on_stdout(),
            false => ProgressLine::new(),
        };
        let mut run = Run::new(output, progress);
        let mut groups = Groups::new();
        let new_worker = || {
            let mut replayer = Replayer::new();
            move |raw: RawGame<'_>| self.classify(&mut replayer, &raw)
        };
        self.games.process(&mut run, &self.selection.filter(), new_worker, |run, game| {
            match &game.row {
                Some(row) if self.rows.is_text() => writer.line(&sentence(&game, row), run.output)?,
                Some(row) => writer.rows(std::slice::from_ref(row), run.output)?,
                None => self.count(&mut groups, &game),
            }
            run.report(&game.diagnostics)?;
            Ok(ControlFlow::Continue(()))
        })?;
        if !self.per_game {
            self.print(&groups, &mut writer, run.output)?;
        }
        writer.finish(run.may_be_empty())?;
        run.finish()
    }

    fn classify(&self, replayer: &mut Replayer, raw: &RawGame<'_>) -> Classified {
        let mut follower = Follower { tracker: OpeningTracker::default(), left: None };
        let replayed = replayer.run(raw, &mut follower);
        let found = follower.tracker.opening();
        let mut game = Classified {
            found,
            plies: replayed.plies,
            result: replayed.result,
            row: None,
            heading: String::new(),
            diagnostics: replayed.diagnostics,
        };
        if self.per_game {
            let tags = tags(raw);
            let name_file = self.games.has_multiple_files();
            game.heading = heading(raw.source, raw.number, &tags, game.result, name_file);
            let text = |name| tag(&tags, name).map(str::to_owned);
            game.row = Some(wire::GameOpening {
                file: raw.source.to_string(),
                game: raw.number,
                white: text("White"),
                black: text("Black"),
                result: game.result.into(),
                eco: found.opening.map(|opening| opening.eco.to_owned()),
                opening_name: found.opening.map(|opening| opening.name.to_owned()),
                opening_ply: found.ply,
                out_of_book_ply: found.out_of_book_ply,
                out_of_book_move: follower.left.map(|(before, mv)| numbered(&before, &before.san(mv))),
            });
        }
        game
    }

    fn count(&self, groups: &mut Groups, game: &Classified) {
        let key = match (game.found.opening, self.count_by) {
            (None, _) => (None, None),
            (Some(&Opening { eco, name, .. }), Key::Name) => (Some(eco), Some(name)),
            (Some(opening), Key::Family) => (None, Some(opening.family())),
            (Some(opening), Key::Eco) => (Some(opening.eco), None),
        };
        let group = groups.entry(key).or_default();
        group.score.add(game.result);
        group.book_plies += game.found.out_of_book_ply.map_or(game.plies, |ply| ply - 1) as u64;
    }

    /// Prints the groups, the largest first.
    fn print(&self, groups: &Groups, writer: &mut RowWriter, output: &mut Output) -> anyhow::Result<()> {
        let mut groups: Vec<_> = groups.iter().collect();
        groups.sort_by_key(|&(key, group)| (Reverse(group.score.games()), *key));
        let rows: Vec<_> = groups.into_iter().map(|(&(eco, name), group)| row(eco, name, group)).collect();
        if !self.rows.is_text() {
            return writer.rows(&rows, output);
        }
        if !rows.is_empty() {
            let head = "  games    1-0    1/2    0-1   score  theory  opening";
            writer.line(&format!("{HEADING}{head}{HEADING:#}"), output)?;
        }
        rows.iter().try_for_each(|row| writer.line(&table_line(row), output))
    }
}

fn row(eco: Option<&str>, name: Option<&str>, group: &Group) -> wire::OpeningCount {
    let ScoreCount { white, draws, black, unfinished } = group.score;
    let games = group.score.games();
    let thousandths = |value: f64| (value * 1000.0).round() / 1000.0;
    wire::OpeningCount {
        eco: eco.map(str::to_owned),
        opening_name: name.map(str::to_owned),
        games,
        white,
        draws,
        black,
        unfinished,
        score: group.score.score().map(thousandths),
        book_plies: thousandths(group.book_plies as f64 / games as f64),
    }
}

fn table_line(row: &wire::OpeningCount) -> String {
    let score = row.score.map_or("-".to_owned(), |score| format!("{:.0} %", 100.0 * score));
    let name = match (row.eco.as_deref(), row.opening_name.as_deref()) {
        (Some(eco), Some(name)) => format!("{eco} {name}"),
        (one, other) => one.or(other).unwrap_or("no named position").to_owned(),
    };
    format!(
        "{:>7} {:>6} {:>6} {:>6} {score:>7} {:>7.1}  {name}",
        row.games, row.white, row.draws, row.black, row.book_plies
    )
}

/// Returns the line of `--per-game`.
fn sentence(game: &Classified, row: &wire::GameOpening) -> String {
    let name = game.found.opening.map_or("no named position".to_owned(), Opening::to_string);
    let left = match (row.out_of_book_ply, &row.out_of_book_move) {
        (Some(ply), Some(san)) => format!("; leaves theory with {san} (ply {ply})"),
        (Some(ply), None) => format!("; leaves theory at ply {ply}"),
        (None, _) => String::new(),
    };
    format!("{}: {name}{left}", game.heading)
}

/// Follows the mainline, and keeps the move that leaves the lines of the table.
struct Follower {
    tracker: OpeningTracker,
    left: Option<(Position, Move)>,
}

impl Sink for Follower {
    fn start(&mut self, start: Option<&Position>) {
        self.tracker.start(start);
        self.left = None;
    }

    fn played(&mut self, played: PlayedMove<'_>) {
        self.tracker.played(played);
        if played.depth == 0 && self.tracker.is_leaving() {
            self.left = Some((*played.before, played.played));
        }
    }

    fn null_move(&mut self, ply: u32, before: &Position, after: &Position, depth: u32) {
        self.tracker.null_move(ply, before, after, depth);
        if depth == 0 && self.tracker.is_leaving() {
            self.left = None;
        }
    }
}
