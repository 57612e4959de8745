//! Positions that no game can reach but that have legal moves.

use pinsight_rules::{Legality, Move, Position, Setup, VALUES, exchange, perft};

/// Perft from depth 1, by python-chess 1.11.2.
const COUNTS: [(&str, &[u64]); 10] = [
    ("QQQQQQnk/Q5pp/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", &[259, 651]),
    ("QQQQQQnk/Q5pp/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQK w - - 0 1", &[259, 17]),
    ("QQQQQQQQ/QQQQQQQQ/8/8/8/5k2/8/K7 b - - 0 1", &[0]),
    ("3kr3/8/8/8/r3K2r/8/8/8 w - - 0 1", &[4, 160, 446]),
    ("3k4/8/3n1n2/2n3n1/4K3/2n3n1/3n1n2/8 w - - 0 1", &[4, 244, 720]),
    ("4k3/8/8/PPPPPPPP/PPPPPPPP/8/8/4K3 w - - 0 1", &[13, 59, 843]),
    ("r3k2r/pppppppp/nnnnnnnn/8/8/NNNNNNNN/PPPPPPPP/R3K2R w KQkq - 0 1", &[45, 2025, 89323]),
    ("rnbqkbnr/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[8, 64, 614]),
    ("n1n1n1nk/PPPPPPpp/8/8/QQ5Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", &[172, 2539]),
    ("k7/ppQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KQQQQQQ1 w - - 0 1", &[26, 3]),
];

fn setup(fen: &str) -> Setup {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn perft_of_impossible_positions_equals_python_chess() {
    for (fen, counts) in COUNTS {
        let position = setup(fen).position(Legality::AllowImpossible).expect(fen);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&position, depth), count, "{fen} to depth {depth}");
        }
    }
}

#[test]
fn impossible_positions_are_refused_by_default() {
    for (fen, _) in COUNTS {
        let error = setup(fen).position(Legality::Strict).expect_err(fen);
        assert!(error.is_playable(), "{fen}: {error}");
        assert_eq!(Position::try_from(setup(fen)), Err(error));
    }
}

#[test]
fn lists_sets_and_notations_agree_on_impossible_positions() {
    for (fen, _) in COUNTS {
        let position = setup(fen).position(Legality::AllowImpossible).expect(fen);
        let mut listed: Vec<Move> = position.legal_moves().to_vec();
        let mut sets: Vec<Move> = position.legal_move_sets().iter().collect();
        assert_eq!(listed.len(), position.count_legal_moves(), "{fen}");
        for &mv in &listed {
            assert_eq!(position.parse_move(&position.san(mv)), Ok(mv), "{fen}");
            assert!(position.is_legal(mv), "{fen}");
        }
        listed.sort();
        sets.sort();
        assert_eq!(listed, sets, "{fen}");
        for (square, piece) in position.board().pieces() {
            assert!(exchange(position.board(), square, !piece.color, &VALUES) >= 0, "{fen} on {square}");
        }
    }
}

#[test]
fn setups_that_move_generation_cannot_handle_are_refused() {
    for fen in [
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1",
        "8/8/8/8/3kK3/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
    ] {
        let error = setup(fen).position(Legality::AllowImpossible).expect_err(fen);
        assert!(!error.is_playable(), "{fen}: {error}");
    }
}
