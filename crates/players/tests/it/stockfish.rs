//! A real engine: Debian's Stockfish. `make test` installs it; by hand: apt-get install stockfish.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use pinsight_players::{
    Control, Engine, EngineConfig, Info, Limit, Match, Opening, Player, PlayerError, Reason, Search,
    SearchOptions, Stop, Value,
};
use pinsight_rules::{Color, History};

fn stockfish() -> Engine {
    let program = std::env::var("PINSIGHT_STOCKFISH").unwrap_or_else(|_| "stockfish".to_owned());
    let config = EngineConfig { patience: Duration::from_secs(60), ..EngineConfig::new(program) };
    Engine::start(&config).unwrap_or_else(|error| {
        panic!("{error}; `make test` installs it, by hand: apt-get install stockfish")
    })
}

#[test]
fn three_lines_of_an_analysis_come_as_a_stream() {
    let mut engine = stockfish();
    assert!(engine.name().starts_with("Stockfish"), "{}", engine.name());
    engine.set_option("MultiPV", "3").expect("it can");
    let mut told: Vec<Info> = Vec::new();
    let game = History::default();
    let choice = engine
        .choose(&game, &Limit::depth(8), &Stop::new(), &mut |info| told.push(info.clone()))
        .expect("a move");
    let deepest: Vec<&Info> = told.iter().filter(|info| info.depth == 8 && info.bound.is_none()).collect();
    let mut lines: Vec<usize> = deepest.iter().map(|info| info.line).collect();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines, [1, 2, 3]);
    assert!(game.position().is_legal(choice.mv));
    assert!(choice.info.is_some_and(|info| info.pv.first() == Some(&choice.mv)));
}

#[test]
fn an_endless_analysis_is_stopped_from_another_thread() {
    let mut engine = stockfish();
    let stop = Stop::new();
    let flag = stop.clone();
    thread::scope(|scope| {
        let thinking = scope.spawn(move || {
            let mut lines = 0;
            let game = History::default();
            let choice = engine.choose(&game, &Limit::default(), &stop, &mut |_| lines += 1);
            (choice.expect("a move"), lines)
        });
        thread::sleep(Duration::from_millis(300));
        flag.raise();
        let (choice, lines) = thinking.join().expect("it ends");
        assert!(History::default().position().is_legal(choice.mv));
        assert!(lines > 0);
    });
}

/// Both must say the same about mates, each side's in turn.
#[test]
fn scores_belong_to_the_side_that_they_are_told_for() {
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
fn a_short_match_with_clocks_ends_by_the_rules() {
    let contest = Match {
        games: 4,
        control: "2+0.02".parse().expect("a control"),
        margin: Duration::from_secs(30),
        openings: Opening::list(),
        concurrency: 2,
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
fn chess960_castling_is_understood_both_ways() {
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

/// In the tests' own folder nothing else shows that a limit of time is passed on.
#[test]
fn a_time_for_the_move_is_passed_on() {
    let limit = Limit::time(Duration::from_millis(50));
    let choice = stockfish().choose(&History::default(), &limit, &Stop::new(), &mut |_| {}).expect("a move");
    assert!(History::default().position().is_legal(choice.mv));
    let control = Control::Move(limit);
    assert_eq!(control.to_string(), "0.05 s/move");
}
