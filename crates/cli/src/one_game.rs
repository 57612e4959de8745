//! One game of a file, replayed.

use std::path::Path;

use pinsight_pgn::{Diagnostic, RawGame, Replayer, Source, SplitOptions, Splitter, Tags};
use pinsight_rules::{Legality, Move, Position};
use pinsight_search::{Choice, GameFilter, GameSelector};

use crate::NothingFound;
use crate::mainline::{self, Steps};
use crate::output::counted;

/// One game of a file, replayed up to the first illegal move.
pub(crate) struct OneGame {
    pub(crate) tags: Tags,
    pub(crate) start: Position,
    pub(crate) steps: Steps,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl OneGame {
    /// Reads the first selected game; `-` is standard input.
    pub(crate) fn read(path: &Path, filter: &GameFilter, legality: Legality) -> anyhow::Result<Self> {
        let source = if path == Path::new("-") { Source::stdin() } else { Source::open(path)? };
        let mut splitter =
            Splitter::with_options(source, SplitOptions { legality, ..SplitOptions::default() });
        let mut selector = GameSelector::new(filter);
        let mut games = 0;
        while let Some(raw) = splitter.next_game() {
            let raw = raw?;
            games = raw.number;
            match selector.choose(&raw) {
                Choice::Selected => return Self::replay(path, &raw),
                Choice::Skipped => {}
                Choice::PastEnd => break,
            }
        }
        let (path, count) = (path.display(), counted(games, "game"));
        let text = match &filter.numbers {
            Some(numbers) if *numbers.start() > games => {
                format!("{path} has {count}; game {} does not exist", numbers.start())
            }
            _ if games == 0 => format!("{path} has no games"),
            _ => format!("no game of {path} matches"),
        };
        Err(NothingFound(text).into())
    }

    fn replay(path: &Path, raw: &RawGame<'_>) -> anyhow::Result<Self> {
        let (number, path) = (raw.number, path.display());
        if raw.oversized {
            return Err(NothingFound(format!("game {number} of {path} is too large to show")).into());
        }
        let (replayed, steps) = mainline::play(&mut Replayer::new(), raw);
        let Some(start) = replayed.start else {
            let faults: String =
                replayed.diagnostics.iter().map(|fault| format!("\n{}", fault.render().trim_end())).collect();
            let text = format!("game {number} of {path} has no legal starting position{faults}");
            return Err(NothingFound(text).into());
        };
        Ok(Self { tags: mainline::tags(raw), start, steps, diagnostics: replayed.diagnostics })
    }

    /// Returns the move of the given ply and the position after it; ply 0 is the start.
    pub(crate) fn at(&self, ply: usize) -> anyhow::Result<(Option<Move>, Position)> {
        match ply.checked_sub(1) {
            None => Ok((None, self.start)),
            Some(index) => match self.steps.get(index) {
                Some(&step) => Ok(step),
                None => {
                    let count = self.steps.len();
                    let plies = if count == 1 { "ply" } else { "plies" };
                    let text =
                        format!("the game has {count} {plies}; expected --ply 0 to {count}, found {ply}");
                    Err(NothingFound(text).into())
                }
            },
        }
    }

    /// Returns a title such as `Anna - Berta, after 3... Bg4`.
    pub(crate) fn title(&self, ply: usize) -> String {
        let tag = |name| mainline::tag(&self.tags, name);
        let players = match (tag("White"), tag("Black")) {
            (None, None) => "Chess game".to_owned(),
            (white, black) => format!("{} - {}", white.unwrap_or("?"), black.unwrap_or("?")),
        };
        let Some(index) = ply.checked_sub(1) else {
            return players;
        };
        let before = match index.checked_sub(1) {
            None => Some(self.start),
            Some(index) => self.steps.get(index).map(|&(_, position)| position),
        };
        let (Some(before), Some(&(Some(mv), _))) = (before, self.steps.get(index)) else {
            return players;
        };
        let dots = if before.turn() == pinsight_rules::Color::White { "." } else { "..." };
        format!("{players}, after {}{dots} {}", before.fullmove_number(), before.san(mv))
    }
}
