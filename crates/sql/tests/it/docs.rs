//! The examples of docs/sql.md print what they say.

use pinsight_sql::{SqlOptions, SqlSession, functions};
use tokio::runtime::Runtime;

#[test]
fn the_examples_print_what_they_say() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/");
    let page = std::fs::read_to_string(format!("{docs}sql.md")).expect("the page");
    let runtime = Runtime::new().expect("threads");
    let session =
        SqlSession::new(&SqlOptions { threads: Some(2), ..SqlOptions::default() }).expect("a session");
    let mut examples = String::new();
    for example in page.split("```sql\n").skip(1) {
        let (query, rest) = example.split_once("```\n").expect("the end of the query");
        let (_, answer) = rest.split_once("```text\n").expect("the answer");
        let (answer, _) = answer.split_once("```").expect("the end of the answer");
        // The examples name files relative to the root of the repository.
        let absolute = query.replace("'docs/", &format!("'{docs}"));
        let rows = runtime.block_on(async { session.query(&absolute).await?.to_table().await });
        let rows = rows.unwrap_or_else(|error| panic!("{query}{error}"));
        assert_eq!(rows.trim_end(), answer.trim_end(), "{query}");
        examples.push_str(query);
    }
    for function in functions() {
        let call = format!("{}(", function.name());
        assert!(page.contains(&format!("**`{call}")), "{} is not described", function.name());
        assert!(examples.contains(&call), "{} has no example", function.name());
    }
}
