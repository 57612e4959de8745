//! UCI engines: one that behaves and several that fail.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use pinsight_players::{
    Choice, Engine, EngineConfig, EngineError, Greedy, Info, Limit, Match, Openings, Player, PlayerError,
    Reason, Stop, TimeControl, Value,
};
use pinsight_rules::{Color, History, Outcome};

fn config(mode: &str, timeout: Duration) -> EngineConfig {
    let python = std::env::var("PINSIGHT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scripted_engine.py");
    EngineConfig { arguments: vec![script.to_owned(), mode.to_owned()], timeout, ..EngineConfig::new(python) }
}

/// An engine with a timeout that a busy machine does not exceed.
fn engine(mode: &str) -> Engine {
    Engine::start(&config(mode, Duration::from_secs(60))).expect("the engine starts")
}

/// An engine with a timeout just long enough for it to start.
fn impatient_engine(mode: &str) -> Engine {
    Engine::start(&config(mode, Duration::from_secs(4))).expect("the engine starts")
}

fn ask(engine: &mut Engine, limit: &Limit) -> (Result<Choice, PlayerError>, Vec<Info>) {
    let mut reported = Vec::new();
    let answer =
        engine.choose(&History::default(), limit, &Stop::new(), &mut |info| reported.push(info.clone()));
    (answer, reported)
}

/// Whether the process exists, zombies included.
fn exists(process: u32) -> bool {
    Path::new(&format!("/proc/{process}")).exists()
}

#[test]
fn a_good_engine_reports_lines_and_plays() {
    let mut engine = engine("good");
    assert_eq!(engine.name(), "Scripted good");
    assert_eq!(engine.options().len(), 3);
    engine.set_option("hash", "32").expect("a valid option");
    engine.set_option("Style", "wild").expect("a valid option");
    engine.set_option("Clear Hash", "").expect("a button");
    engine.new_game().expect("a new game");
    let (answer, reported) = ask(&mut engine, &Limit::depth(5));
    let choice = answer.expect("a move");
    assert_eq!(format!("{:?}", choice.mv), "e2e4");
    assert_eq!(choice.score().map(|score| score.of(Color::White)), Some(Value::Centipawns(31)));
    assert_eq!(reported.len(), 2);
    assert_eq!(
        (reported[0].depth, reported[0].seldepth, reported[0].nodes, reported[0].pv.len()),
        (5, Some(9), 12_345, 3)
    );
    assert_eq!(
        (reported[1].line, reported[1].score.map(|score| score.of(Color::Black))),
        (2, Some(Value::MatedIn(4)))
    );
}

#[test]
fn the_longest_time_does_not_overflow() {
    let (answer, _) = ask(&mut engine("good"), &Limit::time(Duration::MAX));
    assert_eq!(format!("{:?}", answer.expect("a move").mv), "e2e4");
}

#[test]
fn invalid_options_are_refused_and_the_engine_keeps_running() {
    let mut engine = engine("good");
    let message = |result: Result<(), EngineError>| result.expect_err("refused").to_string();
    assert!(message(engine.set_option("Speed", "1")).contains("it offers only Hash, Style, Clear Hash"));
    assert!(message(engine.set_option("Hash", "65")).contains("expected a whole number from 1 to 64"));
    assert!(message(engine.set_option("Style", "Odd")).contains("expected one of Calm, Wild"));
    assert!(ask(&mut engine, &Limit::depth(1)).0.is_ok());
}

#[test]
fn malformed_lines_are_ignored() {
    let mut engine = engine("rubbish");
    let (answer, reported) = ask(&mut engine, &Limit::depth(1));
    assert_eq!(format!("{:?}", answer.expect("a move").mv), "e2e4");
    assert!(!reported.is_empty() && reported.iter().all(|info| info.pv.len() <= 1), "{reported:?}");
}

#[test]
fn the_error_of_a_crash_contains_the_exit_status() {
    let mut engine = engine("dead");
    let process = engine.process().expect("it runs");
    let error = ask(&mut engine, &Limit::depth(1)).0.expect_err("it ended");
    assert!(matches!(&error, PlayerError::Engine(EngineError::Exited { .. })), "{error}");
    assert!(error.to_string().contains("exit status: 3"), "{error}");
    assert!(!exists(process), "reaped");
    let again = ask(&mut engine, &Limit::depth(1)).0.expect_err("it is gone");
    assert!(matches!(again, PlayerError::Engine(EngineError::NotRunning { .. })), "{again}");
}

#[test]
fn an_engine_that_does_not_answer_is_killed() {
    let mut engine = impatient_engine("mute");
    let process = engine.process().expect("it runs");
    let error = ask(&mut engine, &Limit::time(Duration::from_millis(10))).0.expect_err("no answer");
    assert!(
        matches!(&error, PlayerError::Engine(EngineError::Timeout { command, .. }) if command == "go"),
        "{error}"
    );
    assert!(!exists(process), "killed and reaped");
}

#[test]
fn an_engine_that_does_not_answer_isready_is_killed() {
    let error = ask(&mut impatient_engine("mute"), &Limit::depth(30)).0.expect_err("no answer");
    assert!(error.to_string().contains("did not answer `isready`"), "{error}");
}

#[test]
fn an_engine_that_writes_without_end_is_killed() {
    let error = ask(&mut impatient_engine("chatter"), &Limit::time(Duration::from_millis(10)))
        .0
        .expect_err("no answer");
    assert!(matches!(&error, PlayerError::Engine(EngineError::Timeout { .. })), "{error}");
}

#[test]
fn an_engine_that_does_not_read_is_killed() {
    let mut engine = engine("deaf");
    let process = engine.process().expect("it runs");
    let sent = (0..10_000).map(|_| engine.set_option("Hash", "32")).find(Result::is_err);
    assert!(matches!(sent, Some(Err(EngineError::Timeout { .. }))), "{sent:?}");
    assert!(!exists(process));
}

#[test]
fn names_and_options_of_an_engine_are_cut() {
    let engine = engine("flood");
    assert_eq!(engine.name().chars().count(), 100);
    assert!(!engine.name().contains(char::is_control), "{:?}", engine.name());
    assert_eq!(engine.options().len(), 1_000);
}

#[test]
fn programs_that_are_not_engines_are_refused() {
    let error = |config: &EngineConfig| Engine::start(config).err().expect("no engine");
    assert!(matches!(error(&config("silent", Duration::from_secs(1))), EngineError::Timeout { .. }));
    assert!(matches!(error(&config("gone", Duration::from_secs(60))), EngineError::Exited { .. }));
    let missing = error(&EngineConfig::new("no-such-engine-anywhere"));
    assert!(
        missing.to_string().starts_with("cannot start the engine `no-such-engine-anywhere`: "),
        "{missing}"
    );
}

#[test]
fn illegal_and_missing_moves_are_errors() {
    for mode in ["illegal", "none"] {
        let error = ask(&mut engine(mode), &Limit::depth(1)).0.expect_err("no legal move");
        assert!(matches!(&error, PlayerError::Engine(EngineError::IllegalMove { .. })), "{error}");
    }
}

#[test]
fn a_stop_from_another_thread_ends_an_endless_analysis() {
    let mut engine = engine("patient");
    let stop = Stop::new();
    let flag = stop.clone();
    let choice = thread::scope(|scope| {
        let search =
            scope.spawn(move || engine.choose(&History::default(), &Limit::default(), &stop, &mut |_| {}));
        thread::sleep(Duration::from_millis(50));
        flag.raise();
        search.join().expect("the thread ends")
    });
    assert_eq!(format!("{:?}", choice.expect("a move").mv), "e2e4");
}

#[test]
fn kill_9_in_the_middle_of_a_search_is_an_error_and_leaves_no_zombie() {
    let mut engine = engine("patient");
    let process = engine.process().expect("it runs");
    let error = thread::scope(|scope| {
        let search = scope.spawn(|| ask(&mut engine, &Limit::default()).0.expect_err("it was killed"));
        thread::sleep(Duration::from_millis(50));
        let status = Command::new("kill").args(["-9", &process.to_string()]).status().expect("kill runs");
        assert!(status.success());
        search.join().expect("the thread ends")
    });
    assert!(error.to_string().contains("signal: 9"), "{error}");
    assert!(!exists(process), "reaped");
}

#[test]
fn dropping_an_engine_ends_its_process() {
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
fn a_crash_loses_the_game_but_the_match_continues() {
    let contest = Match {
        games: 4,
        control: TimeControl::Move(Limit::depth(1)),
        margin: Duration::from_secs(60),
        openings: Openings::List(Vec::new()),
        concurrency: 2,
        stop: Stop::new(),
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
    // The script plays only e2e4, so it must be White.
    let contest = Match {
        games: 1,
        control: TimeControl::Move(Limit::time(Duration::from_millis(1))),
        margin: Duration::from_millis(50),
        openings: Openings::List(Vec::new()),
        concurrency: 1,
        stop: Stop::new(),
    };
    let slow = || -> Result<Box<dyn Player>, PlayerError> { Ok(Box::new(engine("slow"))) };
    let _ = contest.run::<()>(&slow, &greedy, |game| {
        let reason = &game.game.reason;
        assert!(matches!(reason, Reason::Time { color, .. } if *color == game.first), "{reason}");
        ControlFlow::Continue(())
    });
}
