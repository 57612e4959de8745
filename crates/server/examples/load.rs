//! Many clients at once, each making moves in a game of its own: moves per second and how long a move takes.
//!
//! `cargo run --release -p pinsight-server --example load -- [CLIENTS] [SECONDS] [FOLDER]`
//!
//! Client and server share the machine. The store is the real one, in FOLDER (by default a new folder beside the
//! build's output, since a folder in memory would flush for nothing).

#![allow(clippy::print_stdout, reason = "this is what it is for")]

use std::error::Error;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pinsight_server::{Options, Server};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::oneshot;

type Failure = Box<dyn Error + Send + Sync>;

/// A game that can be played for ever: both sides move a knight out and back.
const MOVES: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];
/// After so many moves a client begins a new game: real games are not endless either.
const GAME: usize = 120;

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let clients: usize = arguments.next().map_or(Ok(200), |text| text.parse())?;
    let seconds: u64 = arguments.next().map_or(Ok(30), |text| text.parse())?;
    let folder = arguments.next().map_or_else(|| PathBuf::from("target/load-store"), PathBuf::from);
    if folder.exists() {
        return Err(format!("{} exists: choose a folder that does not", folder.display()).into());
    }
    let result = measure(clients, Duration::from_secs(seconds), folder.clone());
    std::fs::remove_dir_all(&folder)?;
    result
}

fn measure(clients: usize, duration: Duration, folder: PathBuf) -> Result<(), Failure> {
    let (stop, stopped) = oneshot::channel::<()>();
    let (started, start) = std::sync::mpsc::channel();
    let server = std::thread::spawn(move || -> Result<(), Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let server = Server::start(Options::new(folder)).await?;
            started.send(server.address()?)?;
            server
                .run(async {
                    let _ = stopped.await;
                })
                .await?;
            Ok(())
        })
    });
    let address = start.recv()?;
    // The clients have one thread: they are not what is measured.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (mut times, elapsed) = runtime.block_on(async {
        let over = Arc::new(AtomicBool::new(false));
        let begun = Instant::now();
        let work: Vec<_> = (0..clients).map(|_| tokio::spawn(client(address, Arc::clone(&over)))).collect();
        tokio::time::sleep(duration).await;
        over.store(true, Ordering::Relaxed);
        let mut times = Vec::new();
        for client in work {
            times.extend(client.await??);
        }
        Ok::<_, Failure>((times, begun.elapsed()))
    })?;
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
    Ok(())
}

/// Plays until told to stop; how long each move took.
async fn client(address: SocketAddr, over: Arc<AtomicBool>) -> Result<Vec<Duration>, Failure> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut stream = BufReader::with_capacity(1 << 14, stream);
    let mut times = Vec::new();
    let mut body = Vec::new();
    while !over.load(Ordering::Relaxed) {
        request(&mut stream, "/api/games", "{}", &mut body).await?;
        let game = number(&body, b"\"id\":")?;
        let mut node = 0;
        for text in MOVES.iter().cycle().take(GAME) {
            if over.load(Ordering::Relaxed) {
                break;
            }
            let begun = Instant::now();
            let content = format!("{{\"node\":{node},\"move\":\"{text}\"}}");
            request(&mut stream, &format!("/api/games/{game}/moves"), &content, &mut body).await?;
            times.push(begun.elapsed());
            node = last_number(&body)?;
        }
    }
    Ok(times)
}

async fn request(
    stream: &mut BufReader<TcpStream>,
    path: &str,
    content: &str,
    body: &mut Vec<u8>,
) -> Result<(), Failure> {
    let length = content.len();
    let message = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{content}"
    );
    stream.get_mut().write_all(message.as_bytes()).await?;
    let mut line = String::new();
    stream.read_line(&mut line).await?;
    let good = line.starts_with("HTTP/1.1 20");
    let first = line.clone();
    let mut length = 0;
    while line != "\r\n" {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Err("the server has hung up".into());
        }
        if let Some(text) = line.to_ascii_lowercase().strip_prefix("content-length: ") {
            length = text.trim().parse()?;
        }
    }
    body.resize(length, 0);
    stream.read_exact(body).await?;
    if good { Ok(()) } else { Err(format!("{first}{}", String::from_utf8_lossy(body)).into()) }
}

/// The number behind a text.
fn number(body: &[u8], before: &[u8]) -> Result<u64, Failure> {
    let at = body.windows(before.len()).position(|window| window == before).ok_or("no number")?;
    let digits = body.get(at + before.len()..).unwrap_or_default();
    let end = digits.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len());
    Ok(std::str::from_utf8(digits.get(..end).unwrap_or_default())?.parse()?)
}

/// The number at the end: `..."node":12}`.
fn last_number(body: &[u8]) -> Result<u64, Failure> {
    let text = std::str::from_utf8(body)?.trim_end_matches('}');
    Ok(text.rsplit(':').next().unwrap_or_default().parse()?)
}
