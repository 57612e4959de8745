//! `pinsight search`.

use std::cell::Cell;
use std::ops::ControlFlow;

use anyhow::bail;
use clap::Args;
use pinsight_pgn::{Diagnostic, Game, PlayedMove, RawGame, Replayer, Sink, Writer};
use pinsight_rules::{Move, Position};
use pinsight_search::{GameFilter, Material, PawnStructure, PositionQuery, SoughtPosition};
use pinsight_tactics::{MotifKind, PinFilter};
use pinsight_wire as wire;

use crate::Status;
use crate::args::{Games, RowsArgs, TagSelection, ValuesArgs, named, number, parse, pin, sought_position};
use crate::commands::motifs::{kind, kind_names};
use crate::games::Run;
use crate::mainline::{tag, tags};
use crate::output::Output;
use crate::progress::ProgressLine;
use crate::table_search::{Input, SearchFailure, TableSearch};

const EXAMPLES: &str = "\
Examples:
  pinsight search --pattern 'bishop > knight > queen' --before 30 games.pgn
  pinsight search --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' --count *.pgn.zst
  pinsight search --material KRPvKR --result draw games.pgn -o rook.pgn
  pinsight search --pawns 8/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/8 games.pgn -o a.csv
  pinsight search --motif fork --player Carlsen --json games.pgn

A position must match all flags of the search. Without --format, --json or --count, prints the games with a match as PGN. \
Rows are one per match; consecutive positions that match are one match. Only the main line is searched.
A Parquet table is faster than PGN; `pinsight index` makes --fen and --pawns faster again.
Exit code 1 if no game matches.";

/// Search games for positions, pawn structures, material, pins and motifs
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SearchGames {
    #[command(flatten)]
    games: Games,

    #[command(flatten)]
    rows: RowsArgs,

    /// Print only the number of games with a match
    #[arg(long, conflicts_with_all = ["format", "output"])]
    count: bool,

    #[command(flatten)]
    values: ValuesArgs,

    // Keep last: their help headings apply to all arguments after them.
    #[command(flatten)]
    query: QueryArgs,

    #[command(flatten)]
    selection: TagSelection,
}

/// What to search for.
#[derive(Args, Debug)]
#[command(next_help_heading = "Search")]
struct QueryArgs {
    /// Find this position, regardless of its move counters
    #[arg(long, value_name = "FEN", value_parser = sought_position)]
    fen: Option<SoughtPosition>,

    /// Find these pawns, given as a FEN or its pieces; other pieces do not count
    #[arg(long, value_name = "FEN", value_parser = parse::<PawnStructure>)]
    pawns: Option<PawnStructure>,

    /// Find this material, with either colour: KRPvKR
    #[arg(long, value_name = "PIECES", value_parser = parse::<Material>)]
    material: Option<Material>,

    /// Find a pin, attacker > pinned > shielded, in quotes: 'bishop > knight > queen'
    #[arg(long, value_name = "PATTERN", value_parser = pin)]
    pattern: Vec<PinFilter>,

    /// Find a motif of either side: fork, back_rank_mate
    #[arg(long, value_name = "KIND", value_parser = named(kind, kind_names), hide_possible_values = true)]
    motif: Vec<MotifKind>,

    /// Search positions after this ply or later; 0 is the start
    #[arg(long, value_name = "PLY", default_value = "0", value_parser = number::<u32>(0..=u32::MAX))]
    after: u32,

    /// Search positions up to this ply
    #[arg(long, value_name = "PLY", value_parser = number::<u32>(0..=u32::MAX))]
    before: Option<u32>,
}

/// The matches of one game.
#[derive(Default)]
struct Found {
    pgn: Vec<u8>,
    rows: Vec<wire::PositionMatch>,
    diagnostics: Vec<Diagnostic>,
}

impl SearchGames {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let query = self.query()?;
        let mut writer = self.rows.create(&mut self.games.file_set()?)?;
        let progress = match writer.is_stdout() && !self.count {
            true => ProgressLine::with_data_on_stdout(),
            false => ProgressLine::new(),
        };
        let mut run = Run::new(output, progress);
        let new_worker = || {
            let (mut replayer, query) = (Replayer::new(), &query);
            move |raw: RawGame<'_>| self.search(&mut replayer, &raw, query)
        };
        let filter = self.selection.filter();
        let games = Cell::new(0);
        let mut take = |run: &mut Run<'_>, found: Found| {
            if !self.count && self.rows.is_text() {
                let gap: &[u8] = if games.get() > 0 { b"\n" } else { b"" };
                writer.bytes(&[gap, &found.pgn].concat(), run.output)?;
            } else if !self.count {
                writer.rows(&found.rows, run.output)?;
            }
            games.set(games.get() + 1);
            run.report(&found.diagnostics)
        };
        for input in Input::of(&self.games, &filter) {
            match input {
                Input::Pgn(files) => files.process(&mut run, &filter, new_worker, |run, found| {
                    found.map_or(Ok(()), |found| take(run, found))?;
                    Ok(ControlFlow::Continue(()))
                })?,
                Input::Table(table) => {
                    let search = TableSearch::new(table, &query, &filter, run.output);
                    if self.count
                        && let Some(popular) = search.popular(&mut run, &query)
                    {
                        games.set(games.get() + popular.all.score.games());
                        continue;
                    }
                    let work = |group| self.search_group(&search, group, &query, &filter);
                    search.run(&mut run, self.games.threads(), work, |run, found| {
                        let count = found.len() as u64;
                        found.into_iter().try_for_each(|found| take(run, found))?;
                        Ok(count)
                    })?;
                }
            }
        }
        let games = games.get();
        if self.count {
            match self.rows.is_text() {
                true => run.output.line(games)?,
                false => run.output.json_line(&wire::MatchCount { games })?,
            }
        }
        writer.finish(games > 0)?;
        let has_any = run.has_selected();
        Ok(match run.finish()? {
            Status::Done if games == 0 && has_any => {
                output.report().plain("no game matches");
                Status::NothingFound
            }
            status => status,
        })
    }

    fn query(&self) -> anyhow::Result<PositionQuery> {
        let QueryArgs { fen, pawns, material, pattern, motif, after, before } = &self.query;
        let query = PositionQuery {
            position: *fen,
            pawns: *pawns,
            material: *material,
            pins: pattern.clone(),
            motifs: motif.clone(),
            plies: *after..=before.unwrap_or(u32::MAX),
            values: self.values.get(),
        };
        if query.plies.is_empty() {
            bail!(
                "no ply is after {after} and before {}: give the lower number to --after",
                query.plies.end()
            );
        }
        if !query.is_any() {
            bail!(
                "nothing to search for: expected --fen, --pawns, --material, --pattern or --motif; `pinsight pgn` selects \
                 games by tags"
            );
        }
        if let Some(reason) = query.contradiction() {
            bail!("no position can match: {reason}");
        }
        Ok(query)
    }

    /// Searches a row group by its moves, then reads the games with a match as PGN.
    fn search_group(
        &self,
        search: &TableSearch,
        group: usize,
        query: &PositionQuery,
        filter: &GameFilter,
    ) -> Result<Vec<Found>, SearchFailure> {
        let new_sink = || Searcher { query, is_matching: false, matches: Vec::new() };
        let mut matches =
            search.matches(group, new_sink, |searcher| (!searcher.matches.is_empty()).then_some(()))?;
        if filter.is_any() {
            let mut selected = Vec::new();
            search.visit_heads(group, &matches, None, |number, (), head| {
                selected.push(filter.matches_head(number, head));
            })?;
            let mut selected = selected.into_iter();
            matches.retain(|_| selected.next().unwrap_or(false));
        }
        if self.count {
            return Ok(matches.iter().map(|_| Found::default()).collect());
        }
        let (mut replayer, legality) = (Replayer::new(), self.games.split_options().legality);
        let mut found = Vec::new();
        search.visit_games(group, &matches, |raw| {
            found.extend(self.search(&mut replayer, &RawGame { legality, ..raw }, query));
        })?;
        Ok(found)
    }

    fn search(&self, replayer: &mut Replayer, raw: &RawGame<'_>, query: &PositionQuery) -> Option<Found> {
        let mut searcher = Searcher { query, is_matching: false, matches: Vec::new() };
        let replayed = replayer.run(raw, &mut searcher);
        if searcher.matches.is_empty() {
            return None;
        }
        let mut found = Found { pgn: Vec::new(), rows: Vec::new(), diagnostics: replayed.diagnostics };
        if self.count {
            return Some(found);
        }
        if self.rows.is_text() {
            let mut writer = Writer::new(Vec::new());
            writer.write(&Game::read(raw)).expect("writing to memory does not fail");
            found.pgn = writer.into_inner();
            return Some(found);
        }
        let tags = tags(raw);
        let text = |name| tag(&tags, name).map(str::to_owned);
        found.rows = searcher
            .matches
            .iter()
            .map(|matched| wire::PositionMatch {
                file: raw.source.to_string(),
                game: raw.number,
                white: text("White"),
                black: text("Black"),
                result: replayed.result.into(),
                date: text("Date").or_else(|| text("UTCDate")),
                ply: matched.ply,
                san: matched.last.map(|(before, mv)| before.san(mv)),
                fen: matched.position.to_string(),
            })
            .collect();
        Some(found)
    }
}

/// A position that matches.
struct Matched {
    ply: u32,
    position: Position,
    /// The move that led to it, with the position before; `None` at the start and after a null move.
    last: Option<(Position, Move)>,
}

/// Looks at the positions of the mainline.
struct Searcher<'a> {
    query: &'a PositionQuery,
    /// Whether the last position matched.
    is_matching: bool,
    matches: Vec<Matched>,
}

impl Searcher<'_> {
    fn look(&mut self, ply: u32, position: &Position, last: Option<(Position, Move)>) {
        let matches = self.query.matches(ply, position);
        if matches && !self.is_matching {
            self.matches.push(Matched { ply, position: *position, last });
        }
        self.is_matching = matches;
    }
}

impl Sink for Searcher<'_> {
    fn start(&mut self, start: Option<&Position>) {
        if let Some(start) = start {
            self.look(0, start, None);
        }
    }

    fn played(&mut self, played: PlayedMove<'_>) {
        if played.depth == 0 {
            self.look(played.ply, played.after, Some((*played.before, played.played)));
        }
    }

    fn null_move(&mut self, ply: u32, _: &Position, after: &Position, depth: u32) {
        if depth == 0 {
            self.look(ply, after, None);
        }
    }
}
