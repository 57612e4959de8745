//! `pinsight perft`.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use pinsight_rules::{Move, Position, perft};
use pinsight_wire as wire;

use crate::Status;
use crate::args::{PositionArgs, Threads, castling_mode, number};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  pinsight perft startpos 6
  pinsight perft --divide '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' 5
  pinsight perft --threads 1 startpos 5

Prints the count to stdout and the time to stderr.";

/// Maximum depth; feasible only in positions with very few moves.
const MAX_DEPTH: u32 = 20;

/// Minimum depth at which several threads are faster than one.
const DEPTH_FOR_THREADS: u32 = 4;

/// Count the leaf nodes of the legal move tree (perft)
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Perft {
    #[command(flatten)]
    position: PositionArgs,

    /// Depth in plies, from 0 to 20
    #[arg(allow_negative_numbers = true, value_parser = number::<u32>(0..=MAX_DEPTH))]
    depth: u32,

    /// Print the count of each root move too, in UCI, sorted
    #[arg(long)]
    divide: bool,

    #[command(flatten)]
    threads: Threads,

    /// Write castling in UCI as the king capturing its rook, as in Chess960
    #[arg(long)]
    chess960: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Perft {
    pub(crate) fn run(&self, output: &mut Output) -> anyhow::Result<Status> {
        let position = self.position.read(output)?;
        let start = Instant::now();
        let counts = count(&position, self.depth, self.threads());
        let time = start.elapsed();

        // Depth 0 has no root moves but one leaf node, the root itself.
        let nodes = match self.depth {
            0 => 1,
            _ => counts.iter().map(|(_, nodes)| nodes).sum(),
        };
        let mode = castling_mode(&position, self.chess960);
        let mut divided: Vec<(String, u64)> =
            counts.into_iter().map(|(mv, nodes)| (position.uci(mv, mode).to_string(), nodes)).collect();
        divided.sort_unstable();

        if self.json {
            let moves = divided.into_iter().map(|(uci, nodes)| wire::PerftMove { uci, nodes });
            let divide = self.divide.then(|| moves.collect());
            output.json(&wire::Perft { fen: position.to_string(), depth: self.depth, nodes, divide })?;
        } else if self.divide {
            for (uci, nodes) in &divided {
                output.line(format_args!("{uci}: {nodes}"))?;
            }
            output.line(format_args!("\ntotal: {nodes}"))?;
        } else {
            output.line(nodes)?;
        }
        output.finish()?;
        output.report().plain(speed(nodes, time));
        Ok(Status::Done)
    }

    fn threads(&self) -> usize {
        if self.depth < DEPTH_FOR_THREADS { self.threads.set().unwrap_or(1) } else { self.threads.count() }
    }
}

/// Returns the count of each root move.
fn count(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    if threads <= 1 || depth <= 2 {
        return pinsight_rules::divide(position, depth);
    }
    // Split at ply 2, which gives enough jobs to keep all threads busy to the end.
    let moves = position.legal_moves();
    let jobs: Vec<(usize, Position)> = moves
        .iter()
        .enumerate()
        .flat_map(|(root, &mv)| {
            let next = position.play_unchecked(mv);
            let replies = next.legal_moves().into_iter();
            replies.map(move |reply| (root, next.play_unchecked(reply)))
        })
        .collect();
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let next_job = AtomicUsize::new(0);
    let work = || {
        while let Some((root, position)) = jobs.get(next_job.fetch_add(1, Ordering::Relaxed)) {
            let nodes = perft(position, depth - 2);
            if let Some(count) = counts.get(*root) {
                count.fetch_add(nodes, Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(jobs.len()) {
            // If no more threads can be started, the running ones do the work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    moves.into_iter().zip(counts.into_iter().map(AtomicU64::into_inner)).collect()
}

fn speed(nodes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let unit = if nodes == 1 { "node" } else { "nodes" };
    let count = format!("{nodes} {unit} in {seconds:.3} s");
    // Shorter times are too imprecise for a rate.
    if time < Duration::from_millis(10) {
        return count;
    }
    let millions = nodes as f64 / seconds / 1e6;
    format!("{count}, {millions:.1} million nodes/s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_do_not_depend_on_the_number_of_threads() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position: Position = kiwipete.parse().expect("a position");
        for (depth, nodes) in [(1, 48), (2, 2_039), (3, 97_862), (4, 4_085_603)] {
            for threads in [1, 2, 3, 16] {
                let counts = count(&position, depth, threads);
                assert_eq!(counts.iter().map(|(_, nodes)| nodes).sum::<u64>(), nodes);
                assert_eq!(counts, count(&position, depth, 1));
            }
        }
    }

    #[test]
    fn a_mated_position_has_no_root_moves() {
        let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        let position: Position = mate.parse().expect("a position");
        for depth in 0..5 {
            assert!(count(&position, depth, 4).is_empty());
        }
    }
}
