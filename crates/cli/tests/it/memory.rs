//! Memory stays bounded for any length of input.

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

const MOVES: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6 cxb5 axb5 Nc3 \
    Bb7 Bg5 b4 Nb1 h6 Bh4 c5 dxe5 Nxe4 Bxe7 Qxe7 exd6 Qf6 Nbd2 Nxd6 Nc4 Nxc4 Bxc4 Nb6 Ne5 Rae8 Bxf7+ Rxf7 Nxf7 \
    Rxe1+ Qxe1 Kxf7 Qe3 Qg5 Qxg5 hxg5 b3 Ke6 a3 Kd6 axb4 cxb4 Ra5 Nd5 f3 Bc8 Kf2 Bf5 Ra7 g6 Ra6+ Kc5 Ke1 Nf4 g3 \
    Nxh3 Kd2 Kb5 Rd6 Kc5 Ra6 Nf2 g4 Bd3 Re6";

/// Returns a game in the form of lichess, with a clock after every move.
fn game(number: usize) -> String {
    let mut text =
        format!("[Event \"Game {number}\"]\n[White \"Anna\"]\n[Black \"Berta\"]\n[Result \"1/2-1/2\"]\n\n");
    for (ply, san) in MOVES.split_ascii_whitespace().enumerate() {
        let (move_number, seconds) = (ply / 2 + 1, 300 - ply * 2);
        let dots = if ply % 2 == 0 { "." } else { "..." };
        text += &format!("{move_number}{dots} {san} {{ [%clk 0:{:02}:{:02}] }} ", seconds / 60, seconds % 60);
    }
    text + "1/2-1/2\n\n"
}

/// Prints a measured peak directly to stderr, since the harness captures the output of tests.
fn print_peak(what: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "{what}");
}

fn start(args: &[&str]) -> (Child, ChildStdin) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    let command = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let stdin = child.stdin.take().expect("a pipe");
    (child, stdin)
}

/// Returns the peak memory of a process in MB.
fn peak(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") / 1024
}

/// Ends the input and returns the output, and the peak just before.
fn finish(mut child: Child, stdin: ChildStdin) -> (String, u64) {
    let peak = peak(&child);
    drop(stdin);
    let mut text = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("text");
    child.wait().expect("it ends");
    (text, peak)
}

/// The input is generated into the pipe, not stored on disk.
#[test]
fn checking_a_gigabyte_takes_less_than_a_hundred_megabytes() {
    let part: String = (0..1000).map(game).collect();
    let times = (1 << 30) / part.len() + 1;
    let (child, mut stdin) = start(&["check", "--threads", "2"]);
    for _ in 0..times {
        stdin.write_all(part.as_bytes()).expect("taken");
    }
    let (text, peak) = finish(child, stdin);
    let (bytes, moves) = (times * part.len(), times * 1000 * 85);
    print_peak(format_args!("{bytes} bytes with two threads: at most {peak} MB"));
    assert!(peak < 100, "{peak} MB");
    assert!(text.replace(',', "").contains(&format!("{moves} moves {bytes} bytes")), "{text}");
}

/// Memory holds row groups, not the whole table.
#[test]
fn converting_half_a_gigabyte_to_parquet_takes_bounded_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = folder.path().join("games.parquet");
    let part: String = (0..1000).map(game).collect();
    let times = (1 << 29) / part.len() + 1;
    let table_name = table.to_str().expect("a name in UTF-8");
    let (child, mut stdin) = start(&["convert", "--threads", "2", "-o", table_name]);
    for _ in 0..times {
        stdin.write_all(part.as_bytes()).expect("taken");
    }
    let (_, peak) = finish(child, stdin);
    print_peak(format_args!("{} bytes to Parquet with two threads: at most {peak} MB", times * part.len()));
    assert!(peak < 300, "{peak} MB");
    let length = fs::metadata(&table).expect("the table").len();
    assert!(length > 100_000, "{length} bytes");
}

/// Checks a game whose comment has the given number of parts of 600 kB, with a size limit of 1 MB, and returns the
/// peak.
fn check_oversized_game(parts: usize) -> u64 {
    let (child, mut stdin) = start(&["check", "--threads", "2", "--max-game", "1M"]);
    let (head, part, tail) = ("[Event \"x\"]\n\n1. e4 {", "never ".repeat(100_000), "}\n\n");
    stdin.write_all(head.as_bytes()).expect("taken");
    for _ in 0..parts {
        stdin.write_all(part.as_bytes()).expect("taken");
    }
    stdin.write_all(tail.as_bytes()).expect("taken");
    stdin.write_all(b"[Event \"y\"]\n\n1. d4 *\n").expect("taken");
    let (text, peak) = finish(child, stdin);
    let length = head.len() + parts * part.len() + tail.len();
    print_peak(format_args!("a game of {length} bytes: at most {peak} MB"));
    assert!(text.contains(&format!("game of {length} bytes exceeds the size limit")), "{text}");
    assert!(text.contains("  2  total"), "{text}");
    peak
}

/// Compares two lengths, since the pages of the program itself depend on its features (about 40 MB with all of them).
#[test]
fn an_endless_game_is_skipped_in_bounded_memory() {
    let (short, long) = (check_oversized_game(10), check_oversized_game(300));
    assert!(long < short + 8, "{short} MB for 6 MB of text, {long} MB for 180 MB");
}

/// A token of many megabytes takes a small multiple of its length.
#[test]
fn a_huge_token_is_not_copied_repeatedly() {
    let (child, mut stdin) = start(&["check", "--threads", "1"]);
    let part = "a1".repeat(500_000);
    for _ in 0..30 {
        stdin.write_all(part.as_bytes()).expect("taken");
    }
    stdin.write_all(b" *\n\n").expect("taken");
    // More games follow, so that the large one is done before the end.
    let rest: String = (0..2000).map(game).collect();
    stdin.write_all(rest.as_bytes()).expect("taken");
    let (text, peak) = finish(child, stdin);
    print_peak(format_args!("a word of {} bytes: at most {peak} MB", part.len() * 30));
    assert!(peak < 150, "{peak} MB");
    assert!(text.contains("`a1a1a1"), "{text}");
}
