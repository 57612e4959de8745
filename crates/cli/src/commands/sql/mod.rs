//! `pinsight sql`.

#[cfg(feature = "sql")]
mod prompt;
#[cfg(feature = "sql")]
mod run;

use clap::{Args, ValueEnum};

use crate::args::{CsvArgs, OutputArgs, SqlFile, Threads, number, size};
#[cfg(not(feature = "sql"))]
use crate::{Status, output::Output};

const EXAMPLES: &str = "\
Examples:
  pinsight sql \"SELECT White, plies FROM 'games.pgn.zst' WHERE WhiteElo > 2400\"
  pinsight sql \"SELECT Site FROM 'a.pgn' WHERE has_pin(moves, 'rook>any>king')\"
  pinsight sql \"SELECT Result, count(*) FROM 'games.pgn' GROUP BY Result\"
  pinsight sql \"SELECT * FROM 'games.pgn' WHERE ECO LIKE 'C6%'\" -o lopez.parquet
  pinsight sql \"SELECT legal_moves('8/8/8/8/8/5k2/5p2/5K2 w - - 0 1')\"
  pinsight sql

A file name in quotes is a table: PGN (plain or compressed), Parquet, CSV or JSON lines; `*` matches several files, and a folder stands for \
its files. \
Column names ignore case. docs/sql.md lists the chess functions with examples; all other functions are those of Apache \
DataFusion. The order of rows is undefined without ORDER BY.

Exit code 1 if the query has replayed a broken game, of which only the moves before the fault count; 2 if it fails. A \
cluster does not count broken games.";

/// Run SQL queries over PGN, Parquet, CSV and JSON files
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Sql {
    /// SQL query; default: start a prompt, or read standard input if it is not a terminal
    query: Option<String>,

    #[command(flatten)]
    output: OutputArgs<SqlFile>,

    /// Set the output format; default: by the name of the --output file, else table
    #[arg(long)]
    format: Option<Format>,

    /// Print one JSON object per row, like --format jsonl
    #[arg(long, conflicts_with = "format")]
    json: bool,

    #[command(flatten)]
    csv: CsvArgs,

    /// Print the query plan instead of running the query
    #[arg(long, conflicts_with_all = ["output", "format", "json"])]
    plan: bool,

    #[command(flatten)]
    threads: Threads,

    /// Limit the memory of the query, such as 500MB or 8GB; sorts, aggregations and joins beyond it use temporary files; default: three
    /// quarters of the memory of the machine
    #[arg(long, value_name = "SIZE", value_parser = size, conflicts_with = "cluster")]
    memory: Option<u64>,

    /// Run the query on the cluster with this scheduler: df://HOST:PORT
    #[arg(long, value_name = "URL")]
    cluster: Option<String>,

    /// Split the query on the cluster into this many partitions; default: twice the number of cores of all executors, at least 16
    #[arg(long, value_name = "N", requires = "cluster", value_parser = number::<u16>(1..=u16::MAX))]
    partitions: Option<u16>,
}

/// The output format.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// Aligned columns
    Table,
    /// Comma-separated values with a header line; lists and structs as JSON
    Csv,
    /// One JSON object per line
    #[value(aliases = ["json", "ndjson"])]
    Jsonl,
    /// Compressed columns
    Parquet,
}

#[cfg(not(feature = "sql"))]
impl Sql {
    pub(crate) fn run(&self, _: &mut Output) -> anyhow::Result<Status> {
        anyhow::bail!("{}", without("sql"));
    }
}

/// Returns the error for a feature that was not compiled in.
#[cfg(not(feature = "cluster"))]
pub(crate) fn without(feature: &str) -> String {
    format!(
        "this program was built without `{feature}`, which takes minutes to build\n\
         in a clone of the repository, `make full` builds target/quick/pinsight with all features, \
         and `make install` installs it"
    )
}

#[cfg(all(test, not(feature = "cluster")))]
mod tests {
    use super::*;

    #[test]
    fn the_error_for_a_missing_feature_names_the_build_command() {
        let message = without("sql");
        for part in ["built without `sql`", "make full", "make install"] {
            assert!(message.contains(part), "{message}");
        }
    }
}
