//! `pinsight tree`.

use std::borrow::Cow;
use std::ops::ControlFlow;

use clap::Args;
use pinsight_openings::{GameFacts, Opening, TreeNode};
use pinsight_pgn::{Diagnostic, PlayedMove, RawGame, Replayer, Sink};
use pinsight_rules::{Move, Position};
use pinsight_search::{GameFilter, PositionQuery, SoughtPosition, StoredHead};
use pinsight_wire as wire;

use crate::Status;
use crate::args::{Games, RowWriter, RowsArgs, Selection, fen};
use crate::games::Run;
use crate::mainline::{tag, tags};
use crate::output::{HEADING, Output, counted};
use crate::progress::ProgressLine;
use crate::table_search::{Input, SearchFailure, TableSearch};

const EXAMPLES: &str = "\
Examples:
  pinsight tree startpos games.pgn
  pinsight tree '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' --player Carlsen *.pgn.zst
  pinsight tree startpos --date 2024.. --json games.pgn
  pinsight tree startpos games.parquet

Finds the position by pieces, side to move, castling rights and legal en passant, whatever moves led to it. A game \
that repeats the position counts once for each move.
The columns: games, White's wins, draws, Black's wins, White's share of the points, mean rating of both players, date \
of the last game.
A Parquet table is faster than PGN, with an index (`pinsight index`) faster again.
Exit code 1 if a game is broken, or if no game reaches the position.";

/// Count the moves that games play in a position, with results
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Tree {
    /// Position as a FEN or EPD, or `startpos`
    #[arg(value_parser = fen(), hide_possible_values = true)]
    fen: String,

    #[command(flatten)]
    games: Games,

    #[command(flatten)]
    rows: RowsArgs,

    #[command(flatten)]
    selection: Selection,
}

impl Tree {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let position = self.games.read_position(&self.fen, output)?;
        let mut writer = self.rows.create(&mut self.games.file_set()?)?;
        let sought = SoughtPosition::new(position);
        let mut run = Run::new(output, ProgressLine::new());
        let filter = self.selection.filter();
        let mut node = TreeNode::default();
        for input in Input::of(&self.games, &filter) {
            match input {
                Input::Pgn(games) => count_pgn(&games, &mut run, &filter, sought, &mut node)?,
                Input::Table(table) => {
                    let query = PositionQuery { position: Some(sought), ..PositionQuery::default() };
                    let search = TableSearch::new(table, &query, &filter, run.output);
                    if let Some(popular) = search.popular(&mut run, &query) {
                        node.merge(&popular);
                        continue;
                    }
                    let count = |group| count_group(&search, group, &filter, sought);
                    search.run(&mut run, self.games.threads(), count, |_, group: TreeNode| {
                        let games = group.all.score.games();
                        node.merge(&group);
                        Ok(games)
                    })?;
                }
            }
        }
        let is_found = node.all.score.games() > 0;
        self.print(&position, &node, &mut writer, run.output)?;
        writer.finish(run.may_be_empty())?;
        Ok(match run.finish()? {
            Status::Done if !is_found => {
                output.report().plain("no game reaches the position");
                Status::NothingFound
            }
            status => status,
        })
    }

    fn print(
        &self,
        position: &Position,
        node: &TreeNode,
        writer: &mut RowWriter,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        let rows: Vec<_> =
            node.moves().into_iter().map(|(mv, stats)| wire::TreeMove::new(position, mv, stats)).collect();
        if !self.rows.is_text() {
            return writer.rows(&rows, output);
        }
        if node.all.score.games() == 0 {
            return Ok(());
        }
        if let Some(opening) = Opening::of(position) {
            writer.line(&opening.to_string(), output)?;
        }
        let head = "  games    1-0    1/2    0-1   score  rating  last played  move";
        writer.line(&format!("{HEADING}{head}{HEADING:#}"), output)?;
        for row in &rows {
            let name = row.opening_name.as_deref().map_or(String::new(), |name| format!("  {name}"));
            writer.line(&format!("{}  {}{name}", numbers(row), row.san), output)?;
        }
        if node.ended > 0 {
            writer.line(&format!("{} in the position", ends(node.ended)), output)?;
        }
        Ok(())
    }
}

fn ends(games: u64) -> String {
    format!("{} {}", counted(games, "game"), if games == 1 { "ends" } else { "end" })
}

fn numbers(row: &wire::TreeMove) -> String {
    let score = row.score.map_or("-".to_owned(), |score| format!("{:.0} %", 100.0 * score));
    let rating = row.rating.map_or("-".to_owned(), |rating| format!("{rating:.0}"));
    let last = row.last_played.as_deref().unwrap_or("-");
    format!(
        "{:>7} {:>6} {:>6} {:>6} {score:>7} {rating:>7}  {last:>11}",
        row.games, row.white, row.draws, row.black
    )
}

fn count_pgn(
    games: &Games,
    run: &mut Run<'_>,
    filter: &GameFilter,
    sought: SoughtPosition,
    node: &mut TreeNode,
) -> anyhow::Result<()> {
    let new_worker = || {
        let mut replayer = Replayer::new();
        move |raw: RawGame<'_>| visit(&mut replayer, &raw, sought)
    };
    games.process(run, filter, new_worker, |run, (visit, diagnostics)| {
        if let Some((moves, facts)) = visit {
            node.add(&moves, &facts);
        }
        run.report(&diagnostics)?;
        Ok(ControlFlow::Continue(()))
    })
}

/// Counts the moves that the games of a row group play in the position.
fn count_group(
    search: &TableSearch,
    group: usize,
    filter: &GameFilter,
    sought: SoughtPosition,
) -> Result<TreeNode, SearchFailure> {
    let new_sink = || Visitor { sought, is_reached: false, moves: Vec::new() };
    let visits = search.matches(group, new_sink, |visitor| visitor.is_reached.then_some(visitor.moves))?;
    // A filter may need any tag.
    let tags = if filter.is_any() { None } else { Some(&StoredHead::FACTS[..]) };
    let mut node = TreeNode::default();
    search.visit_heads(group, &visits, tags, |number, moves, head| {
        if filter.matches_head(number, head) {
            node.add(moves, &head.facts());
        }
    })?;
    Ok(node)
}

/// Returns the moves that a game plays in the position, if it reaches it.
fn visit(
    replayer: &mut Replayer,
    raw: &RawGame<'_>,
    sought: SoughtPosition,
) -> (Option<(Vec<Move>, GameFacts<'static>)>, Vec<Diagnostic>) {
    let mut visitor = Visitor { sought, is_reached: false, moves: Vec::new() };
    let replayed = replayer.run(raw, &mut visitor);
    let visit = visitor.is_reached.then(|| {
        let tags = tags(raw);
        let rating = |name| tag(&tags, name).and_then(|text| text.trim().parse().ok());
        let ratings = ["WhiteElo", "BlackElo"].map(rating);
        let date =
            tag(&tags, "Date").or_else(|| tag(&tags, "UTCDate")).map(|date| Cow::Owned(date.to_owned()));
        (visitor.moves, GameFacts { result: replayed.result, ratings, date })
    });
    (visit, replayed.diagnostics)
}

struct Visitor {
    sought: SoughtPosition,
    is_reached: bool,
    moves: Vec<Move>,
}

impl Visitor {
    fn look(&mut self, position: &Position) {
        self.is_reached |= self.sought.matches(position);
    }
}

impl Sink for Visitor {
    fn start(&mut self, start: Option<&Position>) {
        if let Some(start) = start {
            self.look(start);
        }
    }

    fn played(&mut self, played: PlayedMove<'_>) {
        if played.depth > 0 {
            return;
        }
        if self.is_reached && self.sought.matches(played.before) {
            self.moves.push(played.played);
        }
        self.look(played.after);
    }

    fn null_move(&mut self, _: u32, _: &Position, after: &Position, depth: u32) {
        if depth == 0 {
            self.look(after);
        }
    }
}
