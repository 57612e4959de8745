//! Full replay with one and two worker threads, and from a compressed file. Ours only; wall-clock time.
//!
//! One more thread decompresses the text and splits it into games.

use super::corpus::Corpus;
use super::ours::replay_with_threads;
use crate::measure::{Clock, Contender, race as time_all};
use crate::options::Options;

/// Returns the row of a corpus.
pub(super) fn row(corpus: &Corpus, options: &Options) -> Vec<String> {
    let results = time_all(
        Clock::Wall,
        options.rounds,
        [
            Contender::new("1 thread", || replay_with_threads(&corpus.text, 1)),
            Contender::new("2 threads", || replay_with_threads(&corpus.text, 2)),
            Contender::new(".zst, 2 threads", || replay_with_threads(&corpus.packed, 2)),
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
