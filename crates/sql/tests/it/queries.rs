//! SQL: files as tables, functions, formats, errors.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use pinsight_data::PinScanner;
use pinsight_pgn::split;
use pinsight_sql::{Format, SqlError, SqlOptions, SqlSession};
use pinsight_tactics::{PinFilter, PinOptions};
use pinsight_testkit::games::{EVERY_CAUSE, FAMOUS};
use pinsight_testkit::random::Random;
use tempfile::TempDir;
use tokio::runtime::Runtime;

struct Sql {
    runtime: Runtime,
    session: SqlSession,
    folder: TempDir,
}

impl Sql {
    fn new(threads: usize) -> Self {
        let runtime = Runtime::new().expect("threads");
        let session = SqlSession::new(&SqlOptions { threads: Some(threads), ..SqlOptions::default() })
            .expect("a session");
        Self { runtime, session, folder: tempfile::tempdir().expect("a folder") }
    }

    /// A file of the folder by its path, in quotes.
    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.folder.path().join(name);
        fs::write(&path, content).expect("written");
        quoted(&path)
    }

    /// The rows as CSV, without the header, sorted.
    fn rows(&self, query: &str) -> Vec<String> {
        let text = self.write(query, Format::Csv).unwrap_or_else(|error| panic!("{query}: {error}"));
        let text = String::from_utf8(text).expect("text");
        let mut rows: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
        rows.sort();
        rows
    }

    fn write(&self, query: &str, format: Format) -> Result<Vec<u8>, SqlError> {
        self.runtime.block_on(async {
            let mut bytes = Vec::new();
            self.session.query(query).await?.write(format, &mut bytes).await?;
            Ok(bytes)
        })
    }

    fn error(&self, query: &str) -> String {
        match self.write(query, Format::Csv) {
            Ok(bytes) => panic!("{query} gave {}", String::from_utf8_lossy(&bytes)),
            Err(error) => error.to_string(),
        }
    }

    fn plan(&self, query: &str) -> String {
        self.runtime.block_on(self.session.explain(query)).expect("a plan")
    }
}

fn quoted(path: &Path) -> String {
    format!("'{}'", path.display())
}

/// Games with tags, and comments that make it hard to cut the text in the middle.
fn collection(games: usize, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = String::new();
    for number in 0..games {
        let moves = FAMOUS[random.below(FAMOUS.len())];
        let (white, black) = (1000 + random.below(2000), 1000 + random.below(2000));
        let result = ["1-0", "0-1", "1/2-1/2", "*"][random.below(4)];
        let _ = write!(
            text,
            "[Event \"number {number}\"]\n[White \"player {}\"]\n[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n\
             [Result \"{result}\"]\n\n",
            random.below(50)
        );
        let comment = [
            "",
            "{ a comment }",
            "{ as in\n\n[Event \"another\"]\n[White \"nobody\"]\n\n1. e4 e5 1-0\n\n[Event \"a third\"]\n\n1. d4 *\n\n}",
            "{ not closed\n",
            "; [Event \"in a line\"]\n",
        ][random.below(5)];
        let _ = write!(text, "{comment} {moves} {result}\n\n");
    }
    text
}

/// With the numbers of games, and the lines of diagnostics.
#[test]
fn a_file_read_in_parallel_gives_the_rows_of_the_whole() {
    let text = collection(14_000, 1);
    assert!(text.len() > 4 << 20, "{}", text.len());
    let query = |file: &str| {
        format!(
            "SELECT game, Event, White, WhiteElo, BlackElo, Result, plies, final_fen, diagnostics FROM {file}"
        )
    };
    let whole = Sql::new(1);
    let expected = whole.rows(&query(&whole.file("games.pgn", &text)));
    let name = "games".into();
    assert_eq!(expected.len(), split(&name, text.as_bytes()).count());
    for threads in [2, 3, 4] {
        let cut = Sql::new(threads);
        let file = cut.file("games.pgn", &text);
        assert!(cut.plan(&query(&file)).contains(&format!("file_groups={{{threads} groups")), "{threads}");
        assert_eq!(cut.rows(&query(&file)), expected, "{threads} threads");
    }
}

/// Frames end anywhere in the text, as those of `pzstd`, which also writes skippable frames.
#[test]
fn a_zstd_file_of_many_frames_is_read_in_parallel() {
    let mut random = Random::new(9);
    let mut noise = || (0..1500).map(|_| char::from(b'a' + random.below(26) as u8)).collect::<String>();
    let mut text = String::new();
    for number in 0..4000 {
        let moves = FAMOUS[number % FAMOUS.len()];
        let _ = write!(
            text,
            "[Event \"{number}\"]\n[Site \"{}\"]\n\n{{ {} }} {moves} *\n\n",
            number % 7,
            noise()
        );
    }
    let mut packed = Vec::new();
    for frame in text.as_bytes().chunks(333_333) {
        packed.extend([0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]);
        packed.extend(zstd::encode_all(frame, 1).expect("compressed"));
    }
    assert!(packed.len() > 3 << 20, "{}", packed.len());
    let sql = Sql::new(3);
    let (plain, file) = (sql.file("games.pgn", &text), sql.file("games.pgn.zst", packed));
    let query = |file: &str| format!("SELECT Event, Site, plies FROM {file}");
    assert!(sql.plan(&query(&file)).contains("file_groups={3 groups"), "{}", sql.plan(&query(&file)));
    let rows = sql.rows(&query(&file));
    assert_eq!(rows.len(), 4000);
    assert_eq!(rows, sql.rows(&query(&plain)));
    let numbers = format!("SELECT count(DISTINCT game), max(game) FROM {file}");
    assert_eq!(sql.rows(&numbers), ["4000,4000"]);
}

#[test]
fn external_tables_and_partition_folders_are_pgn_too() {
    let sql = Sql::new(2);
    for (month, games) in [("05", 3), ("06", 2)] {
        let folder = sql.folder.path().join(format!("lichess/year=2024/month={month}"));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("a.pgn"), collection(games, 1)).expect("written");
        let packed = zstd::encode_all(collection(1, 2).as_bytes(), 1).expect("compressed");
        fs::write(folder.join("b.pgn.zst"), packed).expect("written");
    }
    let here = |name: &str| quoted(&sql.folder.path().join(name));
    let by_month = |table: &str| format!("SELECT year, month, count(*) FROM {table} GROUP BY year, month");
    let expected = ["2024,5,4", "2024,6,3"];
    assert_eq!(sql.rows(&by_month(&here("lichess"))), expected);
    let may = format!("SELECT Event FROM {} WHERE month = 5 AND White LIKE 'player%'", here("lichess"));
    assert_eq!(sql.rows(&may).len(), 4);
    assert!(!sql.plan(&may).contains("month=06"), "{}", sql.plan(&may));
    let create = |name: &str, rest: &str| format!("CREATE EXTERNAL TABLE {name} STORED AS PGN {rest}");
    sql.rows(&create("months", &format!("PARTITIONED BY (year, month) LOCATION {}", here("lichess"))));
    assert_eq!(sql.rows(&by_month("months")), expected);
    sql.rows(&create("june", &format!("LOCATION {}", here("lichess/*/month=06/*.pgn*"))));
    assert_eq!(sql.rows("SELECT count(*) FROM june WHERE WhiteElo > 0"), ["3"]);
    // The format is stated, so the extension does not matter.
    sql.file("games.txt", collection(5, 3));
    sql.rows(&create("games", &format!("LOCATION {}", here("games.txt"))));
    assert_eq!(sql.rows("SELECT count(*) FROM games"), ["5"]);
    sql.file("players.csv", "name;elo\nAda;2500\n");
    sql.rows(&format!(
        "CREATE EXTERNAL TABLE players STORED AS CSV LOCATION {} OPTIONS ('format.delimiter' ';')",
        here("players.csv")
    ));
    assert_eq!(sql.rows("SELECT elo FROM players"), ["2500"]);
    fs::create_dir_all(sql.folder.path().join("empty/year=")).expect("a folder");
    sql.file("empty/year=/a.pgn", collection(1, 4));
    for (query, message) in [
        (create("a", &format!("LOCATION {}", here("none.pgn"))), "there is no file"),
        (
            create("a", &format!("PARTITIONED BY (day) LOCATION {}", here("lichess"))),
            "no folder such as 'day=1'",
        ),
        (create("a (White VARCHAR)", &format!("LOCATION {}", here("games.txt"))), "expected no columns"),
        (format!("SELECT * FROM {}", here("empty")), "the folder 'year=' needs a name and a value"),
    ] {
        let error = sql.error(&query);
        assert!(error.contains(message), "{query}\n{error}");
    }
}

#[test]
fn queries_beyond_the_memory_limit_spill_to_disk() {
    let limited = |memory| {
        let options = SqlOptions { threads: Some(1), memory, ..SqlOptions::default() };
        Sql { session: SqlSession::new(&options).expect("a session"), ..Sql::new(2) }
    };
    let (sql, unlimited) = (limited(Some(64 << 20)), limited(None));
    let wide = "SELECT value, repeat(md5(CAST(value AS VARCHAR)), 8) AS text FROM generate_series(1, 300000)";
    for query in [
        format!(
            "SELECT value, text FROM (SELECT *, row_number() OVER (ORDER BY text) AS n FROM ({wide})) WHERE n % 9999 = 0"
        ),
        format!(
            "SELECT count(*), min(text), max(n) FROM (SELECT text, count(*) AS n FROM ({wide}) GROUP BY text)"
        ),
    ] {
        assert_eq!(sql.rows(&query), unlimited.rows(&query), "{query}");
    }
    let sort = format!("EXPLAIN ANALYZE SELECT text FROM ({wide}) ORDER BY text");
    let spills = |sql: &Sql| {
        sql.rows(&sort).join(" ").split("spill_count=").skip(1).any(|count| !count.starts_with('0'))
    };
    assert!(spills(&sql) && !spills(&unlimited));
    let error = limited(Some(1 << 20)).error(&format!("SELECT text FROM ({wide}) ORDER BY text"));
    assert!(
        error.starts_with("out of memory: ")
            && error.ends_with("set a larger limit (--memory) or fewer threads"),
        "{error}"
    );
}

/// The error names the file; the query does not return fewer rows.
#[test]
fn an_unreadable_file_among_many_is_named() {
    let sql = Sql::new(2);
    for number in 0..1000 {
        sql.file(&format!("{number}.pgn"), "1. e4 *");
        if number < 100 {
            sql.file(&format!("{number}.csv"), "a,b\n1,2\n");
        }
    }
    let all = |extension: &str| quoted(&sql.folder.path().join(format!("*.{extension}")));
    assert_eq!(sql.rows(&format!("SELECT count(*) FROM {}", all("pgn"))), ["1000"]);
    // A compressed file that breaks off, binary data, a CSV file with more columns, a link to nothing.
    sql.file("500.pgn", &zstd::encode_all(collection(300, 7).as_bytes(), 1).expect("compressed")[..2000]);
    assert!(sql.error(&format!("SELECT count(*) FROM {}", all("pgn"))).contains("500.pgn"));
    sql.file("500.pgn", b"PK\x03\x04\x14\0\0\0\x08\0");
    assert!(sql.error(&format!("SELECT max(plies) FROM {}", all("pgn"))).contains("500.pgn"));
    sql.file("500.pgn", "1. e4 *");
    for (columns, text) in [("b, a", "b,a\n1,2\n"), ("a, b, c", "a,b,c\n1,2,3\n"), ("a", "a\n1\n")] {
        sql.file("50.csv", text);
        let error = sql.error(&format!("SELECT sum(a) FROM {}", all("csv")));
        let reason = format!("50.csv: its columns are {columns}, those of the files before a, b");
        assert!(error.contains(&reason), "{error}");
    }
    // The types follow from the first records.
    let late = format!("a,b\n{}x,2\n", "1,2\n".repeat(1500));
    for text in ["a,b\n1,2,3\n", &late] {
        sql.file("50.csv", text);
        let error = sql.error(&format!("SELECT sum(a) FROM {}", all("csv")));
        assert!(error.contains("50.csv: "), "{error}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nothing.pgn", sql.folder.path().join("x.pgn")).expect("a link");
        assert!(sql.error(&format!("SELECT count(*) FROM {}", all("pgn"))).contains("x.pgn"));
    }
}

#[test]
fn packed_files_and_several_files_are_one_table() {
    let sql = Sql::new(3);
    let (one, two) = (collection(700, 2), collection(300, 3));
    let expected = split(&"x".into(), one.as_bytes()).count() + split(&"x".into(), two.as_bytes()).count();
    sql.file("one.pgn.zst", zstd::encode_all(one.as_bytes(), 1).expect("packed"));
    sql.file("two.pgn", &two);
    let both = quoted(&sql.folder.path().join("*.pgn*"));
    assert_eq!(sql.rows(&format!("SELECT count(*) FROM {both}")), [expected.to_string()]);
    let plain = sql.file("one.txt.pgn", &one);
    let packed = quoted(&sql.folder.path().join("one.pgn.zst"));
    let query = |file: &str| format!("SELECT Event, plies, san(moves) FROM {file}");
    assert_eq!(sql.rows(&query(&packed)), sql.rows(&query(&plain)));
}

#[test]
fn conditions_on_tags_choose_games_before_their_moves_are_played() {
    let sql = Sql::new(2);
    let text = collection(500, 4);
    let file = sql.file("games.pgn", &text);
    let query = format!("SELECT count(*) FROM {file} WHERE whiteelo > 2400 AND upper(result) = '1-0'");
    let plan = sql.plan(&query);
    // No column is projected, and no filter is left.
    assert!(plan.contains("]}, file_type=pgn, predicate=WhiteElo@7 > 2400 AND"), "{plan}");
    assert!(!plan.contains("FilterExec"), "{plan}");
    // The oracle reads the tags line by line.
    let mut expected = 0;
    for game in split(&"x".into(), text.as_bytes()) {
        let text = String::from_utf8_lossy(game.bytes);
        let tag = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(&format!("[{name} \"")));
            line.and_then(|line| line.strip_suffix("\"]")).unwrap_or_default().to_owned()
        };
        expected +=
            usize::from(tag("WhiteElo").parse::<u32>().is_ok_and(|elo| elo > 2400) && tag("Result") == "1-0");
    }
    assert!(expected > 10);
    assert_eq!(sql.rows(&query), [expected.to_string()]);
    // Conditions on the moves are applied later.
    let plan = sql.plan(&format!("SELECT Event FROM {file} WHERE plies > 40"));
    assert!(plan.contains("projection=[Event, plies]") && plan.contains("FilterExec"), "{plan}");
    // A limit stops the reading.
    let limited = format!("SELECT Event FROM {file} WHERE WhiteElo > 1500 LIMIT 7");
    assert!(sql.plan(&limited).contains("limit=7"));
    assert_eq!(sql.rows(&limited).len(), 7);
}

#[test]
fn pins_are_those_of_a_scan() {
    let sql = Sql::new(2);
    let mut text = String::new();
    for (number, moves) in FAMOUS.iter().chain(&EVERY_CAUSE).enumerate() {
        let _ = write!(text, "[Event \"{number}\"]\n\n{moves} *\n\n");
    }
    let file = sql.file("games.pgn", &text);
    let (mut expected, mut with_knight) = (Vec::new(), Vec::new());
    let mut scanner = PinScanner::new(PinFilter::default(), PinOptions::default());
    for (number, game) in split(&"x".into(), text.as_bytes()).enumerate() {
        let mut knight = false;
        scanner.scan(&game, |row| {
            let pin = row.pin;
            expected.push(format!(
                "{number},{},{},{},{},{},{},{},{},{}",
                row.ply,
                row.san(),
                pin.status.name(),
                pin.kind.name(),
                pin.attacker.square,
                pin.pinned.square,
                pin.shielded.piece.role.name(),
                pin.cost.map_or_else(String::new, |cost| cost.to_string()),
                row.pin.freedom().name(),
            ));
            let roles = [pin.attacker, pin.pinned].map(|placed| placed.piece.role.name());
            knight |= roles == ["bishop", "knight"] && pin.status.name() == "new";
        });
        with_knight.push(format!("{number},{knight}"));
    }
    expected.sort();
    with_knight.sort();
    let rows = sql.rows(&format!(
        "SELECT Event, p['ply'], p['san'], p['status'], p['kind'], p['attacker_square'], p['pinned_square'], \
         p['shielded_role'], p['cost'], p['freedom'] FROM (SELECT Event, unnest(pins(moves)) AS p FROM {file})"
    ));
    assert!(expected.len() > 30);
    assert_eq!(rows, expected);
    let rows = sql.rows(&format!("SELECT Event, has_pin(moves, 'bishop > knight > any') FROM {file}"));
    assert_eq!(rows, with_knight);
}

#[test]
fn other_files_are_tables_too() {
    let sql = Sql::new(2);
    let csv = sql.file("players.csv", "name,elo\nAda,2500\n\"Bob, the\",1800\n");
    assert_eq!(sql.rows(&format!("SELECT elo FROM {csv} WHERE name LIKE 'Bob%'")), ["1800"]);
    let json =
        sql.file("players.jsonl", "{\"name\":\"Ada\",\"born\":1990}\n{\"name\":\"Cleo\",\"born\":2001}\n");
    let joined = format!("SELECT c.name, born FROM {csv} AS c JOIN {json} AS j ON c.name = j.name");
    assert_eq!(sql.rows(&joined), ["Ada,1990"]);
    let pgn = sql.file("games.pgn", collection(20, 5));
    let parquet = sql.write(&format!("SELECT * FROM {pgn}"), Format::Parquet).expect("rows");
    let parquet = sql.file("games.parquet", parquet);
    let query = |file: &str| format!("SELECT Event, plies, san(moves), pins(moves) FROM {file}");
    assert_eq!(sql.rows(&query(&parquet)), sql.rows(&query(&pgn)));
    assert_eq!(sql.rows(&format!("SELECT count(*) FROM {parquet}")).len(), 1);
}

#[test]
fn cells_with_line_ends_and_quotes_are_read() {
    let sql = Sql::new(2);
    let mut text = "name,plies\n".to_owned();
    for number in 0..1_500 {
        text += &format!(
            "\"{}, \n said \"\"{}\"\"\",{number}\n",
            "x".repeat(number % 61),
            "y".repeat(number % 47)
        );
    }
    let csv = sql.file("cells.csv", text);
    assert_eq!(sql.rows(&format!("SELECT count(*), sum(plies) FROM {csv}")), ["1500,1124250"]);
    let cell = format!("SELECT length(name) FROM {csv} WHERE plies = 100");
    assert_eq!(sql.rows(&cell), [(100 % 61 + 9 + 2 + 100 % 47).to_string()]);
}

#[test]
fn an_empty_file_is_an_error() {
    let sql = Sql::new(2);
    for name in ["empty.csv", "empty.jsonl"] {
        let file = sql.file(name, "");
        let error = sql.error(&format!("SELECT * FROM {file}"));
        assert!(error.contains(name) && error.contains("the file is empty"), "{error}");
    }
    sql.file("full.csv", "a\n1\n");
    let both = quoted(&sql.folder.path().join("*.csv"));
    let error = sql.error(&format!("SELECT * FROM {both}"));
    assert!(error.contains("empty.csv: the file is empty"), "{error}");
}

#[test]
fn rows_are_written_in_all_formats() {
    let sql = Sql::new(1);
    let text =
        |query: &str, format| String::from_utf8(sql.write(query, format).expect("rows")).expect("text");
    let query = "SELECT 1 AS n, 'a,b' AS t, [1, 2] AS l, NULL AS x";
    assert_eq!(text(query, Format::Csv), "n,t,l,x\n1,\"a,b\",\"[1,2]\",\n");
    assert_eq!(text(query, Format::Json), "{\"n\":1,\"t\":\"a,b\",\"l\":[1,2],\"x\":null}\n");
    assert!(text(query, Format::Table).contains("| n | t   | l      | x |"));
    assert_eq!(text("SELECT 1 AS n WHERE false", Format::Csv), "n\n");
    assert_eq!(text("SELECT 1 AS n WHERE false", Format::Json), "");
    assert!(!text("SELECT chr(27) AS e", Format::Table).contains('\u{1b}'));
}

#[test]
fn errors_are_short_and_clear() {
    let sql = Sql::new(2);
    let pgn = sql.file("games.pgn", collection(3, 6));
    sql.file("broken.parquet", "PAR1 this is no parquet file PAR1");
    sql.file("cut.pgn.zst", &zstd::encode_all(collection(3000, 7).as_bytes(), 1).expect("packed")[..20_000]);
    sql.file("notes.doc", "?");
    sql.file("players.csv", "name,elo\nAda,2500\n");
    let here = |name: &str| quoted(&sql.folder.path().join(name));
    for (query, message) in [
        ("SELEC 1".to_owned(), "SELEC"),
        ("SELECT".to_owned(), "Expected"),
        ("SELECT legal_move('startpos')".to_owned(), "legal_moves"),
        (
            "SELECT legal_moves(1)".to_owned(),
            "legal_moves(fen) expects a FEN, which is text, for `fen`, not Int64",
        ),
        ("SELECT legal_moves()".to_owned(), "legal_moves(fen) takes 1 argument, not 0"),
        ("SELECT san(1)".to_owned(), "expects the binary column `moves`"),
        ("SELECT is_check('no fen')".to_owned(), "'no fen' is no position"),
        ("SELECT is_check('8/8/8/8/8/8/8/8 w - - 0 1')".to_owned(), "king"),
        (format!("SELECT Whit FROM {pgn}"), "Whit"),
        (
            format!("SELECT has_pin(moves, 'bishop > queen') FROM {pgn}"),
            "has_pin: found `bishop > queen`; expected three pieces",
        ),
        (
            format!("SELECT has_pin(moves, 'any > any > any', 'cost = 3') FROM {pgn}"),
            "has_pin: found `cost = 3`; expected an option",
        ),
        (format!("SELECT matches_subfen(moves, '8/8') FROM {pgn}"), "'8/8' is no part of a FEN"),
        (
            format!("SELECT matches_subfen(moves, '8/8/8/8/8/8/8/8', 'within = 3') FROM {pgn}"),
            "then = PATTERN",
        ),
        (format!("SELECT * FROM positions({pgn}, 3)"), "expected positions('games.pgn')"),
        (format!("SELECT * FROM positions({})", here("game.pgn")), "games.pgn"),
        (
            format!("SELECT * FROM positions({})", here("players.csv")),
            "players.csv has no games: expected a column moves",
        ),
        (format!("SELECT * FROM opening_tree({pgn}, 'e4')"), "'e4' is no position"),
        ("SELECT attackers('startpos', 'e9')".to_owned(), "'e9' is no square"),
        ("SELECT parse_moves('1. Ke2 *', strict => true)".to_owned(), "ply 1: `Ke2`"),
        (format!("SELECT * FROM {}", here("game.pgn")), "games.pgn"),
        (format!("SELECT * FROM {}", here("nothing*.csv")), "no file matches"),
        (format!("SELECT * FROM {}", here("broken.parquet")), "broken.parquet"),
        (format!("SELECT count(*) FROM {}", here("cut.pgn.zst")), "cut.pgn.zst: cannot read beyond byte"),
        (format!("SELECT * FROM {}", here("notes.doc")), "unknown format of notes.doc"),
        ("SELECT * FROM matches".to_owned(), "there is no table matches"),
        ("SELECT * FROM match.pgn".to_owned(), "FROM 'match.pgn'"),
        (format!("COPY {pgn} TO 'x.csv'"), "--output"),
    ] {
        let error = sql.error(&query);
        assert!(error.contains(message), "{query}\n{error}");
        for noise in
            ["Error during planning", "Execution error", "External error", "backtrace", "Internal error"]
        {
            assert!(!error.contains(noise), "{query}\n{error}");
        }
    }
}

#[test]
fn a_name_is_one_file_a_folder_or_a_pattern() {
    let sql = Sql::new(2);
    let folder = |name: &str| fs::create_dir(sql.folder.path().join(name)).expect("a folder");
    let here = |name: &str| quoted(&sql.folder.path().join(name));
    let count = |name: &str| sql.rows(&format!("SELECT count(*) FROM {}", here(name)));
    ["years", "years/one", "years/two", "mixed", "none"].into_iter().for_each(folder);
    let rows = |count: usize| format!("n\n{}", "1\n".repeat(count));
    sql.file("years/a.csv", rows(1));
    sql.file("years/.hidden.csv", rows(100));
    sql.file("years/notes.txt", "?");
    sql.file("years/one/b.csv", rows(2));
    sql.file("years/two/b.csv", rows(4));
    sql.file("years/two/c.csv", rows(8));
    sql.file("mixed/a.csv", rows(1));
    sql.file("mixed/a.pgn", "1. e4 *");
    sql.file("[a]  %41 #?.csv", rows(16));
    for (name, expected) in [
        ("years", "1"),
        ("years/", "1"),
        ("years/*.csv", "1"),
        ("years/*/b.csv", "6"),
        ("years/t?o/*", "12"),
        ("years/**/*.csv", "15"),
        ("years/[a-z].csv", "1"),
        ("[a]  %41 #?.csv", "16"),
        ("mixed/*.pgn", "1"),
    ] {
        assert_eq!(count(name), [expected], "{name}");
    }
    for (name, message) in [
        ("mixed", "more than one format"),
        ("none", "has no file of a known format"),
        ("years/*.pgn", "no file matches"),
        ("years/[a.csv", "years/[a.csv"),
    ] {
        let error = sql.error(&format!("SELECT * FROM {}", here(name)));
        assert!(error.contains(message), "{name}: {error}");
    }
}

/// Two billion row groups in 32 bytes: `parquet` would abort the process.
#[test]
fn a_footer_with_an_endless_list_is_refused() {
    let sql = Sql::new(1);
    let hostile =
        sql.file("hostile.parquet", include_bytes!("../../../../fuzz/corpus/parquet/endless_row_groups"));
    let error = sql.error(&format!("SELECT count(*) FROM {hostile}"));
    assert!(error.contains("hostile.parquet") && error.contains("a list of 2147483647 elements"), "{error}");
}

#[test]
fn the_error_of_a_damaged_page_names_the_file() {
    let sql = Sql::new(1);
    let pgn = sql.file("games.pgn", collection(300, 8));
    let mut bytes = sql.write(&format!("SELECT moves FROM {pgn}"), Format::Parquet).expect("rows");
    // Behind the header of the first page.
    bytes[60..1000].fill(0xff);
    let damaged = sql.file("damaged.parquet", bytes);
    let error = sql.error(&format!("SELECT san(moves) FROM {damaged}"));
    assert!(error.contains("cannot read ") && error.contains("damaged.parquet"), "{error}");
    assert!(!error.contains("argument error") && !error.contains("External"), "{error}");
}

/// A changed byte gives an error or rows, never a panic.
#[test]
fn damage_anywhere_is_an_error() {
    let sql = Sql::new(2);
    let pgn = sql.file("games.pgn", collection(40, 8));
    let sound = sql.write(&format!("SELECT * FROM {pgn}"), Format::Parquet).expect("rows");
    let mut errors = 0;
    for (number, at) in (4..sound.len() - 8).step_by(sound.len() / 150).enumerate() {
        let mut bytes = sound.clone();
        bytes[at] ^= 0x55;
        let damaged = sql.file(&format!("damaged{number}.parquet"), bytes);
        errors += usize::from(sql.write(&format!("SELECT * FROM {damaged}"), Format::Json).is_err());
    }
    assert!(errors > 10, "{errors} errors");
}

#[test]
fn tables_can_be_created_and_listed() {
    let sql = Sql::new(1);
    let file = sql.file("games.pgn", "1. e4 *");
    sql.rows(&format!("CREATE TABLE kept AS SELECT san(moves)[1] AS first FROM {file}"));
    assert_eq!(sql.rows("SELECT first FROM kept"), ["e4"]);
    assert!(sql.rows("SHOW TABLES").iter().any(|row| row.contains("kept")));
    sql.rows("CREATE VIEW named AS SELECT first AS opening FROM kept");
    for (names, name) in [
        (sql.session.table_names(), "kept"),
        (sql.session.table_names(), "named"),
        (sql.session.column_names(), "WhiteElo"),
        (sql.session.column_names(), "opening"),
    ] {
        assert!(names.contains(name), "{name}: {names:?}");
    }
    assert!(!sql.session.table_names().contains("games"), "a file is no name");
    sql.rows("DROP TABLE kept");
    assert!(sql.error("SELECT * FROM kept").contains("there is no table kept"));
}

#[test]
fn each_query_opens_its_files_again() {
    let sql = Sql::new(1);
    let file = sql.file("games.pgn", "1. e4 *");
    assert_eq!(sql.rows(&format!("SELECT count(*) FROM {file}")), ["1"]);
    sql.file("games.pgn", "1. e4 * 1. d4 * 1. c4 *");
    assert_eq!(sql.rows(&format!("SELECT count(*) FROM {file}")), ["3"]);
    sql.rows(&format!("CREATE VIEW openings AS SELECT san(moves)[1] AS first FROM {file}"));
    assert_eq!(sql.rows("SELECT first FROM openings"), ["c4", "d4", "e4"]);
}
