//! The thinking time of engines.

use std::time::Duration;

use clap::Args;
use pinsight_players::Limit;

use super::number::number;

/// The limits of one search.
#[derive(Args, Debug)]
pub(crate) struct ThinkingArgs {
    /// Limit the time per move, such as 500ms or 2s
    #[arg(long, value_name = "TIME", value_parser = duration)]
    movetime: Option<Duration>,

    /// Limit the search depth per move, in plies
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..))]
    depth: Option<u32>,

    /// Limit the nodes per move
    #[arg(long, value_name = "N", value_parser = nodes())]
    nodes: Option<u64>,
}

impl ThinkingArgs {
    /// Returns the limits, or `default_time` per move if none is given.
    pub(crate) fn limit(&self, default_time: Duration) -> Limit {
        let Self { movetime, depth, nodes } = *self;
        let mut limit = Limit { time: movetime, depth, nodes, ..Limit::default() };
        if limit.is_infinite() {
            limit.time = Some(default_time);
        }
        limit
    }
}

/// Returns the parser of a number of nodes.
pub(crate) fn nodes() -> impl Fn(&str) -> Result<u64, String> + Clone {
    number::<u64>(1..)
}

/// Parses a time with its unit: `100ms`, `2s`, `1.5s`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let error = || "expected a time such as 100ms or 2s".to_owned();
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s').ok_or_else(error)?, 1.0),
    };
    let seconds = number.trim().parse::<f64>().map_err(|_| error())? * unit;
    if (0.0..=86_400.0).contains(&seconds) { Ok(Duration::from_secs_f64(seconds)) } else { Err(error()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_needs_a_unit() {
        assert_eq!(duration("100ms"), Ok(Duration::from_millis(100)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1_500)));
        for wrong in ["", "100", "ms", "s", "-1s", "1e9s", "nans", "1m"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
