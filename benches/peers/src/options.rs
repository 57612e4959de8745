//! The command line.

use std::path::PathBuf;

pub(crate) const USAGE: &str = "\
usage: pinsight-peers [rules] [pgn] [pins] [rows] [sql] [--rounds N] [--quick] [--data DIR]

  rules, pgn, pins, rows, sql
              only these tables (default: all; sql: where the program is built with it)
  --rounds N  time each library N times, in turn, and keep its best (default 9)
  --quick     less work and 3 rounds: does it run, not how fast
  --data DIR  where the PGN corpora are (default: the project's shared data; without any, games are made)";

/// What to run.
#[derive(Debug)]
pub(crate) struct Options {
    /// Whether to time the rules of chess.
    pub(crate) rules: bool,
    /// Whether to time reading PGN.
    pub(crate) pgn: bool,
    /// Whether to time finding pins.
    pub(crate) pins: bool,
    /// Whether to time rows and Parquet.
    pub(crate) rows: bool,
    /// Whether to time SQL.
    pub(crate) sql: bool,
    /// The number of rounds of each contender.
    pub(crate) rounds: usize,
    /// Whether to do only a small part of the work.
    pub(crate) quick: bool,
    /// The folder of the PGN corpora.
    pub(crate) data: PathBuf,
}

/// What the arguments request.
#[derive(Debug)]
pub(crate) enum Request {
    Run(Options),
    Help,
}

impl Options {
    /// Reads the arguments after the program's name.
    pub(crate) fn from_args(mut args: impl Iterator<Item = String>) -> Result<Request, String> {
        let (mut rules, mut pgn, mut pins, mut rows, mut sql) = (false, false, false, false, false);
        let mut quick = false;
        let mut rounds = None;
        let mut data = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data"));
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "rules" => rules = true,
                "pgn" => pgn = true,
                "pins" => pins = true,
                "rows" => rows = true,
                "sql" => sql = true,
                "--quick" => quick = true,
                "--rounds" => {
                    let value = args.next().unwrap_or_default();
                    let number = value.parse().ok().filter(|&number| number > 0);
                    let wrong = || format!("--rounds: expected a positive number, found '{value}'");
                    rounds = Some(number.ok_or_else(wrong)?);
                }
                "--data" => data = args.next().ok_or("--data: expected a folder")?.into(),
                "--help" | "-h" => return Ok(Request::Help),
                _ => return Err(format!("unknown argument '{arg}'")),
            }
        }
        let all = !rules && !pgn && !pins && !rows && !sql;
        Ok(Request::Run(Self {
            rules: rules || all,
            pgn: pgn || all,
            pins: pins || all,
            rows: rows || all,
            sql: sql || all,
            rounds: rounds.unwrap_or(if quick { 3 } else { 9 }),
            quick,
            data,
        }))
    }
}
