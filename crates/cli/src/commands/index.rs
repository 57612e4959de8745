//! `pinsight index`.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, ValueHint};
use pinsight_pgn::Progress;
use pinsight_pool::run_range;
use pinsight_search::{GamesTable, GroupEntries, IndexWriter, PopularPositions};

use crate::Status;
use crate::args::Threads;
use crate::file::{is_parquet, open_file};
use crate::files::Files;
use crate::output::{Output, counted, grouped};
use crate::progress::ProgressLine;
use crate::table_search::{index_path, open_index};

const EXAMPLES: &str = "\
Examples:
  pinsight convert games.pgn.zst -o games.parquet
  pinsight index games.parquet
  pinsight tree startpos games.parquet
  pinsight search --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' --count games.parquet

Writes games.parquet.index beside games.parquet. `tree`, `search --fen` and `search --pawns` use it; a search without \
it finds the same games, but replays all of them. An index of another table, of an earlier state of the table or of \
another version is reported and not used; --force remakes it. docs/index.md describes the format.";

/// Make position indexes of Parquet tables, for `tree` and `search`
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Index {
    /// Parquet tables of games, as `pinsight convert` writes them
    #[arg(value_name = "FILES", value_hint = ValueHint::FilePath, required = true)]
    files: Vec<PathBuf>,

    /// Remake existing indexes
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    threads: Threads,
}

impl Index {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let mut files = Files::reading(&self.files)?;
        let mut status = Status::Done;
        for path in &self.files {
            match self.index(path, &mut files) {
                Ok(summary) => {
                    output.report().plain(format_args!("{}: {summary}", index_path(path).display()));
                }
                Err(error) => {
                    output.report().error(format_args!("{}: {error:#}", path.display()));
                    status = Status::Unreadable;
                }
            }
        }
        Ok(status)
    }

    /// Makes the index of a table; keeps one that is up to date.
    fn index(&self, path: &Path, files: &mut Files) -> anyhow::Result<String> {
        let table = open(path)?;
        if !self.force {
            match open_index(path, &table).map(|opened| opened.and_then(|index| index.check())) {
                None => {}
                Some(Ok(())) => return Ok("up to date".to_owned()),
                Some(Err(error)) => {
                    bail!("{}: {error}; use --force to remake it", index_path(path).display())
                }
            }
        }
        let file = files.create("the index", &index_path(path), self.force)?;
        let popular = PopularPositions::find(&table)?;
        let mut writer = IndexWriter::new(file, &table, &popular)?;
        let progress = ProgressLine::new();
        progress.begin(&[path.to_owned()]);
        let bytes = path.metadata().map_or(0, |meta| meta.len());
        let groups = table.groups() as u64;
        let mut done = Progress::default();
        let mut group = 0;
        let new_worker = || |group| GroupEntries::of(&table, group as usize, &popular);
        let flow = run_range(groups, self.threads.count(), new_worker, |entries| {
            match entries.map_err(Into::into).and_then(|entries| writer.push(entries)) {
                Ok(()) => {}
                Err(error) => return ControlFlow::Break(error),
            }
            done.games += table.group_rows(group) as u64;
            group += 1;
            done.taken_bytes = bytes * group as u64 / groups;
            progress.show(&done);
            ControlFlow::Continue(())
        });
        progress.end();
        if let ControlFlow::Break(error) = flow {
            return Err(error.into());
        }
        writer.finish()?.finish()?;
        Ok(summary(&table, path))
    }
}

fn open(path: &Path) -> anyhow::Result<GamesTable> {
    let file = open_file(path)?;
    if !is_parquet(path) {
        bail!("not a Parquet table; `pinsight convert` makes one from PGN");
    }
    let table = GamesTable::open(&path.to_string_lossy(), file)?;
    table.context("no binary column `moves`; `pinsight convert` makes a table with it")
}

/// Returns the number of games and the size of the index.
fn summary(table: &GamesTable, path: &Path) -> String {
    let size = index_path(path).metadata().map_or(0, |meta| meta.len());
    let indexed: u64 = (0..table.groups()).map(|group| table.moves_and_clocks_bytes(group)).sum();
    let games = counted(table.rows(), "game");
    let share = match indexed {
        0 => String::new(),
        indexed => format!(", {} % of the moves and clocks", 100 * size / indexed),
    };
    format!("{games}, {} bytes{share}", grouped(size))
}
