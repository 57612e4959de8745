//! `pinsight board`: formats, output files and errors.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

const GAMES: &str = "\
[White \"Anna <b>\"]
[Black \"Berta & Co\"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 *

1. f3 e5 2. g4 Qh4# 0-1

[White \"Clara\"]

1. e4 e5 2. Ke3 *
";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.pgn"), GAMES).expect("written");
    folder
}

/// Returns exit code, stdout and stderr.
fn board(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    let command = command.arg("board").args(args).current_dir(folder).env_remove("CLICOLOR_FORCE");
    let output = command.stdin(Stdio::null()).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn done(folder: &Path, args: &[&str]) {
    assert_eq!(board(folder, args), (Some(0), String::new(), String::new()), "{args:?}");
}

#[test]
fn the_extension_selects_the_format() {
    let folder = folder();
    let folder = folder.path();
    let read = |name| fs::read(folder.join(name)).expect("the file");
    done(folder, &["-o", "start.svg"]);
    assert!(read("start.svg").starts_with(b"<svg "));
    done(folder, &["-o", "start.PNG", "--size", "64"]);
    assert!(read("start.PNG").starts_with(b"\x89PNG\r\n\x1a\n"));
    done(folder, &["--pgn", "games.pgn", "-o", "game.gif", "--size", "64"]);
    assert!(read("game.gif").starts_with(b"GIF89a"));
}

#[test]
fn a_position_of_a_game_shows_last_move_and_players() {
    let folder = folder();
    let folder = folder.path();
    done(folder, &["--pgn", "games.pgn", "--pins", "-o", "end.svg"]);
    let svg = fs::read_to_string(folder.join("end.svg")).expect("the file");
    assert!(svg.contains("<title>Anna &lt;b&gt; - Berta &amp; Co, after 3... Bg4</title>"), "{svg}");
    assert!(svg.contains("Last move from c8 to g4."));
    assert!(svg.contains("The bishop on g4 is pinning the knight on f3 to the queen on d1."));

    done(folder, &["--pgn", "games.pgn", "--game", "2", "--ply", "0", "-o", "start.svg"]);
    let svg = fs::read_to_string(folder.join("start.svg")).expect("the file");
    assert!(svg.contains("<title>Chess game</title>"), "{svg}");
    assert!(!svg.contains("Last move"));

    let (code, text, _) = board(folder, &["--pgn", "games.pgn", "--game", "2", "--json"]);
    assert_eq!(code, Some(0));
    assert!(text.contains("\"termination\": \"checkmate\""), "{text}");
}

#[test]
fn a_broken_game_is_drawn_up_to_its_illegal_move() {
    let folder = folder();
    let (code, text, errors) = board(folder.path(), &["--pgn", "games.pgn", "--game", "3"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("5 |   |   |   |   |[p]|   |   |   |"), "{text}");
    assert!(errors.contains("Ke3"), "{errors}");
}

#[test]
fn an_existing_file_is_overwritten_only_with_force() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("x.svg"), "mine").expect("written");
    let (code, _, errors) = board(folder, &["-o", "x.svg"]);
    assert_eq!((code, errors.as_str()), (Some(2), "error: x.svg exists; use --force to overwrite it\n"));
    assert_eq!(fs::read_to_string(folder.join("x.svg")).expect("the file"), "mine");
    done(folder, &["-o", "x.svg", "--force"]);
    assert!(fs::read_to_string(folder.join("x.svg")).expect("the file").starts_with("<svg "));
}

#[test]
fn an_error_leaves_no_file() {
    let folder = folder();
    let folder = folder.path();
    let cases: [(i32, &[&str], &str); 11] = [
        (2, &["-o", "x.bmp"], "expected a name ending in .svg, .png or .gif"),
        (2, &["-o", "x"], "expected a name ending in .svg, .png or .gif"),
        (2, &["-o", "x.gif"], "an animated GIF needs a game: use --pgn FILE"),
        (2, &["-o", "x.png", "--size", "9000"], "expected a whole number from 16 to 8192"),
        (1, &["-o", "x.png", "--moves-from", "e4"], "there is no piece on e4"),
        (1, &["-o", "x.png", "--moves-from", "e7"], "the pawn on e7 belongs to black, but white is to move"),
        (2, &["-o", "x.svg", "--arrows", "e2e4,e2"], "found `e2`"),
        (2, &["-o", "x.svg", "--labels", "e2=K"], "found `e2=K`"),
        (
            1,
            &["--pgn", "games.pgn", "--game", "4", "-o", "x.svg"],
            "games.pgn has 3 games; game 4 does not exist",
        ),
        (1, &["--pgn", "games.pgn", "--ply", "7", "-o", "x.gif"], "expected --ply 0 to 6, found 7"),
        (2, &["--pgn", "none.pgn", "-o", "x.svg"], "none.pgn"),
    ];
    for (exit_code, args, message) in cases {
        let (code, _, errors) = board(folder, args);
        assert_eq!(code, Some(exit_code), "{args:?}");
        assert!(errors.contains(message), "{args:?}: {errors}");
        assert_eq!(fs::read_dir(folder).expect("a folder").count(), 1, "{args:?} left a file");
    }
}

#[test]
fn colours_are_only_for_terminals() {
    let folder = folder();
    let fen = "7k/6q1/8/8/8/8/1B6/1K6 b - - 0 1";
    let (_, plain, _) = board(folder.path(), &["--pins", fen]);
    assert!(!plain.contains('\u{1b}'));
    let (_, colored, _) = board(folder.path(), &["--pins", "--color", "always", fen]);
    assert!(colored.contains('\u{1b}'));
    let mut stripped = String::new();
    for (index, part) in colored.split("\u{1b}[").enumerate() {
        let rest = if index == 0 { Some(part) } else { part.split_once('m').map(|(_, rest)| rest) };
        stripped.push_str(rest.expect("a colour ends"));
    }
    assert_eq!(stripped, plain);
}

#[test]
fn last_move_takes_squares_including_promotions() {
    let folder = folder();
    let position = "4Q2k/8/8/8/8/8/8/4K3 b - - 0 1";
    let (code, out, _) = board(folder.path(), &[position, "--last-move", "e7e8q"]);
    assert_eq!(code, Some(0));
    let ranks: Vec<&str> = out.lines().filter(|line| line.starts_with(['8', '7'])).collect();
    assert_eq!(ranks[0].matches("[Q]").count(), 1, "{out}");
    assert_eq!(ranks[1].matches("[ ]").count(), 1, "{out}");
    let (code, out, err) = board(folder.path(), &[position, "--last-move", "e8=Q"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("expected two squares, such as e2e4 or e7e8q"), "{err}");
}

#[test]
fn an_error_names_the_path_as_given() {
    let folder = folder();
    let (code, _, err) = board(folder.path(), &["--pgn", "none.pgn"]);
    assert_eq!(code, Some(2));
    assert_eq!(err.matches("no such file").count(), 1, "{err}");
    let (code, _, err) = board(folder.path(), &["-o", "nowhere/x.svg"]);
    assert_eq!(
        (code, err.as_str()),
        (Some(2), "error: cannot write nowhere/x.svg: no such folder: nowhere\n")
    );
}
