//! Ranges of opening codes.

use std::str::FromStr;

use pinsight_tactics::FilterError;

/// A range of ECO codes; a shorter code stands for all codes that begin with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EcoRange {
    first: String,
    last: String,
}

impl EcoRange {
    pub(crate) fn contains(&self, code: &str) -> bool {
        let code = code.trim().to_ascii_uppercase();
        let head = code.get(..self.last.len()).unwrap_or(&code);
        !code.is_empty() && code.as_str() >= self.first.as_str() && head <= self.last.as_str()
    }
}

impl FromStr for EcoRange {
    type Err = FilterError;

    /// Parses `C65`, `C6`, `C60..C99` or `B2..B4`.
    fn from_str(text: &str) -> Result<Self, FilterError> {
        let error =
            || FilterError::new(text, "an ECO code or a range of codes, such as C65, C6, B or B20..B99");
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let code = |code: &str| {
            let code = code.trim().trim_end_matches('*').to_ascii_uppercase();
            let mut letters = code.bytes();
            let good = letters.next().is_some_and(|letter| (b'A'..=b'E').contains(&letter))
                && code.len() <= 3
                && letters.all(|digit| digit.is_ascii_digit());
            good.then_some(code).ok_or_else(error)
        };
        let (first, last) = (code(first)?, code(last)?);
        let head = first.get(..last.len()).unwrap_or(&first);
        if head > last.as_str() {
            return Err(FilterError::new(text, "the lower code first, such as B20..B99"));
        }
        Ok(Self { first, last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_code_stands_for_all_that_begin_with_it() {
        let contains = |range: &str, code| range.parse::<EcoRange>().expect(range).contains(code);
        assert!(contains("C65", "C65"));
        assert!(contains("c6", "C65"));
        assert!(contains("C6*", "C65"));
        assert!(contains("C", "c00"));
        assert!(contains("B20..B99", "B99"));
        assert!(contains("B2..B4", "B49"));
        assert!(contains("B..C1", "C19"));
        assert!(!contains("C65", "C66"));
        assert!(!contains("B2..B4", "B50"));
        assert!(!contains("B2..B4", "B19"));
        assert!(!contains("A", ""));
        assert!(!contains("A", "?"));
    }

    #[test]
    fn other_texts_are_refused() {
        for wrong in ["", "..", "F00", "C655", "6", "C6x", "C60..B20", "Sicilian", "C60-C99"] {
            assert!(wrong.parse::<EcoRange>().is_err(), "{wrong}");
        }
    }
}
