//! Full replay with one and two threads, and from a packed file. Ours only; by the clock on the wall.
//!
//! Threads are those that replay. One more cuts the text into games, and unpacks it.

use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Arc;

use pinsight_pgn::{Event, ProcessOptions, RawGame, Replayer, Source, process};

use super::Read;
use super::corpus::Corpus;
use crate::measure::{Clock, Contender, race as time_all};
use crate::options::Options;

/// The row of the table for one corpus.
pub(super) fn row(corpus: &Corpus, options: &Options) -> Vec<String> {
    let results = time_all(
        Clock::Wall,
        options.rounds,
        [
            Contender::new("1 thread", || replay(&corpus.text, 1)),
            Contender::new("2 threads", || replay(&corpus.text, 2)),
            Contender::new(".zst, 2 threads", || replay(&corpus.packed, 2)),
        ],
    );
    let moves = results[0].work.moves;
    for best in &results {
        let name = best.name;
        assert_eq!(best.work.moves, moves, "{name} loses moves of {}", corpus.name);
    }
    let [one, two, packed] = results.map(|best| best.rate(|read| read.bytes) / 1e6);
    vec![
        corpus.name.to_owned(),
        format!("{one:.1}"),
        format!("{two:.1}"),
        format!("{:.2}", two / one),
        format!("{packed:.1}"),
        format!("{:.2}", packed / two),
    ]
}

fn replay(bytes: &Arc<[u8]>, threads: usize) -> Read {
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

/// Works on all games with some threads, and takes what comes of it.
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
