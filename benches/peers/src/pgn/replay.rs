//! Full replay: every move, variations included, is resolved, checked for legality and played.

use std::ops::ControlFlow;

use pgn_reader::{Reader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Position};

use super::corpus::Corpus;
use super::{Read, ours};
use crate::measure::{Best, Clock, Contender, race as time_all};
use crate::options::Options;

pub(super) fn race(corpus: &Corpus, options: &Options) -> [Best<Read>; 2] {
    let text = &corpus.text;
    // Without variations the position before the last move is not needed: the peer does not copy it.
    let peer = if play_along::<true>(text).variations == 0 { peer::<false> } else { peer::<true> };
    time_all(
        Clock::Thread,
        options.rounds,
        [
            Contender::new("replay, ours", || ours::replay(text)),
            Contender::new("replay, pgn-reader + shakmaty", || peer(text)),
        ],
    )
}

fn peer<const VARIATIONS: bool>(text: &[u8]) -> Read {
    Read { moves: play_along::<VARIATIONS>(text).moves, bytes: text.len() as u64 }
}

fn play_along<const VARIATIONS: bool>(text: &[u8]) -> Play<VARIATIONS> {
    let mut play = Play::default();
    Reader::new(text).visit_all_games(&mut play).expect("memory can be read");
    play
}

/// Plays the moves that pgn-reader reads. The corpora have no FEN tags, so tags are ignored.
#[derive(Default)]
struct Play<const VARIATIONS: bool> {
    moves: u64,
    variations: u64,
    /// For each open variation, the line outside it.
    outer: Vec<Line>,
}

#[derive(Clone, Default)]
struct Line {
    before: Chess,
    now: Chess,
}

impl<const VARIATIONS: bool> Visitor for Play<VARIATIONS> {
    type Tags = ();
    type Movetext = Line;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        self.outer.clear();
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Line> {
        ControlFlow::Continue(Line::default())
    }

    fn san(&mut self, line: &mut Line, san: SanPlus) -> ControlFlow<()> {
        let Ok(mv) = san.san.to_move(&line.now) else {
            return ControlFlow::Break(());
        };
        if VARIATIONS {
            line.before.clone_from(&line.now);
        }
        line.now.play_unchecked(mv);
        self.moves += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, line: &mut Line) -> ControlFlow<(), Skip> {
        self.variations += 1;
        self.outer.push(line.clone());
        line.now.clone_from(&line.before);
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, line: &mut Line) -> ControlFlow<()> {
        if let Some(outer) = self.outer.pop() {
            *line = outer;
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Line) {}
}
