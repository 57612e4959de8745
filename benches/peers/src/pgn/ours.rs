//! Reads PGN with `pinsight-pgn` by the calls that the commands make. All other files use the library through this one.
//!
//! `check`, `scan` and `convert` split a source into games and hand each game to a [`Replayer`]; [`work_on_games`] does so
//! with threads, as they do, and [`games`] without.

use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use pinsight_pgn::{Event, PlayedMove, ProcessOptions, Source, process, split};
pub(crate) use pinsight_pgn::{RawGame, Replayer};

use super::Read;

/// Splits a text into its games.
pub(crate) fn games(text: &[u8]) -> impl Iterator<Item = RawGame<'_>> {
    static NAME: LazyLock<Arc<str>> = LazyLock::new(|| "corpus".into());
    split(&NAME, text)
}

/// Replays every move, variations included, on one thread, as `check --threads 1` does.
pub(super) fn replay(bytes: &Arc<[u8]>) -> Read {
    replay_with_threads(bytes, 1)
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
pub(super) fn read_tags(text: &[u8], mut on_tag: impl FnMut(&[u8], &[u8])) -> u64 {
    let read = |game: RawGame<'_>| game.tags().for_each(|tag| on_tag(tag.name, tag.text().as_bytes()));
    games(text).map(read).count() as u64
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
