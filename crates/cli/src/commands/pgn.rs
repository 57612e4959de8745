//! `pinsight pgn`.

use std::io;
use std::ops::ControlFlow;

use clap::Args;
use pinsight_pgn::{Diagnostic, Game, RawGame, Verdict, WriteOptions, Writer};

use crate::Status;
use crate::args::{AnyFile, Games, OutputArgs, Selection};
use crate::games::Run;
use crate::output::Output;
use crate::progress::ProgressLine;

const EXAMPLES: &str = "\
Examples:
  pinsight pgn messy.pgn -o clean.pgn
  pinsight pgn --skip-broken mixed.pgn -o good.pgn
  pinsight pgn --no-comments --no-variations games.pgn.zst
  pinsight pgn --game 100..199 games.pgn
  pinsight pgn --player Carlsen --result 1-0,0-1 --date 2024 games.pgn
  pinsight pgn --player Carlsen --pin 'bishop > knight > queen' games.pgn
  pinsight pgn --elo 2400.. --eco B2..B9 --tag 'Event!=*blitz*' games.pgn

Broken games keep their text: an illegal move and what follows it are copied as they are, and `pinsight check` \
reports them again (docs/pgn.md). The faults are printed to stderr.
Exit code 1 if a game is broken, or if no game is selected.";

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

    /// Omit broken games; their faults are still printed
    #[arg(long)]
    skip_broken: bool,

    #[command(flatten)]
    output: OutputArgs<AnyFile>,

    #[command(flatten)]
    selection: Selection,
}

/// The result of rewriting one game.
struct Rewritten {
    /// `None` for an oversized game, and for a broken one with --skip-broken.
    text: Option<io::Result<Vec<u8>>>,
    diagnostics: Vec<Diagnostic>,
}

impl Pgn {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let mut file = self.output.create(&mut self.games.file_set()?)?;
        let progress = if file.is_some() { ProgressLine::new() } else { ProgressLine::with_data_on_stdout() };
        let mut run = Run::new(output, progress);
        let mut begun = false;
        let new_worker = || |raw: RawGame<'_>| self.rewrite(&raw);
        self.games.process(&mut run, &self.selection.filter(), new_worker, |run, game| {
            let Rewritten { text, diagnostics } = game;
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
        // Keep the existing output if the inputs failed or no game matches.
        if let Some(file) = file.filter(|_| begun || run.may_be_empty()) {
            file.finish()?;
        }
        run.finish()
    }

    fn rewrite(&self, raw: &RawGame<'_>) -> Rewritten {
        let game = Game::read(raw);
        let is_skipped = raw.oversized || self.skip_broken && game.verdict() == Verdict::Broken;
        let text = (!is_skipped).then(|| {
            let mut writer = Writer::with_options(Vec::new(), self.options());
            writer.write(&game).map(|()| writer.into_inner())
        });
        Rewritten { text, diagnostics: game.diagnostics }
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
