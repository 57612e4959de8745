//! Formatting of error messages.

use core::fmt::Display;

/// Implements `Display` by the name of a value.
macro_rules! display_by {
    ($method:ident: $($kind:ty),+) => {$(
        impl core::fmt::Display for $kind {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.$method())
            }
        }
    )+};
}
pub(crate) use display_by;

/// Joins items as `a, b and c`.
pub(crate) fn list(items: impl IntoIterator<Item = impl Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Truncates a text for a message.
pub(crate) fn shorten(text: &str) -> String {
    const MOST: usize = 60;
    let mut short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_joins_with_commas_and_and() {
        let words = ["a1", "b2", "c3"];
        assert_eq!([1, 2, 3].map(|n| list(&words[..n])), ["a1", "a1 and b2", "a1, b2 and c3"]);
    }

    #[test]
    fn long_texts_are_truncated() {
        assert_eq!(shorten("Nf3"), "Nf3");
        assert_eq!(shorten(&"x".repeat(1_000)).chars().count(), 61);
    }
}
