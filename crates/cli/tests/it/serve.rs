//! `pinsight serve` as a process: address, errors, durability after a kill.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

fn command(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    command.args(["serve", "--port", "0", "--data"]).arg(data).stdin(Stdio::null());
    command
}

/// A server process that is killed when dropped.
struct Served {
    child: Child,
    address: String,
    place: String,
}

impl Served {
    fn start(data: &Path, more: &[&str]) -> Self {
        let mut command = command(data);
        let mut child =
            command.args(more).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a server");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("stdout");
        BufReader::new(stdout).read_line(&mut line).expect("an address");
        let rest = line.trim().strip_prefix("http://").unwrap_or_else(|| panic!("no address in {line:?}"));
        let (address, place) = rest.split_once('/').expect("a place");
        Self { child, address: address.to_owned(), place: format!("/{place}") }
    }

    fn client(&self) -> Client {
        let stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        Client { stream: BufReader::new(stream) }
    }

    fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill").success());
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    /// Sends a request; returns `None` if the server is gone.
    fn ask(&mut self, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
        let body = body.to_string();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).ok()?;
        let mut line = String::new();
        self.stream.read_line(&mut line).ok()?;
        let status = line.split(' ').nth(1)?.parse().ok()?;
        let mut length = 0;
        while line != "\r\n" {
            line.clear();
            if self.stream.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(text) = line.to_ascii_lowercase().strip_prefix("content-length: ") {
                length = text.trim().parse().ok()?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).ok()?;
        Some((status, serde_json::from_slice(&body).unwrap_or(Value::Null)))
    }
}

fn run(mut command: Command) -> Output {
    command.output().expect("to run")
}

/// Plays moves in a new game and sends the number of confirmed plies after each, until the server is gone.
#[cfg(unix)]
fn play_until_killed(mut client: Client, confirmed: &mpsc::Sender<(i64, u64)>) -> Option<()> {
    let (_, game) = client.ask("POST", "/api/games", &json!({}))?;
    let id = game["id"].as_i64()?;
    let (mut node, mut plies) = (json!(0), 0_u64);
    confirmed.send((id, plies)).ok()?;
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle() {
        let content = json!({"node": node, "move": text});
        let (status, change) = client.ask("POST", &format!("/api/games/{id}/moves"), &content)?;
        assert_eq!(status, 200, "{change}");
        node = change["node"].clone();
        plies += 1;
        confirmed.send((id, plies)).ok()?;
    }
    Some(())
}

#[cfg(unix)]
#[test]
fn a_killed_server_keeps_all_confirmed_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let mut confirmed: Vec<(i64, u64)> = Vec::new();
    for round in 0..3 {
        let server = Served::start(&data, &[]);
        let (sender, receiver) = mpsc::channel();
        let players: Vec<_> = (0..4)
            .map(|_| {
                let (client, sender) = (server.client(), sender.clone());
                std::thread::spawn(move || play_until_killed(client, &sender))
            })
            .collect();
        drop(sender);
        // Send SIGKILL while moves are in flight.
        let mut seen = 0;
        let mut last = std::collections::HashMap::new();
        while let Ok((id, plies)) = receiver.recv() {
            last.insert(id, plies);
            seen += 1;
            if seen == 100 + 50 * round {
                server.signal("-KILL");
            }
        }
        for player in players {
            player.join().expect("a player");
        }
        assert!(seen >= 100 + 50 * round, "only {seen} moves were confirmed");
        confirmed.extend(last);
    }
    let server = Served::start(&data, &[]);
    let mut client = server.client();
    let (_, about) = client.ask("GET", "/api/about", &Value::Null).expect("an answer");
    assert_eq!(about["notices"], json!([]), "no damage is reported");
    assert_eq!(confirmed.len(), 12);
    for (id, plies) in confirmed {
        let (status, game) = client.ask("GET", &format!("/api/games/{id}"), &Value::Null).expect("an answer");
        assert_eq!(status, 200);
        let found = game["plies"].as_u64().expect("a number");
        // One more move may have been written but not confirmed.
        assert!(
            found == plies || found == plies + 1,
            "game {id}: {plies} moves were confirmed, {found} are there"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_termination_signal_ends_with_success() {
    let folder = tempfile::tempdir().expect("a folder");
    for signal in ["-INT", "-TERM"] {
        let mut server = Served::start(folder.path(), &[]);
        let mut client = server.client();
        client.ask("POST", "/api/games", &json!({})).expect("an answer");
        server.signal(signal);
        let begun = Instant::now();
        let status = server.child.wait().expect("an end");
        assert_eq!(status.code(), Some(0), "{signal}");
        assert!(begun.elapsed() < Duration::from_secs(60));
        assert!(!folder.path().join("games.db-wal").exists(), "one file is left, not three");
    }
}

#[test]
fn opened_files_are_stored() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("one.pgn");
    std::fs::write(&file, "1. e4 e5 2. Nf3 d6 3. d4 Bg4 *\n").expect("a file");
    let data = folder.path().join("data");
    let path = file.to_str().expect("a name");
    for _ in 0..2 {
        let server = Served::start(&data, &[path]);
        assert_eq!(server.place, "/games/1");
        let (_, game) = server.client().ask("GET", "/api/games/1", &Value::Null).expect("an answer");
        assert_eq!(game["plies"], 6);
        let (_, list) = server.client().ask("GET", "/api/games", &Value::Null).expect("an answer");
        assert_eq!(list["total"], 1);
    }
    let two = folder.path().join("two.pgn");
    std::fs::write(&two, "1. e4 *\n\n[White \"x\"]\n\n1. d4 *\n").expect("a file");
    let server = Served::start(&data, &[two.to_str().expect("a name")]);
    assert_eq!(server.place, "/imports/2");
}

#[test]
fn limits_come_from_the_config_file_and_the_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("config.toml");
    std::fs::write(&config, "[limits]\nimport_mib = 5\nunpacked_mib = 1\n").expect("a file");
    let config = config.to_str().expect("a name");
    let limit = |more: &[&str]| {
        let server = Served::start(&folder.path().join("data"), more);
        let (_, about) = server.client().ask("GET", "/api/about", &Value::Null).expect("an answer");
        about["limits"]["import_bytes"].as_u64().map(|bytes| bytes >> 20)
    };
    assert_eq!(limit(&[]), Some(32));
    assert_eq!(limit(&["--config", config]), Some(5));
    assert_eq!(limit(&["--config", config, "--limit", "import_mib=7"]), Some(7));
    let large = folder.path().join("large.pgn");
    std::fs::write(&large, format!("1. e4 *\n{}", " ".repeat(2 << 20))).expect("a file");
    let mut command = command(&folder.path().join("data"));
    command.args(["--config", config]).arg(large);
    let output = run(command);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(message.contains("large.pgn: the file has more than 1 MiB: raise the limit"), "{message}");
}

/// docs/cli.md has the defaults.
#[test]
fn the_limits_are_documented() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let help = run({
        let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
        command.args(["serve", "--help"]);
        command
    });
    let help = String::from_utf8(help.stdout).expect("text");
    for limit in pinsight_server::Limits::ALL {
        let row = format!("| `{}` | {} | {} |", limit.name, limit.default, limit.meaning);
        assert!(page.contains(&row), "docs/cli.md: expected {row}");
        let words: Vec<&str> = help.split_whitespace().collect();
        let expected: Vec<String> = [limit.name.to_owned(), limit.default.to_string()].to_vec();
        assert!(words.windows(2).any(|pair| pair == expected), "the help does not list {}", limit.name);
    }
}

#[test]
fn errors_exit_with_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let server = Served::start(&data, &[]);
    let port = server.address.rsplit(':').next().expect("a port").to_owned();
    let other = folder.path().join("other");
    let error = |arguments: &[&str], data: &Path| {
        let mut command = command(data);
        command.args(arguments);
        let output = run(command);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).expect("text")
    };
    let missing = folder.path().join("missing.pgn");
    let missing = missing.to_str().expect("a name");
    std::fs::write(folder.path().join("empty.pgn"), "").expect("a file");
    let empty = folder.path().join("empty.pgn");
    let cases = [
        (error(&[], &data), "in use by another `pinsight serve`"),
        (error(&[missing], &other), "cannot read"),
        (error(&[empty.to_str().expect("a name")], &other), "the file contains no game"),
        (error(&["--engine", "no-such-engine"], &other), "a program or NAME=PATH"),
        (error(&["--engine", "a b=/bin/sh"], &other), "is not a valid engine name"),
        (error(&["--engine", "x=/no/such/program"], &other), "no such program"),
        (error(&["--limit", "pages"], &other), "expected NAME=N"),
        (error(&["--limit", "pages=many"], &other), "expected NAME=N"),
        (
            error(&["--limit", "pages=0"], &other),
            "--limit pages=0: the limit `pages` is 0: expected 1 to 100000",
        ),
        (
            error(&["--limit", "sockets=1"], &other),
            "there is no limit `sockets`: expected connections, pages",
        ),
        (error(&[], &folder.path().join("empty.pgn/data")), "choose another one with --data"),
    ];
    for (message, expected) in cases {
        assert!(message.contains(expected), "{expected:?} is not in {message:?}");
    }
    let mut busy = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    busy.args(["serve", "--port", &port, "--data"]).arg(&other);
    let output = run(busy);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(message.contains(&format!("port {port} is in use")), "{message}");
}
