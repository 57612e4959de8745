//! `pinsight sql`: formats, output files and errors.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn sql(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    command.arg("sql").args(args).current_dir(folder).stdin(Stdio::null()).output().expect("output")
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("text")
}

const GAMES: &str = "[White \"Ada\"]\n[WhiteElo \"2500\"]\n\n1. e4 e5 1-0\n\n[White \"Bob\"]\n\n1. d4 *\n";

#[test]
fn rows_are_written_to_the_given_file_and_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("games.pgn"), GAMES).expect("written");
    let query = "SELECT White, WhiteElo, plies FROM 'games.pgn' ORDER BY White";
    let table = "\
+-------+----------+-------+
| White | WhiteElo | plies |
+-------+----------+-------+
| Ada   | 2500     | 2     |
| Bob   |          | 1     |
+-------+----------+-------+
";
    assert_eq!(stdout(&sql(folder, &[query])), table);
    let csv = "White,WhiteElo,plies\nAda,2500,2\nBob,,1\n";
    assert_eq!(stdout(&sql(folder, &[query, "--format", "csv", "--threads", "1"])), csv);
    let json = "{\"White\":\"Ada\",\"WhiteElo\":2500,\"plies\":2}\n{\"White\":\"Bob\",\"WhiteElo\":null,\"plies\":1}\n";
    assert_eq!(stdout(&sql(folder, &[query, "--format", "json"])), json);

    assert_eq!(stdout(&sql(folder, &[query, "-o", "rows.csv"])), "");
    assert_eq!(fs::read_to_string(folder.join("rows.csv")).expect("rows"), csv);
    let again = sql(folder, &[query, "-o", "rows.csv"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("--force"));
    stdout(&sql(folder, &[query, "-o", "rows.csv", "--force"]));
    stdout(&sql(folder, &[query, "-o", "rows.parquet"]));
    assert_eq!(stdout(&sql(folder, &["SELECT * FROM 'rows.parquet' ORDER BY White"])), table);
    // Parquet in a pipe.
    let piped = sql(folder, &[query, "--format", "parquet"]);
    assert!(piped.stdout.starts_with(b"PAR1") && piped.stdout.ends_with(b"PAR1"));
    let plan = stdout(&sql(folder, &[query, "--plan"]));
    assert!(plan.contains("projection=[White, WhiteElo, plies], file_type=pgn"), "{plan}");
}

#[test]
fn broken_games_are_counted_after_the_query() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let broken = "[White \"Eve\"]\n\n1. e4 e5 2. Ke3 1-0\n\n";
    fs::write(folder.join("games.pgn"), format!("{GAMES}\n{broken}{broken}")).expect("written");
    for (query, count) in [
        ("SELECT sum(plies) AS n FROM 'games.pgn'", "2 broken games"),
        ("SELECT plies FROM 'games.pgn' WHERE White = 'Eve' LIMIT 5; SELECT 1", "2 broken games"),
        ("SELECT sum(plies) AS n FROM 'games.pgn' WHERE White = 'Ada'", ""),
        // The games are not replayed.
        ("SELECT White FROM 'games.pgn'", ""),
    ] {
        let output = sql(folder, &[query, "--format", "csv"]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(i32::from(!count.is_empty())), "{query}: {stderr}");
        match count {
            "" => assert_eq!(stderr, "", "{query}"),
            count => {
                assert!(
                    stderr.starts_with(&format!("warning: {count}: only the moves")),
                    "{query}: {stderr}"
                );
            }
        }
    }
}

#[test]
fn queries_are_read_from_standard_input() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    command.args(["sql", "--format", "csv"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("a process");
    let mut stdin = child.stdin.take().expect("its input");
    stdin.write_all(b"SELECT 1 AS one; -- the first\nSELECT ';' AS two;\n").expect("written");
    drop(stdin);
    assert_eq!(stdout(&child.wait_with_output().expect("output")), "one\n1\ntwo\n;\n");
}

#[test]
fn a_failed_query_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("fens.csv"), "fen\nstartpos\nnonsense\n").expect("written");
    for args in [
        &["SELECT is_check(fen) FROM 'fens.csv'", "-o", "rows.parquet"][..],
        &["SELECT 1; SELECT 2", "-o", "rows.csv"],
        &["SELECT 1", "-o", "rows.unknown"],
        &["SELECT 1", "-o", "none/rows.csv"],
        &[""],
        &["SELECT * FROM 'missing.pgn'"],
        &["SELECT 1", "--format", "xml"],
        &["SELECT 1", "--threads", "1000"],
        &["SELECT 1", "--memory", "8"],
        &[
            "SELECT * FROM generate_series(1, 1000000) ORDER BY value DESC",
            "--memory",
            "100KB",
            "-o",
            "rows.csv",
        ],
    ] {
        let output = sql(folder, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{args:?}");
    }
    assert_eq!(fs::read_dir(folder).expect("the folder").count(), 1);
}

#[test]
fn a_table_of_the_query_is_not_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let rows = "name\nAnna\n";
    fs::write(folder.join("rows.csv"), rows).expect("written");
    for query in ["SELECT * FROM 'rows.csv'", "SELECT * FROM '*.csv'", "SELECT * FROM \"rows.csv\""] {
        let output = sql(folder, &[query, "-o", "rows.csv", "--force"]);
        assert_eq!(output.status.code(), Some(2), "{query}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains("--output rows.csv and the input rows.csv are the same file"), "{stderr}");
        assert_eq!(fs::read_to_string(folder.join("rows.csv")).expect("the file"), rows);
    }
}

#[test]
fn a_broken_pipe_ends_quietly() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    let query = "SELECT value, repeat('x', 100) FROM generate_series(1, 300000)";
    let mut child = command
        .args(["sql", "--format", "csv", query])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a process");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("output");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn queries_without_rows_to_write_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (args, message) in [
        (&[" ; "][..], "error: the query is empty\n"),
        (&["SELECT 1; SELECT 2", "-o", "rows.csv"], "error: --output expects one query, found 2\n"),
        (
            &["SELECT 1", "-o", "rows.xlsx"],
            "error: cannot infer the format of rows.xlsx: expected a name ending in .csv, .jsonl, .parquet or .txt, or \
             --format\n",
        ),
    ] {
        let output = sql(folder.path(), args);
        assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stderr)), (Some(2), message));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "{args:?}");
    }
}

#[test]
fn an_error_is_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    for (query, message) in [
        ("SELEC", "error: Expected: an SQL statement, found: SELEC at Line: 1, Column: 1\n"),
        ("SELECT pinz(1)", "error: Invalid function 'pinz'. Did you mean 'pins'?\n"),
        ("DELETE FROM x", "error: tables are read-only: --output writes the rows of a query to a new file\n"),
        (
            "SELECT * FROM 'http://example.org/games.pgn'",
            "error: cannot read http://example.org/games.pgn: unknown scheme http://: expected a local file or \
             s3://bucket/games.parquet\n",
        ),
    ] {
        let output = sql(folder.path(), &[query]);
        assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stderr)), (Some(2), message));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_removes_temporary_files() {
    use std::os::unix::process::ExitStatusExt;

    let query = "SELECT value, repeat('x', 100) FROM generate_series(1, 1000000000000)";
    for (signal, number) in [("-INT", 2), ("-TERM", 15)] {
        if pinsight_testkit::signals::is_ignored(number) {
            continue;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let names = || fs::read_dir(folder.path()).expect("the folder").count();
        let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
        command.args(["sql", query, "-o", "rows.parquet", "--threads", "1"]).current_dir(folder.path());
        let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().expect("a process");
        while names() == 0 {
            assert!(child.try_wait().expect("a process").is_none(), "it has ended");
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill").success());
        let output = child.wait_with_output().expect("it ends");
        // Ended by the signal, without a message.
        assert_eq!((output.status.signal(), output.stderr.as_slice()), (Some(number), &b""[..]));
        assert_eq!(names(), 0);
    }
}

#[test]
fn extensions_ignore_case_and_format_overrides_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let query = "SELECT 1 AS one";
    stdout(&sql(folder, &[query, "-o", "rows.CSV"]));
    assert_eq!(fs::read_to_string(folder.join("rows.CSV")).expect("rows"), "one\n1\n");
    stdout(&sql(folder, &[query, "-o", "rows.csv", "--format", "json"]));
    assert_eq!(fs::read_to_string(folder.join("rows.csv")).expect("rows"), "{\"one\":1}\n");
    assert_eq!(stdout(&sql(folder, &[query, "-o", "-", "--format", "csv"])), "one\n1\n");
    assert_eq!(
        stdout(&sql(folder, &["CREATE VIEW v AS SELECT 1 AS one; SELECT * FROM v", "--format", "csv"])),
        "one\n1\n"
    );
}
