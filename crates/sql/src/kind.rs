//! The format of a file, by its name.

use serde::{Deserialize, Serialize};

/// The format of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Kind {
    Pgn,
    Parquet,
    Csv,
    Tsv,
    Json,
}

impl Kind {
    /// Returns the format and the compression by the extensions of a name.
    pub(super) fn of(name: &str) -> Option<(Self, Option<&'static str>)> {
        let name = name.to_ascii_lowercase();
        let packings = [(".zst", "zstd"), (".gz", "gzip"), (".bz2", "bzip2"), (".xz", "xz")];
        let packed =
            packings.iter().find_map(|&(ending, packing)| Some((name.strip_suffix(ending)?, packing)));
        let (plain, packing) =
            packed.map_or((name.as_str(), None), |(plain, packing)| (plain, Some(packing)));
        let kind = match plain.rsplit_once('.')?.1 {
            "pgn" => Self::Pgn,
            "parquet" => Self::Parquet,
            "csv" => Self::Csv,
            "tsv" => Self::Tsv,
            "json" | "jsonl" | "ndjson" => Self::Json,
            _ => return None,
        };
        Some((kind, packing))
    }

    /// Returns the name of the format in DataFusion.
    pub(super) fn format(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Parquet => "parquet",
            Self::Csv | Self::Tsv => "csv",
            Self::Json => "json",
        }
    }
}
