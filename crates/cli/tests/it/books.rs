//! `pinsight book`, and the players with books.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use pinsight_testkit::python;

/// Runs the program in a folder and returns exit code and stdout.
fn run(folder: &Path, args: &[&str], input: &str) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pinsight"))
        .args(args)
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    // Fails if the program ends without reading all of its input.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

/// Makes a book by the same rules with python-chess and compares it with the book of its first argument, entry by
/// entry.
const COMPARE: &str = r#"
import sys, io, collections, chess, chess.pgn, chess.polyglot
book, pgn, max_ply = sys.stdin.read().splitlines()
tally = collections.Counter()
with open(pgn) as games:
    while game := chess.pgn.read_game(games):
        board = game.board()
        for ply, move in enumerate(game.mainline_moves()):
            if ply < int(max_ply):
                points = {"1-0": 2 if board.turn else 0, "0-1": 0 if board.turn else 2, "1/2-1/2": 1}
                key = (chess.polyglot.zobrist_hash(board), board.fen(), move.uci())
                tally[key] += points.get(game.headers["Result"], 0)
            board.push(move)
expected = sorted((key, fen, uci, weight) for (key, fen, uci), weight in tally.items() if weight)
with chess.polyglot.open_reader(book) as reader:
    assert len(reader) == len({(key, uci) for key, _, uci, _ in expected}), (len(reader), len(expected))
    for key, fen, uci, weight in expected:
        entries = {entry.move.uci(): entry.weight for entry in reader.find_all(chess.Board(fen))}
        same = sum(w for k, _, u, w in expected if (k, u) == (key, uci))
        assert entries.get(uci) == same, (fen, uci, entries, same)
print("equal")
"#;

#[test]
fn a_book_has_the_moves_and_points_that_python_chess_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let pgn = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O 1-0\n\n[Result \"0-1\"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bb5 Nf6 4. O-O 0-1\n\n\
               [Result \"1/2-1/2\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 1/2-1/2\n\n1. e4 c5 2. c3 d5 3. exd5 *\n";
    let pgn = format!("[Result \"1-0\"]\n\n{pgn}");
    fs::write(folder.path().join("games.pgn"), pgn).expect("written");
    assert_eq!(run(folder.path(), &["book", "games.pgn", "-o", "my.bin"], "").0, Some(0));
    let paths = format!("{}/my.bin\n{0}/games.pgn\n30", folder.path().display());
    assert_eq!(python::run(COMPARE, &paths), ["equal"]);

    let classics = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/classics.pgn");
    assert_eq!(run(folder.path(), &["book", classics, "--max-ply", "12", "-o", "old.bin"], "").0, Some(0));
    let paths = format!("{}/old.bin\n{classics}\n12", folder.path().display());
    assert_eq!(python::run(COMPARE, &paths), ["equal"]);

    assert_eq!(run(folder.path(), &["book", "my.bin", "old.bin", "-o", "both.bin"], "").0, Some(2));
    let (code, _) = run(folder.path(), &["book", "merge", "my.bin", "old.bin", "-o", "both.bin"], "");
    assert_eq!(code, Some(0));
    // 1. e4 has 2 + 1 points in my.bin and 4 * 2 in old.bin.
    let (_, shown) = run(folder.path(), &["book", "show", "both.bin", "--format", "csv"], "");
    assert_eq!(shown, "san,uci,weight,share,learn\ne4,e2e4,11,1.0,0\n");
}

#[test]
fn players_open_from_the_book() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.pgn"), "1. a4 1-0\n\n1. h4 h5 2. g4 g5 1/2-1/2\n").expect("written");
    assert_eq!(run(folder.path(), &["book", "games.pgn", "-o", "my.bin"], "").0, Some(0));
    let play = ["play", "--side", "black", "--book", "my.bin", "--seed", "3", "--level", "1"];
    let (_, game) = run(folder.path(), &play, "quit\n");
    assert!(game.contains(": 1. a4\n") || game.contains(": 1. h4\n"), "{game}");
    assert_eq!(run(folder.path(), &play, "quit\n").1, game, "the seed decides");

    fs::write(folder.path().join("start.epd"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n")
        .expect("written");
    let player = "random,book=my.bin";
    let contest = ["match", player, player, "-n", "20", "--openings", "start.epd", "-o", "played.pgn"];
    assert_eq!(run(folder.path(), &contest, "").0, Some(0));
    let games = fs::read_to_string(folder.path().join("played.pgn")).expect("games");
    let count = |first: &str| games.matches(&format!("\n1. {first} ")).count();
    assert_eq!(count("a4") + count("h4"), 20, "{games}");
    assert!(count("a4") > 0 && count("h4") > 0, "each game has its own choices");

    let commands =
        "setoption name BookFile value my.bin\nsetoption name OwnBook value true\ngo depth 1\nquit\n";
    let (_, answer) = run(folder.path(), &["uci"], commands);
    assert!(answer.contains("bestmove a2a4") || answer.contains("bestmove h2h4"), "{answer}");
}
