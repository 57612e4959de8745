//! `pinsight search` and `pinsight tree`, compared with a search by python-chess over all positions.

use std::fs;
use std::path::Path;
use std::process::Command;

use pinsight_testkit::{collections, python};

/// Runs the program and returns exit code and stdout.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    let output = command.args(args).current_dir(folder).output().expect("the program starts");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

/// Random games, and games with transpositions, repetitions, en passant and Chess960.
fn games(folder: &Path) {
    let random = ["random", "--games", "12", "--seed", "11", "-o", "games.pgn"];
    assert_eq!(run(folder, &random).0, Some(0));
    let others = "\n[Result \"1-0\"]\n[WhiteElo \"2000\"]\n[BlackElo \"1900\"]\n[Date \"2024.05.01\"]\n\n\
        1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n\
        [Result \"0-1\"]\n[WhiteElo \"1500\"]\n[Date \"2023.??.??\"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bb5 Nf6 4. O-O 0-1\n\n\
        [Result \"1/2-1/2\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nc6 4. Ng1 Nb8 5. e4 d5 6. e5 f5 7. exf6 1/2-1/2\n\n\
        [Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\
        [Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n\
        [Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\
        [Result \"*\"]\n\n1. e4 e5 2. f4 *\n";
    let mut all = fs::read_to_string(folder.join("games.pgn")).expect("games");
    all.push_str(others);
    fs::write(folder.join("games.pgn"), all).expect("written");
}

/// Chooses positions of the games, and prints queries with the places where they match, as `game:ply`.
const BRUTE_FORCE: &str = r#"
import sys, random, chess, chess.pgn
rng = random.Random(4)
positions = []  # per game: the positions after each ply, each with its keys

def keys(board):
    """Position, pawns, material."""
    sides = [sorted(map(board.piece_type_at, chess.SquareSet(board.occupied_co[color]))) for color in (True, False)]
    pawns = board.pieces_mask(chess.PAWN, True), board.pieces_mask(chess.PAWN, False)
    return board.epd(en_passant="legal"), pawns, sorted(sides)

with open(sys.stdin.read().strip()) as file:
    while game := chess.pgn.read_game(file):
        board = game.board()
        boards = [(board.copy(), keys(board))]
        for move in game.mainline_moves():
            board.push(move)
            boards.append((board.copy(), keys(board)))
        positions.append(boards)

def places(key, value):
    found = []
    for number, boards in enumerate(positions, 1):
        last = False
        for ply, (_, known) in enumerate(boards):
            now = known[key] == value
            if now and not last:
                found.append(f"{number}:{ply}")
            last = now
    return " ".join(found)

for number in range(30):
    boards = positions[rng.randrange(len(positions))] if number % 3 else positions[-1 - number % 5]
    board, known = boards[rng.randrange(len(boards))]
    sides = [[chess.piece_symbol(piece).upper() for piece in side] for side in known[2]]
    material = "v".join("".join(sorted(side, key="KQRBNP".index)) for side in sides)
    for key, query in enumerate([("--fen", board.shredder_fen()), ("--pawns", board.board_fen()), ("--material", material)]):
        print(*query, places(key, known[key]), sep="\t")
"#;

#[test]
fn matches_are_those_of_a_search_over_all_positions() {
    let folder = tempfile::tempdir().expect("a folder");
    games(folder.path());
    compare_with_brute_force(folder.path());
}

#[test]
fn matches_in_a_collection_are_those_of_a_search_over_all_positions() {
    let Some(collection) = collections::file("lichess_2025-05_438.pgn") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.pgn"), fs::read(collection).expect("games")).expect("written");
    compare_with_brute_force(folder.path());
}

/// Searches `games.pgn`, a table of it and a table with an index.
fn compare_with_brute_force(folder: &Path) {
    let file = folder.join("games.pgn");
    tables(folder);
    let queries = python::run(BRUTE_FORCE, &file.display().to_string());
    assert_eq!(queries.len(), 90);
    for query in &queries {
        let [flag, value, places] = query.split('\t').collect::<Vec<_>>()[..] else { panic!("{query}") };
        for file in ["games.pgn", "games.parquet", "indexed.parquet"] {
            let (code, rows) = run(folder, &["search", flag, value, "--format", "csv", file]);
            let found: Vec<String> = csv::Reader::from_reader(rows.as_bytes())
                .records()
                .map(|row| row.expect("a row"))
                .map(|row| format!("{}:{}", &row[1], &row[6]))
                .collect();
            assert_eq!(found.join(" "), places, "{flag} {value} {file}");
            assert_eq!(code, Some(0), "{flag} {value} {file}");
        }
    }
}

/// Converts the games to `games.parquet`, and makes a copy, `indexed.parquet`, with an index.
fn tables(folder: &Path) {
    // With the comments of the random games.
    assert_eq!(run(folder, &["convert", "games.pgn", "--movetext", "-o", "games.parquet"]).0, Some(0));
    fs::copy(folder.join("games.parquet"), folder.join("indexed.parquet")).expect("copied");
    assert_eq!(run(folder, &["index", "indexed.parquet"]).0, Some(0));
    assert!(folder.join("indexed.parquet.index").exists());
}

/// Runs the program and returns exit code, stdout and stderr.
fn run_with_errors(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    let output = command.args(args).current_dir(folder).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn tables_give_the_same_trees_games_and_counts_as_pgn() {
    let folder = tempfile::tempdir().expect("a folder");
    games(folder.path());
    tables(folder.path());
    let open = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let after_1_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let chess960 = "bbqnnrkr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/BBQNNRKR w HFhf - 0 2";
    let unreachable = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
    for fen in ["startpos", open, after_1_e4, chess960, unreachable] {
        for filter in [
            &[][..],
            &["--result", "0-1"],
            &["--elo", "1900..2000"],
            &["--date", "2023.."],
            &["--game", "3..14"],
            &["--player", "random"],
            &["--pin", "bishop > knight > queen"],
        ] {
            let tree = |file| run(folder.path(), &[&["tree", fen, file, "--json"], filter].concat());
            assert_eq!(tree("games.parquet"), tree("games.pgn"), "{fen} {filter:?}");
            assert_eq!(tree("indexed.parquet"), tree("games.pgn"), "{fen} {filter:?}");
        }
        for flags in [&[][..], &["--count"], &["--count", "--result", "0-1"], &["--after", "1", "--count"]] {
            let search = |file| run(folder.path(), &[&["search", "--fen", fen, file], flags].concat());
            assert!(search("games.parquet") == search("games.pgn"), "{fen} {flags:?}");
            assert!(search("indexed.parquet") == search("games.pgn"), "{fen} {flags:?}");
        }
    }
    // Tables and PGN in one search, in the order of the arguments.
    let files = ["games.pgn", "indexed.parquet", "games.pgn", "games.parquet"];
    let (_, rows) = run(folder.path(), &[&["search", "--fen", open, "--format", "csv"], &files[..]].concat());
    let found: Vec<&str> = rows.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    assert_eq!(found, files.map(|file| [file; 2]).concat(), "{rows}");
    let pattern = ["search", "--pattern", "bishop > knight > queen", "--count"];
    let count = |file| run(folder.path(), &[&pattern[..], &[file]].concat());
    assert_eq!(count("games.parquet"), count("games.pgn"));
}

#[test]
fn the_stored_trees_of_popular_positions_are_those_of_a_search() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut games = String::new();
    for number in 0..660 {
        let (tags, moves) = match number % 6 {
            0 => (
                "[Date \"2020.03.??\"]\n[WhiteElo \"2000\"]\n[Result \"1-0\"]",
                "1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0",
            ),
            1 => ("[UTCDate \"2021.03.04\"]\n[Result \"0-1\"]", "1. Nf3 Nc6 2. e4 e5 0-1"),
            2 => (
                "[WhiteElo \"?\"]\n[BlackElo \"1950\"]",
                "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 1/2-1/2",
            ),
            3 => ("[Result \"*\"]", "1. e4 -- 2. Nf3 *"),
            4 => ("[Result \"*\"]", "*"),
            _ => ("[Result \"1-0\"]", "1. e4 d5 2. e5 f5 3. exf6 Nc6 4. f7+ Kd7 5. fxg8=N 1-0"),
        };
        games.push_str(&format!("{tags}\n\n{moves}\n\n"));
    }
    fs::write(folder.path().join("games.pgn"), games).expect("written");
    tables(folder.path());
    let index = fs::read(folder.path().join("indexed.parquet.index")).expect("an index");
    let stored = String::from_utf8_lossy(&index).matches("\"position\"").count();
    assert!((2..20).contains(&stored), "{stored} positions are popular");
    let (_, fens) = run(folder.path(), &["fens", "--game", "1..6", "games.pgn"]);
    assert_eq!(fens.lines().count(), 36, "{fens}");
    for fen in fens.lines() {
        let tree = |file| run(folder.path(), &["tree", fen, file]);
        assert_eq!(tree("indexed.parquet"), tree("games.pgn"), "{fen}");
        let count = |file| run(folder.path(), &["search", "--fen", fen, "--count", file]);
        assert_eq!(count("indexed.parquet"), count("games.pgn"), "{fen}");
    }
}

#[test]
fn an_index_that_does_not_fit_is_named_not_used_and_remade_with_force() {
    let folder = tempfile::tempdir().expect("a folder");
    games(folder.path());
    tables(folder.path());
    let path = |name: &str| folder.path().join(name);
    let good = fs::read(path("indexed.parquet.index")).expect("an index");
    let version = b"\"version\":2";
    let at = good.windows(version.len()).position(|part| part == version).expect("the version");
    let mut newer = good.clone();
    newer[at + version.len() - 1] = b'7';
    assert_eq!(run(folder.path(), &["random", "--games", "20", "-o", "other.pgn"]).0, Some(0));
    assert_eq!(run(folder.path(), &["convert", "other.pgn", "-o", "other.parquet"]).0, Some(0));
    assert_eq!(run(folder.path(), &["index", "other.parquet"]).0, Some(0));
    let other = fs::read(path("other.parquet.index")).expect("an index");
    let table = fs::read(path("indexed.parquet")).expect("a table");
    let search = ["search", "--fen", "startpos", "--count", "indexed.parquet"];
    let (_, expected, errors) = run_with_errors(folder.path(), &search);
    assert_eq!(errors, "");
    for (index, reason) in [
        (&newer, "version 7 of the format"),
        (&flipped(&good, good.len() / 2), "the index is damaged"),
        (&flipped(&good, at + 30), "the index is damaged"),
        (&other, "made for other data: `other.parquet` with 20 games"),
        (&good[..good.len() / 2].to_vec(), "not a position index"),
        (&b"PAR1".to_vec(), "not a position index"),
        (&Vec::new(), "not a position index"),
        (&table, "not a position index"),
    ] {
        fs::write(path("indexed.parquet.index"), index).expect("written");
        let (code, count, errors) = run_with_errors(folder.path(), &search);
        assert_eq!((code, &count), (Some(0), &expected), "{reason}");
        assert!(errors.starts_with("warning: indexed.parquet.index: "), "{errors}");
        assert!(errors.contains(reason) && errors.contains("index --force"), "{errors}");
        let (code, _, errors) = run_with_errors(folder.path(), &["index", "indexed.parquet"]);
        assert_eq!(code, Some(2));
        assert!(errors.contains(reason) && errors.contains("--force"), "{errors}");
        assert_eq!(&fs::read(path("indexed.parquet.index")).expect("a file"), index, "{reason}");
        let (code, _, errors) = run_with_errors(folder.path(), &["index", "--force", "indexed.parquet"]);
        assert_eq!(code, Some(0), "{errors}");
        assert_eq!(run_with_errors(folder.path(), &search), (Some(0), expected.clone(), String::new()));
    }
    // A copy with another time still fits; one with another byte does not.
    fs::write(path("indexed.parquet.index"), &good).expect("written");
    fs::write(path("indexed.parquet"), &table).expect("written");
    assert_eq!(run_with_errors(folder.path(), &search), (Some(0), expected.clone(), String::new()));
    let mut changed = table.clone();
    let at = changed.windows(6).position(|part| part == b"random").expect("a name");
    changed[at] = b'R';
    fs::write(path("indexed.parquet"), &changed).expect("written");
    let (_, count, errors) = run_with_errors(folder.path(), &search);
    assert!(errors.contains("made for other data") && count == expected, "{errors}");
    // The table changes: another one of the same name.
    fs::write(path("indexed.parquet.index"), &good).expect("written");
    assert_eq!(run(folder.path(), &["convert", "other.pgn", "-o", "indexed.parquet", "--force"]).0, Some(0));
    let (_, count, errors) = run_with_errors(folder.path(), &search);
    assert_eq!(count, "20\n");
    assert!(errors.contains("made for other data"), "{errors}");
}

/// Changes one bit.
fn flipped(bytes: &[u8], at: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at] ^= 4;
    bytes
}

#[test]
fn every_changed_bit_of_an_index_is_noticed_or_does_not_matter() {
    let folder = tempfile::tempdir().expect("a folder");
    games(folder.path());
    tables(folder.path());
    let index = folder.path().join("indexed.parquet.index");
    let good = fs::read(&index).expect("an index");
    let search = ["search", "--pawns", "8/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/8", "--count", "indexed.parquet"];
    let (_, expected, errors) = run_with_errors(folder.path(), &search);
    assert_eq!(errors, "");
    let mut noticed = 0;
    let step = good.len() / 150;
    for at in (0..good.len()).step_by(step.max(1)) {
        fs::write(&index, flipped(&good, at)).expect("written");
        let (code, count, errors) = run_with_errors(folder.path(), &search);
        assert_eq!((code, &count), (Some(0), &expected), "byte {at}: {errors}");
        noticed += usize::from(errors.starts_with("warning: indexed.parquet.index: "));
    }
    assert!(noticed > 100, "{noticed}");
}

#[test]
fn an_index_is_complete_or_absent() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(run(folder.path(), &["random", "--games", "400", "-o", "games.pgn"]).0, Some(0));
    assert_eq!(run(folder.path(), &["convert", "games.pgn", "-o", "games.parquet"]).0, Some(0));
    let index = folder.path().join("games.parquet.index");
    let names = || fs::read_dir(folder.path()).expect("a folder").count();
    for _ in 0..3 {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
        let mut child =
            command.args(["index", "games.parquet"]).current_dir(folder.path()).spawn().expect("started");
        while names() < 3 && child.try_wait().expect("a child").is_none() {
            std::thread::yield_now();
        }
        let _ = child.kill();
        child.wait().expect("ended");
        if index.exists() {
            let (code, _, errors) = run_with_errors(folder.path(), &["index", "games.parquet"]);
            assert_eq!((code, errors.as_str()), (Some(0), "games.parquet.index: up to date\n"));
            fs::remove_file(&index).expect("removed");
        }
        for name in fs::read_dir(folder.path()).expect("a folder") {
            let path = name.expect("a file").path();
            if path.extension().is_some_and(|end| end == "part") {
                fs::remove_file(path).expect("removed");
            }
        }
    }
    let (code, _, errors) =
        run_with_errors(folder.path(), &["index", "games.parquet", "games.pgn", "none.parquet"]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("games.parquet.index: 400 games, "), "{errors}");
    assert!(errors.contains("error: games.pgn: not a Parquet table"), "{errors}");
    assert!(errors.contains("error: none.parquet: no such file"), "{errors}");
    let size = index.metadata().expect("an index").len();
    let share = errors.split(" bytes, ").nth(1).and_then(|rest| rest.split(' ').next());
    let share: u64 = share.expect("a share").parse().expect("a number");
    assert!(share <= 60, "{size} bytes: {errors}");
}

#[test]
fn the_tree_counts_moves_results_ratings_and_dates() {
    let folder = tempfile::tempdir().expect("a folder");
    games(folder.path());
    // After 2...Nc6 or 2...e5: two orders of moves lead there.
    let open = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let (code, text) = run(folder.path(), &["tree", open, "games.pgn", "--format", "csv"]);
    assert_eq!(code, Some(0));
    assert_eq!(
        text,
        "san,uci,games,white,draws,black,unfinished,score,rating,last_played,opening_name\n\
         Bb5,f1b5,2,1,0,1,0,0.5,1800.0,2024.05.01,Ruy Lopez\n"
    );
    // The third game passes the start three times: Nf3 counts once.
    let (_, text) = run(folder.path(), &["tree", "startpos", "games.pgn", "--game", "15", "--json"]);
    let moves: Vec<&str> = text.lines().map(|line| line.split('"').nth(3).expect("SAN")).collect();
    assert_eq!(moves, ["Nf3", "e4"], "{text}");
    let chess960 = "bbqnnrkr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/BBQNNRKR w HFhf - 0 2";
    let (_, text) = run(folder.path(), &["tree", chess960, "games.pgn", "--format", "csv"]);
    let moves: Vec<&str> = text.lines().skip(1).map(|line| line.split(',').next().expect("SAN")).collect();
    assert_eq!(moves, ["Nf3", "f4"], "{text}");
    let (code, text) = run(folder.path(), &["tree", "8/8/8/8/8/8/8/K1k5 w - - 0 1", "games.pgn"]);
    assert_eq!((code, text.as_str()), (Some(1), ""));
}

#[test]
fn results_are_games_rows_or_a_count() {
    let folder = tempfile::tempdir().expect("a folder");
    games(folder.path());
    let open = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let search =
        |args: &[&str]| run(folder.path(), &[&["search", "--fen", open, "games.pgn"], args].concat());
    let (_, pgn) = search(&[]);
    assert_eq!(pgn.matches("[Event ").count(), 2, "{pgn}");
    assert_eq!(search(&["--count"]), (Some(0), "2\n".to_owned()));
    assert_eq!(search(&["--count", "--json"]).1, "{\"games\":2}\n");
    assert_eq!(search(&["--count", "--result", "0-1"]).1, "1\n");
    assert_eq!(search(&["--count", "--after", "5"]), (Some(1), "0\n".to_owned()));
    assert_eq!(search(&["--count", "--after", "4", "--before", "4"]).1, "2\n");
    assert_eq!(search(&["-o", "found.pgn"]).0, Some(0));
    assert_eq!(fs::read_to_string(folder.path().join("found.pgn")).expect("games"), pgn);
    let (code, _) = search(&["--after", "90", "-o", "none.pgn"]);
    assert_eq!(code, Some(1));
    assert!(!folder.path().join("none.pgn").exists(), "no file without a match");
    let impossible: [(&[&str], &str); 4] = [
        (&["--material", "KvK"], "error: no position can match: the position has other material\n"),
        (&["--motif", "fork"], "error: no position can match: the position has no such motif\n"),
        (&["--pattern", ""], "expected three pieces"),
        (&["--pattern", "rook > king > queen"], "expected a pinned piece other than the king"),
    ];
    for (flags, reason) in impossible {
        let args = [&["search", "--fen", open, "games.pgn"], flags].concat();
        let (code, _, errors) = run_with_errors(folder.path(), &args);
        assert!(code == Some(2) && errors.contains(reason), "{flags:?}: {errors}");
    }
}

#[test]
fn a_count_has_digits_only() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.pgn"), "1. e4 *\n\n".repeat(1_234)).expect("written");
    let search = ["search", "--fen", "startpos", "--count", "games.pgn"];
    assert_eq!(run(folder.path(), &search), (Some(0), "1234\n".to_owned()));
}

#[test]
fn tables_without_games_or_moves_have_indexes() {
    let folder = tempfile::tempdir().expect("a folder");
    let no_start = "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n*\n";
    for (name, text) in [("empty", ""), ("no_start", no_start)] {
        let [pgn, table] = [format!("{name}.pgn"), format!("{name}.parquet")];
        fs::write(folder.path().join(&pgn), text).expect("written");
        run(folder.path(), &["convert", &pgn, "-o", &table]);
        assert_eq!(run(folder.path(), &["index", &table]).0, Some(0), "{name}");
        let (code, count, errors) =
            run_with_errors(folder.path(), &["search", "--fen", "startpos", "--count", &table]);
        assert_eq!(
            (code, count.as_str()),
            (if text.is_empty() { Some(0) } else { Some(1) }, "0\n"),
            "{errors}"
        );
        assert!(!errors.contains("index"), "{errors}");
    }
}
