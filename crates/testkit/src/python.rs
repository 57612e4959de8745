//! python-chess as an oracle, in a process of its own.
//!
//! `make test` installs it in a folder of the build and names its interpreter in `PINSIGHT_PYTHON`; without that the
//! system's `python3` is tried. It is GPL and so never part of what we ship.

use std::io::Write;
use std::process::{Command, Stdio};

/// Runs a Python script over the given lines of standard input and returns the lines that it prints.
///
/// # Panics
/// When there is no Python with `chess` in it, with the command that installs it; a test that compares nothing must
/// not pass.
pub fn run(script: &str, input: &str) -> Vec<String> {
    let python = std::env::var("PINSIGHT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut child = Command::new(&python)
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("cannot start {python}: {error}; `make test` sets it up"));
    let mut stdin = child.stdin.take().expect("piped");
    let text = input.to_owned();
    let writer = std::thread::spawn(move || {
        // A script that stops early closes the pipe; its own message says why.
        let _ = stdin.write_all(text.as_bytes());
    });
    let output = child.wait_with_output().expect("the child runs");
    writer.join().expect("the writer ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "the oracle failed; `make test` installs python-chess, by hand: pip install chess\n{errors}"
    );
    let lines = String::from_utf8_lossy(&output.stdout);
    lines.lines().map(str::to_owned).collect()
}
