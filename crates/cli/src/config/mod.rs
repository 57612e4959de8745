//! The config file: defaults for engines, piece values, theme, threads and the limits of the server.

mod engine;
mod read;
mod template;
mod whole;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use anyhow::{Context, bail};
use pinsight_players::EngineConfig;
use pinsight_rules::{VALUES, Values};
#[cfg(feature = "server")]
use pinsight_server::Limits;
use serde::{Deserialize, Serialize};

use crate::args::ThemeName;
use crate::folders;
use engine::Engine;
pub(crate) use template::TEMPLATE;
use whole::Whole;

/// Names the config file.
pub(crate) const VARIABLE: &str = "PINSIGHT_CONFIG";

/// The config of this process, once it is loaded.
static CONFIG: OnceLock<Config> = OnceLock::new();
static DEFAULT: LazyLock<Config> = LazyLock::new(Config::default);

/// The config file of this process, once it is read.
static PATH: OnceLock<PathBuf> = OnceLock::new();

/// The values of the config file. Flags override them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Config {
    threads: Whole<256>,
    theme: ThemeName,
    values: PieceValues,
    #[cfg(feature = "server")]
    limits: Limits,
    /// Ignored. Read so that one file serves builds with and without the server.
    #[cfg(not(feature = "server"))]
    #[serde(rename = "limits", skip_serializing)]
    _limits: toml::Table,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    engines: BTreeMap<String, Engine>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct PieceValues {
    pawn: Whole<1_000_000>,
    knight: Whole<1_000_000>,
    bishop: Whole<1_000_000>,
    rook: Whole<1_000_000>,
    queen: Whole<1_000_000>,
}

impl Default for PieceValues {
    fn default() -> Self {
        let value = |value: i32| Whole(value as u32);
        Self {
            pawn: value(VALUES.pawn),
            knight: value(VALUES.knight),
            bishop: value(VALUES.bishop),
            rook: value(VALUES.rook),
            queen: value(VALUES.queen),
        }
    }
}

impl Config {
    /// Returns the number of threads; `None` means one per core.
    pub(crate) fn threads(&self) -> Option<usize> {
        Some(self.threads.0 as usize).filter(|&threads| threads > 0)
    }

    pub(crate) fn theme(&self) -> ThemeName {
        self.theme
    }

    pub(crate) fn values(&self) -> Values {
        let PieceValues { pawn, knight, bishop, rook, queen } = self.values;
        let [pawn, knight, bishop, rook, queen] =
            [pawn, knight, bishop, rook, queen].map(|value| value.0 as i32);
        Values { pawn, knight, bishop, rook, queen, king: VALUES.king }
    }

    /// Returns the limits of the server.
    #[cfg(feature = "server")]
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// Returns the engine with this name.
    pub(crate) fn engine(&self, name: &str) -> Option<EngineConfig> {
        Some(self.engines.get(name)?.to_config())
    }

    /// Returns the names of the engines.
    pub(crate) fn engine_names(&self) -> impl Iterator<Item = &str> {
        self.engines.keys().map(String::as_str)
    }
}

/// Returns the config; the defaults until it is loaded.
pub(crate) fn get() -> &'static Config {
    CONFIG.get().unwrap_or(&DEFAULT)
}

/// Makes `config` the config of this process. Only the first call has an effect.
pub(crate) fn set(config: Config) {
    let _ = CONFIG.set(config);
}

/// Returns the config file that was read.
pub(crate) fn path() -> Option<&'static Path> {
    PATH.get().map(PathBuf::as_path)
}

/// The place of the config file.
pub(crate) struct ConfigFile {
    /// `None` without a home folder, or if the variable is empty.
    pub(crate) path: Option<PathBuf>,
    /// Whether the user named the file, so that it must exist.
    is_named: bool,
}

impl ConfigFile {
    /// Finds the file: that of `--config`, else that of the environment, else the default.
    pub(crate) fn find(flag: Option<&PathBuf>) -> Self {
        let variable = || std::env::var_os(VARIABLE).map(PathBuf::from);
        match flag.cloned().or_else(variable) {
            Some(path) if path.as_os_str().is_empty() => Self { path: None, is_named: false },
            Some(path) => Self { path: Some(path), is_named: true },
            None => Self { path: folders::config_file(), is_named: false },
        }
    }

    /// Reads the file; a default file may be missing.
    pub(crate) fn read(&self) -> anyhow::Result<Config> {
        let Some(path) = &self.path else {
            return Ok(Config::default());
        };
        match std::fs::read_to_string(path) {
            Ok(text) => {
                let _ = PATH.set(path.clone());
                read::parse(&text, path)
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && !self.is_named => {
                Ok(Config::default())
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => bail!(
                "there is no config file {}; create it with `pinsight --config {} config --init`",
                path.display(),
                path.display()
            ),
            Err(error) => {
                Err(error).with_context(|| format!("cannot read the config file {}", path.display()))
            }
        }
    }
}
