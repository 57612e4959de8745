//! Glob patterns for tag values.

/// A pattern that ignores case: `*` matches any text, `?` one character, everything else itself.
///
/// Not the crate `globset`: it treats `[`, `{` and `\` as syntax, which occur in tag values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Glob {
    pattern: Vec<char>,
}

impl Glob {
    pub(crate) fn new(pattern: &str) -> Self {
        Self { pattern: lower_case(pattern) }
    }

    /// Returns whether the pattern matches the whole text. Takes at most O(pattern * text) steps.
    pub(crate) fn matches(&self, text: &str) -> bool {
        let text = lower_case(text);
        let (mut at, mut next) = (0, 0);
        // The last star and the end of the text matched by it.
        let mut star: Option<(usize, usize)> = None;
        while let Some(&letter) = text.get(at) {
            match self.pattern.get(next) {
                Some('*') => {
                    star = Some((next, at));
                    next += 1;
                }
                Some(&wanted) if wanted == '?' || wanted == letter => {
                    at += 1;
                    next += 1;
                }
                _ => {
                    let Some((place, until)) = star else {
                        return false;
                    };
                    star = Some((place, until + 1));
                    at = until + 1;
                    next = place + 1;
                }
            }
        }
        self.pattern.iter().skip(next).all(|&rest| rest == '*')
    }
}

/// Returns the characters in lower case, except those that would become several.
fn lower_case(text: &str) -> Vec<char> {
    let lower = |c: char| {
        let mut lower = c.to_lowercase();
        match (lower.next(), lower.next()) {
            (Some(lower), None) => lower,
            _ => c,
        }
    };
    text.chars().map(lower).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_match_any_text_and_question_marks_one_character() {
        let matching = [
            ("Carlsen*", "Carlsen, Magnus"),
            ("carlsen*", "CARLSEN"),
            ("*Magnus", "Carlsen, Magnus"),
            ("*l?e*", "Carlsen"),
            ("*", ""),
            ("", ""),
            ("**a**", "bab"),
            ("*aab", "aaaaaab"),
            ("?", "é"),
            ("é", "É"),
            ("İ", "İ"),
            ("1-0", "1-0"),
        ];
        for (pattern, text) in matching {
            assert!(Glob::new(pattern).matches(text), "{pattern} {text}");
        }
        let others = [("Carlsen", "Carlsen, Magnus"), ("", "a"), ("?", ""), ("a*b", "abc"), ("*aab", "aaaa")];
        for (pattern, text) in others {
            assert!(!Glob::new(pattern).matches(text), "{pattern} {text}");
        }
    }

    #[test]
    fn many_stars_do_not_backtrack_exponentially() {
        let pattern = "a*".repeat(50) + "b";
        assert!(!Glob::new(&pattern).matches(&"a".repeat(5000)));
    }
}
