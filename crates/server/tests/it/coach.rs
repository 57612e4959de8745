//! The coach: reviews in the background that survive the end of the server, and questions about single moves.

use std::path::Path;
use std::time::{Duration, Instant};

use super::common::{Client, Page, TestServer};
use pinsight_server::{Mode, Options};
use serde_json::{Value, json};

/// After 2. g4 Black mates in one.
const FOOLS_MATE: &[u8] = b"[White \"Anna\"]\n[Black \"Ben\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

/// A server whose reviews search `nodes` nodes per position.
fn serve(folder: &Path, nodes: u64) -> TestServer {
    TestServer::with(Options { nodes: Some(nodes), ..Options::new(folder.to_owned()) })
}

fn import(client: &mut Client, pgn: &[u8]) -> String {
    format!("/api/games/{}", client.import("games.pgn", pgn).expect(201).json()["game"]["id"])
}

fn wait_for(client: &mut Client, game: &str, state: &str) -> Value {
    let begun = Instant::now();
    loop {
        let status = client.get(&format!("{game}/coach")).expect(200).json();
        if status["state"] == state {
            return status;
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "{status}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_review_judges_the_moves_and_is_stored() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = serve(folder.path(), 2_000);
    let mut client = server.client();
    let game = import(&mut client, FOOLS_MATE);
    assert_eq!(client.get(&format!("{game}/coach")).expect(200).json()["state"], "none");
    assert_eq!(client.get(&format!("{game}/coach/review")).expect(404).code(), "not_found");
    let mut page = Page::open(&server);
    page.say(&json!({"type": "subscribe", "game": 1}));
    page.next_of("game");
    client.post(&format!("{game}/coach"), &json!({})).expect(202);
    assert_eq!(page.next_of("review")["game"], 1);
    wait_for(&mut client, &game, "done");
    let review = client.get(&format!("{game}/coach/review")).expect(200).json();
    let moves = review["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 4);
    assert_eq!(moves[2]["judgement"], "blunder");
    assert_eq!(moves[2]["text"].as_str().map(|text| text.contains("Qh4#")), Some(true), "{}", moves[2]);
    assert_eq!(moves[2]["findings"][0]["mate"], 1);
    assert_eq!(moves[2]["findings"][0]["line"]["moves"][0]["san"], "Qh4#");
    assert_eq!(review["summary"]["white"]["blunders"], 1);
    assert_eq!(review["summary"]["black"]["blunders"], 0);
    drop((client, page, server));
    let server = serve(folder.path(), 2_000);
    let mut client = server.client();
    assert_eq!(client.get(&format!("{game}/coach/review")).expect(200).json(), review);
    let pgn = client.get(&format!("{game}/pgn?coach=true")).expect(200).text();
    assert!(pgn.contains("2. g4 $4") && pgn.contains("Qh4#") && pgn.contains("[%eval"), "{pgn}");
    let plain = client.get(&format!("{game}/pgn")).expect(200).text();
    assert!(!plain.contains("$4"), "the game itself has no notes: {plain}");
}

#[test]
fn a_review_can_be_cancelled_and_an_unfinished_one_is_made_again_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    // Days on any machine.
    let server = serve(folder.path(), 10_000_000_000);
    let mut client = server.client();
    let game = import(&mut client, FOOLS_MATE);
    let other = import(&mut client, b"1. e4 e5 2. Nf3 *");
    client.post(&format!("{game}/coach"), &json!({})).expect(202);
    client.post(&format!("{other}/coach"), &json!({})).expect(202);
    let again = client.post(&format!("{other}/coach"), &json!({})).expect(202).json();
    assert_eq!(again["state"], "queued", "one review runs at a time");
    let begun = Instant::now();
    assert_eq!(client.delete(&format!("{game}/coach")).expect(200).json()["state"], "none");
    assert!(begun.elapsed() < Duration::from_secs(10));
    assert_eq!(client.get(&format!("{game}/coach/review")).expect(404).code(), "not_found");
    drop((client, server));
    let server = serve(folder.path(), 1_000);
    let mut client = server.client();
    wait_for(&mut client, &other, "done");
    assert_eq!(client.get(&format!("{game}/coach")).expect(200).json()["state"], "none", "it was cancelled");
}

#[test]
fn an_interrupted_review_continues_with_the_answers_of_its_journal() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = serve(folder.path(), 60_000);
    let mut client = server.client();
    let game = import(&mut client, b"1. e4 e5 2. Nf3 d6 3. d4 Bg4 *");
    client.post(&format!("{game}/coach"), &json!({})).expect(202);
    let begun = Instant::now();
    let done = |client: &mut Client| client.get(&format!("{game}/coach")).expect(200).json()["done"].as_u64();
    while done(&mut client).is_none_or(|done| done < 3) {
        assert!(begun.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(10));
    }
    drop((client, server));
    let journal = folder.path().join("review-1.journal");
    let lines = |path: &Path| std::fs::read_to_string(path).expect("a journal").lines().count();
    assert!(lines(&journal) > 3, "a header and an answer per step");
    let server = serve(folder.path(), 60_000);
    let mut client = server.client();
    wait_for(&mut client, &game, "done");
    let continued = client.get(&format!("{game}/coach/review")).expect(200).json();
    assert!(!journal.exists());
    client.post(&format!("{game}/coach"), &json!({})).expect(202);
    wait_for(&mut client, &game, "done");
    assert_eq!(client.get(&format!("{game}/coach/review")).expect(200).json(), continued);
}

#[test]
fn reviews_that_cannot_be_made_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = serve(folder.path(), 1_000);
    let mut client = server.client();
    let empty = format!("/api/games/{}", client.post("/api/games", &json!({})).expect(201).json()["id"]);
    let refused = client.post(&format!("{empty}/coach"), &json!({})).expect(400);
    assert!(refused.message().contains("no moves to review"), "{}", refused.message());
    let game = import(&mut client, FOOLS_MATE);
    for (player, words) in [("nobody", "there is no player"), ("random", "cannot analyse")] {
        let refused = client.post(&format!("{game}/coach"), &json!({ "player": player })).expect(422);
        assert!(refused.message().contains(words), "{}", refused.message());
    }
    client.post("/api/games/99/coach", &json!({})).expect(404);
    client.get("/api/games/99/coach").expect(404);
    client.post(&format!("{game}/coach"), &json!({"engine": "/bin/sh"})).expect(400);
    drop((client, server));
    let server = TestServer::with(Options { mode: Mode::ReadOnly, ..Options::new(folder.path().to_owned()) });
    let mut client = server.client();
    assert_eq!(client.post(&format!("{game}/coach"), &json!({})).expect(403).code(), "read_only");
    assert_eq!(client.get(&format!("{game}/coach")).expect(200).json()["state"], "none");
}

#[test]
fn the_coach_answers_about_one_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = serve(folder.path(), 10_000);
    let mut client = server.client();
    // The knight on f6 is pinned: after Nxd5, which wins a rook, comes Qxg7#.
    let fen = "5rk1/p1q1bppp/1p3n2/3R1N2/2r2B2/6P1/PQ3P1P/R5K1 b - - 1 22";
    let game =
        format!("/api/games/{}", client.post("/api/games", &json!({ "fen": fen })).expect(201).json()["id"]);
    let answer = client.get(&format!("{game}/nodes/0/coach")).expect(200).json();
    assert_eq!(answer["reviewed"], Value::Null);
    let reasons: Vec<&str> = answer["pins"]
        .as_array()
        .expect("pins")
        .iter()
        .filter(|pin| pin["pinned"]["square"] == "f6" && pin["relevance"] == "real")
        .filter_map(|pin| pin["reason"].as_str())
        .collect();
    assert!(!reasons.is_empty(), "{answer}");
    let mate = import(&mut client, FOOLS_MATE);
    let answer = client.get(&format!("{mate}/nodes/3/coach")).expect(200).json();
    assert_eq!(answer["reviewed"]["judgement"], "blunder");
    client.get(&format!("{mate}/nodes/77/coach")).expect(404);
    let tried = |client: &mut Client, text: &str| {
        client.get(&format!("{mate}/nodes/3/attempt?move={text}")).expect(200).json()
    };
    let best = tried(&mut client, "d8h4");
    assert_eq!((&best["good"], &best["san"]), (&json!(true), &json!("Qh4#")));
    let slow = tried(&mut client, "a6");
    assert_eq!((&slow["good"], &slow["judgement"]), (&json!(false), &json!("blunder")), "{slow}");
    assert_eq!(client.get(&format!("{mate}/nodes/3/attempt?move=e9")).expect(422).code(), "illegal_move");
}
