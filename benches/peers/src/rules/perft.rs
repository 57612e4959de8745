//! Counting all lines of play of some length, the last half-move without playing it.
//!
//! Each library through its public API, in the fastest way known to us: its own perft where it has one.

use pinsight_rules::Position as OurPosition;
use shakmaty::CastlingMode;
use shakmaty::fen::Fen;

use super::{CHESS, COZY, OURS, SHAKMATY};
use crate::measure::{Best, Contender, race as time_all};
use crate::options::Options;

/// A position to count from, with the published count.
pub(super) struct Line {
    pub(super) name: &'static str,
    fen: &'static str,
    depth: u32,
    /// How many lines there are, one half-move shorter than `depth` and of full length.
    nodes: [u64; 2],
}

pub(super) const LINES: &[Line] = &[
    Line {
        name: "start, depth 6",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 6,
        nodes: [4_865_609, 119_060_324],
    },
    Line {
        name: "Kiwipete, depth 5",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 5,
        nodes: [4_085_603, 193_690_690],
    },
    Line {
        name: "promotions, depth 5",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        depth: 5,
        nodes: [422_333, 15_833_292],
    },
];

/// Times all libraries.
///
/// # Panics
///
/// If one of them counts wrong, or does not take the position: then its time means nothing.
pub(super) fn race(line: &Line, options: &Options) -> Vec<Best<u64>> {
    let (depth, expected) = match options.quick {
        true => (line.depth - 1, line.nodes[0]),
        false => (line.depth, line.nodes[1]),
    };
    let ours: OurPosition = line.fen.parse().expect("ours reads the FEN");
    let cozy: cozy_chess::Board = line.fen.parse().expect("cozy-chess reads the FEN");
    let shakmaty: shakmaty::Chess = line
        .fen
        .parse::<Fen>()
        .expect("shakmaty reads the FEN")
        .into_position(CastlingMode::Standard)
        .expect("shakmaty takes the position");
    let chess: chess::Board = line.fen.parse().expect("chess reads the FEN");
    let bests = time_all(
        options.rounds,
        vec![
            Contender::new(OURS, || pinsight_rules::perft(&ours, depth)),
            Contender::new(COZY, || cozy_perft(&cozy, depth)),
            Contender::new(SHAKMATY, || shakmaty::perft(&shakmaty, depth)),
            Contender::new(CHESS, || {
                chess::MoveGen::movegen_perft_test(&chess, depth as usize) as u64
            }),
        ],
    );
    for best in &bests {
        assert_eq!(
            best.work, expected,
            "{} counts {} wrong",
            best.name, line.name
        );
    }
    bests
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += cozy_perft(&next, depth - 1);
            }
            false
        });
    }
    nodes
}
