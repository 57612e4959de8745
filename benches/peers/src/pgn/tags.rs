//! Tags only: counts games by the rating of White and skips the moves.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader};

use super::corpus::Corpus;
use crate::measure::{Best, Clock, Contender, race as time_all};
use crate::options::Options;

/// Games in which White is rated higher are counted.
pub(crate) const ELO: u32 = 2400;

/// The number of games read, and of those counted.
#[derive(Clone, Copy)]
pub(crate) struct Tags {
    pub(crate) games: u64,
    pub(crate) wanted: u64,
    pub(crate) bytes: u64,
}

pub(super) fn race(corpus: &Corpus, options: &Options) -> [Best<Tags>; 2] {
    let text = &corpus.text;
    time_all(
        Clock::Thread,
        options.rounds,
        [Contender::new("tags, ours", || ours(text)), Contender::new("tags, pgn-reader", || peer(text))],
    )
}

pub(crate) fn ours(text: &[u8]) -> Tags {
    let mut count = Count::default();
    let games = super::ours::read_tags(text, |name, value| count.tag(name, value));
    Count { games, ..count }.tags(text)
}

pub(crate) fn peer(text: &[u8]) -> Tags {
    let mut count = Count::default();
    Reader::new(text).visit_all_games(&mut count).expect("memory can be read");
    count.tags(text)
}

#[derive(Default)]
struct Count {
    games: u64,
    wanted: u64,
}

impl Count {
    fn tag(&mut self, name: &[u8], value: &[u8]) {
        if name == b"WhiteElo" {
            let elo = std::str::from_utf8(value).ok().and_then(|text| text.parse::<u32>().ok());
            self.wanted += u64::from(elo.is_some_and(|elo| elo > ELO));
        }
    }

    fn tags(&self, text: &[u8]) -> Tags {
        Tags { games: self.games, wanted: self.wanted, bytes: text.len() as u64 }
    }
}

impl pgn_reader::Visitor for Count {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        self.games += 1;
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        Self::tag(self, name, value.as_bytes());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn end_game(&mut self, (): ()) {}
}
