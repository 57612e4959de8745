//! Games over the API: played, varied, taken back, kept.

use super::common::{Client, TestServer};
use serde_json::{Value, json};

fn new_game(client: &mut Client) -> i64 {
    client.post("/api/games", &json!({})).expect(201).json()["id"].as_i64().expect("an id")
}

/// Plays a move after a node and gives the node that it leads to.
#[track_caller]
fn play(client: &mut Client, game: i64, node: i64, text: &str) -> i64 {
    let change = client.post(&format!("/api/games/{game}/moves"), &json!({"node": node, "move": text}));
    change.expect(200).json()["node"].as_i64().expect("a node")
}

fn sans(game: &Value) -> Vec<String> {
    let nodes = game["nodes"].as_array().expect("nodes");
    nodes.iter().filter_map(|node| node["san"].as_str()).map(str::to_owned).collect()
}

#[test]
fn fools_mate_ends_the_game_with_its_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let game = new_game(&mut client);
    let mut node = 0;
    for text in ["f3", "e7e5", "g4", "Qh4"] {
        node = play(&mut client, game, node, text);
    }
    let found = client.get(&format!("/api/games/{game}")).expect(200).json();
    assert_eq!(found["result"], "0-1");
    assert_eq!(sans(&found), ["f3", "e5", "g4", "Qh4#"]);
    let last = client.get(&format!("/api/games/{game}/nodes/{node}")).expect(200).json();
    let position = &last["position"];
    assert_eq!(
        position["outcome"],
        json!({"result": "0-1", "termination": "checkmate", "text": "0-1 by checkmate"})
    );
    assert_eq!(position["check"], "e1");
    assert_eq!(position["moves"], json!({}));
    let refused = client.post(&format!("/api/games/{game}/moves"), &json!({"node": node, "move": "Kf2"}));
    assert_eq!(refused.expect(422).code(), "illegal_move");
}

#[test]
fn comments_shapes_and_clocks_are_edited_independently() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let pgn = b"1. e4 {[%clk 0:05:00] Old. [%csl Ge4]} e5 *";
    let id = client.import("one.pgn", pgn).expect(201).json()["game"]["id"].as_i64().expect("an id");
    let path = format!("/api/games/{id}");
    let shapes = json!([
        {"color": "green", "from": "e2", "to": "e4"},
        {"color": "red", "from": "f7", "to": null},
    ]);
    client.send("PATCH", &format!("{path}/nodes/1"), &json!({"shapes": shapes})).expect(200);
    let node = client.get(&format!("{path}/nodes/1")).expect(200).json();
    assert_eq!(node["shapes"], shapes);
    assert_eq!(node["clock"], "0:05:00");
    assert_eq!(node["comments"], json!([{"place": "after", "text": "Old."}]));
    client.send("PATCH", &format!("{path}/nodes/1"), &json!({"comment": "New."})).expect(200);
    let node = client.get(&format!("{path}/nodes/1")).expect(200).json();
    assert_eq!((&node["shapes"], &node["clock"]), (&shapes, &json!("0:05:00")));
    assert_eq!(node["comments"], json!([{"place": "after", "text": "New."}]));
    client.send("PATCH", &format!("{path}/nodes/1"), &json!({"comment": "", "shapes": []})).expect(200);
    let pgn = client.get(&format!("{path}/pgn")).expect(200).text();
    assert!(pgn.contains("1. e4 { [%clk 0:05:00] } 1... e5"), "{pgn}");
    let bad = json!({"shapes": [{"color": "green", "from": "i9", "to": null}]});
    let refused = client.send("PATCH", &format!("{path}/nodes/1"), &bad).expect(400);
    assert!(refused.text().contains("`i9` is no square: expected a1 to h8"), "{}", refused.text());
}

#[test]
fn a_demoted_line_goes_below_the_next_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let game = client.import("one.pgn", b"1. e4 (1. d4) (1. c4) e5 *").expect(201).json()["game"].take();
    let id = game["id"].as_i64().expect("an id");
    let change = client.post(&format!("/api/games/{id}/nodes/1/demote"), &json!({})).expect(200).json();
    let children: Vec<i64> = change["children"]["0"]
        .as_array()
        .expect("children")
        .iter()
        .filter_map(serde_json::Value::as_i64)
        .collect();
    assert_eq!(children.iter().position(|&child| child == 1), Some(1));
    client.post(&format!("/api/games/{id}/nodes/1/demote"), &json!({})).expect(200);
    client.post(&format!("/api/games/{id}/nodes/1/demote"), &json!({})).expect(409);
}

#[test]
fn a_position_has_what_the_board_shows() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    // White may promote by going ahead or by taking, and castle to both sides.
    let fen = "1n2k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1";
    let game = client.post("/api/games", &json!({"fen": fen})).expect(201).json();
    let position = &game["nodes"][0]["position"];
    assert_eq!(position["promotions"], json!(["a7a8", "a7b8"]));
    // To the king's target square or onto the rook.
    assert_eq!(position["moves"]["e1"], "a1c1d1f1g1h1d2e2f2");
    assert_eq!(position["balance"], 8, "two rooks and a pawn against a knight");
    let id = game["id"].as_i64().expect("an id");
    let change =
        client.post(&format!("/api/games/{id}/moves"), &json!({"node": 0, "move": "a7b8q"})).expect(200);
    let node = &change.json()["nodes"][0];
    assert_eq!(node["san"], "axb8=Q+");
    assert_eq!(node["position"]["captured"], json!({"white": "", "black": "n"}));
    assert_eq!(node["position"]["check"], "e8");
    // The queen for the pawn, the knight gone.
    assert_eq!(node["position"]["balance"], 19);
    let castled = play(&mut client, id, 0, "O-O-O");
    let node = client.get(&format!("/api/games/{id}/nodes/{castled}")).expect(200).json();
    assert_eq!((&node["from"], &node["to"], &node["uci"]), (&json!("e1"), &json!("c1"), &json!("e1c1")));
}

#[test]
fn repetition_counts_along_the_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let game = new_game(&mut client);
    let mut node = 0;
    let mut claims = Vec::new();
    for round in 0..4 {
        for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
            node = play(&mut client, game, node, text);
        }
        let position =
            client.get(&format!("/api/games/{game}/nodes/{node}")).expect(200).json()["position"].take();
        claims.push((round, position["claim"].clone(), position["outcome"]["termination"].clone()));
    }
    let threefold = json!("threefold repetition");
    assert_eq!(
        claims,
        [
            (0, Value::Null, Value::Null),
            (1, threefold.clone(), Value::Null),
            (2, threefold, Value::Null),
            (3, Value::Null, json!("fivefold repetition")),
        ]
    );
}

#[test]
fn variations_are_added_followed_promoted_and_deleted() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let game = new_game(&mut client);
    let e4 = play(&mut client, game, 0, "e4");
    let e5 = play(&mut client, game, e4, "e5");
    let c5 = play(&mut client, game, e4, "c5");
    let nf3 = play(&mut client, game, c5, "Nf3");
    assert_eq!(play(&mut client, game, e4, "e7e5"), e5, "a move that is there is followed");
    let children = |client: &mut Client, node: i64| {
        client.get(&format!("/api/games/{game}/nodes/{node}")).expect(200).json()["children"].clone()
    };
    assert_eq!(children(&mut client, e4), json!([e5, c5]));

    let change =
        client.post(&format!("/api/games/{game}/nodes/{nf3}/promote"), &json!({})).expect(200).json();
    assert_eq!(change["children"], json!({e4.to_string(): [c5, e5]}));
    assert_eq!(change["header"]["plies"], 3);
    let again = client.post(&format!("/api/games/{game}/nodes/{nf3}/promote"), &json!({}));
    assert_eq!(again.expect(409).code(), "conflict");

    let change = client.delete(&format!("/api/games/{game}/nodes/{c5}")).expect(200).json();
    assert_eq!(change["removed"], json!([c5, nf3]));
    assert_eq!(children(&mut client, e4), json!([e5]));
    let fresh = play(&mut client, game, e4, "c5");
    assert!(fresh > nf3, "numbers are not used again");
    assert_eq!(client.delete(&format!("/api/games/{game}/nodes/0")).expect(409).code(), "conflict");
    assert_eq!(client.delete(&format!("/api/games/{game}/nodes/{c5}")).expect(404).code(), "not_found");
}

#[test]
fn a_promoted_variation_goes_first_and_the_others_keep_their_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let order =
        |client: &mut Client| client.get("/api/games/1/nodes/0").expect(200).json()["children"].clone();
    {
        let server = TestServer::start(folder.path());
        let mut client = server.client();
        let pgn = b"1. e4 (1. d4 d5) (1. c4 c5) (1. Nf3) e5 *";
        client.import("one.pgn", pgn).expect(201);
        let found = client.get("/api/games/1").expect(200).json();
        assert_eq!(sans(&found), ["e4", "e5", "d4", "d5", "c4", "c5", "Nf3"]);
        assert_eq!(order(&mut client), json!([1, 2, 4, 6]));
        let change = client.post("/api/games/1/nodes/5/promote", &json!({})).expect(200).json();
        assert_eq!(change["children"], json!({"0": [4, 1, 2, 6]}));
    }
    let server = TestServer::start(folder.path());
    assert_eq!(order(&mut server.client()), json!([4, 1, 2, 6]));
}

#[test]
fn a_take_back_moves_the_head_and_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let game = new_game(&mut client);
    let back = format!("/api/games/{game}/take-back");
    assert_eq!(client.post(&back, &json!({})).expect(409).code(), "conflict");
    let e4 = play(&mut client, game, 0, "e4");
    let e5 = play(&mut client, game, e4, "e5");
    assert_eq!(client.post(&back, &json!({"plies": 2})).expect(200).json()["header"]["head"], 0);
    let head = client.send("PUT", &format!("/api/games/{game}/head"), &json!({"node": e5}));
    assert_eq!(head.expect(200).json()["header"]["head"], e5);
    // Another move at the head continues the game; the old one stays as a variation.
    client.post(&back, &json!({})).expect(200);
    let c5 = play(&mut client, game, e4, "c5");
    let found = client.get(&format!("/api/games/{game}/nodes/{e4}")).expect(200).json();
    assert_eq!(found["children"], json!([c5, e5]));
}

#[test]
fn every_change_can_be_undone_and_redone_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = |client: &mut Client, id: i64| {
        let mut game = client.get(&format!("/api/games/{id}")).expect(200).json();
        let object = game.as_object_mut().expect("an object");
        for changing in ["version", "updated", "can_undo", "can_redo"] {
            object.remove(changing);
        }
        let pgn = client.get(&format!("/api/games/{id}/pgn")).expect(200).text();
        (game, pgn)
    };
    let mut states = Vec::new();
    let id = {
        let server = TestServer::start(folder.path());
        let mut client = server.client();
        let pgn = b"1. e4 {King's pawn [%csl Ge4]} (1. d4 d5 (1... Nf6 $1) 2. c4) (1. c4) e5 *";
        let game = client.import("one.pgn", pgn).expect(201).json()["game"].take();
        let id = game["id"].as_i64().expect("an id");
        let path = format!("/api/games/{id}");
        states.push(whole(&mut client, id));
        let node = |text: &str, san: &str| {
            let nodes = game["nodes"].as_array().expect("nodes");
            let found = nodes.iter().find(|node| node["san"] == san);
            format!("{text}/nodes/{}", found.expect("a node")["id"])
        };
        let note = json!({"comment": "Best by test", "nags": [3]});
        client.send("PATCH", &node(&path, "e4"), &note).expect(200);
        states.push(whole(&mut client, id));
        client.post(&format!("{}/promote", node(&path, "c4")), &json!({})).expect(200);
        states.push(whole(&mut client, id));
        client.delete(&node(&path, "d4")).expect(200);
        states.push(whole(&mut client, id));
        client.post(&format!("{path}/moves"), &json!({"node": 0, "move": "Nf3"})).expect(200);
        states.push(whole(&mut client, id));
        client.send("PATCH", &path, &json!({"name": "Lesson", "tags": {"White": "Anna"}})).expect(200);
        states.push(whole(&mut client, id));
        client.send("PATCH", &path, &json!({"result": "1-0"})).expect(200);
        states.push(whole(&mut client, id));
        id
    };
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let (undo, redo) = (format!("/api/games/{id}/undo"), format!("/api/games/{id}/redo"));
    assert_eq!(client.post(&redo, &json!({})).expect(409).code(), "conflict");
    for state in states.iter().rev().skip(1) {
        client.post(&undo, &json!({})).expect(200);
        assert_eq!(whole(&mut client, id), *state);
    }
    assert_eq!(client.post(&undo, &json!({})).expect(409).code(), "conflict");
    for state in states.iter().skip(1) {
        client.post(&redo, &json!({})).expect(200);
        assert_eq!(whole(&mut client, id), *state);
    }
    drop((client, server));
    // Undone changes are discarded by another one.
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    client.post(&undo, &json!({})).expect(200);
    client.send("PATCH", &format!("/api/games/{id}"), &json!({"name": "Other"})).expect(200);
    assert_eq!(client.post(&redo, &json!({})).expect(409).code(), "conflict");
}

#[test]
fn a_request_for_an_old_version_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let game = new_game(&mut client);
    play(&mut client, game, 0, "e4");
    let path = format!("/api/games/{game}/nodes/1");
    let json = ("Content-Type", "application/json");
    let note = br#"{"comment": "late"}"#;
    let stale = client.request("PATCH", &path, &[json, ("If-Match", "\"1\"")], note);
    assert_eq!(stale.expect(409).code(), "stale");
    client.request("PATCH", &path, &[json, ("If-Match", "\"2\"")], note).expect(200);
    client.request("PATCH", &path, &[json, ("If-Match", "seven")], note).expect(400);
}

#[test]
fn every_edit_of_a_game_checks_its_version() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let black = json!({"black": {"player": "random"}, "running": false});
    let game = client.post("/api/games", &black).expect(201).json()["id"].as_i64().expect("an id");
    play(&mut client, game, 0, "e4");
    let known = client.get(&format!("/api/games/{game}")).expect(200);
    assert_eq!(known.header("etag"), Some("\"2\""));
    let edits = [
        ("PATCH", "", r#"{"name": "late"}"#),
        ("DELETE", "", ""),
        ("POST", "/moves", r#"{"node": 1, "move": "e5"}"#),
        ("POST", "/take-back", "{}"),
        ("POST", "/undo", ""),
        ("POST", "/redo", ""),
        ("PUT", "/head", r#"{"node": 0}"#),
        ("PATCH", "/nodes/1", r#"{"comment": "late"}"#),
        ("DELETE", "/nodes/1", ""),
        ("POST", "/nodes/1/promote", ""),
        ("PATCH", "/play", r#"{"delay": 0}"#),
        ("POST", "/play/step", ""),
    ];
    for (method, path, body) in edits {
        let headers = [("Content-Type", "application/json"), ("If-Match", "\"1\"")];
        let stale = client.request(method, &format!("/api/games/{game}{path}"), &headers, body.as_bytes());
        assert_eq!((stale.status, stale.code().as_str()), (409, "stale"), "{method} {path}");
    }
    assert_eq!(client.get(&format!("/api/games/{game}")).expect(200).json()["version"], 2);
}

#[test]
fn of_concurrent_edits_of_one_version_exactly_one_is_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let game = new_game(&mut server.client());
    for version in 1..=5 {
        let edit = |number: i32| {
            let mut client = server.client();
            std::thread::spawn(move || {
                let tag = format!("\"{version}\"");
                let headers = [("Content-Type", "application/json"), ("If-Match", tag.as_str())];
                let body = json!({"comment": format!("by {number}")}).to_string();
                client
                    .request("PATCH", &format!("/api/games/{game}/nodes/0"), &headers, body.as_bytes())
                    .status
            })
        };
        let sent: Vec<_> = (0..8).map(edit).collect();
        let statuses: Vec<u16> = sent.into_iter().map(|edit| edit.join().expect("an answer")).collect();
        assert!(statuses.iter().all(|status| [200, 409].contains(status)), "{statuses:?}");
        assert_eq!(statuses.iter().filter(|&&status| status == 200).count(), 1, "{statuses:?}");
    }
}

#[test]
fn a_deleted_game_can_be_restored() {
    let folder = tempfile::tempdir().expect("a folder");
    let id = {
        let server = TestServer::start(folder.path());
        let mut client = server.client();
        let id = new_game(&mut client);
        play(&mut client, id, 0, "e4");
        client.delete(&format!("/api/games/{id}")).expect(204);
        client.delete(&format!("/api/games/{id}")).expect(404);
        id
    };
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    assert_eq!(client.get("/api/games").expect(200).json()["total"], 0);
    let deleted = client.get("/api/deleted").expect(200).json();
    assert_eq!(
        (deleted["total"].as_u64(), deleted["entries"][0]["game"]["id"].as_i64()),
        (Some(1), Some(id))
    );
    let restored = client.post(&format!("/api/games/{id}/restore"), &json!({})).expect(200).json();
    assert_eq!(sans(&restored), ["e4"]);
    client.post(&format!("/api/games/{id}/restore"), &json!({})).expect(404);
    assert_eq!(client.get("/api/deleted").expect(200).json()["total"], 0);
    client.post(&format!("/api/games/{id}/undo"), &json!({})).expect(200);
}

#[test]
fn everything_is_restored_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let (before, pgn) = {
        let server = TestServer::start(folder.path());
        let mut client = server.client();
        let game = new_game(&mut client);
        let e4 = play(&mut client, game, 0, "e4");
        let c5 = play(&mut client, game, e4, "c5");
        play(&mut client, game, e4, "e6");
        play(&mut client, game, c5, "Nf3");
        let note = json!({"comment": "Sicilian [%csl Gc5]", "nags": [1, 14]});
        client.send("PATCH", &format!("/api/games/{game}/nodes/{c5}"), &note).expect(200);
        let tags = json!({"name": "Lesson", "tags": {"White": "Anna", "Black": "\"Ben\" \\ <i>"}});
        client.send("PATCH", &format!("/api/games/{game}"), &tags).expect(200);
        let before = client.get(&format!("/api/games/{game}")).expect(200).json();
        (before, client.get(&format!("/api/games/{game}/pgn")).expect(200).text())
    };
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let id = before["id"].as_i64().expect("an id");
    assert_eq!(client.get(&format!("/api/games/{id}")).expect(200).json(), before);
    assert_eq!(client.get(&format!("/api/games/{id}/pgn")).expect(200).text(), pgn);
    assert!(pgn.ends_with("1. e4 c5 $1 $14 { Sicilian [%csl Gc5] } (1... e6) 2. Nf3 *\n"), "{pgn}");
    let list = client.get("/api/games?q=lesson").expect(200).json();
    assert_eq!(list["total"], 1);
    assert_eq!(client.get("/api/games?q=%25").expect(200).json()["total"], 0, "a percent sign is only that");
    assert_eq!(client.get("/api/games?q=ann").expect(200).json()["total"], 1);
    client.delete(&format!("/api/games/{id}")).expect(204);
    assert_eq!(client.get(&format!("/api/games/{id}")).expect(404).code(), "not_found");
    assert_eq!(client.get("/api/games").expect(200).json()["total"], 0);
}

#[test]
fn a_game_is_exported_as_pgn_fen_svg_and_png() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let fen = "7k/6q1/8/8/8/8/8/1KB5 w - - 0 1";
    let game = client.post("/api/games", &json!({"fen": fen, "name": "A/pin"})).expect(201).json();
    let game = game["id"].as_i64().expect("an id");
    play(&mut client, game, 0, "Bb2");
    let pgn = client.get(&format!("/api/games/{game}/pgn?download=true")).expect(200);
    assert_eq!(pgn.header("content-disposition"), Some("attachment; filename=\"A-pin.pgn\""));
    assert!(pgn.text().contains(&format!("[FEN \"{fen}\"]")), "{}", pgn.text());
    assert!(pgn.text().ends_with("\n1. Bb2 *\n"), "{}", pgn.text());
    let start = client.get(&format!("/api/games/{game}/fen?node=0")).expect(200).text();
    assert_eq!(start, format!("{fen}\n"));
    let svg = client.get(&format!("/api/games/{game}/svg?pins=true&flip=true")).expect(200);
    assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
    assert!(svg.text().contains("The bishop on b2 is pinning the queen on g7 to the king on h8."));
    let png = client.get(&format!("/api/games/{game}/png?size=200")).expect(200);
    assert_eq!(&png.body[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(png.body[16..20], 200_u32.to_be_bytes(), "the header has the width");
    assert_eq!(client.get(&format!("/api/games/{game}/png?size=99999")).expect(400).code(), "bad_request");
    assert_eq!(client.get(&format!("/api/games/{game}/svg?theme=x")).expect(400).code(), "bad_request");
}

#[test]
fn an_unknown_path_is_named_in_the_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    for address in ["/api/nowhere", "/api/games/x", "/api/games/1/nodes/x", "/api/imports/x"] {
        let refused = client.get(address).expect(404);
        assert_eq!(refused.message(), format!("there is no {address}; docs/api.md lists what there is"));
    }
}

#[test]
fn invalid_requests_get_one_clear_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let game = new_game(&mut client);
    let moves = format!("/api/games/{game}/moves");
    let json_type = [("Content-Type", "application/json")];
    let cases = [
        (client.get("/api/nowhere"), 404, "not_found"),
        (client.get("/api/games/99"), 404, "not_found"),
        (client.get("/api/games/x"), 404, "not_found"),
        (client.send("PUT", "/api/games", &json!({})), 405, "method_not_allowed"),
        (client.request("POST", &moves, &json_type, b"{"), 400, "bad_request"),
        (
            client.request("POST", &moves, &[("Content-Type", "text/plain")], b"{}"),
            415,
            "unsupported_media_type",
        ),
        (client.post(&moves, &json!({"node": 0})), 400, "bad_request"),
        (client.post(&moves, &json!({"node": 0, "move": "e4", "engine": "/bin/sh"})), 400, "bad_request"),
        (client.post(&moves, &json!({"node": 7, "move": "e4"})), 404, "not_found"),
        (client.post(&moves, &json!({"node": 0, "move": "Ke2"})), 422, "illegal_move"),
        (client.post(&moves, &json!({"node": 0, "move": "zz"})), 422, "illegal_move"),
        (client.post("/api/games", &json!({"fen": "x"})), 422, "bad_fen"),
        (client.post("/api/games", &json!({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"})), 422, "bad_fen"),
        (client.post("/api/games", &json!({"white": {"player": "nobody"}})), 422, "unknown_player"),
        (client.post("/api/games", &json!({"white": {"player": "search", "level": 11}})), 400, "bad_request"),
        (client.post("/api/games", &json!({"white": {"player": "random", "level": 1}})), 400, "bad_request"),
        (client.post("/api/games", &json!({"white": {"player": "search", "time": 1}})), 400, "bad_request"),
        (client.send("PATCH", &format!("/api/games/{game}"), &json!({"result": "2-0"})), 400, "bad_request"),
        (
            client.send("PATCH", &format!("/api/games/{game}"), &json!({"tags": {"FEN": "x"}})),
            400,
            "bad_request",
        ),
        (
            client.send("PATCH", &format!("/api/games/{game}"), &json!({"tags": {"a b": "x"}})),
            400,
            "bad_request",
        ),
        (client.get("/api/games?limit=x"), 400, "bad_request"),
        (client.get("/api/why?fen=startpos"), 400, "bad_request"),
        (client.get("/api/why?fen=startpos&move=xyzzy"), 422, "illegal_move"),
        (client.get("/api/games/99/pgn"), 404, "not_found"),
        (client.get("/api/live"), 400, "bad_request"),
    ];
    for (number, (answer, status, code)) in cases.into_iter().enumerate() {
        let answer = answer.expect(status);
        assert_eq!(answer.code(), code, "case {number}");
        assert!(!answer.message().is_empty(), "case {number}");
    }
    // A refused change of several things changes none of them.
    let patch = json!({"tags": {"Annotator": "x", "FEN": "y"}});
    client.send("PATCH", &format!("/api/games/{game}"), &patch).expect(400);
    let found = client.get(&format!("/api/games/{game}")).expect(200).json();
    assert_eq!(found["tags"]["Annotator"], Value::Null);
    assert_eq!(found["version"], 1);
}

#[test]
fn a_resigned_game_is_paused_until_it_is_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let game =
        client.post("/api/games", &json!({"black": {"player": "random"}, "running": false})).expect(201);
    let path = format!("/api/games/{}", game.json()["id"]);
    client.post(&format!("{path}/moves"), &json!({"node": 0, "move": "e4"})).expect(200);
    let change = client.send("PATCH", &path, &json!({"result": "0-1"})).expect(200).json();
    assert_eq!(change["header"]["result"], "0-1");
    assert_eq!(change["header"]["play"]["running"], false);
    // Taken back, it is open again.
    let change = client.post(&format!("{path}/take-back"), &json!({})).expect(200).json();
    assert_eq!(change["header"]["result"], "*");
    client.send("PUT", &format!("{path}/head"), &json!({"node": 1})).expect(200);
    client.send("PATCH", &path, &json!({"result": "0-1"})).expect(200);
    // And so it is when the computer moves.
    let change = client.post(&format!("{path}/play/step"), &json!({})).expect(200).json();
    assert_eq!(change["header"]["result"], "*");
    assert_eq!(change["header"]["plies"], 2);
}

#[test]
fn a_computer_continues_from_any_move_of_an_imported_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let game = client.import("one.pgn", b"1. e4 e5 2. Nf3 Nc6 1-0").expect(201).json()["game"].take();
    let path = format!("/api/games/{}", game["id"]);
    client.send("PUT", &format!("{path}/head"), &json!({"node": 1})).expect(200);
    client
        .send("PATCH", &format!("{path}/play"), &json!({"black": {"player": "random"}, "running": false}))
        .expect(200);
    client.post(&format!("{path}/play/step"), &json!({})).expect(200);
    let found = client.get(&path).expect(200).json();
    assert_eq!(found["result"], "1-0", "what was read stays");
    assert_eq!(found["plies"], 4, "and so does its mainline");
    assert_ne!(found["head"], 1);
    let head = found["head"].as_i64().expect("a head");
    let node = client.get(&format!("{path}/nodes/{head}")).expect(200).json();
    assert_eq!(node["parent"], 1);
}

#[test]
fn a_game_and_its_players_are_renamed() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let game = new_game(&mut client);
    let path = format!("/api/games/{game}");
    let patch = json!({"name": "At the club", "tags": {"White": "Anna", "Event": "Evening"}});
    client.send("PATCH", &path, &patch).expect(200);
    let found = client.get("/api/games?q=club").expect(200).json();
    assert_eq!(found["games"][0]["name"], "At the club");
    let change =
        client.send("PATCH", &path, &json!({"name": "", "tags": {"Event": null}})).expect(200).json();
    assert_eq!(change["header"]["name"], "Anna - Black");
    assert_eq!(change["header"]["tags"]["Event"], Value::Null);
}

#[test]
fn a_game_knows_its_players_its_date_and_how_it_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let seats = json!({"black": {"player": "search", "level": 4}, "running": false});
    let game = client.post("/api/games", &seats).expect(201).json();
    let path = format!("/api/games/{}", game["id"]);
    assert_eq!(game["name"], "You - Pinsight level 4");
    client.post(&format!("{path}/moves"), &json!({"node": 0, "move": "e4"})).expect(200);
    let how = json!({"result": "0-1", "tags": {"Termination": "White resigned"}});
    client.send("PATCH", &path, &how).expect(200);
    let pgn = client.get(&format!("{path}/pgn")).expect(200).text();
    for tag in
        ["[White \"You\"]", "[Black \"Pinsight level 4\"]", "[Date \"20", "[Termination \"White resigned\"]"]
    {
        assert!(pgn.contains(tag), "{tag} in {pgn}");
    }
    assert!(pgn.contains("[ECO \"B00\"]") && pgn.contains("[Opening \"King's Pawn Game\"]"), "{pgn}");
    assert_eq!(client.get("/api/library?q=king%27s+pawn").expect(200).json()["total"], 1);
    let file = client.get(&format!("{path}/pgn?download=true")).expect(200);
    let name = file.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-disposition"));
    assert!(name.is_some_and(|(_, name)| name.contains("You-Pinsight-level-4-20")), "{name:?}");
    // A move does not continue a game that was given up, unless it is opened again.
    let late = client.post(&format!("{path}/moves"), &json!({"node": 1, "move": "e5"})).expect(409);
    assert!(late.message().contains("White resigned"), "{}", late.message());
    let again = json!({"node": 1, "move": "e5", "intent": "take_back"});
    let change = client.post(&format!("{path}/moves"), &again).expect(200).json();
    assert_eq!(change["header"]["result"], "*");
    assert_eq!(change["header"]["tags"]["Termination"], Value::Null);
    assert_eq!(change["header"]["tags"]["Opening"], Value::Null);
    // Other players have other names; given names stay.
    client.send("PATCH", &path, &json!({"tags": {"White": "Anna"}})).expect(200);
    let seats = json!({"white": {"player": "random"}, "black": {"player": "human"}, "running": false});
    let change = client.send("PATCH", &format!("{path}/play"), &seats).expect(200).json();
    assert_eq!(change["header"]["name"], "Anna - You");
}
