//! English for the sentences of all crates.

/// `a, b and c`.
///
/// ```
/// use pinsight_rules::words::list;
/// assert_eq!(list(&["a1".to_owned(), "b2".to_owned(), "c3".to_owned()]), "a1, b2 and c3");
/// ```
pub fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
