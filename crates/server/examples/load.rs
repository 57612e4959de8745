//! Measures moves per second and the latency of a move, with many clients that each play a game.
//!
//! `cargo run --release -p pinsight-server --example load -- [CLIENTS] [SECONDS] [FOLDER] [sockets=N] [slow=N] [games=N]`
//!
//! `sockets` pages listen at the same time, and `slow` connections send their requests byte by byte (raise the limit of open files
//! first: `ulimit -n 10000`). `games` are imported first, and searched afterwards. Memory is measured after ten idle seconds at the end.
//!
//! Clients and server share the machine, so the clients do as little as possible, and the CPU time of the server is printed alone. The
//! store is on disk in FOLDER (default: a new folder beside the build's output; in a folder in memory a sync costs nothing). The
//! time of one sync is measured first.

#![allow(clippy::print_stdout, reason = "prints its measurements")]

use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pinsight_players::RandomGame;
use pinsight_rules::{Ply, Position};
use pinsight_server::{Options, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;

type Failure = Box<dyn Error + Send + Sync>;

/// A client starts a new game after this many moves.
const LONGEST_GAME: usize = 120;
/// The number of games that the clients choose from.
const GAMES: u64 = 64;

fn main() -> Result<(), Failure> {
    let (extra, plain): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|text| text.contains('='));
    let count = |name: &str| -> Result<usize, Failure> {
        let value = extra.iter().find_map(|text| text.strip_prefix(name)?.strip_prefix('='));
        Ok(value.map_or(Ok(0), str::parse)?)
    };
    let crowd = Crowd { sockets: count("sockets")?, slow: count("slow")?, games: count("games")? };
    let mut arguments = plain.into_iter();
    let clients: usize = arguments.next().map_or(Ok(200), |text| text.parse())?;
    let seconds: u64 = arguments.next().map_or(Ok(30), |text| text.parse())?;
    let folder = arguments.next().map_or_else(|| PathBuf::from("target/load-store"), PathBuf::from);
    if folder.exists() {
        return Err(format!("{} exists: choose a folder that does not", folder.display()).into());
    }
    let result = measure(clients, Duration::from_secs(seconds), &folder, crowd);
    std::fs::remove_dir_all(&folder)?;
    result
}

/// The load besides the playing clients.
#[derive(Clone, Copy)]
struct Crowd {
    sockets: usize,
    slow: usize,
    games: usize,
}

fn measure(clients: usize, duration: Duration, folder: &Path, crowd: Crowd) -> Result<(), Failure> {
    let games: Arc<Vec<Vec<String>>> = Arc::new((0..GAMES).map(game).collect());
    let flush = time_of_flush(folder)?;
    let (stop, stopped) = oneshot::channel::<()>();
    let (started, start) = std::sync::mpsc::channel();
    let options = Options::new(folder.to_owned());
    let server = std::thread::spawn(move || -> Result<(), Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let server = Server::start(options).await?;
            started.send(server.address()?)?;
            let stopped = async {
                let _ = stopped.await;
            };
            server.run(stopped).await?;
            Ok(())
        })
    });
    let address = start.recv()?;
    // The clients have one thread: they are not what is measured.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (all_before, clients_before) = (processor_time("self"), processor_time("thread-self"));
    let (mut times, elapsed) = runtime.block_on(async {
        let over = Arc::new(AtomicBool::new(false));
        import(address, crowd.games).await?;
        for _ in 0..crowd.sockets {
            tokio::spawn(listen(TcpStream::connect(address).await?));
        }
        for _ in 0..crowd.slow {
            tokio::spawn(send_slowly(address));
        }
        let begun = Instant::now();
        let work: Vec<_> = (0..clients)
            .map(|number| {
                let (games, over) = (Arc::clone(&games), Arc::clone(&over));
                tokio::spawn(async move { Client::connect(address).await?.play(number, &games, &over).await })
            })
            .collect();
        tokio::time::sleep(duration).await;
        over.store(true, Ordering::Relaxed);
        let mut times = Vec::new();
        for client in work {
            times.extend(client.await??);
        }
        Ok::<_, Failure>((times, begun.elapsed()))
    })?;
    let (all_after, clients_after) = (processor_time("self"), processor_time("thread-self"));
    if crowd.games > 0 {
        runtime.block_on(search(address))?;
    }
    std::thread::sleep(Duration::from_secs(10));
    println!("memory       {} MB at rest, clients included", resident_memory() >> 20);
    let _ = stop.send(());
    server.join().map_err(|_| "the server has crashed")??;
    times.sort_unstable();
    let rank = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
    let rate = times.len() as f64 / elapsed.as_secs_f64();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    println!("clients      {clients}");
    println!("moves        {} in {:.1} s, all confirmed and on the disk", times.len(), elapsed.as_secs_f64());
    println!("moves/s      {rate:.0}");
    println!("median       {:.1} ms", milliseconds(rank(0.5)));
    println!("99 %         {:.1} ms", milliseconds(rank(0.99)));
    println!("worst        {:.1} ms", milliseconds(times.last().copied().unwrap_or_default()));
    println!("flush        {:.1} ms for 64 KiB in {}, without load", milliseconds(flush), folder.display());
    let spent = |before: Option<Duration>, after: Option<Duration>| Some(after?.saturating_sub(before?));
    if let (Some(all), Some(clients)) = (spent(all_before, all_after), spent(clients_before, clients_after)) {
        let each = |time: Duration| time.as_secs_f64() * 1e6 / times.len().max(1) as f64;
        let server = all.saturating_sub(clients);
        println!("processor    server {:.0} µs, client {:.0} µs a move", each(server), each(clients));
    }
    Ok(())
}

/// The largest number of games of one import.
const IMPORT: usize = 50_000;

/// Imports games with different names.
async fn import(address: SocketAddr, games: usize) -> Result<(), Failure> {
    for start in (0..games).step_by(IMPORT) {
        let mut text = String::new();
        for number in start..games.min(start + IMPORT) {
            let (white, black) = (number * 7_919 % 5_003, number * 104_729 % 4_999);
            text.push_str(&format!(
                "[Event \"Open {}\"]\n[White \"Anderssen{white}, A\"]\n[Black \"Staunton{black}, H\"]\n[Date \"2024.01.{:02}\"]\n\
                 [Result \"1-0\"]\n[Opening \"Italian Game\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 1-0\n\n",
                number % 97,
                number % 28 + 1
            ));
        }
        let mut client = Client::connect(address).await?;
        client.send("POST", &format!("/api/imports?name=part{start}"), "text/plain", &text).await?;
    }
    Ok(())
}

/// Searches for rare, common and several words, and tells how long the first page takes.
async fn search(address: SocketAddr) -> Result<(), Failure> {
    let mut client = Client::connect(address).await?;
    for words in ["Anderssen4711", "Staunton", "Italian%20Anderssen12", "li", "", "nobody"] {
        let mut times = Vec::new();
        for _ in 0..11 {
            let begun = Instant::now();
            client.send("GET", &format!("/api/library?limit=100&q={words}"), "text/plain", "").await?;
            times.push(begun.elapsed());
        }
        times.sort_unstable();
        println!("search       {:>6.1} ms median for `{words}`", times[5].as_secs_f64() * 1000.0);
    }
    Ok(())
}

/// Opens a WebSocket and reads what comes.
async fn listen(mut stream: TcpStream) {
    let request = "GET /api/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                   Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let _ = stream.write_all(request.as_bytes()).await;
    let mut buffer = [0; 4096];
    while stream.read(&mut buffer).await.is_ok_and(|count| count > 0) {}
}

/// Sends a request byte by byte, again and again.
async fn send_slowly(address: SocketAddr) {
    loop {
        let Ok(mut stream) = TcpStream::connect(address).await else { continue };
        for byte in
            b"GET /api/about HTTP/1.1\r\nHost: localhost\r\nX: ".iter().chain(std::iter::repeat(&b'x'))
        {
            tokio::time::sleep(Duration::from_secs(1)).await;
            if stream.write_all(&[*byte]).await.is_err() {
                break;
            }
        }
    }
}

/// The memory of this process, in bytes.
fn resident_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0 kB");
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) << 10
}

/// The moves of a random game.
fn game(number: u64) -> Vec<String> {
    let mut position = Position::default();
    let moves = RandomGame::play(&position, 1, number).moves.into_iter().take(LONGEST_GAME);
    let text = |(at, mv)| {
        let text = position.uci(mv, position.castling_mode()).to_string();
        position = Ply::new(at + 1, position, mv).after;
        text
    };
    moves.enumerate().map(text).collect()
}

/// How long the disk takes to keep what a transaction of some moves writes: the median of some.
fn time_of_flush(folder: &Path) -> Result<Duration, Failure> {
    std::fs::create_dir_all(folder)?;
    let path = folder.join("flush");
    let mut file = File::create(&path)?;
    let mut times = Vec::new();
    for _ in 0..25 {
        file.write_all(&[7; 64 << 10])?;
        let begun = Instant::now();
        file.sync_data()?;
        times.push(begun.elapsed());
    }
    std::fs::remove_file(&path)?;
    times.sort_unstable();
    Ok(times.get(times.len() / 2).copied().unwrap_or_default())
}

/// The processor's time that this process (`self`) or this thread (`thread-self`) has used, where the system tells.
fn processor_time(whose: &str) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{whose}/stat")).ok()?;
    // The name in parentheses may hold anything; the times are the 14th and 15th field, in hundredths of a second.
    let (_, fields) = text.rsplit_once(')')?;
    let mut ticks = fields.split_whitespace().skip(11).map(str::parse::<u64>);
    Some(Duration::from_millis(10 * (ticks.next()?.ok()? + ticks.next()?.ok()?)))
}

/// A connection, with room for what goes there and back.
struct Client {
    stream: TcpStream,
    request: Vec<u8>,
    answer: Vec<u8>,
}

impl Client {
    async fn connect(address: SocketAddr) -> Result<Self, Failure> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, request: Vec::with_capacity(512), answer: Vec::with_capacity(1 << 15) })
    }

    /// Plays until told to stop; how long each move took.
    async fn play(
        mut self,
        number: usize,
        games: &[Vec<String>],
        over: &AtomicBool,
    ) -> Result<Vec<Duration>, Failure> {
        let mut times = Vec::new();
        for moves in games.iter().cycle().skip(number % games.len()) {
            let body = self.post("/api/games", "{}").await?;
            let path = format!("/api/games/{}/moves", number_after(body, b"\"id\":")?);
            for (node, text) in moves.iter().enumerate() {
                if over.load(Ordering::Relaxed) {
                    return Ok(times);
                }
                let content = format!("{{\"node\":{node},\"move\":\"{text}\"}}");
                let begun = Instant::now();
                let body = self.post(&path, &content).await?;
                times.push(begun.elapsed());
                // A new move is the node after the one before.
                if !body.ends_with(format!("\"node\":{}}}", node + 1).as_bytes()) {
                    return Err(format!("unexpected: {}", String::from_utf8_lossy(body)).into());
                }
            }
        }
        Ok(times)
    }

    async fn post(&mut self, path: &str, content: &str) -> Result<&[u8], Failure> {
        self.send("POST", path, "application/json", content).await
    }

    /// Asks; gives the body of a good answer.
    async fn send(&mut self, method: &str, path: &str, kind: &str, content: &str) -> Result<&[u8], Failure> {
        self.request.clear();
        let length = content.len();
        write!(
            self.request,
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n{content}"
        )?;
        self.stream.write_all(&self.request).await?;
        self.answer.clear();
        loop {
            if self.stream.read_buf(&mut self.answer).await? == 0 {
                return Err("the server has hung up".into());
            }
            // Where the body begins, and how long the whole answer is.
            let Some(head) = self.answer.windows(4).position(|window| window == b"\r\n\r\n") else {
                continue;
            };
            let head = head + 4;
            let length = number_after(&self.answer, b"content-length: ")? as usize;
            if self.answer.len() == head + length {
                let good = self.answer.starts_with(b"HTTP/1.1 20");
                let answer = || String::from_utf8_lossy(&self.answer);
                return if good { Ok(&self.answer[head..]) } else { Err(answer().into()) };
            }
        }
    }
}

/// The number behind a text.
fn number_after(text: &[u8], before: &[u8]) -> Result<u64, Failure> {
    let at = text.windows(before.len()).position(|window| window == before).ok_or("no number")?;
    let digits = text[at + before.len()..].iter().take_while(|byte| byte.is_ascii_digit());
    Ok(digits.fold(0, |number, digit| number * 10 + u64::from(digit - b'0')))
}
