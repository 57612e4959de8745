//! Filters for single tags.

use std::cmp::Ordering;
use std::str::FromStr;

use super::date::days;
use super::glob::Glob;
use pinsight_tactics::FilterError;

/// The operators, longer ones before their beginnings.
const OPERATORS: [(&str, Operator); 6] = [
    ("!=", Operator::NotEqual),
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("=", Operator::Equal),
    ("<", Operator::Less),
    (">", Operator::Greater),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operator {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// A condition on one tag, such as `White=Carlsen*` or `WhiteElo>=2400`. Only `!=` matches a game without the tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagFilter {
    name: String,
    operator: Operator,
    value: String,
    /// The pattern of `=` and `!=`.
    pattern: Glob,
}

impl TagFilter {
    /// Returns the name of the tag.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the value of the tag meets the condition.
    ///
    /// `<` and the like compare dates and numbers as such and other values as text; an unknown value never meets
    /// them.
    pub(crate) fn matches(&self, value: Option<&str>) -> bool {
        let Some(value) = value else {
            return self.operator == Operator::NotEqual;
        };
        let wanted = match self.operator {
            Operator::Equal => return self.pattern.matches(value),
            Operator::NotEqual => return !self.pattern.matches(value),
            Operator::Less => [Ordering::Less].as_slice(),
            Operator::AtMost => &[Ordering::Less, Ordering::Equal],
            Operator::Greater => &[Ordering::Greater],
            Operator::AtLeast => &[Ordering::Greater, Ordering::Equal],
        };
        self.compare(value).is_some_and(|ordering| wanted.contains(&ordering))
    }

    fn compare(&self, value: &str) -> Option<Ordering> {
        if self.name.to_ascii_lowercase().ends_with("date") {
            let (found, wanted) = (days(value)?, days(&self.value)?);
            // Neither before nor after: within it.
            return Some(match (found.end() < wanted.start(), found.start() > wanted.end()) {
                (true, _) => Ordering::Less,
                (_, true) => Ordering::Greater,
                _ => Ordering::Equal,
            });
        }
        if let Some(wanted) = number(&self.value) {
            return number(value)?.partial_cmp(&wanted);
        }
        let known = !matches!(value.trim(), "" | "?" | "-");
        known.then(|| value.to_lowercase().cmp(&self.value.to_lowercase()))
    }
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

impl FromStr for TagFilter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Self, FilterError> {
        let error = |expected: &str| FilterError::new(text, expected);
        let at = text.find(['=', '!', '<', '>']).ok_or_else(|| error(EXPECTED))?;
        let (name, rest) = text.split_at(at);
        let found = OPERATORS.iter().find_map(|(sign, operator)| Some((rest.strip_prefix(sign)?, *operator)));
        let (value, operator) = found.ok_or_else(|| error(EXPECTED))?;
        let name = name.trim();
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        // `==`, `=>`, `<>` and the like are not operators.
        if !is_name || value.starts_with(['=', '<', '>']) {
            return Err(error(EXPECTED));
        }
        let value = value.trim().to_owned();
        let orders = !matches!(operator, Operator::Equal | Operator::NotEqual);
        if orders && (value.is_empty() || value.contains(['*', '?'])) {
            return Err(error(
                "a value without `*` and `?` after `<`, `<=`, `>` or `>=`, such as WhiteElo>=2400",
            ));
        }
        if orders && name.to_ascii_lowercase().ends_with("date") && days(&value).is_none() {
            return Err(error("a date after the operator, such as Date>=2024 or Date<2024.05.31"));
        }
        if orders && name.to_ascii_lowercase().ends_with("elo") && number(&value).is_none() {
            return Err(error("a number after the operator, such as WhiteElo>=2400"));
        }
        Ok(Self { name: name.to_owned(), operator, pattern: Glob::new(&value), value })
    }
}

const EXPECTED: &str =
    "NAME, one of `=`, `!=`, `<`, `<=`, `>`, `>=`, and a value, such as White=Carlsen* or WhiteElo>=2400";

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(filter: &str, value: &str) -> bool {
        filter.parse::<TagFilter>().expect(filter).matches(Some(value))
    }

    #[test]
    fn equality_is_a_pattern_that_ignores_case() {
        assert!(matches("White=carlsen*", "Carlsen, Magnus"));
        assert!(!matches("White=carlsen", "Carlsen, Magnus"));
        assert!(matches("White!=carlsen*", "Anand"));
        assert!(!matches("White != Carlsen*", "Carlsen"));
        assert!(matches("Annotator=", ""));
        assert!(!matches("Annotator!=", ""));
        assert!(matches("Site=https://lichess.org/*?x=1", "https://lichess.org/abc?x=1"));
    }

    #[test]
    fn only_inequality_matches_a_missing_tag() {
        for filter in ["Annotator=*", "Annotator=", "WhiteElo<9999", "Date<=2024"] {
            assert!(!filter.parse::<TagFilter>().expect(filter).matches(None), "{filter}");
        }
        assert!("Annotator!=Anna".parse::<TagFilter>().expect("a filter").matches(None));
    }

    #[test]
    fn numbers_are_ordered_by_value() {
        assert!(matches("WhiteElo>=2400", "2400"));
        assert!(matches("WhiteElo>900", "1000"));
        assert!(matches("WhiteElo<1000", "900"));
        assert!(matches("Round<=9.5", "9.5"));
        assert!(!matches("WhiteElo<2400", "2400"));
        for unknown in ["?", "-", "", "unrated", "nan", "inf"] {
            assert!(!matches("WhiteElo>=0", unknown), "{unknown}");
            assert!(!matches("WhiteElo<9999", unknown), "{unknown}");
        }
    }

    #[test]
    fn dates_are_ordered_by_day_and_other_values_as_text() {
        assert!(matches("Date>=2024", "2024.05.01"));
        assert!(matches("Date<=2024", "2024.05.01"));
        assert!(!matches("Date>2024", "2024.05.01"));
        assert!(matches("UTCDate>2024.05", "2024.06.01"));
        assert!(!matches("Date<2024", "????.??.??"));
        assert!(matches("UTCTime<12:00:00", "09:30:00"));
        assert!(!matches("Opening<m", "?"));
    }

    #[test]
    fn an_error_shows_the_text_and_an_example() {
        for wrong in [
            "",
            "White",
            "=x",
            "!x",
            "White!x",
            "White==x",
            "Wh ite=x",
            "Elo<",
            "White<Carl*",
            "Date<x",
            "WhiteElo<>1",
            "WhiteElo=>1",
            "WhiteElo>x",
        ] {
            let error = wrong.parse::<TagFilter>().expect_err(wrong).to_string();
            assert!(error.starts_with(&format!("found `{wrong}`; expected ")), "{error}");
        }
    }
}
