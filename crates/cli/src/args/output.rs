//! The output file.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, ValueHint};

use crate::file::OutputFile;
use crate::files::Files;

/// The help of `--output`, which names the formats of a command.
pub(crate) trait OutputHelp: Send + Sync + 'static {
    const HELP: &'static str;
}

/// The file to write instead of standard output.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs<H: OutputHelp> {
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath, help = H::HELP)]
    output: Option<PathBuf>,

    /// Overwrite an existing --output file
    #[arg(long, requires = "output")]
    force: bool,

    #[arg(skip)]
    help: PhantomData<fn() -> H>,
}

impl<H: OutputHelp> OutputArgs<H> {
    /// Returns whether `--output` is given, `-` included.
    pub(crate) fn is_given(&self) -> bool {
        self.output.is_some()
    }

    /// Returns the file; `None` is standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// Returns whether `--output -` is given.
    pub(crate) fn is_stdout(&self) -> bool {
        self.is_given() && self.path().is_none()
    }

    /// Returns whether an existing file is overwritten.
    pub(crate) fn is_forced(&self) -> bool {
        self.force
    }

    /// Like [`create`](Self::create), for a command that prints its results: refuses `-`.
    pub(crate) fn create_beside_results(&self, files: &mut Files) -> anyhow::Result<Option<OutputFile>> {
        if self.is_stdout() {
            bail!("--output needs a file, since standard output has the results; use ./- for a file named -");
        }
        self.create(files)
    }

    /// Creates the file, which must not be one of `files`; `None` is standard output.
    pub(crate) fn create(&self, files: &mut Files) -> anyhow::Result<Option<OutputFile>> {
        self.path().map(|path| files.create("--output", path, self.force)).transpose()
    }
}

macro_rules! output_kinds {
    ($($name:ident: $help:literal,)*) => {
        $(
            #[derive(Debug)]
            pub(crate) struct $name;

            impl OutputHelp for $name {
                const HELP: &'static str = $help;
            }
        )*
    };
}

output_kinds! {
    AnyFile: "Write to this file; `-` is standard output",
    PgnFile: "Write the games to this PGN file",
    ReviewFile: "Write to this file: annotated games (.pgn) or a page (.html); `-` is PGN on standard output",
    TableFile: "Write to this file: .csv, .jsonl or .parquet; `-` is standard output",
    ConvertFile: "Write to this file: .parquet, .csv, .jsonl or .pgn; `-` is standard output",
    SqlFile: "Write to this file: .csv, .jsonl, .parquet or .txt; `-` is standard output",
    PolyglotFile: "Write the book to this file; `-` is standard output",
    CsvFile: "Write to this CSV file; `-` is standard output",
    PictureFile: "Write a picture to this file: .svg, .png or, for a game, .gif",
}
