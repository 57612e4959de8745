//! The UCI engine with command sequences as GUIs and match managers send them.

use std::io::{self, BufRead, BufReader, PipeWriter, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use pinsight_players::{OpeningBook, serve, serve_with_books};
use pinsight_rules::{Position, UciMove};

/// A client of the engine, which runs in a thread.
struct Client {
    input: PipeWriter,
    lines: Receiver<String>,
    engine: JoinHandle<io::Result<()>>,
}

impl Client {
    fn start() -> Self {
        let (engine_input, input) = io::pipe().expect("a pipe");
        let (output, engine_output) = io::pipe().expect("a pipe");
        let engine = thread::spawn(move || serve(BufReader::new(engine_input), engine_output, "test"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.expect("text")).is_err() {
                    break;
                }
            }
        });
        let mut client = Self { input, lines, engine };
        client.send("uci");
        client.until("uciok");
        client
    }

    fn send(&mut self, lines: &str) {
        self.input.write_all(format!("{lines}\n").as_bytes()).expect("the engine reads");
    }

    /// Returns the lines up to the first that starts with `prefix`. Far more time than a busy machine needs.
    fn until(&self, prefix: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(120));
            let line = line.unwrap_or_else(|error| panic!("no `{prefix}` ({error}) after {lines:?}"));
            let is_last = line.starts_with(prefix);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    /// Sends `isready` and asserts that no `bestmove` comes before the answer.
    fn assert_searching(&mut self) {
        self.send("isready");
        let lines = self.until("readyok");
        assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{lines:?}");
    }

    /// Waits for `bestmove` and returns the move.
    fn best_move(&self) -> String {
        let lines = self.until("bestmove");
        lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move").to_owned()
    }

    /// Sends `quit` and returns the remaining lines.
    fn quit(mut self) -> Vec<String> {
        self.send("quit");
        self.engine.join().expect("no panic").expect("no I/O error");
        self.lines.iter().collect()
    }
}

fn is_legal(position: &Position, text: &str) -> bool {
    text.parse::<UciMove>().ok().and_then(|mv| position.move_from_uci(mv).ok()).is_some()
}

const MATE_IN_ONE: &str = "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

#[test]
fn ponderhit_starts_the_clock_of_the_same_search() {
    let mut client = Client::start();
    client.send("position startpos moves e2e4 e7e5\ngo ponder movetime 300");
    client.until("info depth 1 ");
    thread::sleep(Duration::from_millis(400));
    client.assert_searching();
    let hit = Instant::now();
    client.send("ponderhit");
    let lines = client.until("bestmove");
    let after = hit.elapsed();
    assert!(after >= Duration::from_millis(280), "the answer came {after:?} after ponderhit");
    let times =
        lines.iter().filter_map(|line| line.split(" time ").nth(1)?.split(' ').next()?.parse::<u64>().ok());
    assert!(times.max().is_none_or(|time| time >= 400), "one search that includes the pondering: {lines:?}");
    assert!(lines.last().is_some_and(|line| line.contains(" ponder ")), "{lines:?}");
    client.quit();
}

#[test]
fn ponderhit_with_a_clock_ends_the_search() {
    let mut client = Client::start();
    client.send("go ponder wtime 600 btime 600 winc 5 binc 5 movestogo 20");
    thread::sleep(Duration::from_millis(50));
    client.assert_searching();
    client.send("ponderhit");
    assert!(is_legal(&Position::default(), &client.best_move()));
    client.quit();
}

#[test]
fn a_complete_search_waits_for_ponderhit_or_stop() {
    let mut client = Client::start();
    for end in ["ponderhit", "stop"] {
        client.send(&format!("{MATE_IN_ONE}\ngo ponder depth 2"));
        thread::sleep(Duration::from_millis(30));
        client.assert_searching();
        client.send(end);
        assert_eq!(client.best_move(), "a1a8");
    }
    client.send("go infinite depth 1");
    client.assert_searching();
    client.send("ponderhit");
    client.assert_searching();
    client.send("stop");
    client.best_move();
    client.quit();
}

#[test]
fn every_go_of_a_stop_storm_has_one_best_move() {
    let mut client = Client::start();
    let position: Position =
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().expect("legal");
    client.send(&format!("position fen {position}"));
    for round in 0..300 {
        client.send("stop\ngo infinite\nisready");
        client.until("readyok");
        thread::sleep(Duration::from_micros(round % 7 * 300));
        client.send("stop\nstop\nponderhit\nstop");
        assert!(is_legal(&position, &client.best_move()), "round {round}");
    }
    let rest = client.quit();
    assert!(rest.iter().all(|line| !line.starts_with("bestmove")), "{rest:?}");
}

#[test]
fn options_change_between_storms_of_searches() {
    let mut client = Client::start();
    let start = Position::default();
    let after_e4 = start.play(start.parse_move("e4").expect("a move")).expect("legal");
    for round in 0..60 {
        let (hash, threads, lines) = (1 + round % 5, 1 + round % 4, 1 + round % 3);
        client.send(&format!(
            "setoption name Hash value {hash}\nsetoption name Threads value {threads}\n\
             setoption name MultiPV value {lines}\nsetoption name Clear Hash\nsetoption name NoSuch value 1\n\
             position startpos moves e2e4\ngo infinite\ngo nodes 2000\ngo infinite\nisready"
        ));
        client.until("readyok");
        client.send("stop");
        for _ in 0..3 {
            assert!(is_legal(&after_e4, &client.best_move()), "round {round}");
        }
    }
    client.quit();
}

#[test]
fn a_new_position_during_a_search_is_for_the_next_one() {
    let mut client = Client::start();
    client.send(&format!("{MATE_IN_ONE}\ngo infinite\nposition startpos\nucinewgame\nisready"));
    client.until("readyok");
    client.send("stop");
    assert_eq!(client.best_move(), "a1a8");
    client.send("position startpos\ngo depth 2");
    assert!(is_legal(&Position::default(), &client.best_move()));
    client.quit();
}

#[test]
fn quit_ends_a_search_at_once() {
    for go in ["go infinite", "go ponder wtime 1000 btime 1000", "go depth 90", "go perft 12", "go mate 30"] {
        let mut client = Client::start();
        client.send(&format!("{go}\nisready"));
        client.until("readyok");
        client.quit();
    }
}

/// Counts published on <https://www.chessprogramming.org/Perft_Results>.
#[test]
fn perft_counts_each_root_move() {
    let mut client = Client::start();
    client.send("position startpos\ngo perft 3");
    let lines = client.until("Nodes searched");
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 8902"));
    let counts = lines.iter().filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok());
    assert_eq!(
        (lines.iter().filter(|line| line.contains(": ")).count(), counts.sum::<u64>()),
        (21, 2 * 8_902)
    );
    client.send("go perft 12\nstop");
    assert!(client.until("Nodes searched").last().is_some_and(|line| line.ends_with(" (stopped)")));
    client.send("go perft 0");
    assert_eq!(client.until("Nodes searched").last().map(String::as_str), Some("Nodes searched: 1"));
    client.quit();
}

#[test]
fn all_limits_of_go_end_the_search() {
    let mut client = Client::start();
    for go in [
        "go movetime 20",
        "go depth 3",
        "go nodes 500",
        "go wtime 300 btime 300",
        "go wtime 300 btime 300 winc 10 binc 10 movestogo 1",
        "go wtime -20 btime 0",
        "go movetime 0",
        "go nodes 0",
        "go depth 0",
    ] {
        client.send(&format!("position startpos\n{go}"));
        assert!(is_legal(&Position::default(), &client.best_move()), "{go}");
    }
    client.send(&format!("{MATE_IN_ONE}\ngo mate 1"));
    assert_eq!(client.best_move(), "a1a8");
    client.send("position startpos\ngo searchmoves a2a3 h2h4 depth 4");
    assert!(["a2a3", "h2h4"].contains(&client.best_move().as_str()));
    client.send("position fen R5k1/5ppp/8/8/8/8/8/7K b - - 0 1\ngo movetime 10");
    assert_eq!(client.best_move(), "(none)");
    client.quit();
}

#[test]
fn info_has_the_fields_that_guis_show() {
    let mut client = Client::start();
    client.send("setoption name UCI_ShowWDL value true\nsetoption name MultiPV value 2\ngo depth 7");
    let lines = client.until("bestmove");
    let infos: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth 7 ")).collect();
    assert_eq!(infos.len(), 2, "{lines:?}");
    for info in infos {
        for field in ["seldepth", "multipv", "score cp", "wdl", "nodes", "hashfull", "tbhits 0", "time", "pv"]
        {
            assert!(info.contains(&format!(" {field}")), "{field}: {info}");
        }
        let wdl = info.split(" wdl ").nth(1).expect("wdl").split(' ').take(3);
        assert_eq!(wdl.map(|number| number.parse::<u32>().expect("a number")).sum::<u32>(), 1_000);
    }
    client.send("setoption name UCI_ShowWDL value false\ngo movetime 30");
    let lines = client.until("bestmove");
    assert!(lines.iter().all(|line| !line.contains(" wdl ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains(" nps ")), "{lines:?}");
    client.quit();
}

#[test]
fn the_engine_plays_from_its_book_when_asked() {
    let open = |name: &str| match name {
        "e4.bin" => Ok(OpeningBook::new(|position, _| {
            position.parse_move("e4").ok().filter(|_| *position == Position::default())
        })),
        name => Err(format!("{name}: no such file")),
    };
    let play = |commands: &str| {
        let mut output = Vec::new();
        serve_with_books(commands.as_bytes(), &mut output, "test", &open).expect("no I/O error");
        String::from_utf8(output).expect("UTF-8")
    };
    let options = play("uci\n");
    assert!(options.contains("option name OwnBook type check default false"), "{options}");
    assert!(options.contains("option name BookFile type string default <empty>"), "{options}");
    let book = "setoption name BookFile value e4.bin\nsetoption name OwnBook value true\n";
    let answer = play(&format!("{book}position startpos\ngo depth 1\n"));
    assert!(answer.contains("info string book move\nbestmove e2e4\n"), "{answer}");
    for searched in [
        format!("{book}position startpos moves a2a3\ngo depth 1\n"),
        format!("{book}go depth 1 searchmoves d2d4\n"),
        format!("{book}setoption name OwnBook value false\ngo depth 1 searchmoves a2a3\n"),
        format!("{book}setoption name BookFile value <empty>\ngo depth 1 searchmoves a2a3\n"),
    ] {
        let answer = play(&searched);
        assert!(answer.contains("bestmove") && !answer.contains("book move"), "{searched}{answer}");
    }
    let missing = play("setoption name BookFile value none.bin\ngo depth 1\n");
    assert!(missing.contains("info string setoption: BookFile: none.bin: no such file"), "{missing}");
    assert!(missing.contains("bestmove "), "{missing}");
}
