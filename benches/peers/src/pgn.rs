//! Reading PGN: full replay, tags only, threads, compressed files.
//!
//! Speeds count the uncompressed text. Every contender has to find as many moves as ours.

mod corpus;
pub(crate) mod ours;
mod processes;
mod replay;
pub(crate) mod tags;
mod threads;

pub(crate) use corpus::Corpus;

use crate::measure::Best;
use crate::options::Options;
use crate::table::Table;

/// Runs the PGN benchmarks and prints their tables.
pub(crate) fn print(options: &Options) {
    let corpora = Corpus::load_all(options);
    let mut single = Table::new(["one thread", "corpus", "M moves/s", "MB/s", "ours/peer"]);
    let mut several = Table::new([
        "corpus",
        "1 thread, MB/s",
        "2 threads, MB/s",
        "2/1 threads",
        ".zst, 2 threads, MB/s",
        ".zst/plain",
    ]);
    let mut tags = Table::new(["tags only, one thread", "corpus", "k games/s", "MB/s", "ours/peer"]);
    let mut notes = Vec::new();
    for corpus in &corpora {
        add_pair(&mut single, corpus, &replay::race(corpus, options));
        add_tags(&mut tags, corpus, &tags::race(corpus, options));
        for result in processes::run_all(corpus) {
            match result {
                Ok(result) => single.row(cells(corpus, &result, None)),
                Err(note) => notes.push(note),
            }
        }
        several.row(threads::row(corpus, options));
    }
    println!("{single}\n{tags}\n{several}");
    notes.sort();
    notes.dedup();
    for note in notes {
        println!("{note}");
    }
}

/// The moves and bytes read.
#[derive(Clone, Copy)]
struct Read {
    moves: u64,
    bytes: u64,
}

fn add_pair(table: &mut Table, corpus: &Corpus, [ours, peer]: &[Best<Read>; 2]) {
    assert_eq!(
        ours.work.moves, peer.work.moves,
        "{} and {} disagree about the moves of {}",
        ours.name, peer.name, corpus.name
    );
    let ratio = ours.rate(|read| read.moves) / peer.rate(|read| read.moves);
    table.row(cells(corpus, ours, Some(ratio)));
    table.row(cells(corpus, peer, None));
}

fn add_tags(table: &mut Table, corpus: &Corpus, pair: &[Best<tags::Tags>; 2]) {
    let [ours, peer] = pair;
    assert_eq!(ours.work.games, peer.work.games, "games of {}", corpus.name);
    assert_eq!(ours.work.wanted, peer.work.wanted, "wanted games of {}", corpus.name);
    let ratio = ours.rate(|tags| tags.games) / peer.rate(|tags| tags.games);
    for (best, ratio) in pair.iter().zip([format!("{ratio:.2}"), String::new()]) {
        table.row(vec![
            best.name.to_owned(),
            corpus.name.to_owned(),
            format!("{:.1}", best.rate(|tags| tags.games) / 1e3),
            format!("{:.1}", best.rate(|tags| tags.bytes) / 1e6),
            ratio,
        ]);
    }
}

fn cells(corpus: &Corpus, best: &Best<Read>, ratio: Option<f64>) -> Vec<String> {
    vec![
        best.name.to_owned(),
        corpus.name.to_owned(),
        format!("{:.3}", best.rate(|read| read.moves) / 1e6),
        format!("{:.1}", best.rate(|read| read.bytes) / 1e6),
        ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}")),
    ]
}
