//! UCI engines named on the command line: they play and analyse, also Chess960; one that dies or hangs ends the game's run
//! with a reason, and the game can continue.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::common::{Client, Page, TestServer};
use pinsight_openings::BookBuilder;
use pinsight_pgn::GameResult;
use pinsight_players::EngineConfig;
use pinsight_rules::Position;
use pinsight_server::{Engine, Options};
use serde_json::{Value, json};

/// An engine script: a minimal UCI loop that runs `go` on the command `go` and logs its input.
fn engine(folder: &Path, name: &str, go: &str) -> Engine {
    let heard = folder.join(format!("{name}.heard"));
    let script = format!(
        "#!/bin/sh\ncd {}\nwhile read line; do\n  echo \"$line\" >> {}\n  case \"$line\" in\n    \
         uci) echo 'id name Script'; echo 'option name UCI_Chess960 type check default false'; echo uciok;;\n    \
         isready) echo readyok;;\n    go*) {go};;\n    quit) exit 0;;\n  esac\ndone\n",
        folder.display(),
        heard.display()
    );
    let path: PathBuf = folder.join(name);
    std::fs::write(&path, script).expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a program");
    Engine { name: name.to_owned(), config: EngineConfig::new(path.to_string_lossy()) }
}

/// The real one.
fn stockfish() -> Engine {
    let program = std::env::var("PINSIGHT_STOCKFISH").unwrap_or_else(|_| "/usr/games/stockfish".to_owned());
    assert!(Path::new(&program).exists(), "{program} is missing: tools/stockfish.sh installs it");
    Engine { name: "stockfish".to_owned(), config: EngineConfig::new(program) }
}

fn serve(folder: &Path, engines: Vec<Engine>) -> TestServer {
    TestServer::with(Options { engines, ..Options::new(folder.join("data")) })
}

fn begin(client: &mut Client, new: &Value) -> String {
    format!("/api/games/{}", client.post("/api/games", new).expect(201).json()["id"])
}

fn play(client: &mut Client, path: &str, node: i64, text: &str) {
    client.post(&format!("{path}/moves"), &json!({"node": node, "move": text})).expect(200);
}

fn wait(client: &mut Client, path: &str, done: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let found = client.get(path).expect(200).json();
        if done(&found) {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "{found}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_engine_plays_and_its_path_is_not_disclosed() {
    let folder = tempfile::tempdir().expect("a folder");
    let good =
        engine(folder.path(), "good", "echo 'info depth 1 score cp -20 pv e7e5'; echo 'bestmove e7e5'");
    let server = serve(folder.path(), vec![good]);
    let mut client = server.client();
    let about = client.get("/api/about").expect(200);
    assert!(!about.text().contains(&*folder.path().to_string_lossy()), "paths stay here");
    assert_eq!(
        about.json()["players"][3],
        json!({"id": "engine:good", "name": "good", "levels": null, "analysis": true})
    );
    let path = begin(&mut client, &json!({"black": {"player": "engine:good"}}));
    play(&mut client, &path, 0, "e4");
    let answered = wait(&mut client, &path, |game| game["plies"] == 2);
    assert_eq!(answered["nodes"][2]["san"], "e5");
}

#[test]
fn an_engine_crash_is_reported_and_the_game_continues() {
    let folder = tempfile::tempdir().expect("a folder");
    // It dies once, in its second move.
    let go = "if [ ! -f moved ]; then touch moved; echo 'bestmove e7e5'; \
              elif [ ! -f died ]; then touch died; exit 3; else echo 'bestmove b8c6'; fi";
    let server = serve(folder.path(), vec![engine(folder.path(), "frail", go)]);
    let mut client = server.client();
    let path = begin(&mut client, &json!({"black": {"player": "engine:frail"}}));
    play(&mut client, &path, 0, "e4");
    wait(&mut client, &path, |game| game["plies"] == 2);
    play(&mut client, &path, 2, "Nf3");
    let stopped = wait(&mut client, &path, |game| game["play"]["problem"].is_string());
    assert_eq!(
        stopped["play"]["problem"],
        "frail cannot move: the engine `frail` ended while it was asked `go`: exit status: 3"
    );
    assert_eq!(stopped["play"]["running"], false);
    assert_eq!(stopped["plies"], 3, "what was played is there");
    // A new process of the same engine continues.
    client.send("PATCH", &format!("{path}/play"), &json!({"running": true})).expect(200);
    let went_on = wait(&mut client, &path, |game| game["plies"] == 4);
    assert_eq!(went_on["nodes"][4]["san"], "Nc6");
    assert_eq!(went_on["play"]["problem"], Value::Null);
}

#[test]
fn a_hanging_engine_is_reported_and_can_be_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = serve(folder.path(), vec![engine(folder.path(), "mute", ":")]);
    let mut client = server.client();
    let path = begin(&mut client, &json!({"white": {"player": "engine:mute", "time": 50}}));
    let stopped = wait(&mut client, &path, |game| game["play"]["problem"].is_string());
    let problem = stopped["play"]["problem"].as_str().expect("a problem");
    assert!(problem.starts_with("mute cannot move: the engine `mute` did not answer `go`"), "{problem}");
    let patch = json!({"white": {"player": "random"}, "running": true});
    client.send("PATCH", &format!("{path}/play"), &patch).expect(200);
    wait(&mut client, &path, |game| game["plies"] == 1);
}

#[test]
fn undo_during_a_search_is_followed_by_a_new_search_even_if_the_engine_answers_stop_with_an_illegal_move() {
    let folder = tempfile::tempdir().expect("a folder");
    // It searches until it is stopped, and then always plays the same move.
    let stubborn = engine(folder.path(), "stubborn", ":;;\n    stop) echo 'bestmove e7e5'");
    let server = serve(folder.path(), vec![stubborn]);
    let mut client = server.client();
    let path = begin(&mut client, &json!({"black": {"player": "engine:stubborn"}}));
    play(&mut client, &path, 0, "e4");
    let thinks = |game: &Value| game["play"]["thinking"] == "black" || game["play"]["problem"].is_string();
    wait(&mut client, &path, thinks);
    client.post(&format!("{path}/play/now"), &json!({})).expect(202);
    wait(&mut client, &path, |game| game["plies"] == 2);
    play(&mut client, &path, 2, "Nf3");
    wait(&mut client, &path, thinks);
    for plies in [2, 0] {
        client.post(&format!("{path}/undo"), &json!({})).expect(200);
        assert_eq!(client.get(&path).expect(200).json()["plies"], plies);
    }
    wait(&mut client, &path, |game| game["play"]["thinking"].is_null());
    play(&mut client, &path, 0, "d4");
    let searching = wait(&mut client, &path, thinks);
    assert_eq!(searching["play"]["problem"], Value::Null);
}

#[test]
fn computers_open_from_the_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut position = Position::default();
    let mut builder = BookBuilder::default();
    for san in ["a4", "h5", "Na3", "Rh6"] {
        let mv = position.parse_move(san).expect(san);
        builder.add(&position, mv, GameResult::Draw);
        position = position.play_unchecked(mv);
    }
    let book = Some(("edges".to_owned(), builder.finish(1)));
    let good = engine(folder.path(), "good", "echo 'bestmove a2a3'");
    let options = Options { book, engines: vec![good], ..Options::new(folder.path().join("data")) };
    let server = TestServer::with(options);
    let mut client = server.client();
    let white = json!({"player": "engine:good"});
    let path = begin(&mut client, &json!({"white": white, "black": {"player": "random"}}));
    let played = wait(&mut client, &path, |game| game["plies"].as_u64() >= Some(4));
    let moves: Vec<&Value> = (1..=4).map(|node| &played["nodes"][node]["san"]).collect();
    assert_eq!(moves, ["a4", "h5", "Na3", "Rh6"]);
}

#[test]
fn a_move_for_the_computer_is_refused_while_it_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = serve(folder.path(), vec![engine(folder.path(), "slow", ":")]);
    let mut client = server.client();
    let path = begin(&mut client, &json!({"black": {"player": "engine:slow"}}));
    play(&mut client, &path, 0, "e4");
    let refused = client.post(&format!("{path}/moves"), &json!({"node": 1, "move": "e5"})).expect(409);
    assert!(refused.message().contains("it is the computer's turn"), "{}", refused.message());
    client.send("PATCH", &format!("{path}/play"), &json!({"running": false})).expect(200);
    play(&mut client, &path, 1, "e5");
}

/// White's king is on b1 and its rook on c1, Black's the same on the eighth rank: both may castle.
const CHESS960: &str = "1kr5/pppppppp/8/8/8/8/PPPPPPPP/1KR5 w Cc - 0 1";

#[test]
fn in_chess960_the_engine_option_is_set_and_castling_is_king_takes_rook() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = serve(folder.path(), vec![engine(folder.path(), "castler", "echo 'bestmove b8c8'")]);
    let mut client = server.client();
    let path = begin(&mut client, &json!({"fen": CHESS960, "black": {"player": "engine:castler"}}));
    play(&mut client, &path, 0, "O-O");
    let answered = wait(&mut client, &path, |game| game["plies"] == 2 || game["play"]["problem"].is_string());
    assert_eq!(answered["play"]["problem"], Value::Null);
    assert_eq!(answered["nodes"][1]["uci"], "b1c1");
    assert_eq!(answered["nodes"][2]["san"], "O-O");
    let heard = std::fs::read_to_string(folder.path().join("castler.heard")).expect("what it heard");
    let at = |text: &str| heard.find(text).unwrap_or_else(|| panic!("no `{text}` in {heard}"));
    assert!(at("setoption name UCI_Chess960 value true") < at("position fen"));
    assert!(heard.contains("moves b1c1"), "{heard}");
}

#[test]
fn stockfish_plays_analyses_and_plays_against_our_search() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = serve(folder.path(), vec![stockfish()]);
    let mut client = server.client();
    // It finds the only mate in one.
    let fen = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
    let path = begin(&mut client, &json!({"fen": fen, "white": {"player": "engine:stockfish", "time": 200}}));
    let mated = wait(&mut client, &path, |game| game["plies"] == 1);
    assert_eq!(mated["nodes"][1]["san"], "Rh8#");
    assert_eq!(mated["result"], "1-0");
    // In Chess960 it is asked for castling and asked after castling.
    let seat = json!({"player": "engine:stockfish", "time": 100});
    let path = begin(&mut client, &json!({"fen": CHESS960, "black": seat}));
    play(&mut client, &path, 0, "O-O");
    let answered = wait(&mut client, &path, |game| game["plies"] == 2 || game["play"]["problem"].is_string());
    assert_eq!(answered["play"]["problem"], Value::Null);
    // Against our search, watched.
    let new = json!({"white": seat, "black": {"player": "search", "level": 2, "time": 100}});
    let path = begin(&mut client, &new);
    client.send("PATCH", &format!("{path}/play"), &json!({"delay": 0})).expect(200);
    let watched = wait(&mut client, &path, |game| {
        game["plies"].as_i64() >= Some(6) || game["play"]["problem"].is_string()
    });
    assert_eq!(watched["play"]["problem"], Value::Null);
    client.send("PATCH", &format!("{path}/play"), &json!({"running": false})).expect(200);
    // As an analyst: the mate in one; three lines where they are wanted.
    let mut page = Page::open(&server);
    let mut analyse = |fen: &str, lines: usize| {
        page.say(&json!({"type": "analyse", "fen": fen, "player": "engine:stockfish", "lines": lines}));
        loop {
            let told = page.next();
            assert_ne!(told["type"], "error", "{told}");
            if told["fen"] == fen && told["lines"].as_array().is_some_and(|found| found.len() == lines) {
                return told["lines"].clone();
            }
        }
    };
    let mate = analyse("k7/8/1K6/8/8/8/8/7R w - - 0 1", 1);
    assert_eq!(mate[0]["score"], json!({"mate": 1}));
    assert_eq!(mate[0]["san"], json!(["Rh8#"]));
    analyse("6k1/5ppp/8/8/8/8/8/K6R w - - 0 1", 3);
    // Two moves mate, and castling is one of them.
    let lines = analyse("5k2/8/8/4R1R1/8/8/8/1KR5 w C - 0 1", 5);
    let lines = lines.as_array().expect("lines");
    let castles = lines.iter().find(|line| line["san"][0] == "O-O#").expect("a line that castles");
    assert_eq!(castles["uci"], json!(["b1c1"]));
    assert_eq!(castles["score"], json!({"mate": 1}));
}
