//! Reads PGN with `pinsight-pgn` by the calls that the commands make. All other files use the library through this one.
//!
//! `check`, `scan` and `convert` split a source into games and hand each game to a [`Replayer`]; [`work_on_games`] does so
//! with threads, as they do, and [`games`] without.

use std::hint::black_box;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use pinsight_pgn::{
    Event, PlayedMove, ProcessOptions, RawSan, RawTag, Source, Visitor, process, split, visit,
};
pub(crate) use pinsight_pgn::{RawGame, Replayer};

use super::Read;

/// Splits a text into its games.
pub(crate) fn games(text: &[u8]) -> impl Iterator<Item = RawGame<'_>> {
    static NAME: LazyLock<Arc<str>> = LazyLock::new(|| "corpus".into());
    split(&NAME, text)
}

/// Reads every token; resolves no move.
pub(super) fn lex(text: &[u8]) -> Read {
    let mut count = Count::default();
    games(text).for_each(|game| {
        let _ = visit(&game, &mut count);
    });
    Read { moves: count.moves, bytes: text.len() as u64 }
}

/// Replays every move, variations included.
pub(super) fn replay(text: &[u8]) -> Read {
    let mut replayer = Replayer::new();
    let moves = games(text).map(|game| replayer.replay(&game).moves).sum();
    Read { moves, bytes: text.len() as u64 }
}

/// Replays every move with worker threads. `bytes` may be compressed; the result counts the text.
pub(super) fn replay_with_threads(bytes: &Arc<[u8]>, threads: usize) -> Read {
    let new_worker = || {
        let mut replayer = Replayer::new();
        move |game: RawGame<'_>| (replayer.replay(&game).moves, game.bytes.len() as u64)
    };
    let mut read = Read { moves: 0, bytes: 0 };
    work_on_games(bytes, threads, new_worker, |(moves, bytes)| {
        read.moves += moves;
        read.bytes += bytes;
    });
    read
}

/// Replays a game and passes on the moves of its mainline. Returns the number of plies.
pub(crate) fn follow(
    replayer: &mut Replayer,
    game: &RawGame<'_>,
    on_move: impl FnMut(PlayedMove<'_>),
) -> u64 {
    replayer.replay_with(game, on_move).plies as u64
}

/// Reads the tags of every game and nothing else. Returns the number of games.
pub(super) fn read_tags(text: &[u8], on_tag: impl FnMut(&[u8], &[u8])) -> u64 {
    let mut tags = Tags { on_tag };
    games(text).map(|game| visit(&game, &mut tags)).count() as u64
}

/// Works on all games with worker threads and takes the results in the order of the games.
pub(crate) fn work_on_games<T: Send, W: FnMut(RawGame<'_>) -> T>(
    bytes: &Arc<[u8]>,
    threads: usize,
    new_worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(T),
) {
    let source = Source::from_reader("corpus", Cursor::new(Arc::clone(bytes)));
    let options = ProcessOptions { threads, ..ProcessOptions::default() };
    let done = process([Ok(source)], &options, new_worker, |event| {
        match event {
            Event::Game(done) => take(done),
            Event::Failed(error) => return ControlFlow::Break(error),
            Event::Progress(_) => {}
        }
        ControlFlow::Continue(())
    });
    if let ControlFlow::Break(error) = done {
        panic!("{error}");
    }
}

#[derive(Default)]
struct Count {
    moves: u64,
}

impl Visitor for Count {
    #[inline]
    fn san(&mut self, san: RawSan<'_>) -> ControlFlow<()> {
        black_box(san);
        self.moves += 1;
        ControlFlow::Continue(())
    }
}

struct Tags<F> {
    on_tag: F,
}

impl<F: FnMut(&[u8], &[u8])> Visitor for Tags<F> {
    fn tag(&mut self, tag: RawTag<'_>) {
        (self.on_tag)(tag.name, tag.text().as_bytes());
    }

    fn movetext(&mut self) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}
