//! The WebSocket: changes arrive, a page that comes back catches up, computers are heard thinking.

use std::time::{Duration, Instant};

use super::common::{Client, Page, TestServer};
use serde_json::{Value, json};
use tungstenite::Message;

fn new_game(client: &mut Client, new: &Value) -> i64 {
    client.post("/api/games", new).expect(201).json()["id"].as_i64().expect("an id")
}

#[test]
fn a_change_is_sent_to_all_subscribers_and_equals_the_response() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let (game, other) = (new_game(&mut client, &json!({})), new_game(&mut client, &json!({})));
    let (mut one, mut two) = (Page::open(&server), Page::open(&server));
    for page in [&mut one, &mut two] {
        page.say(&json!({"type": "subscribe", "game": game, "version": 1}));
        assert_eq!(page.next(), json!({"type": "current", "game": game, "version": 1}));
    }
    client.post(&format!("/api/games/{other}/moves"), &json!({"node": 0, "move": "d4"})).expect(200);
    let change = client
        .post(&format!("/api/games/{game}/moves"), &json!({"node": 0, "move": "e4"}))
        .expect(200)
        .json();
    assert_eq!(one.next(), change, "and nothing of the other game before it");
    assert_eq!(two.next(), change);
    one.say(&json!({"type": "unsubscribe", "game": game}));
    one.say(&json!({"type": "subscribe", "game": 99}));
    assert_eq!(one.next()["code"], "not_found");
    client.delete(&format!("/api/games/{game}")).expect(204);
    assert_eq!(two.next(), json!({"type": "deleted", "game": game}));
    assert_eq!(one.next(), json!({"type": "games"}));
}

#[test]
fn a_page_that_reconnects_receives_what_it_missed() {
    let folder = tempfile::tempdir().expect("a folder");
    let game;
    {
        let server = TestServer::start(folder.path());
        let mut client = server.client();
        game = new_game(&mut client, &json!({}));
        client.post(&format!("/api/games/{game}/moves"), &json!({"node": 0, "move": "e4"})).expect(200);
    }
    // The server was restarted; the page knows the first version.
    let server = TestServer::start(folder.path());
    let mut page = Page::open(&server);
    page.say(&json!({"type": "subscribe", "game": game, "version": 1}));
    let whole = page.next();
    assert_eq!(whole["type"], "game");
    assert_eq!(whole["game"], server.client().get(&format!("/api/games/{game}")).expect(200).json());
    assert_eq!(whole["game"]["version"], 2);
}

#[test]
fn an_invalid_message_is_refused_and_the_connection_stays_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut page = Page::open(&server);
    let refused = [
        (json!({"type": "dance"}), "bad_request"),
        (json!([1]), "bad_request"),
        (json!({"type": "subscribe"}), "bad_request"),
        (json!({"type": "analyse", "fen": "x", "player": "search"}), "bad_fen"),
        (json!({"type": "analyse", "fen": "startpos", "player": "search", "lines": 9}), "bad_request"),
        (json!({"type": "analyse", "fen": "startpos", "player": "random"}), "unknown_player"),
        (json!({"type": "analyse", "fen": "startpos", "player": "/bin/sh"}), "unknown_player"),
        (json!({"type": "analyse", "fen": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "player": "search"}), "conflict"),
    ];
    for (message, code) in refused {
        page.say(&message);
        let answer = page.next();
        assert_eq!((&answer["type"], &answer["code"]), (&json!("error"), &json!(code)), "{message}");
    }
    page.socket.send(Message::binary(vec![1])).expect("to be heard");
    assert_eq!(page.next()["code"], "bad_request");
}

#[test]
fn an_analysis_finds_a_mate_and_stops_on_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut page = Page::open(&server);
    let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    page.say(&json!({"type": "analyse", "fen": fen, "player": "search", "lines": 2}));
    let mate = loop {
        let seen = page.next_of("analysis");
        assert_eq!(seen["fen"], fen);
        if seen["lines"][0]["score"] == json!({"mate": 1}) {
            break seen;
        }
    };
    assert_eq!(mate["lines"][0]["san"], json!(["Ra8#"]));
    assert_eq!(mate["lines"][0]["uci"], json!(["a1a8"]));
    assert_eq!(mate["lines"][0]["text"], "#1");
    page.say(&json!({"type": "stop"}));
    // Another one takes its place at once; nothing of the first comes after it.
    let black = "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1";
    page.say(&json!({"type": "analyse", "fen": black, "player": "search"}));
    loop {
        let seen = page.next_of("analysis");
        if seen["fen"] == black && seen["lines"][0]["score"] == json!({"mate": -1}) {
            break;
        }
    }
}

#[test]
fn a_computer_answers_and_a_takeback_gives_the_human_the_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let game = new_game(&mut client, &json!({"black": {"player": "greedy"}}));
    let mut page = Page::open(&server);
    page.say(&json!({"type": "subscribe", "game": game}));
    assert_eq!(page.next()["type"], "game");
    client.post(&format!("/api/games/{game}/moves"), &json!({"node": 0, "move": "e4"})).expect(200);
    assert_eq!(page.next_of("change")["node"], 1);
    assert_eq!(page.next_of("thinking")["color"], "black");
    let answer = page.next_of("change");
    assert_eq!(answer["header"]["head"], 2);
    assert_eq!(answer["header"]["play"]["thinking"], Value::Null);
    let undone = client.post(&format!("/api/games/{game}/take-back"), &json!({})).expect(200).json();
    assert_eq!(undone["header"]["head"], 0, "both moves are taken back");
    assert_eq!(
        client.post(&format!("/api/games/{game}/play/step"), &json!({})).expect(409).code(),
        "conflict"
    );
    // A move elsewhere than at the head is a variation: no computer answers it.
    let aside = client
        .post(&format!("/api/games/{game}/moves"), &json!({"node": 1, "move": "a6"}))
        .expect(200)
        .json();
    assert_eq!(aside["header"]["head"], 0);
}

/// Waits until a game is as wanted, without any page being open.
fn wait(client: &mut Client, game: i64, what: &str, done: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let found = client.get(&format!("/api/games/{game}")).expect(200).json();
        if done(&found) {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "no {what} in {found}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn two_computers_play_without_a_page_pause_step_and_go_on_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let (game, paused);
    {
        let server = TestServer::start(folder.path());
        let mut client = server.client();
        let seats = json!({"white": {"player": "random"}, "black": {"player": "random"}, "running": false});
        game = new_game(&mut client, &seats);
        let play = format!("/api/games/{game}/play");
        let stepped = client.post(&format!("{play}/step"), &json!({})).expect(200).json();
        assert_eq!(
            (&stepped["header"]["plies"], &stepped["header"]["play"]["running"]),
            (&json!(1), &json!(false))
        );
        client.send("PATCH", &play, &json!({"running": true, "delay": 1})).expect(200);
        wait(&mut client, game, "ten moves", |game| game["plies"].as_u64() >= Some(10));
        let change = client.send("PATCH", &play, &json!({"running": false})).expect(200).json();
        paused = change["header"]["plies"].clone();
        std::thread::sleep(Duration::from_millis(100));
        let still = client.get(&format!("/api/games/{game}")).expect(200).json();
        // A game may have ended before the pause; otherwise no computer moves.
        assert_eq!(still["plies"], paused);
        client.send("PATCH", &play, &json!({"running": true, "delay": 0})).expect(200);
    }
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let over =
        wait(&mut client, game, "end", |game| game["result"] != "*" && game["play"]["running"] == false);
    let last = over["nodes"].as_array().and_then(|nodes| nodes.last()).expect("a last node");
    assert!(last["position"]["outcome"].is_object(), "{last}");
    assert_eq!(
        client.post(&format!("/api/games/{game}/play/step"), &json!({})).expect(409).code(),
        "conflict"
    );
}
