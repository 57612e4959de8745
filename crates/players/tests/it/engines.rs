//! Engines behind the protocol: one that behaves, several that do not.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use pinsight_players::{
    Choice, Control, Engine, EngineConfig, EngineError, Greedy, Info, Limit, Match, Player, PlayerError,
    Reason, Stop, Value,
};
use pinsight_rules::{Color, History, Outcome};

/// An engine that is killed when it is silent for so long.
fn config(mode: &str, patience: Duration) -> EngineConfig {
    let python = std::env::var("PINSIGHT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scripted_engine.py");
    EngineConfig {
        arguments: vec![script.to_owned(), mode.to_owned()],
        patience,
        ..EngineConfig::new(python)
    }
}

/// An engine that is waited for, however busy the machine is.
fn engine(mode: &str) -> Engine {
    Engine::start(&config(mode, Duration::from_secs(60))).expect("the engine starts")
}

/// An engine whose answers are waited for a few seconds only, long enough to start.
fn engine_in_a_hurry(mode: &str) -> Engine {
    Engine::start(&config(mode, Duration::from_secs(4))).expect("the engine starts")
}

fn ask(engine: &mut Engine, limit: &Limit) -> (Result<Choice, PlayerError>, Vec<Info>) {
    let mut told = Vec::new();
    let answer = engine.choose(&History::default(), limit, &Stop::new(), &mut |info| told.push(info.clone()));
    (answer, told)
}

/// Whether a process is there, be it only as an entry that nobody has reaped.
fn exists(process: u32) -> bool {
    Path::new(&format!("/proc/{process}")).exists()
}

#[test]
fn a_good_engine_tells_and_plays() {
    let mut engine = engine("good");
    assert_eq!(engine.name(), "Scripted good");
    assert_eq!(engine.options().len(), 3);
    engine.set_option("hash", "32").expect("it has that option");
    engine.set_option("Style", "wild").expect("and that");
    engine.set_option("Clear Hash", "").expect("and that button");
    engine.new_game().expect("a new game");
    let (answer, told) = ask(&mut engine, &Limit::depth(5));
    let choice = answer.expect("a move");
    assert_eq!(format!("{:?}", choice.mv), "e2e4");
    assert_eq!(choice.score().map(|score| score.of(Color::White)), Some(Value::Centipawns(31)));
    assert_eq!(told.len(), 2);
    assert_eq!((told[0].depth, told[0].longest, told[0].nodes, told[0].pv.len()), (5, Some(9), 12_345, 3));
    assert_eq!(
        (told[1].line, told[1].score.map(|score| score.of(Color::Black))),
        (2, Some(Value::MatedIn(4)))
    );
}

#[test]
fn options_that_it_has_not_are_refused_and_it_lives_on() {
    let mut engine = engine("good");
    let message = |result: Result<(), EngineError>| result.expect_err("refused").to_string();
    assert!(message(engine.set_option("Speed", "1")).contains("it offers only Hash, Style, Clear Hash"));
    assert!(message(engine.set_option("Hash", "65")).contains("expected a whole number from 1 to 64"));
    assert!(message(engine.set_option("Style", "Odd")).contains("expected one of Calm, Wild"));
    assert!(ask(&mut engine, &Limit::depth(1)).0.is_ok());
}

#[test]
fn rubbish_is_passed_over() {
    let mut engine = engine("rubbish");
    let (answer, told) = ask(&mut engine, &Limit::depth(1));
    assert_eq!(format!("{:?}", answer.expect("a move").mv), "e2e4");
    assert!(!told.is_empty() && told.iter().all(|info| info.pv.len() <= 1), "{told:?}");
}

#[test]
fn an_engine_that_ends_is_told_with_its_status() {
    let mut engine = engine("dead");
    let process = engine.process().expect("it runs");
    let error = ask(&mut engine, &Limit::depth(1)).0.expect_err("it ended");
    assert!(matches!(&error, PlayerError::Engine(EngineError::Died { .. })), "{error}");
    assert!(error.to_string().contains("exit status: 3"), "{error}");
    assert!(!exists(process), "reaped");
    let again = ask(&mut engine, &Limit::depth(1)).0.expect_err("it is gone");
    assert!(matches!(again, PlayerError::Engine(EngineError::Gone { .. })), "{again}");
}

#[test]
fn an_engine_that_does_not_answer_is_killed() {
    let mut engine = engine_in_a_hurry("mute");
    let process = engine.process().expect("it runs");
    let error = ask(&mut engine, &Limit::time(Duration::from_millis(10))).0.expect_err("no answer");
    assert!(
        matches!(&error, PlayerError::Engine(EngineError::Hung { question, .. }) if question == "go"),
        "{error}"
    );
    assert!(!exists(process), "killed and reaped");
}

#[test]
fn an_engine_that_gives_no_sign_of_life_is_killed() {
    let error = ask(&mut engine_in_a_hurry("mute"), &Limit::depth(30)).0.expect_err("no answer");
    assert!(error.to_string().contains("did not answer `isready`"), "{error}");
}

#[test]
fn an_engine_that_talks_without_end_is_cut_off() {
    let error = ask(&mut engine_in_a_hurry("chatter"), &Limit::time(Duration::from_millis(10)))
        .0
        .expect_err("no answer");
    assert!(matches!(&error, PlayerError::Engine(EngineError::Hung { .. })), "{error}");
}

#[test]
fn programs_that_are_no_engines_are_refused() {
    let error = |config: &EngineConfig| Engine::start(config).err().expect("no engine");
    assert!(matches!(error(&config("silent", Duration::from_secs(1))), EngineError::Hung { .. }));
    assert!(matches!(error(&config("gone", Duration::from_secs(60))), EngineError::Died { .. }));
    let missing = error(&EngineConfig::new("no-such-engine-anywhere"));
    assert!(
        missing.to_string().starts_with("cannot start the engine `no-such-engine-anywhere`: "),
        "{missing}"
    );
}

#[test]
fn moves_that_are_none_are_refused() {
    for mode in ["illegal", "none"] {
        let error = ask(&mut engine(mode), &Limit::depth(1)).0.expect_err("no legal move");
        assert!(matches!(&error, PlayerError::Engine(EngineError::NoMove { .. })), "{error}");
    }
}

#[test]
fn a_stop_from_another_thread_ends_an_endless_analysis() {
    let mut engine = engine("patient");
    let stop = Stop::new();
    let flag = stop.clone();
    let choice = thread::scope(|scope| {
        let thinking =
            scope.spawn(move || engine.choose(&History::default(), &Limit::default(), &stop, &mut |_| {}));
        thread::sleep(Duration::from_millis(50));
        flag.raise();
        thinking.join().expect("the thread ends")
    });
    assert_eq!(format!("{:?}", choice.expect("a move").mv), "e2e4");
}

#[test]
fn kill_9_in_the_middle_of_a_search_is_an_error_and_leaves_no_zombie() {
    let mut engine = engine("patient");
    let process = engine.process().expect("it runs");
    let error = thread::scope(|scope| {
        let thinking = scope.spawn(|| ask(&mut engine, &Limit::default()).0.expect_err("it was killed"));
        thread::sleep(Duration::from_millis(50));
        let status = Command::new("kill").args(["-9", &process.to_string()]).status().expect("kill runs");
        assert!(status.success());
        thinking.join().expect("the thread ends")
    });
    assert!(error.to_string().contains("signal: 9"), "{error}");
    assert!(!exists(process), "reaped");
}

#[test]
fn a_dropped_engine_has_ended_even_if_it_does_not_want_to() {
    for mode in ["good", "stubborn", "patient"] {
        let engine = engine(mode);
        let process = engine.process().expect("it runs");
        assert!(exists(process));
        drop(engine);
        assert!(!exists(process), "{mode}");
    }
}

fn greedy() -> Result<Box<dyn Player>, PlayerError> {
    Ok(Box::new(Greedy::new(1)))
}

#[test]
fn a_crash_loses_the_game_and_not_the_match() {
    let contest = Match {
        games: 4,
        control: Control::Move(Limit::depth(1)),
        margin: Duration::from_secs(60),
        openings: Vec::new(),
        concurrency: 2,
    };
    let crashing = || -> Result<Box<dyn Player>, PlayerError> { Ok(Box::new(engine("dead"))) };
    let mut games = Vec::new();
    let _ = contest.run::<()>(&crashing, &greedy, |game| {
        games.push(game);
        ControlFlow::Continue(())
    });
    assert_eq!(games.len(), 4);
    for game in games {
        assert_eq!(game.game.outcome, Outcome::Win(!game.first));
        let reason = &game.game.reason;
        assert!(
            matches!(reason, Reason::Failed { message, .. } if message.contains("exit status: 3")),
            "{reason}"
        );
    }
}

#[test]
fn a_slow_engine_loses_on_time() {
    // Its only move is one of white's, so one game.
    let contest = Match {
        games: 1,
        control: Control::Move(Limit::time(Duration::from_millis(1))),
        margin: Duration::from_millis(50),
        openings: Vec::new(),
        concurrency: 1,
    };
    let slow = || -> Result<Box<dyn Player>, PlayerError> { Ok(Box::new(engine("slow"))) };
    let _ = contest.run::<()>(&slow, &greedy, |game| {
        let reason = &game.game.reason;
        assert!(matches!(reason, Reason::Time { color, .. } if *color == game.first), "{reason}");
        ControlFlow::Continue(())
    });
}
