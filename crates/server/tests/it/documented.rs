//! The examples of `docs/api.md`, run one after another against an empty store.

use super::common::TestServer;
use serde_json::Value;

const ANYTHING: &str = "…";

/// Whether an answer is what the example promises; the first difference if not.
fn compare(expected: &Value, found: &Value, path: &str) -> Result<(), String> {
    let differ = || Err(format!("at {path}: expected {expected}, found {found}"));
    match (expected, found) {
        (Value::String(text), _) if text == ANYTHING => Ok(()),
        (Value::String(expected), Value::String(found)) if expected.ends_with(ANYTHING) => {
            let start = expected.trim_end_matches(ANYTHING);
            if found.starts_with(start) { Ok(()) } else { differ() }
        }
        (Value::Object(expected), Value::Object(found)) => {
            for (key, expected) in expected.iter().filter(|(key, _)| *key != ANYTHING) {
                let found = found.get(key).ok_or_else(|| format!("at {path}: no `{key}`"))?;
                compare(expected, found, &format!("{path}.{key}"))?;
            }
            let more = found.keys().find(|key| !expected.contains_key(*key));
            match more.filter(|_| !expected.contains_key(ANYTHING)) {
                Some(more) => Err(format!("at {path}: `{more}` is not documented")),
                None => Ok(()),
            }
        }
        (Value::Array(expected), Value::Array(found)) => {
            let open = expected.last().is_some_and(|last| last == ANYTHING);
            let expected = if open { &expected[..expected.len() - 1] } else { &expected[..] };
            if expected.len() > found.len() || (!open && expected.len() < found.len()) {
                return differ();
            }
            let mut pairs = expected.iter().zip(found).enumerate();
            pairs.try_for_each(|(at, (expected, found))| compare(expected, found, &format!("{path}[{at}]")))
        }
        _ if expected == found => Ok(()),
        _ => differ(),
    }
}

#[test]
fn examples_of_the_documentation_are_true() {
    let document = include_str!("../../../../docs/api.md");
    let folder = tempfile::tempdir().expect("a folder");
    let server = TestServer::start(folder.path());
    let mut client = server.client();
    let mut count = 0;
    for example in document.split("```http\n").skip(1) {
        let (request, rest) = example.split_once("\n```").expect("the end of a request");
        let (_, answer) = rest.split_once("```json ").expect("an answer");
        let (answer, _) = answer.split_once("\n```").expect("the end of an answer");
        let (status, answer) = answer.split_once('\n').expect("a status");
        let (line, body) = request.split_once('\n').unwrap_or((request, ""));
        let (method, path) = line.split_once(' ').expect("a method and a path");
        let kind = if path.starts_with("/api/imports?") { "text/plain" } else { "application/json" };
        let headers: &[(&str, &str)] = if body.is_empty() { &[] } else { &[("Content-Type", kind)] };
        let found = client.request(method, path, headers, body.as_bytes());
        let told = String::from_utf8_lossy(&found.body).into_owned();
        assert_eq!(found.status.to_string(), status, "{line}: {told}");
        let expected: Value = serde_json::from_str(answer).unwrap_or_else(|error| panic!("{line}: {error}"));
        if let Err(difference) = compare(&expected, &found.json(), "") {
            panic!("{line} {difference}");
        }
        count += 1;
    }
    assert!(count >= 12, "only {count} examples were found");
}

#[test]
fn the_comparison_sees_differences() {
    let compare = |expected: Value, found: Value| compare(&expected, &found, "").is_ok();
    use serde_json::json;
    assert!(compare(json!({"a": 1, "…": "…"}), json!({"a": 1, "b": 2})));
    assert!(!compare(json!({"a": 1}), json!({"a": 1, "b": 2})));
    assert!(!compare(json!({"a": 1, "…": "…"}), json!({"b": 2})));
    assert!(compare(json!([1, "…"]), json!([1, 2, 3])));
    assert!(!compare(json!([1]), json!([1, 2])));
    assert!(!compare(json!([1, 2]), json!([1])));
    assert!(compare(json!("so …"), json!("so it is")));
    assert!(!compare(json!("so …"), json!("not so")));
}
