//! Perft with bulk counting at the last half-move.
//!
//! Each library through its public API, in the fastest way we know: its own perft where it has one.

use pinsight_rules::Position as OurPosition;
use shakmaty::CastlingMode;
use shakmaty::fen::Fen;

use super::{CHESS, COZY, OURS, Results, SHAKMATY};
use crate::measure::{Clock, Contender, race as time_all};
use crate::options::Options;

/// A position to count from, with the published count.
pub(super) struct Line {
    pub(super) name: &'static str,
    fen: &'static str,
    depth: u32,
    nodes: u64,
    /// The count one half-move earlier, for `--quick`.
    nodes_quick: u64,
}

impl Line {
    pub(super) fn depth(&self, options: &Options) -> u32 {
        if options.quick { self.depth - 1 } else { self.depth }
    }

    fn nodes(&self, options: &Options) -> u64 {
        if options.quick { self.nodes_quick } else { self.nodes }
    }
}

pub(super) const LINES: &[Line] = &[
    Line {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 6,
        nodes: 119_060_324,
        nodes_quick: 4_865_609,
    },
    Line {
        name: "Kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 5,
        nodes: 193_690_690,
        nodes_quick: 4_085_603,
    },
    Line {
        name: "promotions",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        depth: 5,
        nodes: 15_833_292,
        nodes_quick: 422_333,
    },
];

/// Times all libraries.
///
/// # Panics
///
/// If a library counts wrong or refuses the position.
pub(super) fn race(line: &Line, options: &Options) -> Results<u64> {
    let depth = line.depth(options);
    let ours: OurPosition = line.fen.parse().expect("ours reads the FEN");
    let cozy: cozy_chess::Board = line.fen.parse().expect("cozy-chess reads the FEN");
    let shakmaty: shakmaty::Chess = line
        .fen
        .parse::<Fen>()
        .expect("shakmaty reads the FEN")
        .into_position(CastlingMode::Standard)
        .expect("shakmaty takes the position");
    let chess: chess::Board = line.fen.parse().expect("chess reads the FEN");
    let results = time_all(
        Clock::Thread,
        options.rounds,
        [
            Contender::new(OURS, || pinsight_rules::perft(&ours, depth)),
            Contender::new(COZY, || cozy_perft(&cozy, depth)),
            Contender::new(SHAKMATY, || shakmaty::perft(&shakmaty, depth)),
            Contender::new(CHESS, || chess::MoveGen::movegen_perft_test(&chess, depth as usize) as u64),
        ],
    );
    for best in &results {
        assert_eq!(best.work, line.nodes(options), "{} counts {} wrong", best.name, line.name);
    }
    results
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
