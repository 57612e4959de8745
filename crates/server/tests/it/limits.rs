//! Limits: what is too much is refused in words, and everything else goes on.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::Message;

use pinsight_server::{Limits, Options};

use super::common::{Client, Page, TestServer};

/// A server with these limits.
fn limited(folder: &tempfile::TempDir, limits: Limits) -> TestServer {
    TestServer::with(Options { limits, ..Options::new(folder.path().to_owned()) })
}

#[test]
fn an_import_is_limited_by_its_unpacked_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    // 2 GB of spaces between two games, in about 64 KB.
    let mut packed = zstd::stream::write::Encoder::new(Vec::new(), 3).expect("an encoder");
    packed.write_all(b"1. e4 *\n\n").expect("a game");
    let spaces = vec![b' '; 1 << 20];
    for _ in 0..2_000 {
        packed.write_all(&spaces).expect("spaces");
    }
    packed.write_all(b"\n\n1. d4 *\n").expect("a game");
    let packed = packed.finish().expect("a file");
    assert!(packed.len() < 300_000, "{}", packed.len());
    let start = Instant::now();
    let refused = server.client().import("bomb.pgn.zst", &packed).expect(413);
    assert!(refused.message().contains("128 MiB when unpacked"), "{}", refused.message());
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

/// A frame that a decoder skips makes the inner archive look like text.
#[test]
fn an_archive_in_an_archive_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut inner = b"P*M\x18\x00\x20\x00\x00".to_vec();
    inner.extend([b' '; 0x2000]);
    inner.extend(zstd::encode_all([b' ', b'\n'].repeat(100 << 20).as_slice(), 3).expect("a file"));
    let packed = zstd::encode_all(inner.as_slice(), 3).expect("a file");
    let refused = server.client().import("twice.pgn.zst.zst", &packed).expect(422);
    assert_eq!(refused.message(), "the file is compressed twice: unpack it first");
}

#[test]
fn a_search_for_too_many_letters_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    client.import("two.pgn", b"1. e4 *\n\n1. d4 *\n").expect(201);
    let long = "x".repeat(60_000);
    for path in ["games", "library", "imports/1"] {
        let refused = client.get(&format!("/api/{path}?q={long}")).expect(400);
        assert!(refused.message().contains("at most 1000"), "{}", refused.message());
    }
}

#[test]
fn a_move_keeps_a_limited_number_of_nags() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let pgn = format!("1. e4 {} e5 *", "$1 $2 ".repeat(500_000));
    let answer = server.client().import("nags.pgn", pgn.as_bytes()).expect(201);
    assert!(answer.body.len() < 20_000, "an answer of {} bytes", answer.body.len());
    assert_eq!(answer.json()["game"]["plies"], 2);
}

/// Sends bytes and returns what comes until the server closes the connection.
fn raw(server: &TestServer, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    stream.write_all(bytes).expect("to be heard");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an end");
    String::from_utf8_lossy(&answer).into_owned()
}

/// The head of a request with a body of `length` bytes.
fn head(server: &TestServer, path: &str, kind: &str, length: usize) -> String {
    let address = server.address;
    format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n"
    )
}

#[test]
fn a_slow_head_and_an_idle_connection_are_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = limited(&folder, Limits { head_seconds: 1, ..Limits::default() });
    let start = Instant::now();
    assert_eq!(raw(&server, b"GET /api/about HTTP/1.1\r\nHost: loc"), "");
    let whole = format!("GET /api/about HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let answer = raw(&server, whole.as_bytes());
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
}

#[test]
fn a_body_that_does_not_come_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = limited(&folder, Limits { body_seconds: 1, ..Limits::default() });
    for (path, kind) in [("/api/games", "application/json"), ("/api/imports?name=x", "text/plain")] {
        let start = Instant::now();
        let answer = raw(&server, format!("{}{{", head(&server, path, kind, 10)).as_bytes());
        assert!(answer.starts_with("HTTP/1.1 408") && answer.contains(r#""code":"timeout""#), "{answer}");
        assert!(answer.contains("within 1 seconds"), "{answer}");
        assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
    }
}

#[test]
fn a_body_that_comes_byte_by_byte_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = limited(&folder, Limits { body_seconds: 1, ..Limits::default() });
    let mut stream = TcpStream::connect(server.address).expect("a connection");
    stream.write_all(head(&server, "/api/imports?name=x", "text/plain", 1_000).as_bytes()).expect("a head");
    let start = Instant::now();
    // Each part comes in time, but there would be 1,000 of them.
    while stream.write_all(b"x").is_ok() && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
}

#[test]
fn a_client_that_does_not_read_is_disconnected() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits { write_seconds: 1, connections: 1, head_seconds: 1, ..Limits::default() };
    let server = limited(&folder, limits);
    let mut deaf = TcpStream::connect(server.address).expect("a connection");
    let request = format!("GET /api/openapi.json HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    deaf.set_write_timeout(Some(Duration::from_millis(500))).expect("a timeout");
    // Answers of some 50 KB each fill the buffers of both sides.
    let _ = deaf.write_all(request.repeat(1_000).as_bytes());
    let start = Instant::now();
    // The only connection is free again.
    while status_of(&server) != Some(200) {
        assert!(start.elapsed() < Duration::from_secs(20), "the connection was not closed");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn status_of(server: &TestServer) -> Option<u16> {
    server.client().try_request("GET", "/api/about", &[], b"").ok().map(|answer| answer.status)
}

#[test]
fn a_connection_above_the_limit_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = limited(&folder, Limits { connections: 3, ..Limits::default() });
    let mut open: Vec<Client> = (0..3).map(|_| server.client()).collect();
    for client in &mut open {
        client.get("/api/about").expect(200);
    }
    let refused = server.client().get("/api/about").expect(503);
    assert_eq!(refused.message(), "too many connections are open: close some of them");
    open[0].get("/api/about").expect(200);
    open.pop();
    let start = Instant::now();
    while status_of(&server) != Some(200) {
        assert!(start.elapsed() < Duration::from_secs(20), "there is no room for another connection");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_page_above_the_limit_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = limited(&folder, Limits { pages: 1, ..Limits::default() });
    let _page = Page::open(&server);
    let address = format!("ws://{}/api/live", server.address);
    let Err(tungstenite::Error::Http(refused)) = tungstenite::connect(address) else {
        panic!("the second page is accepted");
    };
    assert_eq!(refused.status(), 503);
    let body = String::from_utf8_lossy(refused.body().as_deref().unwrap_or_default()).into_owned();
    assert!(body.contains("the limit of pages (1) is reached"), "{body}");
}

#[test]
fn imports_are_limited_in_size_and_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits { import_mib: 1, unpacked_mib: 2, import_games: 3, imports: 1, ..Limits::default() };
    let server = limited(&folder, limits);
    let mut client = server.client();
    assert_eq!(client.get("/api/about").json()["limits"]["import_bytes"], 1 << 20);
    let game = "1. e4 *\n\n";
    client.import("three.pgn", game.repeat(3).as_bytes()).expect(201);
    let refused = client.import("four.pgn", game.repeat(4).as_bytes()).expect(413);
    assert_eq!(refused.message(), "the file contains more than 3 games");
    let long = format!("{game}{}", " ".repeat(1 << 20));
    let refused = client.import("long.pgn", long.as_bytes()).expect(413);
    assert!(refused.message().starts_with("the file is larger than 1 MiB"), "{}", refused.message());
    let packed = zstd::encode_all(format!("{game}{long}{long}").as_bytes(), 1).expect("a file");
    let refused = server.client().import("packed.zst", &packed).expect(413);
    assert_eq!(refused.message(), "the file has more than 2 MiB when unpacked");

    // A body that is on its way takes the only place.
    let mut slow = TcpStream::connect(server.address).expect("a connection");
    slow.write_all(head(&server, "/api/imports?name=x", "text/plain", 10).as_bytes()).expect("a head");
    let start = Instant::now();
    let refused = loop {
        // The server may not have read the head yet.
        let answer = server.client().import(&format!("{:?}", start.elapsed()), game.as_bytes());
        if answer.status == 503 {
            break answer;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "two imports at once");
    };
    assert!(refused.message().starts_with("too many files are being imported"), "{}", refused.message());
    drop(slow);
    server.client().import("five.pgn", b"1. d4 *").expect(201);
}

#[test]
fn a_picture_is_limited_in_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = limited(&folder, Limits { picture_pixels: 100, ..Limits::default() });
    let mut client = server.client();
    client.post("/api/games", &json!({})).expect(201);
    for kind in ["svg", "png", "gif"] {
        client.get(&format!("/api/games/1/{kind}?size=100")).expect(200);
        let refused = client.get(&format!("/api/games/1/{kind}?size=101")).expect(400);
        assert_eq!(refused.message(), "`size` is 101: expected 64 to 100");
    }
}

#[test]
fn a_gif_is_limited_in_pixels() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(5);
    client.import("x", format!("{moves} *").as_bytes()).expect(201);
    let refused = client.get("/api/games/1/gif?size=4096").expect(413);
    assert!(refused.message().contains("335 million pixels: expected at most 256"), "{}", refused.message());
}

#[test]
fn running_games_with_computers_are_limited() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = limited(&folder, Limits { running_games: 1, ..Limits::default() });
    let mut client = server.client();
    let game = json!({"black": {"player": "random"}});
    client.post("/api/games", &game).expect(201);
    let start = Instant::now();
    let refused = loop {
        // The first one is counted when its task has started.
        let answer = client.post("/api/games", &game);
        if answer.status == 503 {
            break answer;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "many games are running");
    };
    assert!(
        refused.message().contains("running games with a computer (1) is reached"),
        "{}",
        refused.message()
    );
    client.post("/api/games", &json!({})).expect(201);
}

#[test]
fn analyses_are_limited() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = limited(&folder, Limits { analyses: 1, ..Limits::default() });
    let analyse = json!({"type": "analyse", "fen": "startpos", "player": "search"});
    let (mut first, mut second) = (Page::open(&server), Page::open(&server));
    first.say(&analyse);
    first.next_of("analysis");
    second.say(&analyse);
    let refused = second.next_of("error");
    assert!(refused["message"].as_str().unwrap_or_default().contains("analyses (1) is reached"), "{refused}");
    first.say(&json!({"type": "stop"}));
    second.say(&analyse);
    second.next_of("analysis");
}

#[test]
fn reviews_are_limited() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits { reviews: 1, ..Limits::default() };
    let options = Options { limits, nodes: Some(1_000_000), ..Options::new(folder.path().to_owned()) };
    let server = TestServer::with(options);
    let mut client = server.client();
    client.import("x", b"1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 2. c4 e6 *\n").expect(201);
    let games: Vec<Value> = (1..=2)
        .map(|number| client.post(&format!("/api/imports/1/games/{number}"), &json!({})).json())
        .collect();
    let path = |game: &Value| format!("/api/games/{}/coach", game["id"]);
    client.post(&path(&games[0]), &json!({"player": "search"})).expect(202);
    let refused = client.post(&path(&games[1]), &json!({"player": "search"})).expect(503);
    assert!(refused.message().contains("the limit of reviews (1) is reached"), "{}", refused.message());
    client.delete(&path(&games[0])).expect(200);
    client.post(&path(&games[1]), &json!({"player": "search"})).expect(202);
}

#[test]
fn a_socket_answers_ping_and_close() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut page = Page::open(&server);
    page.socket.send(Message::Ping("here".into())).expect("to be heard");
    loop {
        match page.socket.read().expect("a message") {
            Message::Pong(bytes) => break assert_eq!(&bytes[..], b"here"),
            Message::Ping(_) | Message::Text(_) => {}
            other => panic!("{other:?}"),
        }
    }
    page.socket.close(None).expect("to be heard");
    loop {
        match page.socket.read() {
            Ok(Message::Close(_)) => break,
            Ok(_) => {}
            Err(error) => panic!("no answer to the close: {error}"),
        }
    }
}

#[test]
fn the_server_stops_within_a_second_with_open_pages_and_connections() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    client.get("/api/about").expect(200);
    let computers =
        json!({"white": {"player": "search", "level": 10, "time": 60_000}, "black": {"player": "random"}});
    client.post("/api/games", &computers).expect(201);
    let mut pages: Vec<Page> = (0..5).map(|_| Page::open(&server)).collect();
    pages[0].say(&json!({"type": "analyse", "fen": "startpos", "player": "search"}));
    pages[0].next_of("analysis");
    let start = Instant::now();
    drop(server);
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
}

#[test]
fn pictures_are_drawn_a_few_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    server.client().post("/api/games", &json!({})).expect(201);
    let before = peak_memory();
    let drawn: Vec<_> = (0..12)
        .map(|_| {
            let mut client = server.client();
            std::thread::spawn(move || client.get("/api/games/1/png?size=4096").status)
        })
        .collect();
    for status in drawn.into_iter().map(|drawing| drawing.join().expect("an answer")) {
        assert!([200, 503].contains(&status), "{status}");
    }
    // One picture of 4096 pixels takes 64 MB and some copies of it.
    let more = peak_memory().saturating_sub(before) >> 20;
    assert!(more < 700, "{more} MB more");
}

/// The highest memory use of this process so far, in bytes.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) << 10
}
