//! `pinsight pgn`.

use clap::Args;
use pinsight_pgn::{Diagnostic, Game, RawGame, Verdict, WriteOptions, Writer};

use crate::Status;
use crate::args::{AnyFile, Games, OutputArgs, Selection};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  pinsight pgn messy.pgn -o clean.pgn
  pinsight pgn --skip-broken mixed.pgn -o good.pgn
  pinsight pgn --no-comments --no-variations games.pgn.zst
  pinsight pgn --game 100..199 games.pgn
  pinsight pgn --player Carlsen --result 1-0,0-1 --date 2024 games.pgn
  pinsight pgn --player Carlsen --pin 'bishop > knight > queen' games.pgn
  pinsight pgn --elo 2400.. --eco B2..B9 --tag 'Event!=*blitz*' games.pgn

Broken games keep their text: an illegal move and what follows it are copied unchanged, and `pinsight check` \
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

impl Pgn {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let file = self.output.create(&mut self.games.file_set()?)?;
        self.games.write_each(output, &self.selection.filter(), file, "\n", |_, raw| self.rewrite(raw))
    }

    /// Returns the text of a game: empty for an oversized one, and for a broken one with --skip-broken.
    fn rewrite(&self, raw: &RawGame<'_>) -> (Vec<u8>, Vec<Diagnostic>) {
        let game = Game::read(raw);
        let is_skipped = raw.oversized || self.skip_broken && game.verdict() == Verdict::Broken;
        let mut writer = Writer::with_options(Vec::new(), self.options());
        if !is_skipped {
            writer.write(&game).expect("writing to memory does not fail");
        }
        (writer.into_inner(), game.diagnostics)
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
