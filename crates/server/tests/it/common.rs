//! A server on a port of its own, and a client that speaks plain HTTP to it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use pinsight_server::{Mode, Options, Server};
use serde_json::Value;
use tokio::sync::oneshot;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// A server that runs until this is dropped.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) notices: Vec<String>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl TestServer {
    pub(crate) fn start(data: &Path) -> Self {
        Self::with(Options::new(data.to_owned()))
    }

    pub(crate) fn read_only(data: &Path) -> Self {
        Self::with(Options { mode: Mode::ReadOnly, ..Options::new(data.to_owned()) })
    }

    pub(crate) fn with(options: Options) -> Self {
        let (started, start) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
            runtime.expect("a runtime").block_on(async {
                let server = Server::start(options).await.expect("a server");
                let address = server.address().expect("an address");
                started.send((address, server.notices())).expect("the test waits for the address");
                let stopped = async {
                    let _ = stopped.await;
                };
                server.run(stopped).await.expect("to run");
            });
        });
        let (address, notices) = start.recv().expect("a server that starts");
        Self { address, notices, stop: Some(stop), thread: Some(thread) }
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.address)
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error} in the answer {text}"))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("text")
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// The code of an error.
    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn message(&self) -> String {
        self.json()["error"]["message"].as_str().unwrap_or_default().to_owned()
    }

    /// The answer, if it has the status.
    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.body));
        self
    }
}

/// One connection to a server.
pub(crate) struct Client {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nodelay(true).expect("no delay");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        Self { stream: BufReader::new(stream), address }
    }

    pub(crate) fn get(&mut self, path: &str) -> Answer {
        self.request("GET", path, &[], b"")
    }

    pub(crate) fn delete(&mut self, path: &str) -> Answer {
        self.request("DELETE", path, &[], b"")
    }

    pub(crate) fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, body)
    }

    pub(crate) fn send(&mut self, method: &str, path: &str, body: &Value) -> Answer {
        self.request(method, path, &[("Content-Type", "application/json")], body.to_string().as_bytes())
    }

    pub(crate) fn import(&mut self, name: &str, pgn: &[u8]) -> Answer {
        self.request("POST", &format!("/api/imports?name={name}"), &[("Content-Type", "text/plain")], pgn)
    }

    pub(crate) fn request(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        self.try_request(method, path, headers, body).expect("an answer")
    }

    /// `Host` is the server's address unless given.
    pub(crate) fn try_request(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> std::io::Result<Answer> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head.push_str(&format!("Host: {}\r\n", self.address));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        let mut message = head.into_bytes();
        message.extend_from_slice(body);
        // A server that has heard enough may close before it has heard all.
        let written = self.stream.get_mut().write_all(&message);
        match self.read() {
            Ok(answer) => Ok(answer),
            Err(error) => written.and(Err(error)),
        }
    }

    fn read(&mut self) -> std::io::Result<Answer> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let mut headers = Vec::new();
        loop {
            line.clear();
            if self.stream.read_line(&mut line)? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            match line.trim_end().split_once(": ") {
                Some((name, value)) => headers.push((name.to_owned(), value.to_owned())),
                None => break,
            }
        }
        let length = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
        let mut body = vec![0; length.and_then(|(_, length)| length.parse().ok()).unwrap_or(0)];
        self.stream.read_exact(&mut body)?;
        Ok(Answer { status, headers, body })
    }
}

/// A page that listens: one WebSocket.
pub(crate) struct Page {
    pub(crate) socket: WebSocket<MaybeTlsStream<TcpStream>>,
}

impl Page {
    pub(crate) fn open(server: &TestServer) -> Self {
        let address = format!("ws://{}/api/live", server.address);
        let (socket, _) = tungstenite::connect(address).expect("a connection");
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        }
        let mut page = Self { socket };
        assert_eq!(page.next()["type"], "hello");
        page
    }

    pub(crate) fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).expect("to be heard");
    }

    pub(crate) fn next(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().expect("a message") {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }

    /// The next message of a type; others are passed over.
    pub(crate) fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next();
            if message["type"] == kind {
                return message;
            }
        }
    }
}
