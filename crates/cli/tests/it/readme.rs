//! The examples of the README.

use std::path::Path;
use std::process::Command;

#[test]
fn the_examples_of_the_readme_print_what_it_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let examples: Vec<&str> = readme
        .split("\n```console\n$ ")
        .skip(1)
        .map(|rest| rest.split_once("\n```").expect("a closed code block").0)
        .collect();
    assert_eq!(examples.len(), 5);
    for example in examples {
        let (command, expected) = example.split_once('\n').expect("a command and its output");
        let actual = run(&root, command);
        let [expected, lines] = [expected, &actual].map(|text| text.lines().collect::<Vec<_>>());
        assert!(matches(&expected, &lines), "$ {command}\n{actual}");
    }
}

/// Runs a shell command in the project root; `pinsight` is the program under test.
fn run(root: &Path, command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_pinsight"));
    let folder = program.parent().expect("a folder").display();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let output =
        Command::new("sh").arg("-c").arg(command).current_dir(root).env("PATH", path).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Whether the lines are the expected ones, where `...` stands for any number of lines.
fn matches(expected: &[&str], actual: &[&str]) -> bool {
    match expected {
        [] => actual.is_empty(),
        ["...", rest @ ..] => (0..=actual.len()).any(|skipped| matches(rest, &actual[skipped..])),
        [line, rest @ ..] => actual.first() == Some(line) && matches(rest, &actual[1..]),
    }
}
