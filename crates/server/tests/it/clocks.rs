//! Clocks, flag fall and draw offers.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{Client, TestServer};

fn play(client: &mut Client, id: i64, moves: &[&str]) -> Value {
    let mut last = Value::Null;
    for text in moves {
        let head = client.get(&format!("/api/games/{id}")).expect(200).json()["head"].clone();
        let body = json!({"node": head, "move": text});
        last = client.post(&format!("/api/games/{id}/moves"), &body).expect(200).json();
    }
    last
}

fn new_game(client: &mut Client, base: u32, increment: u32) -> i64 {
    let body = json!({"clock": {"base": base, "increment": increment}});
    client.post("/api/games", &body).expect(201).json()["id"].as_i64().expect("an id")
}

#[test]
fn the_side_whose_time_runs_out_loses() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let id = new_game(&mut client, 2, 1);
    // The first move of each side takes no time and gets no increment.
    let change = play(&mut client, id, &["e4"]);
    assert_eq!(change["header"]["play"]["clock"]["elapsed"], Value::Null);
    let change = play(&mut client, id, &["e5"]);
    let clock = &change["header"]["play"]["clock"];
    assert_eq!((&clock["white"], &clock["black"]), (&json!(2000), &json!(2000)));
    assert!(clock["elapsed"].is_u64());
    std::thread::sleep(Duration::from_millis(300));
    let change = play(&mut client, id, &["Nf3"]);
    let white = change["header"]["play"]["clock"]["white"].as_u64().expect("a time");
    assert!((1_000..=2_700).contains(&white), "two seconds, less 0.3, plus one: {white}");
    let started = Instant::now();
    let game = loop {
        let game = client.get(&format!("/api/games/{id}")).expect(200).json();
        if game["result"] != "*" {
            break game;
        }
        assert!(started.elapsed() < Duration::from_secs(20), "the flag did not fall");
        std::thread::sleep(Duration::from_millis(50));
    };
    assert!(started.elapsed() > Duration::from_millis(1_500), "the flag fell early");
    assert_eq!(game["result"], "1-0");
    assert_eq!(game["tags"]["Termination"], "Black lost on time");
    assert_eq!(game["play"]["clock"]["elapsed"], Value::Null);
    let pgn = client.get(&format!("/api/games/{id}/pgn")).expect(200).text().replace('\n', " ");
    assert!(pgn.contains("[TimeControl \"2+1\"]"), "{pgn}");
    assert!(
        pgn.contains("1. e4 { [%clk 0:00:02] } 1... e5 { [%clk 0:00:02] } 2. Nf3 { [%clk 0:00:0"),
        "{pgn}"
    );
    // Undo takes the flag and the last move back; the time is that of the move before.
    let change = client.post(&format!("/api/games/{id}/undo"), &json!({})).expect(200).json();
    assert_eq!(
        (&change["header"]["result"], &change["header"]["play"]["clock"]["white"]),
        (&json!("*"), &json!(2000))
    );
}

#[test]
fn a_flag_fall_is_a_draw_if_the_other_side_cannot_mate() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let body = json!({"fen": "7k/8/8/8/8/8/R7/K5n1 w - - 0 1", "clock": {"base": 1, "increment": 0}});
    let id = client.post("/api/games", &body).expect(201).json()["id"].as_i64().expect("an id");
    play(&mut client, id, &["Kb1", "Kg8"]);
    let started = Instant::now();
    while client.get(&format!("/api/games/{id}")).expect(200).json()["result"] == "*" {
        assert!(started.elapsed() < Duration::from_secs(20), "the flag did not fall");
        std::thread::sleep(Duration::from_millis(50));
    }
    let game = client.get(&format!("/api/games/{id}")).expect(200).json();
    assert_eq!(game["result"], "1/2-1/2");
    assert_eq!(game["tags"]["Termination"], "White ran out of time, but Black cannot mate");
}

#[test]
fn clocks_survive_a_restart_which_takes_no_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let id = {
        let server = TestServer::start(folder.path());
        let mut client = server.client();
        let id = new_game(&mut client, 60, 0);
        play(&mut client, id, &["e4", "e5"]);
        std::thread::sleep(Duration::from_millis(200));
        play(&mut client, id, &["Nf3"]);
        id
    };
    std::thread::sleep(Duration::from_millis(300));
    let server = TestServer::start(folder.path());
    let clock = server.client().get(&format!("/api/games/{id}")).expect(200).json()["play"]["clock"].take();
    let white = clock["white"].as_u64().expect("a time");
    assert!((50_000..=59_800).contains(&white), "{white}");
    assert_eq!(clock["black"], 60_000);
    assert!(clock["elapsed"].as_u64().expect("a running clock") < 300, "{clock}");
}

/// Waits until a condition holds for a game, and returns the game.
fn wait(client: &mut Client, id: i64, done: impl Fn(&Value) -> bool) -> Value {
    let started = Instant::now();
    loop {
        let game = client.get(&format!("/api/games/{id}")).expect(200).json();
        if done(&game) {
            return game;
        }
        assert!(started.elapsed() < Duration::from_secs(20), "{game}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_pause_stops_the_clock_and_keeps_the_time_that_was_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let body = json!({"black": {"player": "random"}, "clock": {"base": 60, "increment": 0}});
    let id = client.post("/api/games", &body).expect(201).json()["id"].as_i64().expect("an id");
    play(&mut client, id, &["e4"]);
    wait(&mut client, id, |game| game["plies"] == 2);
    std::thread::sleep(Duration::from_millis(300));
    let mut run = |running: bool| {
        let path = format!("/api/games/{id}/play");
        let change = client.send("PATCH", &path, &json!({"running": running})).expect(200).json();
        change["header"]["play"]["clock"].clone()
    };
    let paused = run(false);
    let white = paused["white"].as_u64().expect("a time");
    assert!((40_000..=59_700).contains(&white), "sixty seconds, less 0.3: {white}");
    assert_eq!(paused["elapsed"], Value::Null);
    std::thread::sleep(Duration::from_millis(200));
    let begun = Instant::now();
    let resumed = run(true);
    assert_eq!(resumed["white"], white, "the pause takes no time");
    let elapsed = resumed["elapsed"].as_u64().expect("a running clock");
    assert!(
        u128::from(elapsed) <= begun.elapsed().as_millis() + 1,
        "the clock runs since the request: {resumed}"
    );
}

#[test]
fn a_game_that_is_opened_again_after_a_flag_fall_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let id = new_game(&mut client, 1, 0);
    play(&mut client, id, &["e4", "e5"]);
    let fallen = wait(&mut client, id, |game| game["result"] != "*");
    assert_eq!(fallen["play"]["clock"]["white"], 0);
    let change =
        client.send("PATCH", &format!("/api/games/{id}"), &json!({"result": "*"})).expect(200).json();
    assert_eq!(change["header"]["play"]["clock"]["white"], 1_000);
}

#[test]
fn impossible_time_controls_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    for (base, increment) in [(0, 0), (10_801, 0), (60, 181)] {
        let body = json!({"clock": {"base": base, "increment": increment}});
        let refused = client.post("/api/games", &body).expect(400);
        assert!(
            refused.text().contains("expected 1 to 10800 seconds for all moves and at most 180 per move")
        );
    }
}

/// Twenty plies of two kings that never meet.
const WALK: [&str; 20] = [
    "Kb1", "Kh7", "Ka1", "Kg8", "Kb1", "Kh8", "Kb2", "Kh7", "Kb3", "Kg8", "Kb4", "Kh8", "Kb5", "Kh7", "Kb6",
    "Kg8", "Kb7", "Kh8", "Ka7", "Kh7",
];

#[test]
fn a_computer_accepts_a_draw_only_late_and_if_it_is_not_better() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let mut offer = |fen: &str, moves: &[&str]| {
        let id =
            client.post("/api/games", &json!({"fen": fen})).expect(201).json()["id"].as_i64().expect("an id");
        play(&mut client, id, moves);
        let seat = json!({"black": {"player": "random"}, "running": false});
        client.send("PATCH", &format!("/api/games/{id}/play"), &seat).expect(200);
        client.post(&format!("/api/games/{id}/play/draw"), &json!({}))
    };
    // White has a rook more.
    let losing = "7k/8/8/8/8/8/8/K2R4 w - - 0 1";
    let early = offer(losing, &["Kb1", "Kh7"]).expect(409);
    assert!(early.message().contains("Pinsight random declines the draw"), "{}", early.message());
    let change = offer(losing, &WALK).expect(200).json();
    assert_eq!(change["header"]["result"], "1/2-1/2");
    assert_eq!(change["header"]["tags"]["Termination"], "draw by agreement");
    // Black has a rook more.
    let refused = offer("4r2k/8/8/8/8/8/8/K7 w - - 0 1", &WALK).expect(409);
    assert!(refused.message().contains("declines"), "{}", refused.message());
}
