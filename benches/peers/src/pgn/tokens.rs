//! Tokens only: every move, comment, variation and tag is told, none is judged.
//!
//! Both go over text in memory once, take moves apart, and hand out tags and comments as they stand. pgn-reader passes
//! over what it does not understand; ours has looked for all that can be wrong, and knows the line of each game.

use std::hint::black_box;
use std::ops::ControlFlow;

use pgn_reader::{SanPlus, Skip};
use pinsight_pgn::{GameText, RawSan};

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
    let mut games = GameText::new(&name, text);
    while games.visit_next(&mut count).is_some() {}
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
