//! UCI engines named on the command line: they play and analyse, and one that dies ends the game's run with a reason.
#![cfg(unix)]

mod common;

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use common::{Client, TestServer};
use pinsight_server::{Engine, Options};
use serde_json::{Value, json};

/// A program that speaks just enough UCI, and does something when it is told to go.
fn engine(folder: &Path, name: &str, go: &str) -> Engine {
    let script = format!(
        "#!/bin/sh\nwhile read line; do\n  case \"$line\" in\n    uci) echo 'id name Script'; echo uciok;;\n    \
         isready) echo readyok;;\n    go*) {go};;\n    quit) exit 0;;\n  esac\ndone\n"
    );
    let path: PathBuf = folder.join(name);
    std::fs::write(&path, script).expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a program");
    Engine { name: name.to_owned(), path }
}

fn wait(client: &mut Client, game: &Value, done: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let found = client.get(&format!("/api/games/{game}")).expect(200).json();
        if done(&found) {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{found}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_engine_answers_and_a_dead_one_is_told_of() {
    let folder = tempfile::tempdir().expect("a folder");
    let engines = vec![
        engine(folder.path(), "good", "echo 'info depth 1 score cp -20 pv e7e5'; echo 'bestmove e7e5'"),
        engine(folder.path(), "dead", "exit 3"),
    ];
    let server = TestServer::with(Options { engines, ..Options::new(folder.path().join("data")) });
    let mut client = server.client();
    let about = client.get("/api/about").expect(200);
    assert!(!about.text().contains(&*folder.path().to_string_lossy()), "paths stay here");
    assert_eq!(
        about.json()["players"][3],
        json!({"id": "engine:good", "name": "good", "levels": null, "analysis": true})
    );

    let game =
        client.post("/api/games", &json!({"black": {"player": "engine:good"}})).expect(201).json()["id"]
            .take();
    client.post(&format!("/api/games/{game}/moves"), &json!({"node": 0, "move": "e4"})).expect(200);
    let answered = wait(&mut client, &game, |game| game["plies"] == 2);
    assert_eq!(answered["nodes"][2]["san"], "e5");

    let game =
        client.post("/api/games", &json!({"white": {"player": "engine:dead"}})).expect(201).json()["id"]
            .take();
    let stopped = wait(&mut client, &game, |game| game["play"]["problem"].is_string());
    assert_eq!(stopped["play"]["running"], false);
    assert_eq!(stopped["plies"], 0);
}
