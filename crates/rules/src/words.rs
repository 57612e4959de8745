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

/// A text cut to what fits into a message.
///
/// ```
/// use pinsight_rules::words::shorten;
/// assert_eq!(shorten("Nf3"), "Nf3");
/// assert_eq!(shorten(&"x".repeat(1_000)).chars().count(), 61);
/// ```
pub fn shorten(text: &str) -> String {
    const MOST: usize = 60;
    let mut short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
