//! Values with names that a shell can complete.

use std::ffi::OsStr;

#[cfg(feature = "server")]
use clap::builder::StringValueParser;
use clap::builder::{PossibleValue, TypedValueParser};

use pinsight_rules::Color;

use crate::config;
use crate::opponent::{BUILT_IN, Opponent};

/// A parser with names for shell completion. Other texts may be valid too.
#[derive(Clone)]
pub(crate) struct Named<P> {
    parser: P,
    names: fn() -> Vec<String>,
}

/// Adds names to a parser.
pub(crate) fn named<P>(parser: P, names: fn() -> Vec<String>) -> Named<P> {
    Named { parser, names }
}

impl<P: TypedValueParser> TypedValueParser for Named<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}

/// Engines that are often installed.
const COMMON_ENGINES: [&str; 2] = ["stockfish", "lc0"];

/// Parses a side: `white` or `black`, or its first letter.
pub(crate) fn side() -> impl TypedValueParser<Value = Color> {
    let parse = |text: &str| match text.to_ascii_lowercase().as_str() {
        "white" | "w" => Ok(Color::White),
        "black" | "b" => Ok(Color::Black),
        _ => Err("expected white or black"),
    };
    named(parse, || Color::ALL.iter().map(|color| color.name().to_owned()).collect())
}

/// Parses a player; completes built-in players, engines of the config file and common engines.
pub(crate) fn player() -> impl TypedValueParser<Value = Opponent> {
    named(|text: &str| text.parse::<Opponent>(), || with_engines(&BUILT_IN))
}

/// Like [`player`], but completes only players that evaluate positions.
pub(crate) fn engine() -> impl TypedValueParser<Value = Opponent> {
    named(|text: &str| text.parse::<Opponent>(), || with_engines(&["search"]))
}

/// Accepts any text; completes engines of the config file and common engines.
#[cfg(feature = "server")]
pub(crate) fn engine_name() -> impl TypedValueParser<Value = String> {
    named(StringValueParser::new(), || with_engines(&[]))
}

/// Adds the engines of the config file and common engines.
fn with_engines(built_in: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = built_in.iter().map(|&name| name.to_owned()).collect();
    names.extend(config::get().engine_names().map(str::to_owned));
    for name in COMMON_ENGINES {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}
