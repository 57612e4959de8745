//! A local cluster: scheduler, executors and client run as separate processes.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use pinsight_testkit::games::{EVERY_CAUSE, FAMOUS};
use pinsight_testkit::random::Random;

/// A process that is killed when dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn pinsight() -> Command {
    Command::new(env!("CARGO_BIN_EXE_pinsight"))
}

fn scheduler() -> (Running, String) {
    let (child, address) = scheduler_with(&[]);
    assert!(address.starts_with("df://127.0.0.1:"), "{address}");
    (child, address)
}

fn scheduler_with(args: &[&str]) -> (Running, String) {
    let mut command = pinsight();
    command
        .args(["cluster", "scheduler", "--port", "0", "--lost-after", "5s"])
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = Running(command.spawn().expect("a scheduler"));
    let mut line = String::new();
    let stdout = child.0.stdout.take().expect("its output");
    BufReader::new(stdout).read_line(&mut line).expect("its address");
    (child, line.trim().to_owned())
}

/// Starts an executor with its temporary files in `folder`, since a killed executor cannot remove them.
fn executor(folder: &Path, scheduler: &str) -> Running {
    let place = scheduler.strip_prefix("df://").expect("an address");
    let mut command = pinsight();
    command.args(["cluster", "executor", "--threads", "1", "--scheduler", place]).env("TMPDIR", folder);
    Running(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("an executor"))
}

fn query(folder: &Path, cluster: Option<&str>, query: &str) -> Command {
    let mut command = pinsight();
    command.args(["sql", "--format", "csv", query]).current_dir(folder);
    if let Some(cluster) = cluster {
        command.args(["--cluster", cluster]);
    }
    command
}

/// Returns the header and the sorted rows.
fn rows(output: &Output, query: &str) -> Vec<String> {
    assert!(output.status.success(), "{query}\n{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout.clone()).expect("text");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if let Some(rows) = lines.get_mut(1..) {
        rows.sort();
    }
    lines
}

fn games(count: usize) -> String {
    let all: Vec<&str> = FAMOUS.iter().chain(&EVERY_CAUSE).copied().collect();
    let mut text = String::new();
    for number in 0..count {
        let _ = write!(
            text,
            "[Event \"{number}\"]\n[White \"player {}\"]\n[WhiteElo \"{}\"]\n[Result \"{}\"]\n\n{} {{ {} }} *\n\n",
            number % 17,
            1500 + number * 7 % 1300,
            ["1-0", "0-1", "1/2-1/2"][number % 3],
            all[number % all.len()],
            "a comment that takes some room, ".repeat(number % 20),
        );
    }
    text
}

/// Writes PGN (plain, compressed and partitioned), Parquet and CSV files.
fn data(folder: &Path) {
    let text = games(4000);
    for month in ["year=2024/month=05", "year=2024/month=06", "year=2023/month=05"] {
        let folder = folder.join("months").join(month);
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("games.pgn"), games(50)).expect("written");
    }
    fs::write(folder.join("games.pgn"), &text).expect("written");
    fs::write(folder.join("games.pgn.zst"), zstd::encode_all(text.as_bytes(), 1).expect("packed"))
        .expect("written");
    let mut numbers = "n\n".to_owned();
    for number in 0..15 {
        let _ = writeln!(numbers, "{number}");
    }
    fs::write(folder.join("numbers.csv"), numbers).expect("written");
    let convert = ["sql", "SELECT * FROM 'games.pgn'", "-o", "games.parquet"];
    let output = pinsight().args(convert).current_dir(folder).output();
    let output = output.expect("rows");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Waits for a client. A cluster that makes no progress must not block the tests forever.
fn answer(mut client: Child, sql: &str) -> Output {
    let start = Instant::now();
    while client.try_wait().expect("a process").is_none() {
        if start.elapsed() > Duration::from_secs(180) {
            let _ = client.kill();
            panic!("no answer to {sql}");
        }
        sleep(Duration::from_millis(20));
    }
    client.wait_with_output().expect("an answer")
}

const QUERIES: [&str; 10] = [
    "SELECT count(*) FROM 'games.pgn' WHERE WhiteElo > 2400",
    "SELECT Result, count(*) AS games, avg(WhiteElo) AS elo FROM 'games.pgn' GROUP BY Result",
    "SELECT Event, plies, final_fen, game FROM 'games.pgn.zst' WHERE White = 'player 3'",
    "SELECT White, sum(cardinality(pins(moves))) AS events FROM 'games.pgn' GROUP BY White ORDER BY White",
    "SELECT p['kind'] AS kind, p['cause'] AS cause, count(*) AS n FROM (SELECT unnest(pins(moves)) AS p FROM \
     'games.parquet') GROUP BY 1, 2",
    "SELECT Event, san(moves)[1] AS first, fen_at(moves, 10) AS fen FROM 'gam*.parquet' WHERE \
     has_pin(moves, 'bishop > knight > queen', 'min_cost = 3')",
    "SELECT m['role'] AS role, count(*) AS n FROM (SELECT unnest(move_details(moves)) AS m FROM 'games.pgn') \
     WHERE m['check'] GROUP BY 1",
    "SELECT a.Event FROM 'games.pgn' AS a JOIN 'games.parquet' AS b ON a.Event = b.Event JOIN 'numbers.csv' ON \
     n = a.WhiteElo - 1500 WHERE b.plies > 60",
    "SELECT month, count(*) AS n, min(game) AS first FROM 'months' WHERE year = 2024 GROUP BY month",
    "SELECT position_hash_at(moves, 4) AS position, count(*) AS n FROM 'games.pgn' GROUP BY 1 ORDER BY n DESC LIMIT 3",
];

/// Two of three executors are killed at random moments of each query, and one is started again. The moments are
/// fractions of the time that the query takes without losses.
#[test]
fn a_cluster_gives_the_local_results_while_executors_join_and_die() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    data(folder);
    let (_scheduler, address) = scheduler();
    let start = |sql: &str| {
        let mut client = query(folder, Some(&address), sql);
        client.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a client")
    };
    let mut executors: Vec<Running> = Vec::new();
    let mut random = Random::new(17);
    for sql in QUERIES {
        let expected = rows(&query(folder, None, sql).output().expect("an answer"), sql);
        assert!(expected.len() > 1, "{sql}");
        // The first query waits for executors. On a busy machine, the scheduler may have given up others than the
        // killed ones.
        let (begin, client) = (Instant::now(), start(sql));
        executors.retain_mut(|executor| executor.0.try_wait().is_ok_and(|ended| ended.is_none()));
        executors.resize_with(3, || executor(folder, &address));
        assert_eq!(rows(&answer(client, sql), sql), expected, "{sql}");
        let time = begin.elapsed().min(Duration::from_secs(3));
        let mut moments = [0; 2].map(|_| time * random.below(1000) as u32 / 1000);
        moments.sort();
        let (begin, client) = (Instant::now(), start(sql));
        for moment in moments {
            sleep(moment.saturating_sub(begin.elapsed()));
            drop(executors.swap_remove(random.below(executors.len())));
        }
        executors.push(executor(folder, &address));
        assert_eq!(rows(&answer(client, sql), sql), expected, "{sql}, killed after {moments:?}");
    }
}

/// Scheduler and executors listen on all addresses, IPv6 included, and announce a name.
#[test]
fn machines_reach_each_other_by_their_announced_names() {
    if std::net::TcpListener::bind("[::1]:0").is_err() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (_scheduler, address) = scheduler_with(&["--listen", "::", "--host", "localhost"]);
    let port = address.strip_prefix("df://localhost:").expect("the announced name");
    let mut executor = pinsight();
    executor.args(["cluster", "executor", "--scheduler", &format!("[::1]:{port}"), "--listen", "::1"]);
    let executor = executor.env("TMPDIR", folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
    let _executor = Running(executor.spawn().expect("an executor"));
    fs::write(folder.path().join("games.pgn"), games(20)).expect("written");
    let sql = "SELECT count(*) AS n FROM 'games.pgn' WHERE plies > 0";
    let mut client = query(folder.path(), Some(&format!("df://[::1]:{port}")), sql);
    let client = client.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a client");
    assert_eq!(rows(&answer(client, sql), sql), ["n", "20"]);
}

#[test]
fn a_missing_scheduler_is_reported_once() {
    // A port that was free just before.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let place = listener.local_addr().expect("an address").to_string();
    drop(listener);
    let output =
        pinsight().args(["sql", "--cluster", &format!("df://{place}"), "SELECT 1"]).output().expect("output");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains(&format!("there is no scheduler at {place}")), "{text}");
    let output = pinsight()
        .args(["cluster", "executor", "--wait", "1s", "--scheduler", &place])
        .output()
        .expect("output");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains(&place), "{text}");
    let output = pinsight().args(["sql", "--cluster", "http://x", "SELECT 1"]).output().expect("output");
    assert_eq!(output.status.code(), Some(2));
}
