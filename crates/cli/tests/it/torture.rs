//! The short version of `make torture`.

use std::process::Command;

/// Kills commands while they write, and limits the size of their files.
#[test]
fn outputs_are_complete_or_absent() {
    torture("outputs.py");
}

fn torture(script: &str) {
    let script = format!("{}/../../tools/torture/{script}", env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new("python3");
    let output = command.args([&script, env!("CARGO_BIN_EXE_pinsight"), "1"]).output().expect("python3 runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}
