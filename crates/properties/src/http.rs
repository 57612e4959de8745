//! The server: HTTP requests and WebSocket messages over loopback.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use pinsight_server::{Options, Server};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// How many inputs a server gets, so that its store stays small.
const INPUTS: usize = 2_000;
/// How long an answer may take on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(20);

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

/// A running server, and the page that is connected to it.
struct Running {
    address: SocketAddr,
    socket: Socket,
    inputs: usize,
    /// Dropping it stops the server.
    _stop: oneshot::Sender<()>,
    _folder: TempDir,
}

static RUNNING: Mutex<Option<Running>> = Mutex::new(None);

/// The bytes of an HTTP connection. The server answers with a status other than an internal error, or closes the connection
/// of an incomplete request.
pub fn http(data: &[u8]) {
    let running = running();
    let Some(server) = running.as_ref() else { return };
    let mut stream = TcpStream::connect(server.address).expect("the server accepts connections");
    stream.set_read_timeout(Some(TIMEOUT)).expect("a valid timeout");
    // The server may answer and close the connection before it has read everything.
    let _ = stream.write_all(data).and_then(|()| stream.shutdown(Shutdown::Write));
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {}
        Err(error) => panic!("no answer within {TIMEOUT:?}: {error}"),
    }
    if !answer.is_empty() {
        assert!(answer.starts_with(b"HTTP/1."), "{}", String::from_utf8_lossy(&answer));
        assert!(!answer.starts_with(b"HTTP/1.1 500"), "{}", String::from_utf8_lossy(&answer));
        assert!(!String::from_utf8_lossy(&answer).contains("\"store_failed\""));
    }
}

/// Each line is a text message of a page. The server answers what it cannot read with an error, and still answers a ping.
pub fn websocket(data: &[u8]) {
    let mut running = running();
    let Some(Running { socket, .. }) = running.as_mut() else { return };
    for line in String::from_utf8_lossy(data).lines().take(50) {
        socket.send(Message::text(line)).expect("the connection stays open");
    }
    for message in
        [json!({"type": "stop"}), json!({"type": "unsubscribe", "game": 1}), json!({"type": "ping"})]
    {
        socket.send(Message::text(message.to_string())).expect("the connection stays open");
    }
    let start = Instant::now();
    loop {
        assert!(start.elapsed() < TIMEOUT, "no answer to a ping");
        let Message::Text(text) = socket.read().expect("an answer to a ping") else { continue };
        let answer: Value = serde_json::from_str(&text).expect("a message is JSON");
        assert_ne!(answer["code"], "store_failed", "{text}");
        if answer["type"] == "pong" {
            break;
        }
    }
}

/// Returns the running server; a new one after [`INPUTS`] inputs.
fn running() -> MutexGuard<'static, Option<Running>> {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    match running.as_mut() {
        Some(server) if server.inputs < INPUTS => server.inputs += 1,
        _ => *running = Some(start()),
    }
    running
}

fn start() -> Running {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let options = Options::new(folder.path().to_owned());
    let (started, start) = mpsc::channel();
    let (stop, stopped) = oneshot::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let server = Server::start(options).await.expect("a server");
            started.send(server.address().expect("an address")).expect("the fuzzer waits");
            server.run(async { drop(stopped.await) }).await.expect("the server runs");
        });
    });
    let address = start.recv().expect("a server that starts");
    let (socket, _) = tungstenite::connect(format!("ws://{address}/api/live")).expect("a connection");
    if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
        stream.set_read_timeout(Some(TIMEOUT)).expect("a valid timeout");
    }
    Running { address, socket, inputs: 0, _stop: stop, _folder: folder }
}
