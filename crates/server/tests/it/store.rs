//! The store: what is damaged is reported and set aside, never silently replaced.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use super::common::TestServer;
use pinsight_server::{Mode, Options, ServeError, Server};
use serde_json::json;

/// The error of a server that cannot start.
fn failure(options: Options) -> ServeError {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(Server::start(options)).expect_err("a failure")
}

/// A folder with some games in its store.
fn filled() -> tempfile::TempDir {
    static STORE: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let folder = fill();
        fs::read(folder.path().join("games.db")).expect("a file")
    });
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.db"), &*STORE).expect("a file");
    folder
}

fn fill() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    for number in 1..=20 {
        client.post("/api/games", &json!({"name": format!("game {number}")})).expect(201);
        let mut node = 0;
        for text in ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(20) {
            let change =
                client.post(&format!("/api/games/{number}/moves"), &json!({"node": node, "move": text}));
            node = change.expect(200).json()["node"].as_i64().expect("a node");
        }
    }
    drop(server);
    folder
}

fn set_aside(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.filter(|path| path.to_string_lossy().contains("damaged")).collect()
}

#[test]
fn a_file_that_is_no_database_is_set_aside_with_a_notice() {
    let folder = tempfile::tempdir().expect("a folder");
    let garbage = b"this was never a database, whatever its name says".repeat(100);
    fs::write(folder.path().join("games.db"), &garbage).expect("a file");
    let server = TestServer::start(folder.path());
    let [notice] = &server.notices[..] else { panic!("one notice, not {:?}", server.notices) };
    assert!(notice.contains("damaged") && notice.contains("set aside"), "{notice}");
    let aside = set_aside(folder.path());
    assert_eq!(aside.len(), 1);
    assert_eq!(fs::read(&aside[0]).expect("a file"), garbage, "not a byte of it has changed");
    let mut client = server.client();
    assert_eq!(
        client.get("/api/about").expect(200).json()["notices"],
        json!([notice]),
        "the page is told too"
    );
    client.post("/api/games", &json!({})).expect(201);
}

#[test]
fn a_damaged_database_is_set_aside_whole() {
    let folder = filled();
    let file = folder.path().join("games.db");
    let mut bytes = fs::read(&file).expect("a file");
    assert!(bytes.len() > 40_000, "{}", bytes.len());
    // Pages in the middle become nonsense; the first, with the header, stays.
    let length = bytes.len();
    for byte in &mut bytes[4096..length - 4096] {
        *byte = 0xA5;
    }
    fs::write(&file, &bytes).expect("a file");
    let server = TestServer::start(folder.path());
    assert_eq!(server.notices.len(), 1, "{:?}", server.notices);
    assert_eq!(fs::read(&set_aside(folder.path())[0]).expect("a file"), bytes);
    assert_eq!(server.client().get("/api/games").expect(200).json()["total"], 0);
}

#[test]
fn a_truncated_database_is_set_aside() {
    let folder = filled();
    let file = folder.path().join("games.db");
    let bytes = fs::read(&file).expect("a file");
    fs::write(&file, &bytes[..bytes.len() / 2]).expect("a file");
    let server = TestServer::start(folder.path());
    assert_eq!(server.notices.len(), 1, "{:?}", server.notices);
    assert_eq!(set_aside(folder.path()).len(), 1);
}

#[test]
fn reading_only_sets_nothing_aside() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.db"), b"garbage".repeat(1000)).expect("a file");
    let options = Options { mode: Mode::ReadOnly, ..Options::new(folder.path().to_owned()) };
    let error = failure(options).to_string();
    assert!(error.contains("damaged"), "{error}");
    assert!(set_aside(folder.path()).is_empty());
}

/// Prevents the creation of the index of the log, as a read-only or full disk does.
#[cfg(unix)]
fn block_log_index(folder: &Path) {
    std::os::unix::fs::symlink(folder.join("nothing/shm"), folder.join("games.db-shm")).expect("a link");
}

#[cfg(unix)]
#[test]
fn a_store_where_nothing_can_be_written_is_read_only() {
    let folder = filled();
    block_log_index(folder.path());
    let server = TestServer::read_only(folder.path());
    assert_eq!(server.client().get("/api/games").expect(200).json()["total"], 20);
    drop(server);
    let error = failure(Options::new(folder.path().to_owned())).to_string();
    assert!(error.contains("cannot be used") && error.contains("--read-only"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_log_that_cannot_be_read_is_not_ignored() {
    let folder = filled();
    // A copy of the files beside a running server has its changes in the log.
    let server = TestServer::start(folder.path());
    server.client().post("/api/games", &json!({"name": "in the log"})).expect(201);
    let copy = tempfile::tempdir().expect("a folder");
    for name in ["games.db", "games.db-wal"] {
        fs::copy(folder.path().join(name), copy.path().join(name)).expect("a copy");
    }
    block_log_index(copy.path());
    let options = Options { mode: Mode::ReadOnly, ..Options::new(copy.path().to_owned()) };
    let error = failure(options).to_string();
    assert!(error.contains("games.db-wal"), "{error}");
    fs::remove_file(copy.path().join("games.db-shm")).expect("no link");
    let server = TestServer::read_only(copy.path());
    assert_eq!(server.client().get("/api/games").expect(200).json()["total"], 21);
}

#[test]
fn files_of_others_are_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    let other = rusqlite::Connection::open(&file).expect("a database");
    other.execute_batch("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1);").expect("a table");
    drop(other);
    let error = failure(Options::new(folder.path().to_owned())).to_string();
    assert!(error.contains("another program"), "{error}");

    let ours = tempfile::tempdir().expect("a folder");
    drop(TestServer::start(ours.path()));
    let later = rusqlite::Connection::open(ours.path().join("games.db")).expect("a database");
    later.execute_batch("PRAGMA user_version = 99").expect("a version");
    drop(later);
    let error = failure(Options::new(ours.path().to_owned())).to_string();
    assert!(error.contains("later version"), "{error}");
    assert!(set_aside(ours.path()).is_empty());
}

#[test]
fn a_folder_has_one_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = TestServer::start(folder.path());
    let error = failure(Options::new(folder.path().to_owned())).to_string();
    assert!(error.contains("in use by another `pinsight serve`"), "{error}");
    drop(first);
    TestServer::start(folder.path());
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("file"), "x").expect("a file");
    let error = failure(Options::new(folder.path().join("file/data"))).to_string();
    assert!(error.contains("file/data") && error.contains("--data"), "{error}");
}

#[test]
fn a_port_in_use_is_named() {
    let (one, two) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let server = TestServer::start(one.path());
    let port = server.address.port();
    let error = failure(Options { port, ..Options::new(two.path().to_owned()) }).to_string();
    assert_eq!(
        error,
        format!("port {port} is in use: choose another one with --port, or --port 0 for any that is free")
    );
}

#[test]
fn a_commit_waits_for_the_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    server.client().post("/api/games", &json!({})).expect(201);
    // Seen from outside, before the server has closed anything: it is in the file or its log.
    let copy = tempfile::tempdir().expect("a folder");
    for name in ["games.db", "games.db-wal"] {
        fs::copy(folder.path().join(name), copy.path().join(name)).expect("a copy");
    }
    let seen = rusqlite::Connection::open(copy.path().join("games.db")).expect("a database");
    let count: i64 = seen.query_row("SELECT count(*) FROM games", [], |row| row.get(0)).expect("a count");
    assert_eq!(count, 1);
    let mode: String = seen.query_row("PRAGMA journal_mode", [], |row| row.get(0)).expect("a mode");
    assert_eq!(mode, "wal");
}

#[test]
fn one_unreadable_game_does_not_hide_the_others() {
    let folder = filled();
    let store = rusqlite::Connection::open(folder.path().join("games.db")).expect("a database");
    store.execute_batch("UPDATE nodes SET move = 'e1e8' WHERE game = 3 AND id = 1").expect("a change");
    drop(store);
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let answer = client.get("/api/games/3").expect(503);
    assert_eq!(answer.code(), "store_failed");
    assert!(answer.message().contains("game 3: the fields of node 1"), "{}", answer.message());
    client.get("/api/games/4").expect(200);
    assert_eq!(client.get("/api/games").expect(200).json()["total"], 20);
}

#[test]
fn places_of_older_stores_order_siblings_through_edits() {
    let folder = tempfile::tempdir().expect("a folder");
    {
        let server = TestServer::start(folder.path());
        let pgn = b"{start} 1. e4 (1. d4) (1. c4) (1. Nf3) -- 2. Nc3 *";
        server.client().import("one.pgn", pgn).expect(201);
    }
    // As written by versions that numbered places below zero and left gaps: c4, e4, Nf3, d4.
    let store = rusqlite::Connection::open(folder.path().join("games.db")).expect("a database");
    for (node, place) in [(1, 0), (2, 7), (3, -1), (4, 5)] {
        store.execute("UPDATE nodes SET place = ?2 WHERE id = ?1", [node, place]).expect("a change");
    }
    store.execute_batch("ALTER TABLE nodes DROP COLUMN sum; PRAGMA user_version = 2").expect("layout 2");
    drop(store);
    let children = || {
        let server = TestServer::start(folder.path());
        server.client().get("/api/games/1/nodes/0").expect(200).json()["children"].clone()
    };
    let edit = |method: &str, path: &str, body: &serde_json::Value| {
        let server = TestServer::start(folder.path());
        server.client().send(method, &format!("/api/games/1/{path}"), body).expect(200);
    };
    assert_eq!(children(), json!([3, 1, 4, 2]));
    edit("PATCH", "nodes/3", &json!({"comment": "first"}));
    assert_eq!(children(), json!([3, 1, 4, 2]));
    edit("PATCH", "nodes/0", &json!({"comment": "new start"}));
    edit("POST", "moves", &json!({"node": 0, "move": "b3"}));
    assert_eq!(children(), json!([3, 1, 4, 2, 7]));
    let server = TestServer::start(folder.path());
    let written = server.client().get("/api/games/1/pgn").expect(200).text();
    let moves = "{ new start } 1. c4 { first } (1. e4 -- 2. Nc3) (1. Nf3) (1. d4) (1. b3) *\n";
    assert!(written.ends_with(moves), "{written}");
}

#[test]
fn what_can_be_read_of_a_damaged_store_is_taken_over() {
    let folder = filled();
    {
        let server = TestServer::start(folder.path());
        let pgn = "[White \"Anna\"]\n\n1. e4 e5 *\n\n".repeat(3);
        server.client().import("three.pgn", pgn.as_bytes()).expect(201);
    }
    let file = folder.path().join("games.db");
    // A leaf in the middle of the moves becomes nonsense; which one, the database itself tells.
    let store = rusqlite::Connection::open(&file).expect("a database");
    let root = |table: &str| -> usize {
        let sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
        store.query_row(sql, [table], |row| row.get::<_, i64>(0)).expect("a page") as usize
    };
    let (nodes, size) = (root("nodes"), 4096);
    drop(store);
    let mut bytes = fs::read(&file).expect("a file");
    // The first cell of an interior index page begins with the number of its left child.
    let page = &bytes[(nodes - 1) * size..nodes * size];
    assert_eq!(page[0], 2, "an interior page");
    let cell = usize::from(u16::from_be_bytes([page[12], page[13]]));
    let child = u32::from_be_bytes([page[cell], page[cell + 1], page[cell + 2], page[cell + 3]]) as usize;
    bytes[(child - 1) * size..child * size].fill(0xA5);
    fs::write(&file, &bytes).expect("a file");

    let server = TestServer::start(folder.path());
    let [notice] = &server.notices[..] else { panic!("one notice, not {:?}", server.notices) };
    assert!(notice.contains("20 games and 1 import could be read"), "{notice}");
    assert!(notice.contains("without some of the moves"), "{notice}");
    let aside = set_aside(folder.path());
    assert_eq!(aside.len(), 1, "the copy is gone: {aside:?}");
    assert_eq!(fs::read(&aside[0]).expect("a file"), bytes, "not a byte of it has changed");
    let mut client = server.client();
    let (mut whole, mut cut) = (0, 0);
    for number in 1..=20 {
        let game = client.get(&format!("/api/games/{number}")).expect(200).json();
        assert_eq!(game["name"], format!("game {number}"));
        let moves = game["nodes"].as_array().expect("nodes").len() - 1;
        assert_eq!(game["plies"], moves, "what is told fits what is there");
        if moves == 80 {
            whole += 1;
        } else {
            cut += 1;
        }
        // Every game can go on.
        let (head, white) = (game["head"].as_i64().expect("a head"), moves.is_multiple_of(2));
        let next = json!({"node": head, "move": if white { "e4" } else { "e5" }});
        client.post(&format!("/api/games/{number}/moves"), &next).expect(200);
    }
    assert!(whole > 10 && cut > 0, "{whole} whole, {cut} cut short");
    let import = client.get("/api/imports/1").expect(200).json();
    assert_eq!(import["total"], 3);
    client.post("/api/imports/1/games/2", &json!({})).expect(201);
    drop(server);
    let server = TestServer::start(folder.path());
    assert_eq!(server.notices.len(), 1, "the notice stays until it is dismissed: {:?}", server.notices);
    server.client().delete("/api/notices").expect(204);
    assert_eq!(server.client().get("/api/about").expect(200).json()["notices"], json!([]));
    drop(server);
    assert!(TestServer::start(folder.path()).notices.is_empty(), "the new one is sound");
}

/// Changes one bit of the first place in the store that holds `text`.
fn flip_bit_in(folder: &Path, text: &str) {
    let file = folder.join("games.db");
    let mut bytes = fs::read(&file).expect("a file");
    let place = bytes.windows(text.len()).position(|window| window == text.as_bytes()).expect("the text");
    bytes[place] ^= 0x80;
    fs::write(file, bytes).expect("a file");
}

#[test]
fn a_flipped_bit_in_a_name_is_shown_in_the_list_and_hides_no_other_game() {
    let sound = fs::read(filled().path().join("games.db")).expect("a file");
    let name = b"game 13";
    // In the row of the game, in the search index, and in what is left of older pages.
    let places: Vec<usize> =
        (0..sound.len() - name.len()).filter(|&at| sound[at..].starts_with(name)).collect();
    let mut shown = 0;
    for place in places {
        let folder = tempfile::tempdir().expect("a folder");
        let mut bytes = sound.clone();
        bytes[place] ^= 0x80;
        fs::write(folder.path().join("games.db"), bytes).expect("a file");
        let server = TestServer::start(folder.path());
        let mut client = server.client();
        let list = client.get("/api/games").expect(200).json();
        assert_eq!(list["total"], 20);
        client.get("/api/library").expect(200);
        client.get("/api/games/12").expect(200);
        let games = list["games"].as_array().expect("games");
        let damaged: Vec<_> = games.iter().filter(|game| game["damaged"] == true).collect();
        if damaged.is_empty() {
            let intact = games.iter().any(|game| game["name"] == "game 13");
            assert!(intact || !server.notices.is_empty(), "a change without a word");
            continue;
        }
        shown += 1;
        assert_eq!((damaged.len(), &damaged[0]["id"]), (1, &json!(13)));
        let refused = client.get("/api/games/13").expect(503);
        let message = refused.message();
        assert!(message.contains("game 13") && message.contains("checksum"), "{message}");
    }
    assert!(shown > 0, "one place is the row of the game");
}

#[test]
fn a_damaged_definition_of_a_table_leads_to_recovery() {
    for text in ["CREATE TABLE nodes", "remarks TEXT,", "start_fen TEXT", "CREATE TABLE games"] {
        let folder = filled();
        flip_bit_in(folder.path(), text);
        let server = TestServer::start(folder.path());
        let [notice] = &server.notices[..] else { panic!("{text}: one notice, not {:?}", server.notices) };
        assert!(notice.contains("20 games"), "{text}: {notice}");
        let game = server.client().get("/api/games/7").expect(200).json();
        assert_eq!(game["plies"], 80, "{text}");
    }
}

#[test]
fn a_damaged_header_of_the_file_leads_to_recovery() {
    let folder = filled();
    flip_bit_in(folder.path(), "SQLite format 3");
    let server = TestServer::start(folder.path());
    assert!(server.notices[0].contains("20 games"), "{:?}", server.notices);
}

#[test]
fn a_recovery_does_not_count_to_a_damaged_number() {
    let folder = filled();
    let file = folder.path().join("games.db");
    let store = rusqlite::Connection::open(&file).expect("a database");
    store
        .execute_batch(
            "UPDATE sqlite_sequence SET seq = 1000000000000; UPDATE games SET next_node = 1000000000000;",
        )
        .expect("a change");
    let root: i64 = store
        .query_row("SELECT rootpage FROM sqlite_schema WHERE name = 'nodes'", [], |row| row.get(0))
        .expect("a page");
    drop(store);
    let mut bytes = fs::read(&file).expect("a file");
    bytes[root as usize * 4096..(root as usize + 1) * 4096].fill(0xA5);
    fs::write(&file, bytes).expect("a file");
    let start = std::time::Instant::now();
    let server = TestServer::start(folder.path());
    assert!(start.elapsed() < std::time::Duration::from_secs(20), "{:?}", start.elapsed());
    assert_eq!(server.notices.len(), 1);
    let mut client = server.client();
    assert_eq!(client.get("/api/games").expect(200).json()["total"], 20);
    let id = client.post("/api/games", &json!({})).expect(201).json()["id"].as_i64().expect("an id");
    assert!(id < 2_000_000, "{id}");
}

#[cfg(unix)]
#[test]
fn links_to_a_store_share_its_lock() {
    let (first, second) = (filled(), tempfile::tempdir().expect("a folder"));
    let link = second.path().join("games.db");
    std::os::unix::fs::symlink(first.path().join("games.db"), &link).expect("a link");
    let server = TestServer::start(first.path());
    let error = failure(Options::new(second.path().to_owned())).to_string();
    assert!(error.contains("in use by another `pinsight serve`"), "{error}");
    drop(server);
    let server = TestServer::start(second.path());
    assert_eq!(server.client().get("/api/games").expect(200).json()["total"], 20);
    let error = failure(Options::new(first.path().to_owned())).to_string();
    assert!(error.contains("in use by another `pinsight serve`"), "{error}");
    drop(server);

    fs::remove_file(&link).expect("no link");
    fs::hard_link(first.path().join("games.db"), &link).expect("a link");
    let error = failure(Options::new(second.path().to_owned())).to_string();
    assert!(error.contains("hard links"), "{error}");
    fs::remove_file(&link).expect("no link");
    std::os::unix::fs::symlink(second.path().join("nothing"), &link).expect("a link");
    let error = failure(Options::new(second.path().to_owned())).to_string();
    assert!(error.contains("link to a file that does not exist"), "{error}");
}

#[test]
fn a_store_of_layout_1_is_converted() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = rusqlite::Connection::open(folder.path().join("games.db")).expect("a database");
    old.execute_batch(include_str!("layout_1.sql")).expect("tables");
    drop(old);
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let [notice] = &server.notices[..] else { panic!("one notice, not {:?}", server.notices) };
    assert!(notice.contains("converted") && notice.contains("games.db.layout-1-"), "{notice}");
    let files = fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").path());
    let backup = files.filter(|path| path.to_string_lossy().contains("layout-1")).collect::<Vec<_>>();
    let kept = rusqlite::Connection::open(&backup[0]).expect("the old store");
    let version: i32 = kept.query_row("PRAGMA user_version", [], |row| row.get(0)).expect("a version");
    assert_eq!(version, 1, "the old store is kept as it was");
    let game = client.get("/api/games/1").expect(200).json();
    assert_eq!((game["name"].as_str(), game["can_undo"].as_bool()), (Some("Anna - Ben"), Some(false)));
    assert_eq!(client.get("/api/imports/1").expect(200).json()["name"], "one.pgn");
    client.delete("/api/games/1/nodes/1").expect(200);
    client.post("/api/games/1/undo", &json!({})).expect(200);
    let pgn = client.get("/api/games/1/pgn").expect(200).text();
    assert!(pgn.contains("1. e4 { Good. } 1... e5 *"), "{pgn}");
}

#[test]
fn reviews_and_notices_survive_a_conversion_and_a_recovery() {
    let folder = filled();
    let file = folder.path().join("games.db");
    let store = rusqlite::Connection::open(&file).expect("a database");
    // Layout 4 has no checksums of reviews.
    store
        .execute_batch(
            "INSERT INTO reviews (game, body) VALUES (7, '{\"nodes\":1}'); INSERT INTO notices (text) VALUES ('older');
             ALTER TABLE reviews DROP COLUMN sum; PRAGMA user_version = 4;",
        )
        .expect("layout 4");
    drop(store);
    let review = |server: &TestServer| server.client().get("/api/games/7/coach/review").expect(200).text();
    let server = TestServer::start(folder.path());
    let [older, converted] = &server.notices[..] else { panic!("two notices, not {:?}", server.notices) };
    assert_eq!(older, "older");
    assert!(converted.contains("converted") && converted.contains("20 games"), "{converted}");
    assert_eq!(review(&server), "{\"nodes\":1}");
    drop(server);

    flip_bit_in(folder.path(), "SQLite format 3");
    let server = TestServer::start(folder.path());
    assert_eq!(server.notices.len(), 3, "{:?}", server.notices);
    assert_eq!(review(&server), "{\"nodes\":1}");
    drop(server);

    let store = rusqlite::Connection::open(&file).expect("a database");
    store.execute_batch("UPDATE reviews SET body = '{\"nodes\":2}'").expect("a change");
    drop(store);
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let status = client.get("/api/games/7/coach").expect(200).json();
    assert_eq!(status["state"], "failed");
    assert_eq!(status["problem"], "the stored review is damaged: request it again");
    client.get("/api/games/7/coach/review").expect(404);
}
