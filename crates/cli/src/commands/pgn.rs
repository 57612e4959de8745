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

An illegal move and the moves after it are written as read; the fault goes to stderr.
Exit code 1 if there was such a fault, or no game that --game and --tag ask for.";

/// Rewrite games in export format
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Pgn {
    #[command(flatten)]
    games: Games,

    /// Leave comments out
    #[arg(long)]
    no_comments: bool,

    /// Leave variations out
    #[arg(long)]
    no_variations: bool,

    /// Leave annotations of moves ($1, !?) out
    #[arg(long)]
    no_nags: bool,

    #[command(flatten)]
    selection: Selection,

    /// Write to this file; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Overwrite the file of --output
    #[arg(long, requires = "output")]
    force: bool,
}

/// What came of one game.
enum Rewritten {
    NotWanted,
    /// Behind the last one that is wanted, in its file.
    Beyond,
    Game {
        /// None of a game that was too long to be held.
        text: Option<io::Result<Vec<u8>>>,
        diagnostics: Vec<Diagnostic>,
    },
}

impl Pgn {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let path = self.output.as_deref().filter(|path| path.as_os_str() != "-");
        let mut file = path.map(|path| OutputFile::create(path, self.force)).transpose()?;
        let progress = if file.is_some() { ProgressLine::new() } else { ProgressLine::beside_data() };
        let mut run = Run::new(output, progress);
        let mut found = false;
        let mut begun = false;
        let new_worker = || |raw: RawGame<'_>| self.rewrite(&raw);
        self.games.process(&mut run, new_worker, |run, game| {
            let (text, diagnostics) = match game {
                Rewritten::Game { text, diagnostics } => (text, diagnostics),
                Rewritten::Beyond if !self.games.several() => return Ok(ControlFlow::Break(())),
                Rewritten::Beyond | Rewritten::NotWanted => return Ok(ControlFlow::Continue(())),
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
        // A mistyped name must not empty the file that is there.
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
            Choice::Wanted => {}
            Choice::NotWanted => return Rewritten::NotWanted,
            Choice::Beyond => return Rewritten::Beyond,
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
