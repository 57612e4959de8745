//! The search: mates, draws, limits, levels, and its node count.

use std::thread;
use std::time::{Duration, Instant};

use pinsight_players::{
    Choice, Info, Level, Limit, Player, PlayerError, RandomMover, Search, SearchOptions, Stop, Value,
};
use pinsight_rules::{Color, History, Move, Position};

fn game(fen: &str) -> History {
    History::new(fen.parse().expect("a position"))
}

fn search() -> Search {
    Search::new(SearchOptions::default())
}

fn choose(player: &mut Search, game: &History, limit: &Limit) -> (Choice, Vec<Info>) {
    let mut reported = Vec::new();
    let choice =
        player.choose(game, limit, &Stop::new(), &mut |info| reported.push(info.clone())).expect("a move");
    (choice, reported)
}

/// The score from the side to move's point of view.
fn value(choice: &Choice, game: &History) -> Value {
    choice.score().expect("a score").of(game.position().turn())
}

/// Positions from games of these players with the moves to mate that Stockfish 15.1 found at depth 16.
const MATES: [(u32, &str); 34] = [
    (2, "2k5/8/8/8/1R6/5P1P/KP3Q2/8 w - - 9 77"),
    (2, "7r/pr4pp/2p2p2/k7/Pq6/1R2P3/K7/5R2 b - - 0 89"),
    (2, "8/p1p2pp1/8/7p/8/2p5/3r4/k6K b - - 3 207"),
    (2, "5r2/8/k4p2/1pQ5/8/6P1/P1P4P/1R3K1R w - - 1 51"),
    (2, "r1b5/p2pk3/7r/2p1B1Pp/1p2R3/1P1Q4/1PP5/4KR2 w - - 0 41"),
    (2, "r1bk4/p2p4/3Br3/2p3Pp/1p2R3/1P1Q4/1PP5/4KR2 w - - 4 43"),
    (2, "2r5/4Q3/p1p5/2P1P2p/k1P5/B4P2/P2P3P/1R1K2R1 w - - 0 41"),
    (2, "8/1pp2p1p/5k2/8/3K4/1q6/8/r7 b - - 3 65"),
    (2, "r7/ppp4p/3p4/1b6/1P5P/4p1p1/2k1r1P1/R1B2K1R b - - 14 55"),
    (2, "8/6pp/3b4/3pp3/8/2K5/8/r2k4 b - - 15 101"),
    (2, "8/8/p1R5/1p6/8/P2B4/k3KPPP/1R6 w - - 4 51"),
    (2, "r1b1k2r/pp3ppp/1q2p3/2bp4/4n3/3K1Q2/PPP2PPP/R1BN1B1R b - - 1 14"),
    (2, "8/1Q5p/6p1/2kB4/3p1P2/3P2P1/1PP4P/3KR3 w - - 3 49"),
    (2, "8/8/p3p3/1p1pb2p/6P1/1k6/5r1r/4K3 b - - 0 84"),
    (2, "8/5p1p/p3p3/2P3P1/2RP3P/1k6/3R1P2/1K6 w - - 0 86"),
    (2, "r4b1r/pp4pp/2p2p1n/2P1p3/1P4P1/BBkP3P/P3KP2/6RR w - - 1 45"),
    (2, "8/5B2/1p5r/2p5/1p5k/5R1P/2PN1PP1/3K4 w - - 3 57"),
    (2, "r6r/p1p2p1p/1k1p2p1/6K1/b7/8/PP3q1P/1R5R b - - 3 32"),
    (2, "k4bqr/p1Q1pp1p/1n6/8/8/N5N1/PP2PPPP/2R1KB1R w - - 1 33"),
    (2, "1r5r/1p5p/p1pp1kpb/8/3PB3/8/4KpPP/2q1N2R b - - 3 42"),
    (3, "7r/pr4pp/2p2p2/k7/Pqp5/1P2P3/K7/1R3R2 b - - 1 88"),
    (3, "r1b5/p2pk3/4r3/2p3Pp/1p2R3/1P1Q4/1PP4B/4KR2 w - - 2 42"),
    (3, "8/1pp2p1p/5k2/8/8/3K4/1q6/r7 b - - 1 64"),
    (3, "r1k4r/pp1R3p/8/2pN1p2/5BB1/8/PPP1K3/1R6 w - - 2 62"),
    (3, "r7/ppp4p/3p4/1b6/1P5P/4p1p1/2k2rP1/R1B1K2R b - - 12 54"),
    (3, "8/8/p1R5/1p6/8/Pk1B4/4KPPP/R7 w - - 2 50"),
    (3, "r1b1k2r/pp1p1ppp/1q2p3/2b5/2K1n3/5Q2/PPP2PPP/R1BN1B1R b - - 1 13"),
    (3, "8/8/p3p3/1p1pb2p/8/1B4P1/k4r1r/4K3 b - - 1 83"),
    (3, "8/6N1/8/7R/8/1k3B2/3PKP1P/R7 w - - 5 58"),
    (3, "r6r/p1p2p1p/1k1p2p1/8/b6K/4q3/PP5P/1R5R b - - 1 31"),
    (3, "1k3bqr/p1r1pp1p/1nQ5/8/8/N5N1/PP2PPPP/2R1KB1R w - - 0 32"),
    (3, "1r5r/1p5p/p1pp1kpb/8/2qPB3/8/5pPP/3KN2R b - - 1 41"),
    (3, "8/2p5/1b5p/p4B2/1p6/6k1/K7/2q5 b - - 5 208"),
    (3, "5r2/8/3Q1p2/kpb5/8/6P1/P1P4P/1R3K1R w - - 5 50"),
];

/// Whether the side to move can force mate in `moves` moves, by brute force.
fn mates(position: &Position, moves: u32) -> bool {
    moves > 0 && position.legal_moves().iter().any(|&mv| mates_by(position, mv, moves))
}

fn mates_by(position: &Position, mv: Move, moves: u32) -> bool {
    let after = position.play_unchecked(mv);
    let replies = after.legal_moves();
    if replies.is_empty() {
        return after.in_check();
    }
    moves > 1 && replies.iter().all(|&reply| mates(&after.play_unchecked(reply), moves - 1))
}

#[test]
fn mates_in_two_and_three_are_found_and_played() {
    for (moves, fen) in MATES {
        let game = game(fen);
        let (choice, _) = choose(&mut search(), &game, &Limit::depth(12));
        assert_eq!(value(&choice, &game), Value::MatesIn(moves), "{fen}");
        if moves == 2 {
            assert!(mates_by(game.position(), choice.mv, 2), "{fen}: {:?}", choice.mv);
            assert!(!mates(game.position(), 1), "{fen} is a mate in one");
        }
    }
}

#[test]
fn a_mate_limit_ends_the_search_when_the_mate_is_found() {
    let (moves, fen) = MATES[0];
    let game = game(fen);
    let limit = Limit { mate: Some(moves), ..Limit::default() };
    let (choice, _) = choose(&mut search(), &game, &limit);
    assert_eq!(value(&choice, &game), Value::MatesIn(moves));
}

#[test]
fn the_losing_side_reports_the_mate() {
    // The king has one move, and the rook mates.
    let game = game("7k/R7/1R6/8/8/8/8/K7 b - - 0 1");
    let (choice, _) = choose(&mut search(), &game, &Limit::depth(6));
    assert_eq!(value(&choice, &game), Value::MatedIn(1));
}

#[test]
fn the_losing_side_takes_a_perpetual_check() {
    // Qe8+ and Qh5+ give perpetual check; everything else loses.
    let game = game("6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 1");
    let (choice, _) = choose(&mut search(), &game, &Limit::depth(12));
    assert_eq!(value(&choice, &game), Value::Centipawns(0));
    assert_eq!(game.position().san(choice.mv), "Qe8+");
}

#[test]
fn a_third_repetition_inside_the_tree_is_a_draw() {
    // White is a rook up; black to move could repeat for the third time with Kh8.
    let mut game = game("6k1/8/8/8/8/8/R7/K7 b - - 0 1");
    for text in ["Kh8", "Rb2", "Kg8", "Ra2", "Kh8", "Rb2", "Kg8", "Ra2"] {
        let mv = game.position().parse_move(text).expect("a move");
        game.play(mv).expect("legal");
    }
    let (choice, _) = choose(&mut search(), &game, &Limit::depth(6));
    assert_eq!(value(&choice, &game), Value::Centipawns(0));
    assert_eq!(game.position().san(choice.mv), "Kh8");
}

#[test]
fn the_fifty_move_rule_applies_inside_the_tree_unless_it_is_mate() {
    let drawn = game("7k/8/8/8/8/8/R7/K7 w - - 99 90");
    let (choice, _) = choose(&mut search(), &drawn, &Limit::depth(6));
    assert_eq!(value(&choice, &drawn), Value::Centipawns(0));
    let mate = game("7k/8/6K1/8/8/8/R7/8 w - - 99 90");
    let (choice, _) = choose(&mut search(), &mate, &Limit::depth(6));
    assert_eq!(value(&choice, &mate), Value::MatesIn(1), "mate takes precedence");
}

#[test]
fn a_finished_game_is_an_error() {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1"] {
        let answer = search().choose(&game(fen), &Limit::depth(3), &Stop::new(), &mut |_| {});
        assert!(matches!(answer, Err(PlayerError::NoMove)), "{fen}");
    }
}

/// The total nodes of fixed searches. Changes of the search or the evaluation change it; a refactoring must not.
const NODE_COUNT: u64 = 89_435;

#[test]
fn the_node_count_is_unchanged() {
    let mut nodes = 0;
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/8/1p1k4/p1p2p2/P1P2P1p/3K3P/8/8 w - - 0 1",
    ] {
        let (choice, _) = choose(&mut search(), &game(fen), &Limit::depth(9));
        nodes += choice.info.expect("a report").nodes;
    }
    assert_eq!(nodes, NODE_COUNT);
}

#[test]
fn searches_with_the_same_node_limit_are_identical() {
    let middle = game("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10");
    let answer = || {
        let (choice, reported) = choose(&mut search(), &middle, &Limit::nodes(30_000));
        let reported: Vec<_> =
            reported.into_iter().map(|info| Info { time: Duration::ZERO, ..info }).collect();
        (choice.mv, reported)
    };
    let (mv, reported) = answer();
    assert!(reported.last().is_some_and(|info| info.nodes <= 30_000), "the limit is exceeded");
    assert_eq!(answer(), (mv, reported));
}

#[test]
fn principal_variations_and_scores_are_legal_in_10000_searches() {
    let mut player = Search::new(SearchOptions { hash: 1, ..SearchOptions::default() });
    let positions = pinsight_testkit::random::positions(11_000, 77).into_iter();
    let playable = positions.filter(|position| position.count_legal_moves() > 0).take(10_000);
    let mut searches = 0;
    for (index, position) in playable.enumerate() {
        // Some longer searches, and some with several lines.
        let nodes = if index % 50 == 0 { 2_000 } else { 40 + index as u64 % 100 };
        player.set_options(SearchOptions { lines: 1 + index % 3, ..player.options().clone() });
        let (choice, reported) = choose(&mut player, &History::new(position), &Limit::nodes(nodes));
        assert!(position.is_legal(choice.mv), "{position}");
        for info in reported.iter().chain(&choice.info) {
            assert_legal(&position, info);
        }
        searches += 1;
    }
    assert_eq!(searches, 10_000);
}

/// Asserts that the line is legal and that its score can be true.
fn assert_legal(position: &Position, info: &Info) {
    let mut last = *position;
    for &mv in &info.pv {
        last = last.play(mv).unwrap_or_else(|error| panic!("{position}: {:?}: {error}", info.pv));
    }
    assert!(!info.pv.is_empty() && info.bound.is_none(), "{position}: {info:?}");
    match info.score.expect("a score").of(position.turn()) {
        // The largest material is nine queens, and mate scores begin far above it.
        Value::Centipawns(value) => assert!(value.abs() < 29_000, "{position}: {value}"),
        Value::MatesIn(moves @ 1..=2) => {
            assert!(mates_by(position, info.pv[0], moves), "{position}: no mate in {moves} by {:?}", info.pv);
        }
        Value::MatesIn(moves) => assert!((1..=60).contains(&moves), "{position}: mate in {moves}"),
        Value::MatedIn(1) => {
            assert!(mates(&position.play_unchecked(info.pv[0]), 1), "{position}: {:?}", info.pv);
        }
        Value::MatedIn(moves) => assert!((1..=60).contains(&moves), "{position}: mated in {moves}"),
    }
}

/// Stops from another thread at any moment, with several threads and a table that overflows.
#[test]
fn stop_storms_with_several_threads_leave_a_legal_move() {
    let positions = pinsight_testkit::random::positions(40, 5);
    let mut player = Search::new(SearchOptions { hash: 1, threads: 4, ..SearchOptions::default() });
    for (round, position) in positions.into_iter().cycle().take(200).enumerate() {
        if position.count_legal_moves() == 0 {
            continue;
        }
        let stop = Stop::new();
        let flag = stop.clone();
        let choice = thread::scope(|scope| {
            scope.spawn(move || {
                thread::sleep(Duration::from_micros(round as u64 % 10 * 500));
                flag.raise();
            });
            player.choose(&History::new(position), &Limit::default(), &stop, &mut |_| {}).expect("a move")
        });
        assert!(position.is_legal(choice.mv), "round {round}: {position}");
        assert_legal(&position, &choice.info.expect("a report"));
    }
}

#[test]
fn several_lines_are_distinct_and_sorted_by_score() {
    let mut player = Search::new(SearchOptions { lines: 4, ..SearchOptions::default() });
    let (_, reported) = choose(&mut player, &History::default(), &Limit::depth(6));
    let last = &reported[reported.len() - 4..];
    let ranks: Vec<usize> = last.iter().map(|info| info.line).collect();
    assert_eq!(ranks, [1, 2, 3, 4]);
    let values: Vec<i32> =
        last.iter().filter_map(|info| Some(info.score?.of(Color::White).clamped())).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    for (index, info) in last.iter().enumerate() {
        assert!(last[..index].iter().all(|other| other.pv.first() != info.pv.first()));
    }
}

#[test]
fn only_the_given_search_moves_are_played() {
    let game = History::default();
    let allowed = game.position().parse_move("h4").expect("a move");
    let mut player = search();
    player.set_search_moves(vec![allowed]);
    assert_eq!(choose(&mut player, &game, &Limit::depth(4)).0.mv, allowed);
}

#[test]
fn a_stop_ends_an_infinite_search_with_a_move() {
    let stop = Stop::new();
    let flag = stop.clone();
    thread::scope(|scope| {
        let search_thread = scope.spawn(move || {
            search().choose(&History::default(), &Limit::default(), &stop, &mut |_| {}).expect("a move")
        });
        thread::sleep(Duration::from_millis(100));
        flag.raise();
        assert!(Position::default().is_legal(search_thread.join().expect("it ends").mv));
    });
    let raised = Stop::new();
    raised.raise();
    let choice =
        search().choose(&History::default(), &Limit::default(), &raised, &mut |_| {}).expect("a move");
    assert!(Position::default().is_legal(choice.mv), "even if stopped before the start");
}

#[test]
fn several_threads_find_the_same_mate_and_keep_limits() {
    let (_, fen) = MATES[20];
    let game = game(fen);
    let mut player = Search::new(SearchOptions { threads: 4, ..SearchOptions::default() });
    let (choice, _) = choose(&mut player, &game, &Limit::depth(10));
    assert_eq!(value(&choice, &game), Value::MatesIn(3));
    let start = Instant::now();
    let (choice, _) = choose(&mut player, &History::default(), &Limit::nodes(50_000));
    let nodes = choice.info.expect("a report").nodes;
    assert!((1..1_000_000).contains(&nodes), "{nodes} nodes in {:?}", start.elapsed());
}

#[test]
fn the_seed_determines_the_moves_of_a_level() {
    let line = |level: u8, seed: u64| -> Vec<Move> {
        let level = Level::new(level).expect("a level");
        let mut player = Search::new(SearchOptions { level, seed, ..SearchOptions::default() });
        let mut game = History::default();
        for _ in 0..16 {
            let (choice, _) = choose(&mut player, &game, &Limit::nodes(5_000));
            game.play(choice.mv).expect("legal");
        }
        game.plies().iter().map(|ply| ply.played).collect()
    };
    assert_eq!(line(3, 1), line(3, 1));
    assert_ne!(line(3, 1), line(3, 2));
}

#[test]
fn levels_below_ten_are_limited_in_nodes() {
    let busy = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for number in 1..=9 {
        let level = Level::new(number).expect("a level");
        let mut player = Search::new(SearchOptions { level, ..SearchOptions::default() });
        let nodes = choose(&mut player, &busy, &Limit::default()).0.info.expect("a report").nodes;
        // Two seconds at 50,000 nodes per second.
        assert!(nodes <= 100_000, "level {number}: {nodes}");
    }
}

/// The emergency time ends a level at any moment. Its move is then that of the last complete depth.
#[test]
fn a_level_that_runs_out_of_time_plays_the_move_of_a_complete_depth() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let at_level = |level: u8, limit: &Limit| {
        let level = Level::new(level).expect("a level");
        let mut player = Search::new(SearchOptions { level, seed: 5, ..SearchOptions::default() });
        let choice = choose(&mut player, &game(fen), limit).0;
        (choice.mv, choice.info.expect("a report").depth)
    };
    for (level, millis) in [(9, 1), (9, 3), (9, 10), (9, 30), (8, 2), (8, 10), (7, 5)] {
        let (mv, depth) = at_level(level, &Limit::time(Duration::from_millis(millis)));
        assert_eq!((mv, depth), at_level(level, &Limit::depth(depth)), "level {level} with {millis} ms");
    }
}

/// Threads that compete for the processors do not change the moves of a level.
#[test]
fn a_level_plays_the_same_on_a_busy_machine() {
    let line = || -> Vec<Move> {
        let level = Level::new(7).expect("a level");
        let mut player = Search::new(SearchOptions { level, threads: 2, ..SearchOptions::default() });
        let mut game = History::default();
        for _ in 0..8 {
            let (choice, _) = choose(&mut player, &game, &Limit::default());
            game.play(choice.mv).expect("legal");
        }
        game.plies().iter().map(|ply| ply.played).collect()
    };
    let quiet = line();
    let done = Stop::new();
    let busy = thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !done.is_raised() {
                    std::hint::spin_loop();
                }
            });
        }
        let busy = line();
        done.raise();
        busy
    });
    assert_eq!(quiet, busy);
}

#[test]
fn the_weakest_level_moves_an_attacked_queen() {
    for seed in 0..20 {
        let level = Level::new(1).expect("a level");
        let mut player = Search::new(SearchOptions { level, seed, ..SearchOptions::default() });
        let game = game("rnbqkbnr/pp2pppp/2p5/3Q4/8/8/PPPP1PPP/RNB1KBNR w KQkq - 0 4");
        let (choice, _) = choose(&mut player, &game, &Limit::default());
        assert_eq!(choice.mv.from().to_string(), "d5", "seed {seed}: {:?}", choice.mv);
    }
}

#[test]
fn a_level_beats_random_moves() {
    let level = Level::new(2).expect("a level");
    let mut player = Search::new(SearchOptions { level, ..SearchOptions::default() });
    let mut random = RandomMover::new(3);
    let mut game = History::default();
    while game.end().is_none() && game.plies().len() < 400 {
        let choice = match game.position().turn() {
            Color::White => choose(&mut player, &game, &Limit::default()).0,
            Color::Black => {
                random.choose(&game, &Limit::default(), &Stop::new(), &mut |_| {}).expect("a move")
            }
        };
        game.play(choice.mv).expect("legal");
    }
    assert_eq!(game.end().map(|end| end.to_string()), Some("1-0 by checkmate".to_owned()));
}
