//! `pinsight sql`.

#[cfg(feature = "sql")]
mod prompt;
#[cfg(feature = "sql")]
mod run;

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[cfg(not(feature = "sql"))]
use crate::{Status, output::Output};

const EXAMPLES: &str = "\
Examples:
  pinsight sql \"SELECT White, Black, plies FROM 'games.pgn.zst' WHERE WhiteElo > 2400 ORDER BY plies DESC LIMIT 10\"
  pinsight sql \"SELECT count(*) FROM 'data/*.parquet' WHERE has_pin(moves, 'bishop > knight > queen')\"
  pinsight sql \"SELECT Result, count(*) AS games FROM 'games.pgn' GROUP BY Result\" --format csv
  pinsight sql \"SELECT * FROM 'games.pgn' WHERE ECO LIKE 'C6%'\" -o lopez.parquet
  pinsight sql \"SELECT legal_moves('8/8/8/8/8/5k2/5p2/5K2 w - - 0 1')\"
  pinsight sql

Files are tables by their names in quotes: PGN (packed or not), Parquet, CSV, JSON lines; `*` stands for many of them.
Column names may be written in any case. docs/sql.md lists the functions for chess, each with an example; all others are
those of Apache DataFusion. Rows come in no certain order unless the query says ORDER BY.";

/// Answer SQL queries over PGN, Parquet, CSV and JSON files
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Sql {
    /// The query; without one there is a prompt, or standard input is read where it is no terminal
    query: Option<String>,

    /// Write the rows to this file; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Overwrite the file of --output
    #[arg(long, requires = "output")]
    force: bool,

    /// How rows are written; by the name of the file unless told, and as a table on standard output
    #[arg(long)]
    format: Option<Format>,

    /// Show how the query would be answered instead of answering it
    #[arg(long, conflicts_with_all = ["output", "format"])]
    explain: bool,

    /// How many threads work, up to 256; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=256))]
    threads: u16,

    /// Run the query on the cluster of this scheduler: df://HOST:PORT
    #[arg(long, value_name = "URL")]
    cluster: Option<String>,
}

/// How rows are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// Columns side by side
    Table,
    /// With the names in the first line; lists and structs as JSON
    Csv,
    /// One object a line
    Json,
    /// For further queries, and other programs
    Parquet,
}

#[cfg(not(feature = "sql"))]
impl Sql {
    pub(crate) fn run(&self, _: &mut Output) -> anyhow::Result<Status> {
        anyhow::bail!("{}", without("sql"));
    }
}

/// What a program says that was built without a feature.
#[cfg(not(feature = "cluster"))]
pub(crate) fn without(feature: &str) -> String {
    format!(
        "this program was built without `{feature}`, which takes minutes to build\n\
         in a copy of the repository, `make full` builds target/release/pinsight with everything, \
         and `make install` installs that"
    )
}

#[cfg(all(test, not(feature = "cluster")))]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_the_feature_says_how_to_get_it() {
        let message = without("sql");
        for part in ["built without `sql`", "make full", "make install"] {
            assert!(message.contains(part), "{message}");
        }
    }
}
