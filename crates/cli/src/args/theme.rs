//! The colours of pictures.

use clap::ValueEnum;
use pinsight_drawing::Theme;
use serde::{Deserialize, Serialize};

/// The colours of a picture.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ThemeName {
    /// For light pages
    #[default]
    Light,
    /// For dark pages
    Dark,
    /// Shades of grey, for paper
    Print,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Light => Self::LIGHT,
            ThemeName::Dark => Self::DARK,
            ThemeName::Print => Self::PRINT,
        }
    }
}
