//! Many clients at once, each making moves in a game of its own: moves per second and how long a move takes.
//!
//! `cargo run --release -p pinsight-server --example load -- [CLIENTS] [SECONDS] [FOLDER]`
//!
//! Client and server share the machine, so the clients are made cheap and their share of the processor is told. The
//! store is the real one, in FOLDER (by default a new folder beside the build's output, since a folder in memory would
//! flush for nothing); what one flush costs there is measured first.

#![allow(clippy::print_stdout, reason = "this is what it is for")]

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

/// After so many moves a client begins a new game: real games are not endless either.
const LONGEST_GAME: usize = 120;
/// How many games there are for the clients to choose from.
const GAMES: u64 = 64;

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let clients: usize = arguments.next().map_or(Ok(200), |text| text.parse())?;
    let seconds: u64 = arguments.next().map_or(Ok(30), |text| text.parse())?;
    let folder = arguments.next().map_or_else(|| PathBuf::from("target/load-store"), PathBuf::from);
    if folder.exists() {
        return Err(format!("{} exists: choose a folder that does not", folder.display()).into());
    }
    let result = measure(clients, Duration::from_secs(seconds), &folder);
    std::fs::remove_dir_all(&folder)?;
    result
}

fn measure(clients: usize, duration: Duration, folder: &Path) -> Result<(), Failure> {
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

    /// Asks; gives the body of a good answer.
    async fn post(&mut self, path: &str, content: &str) -> Result<&[u8], Failure> {
        self.request.clear();
        let length = content.len();
        write!(
            self.request,
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{content}"
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
