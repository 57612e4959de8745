//! Exit codes, separation of stdout and stderr, invalid input, broken pipes.

use std::ffi::OsStr;
use std::io;
use std::process::{Command, Output, Stdio};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const PINNED: &str = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";

fn pinsight<A: AsRef<OsStr>>(args: &[A]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    command.args(args).env_remove("CLICOLOR_FORCE");
    command
}

fn run<A: AsRef<OsStr>>(args: &[A]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = pinsight(args).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

/// Expects exit code 2, one message that contains `message`, and an empty stdout.
fn rejects<A: AsRef<OsStr> + std::fmt::Debug>(args: &[A], message: &str) {
    let (code, stdout, stderr) = run(args);
    assert_eq!(code, Some(2), "{args:?}: {stderr}");
    assert_eq!(stdout, "", "{args:?}");
    assert!(stderr.starts_with("error: "), "{args:?}: {stderr}");
    assert_eq!(stderr.matches("error: ").count(), 1, "{args:?}: {stderr}");
    assert!(stderr.contains(message), "{args:?}: {stderr}");
}

#[test]
fn board_prints_the_starting_position_byte_for_byte() {
    let expected = concat!(
        "  +---+---+---+---+---+---+---+---+\n",
        "8 | r | n | b | q | k | b | n | r |\n",
        "  +---+---+---+---+---+---+---+---+\n",
        "7 | p | p | p | p | p | p | p | p |\n",
        "  +---+---+---+---+---+---+---+---+\n",
        "6 |   |   |   |   |   |   |   |   |\n",
        "  +---+---+---+---+---+---+---+---+\n",
        "5 |   |   |   |   |   |   |   |   |\n",
        "  +---+---+---+---+---+---+---+---+\n",
        "4 |   |   |   |   |   |   |   |   |\n",
        "  +---+---+---+---+---+---+---+---+\n",
        "3 |   |   |   |   |   |   |   |   |\n",
        "  +---+---+---+---+---+---+---+---+\n",
        "2 | P | P | P | P | P | P | P | P |\n",
        "  +---+---+---+---+---+---+---+---+\n",
        "1 | R | N | B | Q | K | B | N | R |\n",
        "  +---+---+---+---+---+---+---+---+\n",
        "    a   b   c   d   e   f   g   h \n",
    );
    assert_eq!(run(&["board"]), (Some(0), expected.to_owned(), String::new()));
}

#[test]
fn an_invalid_fen_names_the_wrong_field() {
    let start = |rest: &str| format!("{START}{rest}");
    let faults = [
        (String::new(), "FEN field 1 (pieces), column 1: found nothing"),
        ("  ".into(), "FEN field 1 (pieces)"),
        ("nonsense".into(), "FEN field 1 (pieces), column 2: found `o`"),
        (
            "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
            "FEN field 1 (pieces), column 14: found `x`",
        ),
        (
            "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
            "FEN field 1 (pieces), column 18: found `p`",
        ),
        ("rnbqkbnr/pppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(), "2 more squares on rank 7"),
        (
            "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
            "FEN field 1 (pieces), column 19: found `9`",
        ),
        ("8/8/8/8/8/8 w - - 0 1".into(), "FEN field 1 (pieces), column 12"),
        (start(""), "FEN field 2 (turn), column 44: found nothing"),
        (start(" W KQkq - 0 1"), "FEN field 2 (turn), column 45: found `W`"),
        (start(" w KQkx - 0 1"), "FEN field 3 (castling), column 50: found `x`"),
        (start(" w KQkq e9 0 1"), "FEN field 4 (en passant), column 52: found `e9`"),
        (start(" w KQkq - x 1"), "FEN field 5 (halfmove clock), column 54: found `x`"),
        (start(" w KQkq - 0 1.5"), "FEN field 6 (move number), column 56: found `1.5`"),
        (start(" w KQkq - 0 1 2"), "column 58: found `2`"),
    ];
    for (fen, message) in &faults {
        for args in [&["board", fen][..], &["moves", fen], &["why", fen, "e4"], &["perft", fen, "2"]] {
            rejects(args, message);
        }
    }
}

#[test]
fn an_invalid_fen_marks_the_column() {
    let fen = "8/8/8/8/8/8/8/4x3 w - - 0 1";
    let (_, _, stderr) = run(&["board", fen]);
    let lines: Vec<&str> = stderr.lines().skip(1).collect();
    assert_eq!(lines, [format!("  {fen}"), format!("  {:>16}", "^")]);
}

#[test]
fn an_impossible_position_lists_all_its_faults() {
    let (code, stdout, stderr) = run(&["moves", "4k2R/8/8/8/8/8/8/P7 w K e6 0 1"]);
    assert_eq!((code, stdout.as_str()), (Some(2), ""));
    for fault in [
        "white has no king",
        "a white pawn is on a1",
        "white cannot have the right to castle",
        "e6 cannot be the en passant square",
        "the black king on e8 is in check from the rook on h8",
    ] {
        assert!(stderr.contains(fault), "{fault}: {stderr}");
    }
    assert_eq!(stderr.lines().count(), 6, "one line each: {stderr}");
}

#[test]
fn an_invalid_move_names_the_column() {
    for (text, message) in [
        ("", "`` is not a move"),
        ("x", "`x` is not a move"),
        ("Ne9", "`Ne9` is not a move: found `9` at column 3"),
        ("Ni4", "`Ni4` is not a move: found `i` at column 2"),
        ("e8=K", "`e8=K` is not a move: found `K` at column 4"),
        ("e2 e4", "`e2 e4` is not a move"),
        ("e2e9", "`e2e9` is not a move: found `9` at column 4"),
        ("e7e8x", "`e7e8x` is not a move: found `x` at column 5"),
        ("O-O-O-O", "`O-O-O-O` is not a move"),
    ] {
        rejects(&["why", PINNED, text], message);
    }
}

#[test]
fn invalid_numbers_squares_and_options_are_rejected() {
    let depth = "for '<DEPTH>': expected a whole number from 0 to 20";
    for wrong in ["-1", "21", "x", "", "1.5", "99999999999999999999"] {
        rejects(&["perft", "startpos", wrong], depth);
    }
    let threads = "for '--threads <N>': expected a whole number from 0 to 256";
    for wrong in ["-1", "257", "all", ""] {
        rejects(&["perft", "startpos", "3", "--threads", wrong], threads);
    }
    rejects(&["moves", "startpos", "--from", "e9"], "for '--from <SQUARE>': `e9` is not a square");
    rejects(&["moves", "startpos", "--bogus"], "unexpected argument '--bogus'");
    rejects(&["moves", "startpos", "--uci", "--lan"], "cannot be used with");
    rejects(&["board", "--json", "--unicode"], "cannot be used with");
    rejects(&["moves"], "<FEN>");
    rejects(&["why", "startpos"], "<MOVE>");
    rejects(&["pins"], "<FEN>");
    rejects(&["pins", "startpos", "--allow-illegal"], "<MOVE>");
    rejects(&["pins", "startpos", "--json", "--explain"], "cannot be used with");
    rejects(&["pins", "startpos", "e5", "--allow-illegal", "--situational"], "cannot be used with");
    rejects(&["perft", "startpos"], "<DEPTH>");
    rejects(&["bogus"], "unrecognized subcommand 'bogus'");
    rejects(&["completions", "tcsh"], "invalid value 'tcsh'");
    rejects(&["man", "bogus"], "unknown command `bogus`");
    rejects(&["board", "--color", "blue"], "invalid value 'blue'");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8_are_rejected() {
    use std::os::unix::ffi::OsStrExt;
    let wrong = OsStr::from_bytes(b"\xff/8/8");
    for command in ["board", "moves", "completions"] {
        rejects(&[OsStr::new(command), wrong], "invalid");
    }
    rejects(&[OsStr::new("why"), OsStr::new("startpos"), wrong], "invalid UTF-8");
}

#[test]
fn a_fen_without_quotes_gets_a_hint() {
    let fields = [START, "w", "KQkq", "-", "0", "1"];
    for (before, after) in [("board", None), ("moves", None), ("why", Some("e4")), ("perft", Some("3"))] {
        let args: Vec<&str> = [before].into_iter().chain(fields).chain(after).collect();
        rejects(&args, "hint: put the FEN in quotes");
    }
    rejects(&["why", START, "w"], "hint: put the FEN in quotes");
    let (_, _, stderr) = run(&["why", PINNED, "x"]);
    assert!(!stderr.contains("hint"), "{stderr}");
}

#[test]
fn why_explains_an_illegal_move_on_stdout() {
    let (code, stdout, stderr) = run(&["why", PINNED, "Nd5"]);
    assert_eq!((code, stderr.as_str()), (Some(1), ""));
    assert!(stdout.ends_with("would be in check from the bishop on b4\n"));
}

#[test]
fn repairs_are_reported_on_stderr() {
    let fen = format!("{START} w KQkq - -1 1");
    let (code, stdout, stderr) = run(&["moves", "--count", &fen]);
    assert_eq!((code, stdout.as_str()), (Some(0), "20\n"));
    assert!(stderr.starts_with("warning: FEN field 5"), "{stderr}");
}

#[test]
fn perft_writes_the_count_to_stdout_and_the_time_to_stderr() {
    let (code, stdout, stderr) = run(&["perft", "startpos", "4"]);
    assert_eq!((code, stdout.as_str()), (Some(0), "197281\n"));
    assert!(stderr.starts_with("197281 nodes in "), "{stderr}");
}

/// The table of docs/cli.md.
#[test]
fn exit_codes_follow_one_table() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("good.pgn", "[Result \"*\"]\n\n1. e4 e5 *\n"),
        ("broken.pgn", "1. e4 e5 2. Ke3 *\n"),
        ("start.pgn", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n"),
        ("empty.pgn", ""),
        ("puzzles.csv", "PuzzleId,FEN,Moves\na,8/8/8/8/8/8/8/8 w - - 0 1,e2e4 e7e5\n"),
    ] {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let mate = "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1";
    let expect = |code: i32, args: &[&str]| {
        let output =
            pinsight(args).current_dir(folder.path()).stdin(Stdio::null()).output().expect("it starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {stderr}");
        assert!(!stderr.contains("panicked"), "{args:?}: {stderr}");
    };
    for args in [
        &["why", PINNED, "Ne2"][..],
        &["pins", PINNED, "Ne2"],
        &["pins", "startpos"],
        &["pins", "--pgn", "good.pgn"],
        &["moves", "startpos"],
        &["board", "--moves-from", "a1"],
        &["board", "--pgn", "good.pgn", "--ply", "2"],
        &["perft", mate, "1"],
        &["motifs", "startpos"],
        &["motifs", "startpos", "e4"],
        &["config"],
        &["engine", "search", "startpos", "--depth", "1"],
        &["random", "--seed", "1"],
        &["match", "random", "greedy", "--games", "1"],
        &["play"],
        &["uci"],
        &["completions", "bash"],
        &["man"],
        &["help"],
    ] {
        expect(0, args);
    }
    for args in [
        &["why", PINNED, "Nd5"][..],
        &["why", PINNED, "c3d5"],
        &["pins", PINNED, "Nd5"],
        &["pins", PINNED, "c3d5"],
        &["pins", PINNED, "a4a5", "--allow-illegal"],
        &["pins", "--pgn", "broken.pgn"],
        &["moves", mate],
        &["moves", "startpos", "--from", "e5"],
        &["moves", "startpos", "--from", "e7"],
        &["moves", "startpos", "--captures"],
        &["board", "--moves-from", "e5"],
        &["board", "--moves-from", "e7"],
        &["board", "--pgn", "good.pgn", "--game", "2"],
        &["board", "--pgn", "good.pgn", "--ply", "3"],
        &["board", "--pgn", "empty.pgn"],
        &["board", "--pgn", "start.pgn"],
        &["board", "--pgn", "broken.pgn"],
        &["motifs", "startpos", "e5"],
        &["themes", "puzzles.csv"],
        &["engine", "search", mate],
        &["engine", "search", mate, "--json"],
        &["pgn", "good.pgn", "--game", "2"],
        &["review", "good.pgn", "--game", "2"],
        &["scan", "good.pgn", "--game", "2"],
        &["scan", "good.pgn", "--kind", "skewer"],
        &["tune", "good.pgn", "-o", "weights.rs"],
    ] {
        expect(1, args);
    }
    for args in [
        &["why", PINNED, "xx"][..],
        &["pins", PINNED, "xx"],
        &["pins", PINNED, "Nd5", "--allow-illegal"],
        &["pins", "--pgn", "none.pgn"],
        &["board", "--pgn", "none.pgn"],
        &["board", "-o", "board.bmp"],
        &["motifs", "startpos", "xx"],
        &["themes", "none.csv"],
        &["themes", "good.pgn"],
        &["config", "--config", "good.pgn"],
        &["board", "--config", "none.toml"],
        &["engine", "no-such-engine"],
        &["match", "no-such-engine", "random"],
        &["match", "random", "random", "--openings", "none.pgn"],
        &["random", "--games", "many"],
        &["tune", "none.pgn", "-o", "weights.rs"],
        &["convert", "good.pgn"],
        &["convert", "good.pgn", "-o", "good.pgn", "--format", "csv", "--force"],
        &["completions", "tcsh"],
        &["man", "bogus"],
        &["help", "bogus"],
        &["uci", "bogus"],
        #[cfg(feature = "server")]
        &["serve", "none.pgn", "--data", "data", "--port", "0"],
        #[cfg(not(feature = "sql"))]
        &["sql", "SELECT 1"],
        #[cfg(not(feature = "cluster"))]
        &["cluster", "scheduler"],
    ] {
        expect(2, args);
    }
    for command in [
        &["fens"][..],
        &["final"],
        &["check"],
        &["pgn"],
        &["review"],
        &["scan"],
        &["convert", "--format=csv"],
        &["openings"],
        &["pins", "--pgn"],
    ] {
        for (code, files) in [
            (0, &["good.pgn"][..]),
            (0, &["empty.pgn"]),
            (1, &["broken.pgn"]),
            (1, &["start.pgn", "good.pgn"]),
            (2, &["none.pgn"]),
            (2, &["broken.pgn", "none.pgn"]),
        ] {
            expect(code, &[command, files].concat());
        }
    }
    let fen = "nonsense";
    expect(2, &["perft", fen, "2"]);
    expect(2, &["engine", "search", fen]);
    expect(2, &["play", fen]);
    for command in ["board", "moves", "pins", "random"] {
        expect(2, &[command, fen]);
    }
}

#[test]
fn an_unknown_option_gets_no_advice_to_pass_it_as_a_file_name() {
    for args in [&["fens", "-x"][..], &["pgn", "games.pgn", "--bogus"], &["moves", "startpos", "-x"]] {
        let (code, _, stderr) = run(args);
        assert_eq!(code, Some(2));
        assert!(stderr.contains("unexpected argument") && !stderr.contains("as a value"), "{stderr}");
    }
    // Other tips stay.
    let (_, _, stderr) = run(&["moves", "startpos", "--capture"]);
    assert!(stderr.contains("a similar argument exists: '--captures'"), "{stderr}");
}

#[test]
fn colours_follow_the_color_option() {
    let colored = |args: &[&str]| run(args).1.contains('\x1b');
    assert!(!colored(&["why", "startpos", "e4"]), "not into a pipe");
    assert!(colored(&["--color", "always", "why", "startpos", "e4"]));
    assert!(!colored(&["why", "startpos", "e4", "--color=never"]));
    let no_color =
        pinsight(&["why", "startpos", "e4"]).env("NO_COLOR", "1").env("CLICOLOR_FORCE", "1").output();
    let stdout = no_color.expect("the program starts").stdout;
    assert!(!stdout.contains(&b'\x1b'));
}

#[test]
fn a_broken_pipe_ends_quietly() {
    for args in [
        &["board"][..],
        &["moves", "startpos"],
        &["moves", "--json", "startpos"],
        &["why", "startpos", "e4"],
        &["why", "startpos", "e5"],
        &["pins", "startpos"],
        &["perft", "--divide", "startpos", "2"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
        &["--version"],
    ] {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let output = pinsight(args)
            .stdout(Stdio::from(writer))
            .stderr(Stdio::piped())
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    for args in [&["board"][..], &["--help"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("/dev/full");
        let output = pinsight(args).stdout(full).stderr(Stdio::piped()).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.starts_with("error: cannot write"), "{stderr}");
    }
}

#[test]
fn help_shows_examples_for_every_command() {
    for command in
        ["board", "moves", "why", "pins", "perft", "fens", "final", "check", "pgn", "completions", "man"]
    {
        let (code, stdout, stderr) = run(&[command, "--help"]);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{command}");
        assert!(stdout.contains("Examples:\n  pinsight "), "{command}");
    }
    let (code, stdout, _) = run(&["--version"]);
    assert_eq!(code, Some(0));
    assert_eq!(stdout, format!("pinsight {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions_and_manual_pages_are_generated() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (code, stdout, stderr) = run(&["completions", shell]);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{shell}");
        assert!(stdout.contains("perft"), "{shell}");
    }
    for (args, title) in [(&["man"][..], ".TH pinsight 1"), (&["man", "why"], ".TH pinsight-why 1")] {
        let (code, stdout, stderr) = run(args);
        assert_eq!((code, stderr.as_str()), (Some(0), ""));
        assert!(stdout.contains(title), "{args:?}");
    }
}

#[test]
fn quiet_omits_notes_and_summaries_but_not_errors() {
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let (code, stdout, stderr) = run(&["moves", mate]);
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert_ne!(stderr, "");
    for args in [&["moves", mate, "--quiet"][..], &["--quiet", "moves", mate]] {
        assert_eq!(run(args), (Some(1), String::new(), String::new()));
    }
    let summary = ["random", "--games", "1", "--seed", "1", "--quiet"];
    assert_eq!((run(&summary).0, run(&summary).2), (Some(0), String::new()));
    assert_eq!(
        run(&["moves", mate, "--no-progress"]),
        (code, stdout, stderr),
        "only the progress line is omitted"
    );
    rejects(&["moves", "x", "--quiet"], "");
}

/// Runs a command with stderr on a terminal, made by `script` of util-linux.
#[cfg(target_os = "linux")]
#[test]
fn quiet_and_no_progress_hide_the_progress_line() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("games.pgn"), "1. e4 e5 *\n\n".repeat(1000)).expect("written");
    let shown = |flag: &str| {
        let program = env!("CARGO_BIN_EXE_pinsight");
        let line = format!("'{program}' pgn games.pgn -o out.pgn --force {flag}");
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).current_dir(folder.path()).stdin(Stdio::null());
        let output = script.output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    // Not every system has `script`.
    let Some(bare) = shown("") else { return };
    assert!(bare.contains("games/s"), "{bare}");
    for flag in ["--quiet", "--no-progress"] {
        assert_eq!(shown(flag).as_deref(), Some(""), "{flag}");
    }
}

#[test]
fn an_old_spelling_is_named_before_an_error_about_the_new_one() {
    let (code, stdout, stderr) = run(&["final", "--fen", "--json", "game.pgn"]);
    assert_eq!((code, stdout.as_str()), (Some(2), ""));
    assert!(stderr.starts_with("note: `final --fen` is now `final --format fen`\nerror: "), "{stderr}");
}

#[test]
fn a_file_is_not_a_position() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("game.pgn"), "1. e4 *\n").expect("written");
    for (command, hint) in [
        ("board", "use `pinsight board --pgn game.pgn` for its games"),
        ("pins", "use `pinsight pins --pgn game.pgn` for its games"),
        ("moves", "`pinsight fens game.pgn` prints the positions of its games"),
    ] {
        let output = pinsight(&[command, "game.pgn"]).current_dir(folder.path()).output().expect("started");
        assert_eq!(output.status.code(), Some(2));
        let stderr = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(stderr, format!("error: `game.pgn` is a file, not a position; {hint}\n"));
    }
}
