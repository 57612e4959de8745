//! The server keeps to its OpenAPI document: schemathesis sends requests made from it, valid and invalid, and checks status,
//! headers and shape of each answer.

use std::path::Path;
use std::process::Command;

use serde_json::json;

use super::common::TestServer;

const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_headers_conformance,response_schema_conformance";

/// Runs only in `make test`, which installs schemathesis.
#[test]
fn answers_conform_to_the_openapi_document() {
    let Some(python) = std::env::var_os("PINSIGHT_PYTHON") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    client.post("/api/games", &json!({"black": {"player": "random"}, "running": false})).expect(201);
    client.import("two.pgn", b"1. e4 e5 2. Nf3 *\n\n1. d4 {first} (1. c4) d5 *\n").expect(201);
    let output = Command::new(Path::new(&python).with_file_name("schemathesis"))
        .current_dir(folder.path())
        .args(["run", &format!("http://{}/api/v1/openapi.json", server.address)])
        .args(["--phases", "examples,coverage,fuzzing", "--max-examples", "10", "--seed", "18"])
        .args(["--checks", CHECKS, "--suppress-health-check", "all", "--no-color"])
        // A GIF of the largest size takes more than ten seconds in a test build on a busy machine.
        .args(["--request-timeout", "60"])
        .output()
        .expect("schemathesis, which tools/python-oracle.sh installs");
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{report}");
    assert!(report.contains("passed"), "{report}");
    server.client().get("/api/about").expect(200);
}
