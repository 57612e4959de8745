//! The opening tree and the search over all kept games.

use super::common::{Client, TestServer};
use pinsight_openings::BookBuilder;
use pinsight_pgn::GameResult;
use pinsight_rules::{Color, Position};
use pinsight_server::Options;
use serde_json::{Value, json};

const GAMES: &[u8] = b"[White \"Anna\"]\n[Black \"Ben\"]\n[WhiteElo \"2000\"]\n[Date \"2024.05.01\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n\
[White \"Clara\"]\n[Black \"Dora\"]\n\n1. e4 c5 0-1\n\n[White \"Eva\"]\n[Black \"Fay\"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bb5 1/2-1/2\n\n\
[White \"Morphy\"]\n[Black \"Duke\"]\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 1-0\n";

fn start() -> Position {
    Position::default()
}

fn after(moves: &[&str]) -> String {
    let mut position = start();
    for san in moves {
        position = position.play_unchecked(position.parse_move(san).expect(san));
    }
    position.to_string().replace(' ', "%20")
}

fn tree(client: &mut Client, moves: &[&str]) -> Value {
    client.get(&format!("/api/tree?fen={}", after(moves))).expect(200).json()
}

fn counts(tree: &Value) -> Vec<(String, u64)> {
    let moves = tree["moves"].as_array().expect("moves").iter();
    moves
        .map(|row| (row["san"].as_str().unwrap_or_default().to_owned(), row["games"].as_u64().unwrap_or(0)))
        .collect()
}

#[test]
fn the_tree_counts_own_games_and_imports_by_position() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    assert_eq!(tree(&mut client, &[])["games"], 0);
    let import = client.import("games.pgn", GAMES).expect(201).json();
    let found = tree(&mut client, &[]);
    assert_eq!(counts(&found), [("e4".to_owned(), 3), ("Nf3".to_owned(), 1)]);
    assert_eq!(
        (&found["kept"], &found["book_name"], &found["omitted"]),
        (&json!(4), &Value::Null, &json!(0))
    );
    // By transposition.
    let ruy = tree(&mut client, &["e4", "e5", "Nf3", "Nc6"]);
    assert_eq!(counts(&ruy), [("Bb5".to_owned(), 2)]);
    assert_eq!(ruy["moves"][0]["opening_name"], "Ruy Lopez");
    assert_eq!((&ruy["moves"][0]["white"], &ruy["moves"][0]["draws"]), (&json!(1), &json!(1)));
    // A game on the board counts as soon as its move is confirmed.
    let game = client.post("/api/games", &json!({})).expect(201).json()["id"].clone();
    for (node, san) in [(0, "d4"), (1, "d5")] {
        client.post(&format!("/api/games/{game}/moves"), &json!({"node": node, "move": san})).expect(200);
    }
    // A variation is not played.
    client.post(&format!("/api/games/{game}/moves"), &json!({"node": 0, "move": "c4"})).expect(200);
    assert_eq!(counts(&tree(&mut client, &[])).len(), 3);
    assert_eq!(counts(&tree(&mut client, &["d4"])), [("d5".to_owned(), 1)]);
    // A game that was opened from an import counts once.
    client.post(&format!("/api/imports/{}/games/1", import["id"]), &json!({})).expect(201);
    assert_eq!(counts(&tree(&mut client, &[]))[0], ("e4".to_owned(), 3));
    client.delete(&format!("/api/imports/{}", import["id"])).expect(204);
    assert_eq!(counts(&tree(&mut client, &[])), [("d4".to_owned(), 1)]);
    assert_eq!(client.get("/api/tree?fen=x").expect(422).code(), "bad_fen");
}

#[test]
fn the_tree_shows_the_moves_of_a_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut builder = BookBuilder::default();
    for san in ["e4", "e4", "d4"] {
        builder.add(&start(), start().parse_move(san).expect(san), GameResult::Win(Color::White));
    }
    let book = Some(("mine".to_owned(), builder.finish(1)));
    let server = TestServer::with(Options { book, ..Options::new(folder.path().to_owned()) });
    let found = tree(&mut server.client(), &[]);
    assert_eq!(found["book_name"], "mine");
    let moves: Vec<_> =
        found["book"].as_array().expect("moves").iter().map(|row| row["san"].clone()).collect();
    assert_eq!(moves, ["e4", "d4"]);
}

#[test]
fn kept_games_are_found_by_position_opening_pin_and_motif() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    client.import("games.pgn", GAMES).expect(201);
    let mut whites = |query: &str| -> Vec<String> {
        let found = client.get(&format!("/api/search?{query}")).expect(200).json();
        assert_eq!(
            (&found["searched"], &found["kept"], &found["next"]),
            (&json!(4), &json!(4), &Value::Null)
        );
        let rows = found["matches"].as_array().expect("matches").iter();
        let mut names: Vec<_> = rows.map(|row| row["white"].as_str().unwrap_or("?").to_owned()).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(whites(&format!("fen={}", after(&["Nf3", "Nc6", "e4", "e5"]))), ["Anna", "Eva"]);
    assert_eq!(whites("opening=ruy%20lopez"), ["Anna", "Eva"]);
    assert_eq!(whites("opening=C41"), ["Morphy"]);
    assert_eq!(whites("pattern=bishop%20%3E%20knight%20%3E%20queen"), ["Morphy"]);
    assert_eq!(whites("pattern=bishop%20%3E%20knight%20%3E%20queen&opening=ruy"), Vec::<String>::new());
    assert_eq!(whites("motif=smothered_mate"), Vec::<String>::new());
    let found = client.get("/api/search?opening=C41").expect(200).json()["matches"][0].clone();
    assert_eq!((&found["ply"], &found["opening"]["eco"]), (&json!(4), &json!("C41")));
    for (query, words) in [
        ("", "give a position, an opening, a pin or a motif"),
        ("pattern=bishop", "attacker > pinned > shielded"),
        ("motif=nonsense", "there is no motif `nonsense`"),
        ("fen=8", "FEN"),
        ("opening=C41&limit=0", "expected at least one game"),
        ("opening=C41&after=game", "expected `next` of an earlier answer"),
    ] {
        let refused = client.get(&format!("/api/search?{query}"));
        assert!(refused.status == 400 || refused.status == 422, "{query}: {}", refused.status);
        assert!(refused.message().contains(words), "{query}: {}", refused.message());
    }
}

#[test]
fn a_search_continues_where_its_last_part_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    client.import("games.pgn", GAMES).expect(201);
    let game = client.post("/api/games", &json!({})).expect(201).json()["id"].clone();
    client.post(&format!("/api/games/{game}/moves"), &json!({"node": 0, "move": "e4"})).expect(200);
    // Own games come first; the import keeps its order. Games that are added meanwhile do not repeat others.
    let position = after(&["e4"]);
    let mut cursor = String::new();
    let mut found = Vec::new();
    loop {
        let query = format!("/api/search?fen={position}&limit=2{cursor}");
        let part = client.get(&query).expect(200).json();
        assert!(part["searched"].as_u64().is_some_and(|count| count <= 2), "{part}");
        found.extend(part["matches"].as_array().expect("matches").iter().map(|row| row["number"].clone()));
        let Some(next) = part["next"].as_str() else { break };
        cursor = format!("&after={next}");
        let other = client.post("/api/games", &json!({})).expect(201).json()["id"].clone();
        client.post(&format!("/api/games/{other}/moves"), &json!({"node": 0, "move": "e4"})).expect(200);
    }
    assert_eq!(found, [Value::Null, json!(1), json!(2), json!(4)]);
}
