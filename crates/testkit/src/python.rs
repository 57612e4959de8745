//! python-chess as an oracle, in a separate process.
//!
//! `make test` installs it into a virtual environment below `target` and sets `PINSIGHT_PYTHON`. Default: `python3`.
//! python-chess is GPL and must not become part of a release.

use std::io::Write;
use std::process::{Command, Stdio};

/// Runs a Python script with `input` on standard input; returns the lines that it prints.
///
/// # Panics
/// If Python or the package `chess` is missing: a test must not pass without a comparison. The message contains the
/// install command.
pub fn run(script: &str, input: &str) -> Vec<String> {
    let python = std::env::var("PINSIGHT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut child = Command::new(&python)
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("cannot start {python}: {error}; run `make test`, which sets it up"));
    let mut stdin = child.stdin.take().expect("piped");
    let text = input.to_owned();
    let writer = std::thread::spawn(move || {
        // Fails if the script exits early; standard error then contains the reason.
        let _ = stdin.write_all(text.as_bytes());
    });
    let output = child.wait_with_output().expect("the child runs");
    writer.join().expect("the writer ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "the oracle failed; run `make test`, or install python-chess: pip install chess\n{errors}"
    );
    let lines = String::from_utf8_lossy(&output.stdout);
    lines.lines().map(str::to_owned).collect()
}
