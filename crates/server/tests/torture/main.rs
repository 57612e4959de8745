//! Kills the server at random moments, damages its store, leaves in the middle of requests; then compares with what was
//! confirmed.
//!
//! Every round is seeded. `make torture` runs more of them: `PINSIGHT_TORTURE` is the factor.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]
#![allow(clippy::print_stdout, reason = "the child tells its address")]

#[path = "../it/common.rs"]
#[allow(dead_code, reason = "shared with other tests")]
mod common;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{Client, TestServer};
use pinsight_players::EngineConfig;
use pinsight_server::{Engine, Limits, Options};
use serde_json::{Value, json};

/// The folder of the server that this program runs as a child.
const DATA: &str = "PINSIGHT_TORTURE_DATA";
/// An argument of its engines, by which they are found.
const TAG: &str = "PINSIGHT_TORTURE_TAG";
/// How the engines misbehave; `tools/torture/hostile_engine.py` knows how.
const HOSTILE: [&str; 11] =
    ["deaf", "flood", "endless", "bytes", "mute", "escapes", "hang", "crash", "illegal", "nonsense", "none"];

/// The number of rounds: `short`, or more of them in `make torture`.
fn rounds(short: u64) -> u64 {
    let factor = std::env::var("PINSIGHT_TORTURE").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    short * factor
}

/// SplitMix64.
struct Rng(u64);

impl Rng {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % limit
    }
}

/// Not a test: the server that the others kill.
#[test]
#[ignore = "run by the other tests in a process of its own"]
fn child() {
    let Some(data) = std::env::var_os(DATA) else { return };
    let tag = std::env::var(TAG).unwrap_or_default();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/torture/hostile_engine.py");
    let engine = |mode: &str| {
        let arguments = [script, mode, &tag].map(str::to_owned).to_vec();
        Engine { name: mode.to_owned(), config: EngineConfig { arguments, ..EngineConfig::new("python3") } }
    };
    let server = TestServer::with(Options {
        engines: HOSTILE.map(engine).to_vec(),
        nodes: Some(500),
        limits: Limits { running_games: 300, ..Limits::default() },
        ..Options::new(data.into())
    });
    println!("\nlistening {}", server.address);
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

/// A server in a process of its own; killed on drop.
struct Victim {
    process: Child,
    address: SocketAddr,
}

impl Victim {
    fn spawn(data: &Path) -> Child {
        Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "child", "--ignored", "--nocapture"])
            .env(DATA, data)
            .env(TAG, tag(data))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a process")
    }

    fn start(data: &Path) -> Self {
        let mut process = Self::spawn(data);
        let lines = BufReader::new(process.stdout.take().expect("output")).lines();
        let address = lines
            .map_while(Result::ok)
            .find_map(|line| line.strip_prefix("listening ").and_then(|address| address.parse().ok()));
        Self { process, address: address.expect("the server starts") }
    }

    fn kill(mut self) {
        self.process.kill().expect("a signal");
        self.process.wait().expect("an end");
    }
}

/// The tag of the engines of a server.
fn tag(data: &Path) -> String {
    format!("of-{}", data.display())
}

/// Moves that can be repeated without end.
const MOVES: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];

/// What the server has confirmed.
#[derive(Default)]
struct Confirmed {
    /// The plies of each game.
    plies: HashMap<i64, usize>,
    imports: Vec<(i64, u64)>,
    /// The games whose review was requested.
    reviews: HashSet<i64>,
}

/// Plays moves and imports files until the server is gone.
fn use_server(address: SocketAddr, seed: u64, mut confirmed: Confirmed) -> Confirmed {
    let mut rng = Rng(seed);
    let Ok(stream) = TcpStream::connect(address) else { return confirmed };
    drop(stream);
    let mut client = Client::new(address);
    let json = [("Content-Type", "application/json")];
    loop {
        let known: Vec<i64> = confirmed.plies.keys().copied().collect();
        let action = rng.below(20);
        let done = if known.is_empty() || action == 0 {
            client.try_request("POST", "/api/games", &json, b"{}").map(|answer| {
                confirmed.plies.insert(answer.expect(201).json()["id"].as_i64().expect("an id"), 0);
            })
        } else if action == 1 {
            let games = 1 + rng.below(2_000);
            let pgn = format!("[White \"{seed} {}\"]\n\n1. e4 e5 2. Nf3 *\n\n", rng.below(1 << 40));
            let text = pgn.repeat(games as usize);
            client
                .try_request(
                    "POST",
                    "/api/imports?name=x",
                    &[("Content-Type", "text/plain")],
                    text.as_bytes(),
                )
                .map(|answer| {
                    confirmed.imports.push((answer.expect(201).json()["id"].as_i64().expect("an id"), games));
                })
        } else if action == 2 && confirmed.plies.values().any(|&plies| plies > 0) {
            let (game, _) = confirmed.plies.iter().find(|(_, plies)| **plies > 0).expect("a game with moves");
            client.try_request("POST", &format!("/api/games/{game}/coach"), &json, b"{}").map(|answer| {
                // 503: too many are under way.
                if answer.status != 503 {
                    answer.expect(202);
                    confirmed.reviews.insert(*game);
                }
            })
        } else {
            let game = known[rng.below(known.len() as u64) as usize];
            let ply = confirmed.plies[&game];
            let body = json!({"node": ply, "move": MOVES[ply % 4]}).to_string();
            client.try_request("POST", &format!("/api/games/{game}/moves"), &json, body.as_bytes()).map(
                |answer| {
                    // An unconfirmed move of a killed server may be there: it is found again.
                    answer.expect(200);
                    confirmed.plies.insert(game, ply + 1);
                },
            )
        };
        if done.is_err() {
            return confirmed;
        }
    }
}

/// Checks that everything confirmed is there.
fn check(address: SocketAddr, confirmed: &Confirmed, what: &str) {
    let mut client = Client::new(address);
    for (game, plies) in &confirmed.plies {
        let found = client.get(&format!("/api/games/{game}")).expect(200).json();
        let found = found["plies"].as_u64().expect("plies") as usize;
        assert!(
            found == *plies || found == plies + 1,
            "{what}: game {game}: {found} plies, {plies} confirmed"
        );
    }
    for game in &confirmed.reviews {
        let status = client.get(&format!("/api/games/{game}/coach")).expect(200).json();
        assert!(
            ["queued", "running", "done"].iter().any(|state| status["state"] == *state),
            "{what}: the review of game {game} is gone: {status}"
        );
        if status["state"] == "done" {
            let review = client.get(&format!("/api/games/{game}/coach/review")).expect(200).json();
            assert!(review["moves"].is_array(), "{what}: {review}");
        }
    }
    for (import, total) in &confirmed.imports {
        let found = client.get(&format!("/api/imports/{import}?limit=1")).expect(200).json();
        assert_eq!(
            (found["total"].as_u64(), found["matched"].as_u64()),
            (Some(*total), Some(*total)),
            "{what}"
        );
    }
}

#[test]
fn nothing_confirmed_is_lost_when_the_server_is_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut confirmed = Confirmed::default();
    for round in 0..rounds(4) {
        let victim = Victim::start(folder.path());
        check(victim.address, &confirmed, &format!("round {round}"));
        // The plies that the killed server stored without confirming them are counted now.
        for (game, plies) in &mut confirmed.plies {
            let found = Client::new(victim.address).get(&format!("/api/games/{game}")).expect(200).json();
            *plies = found["plies"].as_u64().expect("plies") as usize;
        }
        let address = victim.address;
        let user = std::thread::spawn(move || use_server(address, round, confirmed));
        std::thread::sleep(Duration::from_millis(100 + Rng(round).below(900)));
        victim.kill();
        confirmed = user.join().expect("a user");
    }
    let victim = Victim::start(folder.path());
    check(victim.address, &confirmed, "at the end");
    assert!(confirmed.plies.values().sum::<usize>() > 0, "moves were confirmed");
    victim.kill();
}

/// Fills a store, and returns the number of games.
fn fill(folder: &Path) -> usize {
    let server = TestServer::start(folder);
    let mut client = server.client();
    for number in 1..=30 {
        client.post("/api/games", &json!({"name": format!("game {number}")})).expect(201);
        for ply in 0..40 {
            let body = json!({"node": ply, "move": MOVES[ply % 4]});
            client.post(&format!("/api/games/{number}/moves"), &body).expect(200);
        }
    }
    30
}

/// Replaces a page in the middle of the moves.
fn damage_a_page(file: &Path) {
    let mut bytes = fs::read(file).expect("a file");
    let page = bytes.len() / 4096 / 2;
    bytes[page * 4096..(page + 1) * 4096].fill(0xA5);
    fs::write(file, bytes).expect("a file");
}

#[test]
fn a_recovery_that_is_killed_is_done_again() {
    let origin = tempfile::tempdir().expect("a folder");
    let games = fill(origin.path());
    damage_a_page(&origin.path().join("games.db"));
    let total = |folder: &Path| {
        let server = TestServer::start(folder);
        let list = server.client().get("/api/games?limit=1").expect(200).json();
        (list["total"].as_u64().expect("a total") as usize, server.notices.clone())
    };
    let whole = tempfile::tempdir().expect("a folder");
    fs::copy(origin.path().join("games.db"), whole.path().join("games.db")).expect("a copy");
    let start = Instant::now();
    let (expected, notices) = total(whole.path());
    let length = start.elapsed();
    assert!(expected > games / 2 && notices.len() == 1, "{expected} games, {notices:?}");
    for round in 0..rounds(6) {
        let folder = tempfile::tempdir().expect("a folder");
        fs::copy(origin.path().join("games.db"), folder.path().join("games.db")).expect("a copy");
        let mut process = Victim::spawn(folder.path());
        let moment = Rng(round).below(2 * length.as_micros().max(1) as u64 + 60_000);
        std::thread::sleep(Duration::from_micros(moment));
        process.kill().expect("a signal");
        process.wait().expect("an end");
        let (found, notices) = total(folder.path());
        assert_eq!(found, expected, "round {round}: killed after {moment} us");
        assert_eq!(notices.len(), 1, "round {round}: the notice stays: {notices:?}");
        let left =
            fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        let left: Vec<String> = left.map(|name| name.to_string_lossy().into_owned()).collect();
        let aside = left.iter().filter(|name| name.contains("damaged") && !name.ends_with("-wal")).count();
        assert_eq!(aside, 1, "round {round}: {left:?}");
        assert!(!left.iter().any(|name| name.contains("rebu") || name.contains("copy")), "{left:?}");
    }
}

#[test]
fn flipped_bits_are_noticed_or_change_nothing() {
    let origin = tempfile::tempdir().expect("a folder");
    let games = fill(origin.path());
    let sound = fs::read(origin.path().join("games.db")).expect("a file");
    let shown = |folder: &Path| {
        let server = TestServer::start(folder);
        let mut client = server.client();
        let exported: Vec<(u16, Vec<u8>)> = (1..=games)
            .map(|game| client.get(&format!("/api/games/{game}/pgn")))
            .map(|answer| (answer.status, answer.body))
            .collect();
        (server.notices.clone(), exported)
    };
    let (_, expected) = shown(origin.path());
    for round in 0..rounds(12) {
        let mut bytes = sound.clone();
        let mut rng = Rng(round);
        let place = rng.below(bytes.len() as u64) as usize;
        let bit = rng.below(8);
        bytes[place] ^= 1 << bit;
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("games.db"), &bytes).expect("a file");
        let start = Instant::now();
        let options = pinsight_server::Options::new(folder.path().to_owned());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let started = runtime.block_on(pinsight_server::Server::start(options));
        if let Err(error) = started {
            // A changed number of the layout looks like a later version: refused in words.
            let error = error.to_string();
            assert!(
                error.contains("later version") || error.contains("another program"),
                "round {round}: {error}"
            );
            continue;
        }
        drop(started);
        drop(runtime);
        let (notices, found) = shown(folder.path());
        assert!(start.elapsed() < Duration::from_secs(60), "round {round} took {:?}", start.elapsed());
        for (game, ((status, body), (_, right))) in found.iter().zip(&expected).enumerate() {
            let is_silent = *status == 200 && notices.is_empty();
            assert!(
                !is_silent || body == right,
                "round {round}: bit {bit} of byte {place}: game {}",
                game + 1
            );
        }
    }
}

#[test]
fn abandoned_requests_leave_a_server_that_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let pgn = "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(20_000);
    let head = format!(
        "POST /api/imports?name=x HTTP/1.1\r\nHost: {}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n",
        server.address,
        pgn.len()
    );
    let mut left = Vec::new();
    for round in 0..rounds(20) {
        let mut stream = TcpStream::connect(server.address).expect("a connection");
        stream.write_all(head.as_bytes()).expect("a head");
        let part = Rng(round).below(pgn.len() as u64) as usize;
        // Some leave, some stay and send nothing more, some have sent all.
        let _ = stream.write_all(&pgn.as_bytes()[..if round % 4 == 0 { pgn.len() } else { part }]);
        if round % 2 == 0 {
            drop(stream);
        } else {
            left.push(stream);
        }
    }
    let mut client = server.client();
    let start = Instant::now();
    client.post("/api/games", &json!({})).expect(201);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

/// The processes with this argument.
fn processes(argument: &str) -> Vec<String> {
    let mut found = Vec::new();
    for folder in fs::read_dir("/proc").expect("processes").flatten() {
        let command = fs::read(folder.path().join("cmdline")).unwrap_or_default();
        if command.split(|&byte| byte == 0).any(|word| word == argument.as_bytes()) {
            found.push(String::from_utf8_lossy(&command).replace('\0', " "));
        }
    }
    found
}

/// The highest memory use of a process so far, in MB.
fn peak_memory(process: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("its memory");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") >> 10
}

#[test]
fn hostile_engines_delay_no_other_game_and_end_with_the_server() {
    // In the second round the server is killed while the engines run.
    for round in 0..rounds(2) {
        let folder = tempfile::tempdir().expect("a folder");
        let victim = Victim::start(folder.path());
        let mut client = Client::new(victim.address);
        let mut problems = HashMap::new();
        for mode in HOSTILE {
            let game = json!({"white": {"player": format!("engine:{mode}"), "time": 100}});
            let game = client.post("/api/games", &game).expect(201).json()["id"].as_i64().expect("an id");
            problems.insert(game, mode);
        }
        let computer = client.post("/api/games", &json!({"white": {"player": "random"}})).expect(201).json();
        let human = client.post("/api/games", &json!({})).expect(201).json();
        let start = Instant::now();
        let path = |game: &Value| format!("/api/games/{}", game["id"]);
        let mut ply = 0;
        while client.get(&path(&computer)).expect(200).json()["plies"] == 0 {
            assert!(start.elapsed() < Duration::from_secs(10), "round {round}: hostile engines delay others");
            let asked = Instant::now();
            let body = json!({"node": ply, "move": MOVES[ply % 4]});
            client.post(&format!("{}/moves", path(&human)), &body).expect(200);
            assert!(asked.elapsed() < Duration::from_secs(5), "round {round}: {:?}", asked.elapsed());
            ply += 1;
        }
        if round % 2 == 0 {
            // Each engine ends with words about it.
            for (game, mode) in &problems {
                while client.get(&format!("/api/games/{game}")).expect(200).json()["play"]["problem"]
                    .is_null()
                {
                    assert!(start.elapsed() < Duration::from_secs(60), "the engine `{mode}` is not stopped");
                    std::thread::sleep(Duration::from_millis(50));
                }
            }
        } else {
            std::thread::sleep(Duration::from_millis(Rng(round).below(2_000)));
        }
        assert!(peak_memory(&victim.process) < 300, "{} MB", peak_memory(&victim.process));
        victim.kill();
        let killed = Instant::now();
        while !processes(&tag(folder.path())).is_empty() {
            let left = processes(&tag(folder.path()));
            assert!(killed.elapsed() < Duration::from_secs(10), "round {round}: engines are left: {left:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Each has a hash table of 16 MB while its computer thinks; few are kept between two moves. They take about 200 MB in all, and
/// up to 460 MB were seen, because glibc does not return all freed memory. All 300 tables would take 4.8 GB.
#[test]
fn many_games_against_computers_take_little_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let victim = Victim::start(folder.path());
    let mut client = Client::new(victim.address);
    let game = json!({"white": {"player": "search", "level": 3, "time": 50}});
    for _ in 0..300 {
        client.post("/api/games", &game).expect(201);
    }
    let start = Instant::now();
    let waiting = |game: &Value| game["plies"] == 0;
    while client.get("/api/games?limit=500").expect(200).json()["games"]
        .as_array()
        .expect("games")
        .iter()
        .any(waiting)
    {
        assert!(start.elapsed() < Duration::from_secs(120), "the computers do not move");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(peak_memory(&victim.process) < 800, "{} MB", peak_memory(&victim.process));
    victim.kill();
}
