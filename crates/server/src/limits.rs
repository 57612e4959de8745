//! The limits of the server, each declared once.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Declares [`Limits`] with the default, the accepted values and the meaning of each limit.
macro_rules! limits {
    ($($name:ident = $default:literal, $range:expr, $meaning:literal;)*) => {
        /// What the server accepts at most. What exceeds a limit is refused in words.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Limits {
            $(#[doc = $meaning] pub $name: usize,)*
        }

        impl Default for Limits {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Limits {
            /// All limits, in the order of the documentation.
            pub const ALL: &[Limit] = &[$(
                Limit { name: stringify!($name), default: $default, range: $range, meaning: $meaning },
            )*];

            fn field(&mut self, name: &str) -> Option<&mut usize> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

limits! {
    connections = 4_000, 1..=100_000, "connections at once";
    pages = 500, 1..=100_000, "pages with a live connection";
    head_seconds = 20, 1..=3_600, "seconds to send the head of a request; also the time a connection may be idle";
    body_seconds = 20, 1..=3_600, "seconds without a further part of a body";
    write_seconds = 30, 1..=3_600, "seconds in which a client reads nothing of its answer";
    import_mib = 32, 1..=4_096, "size of an imported file as sent, in MiB";
    unpacked_mib = 128, 1..=16_384, "size of an imported file when unpacked, in MiB";
    import_games = 50_000, 1..=1_000_000, "games of an imported file";
    imports = 2, 1..=100, "imports at once";
    pictures = 2, 1..=100, "pictures that are drawn at once";
    picture_pixels = 4_096, 64..=8_192, "width of a picture in pixels";
    running_games = 100, 1..=100_000, "running games with a computer";
    idle_computers = 8, 1..=1_000, "computers that are kept between two moves, each with an engine or a hash table";
    hash_mib = 16, 1..=4_096, "hash table of a computer, in MiB";
    analyses = 4, 1..=100, "analyses at once; a page has one";
    reviews = 20, 1..=10_000, "reviews that wait or run";
}

/// One of the [`Limits`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limit {
    /// The name on the command line and in the config file.
    pub name: &'static str,
    /// The default.
    pub default: usize,
    /// The accepted values.
    pub range: RangeInclusive<usize>,
    /// What is limited.
    pub meaning: &'static str,
}

/// Why a limit cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LimitError {
    /// There is no such limit.
    #[error("there is no limit `{name}`: expected {}", names())]
    Unknown {
        /// The name.
        name: String,
    },
    /// The value is not accepted.
    #[error("the limit `{}` is {value}: expected {} to {}", limit.name, limit.range.start(), limit.range.end())]
    OutOfRange {
        /// The limit.
        limit: Limit,
        /// The value.
        value: usize,
    },
}

fn names() -> String {
    let names: Vec<&str> = Limits::ALL.iter().map(|limit| limit.name).collect();
    names.join(", ")
}

impl Limits {
    /// Sets a limit by its name.
    pub fn set(&mut self, name: &str, value: usize) -> Result<(), LimitError> {
        let unknown = || LimitError::Unknown { name: name.to_owned() };
        *self.field(name).ok_or_else(unknown)? = value;
        self.check()
    }

    /// Returns an error if a value is not accepted.
    pub fn check(mut self) -> Result<(), LimitError> {
        for limit in Self::ALL {
            if let Some(&mut value) = self.field(limit.name)
                && !limit.range.contains(&value)
            {
                return Err(LimitError::OutOfRange { limit: limit.clone(), value });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{LimitError, Limits};

    #[test]
    fn a_limit_is_set_by_its_name() {
        let mut limits = Limits::default();
        assert_eq!(limits.set("connections", 10), Ok(()));
        assert_eq!(limits, Limits { connections: 10, ..Limits::default() });
        let unknown = limits.set("conections", 10).expect_err("an error").to_string();
        assert!(
            unknown.starts_with("there is no limit `conections`: expected connections, pages, "),
            "{unknown}"
        );
        let wrong = limits.set("pages", 0).expect_err("an error");
        assert!(matches!(wrong, LimitError::OutOfRange { .. }));
        assert_eq!(wrong.to_string(), "the limit `pages` is 0: expected 1 to 100000");
    }

    #[test]
    fn the_defaults_are_accepted() {
        assert_eq!(Limits::default().check(), Ok(()));
    }
}
