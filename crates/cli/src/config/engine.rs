//! Engines of a config file.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{MAIN_SEPARATOR, Path};

use pinsight_players::EngineConfig;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::folders;

/// A UCI engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Engine {
    pub(super) path: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    arguments: Vec<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    options: BTreeMap<String, OptionValue>,
}

impl Engine {
    pub(super) fn to_config(&self) -> EngineConfig {
        EngineConfig {
            arguments: self.arguments.clone(),
            options: self.options.iter().map(|(name, value)| (name.clone(), value.0.clone())).collect(),
            ..EngineConfig::new(self.path.clone())
        }
    }

    /// Resolves `~/` and paths relative to the folder of the config file; a bare name is searched in `PATH`.
    pub(super) fn resolve(&mut self, folder: &Path) {
        let home = self.path.strip_prefix("~/").zip(folders::home());
        let path = match home {
            Some((rest, home)) => home.join(rest),
            None if self.path.contains(['/', MAIN_SEPARATOR]) => folder.join(&self.path),
            None => return,
        };
        self.path = path.to_string_lossy().into_owned();
    }
}

/// The value of a UCI option: a string, a number or a boolean.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
struct OptionValue(String);

impl<'de> Deserialize<'de> for OptionValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OptionVisitor)
    }
}

struct OptionVisitor;

impl Visitor<'_> for OptionVisitor {
    type Value = OptionValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string, a number or a boolean")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<OptionValue, E> {
        Ok(OptionValue(text.to_owned()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<OptionValue, E> {
        Ok(OptionValue(number.to_string()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<OptionValue, E> {
        Ok(OptionValue(number.to_string()))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<OptionValue, E> {
        Ok(OptionValue(value.to_string()))
    }
}
