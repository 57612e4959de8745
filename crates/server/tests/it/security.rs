//! Strangers get no answer, and nothing outside is reachable.

use super::common::{Answer, TestServer};
use serde_json::json;

#[test]
fn only_loopback_hosts_are_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let port = server.address.port();
    assert!(server.address.ip().is_loopback(), "loopback unless told otherwise");
    let mut about = |host: &str| client.request("GET", "/api/about", &[("Host", host)], b"");
    for host in [
        format!("127.0.0.1:{port}"),
        format!("localhost:{port}"),
        format!("LOCALHOST:{port}"),
        format!("[::1]:{port}"),
        "localhost".to_owned(),
    ] {
        about(&host).expect(200);
    }
    // A name that a stranger points to this machine (DNS rebinding), and what merely looks like ours.
    for host in [
        "evil.example",
        "evil.example:7464",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "192.168.1.2",
        "0.0.0.0",
        "10.0.0.1:80",
        "user@evil.example",
        "",
    ] {
        assert_eq!(about(host).expect(403).code(), "foreign_host", "{host}");
    }
}

#[test]
fn the_page_checks_the_host_like_the_api() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let answer = client.request("GET", "/", &[("Host", "evil.example")], b"");
    assert_eq!(answer.expect(403).code(), "foreign_host");
}

#[test]
fn pages_of_other_sites_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let (address, port) = (server.address, server.address.port());
    let json_type = ("Content-Type", "application/json");
    let mut create =
        |origin: &str| client.request("POST", "/api/games", &[json_type, ("Origin", origin)], b"{}");
    create(&format!("http://{address}")).expect(201);
    for origin in [
        "http://evil.example".to_owned(),
        "null".to_owned(),
        format!("http://{}:{}", address.ip(), port ^ 1),
        format!("http://localhost:{port}"),
        format!("http://{address}.evil.example"),
        format!("file://{address}"),
        String::new(),
    ] {
        assert_eq!(create(&origin).expect(403).code(), "foreign_origin", "{origin}");
    }
    // Requests without Origin, such as those for pictures, tell where they come from in another way.
    let picture = client.request("GET", "/api/games/1/svg", &[("Sec-Fetch-Site", "cross-site")], b"");
    assert_eq!(picture.expect(403).code(), "foreign_origin");
    client.request("GET", "/", &[("Sec-Fetch-Site", "cross-site")], b"").expect(200);
    assert_eq!(client.get("/api/games").expect(200).json()["total"], 1, "only ours was made");
}

#[test]
fn a_websocket_of_another_site_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let upgrade = [
        ("Connection", "Upgrade"),
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let connect = |origin: &str| {
        let headers: Vec<_> = upgrade.into_iter().chain([("Origin", origin)]).collect();
        server.client().request("GET", "/api/live", &headers, b"")
    };
    assert_eq!(connect("http://evil.example").expect(403).code(), "foreign_origin");
    connect(&format!("http://{}", server.address)).expect(101);
}

#[test]
fn bodies_are_limited_in_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let name = "x".repeat(70_000);
    let answer = server.client().post("/api/games", &json!({"name": name}));
    assert_eq!(answer.expect(413).code(), "too_large");
    let answer = server.client().import("big.pgn", &vec![b' '; (32 << 20) + 1]);
    assert_eq!(answer.expect(413).code(), "too_large");
    // One that only says that it is large is refused before it is sent.
    let length = [("Content-Type", "text/plain"), ("Content-Length", "99999999999")];
    let claimed = server.client().try_request("POST", "/api/imports", &length, b"");
    assert!(claimed.is_err() || claimed.is_ok_and(|answer| answer.status >= 400));
    let name = "x".repeat(1_001);
    let answer = server.client().post("/api/games", &json!({"name": name}));
    assert_eq!(answer.expect(413).code(), "too_large");
}

#[test]
fn a_small_packed_file_cannot_fill_the_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    // Much text in few games, and many games in little text.
    let long = format!("1. e4 {{{}}} e5 *\n\n", "a long comment ".repeat(20_000)).repeat(450);
    let many = "[White \"x\"]\n\n1. e4 *\n\n".repeat(60_000);
    assert!(long.len() > 128 << 20, "{}", long.len());
    for text in [long, many] {
        let packed = zstd::encode_all(text.as_bytes(), 1).expect("packed");
        assert!(packed.len() < 1 << 20, "{}", packed.len());
        assert_eq!(server.client().import("bomb.pgn.zst", &packed).expect(413).code(), "too_large");
    }
}

#[test]
fn every_response_has_the_security_headers() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let answers: [Answer; 4] = [
        client.get("/"),
        client.get("/api/about"),
        client.get("/api/nowhere"),
        client.request("GET", "/", &[("Host", "evil.example")], b""),
    ];
    for answer in answers {
        let policy = answer.header("content-security-policy").expect("a policy");
        let directive = |name: &str| {
            let found = policy.split("; ").find_map(|one| one.strip_prefix(name));
            found.map(|value| value.trim().to_owned())
        };
        assert_eq!(directive("default-src").as_deref(), Some("'none'"));
        assert_eq!(
            directive("script-src").as_deref(),
            Some("'self'"),
            "no inline script, none from elsewhere"
        );
        assert_eq!(directive("frame-ancestors").as_deref(), Some("'none'"));
        assert_eq!(directive("base-uri").as_deref(), Some("'none'"));
        assert!(!policy.contains("unsafe-eval"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
        assert!(answer.header("access-control-allow-origin").is_none());
    }
}

#[test]
fn no_request_names_a_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let program = folder.path().join("ran");
    let path = format!("/usr/bin/touch {}", program.display());
    for player in [path.as_str(), "/bin/sh", "engine:/bin/sh", "engine:../../bin/sh", "engine:", "stockfish"]
    {
        let answer = client.post("/api/games", &json!({"white": {"player": player}}));
        assert_eq!(answer.expect(422).code(), "unknown_player", "{player}");
    }
    let answer = client.post("/api/games", &json!({"white": {"player": "random", "path": path}}));
    assert_eq!(answer.expect(400).code(), "bad_request");
    assert!(!program.exists());
    let about = client.get("/api/about").expect(200).text();
    assert!(!about.contains("path"), "{about}");
}

#[test]
fn files_outside_the_page_are_not_served() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page");
    std::fs::create_dir(&page).expect("a folder");
    std::fs::write(page.join("index.html"), "the page").expect("a file");
    std::fs::write(folder.path().join("secret.txt"), "secret").expect("a file");
    let options = pinsight_server::Options {
        page: pinsight_server::Page::Folder(page),
        ..pinsight_server::Options::new(folder.path().join("data"))
    };
    let server = TestServer::with(options);
    let mut client = server.client();
    assert_eq!(client.get("/").expect(200).text(), "the page");
    assert_eq!(client.get("/games/7").expect(200).text(), "the page", "an address within the page");
    for path in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "//etc/passwd",
        "/x/../../secret.txt",
        "/secret.txt",
    ] {
        let answer = client.get(path);
        assert!(
            !String::from_utf8_lossy(&answer.body).contains("secret\n") && answer.text() != "secret",
            "{path}"
        );
        assert!(answer.status == 404 || answer.text() == "the page", "{path}: {}", answer.status);
    }
    assert_eq!(client.request("POST", "/", &[], b"").expect(405).code(), "method_not_allowed");
}

#[test]
fn a_read_only_server_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    {
        let server = TestServer::start(folder.path());
        server.client().post("/api/games", &json!({"name": "kept"})).expect(201);
    }
    let server = TestServer::read_only(folder.path());
    let mut client = server.client();
    assert_eq!(client.get("/api/about").expect(200).json()["read_only"], true);
    assert_eq!(client.get("/api/games/1").expect(200).json()["name"], "kept");
    let refused = [
        client.post("/api/games", &json!({})),
        client.post("/api/games/1/moves", &json!({"node": 0, "move": "e4"})),
        client.send("PATCH", "/api/games/1", &json!({"name": "x"})),
        client.send("PATCH", "/api/games/1/play", &json!({"white": {"player": "random"}, "running": true})),
        client.post("/api/games/1/play/step", &json!({})),
        client.import("x.pgn", b"1. e4 *"),
        client.delete("/api/games/1"),
        client.delete("/api/imports/1"),
    ];
    for (number, answer) in refused.into_iter().enumerate() {
        assert_eq!(answer.expect(403).code(), "read_only", "request {number}");
    }
    assert_eq!(client.get("/api/games/1").expect(200).json()["version"], 1);
}
