//! The console examples of the README and the tour.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[test]
fn the_examples_of_the_readme_print_what_it_shows() {
    let root = root();
    assert_eq!(run_all(&root.join("README.md"), &root), 6);
}

#[test]
fn the_examples_of_the_tour_print_what_it_shows() {
    let root = root();
    let folder = tempfile::tempdir().expect("a folder");
    for file in fs::read_dir(root.join("docs/examples")).expect("the examples") {
        let file = file.expect("a file");
        fs::copy(file.path(), folder.path().join(file.file_name())).expect("a copy");
    }
    let text = fs::read_to_string(root.join("docs/tour.md")).expect("the tour");
    assert_eq!(text.matches("\n```console\n").count(), 14);
    run_all(&root.join("docs/tour.md"), folder.path());
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs the commands of a page in a folder and compares their output. Returns their number.
fn run_all(page: &Path, folder: &Path) -> usize {
    let text = fs::read_to_string(page).expect("the page");
    let mut count = 0;
    for block in text.split("\n```console\n").skip(1) {
        let block = block.split_once("\n```").expect("a closed code block").0;
        for example in format!("\n{block}").split("\n$ ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap_or((example, ""));
            let actual = run(folder, command);
            let [expected, lines] = [expected, &actual].map(|text| text.lines().collect::<Vec<_>>());
            assert!(matches(&expected, &lines), "$ {command}\n{actual}");
            count += 1;
        }
    }
    count
}

/// Runs a shell command; `pinsight` is the program under test, without a config file.
fn run(folder: &Path, command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_pinsight"));
    let path = format!(
        "{}:{}",
        program.parent().expect("a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut shell = Command::new("sh");
    let shell = shell.arg("-c").arg(command).current_dir(folder).env("PATH", path).env("PINSIGHT_CONFIG", "");
    let output = shell.stdin(Stdio::null()).output().expect("a shell");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns whether the lines are the expected ones, where `...` stands for any number of lines.
fn matches(expected: &[&str], actual: &[&str]) -> bool {
    match expected {
        [] => actual.is_empty(),
        ["...", rest @ ..] => (0..=actual.len()).any(|skipped| matches(rest, &actual[skipped..])),
        [line, rest @ ..] => actual.first() == Some(line) && matches(rest, &actual[1..]),
    }
}
