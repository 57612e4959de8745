//! Published data sets, written by pyarrow with their schemas, work as they are.

use std::path::Path;
use std::process::Command;

use pinsight_sql::{Format, SqlOptions, SqlSession};
use pinsight_testkit::python;
use tokio::runtime::Runtime;

/// Writes each published schema, with the types of the data set and with others that hold the same values.
const PUBLISHED: &str = include_str!("../../../data/tests/published.py");

/// Writes small files with the schemas of docs/sql.md, with other widths, dictionaries and nulls.
const SCRIPT: &str = r#"
import datetime, os, sys
import pyarrow as pa, pyarrow.parquet as pq
os.chdir(sys.argv[1])
opera = "1. e4 { [%eval 0.2] [%clk 0:05:00] } 1... e5 { [%clk 0:04:58] } 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 1-0"
def games(movetext):
    n = len(movetext)
    col = lambda values, type: pa.array(values, type)
    s = pa.string()
    return pa.table({
        "Event": col(["Rated"] * n, s), "Site": col(["https://lichess.org/%d" % i for i in range(n)], s),
        "White": col(["Anna", None, "Clara"][:n], s), "Black": col(["Berta"] * n, s), "Result": col(["1-0"] * n, s),
        "WhiteTitle": col([None] * n, s), "BlackTitle": col([None] * n, s),
        "WhiteElo": col([2500, None, 1800][:n], pa.int16()), "BlackElo": col([2400] * n, pa.int16()),
        "WhiteRatingDiff": col([None] * n, pa.int16()), "BlackRatingDiff": col([None] * n, pa.int16()),
        "UTCDate": col([datetime.date(2020, 5, 1)] * n, pa.date32()),
        "UTCTime": col([datetime.time(14, 11, 32)] * n, pa.time32("s")),
        "ECO": col(["C41"] * n, s), "Opening": col(["Philidor"] * n, s), "Termination": col(["Normal"] * n, s),
        "TimeControl": col(["300+0"] * n, s), "movetext": col(movetext, s),
    })
for folder, texts in [("year=2020/month=05", [opera, None, "1. e4 e5 2. Ke3 Nf6 *"]), ("year=2021/month=12", ["1. d4 d5 *"])]:
    os.makedirs("lichess/" + folder)
    pq.write_table(games(texts), "lichess/" + folder + "/a.parquet")
wide = games([opera])
wide = wide.set_column(7, "WhiteElo", pa.array([2500], pa.int64())).set_column(17, "movetext", pa.array([opera]).dictionary_encode())
wide = wide.set_column(2, "White", pa.array(["Anna"], pa.large_string()))
pq.write_table(wide, "wide.parquet")
pq.write_table(pa.table({"PuzzleId": ["a"], "FEN": ["6k1/5ppp/8/8/8/8/q4PPP/3R2K1 b - - 0 1"], "Moves": ["a2a4 d1d8 a4e8 d8e8"],
    "Rating": pa.array([1500], pa.int64()), "Themes": pa.array([["mate", "short"]])}), "puzzles.parquet")
pq.write_table(pa.table({"fen": ["7k/6q1/8/8/8/8/1B6/1K6 b - -"], "line": ["g7b2 b1b2"], "depth": pa.array([20], pa.int64()),
    "cp": pa.array([None], pa.int64())}), "evaluations.parquet")
pq.write_table(pa.table({"eco": ["C41"], "name": ["Philidor Defense"], "pgn": ["1. e4 e5 2. Nf3 d6"], "uci": ["e2e4 e7e5 g1f3 d7d6"],
    "epd": ["rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -"]}), "openings.parquet")
os.makedirs("empty/year=/x"); pq.write_table(wide, "empty/year=/a.parquet")
# Months that differ: wider numbers, text instead of dictionaries, a column that was added later; a number and a null as a folder.
for month, table in [("1", games([opera])), ("2", wide.append_column("Extra", pa.array(["x"]))), ("__HIVE_DEFAULT_PARTITION__", games(["1. d4 *"]))]:
    os.makedirs("months/month=" + month); pq.write_table(table, "months/month=" + month + "/a.parquet")
for number in range(40):
    os.makedirs("many/n=%d" % number); pq.write_table(games([opera, None, "1. d4 *"]), "many/n=%d/a.parquet" % number)
# Polars and others write large lists and views into the embedded Arrow schema.
pq.write_table(pa.table({"clocks": pa.array([[300000, 299000, 298000]], pa.large_list(pa.int64())), "TimeControl": pa.array(["300+0"], pa.string_view()),
    "moves": pa.array(["e2e4 e7e5 g1f3"], pa.large_string())}), "lists.parquet")
pq.write_table(pa.table({"PuzzleId": ["a", "b"], "FEN": ["6k1/5ppp/8/8/8/8/q4PPP/3R2K1 b - - 0 1", "damaged"],
    "Moves": ["a2a4 d1d8 a4e8 d8e8", "e2e4"]}), "damaged.parquet")
os.makedirs("escaped/opening=50%25 %2F x"); pq.write_table(games([opera]), "escaped/opening=50%25 %2F x/a.parquet")
os.makedirs("texts"); pq.write_table(games([opera]), "texts/a.parquet")
pq.write_table(pa.table({"WhiteElo": ["2500?"]}), "texts/b.parquet")
os.makedirs("mixed")
pq.write_table(games([opera]), "mixed/a.parquet"); pq.write_table(pa.table({"WhiteElo": pa.array([[1]])}), "mixed/b.parquet")
"#;

fn write_tables(folder: &Path) {
    let python = std::env::var("PINSIGHT_PYTHON").expect("PINSIGHT_PYTHON; `make test` sets it");
    let done = Command::new(python).args(["-c", SCRIPT]).arg(folder).output().expect("python runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn published_tables_are_read_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    write_tables(folder.path());
    let runtime = Runtime::new().expect("threads");
    let session =
        SqlSession::new(&SqlOptions { threads: Some(2), ..SqlOptions::default() }).expect("a session");
    let ask = |query: &str| -> Result<Vec<String>, String> {
        let query = query.replace("'@", &format!("'{}/", folder.path().display()));
        let table = runtime.block_on(async { session.query(&query).await?.to_table().await });
        let table = table.map_err(|error| error.to_string())?;
        let rows = table.lines().skip(3).filter(|line| !line.starts_with('+'));
        Ok(rows.map(|row| row.replace("| ", "|").replace(" |", "|").replace(' ', "")).collect())
    };
    for (query, expected) in [
        // Folders are columns; numbers by value.
        (
            "SELECT year, month, count(*) FROM '@lichess' GROUP BY year, month ORDER BY year",
            &["|2020|5|3|", "|2021|12|1|"][..],
        ),
        ("SELECT count(*) FROM '@lichess/**/*.parquet' WHERE month = 12", &["|1|"]),
        // Functions over `moves` take movetext; a null stays null, and a broken game counts up to its fault.
        (
            "SELECT cardinality(san(movetext)) FROM '@lichess' WHERE year = 2020 ORDER BY Site",
            &["|10|", "||", "|2|"],
        ),
        (
            "SELECT has_pin(movetext, 'bishop > knight > queen') FROM '@lichess' WHERE White = 'Anna' AND year = 2020",
            &["|true|"],
        ),
        ("SELECT uci(parse_moves(movetext))[1] FROM '@lichess' WHERE year = 2021", &["|d2d4|"]),
        ("SELECT moves_fault(movetext) LIKE 'ply 3: %' FROM '@lichess' WHERE White = 'Clara'", &["|true|"]),
        // Other widths and dictionaries.
        ("SELECT WhiteElo, final_fen(movetext) LIKE 'rn1qkbnr/%' FROM '@wide.parquet'", &["|2500|true|"]),
        // UCI moves, from a position too; FENs with four fields.
        ("SELECT san(moves_from_uci(Moves, FEN)) FROM '@puzzles.parquet'", &["|[Qa4,Rd8+,Qe8,Rxe8#]|"]),
        ("SELECT themes(FEN, Moves)[1], Themes[2] FROM '@puzzles.parquet'", &["|backRankMate|short|"]),
        (
            "SELECT pins_of(fen)[1]['pinned_square'], is_check(fen), cp FROM '@evaluations.parquet'",
            &["|g7|false||"],
        ),
        ("SELECT san(moves_from_uci(line, fen))[1] FROM '@evaluations.parquet'", &["|Qxb2+|"]),
        (
            "SELECT final_fen(pgn) = final_fen(uci), epd LIKE 'rnbq%' FROM '@openings.parquet'",
            &["|true|true|"],
        ),
        // Clocks in lists of any kind, and in movetext.
        (
            "SELECT move_times(clocks, TimeControl), san(moves) FROM '@lists.parquet'",
            &["|[0,1000,2000]|[e4,e5,Nf3]|"],
        ),
        ("SELECT positions(moves, clocks)[2]['clock'] FROM '@lists.parquet'", &["|300000|"]),
        ("SELECT move_times(movetext, TimeControl)[2] FROM '@wide.parquet'", &["|2000|"]),
        // Files of different types, and a folder for null.
        (
            "SELECT month, WhiteElo, White, Extra, cardinality(san(movetext)) FROM '@months' ORDER BY month NULLS LAST",
            &["|1|2500|Anna||10|", "|2|2500|Anna|x|10|", "||2500|Anna||1|"],
        ),
        ("SELECT count(*) FROM '@months' WHERE month = 0 OR month > 1", &["|1|"]),
        ("SELECT WhiteElo FROM '@texts' ORDER BY WhiteElo", &["|2500|", "|2500?|"]),
        ("SELECT opening FROM '@escaped'", &["|50%/x|"]),
        // Only the games that the filter selects are read.
        (
            "SELECT PuzzleId, themes(FEN, Moves)[1] FROM '@damaged.parquet' WHERE PuzzleId = 'a'",
            &["|a|backRankMate|"],
        ),
        ("SELECT count(*), count(DISTINCT n) FROM '@many' WHERE n >= 10 AND WhiteElo > 2000", &["|30|30|"]),
    ] {
        assert_eq!(ask(query).unwrap_or_else(|error| panic!("{query}: {error}")), expected, "{query}");
    }
    let page = include_str!("../../../../docs/sql.md");
    let first = page.lines().find_map(|line| line.strip_prefix("pinsight sql \"")?.strip_suffix('"'));
    let first =
        first.expect("a query").replace("'lichess.parquet'", "'@lichess/year=2020/month=05/a.parquet'");
    assert_eq!(ask(&first), Ok(vec!["|Anna|Berta|Philidor|".to_owned()]));
    // One scan, whatever the number of folders: each folder with its own would read all at the same time.
    let plan = ask("EXPLAIN SELECT White FROM '@many' WHERE n > 20").expect("a plan").concat();
    assert!(plan.contains("2groups") && !plan.contains("Union") && !plan.contains("n=20/"), "{plan}");
    for (query, message) in [
        ("SELECT * FROM '@mixed'", "b.parquet: the column WhiteElo is "),
        (
            "SELECT themes(FEN, Moves) FROM '@damaged.parquet'",
            "themes: FEN field 1 (pieces), column 1: found `d`",
        ),
        (
            "SELECT parse_moves(movetext, NULL, true) FROM '@lichess' WHERE White = 'Clara'",
            "parse_moves: ply 3",
        ),
        ("SELECT parse_moves('1. e4', 'no position')", "'no position' is no position"),
        ("SELECT * FROM '@empty/year=/*.parquet'", "the folder 'year=' needs a name and a value"),
    ] {
        let error = ask(query).expect_err(query);
        assert!(error.contains(message), "{query}: {error}");
    }
}

/// Every column of every published schema, with other widths of integers and kinds of strings and lists; the second row is null.
#[test]
fn every_published_schema_is_read_with_any_types() {
    let folder = tempfile::tempdir().expect("a folder");
    python::run(PUBLISHED, folder.path().to_str().expect("a name in UTF-8"));
    let runtime = Runtime::new().expect("threads");
    let session =
        SqlSession::new(&SqlOptions { threads: Some(1), ..SqlOptions::default() }).expect("a session");
    for variant in ["published", "wide", "narrow", "views", "dictionaries"] {
        for (table, columns, expected) in [
            (
                "games",
                "White, WhiteElo + WhiteRatingDiff AS elo, UTCDate, UTCTime, BlackTitle",
                "Anna,2503,2020-05-01,14:11:32,",
            ),
            ("games", "cardinality(san(movetext)), has_pin(movetext, 'bishop > knight > queen')", "10,true"),
            (
                "games",
                "move_times(movetext, TimeControl)[2], opening_of(movetext)['eco'], moves_fault(movetext)",
                "2000,C41,",
            ),
            (
                "puzzles",
                "PuzzleId, Rating - RatingDeviation, Popularity, NbPlays, Themes[2], OpeningTags",
                "a,1420,-5,900,short,",
            ),
            (
                "puzzles",
                "themes(FEN, Moves)[1], san(moves_from_uci(Moves, FEN))[4], is_check(FEN)",
                "backRankMate,Rxe8#,false",
            ),
            (
                "evaluations",
                "san(moves_from_uci(line, fen))[1], pins_of(fen)[1]['pinned_square'], cp / depth, knodes, mate",
                "Qxb2+,g7,-25,9,",
            ),
            (
                "openings",
                "eco, name, final_fen(pgn) = final_fen(uci), is_check(epd)",
                "C41,Philidor Defense,true,false",
            ),
            (
                "aix",
                "lichess_id, clocks_white[2], evals[1], ply_count, white_rating, utc_timestamp > DATE '2020-01-01'",
                "abcd1234,298,20,4,2500,true",
            ),
        ] {
            let file = folder.path().join(format!("{table}.{variant}.parquet"));
            let query = format!("SELECT {columns} FROM '{}'", file.display());
            let mut rows = Vec::new();
            let written =
                runtime.block_on(async { session.query(&query).await?.write(Format::Csv, &mut rows).await });
            written.unwrap_or_else(|error| panic!("{query}: {error}"));
            let rows = String::from_utf8(rows).expect("text");
            let null = ",".repeat(expected.matches(',').count());
            assert_eq!(rows.lines().skip(1).collect::<Vec<_>>(), [expected, &null], "{query}");
        }
    }
}

/// Keywords that are column names of a CSV file stay keywords, and a view may have the name of a column.
#[test]
fn columns_may_be_called_like_keywords() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("t.csv");
    std::fs::write(&path, "Date,Order,Group,Event\n2024-01-02,2,b,x\n2024-01-01,1,a,y\n").expect("written");
    let runtime = Runtime::new().expect("threads");
    let session =
        SqlSession::new(&SqlOptions { threads: Some(1), ..SqlOptions::default() }).expect("a session");
    let ask = |query: String| runtime.block_on(async { session.query(&query).await?.to_table().await });
    let file = path.display();
    let query =
        format!("SELECT CAST(t.date AS DATE) AS day, t.\"Order\" FROM '{file}' t ORDER BY t.\"Order\"");
    let table = ask(query).expect("a table");
    assert!(table.find("2024-01-01").expect("a row") < table.find("2024-01-02").expect("a row"), "{table}");
    ask(format!("CREATE VIEW event AS SELECT Event FROM '{file}'")).expect("a view");
    let table = ask("SELECT count(*) AS n FROM event WHERE event = 'x'".to_owned()).expect("a table");
    assert!(table.contains("| 1 |"), "{table}");
}
