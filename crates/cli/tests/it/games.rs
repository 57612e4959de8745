//! The commands that read games: files, compression, threads, exit codes, output files.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const COMMANDS: [&str; 5] = ["fens", "final", "check", "pgn", "review"];

const GOOD: &str = "[White \"Anna\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";
/// Castles through its own pieces.
const IMPATIENT: &str = "[White \"Berta\"]\n[Result \"*\"]\n\n1. e4 e5 2. 0-0-0 *\n\n";
const BROKEN: &str = "[White \"Clara\"]\n[Result \"1-0\"]\n\n1. e4  e5 2. Ke3 {!} Nf6 1-0\n\n";
/// Castling written with zeros, which is repaired.
const ODD: &str = "[White \"Dora\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *\n\n";

fn pinsight<A: AsRef<std::ffi::OsStr>>(folder: &TempDir, args: &[A]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    command.args(args).current_dir(folder.path()).env_remove("CLICOLOR_FORCE");
    // The ledger reads games like the coach and takes no time.
    if args.first().is_some_and(|name| name.as_ref() == "review") {
        command.arg("--all-pins");
    }
    command
}

/// Exit code, stdout and stderr of a run.
type Finished = (Option<i32>, String, String);

fn finished(output: Output) -> Finished {
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn run(folder: &TempDir, args: &[&str]) -> Finished {
    finished(pinsight(folder, args).stdin(Stdio::null()).output().expect("the program starts"))
}

fn run_with(folder: &TempDir, args: &[&str], input: &[u8]) -> Finished {
    let mut command = pinsight(folder, args);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input).expect("taken");
    drop(stdin);
    finished(child.wait_with_output().expect("it ends"))
}

fn folder_with(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).expect("written");
    }
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}

fn zstd(text: &str) -> Vec<u8> {
    zstd::encode_all(text.as_bytes(), 3).expect("packed")
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).expect("packed");
    encoder.finish().expect("packed")
}

fn bzip2(text: &str) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    encoder.write_all(text.as_bytes()).expect("packed");
    encoder.finish().expect("packed")
}

/// Removes the last line of `check`, which contains the time.
fn without_time(text: &str) -> &str {
    text.trim_end().rsplit_once('\n').map_or("", |(before, _)| before)
}

/// Parses the totals of `check`: good, repaired, broken, all.
fn totals(stdout: &str) -> [u64; 4] {
    ["good", "repaired", "broken", "total"].map(|name| {
        let line = stdout.lines().find_map(|line| line.strip_suffix(name)).expect("a line of the totals");
        line.trim().replace(',', "").parse().expect("a number")
    })
}

#[test]
fn compressed_and_plain_files_give_the_same_output() {
    let text = [GOOD, ODD, BROKEN].concat();
    let files = [
        ("plain", text.clone().into_bytes()),
        ("a.zst", zstd(&text)),
        // The content determines the compression, not the name.
        ("b.pgn", gzip(&text)),
        ("c.data", bzip2(&text)),
    ];
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect();
    let folder = folder_with(&files);
    for command in COMMANDS {
        let (code, stdout, stderr) = run(&folder, &[command, "plain"]);
        assert_eq!(code, Some(1), "{command}");
        for (name, bytes) in &files {
            let same = |(code, out, err): Finished, name: &str| {
                assert_eq!(code, Some(1), "{command} {name}");
                assert_eq!(
                    without_time(&out).replace(name, "plain"),
                    without_time(&stdout),
                    "{command} {name}"
                );
                assert_eq!(err.replace(name, "plain"), stderr, "{command} {name}");
            };
            same(run(&folder, &[command, name]), name);
            // `-` occurs elsewhere too, so search for it with its context.
            let (code, out, err) = run_with(&folder, &[command, "-"], bytes);
            let named = |text: String| text.replace("--> -:", &format!("--> {name}:"));
            same((code, named(out), named(err)), name);
            let (code, out, err) = run_with(&folder, &[command], bytes);
            same((code, named(out), named(err)), name);
        }
    }
}

#[test]
fn several_files_are_read_in_order() {
    let folder = folder_with(&[("a", GOOD.as_bytes()), ("b", &zstd(ODD))]);
    let (_, first, _) = run(&folder, &["fens", "a"]);
    let (_, second, _) = run(&folder, &["fens", "b"]);
    let (code, both, _) = run(&folder, &["fens", "a", "b"]);
    assert_eq!((code, &both), (Some(0), &format!("{first}{second}")));
    assert!(both.lines().all(|line| line.split(' ').count() == 6), "one FEN per line: {both}");
    let (_, mixed, _) = run_with(&folder, &["fens", "a", "-"], ODD.as_bytes());
    assert_eq!(mixed, format!("{first}{second}"));
    let (_, headings, _) = run(&folder, &["final", "a", "b"]);
    assert!(headings.starts_with("a, game 1: Anna - ? 0-1\n"), "{headings}");
    assert!(headings.contains("\nb, game 1: Dora - ? *\n"), "{headings}");
    let (_, json, _) = run(&folder, &["fens", "--json", "a", "b"]);
    assert_eq!(json.lines().filter(|line| line.starts_with("{\"file\":\"b\",\"game\":1,")).count(), 8);
}

#[test]
fn threads_do_not_change_the_output() {
    // Several batches of a megabyte.
    let mut text = String::new();
    for number in 0..25_000 {
        text.push_str(match number % 1_000 {
            7 => BROKEN,
            500 => ODD,
            _ => GOOD,
        });
    }
    let folder = folder_with(&[("plain", text.as_bytes()), ("packed", &gzip(&text))]);
    for file in ["plain", "packed"] {
        for args in [
            &["fens"][..],
            &["fens", "--json"],
            &["final", "--format", "fen"],
            &["check"],
            &["pgn"],
            &["scan"],
        ] {
            let with = |threads| {
                let args = [args, &[file, "--threads", threads]].concat();
                let (code, stdout, stderr) = run(&folder, &args);
                let stdout = if args[0] == "check" { without_time(&stdout).to_owned() } else { stdout };
                (code, stdout, stderr)
            };
            let one = with("1");
            assert_eq!(one.0, Some(1), "{args:?}: {}", one.2);
            for threads in ["2", "5"] {
                assert!(with(threads) == one, "{args:?} {file} with {threads} threads");
            }
        }
    }
}

#[test]
fn totals_reconcile_and_the_exit_code_follows_them() {
    let text = [GOOD, ODD, BROKEN, GOOD, IMPATIENT].concat();
    let folder =
        folder_with(&[("mixed", text.as_bytes()), ("odd", ODD.as_bytes()), ("good", GOOD.as_bytes())]);
    let (code, stdout, stderr) = run(&folder, &["check", "mixed"]);
    assert_eq!((code, stderr.as_str()), (Some(1), ""));
    assert_eq!(totals(&stdout), [2, 1, 2, 5]);
    // 4 + 7 + 2 + 4 + 2 moves are legal.
    let moves = format!("\n19 moves, {} bytes, ", text.len());
    assert!(stdout.contains(&moves), "{stdout}");
    let (_, one, _) = run_with(&folder, &["check"], b"1. e4 *");
    assert!(one.contains("\n1 move, 7 bytes, "), "{one}");

    let code = |args: &[&str]| run(&folder, args).0;
    assert_eq!(code(&["check", "good"]), Some(0));
    assert_eq!(code(&["check", "--strict", "good"]), Some(0));
    assert_eq!(code(&["check", "odd"]), Some(0));
    assert_eq!(code(&["check", "--strict", "odd"]), Some(1));
    for command in ["fens", "final", "pgn", "review", "scan"] {
        assert_eq!(code(&[command, "odd"]), Some(0), "{command}");
        assert_eq!(code(&[command, "mixed"]), Some(1), "{command}");
    }
}

#[test]
fn strict_turns_warnings_into_errors() {
    let folder = folder_with(&[("games", [GOOD, ODD, BROKEN].concat().as_bytes())]);
    let (code, stdout, stderr) = run(&folder, &["check", "--strict", "games"]);
    assert_eq!((code, stderr.as_str()), (Some(1), ""));
    assert_eq!(totals(&stdout), [1, 0, 2, 3]);
    assert!(stdout.contains("error: nonstandard castling `0-0`"), "{stdout}");
    assert!(stdout.contains("  1  odd-castling (error)\n"), "{stdout}");
    assert!(!stdout.contains("warning"), "{stdout}");
    let (_, json, _) = run(&folder, &["check", "--strict", "--json", "games"]);
    assert!(!json.contains("\"warning\""), "{json}");
    assert!(json.contains("\"repaired\":0,\"broken\":2"), "{json}");
}

#[test]
fn check_lists_every_fault_of_a_game_with_thousands() {
    let text = format!("1. e4 {} Ke3 *\n\n{GOOD}", "<> {x} ".repeat(1234));
    let folder = folder_with(&[("games", text.as_bytes())]);
    let (_, stdout, _) = run(&folder, &["check", "games"]);
    assert_eq!(stdout.matches("warning: unexpected `<>`").count(), 1234);
    assert_eq!(stdout.matches("error: `Ke3`").count(), 1);
    assert!(stdout.contains("1,234  stray (warning)\n"), "{stdout}");
    let (_, stdout, _) = run(&folder, &["check", "games", "--limit", "5"]);
    assert_eq!(stdout.matches("warning: unexpected `<>`").count(), 5);
    assert!(stdout.contains("1,234  stray (warning)\n"), "{stdout}");
    // Other commands report the first ten of each kind and count the rest.
    let (_, _, stderr) = run(&folder, &["final", "games"]);
    assert_eq!(
        stderr.matches("warning: unexpected `<>`").count() + stderr.matches("error: `Ke3`").count(),
        11
    );
    assert!(stderr.ends_with("hint: 1224 more faults; `pinsight check` lists all\n"), "{stderr}");
}

#[test]
fn limit_does_not_change_the_totals() {
    let folder = folder_with(&[("games", BROKEN.repeat(30).as_bytes())]);
    let (_, stdout, _) = run(&folder, &["check", "--limit", "3", "games"]);
    assert_eq!(stdout.matches("error: ").count(), 3);
    assert_eq!(totals(&stdout), [0, 0, 30, 30]);
    assert!(stdout.contains("  30  illegal-move (error)"), "{stdout}");
    // Other commands report the first ten.
    let (_, _, stderr) = run(&folder, &["pgn", "games"]);
    assert_eq!(stderr.matches("error: ").count(), 10);
    assert!(stderr.ends_with("hint: 20 more faults; `pinsight check` lists all\n"), "{stderr}");
}

#[test]
fn broken_games_are_quarantined_byte_for_byte() {
    let latin1 = b"[White \"Gr\xFCn\"]\n\n1. e4 e5 2. Ke3 *\r\n\r\n";
    let text = [GOOD.as_bytes(), BROKEN.as_bytes(), ODD.as_bytes(), latin1, GOOD.as_bytes()].concat();
    // The only game of the second file has no final newline.
    let folder =
        folder_with(&[("games", &zstd(GOOD)), ("a", &text), ("b", b"1. e5 1-0"), ("c", BROKEN.as_bytes())]);
    let (code, ..) = run(&folder, &["check", "games", "a", "b", "c", "--quarantine", "out"]);
    assert_eq!(code, Some(1));
    let expected = [BROKEN.as_bytes(), latin1, b"1. e5 1-0", b"\n\n", BROKEN.as_bytes()].concat();
    assert_eq!(fs::read(folder.path().join("out")).expect("the file"), expected);
    let (_, stdout, _) = run(&folder, &["check", "out"]);
    assert_eq!(totals(&stdout), [0, 0, 4, 4]);

    let (code, stdout, stderr) = run(&folder, &["check", "a", "--quarantine", "out"]);
    assert_eq!((code, stdout.as_str()), (Some(2), ""));
    assert_eq!(stderr, "error: out exists; use --force to overwrite it\n");
    let (code, ..) = run(&folder, &["check", "a", "--strict", "--quarantine", "out", "--force"]);
    assert_eq!(code, Some(1));
    let expected = [BROKEN.as_bytes(), ODD.as_bytes(), latin1].concat();
    assert_eq!(fs::read(folder.path().join("out")).expect("the file"), expected);
    // Without broken games the file is empty.
    let (code, ..) = run(&folder, &["check", "games", "--quarantine", "none"]);
    assert_eq!(code, Some(0));
    assert_eq!(fs::read(folder.path().join("none")).expect("the file"), b"");
    assert_eq!(names(folder.path()), ["a", "b", "c", "games", "none", "out"]);
}

#[test]
fn an_oversized_game_is_reported_and_quarantined() {
    let long = format!("[White \"Emma\"]\n\n1. e4 {{{}}} e5 *\n\n", "x".repeat(5000));
    let text = [GOOD, &long, GOOD].concat();
    let folder = folder_with(&[("games", text.as_bytes())]);
    for threads in ["1", "2"] {
        let args =
            ["check", "games", "--max-game", "2K", "--quarantine", "out", "--force", "--threads", threads];
        let (code, stdout, stderr) = run(&folder, &args);
        assert_eq!((code, stderr.as_str()), (Some(1), ""));
        assert_eq!(totals(&stdout), [2, 0, 1, 3]);
        assert!(stdout.contains(&format!("error: game of {} bytes exceeds the size limit", long.len())));
        assert!(stdout.contains("\n6 | [White \"Emma\"]\n"), "{stdout}");
        // The quarantined copy is complete.
        assert_eq!(fs::read_to_string(folder.path().join("out")).expect("the file"), long);
    }
    // An oversized game that is not selected is not copied in place of one that is.
    let two = [&long, &long.replace("Emma", "Fay")].map(String::as_str).concat();
    let folder = folder_with(&[("games", text.as_bytes()), ("two", two.as_bytes())]);
    run(&folder, &["check", "two", "--max-game", "2K", "--quarantine", "out", "--game", "2"]);
    assert_eq!(fs::read_to_string(folder.path().join("out")).expect("the file"), long.replace("Emma", "Fay"));
    fs::remove_file(folder.path().join("two")).expect("removed");
    assert_eq!(names(folder.path()), ["games", "out"]);
    let (code, stdout, _) = run(&folder, &["fens", "games", "--max-game", "2K"]);
    assert_eq!((code, stdout.lines().count()), (Some(1), 5 + 5));
    let (code, stdout, stderr) = run(&folder, &["pgn", "games", "--max-game", "2K", "--tag", "White=Anna"]);
    assert_eq!((code, stdout.matches("[White").count()), (Some(1), 2), "{stderr}");
    assert_eq!(run(&folder, &["check", "--strict", "games"]).0, Some(0), "no other fault");
}

#[test]
fn unreadable_files_are_reported_and_the_others_read() {
    let folder = folder_with(&[("good", GOOD.as_bytes())]);
    fs::create_dir(folder.path().join("folder")).expect("a folder");
    for command in COMMANDS {
        let (_, alone, _) = run(&folder, &[command, "good"]);
        for (wrong, message) in [
            ("none.pgn", "error: none.pgn: cannot open: no such file"),
            ("folder", "error: folder: cannot open: the folder has no .pgn or .parquet file"),
        ] {
            let (code, stdout, stderr) = run(&folder, &[command, wrong, "good"]);
            assert_eq!(code, Some(2), "{command} {wrong}");
            assert!(stderr.starts_with(message), "{command} {wrong}: {stderr}");
            assert_eq!(stderr.lines().count(), 1, "{stderr}");
            let unnamed = stdout.replace("good, game", "game");
            assert_eq!(without_time(&unnamed), without_time(&alone), "{command} {wrong}");
        }
    }
}

#[test]
fn a_truncated_file_yields_its_complete_games() {
    // Each game has another name, so that the text compresses badly.
    let text: String = (0..20_000u64)
        .map(|number| GOOD.replace("Anna", &format!("{:x}", number.wrapping_mul(0x9E37_79B9_7F4A_7C15))))
        .collect();
    for (kind, mut packed) in [("zstd", zstd(&text)), ("gzip", gzip(&text)), ("bzip2", bzip2(&text))] {
        packed.truncate(packed.len() / 2);
        let folder = folder_with(&[("cut", &packed), ("good", GOOD.as_bytes())]);
        for threads in ["1", "2"] {
            let (code, stdout, stderr) = run(&folder, &["check", "cut", "good", "--threads", threads]);
            assert_eq!(code, Some(2), "{kind}");
            let [good, repaired, broken, games] = totals(&stdout);
            assert_eq!((repaired, broken, good), (0, 0, games), "{kind}");
            assert!((5_000..15_000).contains(&games), "{kind}: {games}");
            let message = format!("error: cut: cannot read beyond byte {} (", packed.len());
            assert!(stderr.starts_with(&message), "{kind}: {stderr}");
            assert!(stderr.contains("is cut off"), "{kind}: {stderr}");
        }
    }
}

#[test]
fn empty_input_and_garbage_are_handled() {
    // Without control characters, which would make it a binary file.
    let garbage: Vec<u8> =
        (0..20_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8 | 0x20).collect();
    let folder = folder_with(&[
        ("empty", b""),
        ("blank", b"\n \r\n\n"),
        ("escaped", b"% exported\n% by a program\n"),
        ("garbage", &garbage),
    ]);
    let warning = "warning: no games in the input\n";
    for file in ["empty", "blank", "escaped"] {
        for command in ["fens", "final", "pgn", "review"] {
            assert_eq!(
                run(&folder, &[command, file]),
                (Some(0), String::new(), warning.to_owned()),
                "{command} {file}"
            );
        }
        let (code, stdout, stderr) = run(&folder, &["check", file]);
        assert_eq!((code, stderr.as_str(), totals(&stdout)), (Some(0), warning, [0; 4]));
    }
    for command in COMMANDS {
        let (code, ..) = run(&folder, &[command, "garbage"]);
        assert!(matches!(code, Some(0 | 1)), "{command}: {code:?}");
    }
    let (_, stdout, _) = run(&folder, &["check", "garbage"]);
    let [good, repaired, broken, games] = totals(&stdout);
    assert_eq!(good + repaired + broken, games);
}

#[test]
fn files_that_are_not_text_are_refused() {
    let binary: Vec<u8> = (0..20_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let folder =
        folder_with(&[("zip.pgn", b"PK\x03\x04\x14\0"), ("binary.pgn", &binary), ("good", GOOD.as_bytes())]);
    for command in COMMANDS {
        let (code, _, stderr) = run(&folder, &[command, "zip.pgn", "binary.pgn", "good"]);
        assert_eq!(code, Some(2), "{command}: {stderr}");
        assert!(
            stderr.contains("zip.pgn: cannot open: this is a zip archive; unpack it first\n"),
            "{stderr}"
        );
        assert!(
            stderr.contains("binary.pgn: cannot open: this is a binary file; expected PGN text\n"),
            "{stderr}"
        );
    }
    let (_, stdout, _) = run(&folder, &["check", "zip.pgn", "good"]);
    assert_eq!(totals(&stdout), [1, 0, 0, 1]);
}

#[test]
fn utf_16_files_are_read() {
    let text: Vec<u8> = GOOD.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let folder = folder_with(&[("games", &text)]);
    let (code, stdout, _) = run(&folder, &["check", "games"]);
    assert_eq!((code, totals(&stdout)), (Some(0), [1, 0, 0, 1]));
}

#[test]
fn every_repaired_game_has_its_fault_counted() {
    let latin1 = b"[White \"Gr\xFCn\"]\n\n1. e4 *\n\n".repeat(3);
    let folder = folder_with(&[("games", &latin1)]);
    let (code, stdout, _) = run(&folder, &["check", "games"]);
    assert_eq!((code, totals(&stdout)), (Some(0), [0, 3, 0, 3]));
    assert!(stdout.contains("  3  not-utf8 (warning)\n"), "{stdout}");
    // It is shown once per file.
    assert_eq!(
        stdout.matches("warning: byte 0xFC is not UTF-8, read as Windows-1252: `\u{FC}`\n").count(),
        1
    );
    let (_, json, _) = run(&folder, &["check", "--json", "games"]);
    assert!(json.contains("\"found\":\"\u{FC}\""), "{json}");
}

#[test]
fn escape_sequences_in_a_game_are_copied_unchanged() {
    let escape = "[White \"\x1b[31mred\x1b[0m\"]\n[Result \"*\"]\n\n1. e4 { \x1b[1mbold } *\n";
    let folder = folder_with(&[("games", escape.as_bytes())]);
    let (_, stdout, _) = run(&folder, &["pgn", "games"]);
    assert!(stdout.contains("\x1b[31mred\x1b[0m") && stdout.contains("\x1b[1mbold"), "{stdout:?}");
    let (_, stdout, _) = run(&folder, &["final", "games", "--color", "always"]);
    assert!(!stdout.contains('\x1b'), "a name must not do anything to the terminal");
}

#[test]
fn an_output_file_is_complete_or_absent() {
    let folder = folder_with(&[("games", [GOOD, BROKEN].concat().as_bytes())]);
    let (_, expected, faults) = run(&folder, &["pgn", "games"]);
    assert_eq!(run(&folder, &["pgn", "games", "-o", "out"]), (Some(1), String::new(), faults));
    let out = folder.path().join("out");
    assert_eq!(fs::read_to_string(&out).expect("the file"), expected);

    fs::write(&out, "mine").expect("written");
    let (code, stdout, stderr) = run(&folder, &["pgn", "games", "-o", "out"]);
    assert_eq!((code, stdout.as_str()), (Some(2), ""));
    assert_eq!(stderr, "error: out exists; use --force to overwrite it\n");
    assert_eq!(fs::read_to_string(&out).expect("the file"), "mine");
    assert_eq!(run(&folder, &["pgn", "games", "-o", "out", "--force"]).0, Some(1));
    assert_eq!(fs::read_to_string(&out).expect("the file"), expected);

    // Export format is a fixed point.
    assert_eq!(run(&folder, &["pgn", "out"]).1, expected);

    for wrong in [".", "none/out", ""] {
        let (code, stdout, stderr) = run(&folder, &["pgn", "games", "-o", wrong, "--force"]);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{wrong}");
        assert!(stderr.starts_with("error: "), "{wrong}: {stderr}");
    }
    assert_eq!(run(&folder, &["pgn", "games", "-o", "-"]).1, expected);
    assert_eq!(names(folder.path()), ["games", "out"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_removes_temporary_files() {
    use std::os::unix::process::ExitStatusExt;

    use pinsight_testkit::signals::is_ignored;

    for args in [
        &["pgn", "-", "-o", "out"][..],
        &["check", "-", "--quarantine", "out"],
        &["scan", "-", "-o", "out.csv"],
        &["convert", "-", "-o", "out.csv"],
        &["convert", "-", "-o", "out.parquet"],
    ] {
        for (signal, number) in [("-INT", 2), ("-TERM", 15), ("-HUP", 1)] {
            if is_ignored(number) {
                // Ignored under `nohup`; then the program ignores it too.
                continue;
            }
            let folder = folder_with(&[]);
            let mut command = pinsight(&folder, args);
            let command = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
            let mut child = command.spawn().expect("the program starts");
            let mut stdin = child.stdin.take().expect("a pipe");
            stdin.write_all(BROKEN.as_bytes()).expect("taken");
            // The temporary file appears when the work starts.
            for _ in 0..1000 {
                if !names(folder.path()).is_empty() {
                    break;
                }
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            assert_eq!(names(folder.path()).len(), 1, "{args:?}");
            let id = child.id().to_string();
            assert!(Command::new("kill").args([signal, &id]).status().expect("kill").success());
            let status = child.wait().expect("it ends");
            assert_eq!(status.signal(), Some(number), "{args:?}");
            assert!(names(folder.path()).is_empty(), "{args:?}: {:?}", names(folder.path()));
            drop(stdin);
        }
    }
}

#[test]
fn a_broken_pipe_ends_quietly() {
    let folder = folder_with(&[("games", GOOD.repeat(5_000).as_bytes())]);
    for args in [
        &["fens", "games"][..],
        &["fens", "--json", "games", "--threads", "2"],
        &["final", "games"],
        &["final", "--format", "fen", "games", "--threads", "1"],
        &["check", "games"],
        &["check", "--json", "games"],
        &["pgn", "games"],
        &["review", "games"],
        &["scan", "games", "--all"],
    ] {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let command = &mut pinsight(&folder, args);
        let output = command.stdout(writer).stderr(Stdio::piped()).output().expect("the program starts");
        assert_eq!(finished(output), (Some(0), String::new(), String::new()), "{args:?}");
    }
}

#[test]
fn a_broken_pipe_ends_the_program_before_the_input_ends() {
    let folder = folder_with(&[]);
    for (command, threads) in [("fens", "1"), ("fens", "2"), ("pgn", "3")] {
        for packed in [false, true] {
            let (reader, writer) = io::pipe().expect("a pipe");
            drop(reader);
            let mut command = pinsight(&folder, &[command, "--threads", threads]);
            let mut child = command
                .stdin(Stdio::piped())
                .stdout(writer)
                .stderr(Stdio::null())
                .spawn()
                .expect("the program starts");
            let mut stdin = child.stdin.take().expect("a pipe");
            // Write one batch, then keep the pipe open.
            let text: String = (0..60_000).map(|number| GOOD.replace("Anna", &format!("{number}"))).collect();
            let bytes = if packed { zstd(&text) } else { text.into_bytes() };
            // The program may end before it has read everything.
            let _ = stdin.write_all(&bytes);
            let mut status = None;
            for _ in 0..3000 {
                status = child.try_wait().expect("a child");
                if status.is_some() {
                    break;
                }
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            assert_eq!(
                status.and_then(|status| status.code()),
                Some(0),
                "{threads} threads, packed: {packed}"
            );
            drop(stdin);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let folder = folder_with(&[("games", GOOD.as_bytes())]);
    for command in COMMANDS {
        let full = File::options().write(true).open("/dev/full").expect("/dev/full");
        let output = pinsight(&folder, &[command, "games"]).stdout(full).stderr(Stdio::piped()).output();
        let (code, _, stderr) = finished(output.expect("the program starts"));
        assert_eq!(code, Some(2), "{command}");
        assert!(stderr.starts_with("error: cannot write to standard output"), "{command}: {stderr}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read_like_a_file() {
    let folder = folder_with(&[("games.pgn", [GOOD, ODD].concat().as_bytes())]);
    let puzzles = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/themes.in/puzzles.csv");
    fs::copy(puzzles, folder.path().join("puzzles.csv")).expect("copied");
    for (file, command) in [
        ("games.pgn", &["fens"][..]),
        ("games.pgn", &["pgn"]),
        ("games.pgn", &["scan", "--all", "--count-by", "kind"]),
        ("games.pgn", &["convert", "--format", "csv"]),
        ("games.pgn", &["board", "--pgn"]),
        ("games.pgn", &["match", "random,seed=1", "random,seed=2", "--games", "2", "--openings"]),
        ("puzzles.csv", &["themes"]),
    ] {
        let (code, expected, _) = run(&folder, &[command, &[file]].concat());
        let mut program = Command::new(env!("CARGO_BIN_EXE_pinsight"));
        let program = program.args(command).arg("/dev/stdin").current_dir(folder.path());
        let mut child = program
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let bytes = fs::read(folder.path().join(file)).expect("the file");
        child.stdin.take().expect("piped").write_all(&bytes).expect("written");
        let output = child.wait_with_output().expect("it ends");
        let text = String::from_utf8(output.stdout).expect("UTF-8").replace("/dev/stdin", file);
        assert_eq!((output.status.code(), text), (code, expected), "{command:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_grow_is_reported_by_its_name_and_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = "[White \"Anna\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n".repeat(3_000);
    fs::write(folder.path().join("games.pgn"), games).expect("written");
    for (command, name) in [
        ("pgn games.pgn -o", "out.pgn"),
        ("check games.pgn --good", "out.pgn"),
        ("convert games.pgn -o", "out.csv"),
        ("scan games.pgn --all -o", "out.jsonl"),
        ("review games.pgn --all-pins -o", "out.html"),
        ("random --games 2000 --seed 1 -o", "out.pgn"),
    ] {
        // The limit is 8 or 16 KiB, as the shell counts.
        let script = format!("trap '' XFSZ; ulimit -f 16; exec \"$0\" {command} {name}");
        let mut shell = Command::new("sh");
        let shell = shell.args(["-c", &script, env!("CARGO_BIN_EXE_pinsight")]).current_dir(folder.path());
        let output = shell.output().expect("the shell starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {stderr}");
        assert!(stderr.contains(&format!("cannot write {name}: ")), "{command}: {stderr}");
        assert!(!stderr.contains(".part"), "{command}: {stderr}");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "{command}");
    }
}

#[test]
fn invalid_options_are_rejected() {
    let folder = folder_with(&[("games", GOOD.as_bytes())]);
    for (args, message) in [
        (&["fens", "games", "--ep", "always"][..], "invalid value 'always'"),
        (&["fens", "games", "--threads", "257"], "expected a whole number from 0 to 256"),
        (&["final", "games", "--format", "fen", "--json"], "cannot be used with"),
        (&["check", "games", "--max-game", "5X"], "expected a size from 1K to 1G"),
        (&["check", "games", "--limit", "-1"], "'-1'"),
        (&["check", "games", "--force"], "--quarantine <FILE>"),
        (&["check", "games", "--quarantine", "-"], "--quarantine needs a file"),
        (&["pgn", "games", "--game", "0"], "expected numbers from 1, such as 7, 10..20"),
        (&["pgn", "games", "--game", "3..2"], "expected the lower number first, such as 2..3"),
        (&["pgn", "games", "--tag", "White"], "expected NAME, one of `=`"),
        (&["pgn", "games", "--force"], "--output <FILE>"),
    ] {
        let (code, stdout, stderr) = run(&folder, args);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(stderr.contains(message), "{args:?}: {stderr}");
    }
}

#[test]
fn games_are_selected_by_number_and_tag() {
    let text = [GOOD, ODD, GOOD, ODD].concat();
    let folder = folder_with(&[("a", text.as_bytes()), ("b", text.as_bytes())]);
    let whites = |args: &[&str]| -> Vec<String> {
        let (_, stdout, _) = run(&folder, &[&["pgn"], args].concat());
        let lines = stdout.lines().filter_map(|line| line.strip_prefix("[White \"")?.strip_suffix("\"]"));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(whites(&["a"]), ["Anna", "Dora", "Anna", "Dora"]);
    assert_eq!(whites(&["a", "--game", "2"]), ["Dora"]);
    assert_eq!(whites(&["a", "--game", "2..3"]), ["Dora", "Anna"]);
    assert_eq!(whites(&["a", "--game", "..2"]), ["Anna", "Dora"]);
    assert_eq!(whites(&["a", "--game", "4.."]), ["Dora"]);
    assert_eq!(whites(&["a", "b", "--game", "1"]), ["Anna", "Anna"], "counted in each file");
    assert_eq!(whites(&["a", "--game", "2..", "--tag", "White=A?na"]), ["Anna"]);
    assert_eq!(run(&folder, &["pgn", "a", "--game", "5"]).0, Some(1));
    assert_eq!(run(&folder, &["pgn", "a", "--tag", "Annotator=*"]).0, Some(1));
}

#[test]
fn every_command_reads_only_the_selected_games() {
    let folder = folder_with(&[("games", [BROKEN, GOOD, BROKEN].concat().as_bytes())]);
    let csv = ["convert", "--format", "csv"];
    for command in
        [&["pgn"][..], &["check"], &["scan"], &["review"], &csv, &["fens"], &["final"], &["pins", "--pgn"]]
    {
        for selection in [["--player", "anna"], ["--result", "black"], ["--tag", "white=A*"], ["--game", "2"]]
        {
            let (code, stdout, stderr) = run(&folder, &[command, &["games"], &selection].concat());
            assert_eq!((code, stderr.as_str()), (Some(0), ""), "{command:?} {selection:?}: {stdout}");
        }
        // The moves of Clara's games begin like this, before the illegal one.
        let reached = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(run(&folder, &[command, &["games", "--fen", reached]].concat()).0, Some(1), "{command:?}");
        let (code, _, stderr) = run(&folder, &[command, &["games", "--player", "Emma"]].concat());
        assert_eq!((code, stderr.as_str()), (Some(1), "no game matches\n"), "{command:?}");
    }
}

#[test]
fn a_missing_input_keeps_the_existing_output() {
    let folder = folder_with(&[("good.pgn", b"1. e4 *\n")]);
    let before = std::fs::read(folder.path().join("good.pgn")).expect("the file");
    for arguments in [
        &["pgn", "typo.pgn", "-o", "good.pgn", "--force"][..],
        &["check", "typo.pgn", "--quarantine", "good.pgn", "--force"],
    ] {
        assert_eq!(run(&folder, arguments).0, Some(2));
        assert_eq!(std::fs::read(folder.path().join("good.pgn")).expect("the file"), before);
    }
    assert_eq!(run(&folder, &["pgn", "typo.pgn", "-o", "new.pgn"]).0, Some(2));
    assert!(!folder.path().join("new.pgn").exists());
}

/// Checks the real collections if present: no faults, and `final` prints the last position of `fens`.
#[test]
fn real_games_have_no_faults() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/lichess_2025-05_438.pgn");
    let Some(file) = file.to_str().filter(|file| Path::new(file).exists()) else {
        // Write directly to stderr, since the harness captures the output of tests.
        let _ = writeln!(io::stderr(), "NOT TESTED with real games: the collections are not on this machine");
        return;
    };
    let folder = folder_with(&[]);
    let (code, stdout, stderr) = run(&folder, &["check", "--strict", file]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert_eq!(totals(&stdout), [438, 0, 0, 438]);
    let (_, fens, _) = run(&folder, &["final", "--format", "fen", file]);
    assert_eq!(fens.lines().count(), 438);
    let (_, all, _) = run(&folder, &["fens", "--json", file]);
    let mut last = BTreeMap::new();
    for line in all.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        last.insert(row["game"].as_u64(), row["fen"].as_str().expect("a FEN").to_owned());
    }
    assert_eq!(fens.lines().collect::<Vec<_>>(), last.values().collect::<Vec<_>>());
}
