//! `pinsight pgn`.

use std::io;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;

use clap::Args;
use pinsight_pgn::{Diagnostic, Game, RawGame, Verdict, WriteOptions, Writer};

use crate::Status;
use crate::file::OutputFile;
use crate::games::{Games, Run};
use crate::glob::Glob;
use crate::mainline;
use crate::output::Output;
use crate::progress::ProgressLine;

const EXAMPLES: &str = "\
Examples:
  pinsight pgn messy.pgn -o clean.pgn
  pinsight pgn --no-comments --no-variations games.pgn.zst
  pinsight pgn --game 100..199 games.pgn
  pinsight pgn --tag 'White=Carlsen*' --tag 'Result=1-0' games.pgn

Of a game with an illegal move the part before it is written; the fault goes to stderr.
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

    /// Only games with these numbers, counted from 1 in each file: N, N..M, N.. or ..M
    #[arg(long, value_name = "N..M", value_parser = numbers)]
    game: Option<RangeInclusive<u64>>,

    /// Only games with this tag: `*` stands for anything, `?` for one letter, case counts; all must match if given
    /// several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = tag_filter)]
    tag: Vec<TagFilter>,

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
        let searched = self.game.is_some() || !self.tag.is_empty();
        if searched && !found {
            run.output.report().plain("no game matches");
            return Ok(match run.finish()? {
                Status::Done => Status::NothingFound,
                status => status,
            });
        }
        run.finish()
    }

    fn rewrite(&self, raw: &RawGame<'_>) -> Rewritten {
        if let Some(wanted) = &self.game {
            if raw.number > *wanted.end() {
                return Rewritten::Beyond;
            }
            if raw.number < *wanted.start() {
                return Rewritten::NotWanted;
            }
        }
        // Whether a game that is too long is wanted nobody knows: it is reported.
        if !raw.oversized && !self.tag.is_empty() {
            let tags = mainline::tags(raw);
            let matches = |TagFilter { name, value }: &TagFilter| {
                tags.get(name).is_some_and(|text| value.matches(text))
            };
            if !self.tag.iter().all(matches) {
                return Rewritten::NotWanted;
            }
        }
        let mut game = Game::read(raw);
        game.check();
        if game.verdict() == Verdict::Broken {
            game.keep_legal();
        }
        let text = (!raw.oversized).then(|| {
            let mut writer = Writer::with_options(Vec::new(), self.options());
            writer.write(&game).map(|()| writer.into_inner())
        });
        Rewritten::Game { text, diagnostics: game.diagnostics }
    }

    fn options(&self) -> WriteOptions {
        WriteOptions { comments: !self.no_comments, variations: !self.no_variations, nags: !self.no_nags }
    }
}

/// What a tag has to say.
#[derive(Clone, Debug)]
struct TagFilter {
    name: String,
    value: Glob,
}

fn tag_filter(text: &str) -> Result<TagFilter, String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => {
            Ok(TagFilter { name: name.to_owned(), value: Glob::new(value) })
        }
        _ => Err("expected a tag's name and value, like White=Carlsen*".to_owned()),
    }
}

fn numbers(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str, open| match text {
        "" => open,
        digits => digits.parse().ok().filter(|&number| number > 0),
    };
    // The two dots alone, or nothing at all, ask for nothing.
    let both = (!first.is_empty() || !last.is_empty()).then_some(());
    let range = both.and(number(first, Some(1)).zip(number(last, Some(u64::MAX))));
    match range {
        Some((first, last)) if first <= last => Ok(first..=last),
        _ => Err("expected numbers from 1, like 7, 10..20, 10.. or ..20".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_games() {
        assert_eq!(numbers("7"), Ok(7..=7));
        assert_eq!(numbers("10..20"), Ok(10..=20));
        assert_eq!(numbers("10.."), Ok(10..=u64::MAX));
        assert_eq!(numbers("..20"), Ok(1..=20));
        for wrong in ["", "..", "0", "0..3", "5..4", "-1", "a", "1...3", "1..b", "99999999999999999999"] {
            assert!(numbers(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_filter_has_a_name() {
        assert!(tag_filter("White=Carlsen*").is_ok());
        assert!(tag_filter("White=").is_ok());
        assert!(tag_filter("White").is_err());
        assert!(tag_filter("=x").is_err());
    }
}
