//! `pinsight themes`: threads, compressed and damaged tables, output files.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

const PUZZLES: &str = include_str!("../../../tactics/tests/data/puzzles.csv");

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("puzzles.csv"), PUZZLES.repeat(8)).expect("written");
    folder
}

/// Returns exit code, stdout and stderr.
fn themes(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pinsight"));
    let command = command.arg("themes").args(args).current_dir(folder).env_remove("CLICOLOR_FORCE");
    let output = command.stdin(Stdio::null()).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let folder = folder();
    let one = themes(folder.path(), &["puzzles.csv", "--threads", "1"]);
    assert_eq!(one, themes(folder.path(), &["puzzles.csv", "--threads", "3"]));
    let ids =
        |text: &str| text.lines().map(|row| row.split(',').next().unwrap().to_owned()).collect::<Vec<_>>();
    let repeated_header = |id: &String| id != "PuzzleId";
    let expected: Vec<String> = ids(&PUZZLES.repeat(8)).into_iter().filter(repeated_header).collect();
    assert_eq!(ids(&one.1)[1..], expected[..]);
    assert_eq!(one.0, Some(1), "seven repeated headers are broken rows");
}

#[test]
fn a_damaged_table_is_an_error_and_leaves_no_file() {
    let folder = folder();
    let packed = zstd::encode_all(PUZZLES.repeat(40).as_bytes(), 1).expect("packed");
    fs::write(folder.path().join("cut.csv.zst"), &packed[..packed.len() / 2]).expect("written");
    let (code, _, errors) = themes(folder.path(), &["cut.csv.zst", "-o", "themes.csv"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("cut.csv.zst: cannot read beyond byte"), "{errors}");
    assert!(!folder.path().join("themes.csv").exists());
    fs::write(folder.path().join("empty.csv.zst"), &packed[..8]).expect("written");
    let (code, _, errors) = themes(folder.path(), &["empty.csv.zst", "-o", "none.csv"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(!folder.path().join("none.csv").exists());
}

#[test]
fn an_existing_output_is_kept_without_force() {
    let folder = folder();
    fs::write(folder.path().join("themes.csv"), "kept").expect("written");
    let (code, _, errors) = themes(folder.path(), &["puzzles.csv", "-o", "themes.csv"]);
    assert_eq!(code, Some(2), "{errors}");
    assert_eq!(fs::read(folder.path().join("themes.csv")).expect("the file"), b"kept");
    let (_, rows, _) = themes(folder.path(), &["puzzles.csv"]);
    themes(folder.path(), &["puzzles.csv", "-o", "themes.csv", "--force"]);
    assert_eq!(fs::read_to_string(folder.path().join("themes.csv")).expect("the file"), rows);
}

#[test]
fn json_has_the_rows_of_the_table() {
    let folder = folder();
    let rows = |args: &[&str]| themes(folder.path(), &[&["puzzles.csv"], args].concat()).1;
    let parse = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON");
    let (csv, json) = (rows(&[]), rows(&["--json"]));
    let as_csv = |line: &str| {
        let row = parse(line);
        let names: Vec<&str> =
            row["themes"].as_array().expect("a list").iter().filter_map(|name| name.as_str()).collect();
        format!("{},{}", row["puzzle"].as_str().expect("an id"), names.join(" "))
    };
    let lines: Vec<String> = json.lines().map(as_csv).collect();
    assert_eq!(lines, csv.lines().skip(1).collect::<Vec<_>>());

    let (table, json) = (rows(&["--compare"]), rows(&["--compare", "--json"]));
    let as_row = |line: &str| {
        let row = parse(line);
        let ratio = |name: &str| row[name].as_f64().map_or("-".to_owned(), |ratio| format!("{ratio:.3}"));
        let theme = row["theme"].as_str().expect("a name");
        let [precision, recall, f1] = ["precision", "recall", "f1"].map(ratio);
        format!("{theme} {} {} {precision} {recall} {f1}", row["table"], row["derived"])
    };
    let lines: Vec<String> = json.lines().map(as_row).collect();
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(lines, table.lines().skip(1).map(words).collect::<Vec<_>>());
}

#[test]
fn a_parquet_table_has_the_same_themes() {
    let folder = folder();
    fs::write(folder.path().join("puzzles.csv"), PUZZLES).expect("written");
    let script = "
import csv, pyarrow, pyarrow.parquet
rows = list(csv.DictReader(open('puzzles.csv', encoding='utf-8')))
columns = {name: [row[name] for row in rows] for name in rows[0]}
pyarrow.parquet.write_table(pyarrow.table(columns), 'texts.parquet', compression='zstd')
pyarrow.parquet.write_table(pyarrow.table(columns), 'snappy.parquet', compression='snappy')
columns['Themes'] = [themes.split() for themes in columns['Themes']]
columns['FEN'][0] = 'nonsense'
pyarrow.parquet.write_table(pyarrow.table(columns), 'lists.parquet', compression='none')
";
    let python = std::env::var("PINSIGHT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let output = Command::new(python).args(["-c", script]).current_dir(folder.path()).output();
    let output = output.expect("Python");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for args in [&[][..], &["--compare"], &["--json"]] {
        let of = |name| themes(folder.path(), &[&[name], args].concat());
        for table in ["texts.parquet", "snappy.parquet"] {
            assert_eq!(of(table), of("puzzles.csv"), "{table} {args:?}");
        }
    }
    let (code, rows, errors) = themes(folder.path(), &["lists.parquet"]);
    assert_eq!(code, Some(1));
    assert!(errors.contains("row 1, puzzle") && errors.contains("skipped 1 broken row"), "{errors}");
    assert_eq!(rows.lines().count(), PUZZLES.lines().count() - 1);
    assert_eq!(themes(folder.path(), &["lists.parquet", "--compare"]).0, Some(1));
}
