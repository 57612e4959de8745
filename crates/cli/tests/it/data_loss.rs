//! No command destroys data: outputs that are inputs, interrupts, a closed stdout, broken games.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const GOOD: &str = "[White \"Anna\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";
const BROKEN: &str = "[White \"Clara\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 Nf6 1-0\n\n";
/// Castling written with zeros, which is repaired.
const ODD: &str = "[White \"Dora\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *\n\n";

fn pinsight(folder: &TempDir, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    command.args(args).current_dir(folder.path()).env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    command
}

/// Returns exit code, stdout and stderr.
fn finished(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn run(folder: &TempDir, args: &[&str]) -> (Option<i32>, String, String) {
    finished(pinsight(folder, args).output().expect("the program starts"))
}

fn folder_with(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect(name)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}

/// Parses the totals of `check`: good, repaired, broken.
fn totals(folder: &TempDir, file: &str) -> [u64; 3] {
    let (_, stdout, _) = run(folder, &["check", file]);
    ["good", "repaired", "broken"].map(|name| {
        let line = stdout.lines().find_map(|line| line.strip_suffix(name)).expect("a line of the totals");
        line.trim().replace(',', "").parse().expect("a number")
    })
}

#[test]
fn the_config_file_is_not_an_output() {
    let folder = folder_with(&[("games.pgn", GOOD), ("config.toml", "threads = 1\n")]);
    for args in [
        &["--config", "config.toml", "pgn", "games.pgn", "-o", "./config.toml", "--force"][..],
        &["--config", "config.toml", "check", "games.pgn", "--quarantine", "config.toml", "--force"],
        &["--config", "config.toml", "random", "-o", "config.toml", "--force"],
    ] {
        let (code, _, stderr) = run(&folder, args);
        assert_eq!(code, Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains("and the config file config.toml are the same file"), "{args:?}: {stderr}");
        assert_eq!(read(&folder, "config.toml"), "threads = 1\n");
    }
}

#[cfg(unix)]
#[test]
fn a_dangling_link_is_refused_before_the_work() {
    let folder = folder_with(&[("games.pgn", BROKEN)]);
    std::os::unix::fs::symlink("nowhere/q.pgn", folder.path().join("q.pgn")).expect("a link");
    for force in [&[][..], &["--force"]] {
        let args = [&["check", "games.pgn", "--quarantine", "q.pgn"], force].concat();
        let (code, stdout, stderr) = run(&folder, &args);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{stderr}");
        assert!(stderr.contains("q.pgn: it is a link to nowhere/q.pgn, which does not exist"), "{stderr}");
    }
}

#[test]
fn an_output_that_is_an_input_is_refused() {
    let folder = folder_with(&[("games.pgn", &[GOOD, BROKEN].concat()), ("openings.pgn", "1. d4 d5 *\n")]);
    // The extension decides the format, and `pgn` has no table.
    for (name, target) in
        [("games.csv", "games.pgn"), ("games.html", "games.pgn"), ("games.svg", "games.pgn")]
    {
        fs::hard_link(folder.path().join(target), folder.path().join(name)).expect("a link");
    }
    let before: Vec<String> = names(folder.path());
    for (args, option) in [
        (&["pgn", "games.pgn", "-o", "games.pgn"][..], "--output games.pgn"),
        (&["pgn", "games.pgn", "-o", "./games.pgn"], "--output ./games.pgn"),
        (&["fens", "games.pgn", "-o", "games.pgn"], "--output games.pgn"),
        (&["final", "games.pgn", "-o", "games.pgn"], "--output games.pgn"),
        (&["check", "games.pgn", "--quarantine", "games.pgn"], "--quarantine games.pgn"),
        (&["check", "games.pgn", "--good", "games.pgn"], "--good games.pgn"),
        (&["scan", "games.pgn", "-o", "games.csv"], "--output games.csv"),
        (&["convert", "games.pgn", "-o", "games.csv"], "--output games.csv"),
        (&["convert", "games.pgn", "-o", "games.pgn", "--format", "csv"], "--output games.pgn"),
        (&["review", "games.pgn", "-o", "games.pgn"], "--output games.pgn"),
        (&["review", "games.pgn", "-o", "games.html"], "--output games.html"),
        (&["tune", "games.pgn", "-o", "games.pgn"], "--output games.pgn"),
        (&["openings", "games.pgn", "-o", "games.pgn"], "--output games.pgn"),
        (&["search", "--material", "KvK", "games.pgn", "-o", "games.pgn"], "--output games.pgn"),
        (&["tree", "startpos", "games.pgn", "-o", "games.pgn"], "--output games.pgn"),
        (&["book", "games.pgn", "-o", "games.pgn"], "--output games.pgn"),
        (&["book", "merge", "games.pgn", "-o", "games.pgn"], "--output games.pgn"),
        (&["book", "show", "games.pgn", "-o", "games.pgn"], "--output games.pgn"),
        (&["board", "--pgn", "games.pgn", "-o", "games.svg"], "--output games.svg"),
        (&["scan", "games.pgn", "-o", "games.pgn", "--format", "parquet"], "--output games.pgn"),
        (&["convert", "games.pgn", "-o", "games.pgn", "--format", "parquet"], "--output games.pgn"),
    ] {
        for force in [&[][..], &["--force"]] {
            let (code, stdout, stderr) = run(&folder, &[args, force].concat());
            assert_eq!((code, stdout.as_str()), (Some(2), ""), "{args:?} {stderr}");
            let message = format!(
                "error: {option} and the input games.pgn are the same file; choose another name for the output\n"
            );
            assert_eq!(stderr, message, "{args:?}");
        }
    }
    let args = ["match", "random", "greedy", "--openings", "openings.pgn", "-o", "openings.pgn", "--force"];
    let (code, _, stderr) = run(&folder, &args);
    assert_eq!(code, Some(2));
    assert!(
        stderr.contains("--output openings.pgn and the input openings.pgn are the same file"),
        "{stderr}"
    );
    assert_eq!(read(&folder, "games.pgn"), [GOOD, BROKEN].concat());
    assert_eq!(read(&folder, "openings.pgn"), "1. d4 d5 *\n");
    assert_eq!(names(folder.path()), before);
}

#[test]
fn two_outputs_must_be_different_files() {
    let folder = folder_with(&[("games.pgn", GOOD)]);
    let (code, stdout, stderr) =
        run(&folder, &["check", "games.pgn", "--good", "new.pgn", "--quarantine", "./new.pgn"]);
    assert_eq!((code, stdout.as_str()), (Some(2), ""));
    assert_eq!(
        stderr,
        "error: --quarantine ./new.pgn and --good new.pgn are the same file; choose another name for one of them\n"
    );
    assert_eq!(names(folder.path()), ["games.pgn"]);
}

#[cfg(unix)]
#[test]
fn a_redirected_stream_is_compared_too() {
    let folder = folder_with(&[("games.pgn", GOOD)]);
    let open = |append: bool| {
        let path = folder.path().join("games.pgn");
        fs::File::options().read(!append).append(append).open(path).expect("the file")
    };
    let args = ["pgn", "-o", "games.pgn", "--force"];
    let (code, _, stderr) =
        finished(pinsight(&folder, &args).stdin(open(false)).output().expect("it starts"));
    assert_eq!(code, Some(2));
    assert!(stderr.contains("--output games.pgn and standard input are the same file"), "{stderr}");
    for command in [
        &["fens"][..],
        &["final"],
        &["pgn"],
        &["check"],
        &["scan"],
        &["review"],
        &["convert", "--format", "csv"],
        &["openings"],
        &["search", "--material", "KvK"],
        &["tree", "startpos"],
        &["pins", "--pgn"],
        &["board", "--pgn"],
        &["match", "random", "random", "--openings"],
    ] {
        let output = pinsight(&folder, &[command, &["games.pgn"]].concat()).stdout(open(true)).output();
        let (code, _, stderr) = finished(output.expect("it starts"));
        assert_eq!(code, Some(2), "{command:?}");
        assert!(stderr.contains("standard output and the input games.pgn are the same file"), "{stderr}");
        assert_eq!(read(&folder, "games.pgn"), GOOD, "{command:?}");
    }
    // A device is no file that could be lost.
    let null = || fs::File::options().read(true).write(true).open("/dev/null").expect("the device");
    let status = pinsight(&folder, &["fens", "/dev/null"]).stdout(null()).status().expect("it starts");
    assert_eq!(status.code(), Some(0));
}

#[test]
fn a_closed_stdout_does_not_end_the_work_on_files() {
    // Far more faults than a pipe holds.
    let puzzles = "PuzzleId,FEN,Moves,Themes\na,8/8/8/8/8/8/8/8 w - - 0 1,e2e4 e7e5,fork\n";
    let games = [GOOD, BROKEN].concat().repeat(2_000);
    let folder = folder_with(&[("games.pgn", &games), ("puzzles.csv", puzzles)]);
    for (args, file, code, games) in [
        (&["check", "games.pgn", "--quarantine", "out.pgn"][..], "out.pgn", 1, 2_000),
        (&["check", "--json", "games.pgn", "--quarantine", "json.pgn"], "json.pgn", 1, 2_000),
        (&["check", "games.pgn", "--good", "good.pgn"], "good.pgn", 1, 2_000),
        (&["random", "--games", "300", "--seed", "1", "-o", "random.pgn"], "random.pgn", 0, 300),
        (&["match", "random", "greedy", "--games", "4", "-o", "match.pgn"], "match.pgn", 0, 4),
        (&["themes", "puzzles.csv", "--compare", "-o", "themes.csv"], "themes.csv", 1, 0),
    ] {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let output = pinsight(&folder, args).stdout(writer).stderr(Stdio::piped()).output();
        let (found, _, stderr) = finished(output.expect("the program starts"));
        assert_eq!(found, Some(code), "{args:?}: {stderr}");
        assert_eq!(read(&folder, file).matches("[White ").count(), games, "{args:?}");
    }
}

#[test]
fn good_and_quarantine_split_a_collection() {
    let glued = "[White \"Emma\"]\n[Result \"*\"]\n\n1. e4 *\n[White \"Fay\"]\n[Result \"*\"]\n\n1. d4 *\n\n";
    let text = [GOOD, BROKEN, ODD, glued, BROKEN, GOOD].concat();
    let folder = folder_with(&[("games.pgn", &text), ("good.pgn", GOOD), ("end.pgn", "1. e4 *")]);
    let args = ["check", "games.pgn", "end.pgn", "--good", "a.pgn", "--quarantine", "b.pgn"];
    assert_eq!(run(&folder, &args).0, Some(1));
    assert_eq!(read(&folder, "a.pgn"), [GOOD, ODD, glued, GOOD, "1. e4 *"].concat());
    assert_eq!(read(&folder, "b.pgn"), [BROKEN, BROKEN].concat());
    assert_eq!(totals(&folder, "games.pgn"), [3, 2, 2]);
    assert_eq!(totals(&folder, "a.pgn"), [4, 2, 0], "with the game of end.pgn");
    assert_eq!(totals(&folder, "b.pgn"), [0, 0, 2]);

    let (code, _, stderr) = run(&folder, &["check", "games.pgn", "--good", "a.pgn"]);
    assert_eq!((code, stderr.as_str()), (Some(2), "error: a.pgn exists; use --force to overwrite it\n"));
    let args = ["check", "--strict", "games.pgn", "--good", "a.pgn", "--quarantine", "b.pgn", "--force"];
    assert_eq!(run(&folder, &args).0, Some(1));
    assert_eq!(totals(&folder, "a.pgn"), [3, 0, 0]);
    assert_eq!(totals(&folder, "b.pgn"), [1, 1, 2], "the second glued game gets its blank line");
    let (_, _, stderr) = run(&folder, &["check", "games.pgn", "--good", "-"]);
    assert!(stderr.contains("--good needs a file"), "{stderr}");
}

#[test]
fn skip_broken_writes_only_good_and_repaired_games() {
    let folder = folder_with(&[("games.pgn", &[GOOD, BROKEN, ODD, BROKEN].concat())]);
    let (code, _, stderr) = run(&folder, &["pgn", "--skip-broken", "games.pgn", "-o", "good.pgn"]);
    assert_eq!((code, stderr.matches("error: `Ke3`").count()), (Some(1), 2), "{stderr}");
    assert_eq!(totals(&folder, "good.pgn"), [2, 0, 0]);
    let names: Vec<String> = read(&folder, "good.pgn")
        .lines()
        .filter(|line| line.starts_with("[White "))
        .map(str::to_owned)
        .collect();
    assert_eq!(names, ["[White \"Anna\"]", "[White \"Dora\"]"]);
}

/// Each fault of docs/pgn.md that breaks a game, with the text that must not be lost.
#[test]
fn broken_games_are_written_with_all_their_text() {
    for (game, kept, is_broken) in [
        (
            "1. e4 e5 2. Ke3 {!} Nf6 (2... d5 {x} 3. Bb5) 3. Nf3 1-0",
            "2. Ke3 { ! } 2... Nf6 (2... d5 { x } 3. Bb5)",
            true,
        ),
        ("[Variant \"Crazyhouse\"]\n\n1. e4 e5 2. N@e3 {hi} Nf6 1-0", "2. N@e3 {hi} Nf6", true),
        ("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 e5 {hi} 2. d4 1-0", "1. e4 e5 {hi} 2. d4", true),
        ("(1. d4 d5\n2. c4) 1. e4 e5 1-0", "{ (1. d4 d5 2. c4) } 1. e4 e5", false),
        ("(1. d4 {a} d5) 1. e4 e5 1-0", "; (1. d4 {a} d5) 1. e4 e5", false),
        ("1. e4 e5 {open 2. Nf3 Nf6 1-0", "{ open 2. Nf3 Nf6 1-0 }", false),
        ("1. e4 e5 (1... c5 2. Nf3 Nf6 1-0", "(1... c5 2. Nf3 Nf6)", false),
    ] {
        let folder = folder_with(&[("games.pgn", game)]);
        assert_eq!(totals(&folder, "games.pgn"), [0, 0, 1], "{game}");
        assert_eq!(run(&folder, &["pgn", "games.pgn", "-o", "out.pgn"]).0, Some(1), "{game}");
        let text = read(&folder, "out.pgn").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(kept), "{game}\n{text}");
        assert_eq!(totals(&folder, "out.pgn")[2] == 1, is_broken, "{game}");
        // Writing is a fixed point.
        assert_eq!(run(&folder, &["pgn", "out.pgn"]).1, read(&folder, "out.pgn"), "{game}");
    }
}

#[cfg(unix)]
mod interrupts {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Child, ExitStatus};
    use std::thread;

    use pinsight_testkit::signals::is_ignored;

    use super::*;

    /// SIGINT and SIGTERM, unless this process ignores them, which its children inherit.
    fn signals() -> impl Iterator<Item = (&'static str, i32)> {
        [("-INT", 2), ("-TERM", 15)].into_iter().filter(|&(_, number)| !is_ignored(number))
    }

    fn start(folder: &TempDir, args: &[&str]) -> Child {
        let mut command = pinsight(folder, args);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    }

    fn send(signal: &str, child: &Child) {
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill").success());
    }

    /// Waits for a line that contains `progress`, sends the signal, and returns the status and the remaining output of
    /// both streams.
    fn interrupt(
        mut child: Child,
        signal: &str,
        progress: &str,
        on_stderr: bool,
    ) -> (ExitStatus, String, String) {
        let (mut stdout, mut stderr) = (
            BufReader::new(child.stdout.take().expect("piped")),
            BufReader::new(child.stderr.take().expect("piped")),
        );
        let stream: &mut dyn BufRead = if on_stderr { &mut stderr } else { &mut stdout };
        loop {
            let mut line = String::new();
            assert_ne!(stream.read_line(&mut line).expect("text"), 0, "no line contains {progress}");
            if line.contains(progress) {
                break;
            }
        }
        send(signal, &child);
        let errors = thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).map(|_| text).expect("text")
        });
        let mut text = String::new();
        stdout.read_to_string(&mut text).expect("text");
        (child.wait().expect("it ends"), text, errors.join().expect("read"))
    }

    #[test]
    fn a_match_keeps_finished_games_and_prints_the_score() {
        for (signal, number) in signals() {
            for concurrency in ["1", "3"] {
                let folder = folder_with(&[]);
                let args = ["match", "random", "greedy", "--games", "1000000", "-o", "out.pgn"];
                let child = start(&folder, &[&args[..], &["--concurrency", concurrency]].concat());
                let (status, stdout, stderr) = interrupt(child, signal, "game 3:", false);
                assert_eq!(status.signal(), Some(number), "{stderr}");
                let [good, repaired, broken] = totals(&folder, "out.pgn");
                assert!(good >= 3 && repaired == 0 && broken == 0, "{good} {repaired} {broken}");
                assert!(stderr.contains(&format!("interrupted after {good} of 1000000 games")), "{stderr}");
                assert!(stdout.contains("\nrandom - greedy: ") && stdout.contains("\nscore "), "{stdout}");
                assert_eq!(names(folder.path()), ["out.pgn"]);
            }
        }
    }

    #[test]
    fn a_game_under_way_is_abandoned_at_once() {
        let Some((signal, number)) = signals().next() else { return };
        let folder = folder_with(&[("out.pgn", "old content")]);
        // One move would take a day.
        let args = ["match", "search", "search", "--movetime", "86400s", "-o", "out.pgn", "--force"];
        let mut child = start(&folder, &args);
        // The temporary file appears when the match begins.
        while names(folder.path()).len() < 2 {
            assert!(child.try_wait().expect("a child").is_none(), "it ended");
            thread::yield_now();
        }
        send(signal, &child);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.signal(), Some(number));
        assert_eq!(read(&folder, "out.pgn"), "old content", "no game was finished");
        assert_eq!(names(folder.path()), ["out.pgn"]);
    }

    #[test]
    fn random_games_are_kept_with_their_totals() {
        for (signal, number) in signals() {
            let folder = folder_with(&[]);
            let args = ["random", "--games", "100000000", "--seed", "1", "-o", "out.pgn"];
            let (status, stdout, stderr) = interrupt(start(&folder, &args), signal, "game 40:", false);
            assert_eq!(status.signal(), Some(number), "{stderr}");
            let [good, repaired, broken] = totals(&folder, "out.pgn");
            assert!(good >= 40 && repaired == 0 && broken == 0);
            assert!(stdout.contains(&format!("\n{good} games, ")), "{stdout}");
            assert!(stderr.contains(&format!("interrupted after {good} of 100000000 games")), "{stderr}");
        }
    }

    #[test]
    fn reviewed_games_are_kept() {
        // More than one batch, so that some games are done before the input ends; the last one is incomplete.
        let text = [BROKEN, &GOOD.repeat(40_000), "[White \"Emma\"]\n\n1. e4 e5"].concat();
        for (signal, number) in signals() {
            for name in ["out.pgn", "out.html"] {
                let folder = folder_with(&[]);
                let mut child = start(&folder, &["review", "--all-pins", "-", "-o", name]);
                let mut stdin = child.stdin.take().expect("piped");
                let text = text.clone();
                let writer = thread::spawn(move || {
                    // Fails when the program ends before it has read everything.
                    let _ = stdin.write_all(text.as_bytes());
                    stdin
                });
                // The fault of the first game is printed with its batch; the pipe stays open.
                let (status, stdout, stderr) = interrupt(child, signal, "error: `Ke3`", true);
                drop(writer.join().expect("written"));
                assert_eq!((status.signal(), stdout.as_str()), (Some(number), ""), "{stderr}");
                let games = stderr.split_once("interrupted after ").expect("a message").1;
                let games = games.split_once(" game").expect("a number").0.replace(',', "");
                let games: u64 = games.parse().expect("a number");
                assert!((1..=40_001).contains(&games), "{stderr}");
                let text = read(&folder, name);
                assert!(!text.contains("Emma"), "an incomplete game");
                match name {
                    "out.pgn" => assert_eq!(totals(&folder, name), [games - 1, 0, 1]),
                    _ => assert!(text.trim_end().ends_with("</html>"), "the page is complete"),
                }
            }
        }
    }

    #[test]
    fn tuned_weights_are_kept() {
        for (signal, number) in signals() {
            let folder = folder_with(&[]);
            let play =
                ["tune", "--rounds", "1", "--nodes", "40", "--seed", "1", "-o", "out.rs", "--self-play"];
            let args = [&play[..], &["20", "--steps", "100000000"]].concat();
            let (status, _, stderr) = interrupt(start(&folder, &args), signal, "step 50: ", true);
            assert_eq!(status.signal(), Some(number), "{stderr}");
            assert!(stderr.contains("interrupted; the weights so far are written"), "{stderr}");
            let text = read(&folder, "out.rs");
            assert!(text.contains("interrupted after step ") && text.trim_end().ends_with("];"), "{text}");

            let folder = folder_with(&[]);
            let args = [&play[..], &["100000000"]].concat();
            let (status, _, stderr) = interrupt(start(&folder, &args), signal, "round 1 of 1", true);
            assert_eq!(status.signal(), Some(number), "{stderr}");
            assert!(stderr.contains("interrupted before the first step; no weights written"), "{stderr}");
            assert!(names(folder.path()).is_empty());
        }
    }

    /// Ctrl-C reaches all processes of the group, as in a terminal, but not the engines.
    #[test]
    fn an_engine_does_not_lose_by_an_interrupt() {
        use std::os::unix::process::CommandExt;

        let Some((signal, number)) = signals().next() else { return };
        let folder = folder_with(&[]);
        let engine = format!("{} uci", env!("CARGO_BIN_EXE_pinsight"));
        let args = ["match", &engine, "greedy", "--nodes", "200", "--games", "1000000", "-o", "out.pgn"];
        let mut command = pinsight(&folder, &args);
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        let mut child = command.spawn().expect("the program starts");
        let group = format!("-{}", child.id());
        let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
        let mut line = String::new();
        stdout.read_line(&mut line).expect("text");
        assert!(line.starts_with("game 1: "), "{line}");
        assert!(Command::new("kill").args([signal, "--", &group]).status().expect("kill").success());
        let mut text = String::new();
        stdout.read_to_string(&mut text).expect("text");
        assert!(!text.contains("failed") && text.contains("\nscore "), "{text}");
        assert_eq!(child.wait().expect("it ends").signal(), Some(number));
    }
}

#[test]
fn a_selection_without_games_writes_no_file() {
    let files: &[(&str, &[&str])] = &[
        ("x.pgn", &["pgn"]),
        ("x.txt", &["fens"]),
        ("x.txt", &["final"]),
        ("x.csv", &["scan"]),
        ("x.jsonl", &["scan"]),
        ("x.csv", &["convert"]),
        ("x.jsonl", &["convert"]),
        ("x.pgn", &["review"]),
        ("x.html", &["review"]),
        ("x.pgn", &["review", "--all-pins"]),
        ("x.csv", &["openings"]),
        ("x.csv", &["tree", "startpos"]),
        ("x.pgn", &["search", "--material", "KvK"]),
        ("x.bin", &["book"]),
        ("x.parquet", &["scan"]),
        ("x.parquet", &["convert"]),
    ];
    for &(name, command) in files {
        let folder = folder_with(&[("games.pgn", GOOD)]);
        let args = [command, &["games.pgn", "-o", name, "--player", "nosuch"]].concat();
        let (code, stdout, stderr) = run(&folder, &args);
        assert_eq!((code, stdout.as_str(), stderr.as_str()), (Some(1), "", "no game matches\n"), "{args:?}");
        assert_eq!(names(folder.path()), ["games.pgn"], "{args:?}");

        fs::write(folder.path().join(name), ODD).expect("written");
        let args = [&args[..], &["--force"]].concat();
        let (code, stdout, stderr) = run(&folder, &args);
        assert_eq!((code, stdout.as_str(), stderr.as_str()), (Some(1), "", "no game matches\n"), "{args:?}");
        assert_eq!(read(&folder, name), ODD, "{args:?}");
        assert_eq!(names(folder.path()).len(), 2, "{args:?}");
    }
}

#[test]
fn a_filter_without_pins_writes_no_file() {
    let folder = folder_with(&[("games.pgn", GOOD)]);
    let args = ["scan", "games.pgn", "-o", "x.csv", "--min-cost", "1000000"];
    let (code, _, stderr) = run(&folder, &args);
    assert_eq!((code, stderr.as_str()), (Some(1), "no pin matches\n"));
    assert_eq!(names(folder.path()), ["games.pgn"]);
}

#[test]
fn a_forced_review_replaces_the_games_of_the_file() {
    let folder = folder_with(&[("games.pgn", GOOD), ("x.pgn", &ODD.repeat(50))]);
    let args = ["review", "games.pgn", "-o", "x.pgn", "--nodes", "1000", "--force"];
    let (code, _, stderr) = run(&folder, &args);
    assert_eq!(code, Some(0), "{stderr}");
    let text = read(&folder, "x.pgn");
    assert!(text.contains("Anna") && !text.contains("Dora"), "{text}");
}
