//! `pinsight pgn`.

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use pinsight_pgn::{Diagnostic, Game, RawGame, WriteOptions, Writer};

use crate::Status;
use crate::file::OutputFile;
use crate::games::{Games, Run};
use crate::output::Output;
use crate::progress::ProgressLine;
use crate::selection::{Choice, Selection};

const EXAMPLES: &str = "\
Examples:
  pinsight pgn messy.pgn -o clean.pgn
  pinsight pgn --no-comments --no-variations games.pgn.zst
  pinsight pgn --game 100..199 games.pgn
  pinsight pgn --tag 'White=Carlsen*' --tag 'Result=1-0' games.pgn

An illegal move and the moves after it are copied unchanged; the fault is printed to stderr.
Exit code 1 if a game has such a fault, or if no game matches --game and --tag.";

/// Rewrite games in PGN export format
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Pgn {
    #[command(flatten)]
    games: Games,

    /// Omit comments
    #[arg(long)]
    no_comments: bool,

    /// Omit variations
    #[arg(long)]
    no_variations: bool,

    /// Omit NAGs such as $1 and !?
    #[arg(long)]
    no_nags: bool,

    #[command(flatten)]
    selection: Selection,

    /// Write to this file; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Overwrite an existing --output file
    #[arg(long, requires = "output")]
    force: bool,
}

/// The result of rewriting one game.
enum Rewritten {
    Skipped,
    /// After the last selected game of its file.
    PastEnd,
    Game {
        /// `None` for an oversized game.
        text: Option<io::Result<Vec<u8>>>,
        diagnostics: Vec<Diagnostic>,
    },
}

impl Pgn {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let path = self.output.as_deref().filter(|path| path.as_os_str() != "-");
        let mut file = path.map(|path| OutputFile::create(path, self.force)).transpose()?;
        let progress = if file.is_some() { ProgressLine::new() } else { ProgressLine::with_data_on_stdout() };
        let mut run = Run::new(output, progress);
        let mut found = false;
        let mut begun = false;
        let new_worker = || |raw: RawGame<'_>| self.rewrite(&raw);
        self.games.process(&mut run, new_worker, |run, game| {
            let (text, diagnostics) = match game {
                Rewritten::Game { text, diagnostics } => (text, diagnostics),
                Rewritten::PastEnd if !self.games.has_multiple_files() => return Ok(ControlFlow::Break(())),
                Rewritten::PastEnd | Rewritten::Skipped => return Ok(ControlFlow::Continue(())),
            };
            found = true;
            if let Some(text) = text.transpose()? {
                let gap: &[u8] = if begun { b"\n" } else { b"" };
                begun = true;
                for bytes in [gap, &text] {
                    match &mut file {
                        Some(file) => file.write(bytes)?,
                        None => run.output.raw(bytes)?,
                    }
                }
            }
            run.report(&diagnostics)?;
            Ok(ControlFlow::Continue(()))
        })?;
        // Keep the existing output if the inputs failed.
        if let Some(file) = file.filter(|_| begun || !run.is_incomplete()) {
            file.finish()?;
        }
        if self.selection.is_any() && !found {
            run.output.report().plain("no game matches");
            return Ok(match run.finish()? {
                Status::Done => Status::NothingFound,
                status => status,
            });
        }
        run.finish()
    }

    fn rewrite(&self, raw: &RawGame<'_>) -> Rewritten {
        match self.selection.choose(raw) {
            Choice::Selected => {}
            Choice::Skipped => return Rewritten::Skipped,
            Choice::PastEnd => return Rewritten::PastEnd,
        }
        let game = Game::read(raw);
        let text = (!raw.oversized).then(|| {
            let mut writer = Writer::with_options(Vec::new(), self.options());
            writer.write(&game).map(|()| writer.into_inner())
        });
        Rewritten::Game { text, diagnostics: game.diagnostics }
    }

    fn options(&self) -> WriteOptions {
        WriteOptions {
            comments: !self.no_comments,
            variations: !self.no_variations,
            nags: !self.no_nags,
            ..WriteOptions::default()
        }
    }
}
