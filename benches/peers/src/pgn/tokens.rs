//! Tokens only: every move, comment, variation and tag is told, none is judged.
//!
//! The two draw the line differently. pgn-reader hands out a move taken apart and does not look at it if it cannot be
//! one; ours hands out its bytes and has looked for all that can be wrong around it.

use std::hint::black_box;
use std::ops::ControlFlow;

use pgn_reader::{SanPlus, Skip};
use pinsight_pgn::RawSan;

use super::Read;
use super::corpus::Corpus;
use crate::measure::{Best, Clock, Contender, race as time_all};
use crate::options::Options;

pub(super) fn race(corpus: &Corpus, options: &Options) -> [Best<Read>; 2] {
    let text = &corpus.text;
    time_all(
        Clock::Thread,
        options.rounds,
        [Contender::new("tokens, ours", || ours(text)), Contender::new("tokens, pgn-reader", || peer(text))],
    )
}

fn ours(text: &[u8]) -> Read {
    let name = "corpus".into();
    let mut count = Count::default();
    for game in pinsight_pgn::split(&name, text) {
        let _ = pinsight_pgn::visit(&game, &mut count);
    }
    Read { moves: count.moves, bytes: text.len() as u64 }
}

fn peer(text: &[u8]) -> Read {
    let mut count = Count::default();
    pgn_reader::Reader::new(text).visit_all_games(&mut count).expect("memory can be read");
    Read { moves: count.moves, bytes: text.len() as u64 }
}

#[derive(Default)]
struct Count {
    moves: u64,
}

impl pinsight_pgn::Visitor for Count {
    #[inline]
    fn san(&mut self, san: RawSan<'_>) -> ControlFlow<()> {
        black_box(san);
        self.moves += 1;
        ControlFlow::Continue(())
    }
}

impl pgn_reader::Visitor for Count {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline]
    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        black_box(san);
        self.moves += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(false))
    }

    fn end_game(&mut self, (): ()) {}
}
