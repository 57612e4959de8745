//! Options of UCI engines.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

/// An option of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// The name; case-insensitive.
    pub name: String,
    /// The type with its valid values.
    pub kind: OptionKind,
}

/// The type of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The default value.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The default value.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// One of several values.
    Combo {
        /// The default value.
        default: String,
        /// The valid values.
        values: Vec<String>,
    },
    /// An action without a value.
    Button,
    /// Any text.
    Text {
        /// The default value.
        default: String,
    },
}

/// The text is not a UCI message that declares an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected `option name NAME type TYPE`, TYPE being check, spin, combo, button or string")]
pub struct ParseOptionError;

impl FromStr for EngineOption {
    type Err = ParseOptionError;

    /// Parses the UCI message that declares an option.
    fn from_str(line: &str) -> Result<Self, Self::Err> {
        line.strip_prefix("option ").and_then(Self::parse).ok_or(ParseOptionError)
    }
}

impl EngineOption {
    /// Parses the arguments of `option`.
    fn parse(line: &str) -> Option<Self> {
        const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
        let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
        for word in line.split_whitespace() {
            // A name may contain the other keywords; it ends at `type`.
            let in_name = parts.last().is_some_and(|(key, _)| *key == "name");
            if KEYS.contains(&word) && (!in_name || word == "type") {
                parts.push((word, Vec::new()));
            } else {
                parts.last_mut()?.1.push(word);
            }
        }
        let text = |key: &str| {
            parts
                .iter()
                .find(|(known, _)| *known == key)
                .map_or_else(String::new, |(_, words)| words.join(" "))
        };
        let number = |key: &str| text(key).parse::<i64>().ok();
        let name = text("name");
        if name.is_empty() {
            return None;
        }
        let kind = match text("type").as_str() {
            "check" => OptionKind::Check { default: text("default") == "true" },
            "spin" => OptionKind::Spin {
                default: number("default")?,
                min: number("min").unwrap_or(i64::MIN),
                max: number("max").unwrap_or(i64::MAX),
            },
            "combo" => {
                let values = parts.iter().filter(|(key, _)| *key == "var").map(|(_, words)| words.join(" "));
                OptionKind::Combo { default: text("default"), values: values.collect() }
            }
            "button" => OptionKind::Button,
            "string" => OptionKind::Text { default: text("default") },
            _ => return None,
        };
        Some(Self { name, kind })
    }

    /// Why `value` is invalid; `None` if it is valid.
    pub(super) fn refusal(&self, value: &str) -> Option<String> {
        match &self.kind {
            OptionKind::Check { .. } => {
                (!matches!(value, "true" | "false")).then(|| "expected true or false".to_owned())
            }
            OptionKind::Spin { min, max, .. } => {
                (!value.parse::<i64>().is_ok_and(|number| (*min..=*max).contains(&number)))
                    .then(|| format!("expected a whole number from {min} to {max}"))
            }
            OptionKind::Combo { values, .. } => {
                (!values.iter().any(|known| known.eq_ignore_ascii_case(value)))
                    .then(|| format!("expected one of {}", values.join(", ")))
            }
            OptionKind::Button | OptionKind::Text { .. } => {
                value.contains(['\n', '\r']).then(|| "a value is one line".to_owned())
            }
        }
    }
}

impl fmt::Display for EngineOption {
    /// The UCI message that declares the option.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {}", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, " type check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, " type spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, values } => {
                write!(f, " type combo default {default}")?;
                values.iter().try_for_each(|value| write!(f, " var {value}"))
            }
            OptionKind::Button => f.write_str(" type button"),
            OptionKind::Text { default } => write!(f, " type string default {default}"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "tests may panic")]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_parsed_and_written_back() {
        let lines = [
            "option name Hash type spin default 16 min 1 max 33554432",
            "option name Clear Hash type button",
            "option name UCI_Chess960 type check default false",
            "option name Analysis Contempt type combo default Both var Off var White var Both",
            "option name Debug Log File type string default <empty>",
        ];
        for line in lines {
            let option: EngineOption = line.parse().expect("an option");
            assert_eq!(option.to_string(), line);
        }
    }

    #[test]
    fn invalid_values_and_declarations_are_refused() {
        let option = EngineOption::parse("name Threads type spin default 1 min 1 max 8").expect("an option");
        assert_eq!(option.refusal("8"), None);
        assert_eq!(option.refusal("9").as_deref(), Some("expected a whole number from 1 to 8"));
        assert_eq!(EngineOption::parse("name x"), None);
        assert_eq!(EngineOption::parse(""), None);
        assert_eq!(EngineOption::parse("rubbish name x type check"), None);
    }
}
