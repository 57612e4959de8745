//! The commands that find pins in games: `review`, `scan`, `pins --pgn`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// Morphy's opera game with comments, a broken game, a game from a FEN with a variation, and a game without pins.
const GAMES: &str = r#"[White "Morphy"]
[Black "Allies"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 {Philidor's} 3. d4 Bg4?! { [%clk 0:04:59] weak [%cal Gg4f3] } (3... exd4) 4. dxe5 Bxf3 5. Qxf3 dxe5
6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 {the second pin} b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7
14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0

[White "Broken"]
[Result "*"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. Ke3 {too far} Nf6 *

[White "Start"]
[FEN "7k/6q1/8/8/8/8/8/1KB5 w - - 0 1"]
[SetUp "1"]
[Result "*"]

1. Bb2 (1. Kc2) Qxb2+ 2. Kxb2 *

[White "Nothing"]
[Result "*"]

1. e4 e5 *
"#;

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.pgn"), GAMES).expect("written");
    folder
}

/// Returns exit code, stdout and stderr.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    let command = command.args(args).current_dir(folder).env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    let output = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn a_reviewed_file_has_the_same_games_with_annotations() {
    let folder = folder();
    let run = |args: &[&str]| run(folder.path(), args);
    let (code, stdout, stderr) = run(&["review", "--all-pins", "games.pgn", "-o", "out.pgn"]);
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(stderr.contains("games.pgn:12:33 (game 2, ply 7)"), "{stderr}");
    let reviewed = fs::read_to_string(folder.path().join("out.pgn")).expect("the file");

    // Without comments both files are equal, including the rest of the broken game.
    let plain = |file: &str| run(&["pgn", file, "--no-comments"]).1;
    assert_eq!(plain("out.pgn"), plain("games.pgn"));
    let words: String = reviewed.split_whitespace().collect::<Vec<_>>().join(" ");
    for kept in [
        "{ Philidor's }",
        "3. d4 Bg4 $6 { [%clk 0:04:59] weak [%cal Gg4f3] } { [%csl Yf3] [%cal Yg4d1] New relative pin, created by Bg4:",
        "{ the second pin } {",
        "4. Ke3 { too far } 4... Nf6 *",
        "1. Bb2 { [%csl Rg7] [%cal Rb2h8] New absolute pin, created by Bb2: the bishop on b2 pins the queen on g7 to \
         the king on h8. The queen may move along the diagonal or take on b2. } (1. Kc2) 1... Qxb2+ 2. Kxb2 *",
    ] {
        assert!(words.contains(kept), "{kept}\n{reviewed}");
    }
    assert!(reviewed.lines().all(|line| line.len() < 80));

    // A second review changes nothing.
    assert_eq!(run(&["review", "--all-pins", "out.pgn", "-o", "again.pgn"]).0, Some(1));
    assert_eq!(fs::read_to_string(folder.path().join("again.pgn")).expect("the file"), reviewed);
    assert_eq!(run(&["review", "--all-pins", "out.pgn", "-o", "again.pgn"]).0, Some(2), "it exists");
    assert_eq!(run(&["review", "--all-pins", "out.pgn", "-o", "again.pgn", "--force"]).0, Some(1));
    assert_eq!(fs::read_to_string(folder.path().join("again.pgn")).expect("the file"), reviewed);
    assert_eq!(run(&["review", "--all-pins", "games.pgn", "-o", "-"]).1, reviewed);
}

#[test]
fn counts_are_sorted_by_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let pin = "[FEN \"7k/6q1/8/8/8/8/8/1KB5 w - - 0 1\"]\n\n1. Bb2 *\n\n";
    fs::write(folder.path().join("games.pgn"), pin.repeat(11)).expect("written");
    let args = ["scan", "games.pgn", "--count-by", "game", "--format", "csv"];
    let numbers: Vec<String> = (1..=11).map(|game| format!("{game},1")).collect();
    assert_eq!(run(folder.path(), &args).1, format!("game,count\n{}\n", numbers.join("\n")));
}

#[test]
fn threads_do_not_change_the_output() {
    // A long first comment spreads few games over several batches.
    let folder = folder();
    let long = format!("{{ {} }}", "so to speak ".repeat(400));
    let text = GAMES.replace("{Philidor's}", &long).repeat(500);
    fs::write(folder.path().join("many.pgn"), text).expect("written");
    let with =
        |args: &[&str], threads| run(folder.path(), &[args, &["many.pgn", "--threads", threads]].concat());
    for args in [
        &["review", "--all-pins"][..],
        &["review", "--all-pins", "--json"],
        &["review", "--all-pins", "-o", "-"],
        &["scan"],
        &["scan", "--json"],
    ] {
        let one = with(args, "1");
        assert_eq!(one.0, Some(1), "{args:?}: {}", one.2);
        for threads in ["2", "5"] {
            assert!(with(args, threads) == one, "{args:?} with {threads} threads");
        }
    }
}

#[test]
fn brief_prints_one_sentence_per_pin() {
    let folder = folder();
    let (_, text, _) =
        run(folder.path(), &["review", "--all-pins", "--brief", "--game", "3", "games.pgn", "-o", "-"]);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence =
        "{ [%csl Rg7] [%cal Rb2h8] The bishop on b2 is pinning the queen on g7 to the king on h8. }";
    assert!(text.contains(sentence), "{text}");
}

#[test]
fn pins_pgn_equals_the_brief_ledger() {
    let folder = folder();
    let run = |args: &[&str]| run(folder.path(), args);
    assert_eq!(run(&["pins", "--pgn", "games.pgn"]), run(&["review", "--all-pins", "--brief", "games.pgn"]));
    assert_eq!(
        run(&["pins", "--pgn", "games.pgn", "--explain"]),
        run(&["review", "--all-pins", "games.pgn"])
    );
    assert_eq!(
        run(&["pins", "--all", "--pgn", "games.pgn"]),
        run(&["review", "--all-pins", "--brief", "--all", "games.pgn"])
    );
    assert_eq!(
        run(&["pins", "--pgn", "games.pgn", "games.pgn", "--json", "--values", "n=4"]),
        run(&["review", "--all-pins", "games.pgn", "games.pgn", "--json", "--values", "n=4"])
    );
    assert_eq!(run(&["pins", "--pgn"]).0, Some(0), "standard input, which is empty");
    assert_eq!(run(&["pins"]).0, Some(2));
    assert_eq!(run(&["pins", "startpos", "--pgn", "games.pgn"]).0, Some(2));
    assert_eq!(run(&["pins", "--pgn", "none.pgn"]).0, Some(2));
    let (code, _, error) = run(&["pins", "games.pgn"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("`pinsight pins --pgn games.pgn`"), "{error}");
}

#[test]
fn ledger_json_has_the_game_and_its_pins() {
    let folder = folder();
    let (code, stdout, _) = run(folder.path(), &["review", "--all-pins", "--json", "games.pgn"]);
    assert_eq!(code, Some(1));
    let games = rows(&stdout);
    assert_eq!(games.len(), 4);
    let first = &games[0];
    assert_eq!((&first["file"], &first["game"]), (&Value::from("games.pgn"), &Value::from(1)));
    assert_eq!((&first["tags"]["White"], &first["result"]), (&Value::from("Morphy"), &Value::from("1-0")));
    let moves = first["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 33);
    // The summary counts the pins that start and end.
    let count = |name: &str| moves.iter().map(|one| one[name].as_array().expect("pins").len()).sum::<usize>();
    let stories = first["pins"].as_array().expect("stories");
    assert_eq!(stories.len(), count("new"));
    assert_eq!(stories.iter().filter(|story| !story["until"].is_null()).count(), count("released"));
    let pins = |side: &str| first["summary"][side]["pins"].as_u64().expect("a number");
    assert_eq!(pins("white") + pins("black"), stories.len() as u64);
    assert_eq!(games[1]["verdict"], "broken");
    assert_eq!(games[1]["moves"].as_array().expect("moves").len(), 6);
    assert_eq!(games[2]["pins"][0]["loss"], 6);
    assert_eq!(games[3]["pins"], Value::Array(Vec::new()));
}

#[test]
fn scan_rows_equal_the_pins_of_the_ledger() {
    let folder = folder();
    let (code, stdout, stderr) = run(folder.path(), &["scan", "--json", "games.pgn"]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("(game 2, ply 7)"), "{stderr}");
    let scanned = rows(&stdout);
    let (_, reviewed, _) = run(folder.path(), &["review", "--all-pins", "--json", "games.pgn"]);
    let mut expected = Vec::new();
    for game in rows(&reviewed) {
        for one in game["moves"].as_array().expect("moves") {
            for pin in ["new", "released"].iter().flat_map(|name| one[name].as_array().expect("pins")) {
                let mut row = serde_json::Map::new();
                for (name, value) in pin.as_object().expect("a pin") {
                    match value {
                        // A row has a column for each field of a piece.
                        Value::Object(piece) => {
                            row.extend(
                                piece.iter().map(|(part, value)| (format!("{name}_{part}"), value.clone())),
                            );
                        }
                        _ if ["moves", "situational"].contains(&name.as_str()) => {}
                        value => {
                            row.insert(name.clone(), value.clone());
                        }
                    }
                }
                for (name, from) in [("game", &game), ("file", &game)] {
                    row.insert(name.to_owned(), from[name].clone());
                }
                for name in ["ply", "move_number", "side", "san", "fen"] {
                    row.insert(name.to_owned(), one[name].clone());
                }
                expected.push(row);
            }
        }
    }
    assert_eq!(scanned.len(), expected.len());
    for (row, expected) in scanned.iter().zip(&expected) {
        for (name, value) in expected {
            assert_eq!(&row[name], value, "{name} in {row}");
        }
    }
}

#[test]
fn count_by_counts_the_rows() {
    let folder = folder();
    let run = |args: &[&str]| run(folder.path(), args).1;
    let mut expected: BTreeMap<(String, String), u64> = BTreeMap::new();
    let all = rows(&run(&["scan", "--json", "games.pgn"]));
    for row in &all {
        let text = |name: &str| row[name].as_str().expect("a text").to_owned();
        *expected.entry((text("cause"), text("kind"))).or_default() += 1;
    }
    let counted = rows(&run(&["scan", "--count-by", "cause,kind", "--json", "games.pgn"]));
    assert!(counted.iter().map(|row| row["count"].as_u64()).is_sorted_by(|more, less| more >= less));
    let counted: BTreeMap<(String, String), u64> = counted
        .iter()
        .map(|row| {
            let text = |name: &str| row[name].as_str().expect("a text").to_owned();
            ((text("cause"), text("kind")), row["count"].as_u64().expect("a number"))
        })
        .collect();
    assert_eq!(counted, expected);
    let table = run(&["scan", "--count-by", "cause,kind", "games.pgn"]);
    assert_eq!(table.lines().count(), expected.len() + 2);
    assert_eq!(
        table.lines().last().and_then(|line| line.split_whitespace().last()),
        Some(&*all.len().to_string())
    );
    let csv = run(&["scan", "--count-by", "white,status", "--format", "csv", "games.pgn"]);
    assert!(csv.starts_with("white,status,count\nMorphy,new,"), "{csv}");
}

#[test]
fn the_extension_selects_the_format() {
    let folder = folder();
    let run = |args: &[&str]| run(folder.path(), args);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("the file");
    assert_eq!(run(&["scan", "games.pgn", "-o", "pins.csv"]).0, Some(1));
    assert_eq!(read("pins.csv"), run(&["scan", "games.pgn"]).1);
    assert_eq!(run(&["scan", "games.pgn", "-o", "pins.jsonl"]).0, Some(1));
    assert_eq!(read("pins.jsonl"), run(&["scan", "games.pgn", "--format", "jsonl"]).1);
    assert_eq!(run(&["scan", "games.pgn", "-o", "pins.data", "--format", "csv"]).0, Some(1));
    assert_eq!(read("pins.data"), read("pins.csv"));
    for (args, message) in [
        (&["scan", "games.pgn", "-o", "pins.csv"][..], "pins.csv exists; use --force to overwrite it"),
        (&["scan", "games.pgn", "-o", "pins.xlsx"], "expected a name ending in .csv, .jsonl or .parquet"),
        (&["review", "games.pgn", "-o", "out.txt"], "cannot infer the format of out.txt"),
        (&["review", "games.pgn", "--json", "-o", "out.pgn"], "cannot be used with"),
        (&["scan", "games.pgn", "--count-by", "cause", "-o", "pins.csv"], "cannot be used with"),
        (&["scan", "games.pgn", "--count-by", "colour"], "expected one of file, game, white"),
        (&["scan", "games.pgn", "--kind", "pin"], "expected one of absolute, absolute_skewer"),
        (&["scan", "games.pgn", "--cause", "magic"], "expected one of created, replaced"),
        (&["scan", "games.pgn", "--attacker", "unicorn"], "expected a role, a colour, both or any"),
        (&["scan", "games.pgn", "--status", "standing"], "expected one of new, kept, released"),
        (&["scan", "games.pgn", "--min-cost", "much"], "invalid value 'much'"),
        (&["scan", "games.pgn", "--all", "--kind", "skewer"], "cannot be used with"),
    ] {
        let (code, stdout, stderr) = run(args);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(stderr.contains(message), "{args:?}: {stderr}");
    }
}

#[test]
fn a_filter_without_matches_exits_with_1() {
    let folder = folder();
    let args = ["scan", "games.pgn", "--game", "4", "--min-cost", "3"];
    let (code, stdout, stderr) = run(folder.path(), &args);
    assert_eq!((code, stdout.lines().count(), stderr.as_str()), (Some(1), 1, "no pin matches\n"));
    let (code, stdout, stderr) = run(folder.path(), &["review", "games.pgn", "--game", "9"]);
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (Some(1), "", "no game matches\n"));
    // Without a filter an empty result is a success.
    fs::write(folder.path().join("quiet.pgn"), "1. e4 e5 *\n").expect("written");
    assert_eq!(run(folder.path(), &["scan", "quiet.pgn"]).0, Some(0));
}

#[test]
fn control_characters_in_names_do_not_reach_the_terminal() {
    let folder = folder();
    let text = "[White \"\x1b[31mred\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 *\n";
    fs::write(folder.path().join("red.pgn"), text).expect("written");
    for args in [&["review", "red.pgn"][..], &["scan", "red.pgn", "--count-by", "white"]] {
        let (_, stdout, _) = run(folder.path(), args);
        assert!(!stdout.contains('\x1b'), "{stdout:?}");
    }
}
