//! Files of games over the API.

use std::fmt::Write;

use super::common::{Client, TestServer};
use serde_json::{Value, json};

#[test]
fn the_legal_part_of_a_broken_game_is_loaded_and_the_rest_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let pgn = "[White \"<script>alert(1)</script>\"]\n\n1. e4 {<img src=x onerror=alert(1)>} e5 (1... c5 2. Nf3 Ke4) 2. Nf9 Nc6 *\n";
    let import = client.import("bad.pgn", pgn.as_bytes()).expect(201);
    assert_eq!(import.header("content-type"), Some("application/json"));
    let import = import.json();
    assert_eq!((&import["total"], &import["faulty"]), (&json!(1), &json!(1)));
    let game = &import["game"];
    let sans: Vec<&str> =
        game["nodes"].as_array().expect("nodes").iter().filter_map(|node| node["san"].as_str()).collect();
    assert_eq!(sans, ["e4", "e5", "c5", "Nf3"]);
    // Text stays text: the server does not escape it, the page does.
    assert_eq!(game["tags"]["White"], "<script>alert(1)</script>");
    assert_eq!(
        game["nodes"][1]["comments"],
        json!([{"place": "after", "text": "<img src=x onerror=alert(1)>"}])
    );
    let found: Vec<&str> = game["diagnostics"]
        .as_array()
        .expect("diagnostics")
        .iter()
        .filter_map(|one| one["found"].as_str())
        .collect();
    assert_eq!(found, ["Ke4", "Nf9"]);
    assert_eq!(game["diagnostics"][1]["line"], 3);
    let stored = client.get(&format!("/api/games/{}", game["id"])).expect(200).json();
    assert_eq!(&stored, game);
}

#[test]
fn words_that_are_not_moves_become_a_comment() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let pgn = "1. e4 Nf9 {never} (1... c5 {Sicilian} 2. Nf3) 2. d4 1-0\n";
    let game = client.import("bad.pgn", pgn.as_bytes()).expect(201).json()["game"].take();
    assert_eq!((&game["plies"], &game["result"]), (&json!(3), &json!("1-0")));
    let written = client.get(&format!("/api/games/{}/pgn", game["id"])).expect(200).text();
    assert!(written.ends_with("\n1. e4 { Not read: Nf9 d4 } 1... c5 { Sicilian } 2. Nf3 1-0\n"), "{written}");

    let pgn = "[White \"Anna\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n{no kings} 1. e4 e5 *\n";
    let game = client.import("illegal.pgn", pgn.as_bytes()).expect(201).json()["game"].take();
    assert_eq!((&game["plies"], &game["head"]), (&json!(0), &json!(0)));
    let texts =
        game["nodes"][0]["comments"].as_array().expect("comments").iter().map(|comment| &comment["text"]);
    assert_eq!(texts.collect::<Vec<_>>(), ["no kings", "Not read: e4 e5"]);
    assert_ne!(game["diagnostics"], json!([]));
    let moves = format!("/api/games/{}/moves", game["id"]);
    client.post(&moves, &json!({"node": 0, "move": "e4"})).expect(200);
}

#[test]
fn text_without_a_game_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    for text in ["", "   \n", "hello world, this is no game", "\u{0}\u{1}\u{2}"] {
        assert_eq!(client.import("x", text.as_bytes()).expect(422).code(), "bad_pgn", "{text:?}");
    }
    // Begins like a zstd file and is none.
    assert_eq!(client.import("x", b"\x28\xb5\x2f\xfd broken").expect(422).code(), "bad_pgn");
    let json = client.send("POST", "/api/imports", &json!({}));
    assert_eq!(json.expect(415).code(), "unsupported_media_type");
    assert_eq!(client.get("/api/imports").expect(200).json(), json!({"imports": []}));
}

/// Games that differ, each of about 1,700 bytes.
fn many_games(count: usize) -> String {
    let mut text = String::new();
    for number in 1..=count {
        write!(
            text,
            "[Event \"Load\"]\n[White \"Player {number}\"]\n[Black \"Other\"]\n[Result \"1/2-1/2\"]\n\n"
        )
        .expect("text");
        for turn in 0..20 {
            let first = turn * 4 + 1;
            writeln!(
                text,
                "{}. Nf3 {{[%clk 0:05:00]}} Nf6 {}. Ng1 {{a comment}} Ng8",
                first / 2 + 1,
                first / 2 + 2,
            )
            .expect("text");
        }
        text.push_str("1/2-1/2\n\n");
    }
    text
}

#[test]
fn three_thousand_games_are_listed_and_opened_one_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let pgn = many_games(3000);
    assert!(pgn.len() > 3_000_000, "{}", pgn.len());
    let import = client.import("many.pgn", pgn.as_bytes()).expect(201).json();
    assert_eq!(import["total"], 3000);
    assert_eq!(import["game"], Value::Null);
    assert_eq!(import["games"].as_array().map(Vec::len), Some(100), "the first page only");
    let id = import["id"].as_i64().expect("an id");
    let found = client.get(&format!("/api/imports/{id}?q=player+2999")).expect(200).json();
    assert_eq!(found["matched"], 1);
    assert_eq!(found["games"][0]["number"], 2999);
    assert_eq!(found["games"][0]["plies"], 80);
    let page = client.get(&format!("/api/imports/{id}?offset=2990&limit=500")).expect(200).json();
    assert_eq!(page["games"].as_array().map(Vec::len), Some(10));
    let open = format!("/api/imports/{id}/games/2999");
    let game = client.post(&open, &json!({})).expect(201).json();
    assert_eq!(game["name"], "Player 2999 - Other");
    assert_eq!(client.post(&open, &json!({})).expect(200).json()["id"], game["id"], "opened once");
    assert_eq!(
        client.post(&format!("/api/imports/{id}/games/3001"), &json!({})).expect(404).code(),
        "not_found"
    );
    let again = client.import("many.pgn", pgn.as_bytes()).expect(200).json();
    assert_eq!(again["id"], id, "the same file is found again");
    client.delete(&format!("/api/imports/{id}")).expect(204);
    assert_eq!(client.get(&format!("/api/imports/{id}")).expect(404).code(), "not_found");
    let kept = client.get(&format!("/api/games/{}", game["id"])).expect(200).json();
    assert_eq!(kept["source"]["import"], id, "the import can be restored");
    client.post(&format!("/api/imports/{id}/restore"), &json!({})).expect(200);
    assert_eq!(client.get(&format!("/api/imports/{id}")).expect(200).json()["total"], 3000);
}

#[test]
fn a_big_tree_sends_positions_for_the_mainline_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let mut pgn = String::from("1. Nf3 Nf6 ");
    for number in 1..600 {
        write!(pgn, "{}. Ng1 ({}. a3 a6) Ng8 {}. Nf3 Nf6 ", number * 2, number * 2, number * 2 + 1)
            .expect("text");
    }
    pgn.push('*');
    let game = client.import("tree.pgn", pgn.as_bytes()).expect(201).json()["game"].take();
    let nodes = game["nodes"].as_array().expect("nodes");
    assert!(nodes.len() > 1000);
    let mut mainline = vec![0_u64];
    let by_id = |id: u64| nodes.iter().find(|node| node["id"] == id).expect("a node");
    while let Some(next) = by_id(*mainline.last().expect("a root"))["children"][0].as_u64() {
        mainline.push(next);
    }
    for node in nodes {
        let on_mainline = mainline.contains(&node["id"].as_u64().expect("an id"));
        assert_eq!(node["position"].is_object(), on_mainline, "{node}");
    }
    let aside = nodes.iter().find(|node| node["position"].is_null()).expect("a variation");
    let asked = client.get(&format!("/api/games/{}/nodes/{}", game["id"], aside["id"])).expect(200).json();
    assert!(asked["position"].is_object());
}

#[test]
fn an_imported_game_is_exported_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let pgn = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Anna\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n\
               {first} 1. e4 $1 {[%clk 0:05:00] good} e5 ({before} 1... c5 2. Nf3 (2. c3) d6) (1... e6) {after\nvariations} 2. Nf3 1-0\n";
    let game = client.import("one.pgn", pgn.as_bytes()).expect(201).json()["game"].take();
    assert_eq!(game["nodes"][1]["clock"], "0:05:00");
    let written = client.get(&format!("/api/games/{}/pgn", game["id"])).expect(200).text();
    let mut expected = pinsight_pgn::Game::parse(pgn).expect("a game");
    expected.normalise();
    let found = pinsight_pgn::Game::parse(&written).expect("a game");
    assert!(found == expected, "{written}");
}

#[test]
fn the_library_has_games_and_imports_and_finds_several_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let created = client.post("/api/v1/games", &json!({"name": "Lesson"})).expect(201);
    assert_eq!(created.header("location"), Some("/api/v1/games/1"));
    let pgn = b"[White \"Carlsen\"]\n[Black \"Xiong\"]\n\n1. e4 1-0\n\n[White \"Carlsen\"]\n[Black \"So\"]\n\n1. d4 *\n";
    let import = client.import("two.pgn", pgn).expect(201);
    assert_eq!(import.header("location"), Some("/api/v1/imports/1"));
    let mut find = |words: &str| client.get(&format!("/api/library?q={words}")).expect(200).json();
    let all = find("");
    assert_eq!(all["total"], 2, "without words, an import is one entry");
    assert_eq!(all["entries"][0]["import"]["name"], "two.pgn");
    assert_eq!(all["entries"][1]["game"]["name"], "Lesson");
    let found = find("xiong+CARLSEN");
    assert_eq!(found["total"], 1);
    assert_eq!(found["entries"][0]["import_game"]["game"]["number"], 1);
    assert_eq!(find("carlsen")["total"], 2);
    assert_eq!(find("carlsen+1-0")["total"], 1);
    assert_eq!(find("carlsen+lesson")["total"], 0);
    // An opened game is listed once.
    client.post("/api/imports/1/games/1", &json!({})).expect(201);
    let opened = client.get("/api/library?q=xiong").expect(200).json();
    assert_eq!(
        (opened["total"].as_u64(), opened["entries"][0]["game"]["name"].as_str()),
        (Some(1), Some("Carlsen - Xiong"))
    );
    client.delete("/api/imports/1").expect(204);
    assert_eq!(client.get("/api/library?q=carlsen").expect(200).json()["total"], 1);
    // What was deleted last is the first of the deleted ones.
    client.delete("/api/games/1").expect(204);
    let deleted = client.get("/api/deleted?limit=1").expect(200).json();
    assert_eq!(
        (deleted["total"].as_u64(), deleted["entries"][0]["game"]["name"].as_str()),
        (Some(2), Some("Lesson"))
    );
    let deleted = client.get("/api/deleted?offset=1").expect(200).json();
    assert_eq!(deleted["entries"], json!([{"import": deleted["entries"][0]["import"]}]));
    assert_eq!(deleted["entries"][0]["import"]["name"], "two.pgn");
}

#[test]
fn moves_are_stored_while_an_import_is_written_and_an_unfinished_import_is_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    {
        let server = TestServer::start(folder.path());
        let mut client = server.client();
        client.post("/api/games", &json!({})).expect(201);
        let pgn = many_games(3000);
        let address = server.address;
        let importing = std::thread::spawn(move || {
            Client::new(address).import("many.pgn", pgn.as_bytes()).expect(201).json()["total"].as_u64()
        });
        let mut node = 0;
        while !importing.is_finished() && node < 2_000 {
            let text = ["Nf3", "Nf6", "Ng1", "Ng8"][node % 4];
            let moves = json!({"node": node, "move": text});
            client.post("/api/games/1/moves", &moves).expect(200);
            node += 1;
        }
        assert_eq!(importing.join().expect("an import"), Some(3000));
        assert_eq!(client.get("/api/imports/1?q=2999").expect(200).json()["matched"], 1);
        let metrics = client.get("/metrics").expect(200).text();
        assert!(metrics.contains("\npinsight_games_in_memory 1\n"), "{metrics}");
    }
    // As if the server had ended before the last slice.
    let store = rusqlite::Connection::open(folder.path().join("games.db")).expect("a database");
    store.execute("UPDATE imports SET deleted = 0", []).expect("an update");
    drop(store);
    let server = TestServer::start(folder.path());
    server.client().get("/api/imports/1").expect(404);
}
