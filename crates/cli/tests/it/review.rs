//! `pinsight review` and `scan --findings` with the coach: faulty games and engines, resuming, annotated games.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use pinsight_testkit::chromium::run_in_page;
use serde_json::Value;
use tempfile::TempDir;

const SCHOLAR: &str = "[White \"Anna\"]\n[Black \"Berta\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";
const FOOL: &str = "[White \"Clara\"]\n[Black \"Dora\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
const ILLEGAL: &str = "[White \"Emma\"]\n\n1. f3 e5 2. g4 Ke6 *\n";
const FROM_FEN: &str =
    "[White \"Frida\"]\n[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\"]\n\n1. Ra8# 1-0\n";
const CHESS960: &str = "[White \"Gerda\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
     [FEN \"nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1\"]\n\n1. O-O O-O *\n";
const NO_MOVES: &str = "[White \"Hanna\"]\n\n*\n";

fn folder(games: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.pgn"), games.join("\n")).expect("written");
    folder
}

/// Returns exit code, stdout and stderr.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    let output = command.args(args).current_dir(folder).stdin(Stdio::null()).output();
    let output = output.expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn reviews(folder: &Path, args: &[&str]) -> (Option<i32>, Vec<Value>, String) {
    let (code, stdout, stderr) =
        run(folder, &[&["review", "--json", "--nodes", "2000", "games.pgn"], args].concat());
    let games = stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    (code, games, stderr)
}

fn python(folder: &Path, script: &str) -> String {
    let python = std::env::var("PINSIGHT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let output = Command::new(python).args(["-c", script]).current_dir(folder).output().expect("Python");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn broken_and_chess960_games_are_reviewed_up_to_their_last_legal_move() {
    let folder = folder(&[ILLEGAL, FROM_FEN, CHESS960, NO_MOVES, FOOL]);
    let (code, games, errors) = reviews(folder.path(), &[]);
    assert_eq!(code, Some(1), "one game is faulty");
    assert!(errors.contains("Ke6"), "{errors}");
    let plies: Vec<usize> = games.iter().map(|game| game["moves"].as_array().unwrap().len()).collect();
    assert_eq!(plies, [3, 1, 2, 0, 4]);
    assert_eq!(games[0]["moves"][2]["judgement"], "blunder");
    assert_eq!(games[0]["moves"][2]["findings"][0]["line"][0], "d8h4");
    assert_eq!(games[2]["moves"][0]["uci"], "f1g1", "castling in Chess960 is the king taking its rook");
    assert_eq!(games[3]["accuracy"]["white"], Value::Null);
}

#[test]
fn an_interrupted_review_continues_where_it_ended() {
    let folder = folder(&[SCHOLAR]);
    let review = ["review", "--nodes", "2000", "games.pgn", "-o", "out.pgn"];
    assert_eq!(run(folder.path(), &review).0, Some(0));
    fs::write(folder.path().join("games.pgn"), [SCHOLAR, FOOL].join("\n")).expect("written");
    let (code, _, errors) = run(folder.path(), &review);
    assert_eq!(code, Some(0), "{errors}");
    assert!(errors.contains("skipped 1 game, already in the output"), "{errors}");
    let reviewed = fs::read_to_string(folder.path().join("out.pgn")).expect("the file");
    assert_eq!(reviewed.matches("[White ").count(), 2);
    assert!(reviewed.contains("Qxf7#") && reviewed.contains("Qh4#"), "{reviewed}");
}

#[test]
fn a_killed_review_leaves_no_empty_file() {
    let folder = folder(&[]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    command.args(["review", "-", "-o", "out.pgn"]).current_dir(folder.path());
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the program starts");
    let names = || fs::read_dir(folder.path()).expect("a folder").count();
    while names() < 2 {
        assert!(child.try_wait().expect("a child").is_none(), "it ended");
        std::thread::yield_now();
    }
    child.kill().and_then(|()| child.wait()).expect("killed");
    assert!(!folder.path().join("out.pgn").exists());
}

#[test]
fn a_review_continues_wherever_its_output_was_cut() {
    let folder = folder(&[SCHOLAR, ILLEGAL, FOOL]);
    let out = folder.path().join("out.pgn");
    let review = ["review", "--nodes", "10", "games.pgn", "-o", "out.pgn"];
    assert_eq!(run(folder.path(), &review).0, Some(1));
    let whole = fs::read_to_string(&out).expect("the file");
    for length in (0..=whole.len()).step_by(13).chain([whole.len() - 1, whole.len()]) {
        fs::write(&out, &whole[..length]).expect("written");
        let (code, _, errors) = run(folder.path(), &review);
        assert_eq!(code, Some(1), "{length} bytes: {errors}");
        assert_eq!(fs::read_to_string(&out).expect("the file"), whole, "{length} bytes");
    }
}

#[test]
fn a_review_continues_after_impossible_starts_and_large_games() {
    let impossible = "[White \"Ida\"]\n[SetUp \"1\"]\n\
         [FEN \"QQQQQQnk/Q5pp/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1\"]\n\n1. Qaxg8# 1-0\n";
    let large = format!("[White \"Jana\"]\n\n1. e4 {{{}}} *\n", "x".repeat(5_000));
    let folder = folder(&[impossible, &large, FOOL, FOOL]);
    let review = ["review", "--nodes", "10", "--max-game", "4K", "games.pgn", "-o", "out.pgn"];
    let review = [&review[..], &["--allow-impossible"]].concat();
    for expected in ["", "skipped 3 games, already in the output"] {
        let (code, _, errors) = run(folder.path(), &review);
        assert_eq!(code, Some(1), "{errors}");
        assert!(errors.contains(expected) && errors.contains("Jana"), "{errors}");
    }
}

#[test]
fn a_review_keeps_files_that_are_not_its_output() {
    let packed = zstd::encode_all(FOOL.as_bytes(), 0).expect("packed");
    for (content, refusal) in [
        (&b"1. d4 *\n"[..], "holds other games"),
        (b"1. d4\n", "holds other games"),
        (b"[White \"Anna\"]\n[Black \"Zoe\"]\n\n1. e4", "holds other games"),
        (b"shopping list", "holds other games"),
        (b"\n\n", "holds no games"),
        (&packed, "is compressed"),
    ] {
        let folder = folder(&[SCHOLAR]);
        let out = folder.path().join("out.pgn");
        fs::write(&out, content).expect("written");
        let (code, _, errors) =
            run(folder.path(), &["review", "--nodes", "10", "games.pgn", "-o", "out.pgn"]);
        assert_eq!(code, Some(2), "{errors}");
        assert!(errors.contains(&format!("{refusal}; use --force to overwrite it")), "{errors}");
        assert_eq!(fs::read(&out).expect("the file"), content);
    }
}

#[test]
fn an_output_that_cannot_be_written_is_refused_before_the_review() {
    let folder = folder(&[FOOL]);
    for name in ["missing/out.pgn", "missing/out.html"] {
        let (code, _, errors) = run(folder.path(), &["review", "games.pgn", "-o", name]);
        assert_eq!(code, Some(2), "{errors}");
        assert!(errors.contains(name), "{errors}");
    }
}

#[test]
fn an_engine_that_dies_is_replaced_with_a_warning() {
    let folder = folder(&[FOOL]);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../players/tests/scripted_engine.py");
    let python = std::env::var("PINSIGHT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let engine = folder.path().join("engine");
    fs::write(&engine, format!("#!/bin/sh\nexec '{python}' '{script}' dead\n")).expect("written");
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).expect("executable");
    let (code, games, errors) = reviews(folder.path(), &["--engine", "./engine"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(games[0]["engine_failure"].is_string());
    assert_eq!(games[0]["moves"][2]["judgement"], "blunder");
    assert!(errors.contains("the built-in search judged the rest"), "{errors}");
}

/// Prints each game as JSON: moves, NAGs and variations as python-chess reads them.
const READ_PGN: &str = "
import chess.pgn, json
with open('out.pgn', encoding='utf-8') as file:
    while game := chess.pgn.read_game(file):
        assert not game.errors, game.errors
        moves = [{'uci': node.move.uci(), 'nags': sorted(node.nags),
                  'others': [[child.move.uci() for child in other.mainline()] for other in
                             ([variation for variation in node.parent.variations[1:]] if node.is_main_variation() else [])],
                  'eval': node.eval() is not None}
                 for node in game.mainline()]
        for move, node in zip(moves, game.mainline()):
            for line, variation in zip(move['others'], node.parent.variations[1:]):
                line.insert(0, variation.move.uci())
        print(json.dumps(moves))
";

#[test]
fn python_chess_reads_the_annotated_games() {
    let folder = folder(&[SCHOLAR, FOOL]);
    let (_, games, _) = reviews(folder.path(), &[]);
    run(folder.path(), &["review", "--nodes", "2000", "games.pgn", "-o", "out.pgn"]);
    let read: Vec<Vec<Value>> = python(folder.path(), READ_PGN)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(read.len(), 2);
    for (game, read) in games.iter().zip(&read) {
        let moves = game["moves"].as_array().expect("moves");
        assert_eq!(moves.len(), read.len());
        for (ours, theirs) in moves.iter().zip(read) {
            assert_eq!(ours["uci"], theirs["uci"]);
            let nag = match ours["judgement"].as_str() {
                Some("blunder") => vec![4],
                Some("mistake") => vec![2],
                Some("inaccuracy") => vec![6],
                Some("good") => vec![1],
                Some("only_move") => vec![7],
                _ => Vec::new(),
            };
            assert_eq!(theirs["nags"], Value::from(nag), "{}", ours["san"]);
            let better = ours["better"].as_array().expect("a line");
            match theirs["others"].as_array().expect("variations").as_slice() {
                [] => assert!(better.is_empty(), "{}", ours["san"]),
                [line] => assert!(better.starts_with(line.as_array().expect("moves")), "{}", ours["san"]),
                more => panic!("{more:?}"),
            }
        }
    }
}

#[test]
fn the_judgement_replaces_the_glyph_of_the_file() {
    let folder = folder(&["1. f3 e5 2. g4 $1 $14 {Sharp.} Qh4# 0-1\n"]);
    let review = ["review", "--nodes", "2000", "games.pgn", "-o"];
    run(folder.path(), &[&review[..], &["out.pgn"]].concat());
    let read: Vec<Value> = serde_json::from_str(&python(folder.path(), READ_PGN)).expect("JSON");
    assert_eq!(read[2]["nags"], Value::from(vec![4, 14]));
    assert!(fs::read_to_string(folder.path().join("out.pgn")).expect("the file").contains("Sharp."));
    run(folder.path(), &[&review[..], &["out.html"]].concat());
    let glyphs = "const move = [...document.querySelectorAll('.moves button')][2];
         note(move.textContent);
         move.click();
         await new Promise((done) => setTimeout(done, 100));
         note(document.querySelector('.coach-text').textContent.includes('2.g4??'));";
    let seen = run_in_page(&folder.path().join("out.html"), (1440, 900), glyphs);
    // A screen reader reads the signs in words.
    let shown = "g4??, Blunder+=, White is slightly better";
    assert_eq!((seen.errors, seen.notes), (Vec::new(), vec![shown.to_owned(), "true".to_owned()]));
}

#[test]
fn findings_are_the_same_table_in_all_formats() {
    let folder = folder(&[SCHOLAR, FOOL]);
    let scan = |extra: &[&str]| {
        run(folder.path(), &[&["scan", "--findings", "--nodes", "2000", "games.pgn"], extra].concat())
    };
    let (code, table, errors) = scan(&[]);
    assert_eq!(code, Some(0), "{errors}");
    let (_, lines, _) = scan(&["--json"]);
    let rows: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(rows.len() >= 3, "{lines}");
    let names: Vec<&String> = rows[0].as_object().expect("an object").keys().collect();
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    assert_eq!(reader.headers().expect("a header").iter().collect::<Vec<_>>(), names);
    let records: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("CSV");
    assert_eq!(records.len(), rows.len());
    for (record, row) in records.iter().zip(&rows) {
        for (field, name) in record.iter().zip(&names) {
            let expected = match &row[name.as_str()] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(field, expected, "{name}");
        }
    }
    assert_eq!(scan(&["-o", "findings.parquet"]).0, Some(0));
    let script = "import json, pyarrow.parquet\nfor row in pyarrow.parquet.read_table('findings.parquet').to_pylist():\n    print(json.dumps(row))";
    let read: Vec<Value> =
        python(folder.path(), script).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(read, rows);
}
