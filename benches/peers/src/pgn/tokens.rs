//! Tokens only: every move, comment, variation and tag is read, no move is resolved.
//!
//! Both parse the syntax of moves and return tags and comments unchanged. pgn-reader skips what it does not
//! understand; ours splits the text into games first, finds every syntax fault and knows the line of each game.

use std::hint::black_box;
use std::ops::ControlFlow;

use pgn_reader::{SanPlus, Skip};

use super::corpus::Corpus;
use super::{Read, ours};
use crate::measure::{Best, Clock, Contender, race as time_all};
use crate::options::Options;

pub(super) fn race(corpus: &Corpus, options: &Options) -> [Best<Read>; 2] {
    let text = &corpus.text;
    time_all(
        Clock::Thread,
        options.rounds,
        [
            Contender::new("tokens, ours", || ours::lex(text)),
            Contender::new("tokens, pgn-reader", || peer(text)),
        ],
    )
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
