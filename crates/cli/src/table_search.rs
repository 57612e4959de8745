//! Searches of Parquet tables by their column `moves`, with the position index beside the table if there is one.

use std::ffi::OsString;
use std::fs::File;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use pinsight_data::StoredGamesError;
use pinsight_openings::TreeNode;
use pinsight_pgn::{RawGame, Sink};
use pinsight_pool::run_range;
use pinsight_search::{
    GameFilter, GamesTable, Horizon, IndexError, PawnStructure, PositionIndex, PositionQuery, StoredHead,
    replay_moves,
};

use crate::args::Games;
use crate::file::is_parquet;
use crate::games::Run;
use crate::output::Output;

/// A part of the inputs, in their order.
pub(crate) enum Input {
    /// Files that are read as PGN.
    Pgn(Games),
    /// A Parquet table with the column `moves`.
    Table(OpenTable),
}

/// A table and its path.
pub(crate) struct OpenTable {
    table: GamesTable,
    path: PathBuf,
}

impl Input {
    /// Divides the inputs. Reads a table as PGN if `filter` needs the moves.
    pub(crate) fn of(games: &Games, filter: &GameFilter) -> Vec<Self> {
        let mut inputs: Vec<Self> = Vec::new();
        let mut pgn = Vec::new();
        for path in games.inputs() {
            match open_table(&path).filter(|_| !filter.has_content()) {
                Some(table) => {
                    inputs.extend(
                        (!pgn.is_empty()).then(|| Self::Pgn(games.with_files(std::mem::take(&mut pgn)))),
                    );
                    inputs.push(Self::Table(OpenTable { table, path }));
                }
                None => pgn.push(path),
            }
        }
        inputs.extend((!pgn.is_empty()).then(|| Self::Pgn(games.with_files(pgn))));
        inputs
    }
}

/// Opens a table; `None` for another file, and for a damaged one, whose error the PGN reader reports.
fn open_table(path: &Path) -> Option<GamesTable> {
    let is_table = path.is_file() && is_parquet(path);
    let file = is_table.then(|| File::open(path).ok())??;
    GamesTable::open(&path.to_string_lossy(), file).ok()?
}

/// Returns the path of the index of a table.
pub(crate) fn index_path(table: &Path) -> PathBuf {
    let mut name = OsString::from(table);
    name.push(".index");
    name.into()
}

/// Opens the index of a table; `None` if there is none.
pub(crate) fn open_index(path: &Path, table: &GamesTable) -> Option<Result<PositionIndex, IndexError>> {
    match File::open(index_path(path)) {
        Ok(file) => Some(PositionIndex::open(file, table)),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(_) => Some(Err(IndexError::NotAnIndex)),
    }
}

/// Why a table cannot be searched.
pub(crate) type SearchFailure = StoredGamesError;

/// A search of a table.
pub(crate) struct TableSearch {
    table: GamesTable,
    path: PathBuf,
    is_filtered: bool,
    horizon: Horizon,
    /// The index with the pawns to look up.
    index: Option<(PositionIndex, PawnStructure)>,
    is_index_damaged: AtomicBool,
}

impl TableSearch {
    /// Prepares the search. Warns about an index that cannot be used.
    pub(crate) fn new(table: OpenTable, query: &PositionQuery, filter: &GameFilter, output: &Output) -> Self {
        let OpenTable { table, path } = table;
        let index = query.pawn_structure().and_then(|pawns| match open_index(&path, &table)? {
            Ok(index) => Some((index, pawns)),
            Err(error) => {
                warn(&path, &error, output);
                None
            }
        });
        Self {
            table,
            path,
            is_filtered: filter.is_any(),
            horizon: Horizon::new(query),
            index,
            is_index_damaged: AtomicBool::new(false),
        }
    }

    /// Returns the moves that the games play in a popular position, from the index, without a search of the table;
    /// `None` for other queries.
    pub(crate) fn popular(&self, run: &mut Run<'_>, query: &PositionQuery) -> Option<TreeNode> {
        let sought = query.only_position().filter(|_| !self.is_filtered)?;
        let (index, _) = self.index.as_ref()?;
        let node = index.tree(sought)?;
        run.add_games(self.table.rows(), self.table.rows());
        Some(node)
    }

    /// Runs `work` on the row groups, on several threads, and passes the results to `take` in order, which returns the
    /// number of games in a result. Reports a table that cannot be read.
    pub(crate) fn run<T: Send>(
        &self,
        run: &mut Run<'_>,
        threads: usize,
        work: impl Fn(usize) -> Result<T, SearchFailure> + Sync,
        mut take: impl FnMut(&mut Run<'_>, T) -> anyhow::Result<u64>,
    ) -> anyhow::Result<()> {
        run.set_filtered(self.is_filtered);
        run.progress.begin(std::slice::from_ref(&self.path));
        let bytes = self.path.metadata().map_or(0, |meta| meta.len());
        let groups = self.table.groups() as u64;
        let mut group = 0;
        let new_worker = || |group| work(group as usize);
        let flow = run_range(groups, threads, new_worker, |result| {
            let taken = match result {
                Ok(result) => take(run, result),
                Err(error) => {
                    let reported = run.unreadable_table(&self.path.to_string_lossy(), &error);
                    return ControlFlow::Break(reported);
                }
            };
            let rows = self.table.group_rows(group) as u64;
            group += 1;
            match taken {
                Ok(games) => run.add_games(rows, if self.is_filtered { games } else { rows }),
                Err(error) => return ControlFlow::Break(Err(error)),
            }
            run.done.taken_bytes = bytes * group as u64 / groups;
            run.progress.show(&run.done);
            if run.is_stopped() { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) }
        });
        run.progress.end();
        if self.is_index_damaged.load(Ordering::Relaxed) {
            warn(&self.path, &IndexError::Damaged, run.output);
        }
        flow.break_value().unwrap_or(Ok(()))
    }

    /// Replays the games of a row group to a new sink each, as far as a match is possible. Returns the rows for which
    /// `found` returns a value.
    pub(crate) fn matches<S: Sink, T>(
        &self,
        group: usize,
        new_sink: impl Fn() -> S,
        found: impl Fn(S) -> Option<T>,
    ) -> Result<Vec<(u32, T)>, SearchFailure> {
        let candidates = match self.candidates(group) {
            Some(rows) => Some(rows),
            None => self.table.rows_within(group, &self.horizon)?,
        };
        let mut matches = Vec::new();
        if candidates.as_ref().is_some_and(Vec::is_empty) {
            return Ok(matches);
        }
        self.table.visit_moves(group, candidates.as_deref(), |row, moves| {
            let mut sink = new_sink();
            replay_moves(moves, |ply, position| self.horizon.allows_after(ply, position), &mut sink)?;
            matches.extend(found(sink).map(|value| (row, value)));
            Ok(())
        })?;
        Ok(matches)
    }

    /// Returns the rows that the index yields; `None` means all rows.
    fn candidates(&self, group: usize) -> Option<Vec<u32>> {
        let (index, pawns) = self.index.as_ref()?;
        match index.candidates(group, pawns) {
            Ok(rows) => Some(rows),
            Err(_) => {
                self.is_index_damaged.store(true, Ordering::Relaxed);
                None
            }
        }
    }

    /// Passes the number, the value, the tags and the result of the games to `visit`. With `tags`, reads only those.
    pub(crate) fn visit_heads<T>(
        &self,
        group: usize,
        matches: &[(u32, T)],
        tags: Option<&[&str]>,
        mut visit: impl FnMut(u64, &T, StoredHead<'_>),
    ) -> Result<(), SearchFailure> {
        if matches.is_empty() {
            return Ok(());
        }
        let first = self.table.first_game(group);
        let rows: Vec<u32> = matches.iter().map(|(row, _)| *row).collect();
        let mut values = matches.iter().map(|(_, value)| value);
        self.table.visit_heads(group, &rows, tags, |row, head| {
            if let Some(value) = values.next() {
                visit(first + u64::from(row), value, head);
            }
        })
    }

    /// Passes the games to `visit` as PGN.
    pub(crate) fn visit_games<T>(
        &self,
        group: usize,
        matches: &[(u32, T)],
        visit: impl FnMut(RawGame<'_>),
    ) -> Result<(), SearchFailure> {
        if matches.is_empty() {
            return Ok(());
        }
        let rows: Vec<u32> = matches.iter().map(|(row, _)| *row).collect();
        self.table.visit_games(group, &rows, visit)
    }
}

/// Names an index that is not used, and how to remake it.
fn warn(table: &Path, error: &IndexError, output: &Output) {
    let index = index_path(table);
    let remedy = format!("searching without it; `pinsight index --force {}` remakes it", table.display());
    output.report().warning(format_args!("{}: {error}; {remedy}", index.display()));
}
