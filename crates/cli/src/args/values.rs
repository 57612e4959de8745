//! Piece values.

use clap::Args;
use pinsight_rules::Values;
use pinsight_tactics::parse_values;

use crate::config;

/// The piece values by which pins are judged.
#[derive(Args, Debug)]
pub(crate) struct ValuesArgs {
    /// Set piece values; omitted pieces default to p=1,n=3,b=3,r=5,q=9; default: those of the config file
    #[arg(long, value_parser = parse_values)]
    values: Option<Values>,
}

impl ValuesArgs {
    pub(crate) fn get(&self) -> Values {
        self.values.unwrap_or_else(|| config::get().values())
    }
}
