//! Tests with Stockfish. `make test` installs it; by hand: apt-get install stockfish.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use pinsight_players::{
    Engine, EngineConfig, Info, Limit, Match, Opening, Openings, Player, PlayerError, Reason, Search,
    SearchOptions, Stop, TimeControl, Value,
};
use pinsight_rules::{Color, History};

fn stockfish() -> Engine {
    let program = std::env::var("PINSIGHT_STOCKFISH").unwrap_or_else(|_| "stockfish".to_owned());
    let config = EngineConfig { timeout: Duration::from_secs(60), ..EngineConfig::new(program) };
    Engine::start(&config).unwrap_or_else(|error| {
        panic!("{error}; `make test` installs it, by hand: apt-get install stockfish")
    })
}

#[test]
fn an_analysis_reports_three_lines() {
    let mut engine = stockfish();
    assert!(engine.name().starts_with("Stockfish"), "{}", engine.name());
    engine.set_option("MultiPV", "3").expect("it can");
    let mut reported: Vec<Info> = Vec::new();
    let game = History::default();
    let choice = engine
        .choose(&game, &Limit::depth(8), &Stop::new(), &mut |info| reported.push(info.clone()))
        .expect("a move");
    let deepest: Vec<&Info> =
        reported.iter().filter(|info| info.depth == 8 && info.bound.is_none()).collect();
    let mut lines: Vec<usize> = deepest.iter().map(|info| info.line).collect();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines, [1, 2, 3]);
    assert!(game.position().is_legal(choice.mv));
    assert!(choice.info.is_some_and(|info| info.pv.first() == Some(&choice.mv)));
}

#[test]
fn another_thread_stops_an_infinite_analysis() {
    let mut engine = stockfish();
    let stop = Stop::new();
    let flag = stop.clone();
    thread::scope(|scope| {
        let search = scope.spawn(move || {
            let mut lines = 0;
            let game = History::default();
            let choice = engine.choose(&game, &Limit::default(), &stop, &mut |_| lines += 1);
            (choice.expect("a move"), lines)
        });
        thread::sleep(Duration::from_millis(300));
        flag.raise();
        let (choice, lines) = search.join().expect("it ends");
        assert!(History::default().position().is_legal(choice.mv));
        assert!(lines > 0);
    });
}

#[test]
fn mate_scores_agree_with_stockfish_for_both_sides() {
    for (fen, white, moves) in [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", true, 1),
        ("r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", false, 1),
        ("7k/R7/1R6/8/8/8/8/K7 b - - 0 1", true, 1),
    ] {
        let game = History::new(fen.parse().expect("a position"));
        let expected = if white { Value::MatesIn(moves) } else { Value::MatedIn(moves) };
        let mut ours = Search::new(SearchOptions::default());
        for player in [&mut stockfish() as &mut dyn Player, &mut ours] {
            let choice = player.choose(&game, &Limit::depth(8), &Stop::new(), &mut |_| {}).expect("a move");
            let score = choice.score().expect("a score").of(Color::White);
            assert_eq!(score, expected, "{} about {fen}", player.name());
        }
    }
}

#[test]
fn games_of_a_match_with_clocks_end_by_rule() {
    let contest = Match {
        games: 4,
        control: "2+0.02".parse().expect("a control"),
        margin: Duration::from_secs(30),
        openings: Openings::List(Opening::list()),
        concurrency: 2,
        stop: Stop::new(),
    };
    let engine = || -> Result<Box<dyn Player>, PlayerError> { Ok(Box::new(stockfish())) };
    let ours =
        || -> Result<Box<dyn Player>, PlayerError> { Ok(Box::new(Search::new(SearchOptions::default()))) };
    let mut games = 0;
    let _ = contest.run::<()>(&ours, &engine, |game| {
        games += 1;
        assert!(matches!(game.game.reason, Reason::Rule(_)), "{}", game.game.reason);
        let clocks = game.game.moves.iter().filter(|played| played.clock.is_some()).count();
        assert_eq!(clocks + 6, game.game.moves.len(), "all but the opening's six half-moves have a clock");
        ControlFlow::Continue(())
    });
    assert_eq!(games, 4);
}

#[test]
fn a_chess960_game_is_legal() {
    let mut engine = stockfish();
    let mut game = History::new(pinsight_testkit::random::chess960(100));
    for _ in 0..40 {
        if game.end().is_some() {
            break;
        }
        let choice = engine.choose(&game, &Limit::nodes(500), &Stop::new(), &mut |_| {}).expect("a move");
        game.play(choice.mv).expect("legal");
    }
}

#[test]
fn a_time_limit_per_move_is_sent() {
    let limit = Limit::time(Duration::from_millis(50));
    let choice = stockfish().choose(&History::default(), &limit, &Stop::new(), &mut |_| {}).expect("a move");
    assert!(History::default().position().is_legal(choice.mv));
    let control = TimeControl::Move(limit);
    assert_eq!(control.to_string(), "0.05 s/move");
}
