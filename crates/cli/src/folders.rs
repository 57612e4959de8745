//! The folders of the user.

use std::path::PathBuf;

use directories::BaseDirs;

/// Returns the home folder.
pub(crate) fn home() -> Option<PathBuf> {
    Some(BaseDirs::new()?.home_dir().to_owned())
}

/// Returns the config file; `None` without a home folder.
pub(crate) fn config_file() -> Option<PathBuf> {
    Some(BaseDirs::new()?.config_dir().join("pinsight").join("config.toml"))
}

/// Returns the data folder of the program; `None` without a home folder.
#[cfg(any(feature = "server", feature = "sql"))]
pub(crate) fn data_folder() -> Option<PathBuf> {
    Some(BaseDirs::new()?.data_local_dir().join("pinsight"))
}
