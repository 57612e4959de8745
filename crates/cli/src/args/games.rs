//! Files of games as arguments; `crate::games` reads them.

use std::path::PathBuf;
use std::sync::OnceLock;

use clap::{Args, ValueHint};
use pinsight_pgn::SplitOptions;
use pinsight_rules::Position;

use super::position::FenArgs;
use super::threads::Threads;
use crate::file::games_of_folder;
use crate::output::Output;

/// The input files and how to read them.
#[derive(Args, Debug)]
pub(crate) struct Games {
    /// PGN files, plain or compressed with zstd, gzip or bzip2, Parquet tables of games, or folders of either; none or
    /// `-` is standard input
    #[arg(value_name = "FILES", value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,

    /// The files, with those of folders.
    #[arg(skip)]
    expanded: OnceLock<Vec<PathBuf>>,

    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    rules: FenArgs,
}

/// How to read PGN files.
#[derive(Args, Clone, Debug)]
pub(crate) struct ReadingArgs {
    #[command(flatten)]
    threads: Threads,

    /// Skip and report games larger than this, in bytes or with suffix K, M or G
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size)]
    max_game: usize,
}

impl Games {
    /// Reads these files.
    pub(crate) fn of(files: Vec<PathBuf>, reading: ReadingArgs, rules: FenArgs) -> Self {
        Self { files, expanded: OnceLock::new(), reading, rules }
    }

    /// Reads other files in the same way.
    pub(crate) fn with_files(&self, files: Vec<PathBuf>) -> Self {
        Self::of(files, self.reading.clone(), self.rules.clone())
    }

    /// Returns the files, those of folders included. Keeps a folder without games, so that opening it reports the
    /// reason.
    pub(crate) fn files(&self) -> &[PathBuf] {
        self.expanded.get_or_init(|| {
            let files = |path: &PathBuf| match path.is_dir() {
                true => games_of_folder(path).unwrap_or_else(|_| vec![path.clone()]),
                false => vec![path.clone()],
            };
            self.files.iter().flat_map(files).collect()
        })
    }

    /// Returns whether there is more than one file, so that a game number alone is ambiguous.
    pub(crate) fn has_multiple_files(&self) -> bool {
        self.files().len() > 1
    }

    /// Returns the number of worker threads.
    pub(crate) fn threads(&self) -> usize {
        self.reading.threads.count()
    }

    /// Parses a FEN or EPD by the rules for the games; reports repairs as warnings.
    pub(crate) fn read_position(&self, fen: &str, output: &Output) -> anyhow::Result<Position> {
        self.rules.read(fen, output)
    }

    /// Returns how to split the files into games.
    pub(crate) fn split_options(&self) -> SplitOptions {
        SplitOptions {
            max_game: self.reading.max_game,
            legality: self.rules.legality(),
            ..SplitOptions::default()
        }
    }
}

fn size(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let shift = match text.get(digits.len()..).unwrap_or_default().to_ascii_uppercase().as_str() {
        "" | "B" => Some(0),
        "K" | "KB" | "KIB" => Some(10),
        "M" | "MB" | "MIB" => Some(20),
        "G" | "GB" | "GIB" => Some(30),
        _ => None,
    };
    let bytes = digits.parse::<usize>().ok().zip(shift).and_then(|(n, shift)| n.checked_mul(1 << shift));
    let bytes = bytes.filter(|bytes| (1 << 10..=1 << 30).contains(bytes));
    bytes.ok_or_else(|| "expected a size from 1K to 1G, such as 500K or 64M".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_takes_a_unit_suffix() {
        assert_eq!(size("4096"), Ok(4096));
        assert_eq!(size("64M"), Ok(64 << 20));
        assert_eq!(size("1g"), Ok(1 << 30));
        assert_eq!(size("2KiB"), Ok(2048));
        for wrong in ["", "M", "0", "1023", "2G", "-1", "1.5M", "64X", "M64", "99999999999999999999G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
