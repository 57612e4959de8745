//! Reads our Parquet files with DuckDB, Polars, pyarrow and pandas and compares the values with python-chess and with
//! JSON lines; converts games to Parquet and back.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use pinsight_testkit::{collections, python, random};

const GAMES: &str = r#"[Event "Rated Blitz game"]
[Site "https://lichess.org/abcd1234"]
[White "Ünal, \"Öz\""]
[Black "Berta"]
[Result "1-0"]
[UTCDate "2025.05.01"]
[UTCTime "14:11:32"]
[WhiteElo "1918"]
[BlackElo "2500?"]
[WhiteRatingDiff "+1"]
[Round "-"]

1. e4 { [%eval 0.17] [%clk 0:05:00] } 1... e5 { [%eval #-3] [%clk 0:04:59] } 2. Nf3 { [%clk 0:04:58] } 1-0

[White "Chess960"]
[FEN "bbqnrkrn/pppppppp/8/8/8/8/PPPPPPPP/BBQNRKRN w GEge - 0 1"]
[SetUp "1"]
[Result "*"]

1. g3 g6 2. O-O *
"#;

/// Reads the file with all three libraries and compares the values with each other and with python-chess.
const READ: &str = r#"
import sys, io, json, datetime
import chess.pgn, duckdb, polars, pyarrow.parquet
pgn, path = sys.stdin.read().split("\n")[:2]
table = pyarrow.parquet.read_table(path, page_checksum_verification=True)
rows = table.to_pylist()
frame = polars.read_parquet(path)
names = table.column_names
duck = duckdb.sql(f"SELECT * FROM '{path}' ORDER BY file, game")
assert duck.columns == names, duck.columns
assert frame.columns == names
fetched = duck.fetchall()
assert len(fetched) == len(rows) == frame.height
ducks = [dict(zip(names, row)) for row in fetched]
def tags(other):
    return dict(other) if not isinstance(other, dict) or "key" not in other else dict(zip(other["key"], other["value"]))
plain = [n for n in names if n not in ("other_tags", "diagnostics")]
polar = frame.select([n for n in plain]).to_dicts()
for index, (arrow, row, pole) in enumerate(zip(rows, ducks, polar)):
    for name in plain:
        assert arrow[name] == row[name], (index, name, arrow[name], row[name])
        assert arrow[name] == pole[name], (index, name, arrow[name], pole[name])
    assert tags(arrow["other_tags"]) == tags(row["other_tags"]), (arrow["other_tags"], row["other_tags"])
count = 0
with open(pgn, encoding="utf-8") as text:
    for row in rows:
        game = chess.pgn.read_game(text)
        if game is None:
            break
        count += 1
        board = game.end().board()
        assert row["plies"] == sum(1 for _ in game.mainline_moves())
        # Rights to castle are written in two ways; the rest is the same.
        fen = lambda text: chess.Board(text, chess960=True).shredder_fen(en_passant="fen")
        assert fen(row["final_fen"]) == chess.Board(board.fen(en_passant="fen"), chess960=True).shredder_fen(en_passant="fen")
        for name in ("Event", "Site", "White", "Black", "Result", "ECO", "Opening", "Termination", "TimeControl"):
            # python-chess leaves the backslashes of quoted values where they are.
            expected = game.headers.get(name) and game.headers.get(name).replace('\\"', '"')
            assert row[name] == expected or row[name] is None and expected in ("?", "*", None), (name, row[name], expected)
        elo = game.headers.get("WhiteElo", "")
        assert row["WhiteElo"] == (int(elo) if elo.isdigit() else None)
        date = game.headers.get("UTCDate")
        assert row["UTCDate"] == (datetime.datetime.strptime(date, "%Y.%m.%d").date() if date else None)
        time = game.headers.get("UTCTime")
        assert row["UTCTime"] == (datetime.time.fromisoformat(time) if time else None)
        nodes = list(game.mainline())
        clocks = [None if node.clock() is None else round(node.clock() * 1000) for node in nodes]
        assert (row["clocks"] or [None] * len(nodes)) == clocks, (row["clocks"], clocks)
        for node, eval in zip(nodes, row["evals"] or [None] * len(nodes)):
            score = node.eval()
            assert (score is None) == (eval is None)
            if score is not None:
                white = score.white()
                assert eval["mate"] == white.mate() and (white.mate() is not None or eval["cp"] == white.score()), (eval, score)
print(count, table.schema.field("WhiteElo").type, table.schema.field("UTCDate").type, table.schema.field("UTCTime").type)
print(duckdb.sql(f"SELECT count(*) FROM '{path}' WHERE other_tags['Round'] = '-'").fetchall()[0][0])
"#;

fn pinsight(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pinsight")).args(args).output().expect("the program starts")
}

fn text_of(path: &Path) -> &str {
    path.to_str().expect("a name in UTF-8")
}

/// Converts a PGN file and runs `READ` on the result.
fn read(pgn: &Path, folder: &Path) -> Vec<String> {
    let table = folder.join("games.parquet");
    let done = pinsight(&["convert", text_of(pgn), "-o", text_of(&table), "--force"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    python::run(READ, &format!("{}\n{}\n", text_of(pgn), text_of(&table)))
}

fn folder_with(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let pgn = folder.path().join("games.pgn");
    fs::write(&pgn, text).expect("written");
    (folder, pgn)
}

#[test]
fn other_readers_agree_with_python_chess() {
    let (folder, pgn) = folder_with(GAMES);
    assert_eq!(read(&pgn, folder.path()), ["2 int16 date32[day] time32[ms]", "1"]);
    if let Some(real) = collections::file("lichess_2025-05_438.pgn") {
        assert_eq!(read(&real, folder.path()), ["438 int16 date32[day] time32[ms]", "438"]);
    }
}

/// Reads Parquet files with four libraries and compares every value with the JSON lines beside them.
const EVERY_VALUE: &str = r#"
import datetime, json, math, sys
import duckdb, numpy, pandas, polars, pyarrow.parquet
def plain(value, name):
    if isinstance(value, numpy.generic):
        value = value.item()
    if value is None or value is pandas.NaT or isinstance(value, float) and math.isnan(value):
        return None
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if name == "other_tags" and not isinstance(value, dict):
        pairs = [(pair["key"], pair["value"]) if isinstance(pair, dict) else pair for pair in value]
        return dict(pairs)
    if isinstance(value, (list, tuple, numpy.ndarray, polars.Series)):
        return [plain(one, None) for one in value]
    if isinstance(value, dict):
        return {key: plain(one, None) for key, one in value.items()}
    return value
moves = {}
for line in sys.stdin:
    path = line.strip()
    if not path:
        continue
    with open(path + ".jsonl", encoding="utf-8") as lines:
        expected = [json.loads(line) for line in lines]
    relation = duckdb.sql(f"SELECT * FROM '{path}'")
    readers = {
        "duckdb": [dict(zip(relation.columns, row)) for row in relation.fetchall()],
        "polars": polars.read_parquet(path).to_dicts(),
        "pyarrow": pyarrow.parquet.read_table(path).to_pylist(),
        "pandas": pandas.read_parquet(path).to_dict("records"),
    }
    for reader, rows in readers.items():
        assert len(rows) == len(expected), (path, reader, len(rows), len(expected))
        for index, (row, wanted) in enumerate(zip(rows, expected)):
            assert list(row) == list(wanted), (path, reader, list(row))
            for name, value in wanted.items():
                found = plain(row[name], name)
                if isinstance(found, bytes):
                    # JSON has the moves as text; the encoding has tests of its own.
                    found, value = found, moves.setdefault((path, index), found)
                assert found == value, (path, reader, index, name, found, value)
    names = set().union(*expected)
    never = sorted(name for name in names if all(row[name] is None for row in expected))
    games = len({row["game"] for row in expected})
    file = pyarrow.parquet.ParquetFile(path)
    order = [file.schema.column(column.column_index).path for column in file.metadata.row_group(0).sorting_columns]
    key = lambda row: [row[name] for name in order]
    assert [key(row) for row in expected] == sorted(key(row) for row in expected), (path, order)
    print(path.rsplit("/", 1)[1], games >= 300, never, *order)
"#;

/// Every column of every table, lists and maps included.
#[test]
fn four_libraries_read_every_value_of_every_table() {
    // Faults, mates, a null move, and tags that no column holds exactly.
    let odd = [
        "1. f3 e5 2. g4 Qh4#",
        "1. e4 e5 2. Ke3",
        "1. e4 -- 2. d4",
        "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#",
    ];
    // A mate and the loss of a queen.
    let blunders =
        ["1. f3 e5 2. g4 Qh4#", "1. e4 d5 2. Qh5 Nf6 3. a3 Nxh5", "1. e4 d5 2. Qh5 Nf6 3. a3 Nxh5 4. Ke3"];
    let [odd, blunders] = [&odd[..], &blunders].map(|movetexts| {
        let game = |number: usize| {
            format!(
                "[Event \"odd\"]\n[Site \"{number}\"]\n[White \"w\"]\n[Black \"b\"]\n[WhiteTitle \"GM\"]\n\
                 [BlackTitle \"IM\"]\n[BlackElo \"2000\"]\n[BlackRatingDiff \"-3\"]\n[Opening \"Fool\"]\n\
                 [Termination \"Normal\"]\n[TimeControl \"60+1\"]\n\n{} *\n\n",
                movetexts[number % movetexts.len()]
            )
        };
        (0..300).map(game).collect::<String>()
    });
    let (folder, pgn) = folder_with(&(random::annotated_games(300, 9) + &odd));
    let short = folder.path().join("blunders.pgn");
    fs::write(&short, &blunders).expect("written");
    let tables: [(&str, &[&str], &Path); 4] = [
        ("games.parquet", &["convert", "--movetext"], &pgn),
        ("positions.parquet", &["convert", "--positions"], &pgn),
        ("pins.parquet", &["scan", "--all"], &pgn),
        ("findings.parquet", &["scan", "--findings", "--nodes", "20"], &short),
    ];
    let mut paths = String::new();
    for (name, args, pgn) in tables {
        let table = folder.path().join(name);
        let lines = folder.path().join(format!("{name}.jsonl"));
        for path in [&table, &lines] {
            let done = pinsight(&[args, &[text_of(pgn), "-o", text_of(path)]].concat());
            // 1: broken games are reported.
            assert_eq!(done.status.code(), Some(1), "{name}: {}", String::from_utf8_lossy(&done.stderr));
        }
        paths += &format!("{}\n", text_of(&table));
    }
    let expected = [
        "games.parquet True [] file game",
        "positions.parquet True [] file game ply",
        "pins.parquet True [] file game ply",
        "findings.parquet True [] file game ply",
    ];
    assert_eq!(python::run(EVERY_VALUE, &paths), expected);
}

#[test]
fn a_round_trip_keeps_the_rows() {
    let (folder, pgn) = folder_with(GAMES);
    let [first, back, second] = ["1.parquet", "back.pgn", "2.jsonl"].map(|name| folder.path().join(name));
    let run = |args: &[&str]| {
        let done = pinsight(args);
        assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
        done.stdout
    };
    run(&["convert", text_of(&pgn), "-o", text_of(&first)]);
    run(&["convert", text_of(&first), "-o", text_of(&back)]);
    run(&["convert", text_of(&back), "-o", text_of(&second)]);
    let expected = run(&["convert", text_of(&pgn), "--format", "jsonl"]);
    let named = |text: &[u8], path: &Path| String::from_utf8_lossy(text).replace(text_of(path), "FILE");
    assert_eq!(named(&fs::read(&second).expect("rows"), &back), named(&expected, &pgn));
    assert_eq!(run(&["convert", text_of(&first)]), fs::read(&back).expect("games"), "standard output");
    let csv = run(&["convert", text_of(&pgn), "--format", "csv", "--threads", "1"]);
    let csv = String::from_utf8(csv).expect("text");
    let lists = r#",e2e4 e7e5 g1f3,"[300000,299000,298000]","[{""cp"":17},{""mate"":-3},null]",,3,"#;
    assert!(csv.contains(lists), "{csv}");
    assert!(csv.contains(",g2g3 g7g6 f1g1,"), "castling in Chess960 form: {csv}");
}

#[test]
fn an_error_is_one_line_and_leaves_no_file() {
    let (folder, pgn) = folder_with(GAMES);
    let at = |name: &str| text_of(&folder.path().join(name)).to_owned();
    let fails = |args: &[&str], message: &str| {
        let done = pinsight(args);
        let error = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(2), "{args:?} {error}");
        assert!(error.contains(message) && error.trim_end().lines().count() == 1, "{args:?}: {error}");
        assert!(error.matches("Parquet error").count() <= 1, "repeated: {error}");
    };
    let sound = at("sound.parquet");
    assert!(pinsight(&["convert", text_of(&pgn), "-o", &sound]).status.success());
    let bytes = fs::read(&sound).expect("the file");
    fs::write(at("cut.parquet"), &bytes[..bytes.len() / 2]).expect("written");
    fs::write(at("empty.parquet"), b"").expect("written");
    fs::write(at("other.parquet"), b"1. e4 e5 *").expect("written");
    // The first row is sound, the second is not.
    let script = "import sys, pyarrow as pa, pyarrow.parquet as pq; \
                  pq.write_table(pa.table({'moves': pa.array([bytes([0]), bytes([7])], pa.binary())}), sys.stdin.read())";
    python::run(script, &at("moves.parquet"));
    assert!(
        pinsight(&["convert", "--positions", text_of(&pgn), "-o", &at("positions.parquet")]).status.success()
    );
    let before = fs::read_dir(folder.path()).expect("a folder").count();
    for table in ["x.parquet", "x.csv", "x.jsonl"] {
        for command in ["convert", "scan"] {
            let fails = |name: &str, message: &str| {
                fails(&[command, &at(name), text_of(&pgn), "-o", &at(table)], message);
            };
            fails("cut.parquet", "cut.parquet: cannot open: not a readable Parquet file");
            fails("empty.parquet", "empty.parquet: cannot open: not a readable Parquet file");
            fails("other.parquet", "other.parquet: cannot open: not a readable Parquet file");
            fails("none.parquet", "none.parquet: cannot open: no such file");
            fails("positions.parquet", "positions.parquet: cannot open: no games");
            fails("moves.parquet", "row 2: no moves: they begin with the byte 7; expected 0 or 1");
        }
    }
    fails(&["convert", &at("cut.parquet"), "-o", &at("x.pgn")], "cut.parquet: not a readable Parquet file");
    fails(
        &["convert", &at("empty.parquet"), "-o", &at("x.pgn")],
        "empty.parquet: not a readable Parquet file",
    );
    fails(
        &["convert", &at("other.parquet"), "-o", &at("x.pgn")],
        "other.parquet: not a readable Parquet file",
    );
    fails(&["convert", &at("none.parquet"), "-o", &at("x.pgn")], "cannot read");
    fails(&["convert", text_of(&pgn), "-o", &sound], "exists; use --force to overwrite it");
    fails(
        &["convert", text_of(&pgn), "-o", &at("x.xls")],
        "expected a name ending in .parquet, .csv, .jsonl or .pgn",
    );
    fails(&["convert", text_of(&pgn)], "no output given");
    fails(&["convert", text_of(&pgn), &sound, "-o", &at("x.pgn")], "an input is a PGN file already");
    fails(&["convert", text_of(&pgn), "-o", &at("x.pgn")], "an input is a PGN file already");
    fails(&["convert", &at("none.pgn"), "-o", &at("x.parquet")], "none.pgn");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), before, "no file is left behind");
}

#[test]
fn a_broken_game_is_reported_and_has_a_row() {
    let (folder, pgn) = folder_with("[White \"a\"]\n\n1. e4 e5 2. Ke3 *\n\n[White \"b\"]\n\n1. d4 *\n");
    let table = folder.path().join("games.parquet");
    let done = pinsight(&["convert", text_of(&pgn), "-o", text_of(&table)]);
    assert_eq!(done.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&done.stderr).contains("(game 1, ply 3)"));
    let script = "import sys, duckdb; print(duckdb.sql(f\"SELECT White, plies, diagnostics[1].code FROM '{sys.stdin.read().strip()}'\").fetchall())";
    assert_eq!(python::run(script, text_of(&table)), ["[('a', 2, 'illegal-move'), ('b', 1, None)]"]);
}

/// Commands read games from the Parquet files of others, written by pyarrow.
#[test]
fn published_parquet_files_are_inputs() {
    let (folder, _) = folder_with(GAMES);
    let script = r#"
import os, sys, pyarrow as pa, pyarrow.parquet as pq
os.chdir(sys.stdin.readline().strip())
text = "1. e4 { [%eval 0.2] [%clk 0:05:00] } 1... e5 { [%clk 0:04:58] } 2. Nf3 d6 3. d4 Bg4 1-0"
pq.write_table(pa.table({"White": ["Anna", None], "WhiteElo": pa.array([2500, None], pa.int64()), "Result": ["1-0", "1-0"],
    "movetext": pa.array([text, None]).dictionary_encode()}), "lichess.parquet")
pq.write_table(pa.table({"PuzzleId": ["a"], "FEN": ["7k/6q1/8/8/8/8/1B6/1K6 b - -"], "Moves": ["g7b2 b1b2"], "Rating": pa.array([1500], pa.int64()),
    "Themes": pa.array([["mate", "short"]]), "GameUrl": ["https://lichess.org/x"], "OpeningTags": pa.array([None], pa.list_(pa.string()))}), "puzzles.parquet")
pq.write_table(pa.table({"fen": ["7k/6q1/8/8/8/8/1B6/1K6 b - -"], "line": ["g7b2 b1b2"], "depth": pa.array([20], pa.int64()),
    "knodes": pa.array([9], pa.int64()), "cp": pa.array([-500], pa.int64()), "mate": pa.array([None], pa.int64())}), "evaluations.parquet")
pq.write_table(pa.table({"eco": ["C41"], "name": ["Philidor Defense"], "pgn": ["1. e4 e5 2. Nf3 d6"], "uci": ["e2e4 e7e5 g1f3 d7d6"],
    "epd": ["rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -"]}), "openings.parquet")
pq.write_table(pa.table({"UTCDate": ["2020.05.01", "2020.??.??"], "UTCTime": ["14:11:32", "?"], "WhiteElo": ["2500", "2500?"], "BlackElo": pa.array([2400.0, None]),
    "moves": pa.array([["e2e4", "e7e5"], ["d2d4"]])}), "texts.parquet")
game = '[White "Zoe"]\n[Result "0-1"]\n\n1. d4 d5 0-1\n'
pq.write_table(pa.table({"White": ["Anna"] * 4, "Event": ["x"] * 4, "pgn": [game, "1. e4 e5 1-0 1. c4 c5 0-1", game + "\n" + game, "\n\n1. c4\n\nc5 *\n"]}), "cells.parquet")
pq.write_table(pa.table({"pgn": [1]}), "numbers.parquet")
pq.write_table(pa.table({"movetext": [[1]]}), "lists.parquet")
pq.write_table(pa.table({"lichess_id": ["a"], "movedata": pa.array([b"x"]), "white": ["a"], "ply_count": pa.array([1], pa.int16())}), "aix.parquet")
"#;
    python::run(script, text_of(folder.path()));
    let at = |name: &str| text_of(&folder.path().join(name)).to_owned();
    let run = |args: &[&str]| {
        let done = pinsight(args);
        assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("text")
    };
    let rows = run(&["convert", &at("lichess.parquet"), "--format", "jsonl"]);
    let rows: Vec<serde_json::Value> =
        rows.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(rows.len(), 2);
    assert_eq!((&rows[0]["White"], &rows[0]["WhiteElo"]), (&"Anna".into(), &2500.into()));
    assert_eq!(rows[0]["moves"], "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4");
    assert_eq!((&rows[0]["clocks"][1], &rows[0]["evals"][0]["cp"]), (&298_000.into(), &20.into()));
    assert_eq!(rows[1]["plies"], 0);
    assert!(run(&["scan", &at("lichess.parquet")]).contains(",new,relative_pin,"));
    let puzzle = run(&["convert", &at("puzzles.parquet")]);
    assert!(puzzle.contains("1... Qxb2+ 2. Kxb2 *"), "{puzzle}");
    for tag in [
        "[PuzzleId \"a\"]",
        "[Rating \"1500\"]",
        "[Themes \"mate short\"]",
        "[Site \"https://lichess.org/x\"]",
    ] {
        assert!(puzzle.contains(tag), "{tag}: {puzzle}");
    }
    let evaluation = run(&["convert", &at("evaluations.parquet")]);
    assert!(evaluation.contains("[cp \"-500\"]") && evaluation.contains("1... Qxb2+"), "{evaluation}");
    let opening = run(&["convert", &at("openings.parquet")]);
    assert!(opening.contains("[ECO \"C41\"]") && opening.contains("2. Nf3 d6"), "{opening}");
    for name in ["puzzles.parquet", "evaluations.parquet", "openings.parquet"] {
        run(&["check", &at(name)]);
        run(&["scan", &at(name)]);
    }
    assert!(run(&["themes", &at("puzzles.parquet")]).contains("\na,"));
    let rows = run(&["convert", &at("texts.parquet"), "--format", "jsonl"]);
    let rows: Vec<serde_json::Value> =
        rows.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((&rows[0]["UTCDate"], &rows[0]["UTCTime"]), (&"2020-05-01".into(), &"14:11:32".into()));
    assert_eq!((&rows[0]["WhiteElo"], &rows[0]["BlackElo"]), (&2500.into(), &2400.into()));
    assert_eq!((&rows[0]["moves"], &rows[1]["moves"]), (&"e2e4 e7e5".into(), &"d2d4".into()));
    assert_eq!(rows[1]["other_tags"]["UTCDate"], "2020.??.??");
    assert_eq!(rows[1]["other_tags"]["WhiteElo"], "2500?");
    // A cell may have tags, which have precedence, and several games, of which none is lost.
    let rows = run(&["convert", &at("cells.parquet"), "--format", "jsonl"]);
    let rows: Vec<serde_json::Value> =
        rows.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let row = |row: &serde_json::Value| {
        let [event, white, moves] = ["Event", "White", "moves"].map(|name| row[name].as_str().unwrap_or("-"));
        format!("{event} {white} {moves}")
    };
    assert_eq!(
        rows.iter().map(row).collect::<Vec<_>>(),
        [
            "x Zoe d2d4 d7d5",
            "x Anna e2e4 e7e5",
            "- - c2c4 c7c5",
            "x Zoe d2d4 d7d5",
            "- Zoe d2d4 d7d5",
            "x Anna c2c4 c7c5"
        ]
    );
    for (name, reason) in [
        ("aix.parquet", "found lichess_id, movedata, white, ply_count"),
        ("numbers.parquet", "the column `pgn` is of type Int64, expected Utf8"),
        ("lists.parquet", "the column `movetext` is of type List("),
    ] {
        let done = pinsight(&["convert", &at(name), "-o", &at("x.pgn")]);
        assert_eq!(done.status.code(), Some(2));
        let error = String::from_utf8_lossy(&done.stderr);
        assert!(error.contains(reason), "{error}");
    }
}

/// Writes each published schema, with the types of the data set and with others that hold the same values.
const PUBLISHED: &str = include_str!("../../../data/tests/published.py");

/// `convert`, `scan` and `themes` read every published schema, whatever the widths of integers and the kinds of strings and lists;
/// the second row is null.
#[test]
fn every_published_schema_is_an_input_with_any_types() {
    let folder = tempfile::tempdir().expect("a folder");
    python::run(PUBLISHED, text_of(folder.path()));
    let outputs = |variant: &str| -> Vec<(Option<i32>, String)> {
        let commands = [
            ("games", &["convert", "--json"][..]),
            ("games", &["scan"]),
            ("puzzles", &["convert", "--json"]),
            ("puzzles", &["scan"]),
            ("puzzles", &["themes"]),
            ("evaluations", &["convert", "--json"]),
            ("evaluations", &["scan"]),
            ("openings", &["convert", "--json"]),
            ("openings", &["scan"]),
            ("aix", &["convert", "--json"]),
        ];
        let outputs = commands.map(|(table, args)| {
            let path = folder.path().join(format!("{table}.{variant}.parquet"));
            let done = pinsight(&[args, &[text_of(&path)]].concat());
            let texts = [&done.stdout, &done.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
            (done.status.code(), texts.concat().replace(variant, "VARIANT"))
        });
        outputs.into()
    };
    let published = outputs("published");
    for (index, code, texts) in [
        (
            0,
            0,
            &[
                r#""WhiteElo":2500"#,
                r#""UTCTime":"14:11:32""#,
                r#""moves":"e2e4 e7e5 g1f3 d7d6 d2d4 c8g4"#,
                r#""plies":0"#,
            ][..],
        ),
        (1, 0, &[",6,3,black,Bg4,"]),
        (
            2,
            0,
            &[
                r#""RatingDeviation":"80""#,
                r#""Popularity":"-5""#,
                r#""NbPlays":"900""#,
                r#""Themes":"mate short""#,
            ],
        ),
        (3, 0, &[",new,absolute_pin,"]),
        (4, 1, &["\na,backRankMate ", "skipped 1 broken row"]),
        (5, 0, &[r#""knodes":"9""#, r#""cp":"-500""#, r#""moves":"g7b2 b1b2""#]),
        (6, 0, &[",released,"]),
        (7, 0, &[r#""Opening":"Philidor Defense""#, r#""plies":4"#]),
        (8, 0, &["file,game,"]),
        (9, 2, &["no games: expected a column movetext", "lichess_id, movedata"]),
    ] {
        let (status, output) = &published[index];
        assert_eq!(*status, Some(code), "{output}");
        assert!(texts.iter().all(|text| output.contains(text)), "{index}: {output}");
        let games = output.lines().filter(|line| line.starts_with('{')).count();
        assert!(games == 0 || games == 2, "{index}: {output}");
        assert!(!output.contains("second-result"), "{index}: {output}");
    }
    for variant in ["wide", "narrow", "views", "dictionaries"] {
        assert_eq!(outputs(variant), published, "{variant}");
    }
}

/// A folder means its files, those of partition folders included, as in SQL.
#[test]
fn a_folder_is_an_input() {
    let (folder, pgn) = folder_with("[White \"a\"]\n\n1. e4 *\n");
    let at = |name: &str| text_of(&folder.path().join(name)).to_owned();
    for name in ["tables/year=2021/month=02", "tables/year=2020/month=12", "tables/other", "tables/.hidden=1"]
    {
        fs::create_dir_all(at(name)).expect("a folder");
        let done = pinsight(&["convert", text_of(&pgn), "-o", &format!("{}/a.parquet", at(name))]);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    fs::write(at("tables/README.md"), "no games").expect("written");
    let rows = pinsight(&["convert", &at("tables"), "--json"]);
    let rows: Vec<serde_json::Value> = String::from_utf8_lossy(&rows.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let files: Vec<&str> = rows.iter().filter_map(|row| row["file"].as_str()).collect();
    let expected =
        ["2020/month=12", "2021/month=02"].map(|month| format!("{}/year={month}/a.parquet", at("tables")));
    assert_eq!(files, expected);
    let games = pinsight(&["convert", &at("tables")]);
    assert_eq!(String::from_utf8_lossy(&games.stdout).matches("1. e4").count(), 2);
    assert!(pinsight(&["scan", &at("tables")]).status.success());
    fs::copy(&pgn, at("tables/games.pgn")).expect("copied");
    for (folder, reason) in
        [("tables/other/", ""), ("tables", "PGN and Parquet files, such as "), ("none", "no such file")]
    {
        let done = pinsight(&["check", &at(folder)]);
        let error = String::from_utf8_lossy(&done.stderr);
        assert_eq!((done.status.success(), error.contains(reason)), (reason.is_empty(), true), "{error}");
    }
}
