//! Loss of power and full disks, simulated by an SQLite VFS (`vfs.rs`) below a server in this process.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

#[path = "../it/common.rs"]
#[allow(dead_code, reason = "shared with other tests")]
mod common;
mod vfs;

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use common::TestServer;
use serde_json::json;
use vfs::{Disk, Rng};

/// The VFS is shared by all tests of this program, so they run one after the other.
static ALONE: Mutex<()> = Mutex::new(());

/// Moves that can be repeated without end.
const MOVES: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];

/// The number of confirmed moves of each game.
type Confirmed = Arc<Mutex<HashMap<i64, usize>>>;

/// Plays moves in a game of its own until `stop` is set, and counts those that were confirmed.
fn play_on(
    server: &TestServer,
    confirmed: &Confirmed,
    stop: &Arc<AtomicBool>,
) -> std::thread::JoinHandle<()> {
    let (mut client, confirmed, stop) = (server.client(), Arc::clone(confirmed), Arc::clone(stop));
    std::thread::spawn(move || {
        let game = client.post("/api/games", &json!({})).expect(201).json()["id"].as_i64().expect("an id");
        let path = format!("/api/games/{game}/moves");
        for ply in 0.. {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let answer = client.post(&path, &json!({"node": ply, "move": MOVES[ply % 4]}));
            if answer.status == 200 {
                confirmed.lock().expect("a lock").insert(game, ply + 1);
            } else {
                return;
            }
        }
    })
}

/// Checks that every confirmed move is in the store.
fn check(folder: &Path, confirmed: &HashMap<i64, usize>, what: &str) {
    let server = TestServer::start(folder);
    assert!(server.notices.is_empty(), "{what}: {:?}", server.notices);
    let mut client = server.client();
    for (&game, &moves) in confirmed {
        let found = client.get(&format!("/api/games/{game}")).expect(200).json();
        let plies = found["plies"].as_u64().expect("plies") as usize;
        assert!(plies >= moves, "{what}: game {game} has {plies} plies, {moves} were confirmed");
    }
}

#[test]
fn confirmed_moves_survive_a_loss_of_power() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let disk = Disk::install();
    let folder = tempfile::tempdir().expect("a folder");
    let (confirmed, stop) = (Confirmed::default(), Arc::default());
    let mut rng = Rng::new(15);
    let mut losses = Vec::new();
    {
        let server = TestServer::start(folder.path());
        let players: Vec<_> = (0..4).map(|_| play_on(&server, &confirmed, &stop)).collect();
        for _ in 0..12 {
            std::thread::sleep(Duration::from_millis(20 + rng.below(80)));
            // What was confirmed by now has to be on the disk already.
            let known = confirmed.lock().expect("a lock").clone();
            let after = tempfile::tempdir().expect("a folder");
            disk.lose_power(folder.path(), after.path(), &mut rng);
            losses.push((after, known));
        }
        stop.store(true, Ordering::Relaxed);
        players.into_iter().for_each(|player| player.join().expect("a player"));
    }
    let last: usize = losses.last().map(|(_, known)| known.values().sum()).unwrap_or_default();
    assert!(last > 20, "only {last} moves were confirmed");
    for (number, (after, known)) in losses.iter().enumerate() {
        check(after.path(), known, &format!("loss {number}"));
    }
}

#[test]
fn the_simulated_disk_loses_what_is_not_synced() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let disk = Disk::install();
    let count = |synchronous: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let store = rusqlite::Connection::open(folder.path().join("games.db")).expect("a database");
        let set_up =
            format!("PRAGMA journal_mode = WAL; PRAGMA synchronous = {synchronous}; CREATE TABLE t (x);");
        store.execute_batch(&set_up).expect("a table");
        for number in 0..50 {
            store.execute("INSERT INTO t VALUES (?1)", [number]).expect("a row");
        }
        let after = tempfile::tempdir().expect("a folder");
        disk.lose_power(folder.path(), after.path(), &mut Rng::new(1));
        let found = rusqlite::Connection::open(after.path().join("games.db")).expect("a database");
        found.query_row("SELECT count(*) FROM t", [], |row| row.get::<_, i64>(0)).unwrap_or(0)
    };
    assert_eq!(count("FULL"), 50);
    assert!(count("OFF") < 50, "a disk that loses nothing proves nothing");
}

#[test]
fn a_full_disk_refuses_changes_and_loses_nothing() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let disk = Disk::install();
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    client.post("/api/games", &json!({"name": "kept"})).expect(201);
    client.post("/api/games/1/moves", &json!({"node": 0, "move": "e4"})).expect(200);
    disk.set_full(true);
    let refused = client.post("/api/games/1/moves", &json!({"node": 1, "move": "e5"})).expect(503);
    assert_eq!(refused.code(), "store_failed");
    assert!(refused.message().contains("full"), "{}", refused.message());
    client.import("one.pgn", b"1. d4 *").expect(503);
    assert_eq!(client.get("/api/games/1").expect(200).json()["plies"], 1, "games can still be read");
    disk.set_full(false);
    client.post("/api/games/1/moves", &json!({"node": 1, "move": "e5"})).expect(200);
    drop(client);
    drop(server);
    check(folder.path(), &HashMap::from([(1, 2)]), "after the disk was full");
}
