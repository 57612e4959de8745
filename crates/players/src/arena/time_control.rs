//! Time controls.

use core::fmt;
use core::str::FromStr;
use std::time::Duration;

use pinsight_rules::{ByColor, Color};
use thiserror::Error;

use crate::limit::{Clock, Limit};

/// The time control of a match.
///
/// ```
/// use pinsight_players::TimeControl;
/// let control: TimeControl = "5+0.05".parse()?;
/// assert_eq!(control.to_string(), "5+0.05");
/// assert!("40/60".parse::<TimeControl>().is_ok() && "soon".parse::<TimeControl>().is_err());
/// # Ok::<(), pinsight_players::TimeControlError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// A limit for each move.
    Move(Limit),
    /// A chess clock.
    Clock {
        /// The time at the start, added again after every `moves` moves.
        base: Duration,
        /// The time added after each move.
        increment: Duration,
        /// The moves per period; `None` if `base` is for the whole game.
        moves: Option<u32>,
    },
}

/// A text that is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "`{found}` is not a time control; expected seconds, as in 5+0.05, 60 or 40/60+0.5 (40 moves in 60 s)"
)]
pub struct TimeControlError {
    /// The text found.
    pub found: String,
}

impl TimeControl {
    /// The clocks at the start of a game; `None` without clocks.
    pub(super) fn start(&self) -> Option<ByColor<Duration>> {
        match self {
            Self::Move(_) => None,
            Self::Clock { base, .. } => Some(ByColor { white: *base, black: *base }),
        }
    }

    /// The limit for the next move of a side that has made `made` moves.
    pub(super) fn limit(&self, left: Option<ByColor<Duration>>, made: u32) -> Limit {
        match (self, left) {
            (Self::Clock { increment, moves, .. }, Some(left)) => Limit::clock(Clock {
                left,
                increment: ByColor { white: *increment, black: *increment },
                moves_to_go: moves.map(|moves| moves - made % moves),
            }),
            (Self::Move(limit), _) => limit.clone(),
            (Self::Clock { .. }, None) => Limit::default(),
        }
    }

    /// The clocks after a move of `color`; `None` if it exceeded its time by more than `margin`.
    pub(super) fn after(
        &self,
        left: Option<ByColor<Duration>>,
        color: Color,
        made: u32,
        used: Duration,
        margin: Duration,
    ) -> Option<Option<ByColor<Duration>>> {
        match (self, left) {
            (Self::Clock { base, increment, moves }, Some(mut left)) => {
                if used > left[color].saturating_add(margin) {
                    return None;
                }
                let again =
                    moves.filter(|moves| made.is_multiple_of(*moves)).map_or(Duration::ZERO, |_| *base);
                left[color] =
                    left[color].saturating_sub(used).saturating_add(*increment).saturating_add(again);
                Some(Some(left))
            }
            (Self::Move(limit), left) => {
                let too_long = limit.time.is_some_and(|time| used > time.saturating_add(margin));
                (!too_long).then_some(left)
            }
            (Self::Clock { .. }, None) => Some(None),
        }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let error = || TimeControlError { found: text.chars().take(40).collect() };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves = moves.parse::<u32>().ok().filter(|&moves| moves > 0);
                (Some(moves.ok_or_else(error)?), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let seconds = |text: &str| {
            let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds))?;
            Some(Duration::from_secs_f64(seconds))
        };
        let base = seconds(base).filter(|base| !base.is_zero()).ok_or_else(error)?;
        let increment = seconds(increment).ok_or_else(error)?;
        Ok(Self::Clock { base, increment, moves })
    }
}

impl fmt::Display for TimeControl {
    /// Like the PGN tag `TimeControl`, with fractions of seconds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock { base, increment, moves } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", base.as_secs_f64())?;
                if !increment.is_zero() {
                    write!(f, "+{}", increment.as_secs_f64())?;
                }
                Ok(())
            }
            Self::Move(limit) => {
                let parts = [
                    limit.time.map(|time| format!("{} s/move", time.as_secs_f64())),
                    limit.depth.map(|depth| format!("depth {depth}")),
                    limit.nodes.map(|nodes| format!("{nodes} nodes/move")),
                ];
                f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn parses_and_formats() {
        for text in ["5+0.05", "60", "40/60+0.5", "0.5+0.01"] {
            assert_eq!(text.parse::<TimeControl>().expect(text).to_string(), text);
        }
        for text in ["", "x", "5+", "+1", "0/5", "-5", "0", "nan", "1e9", "5+x"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_longest_times_do_not_overflow() {
        let control = TimeControl::Move(Limit::time(Duration::MAX));
        assert_eq!(control.after(None, Color::White, 1, SECOND, SECOND), Some(None));
        let control = TimeControl::Clock { base: Duration::MAX, increment: SECOND, moves: Some(1) };
        let left = control.after(control.start(), Color::White, 1, Duration::ZERO, SECOND).expect("in time");
        assert_eq!(left.map(|left| left.white), Some(Duration::MAX));
    }

    #[test]
    fn clocks_count_down_and_get_increments_and_periods() {
        let control: TimeControl = "2/10+1".parse().expect("a control");
        let left = control.start();
        let left = control.after(left, Color::White, 1, 4 * SECOND, Duration::ZERO).expect("in time");
        assert_eq!(left.map(|left| left.white), Some(7 * SECOND));
        assert_eq!(control.limit(left, 1).clock.and_then(|clock| clock.moves_to_go), Some(1));
        let left = control.after(left, Color::White, 2, 2 * SECOND, Duration::ZERO).expect("in time");
        assert_eq!(left.map(|left| left.white), Some(16 * SECOND));
        assert_eq!(left.map(|left| left.black), Some(10 * SECOND));
        assert_eq!(control.after(left, Color::Black, 1, 11 * SECOND, Duration::ZERO), None);
        assert!(control.after(left, Color::Black, 1, 11 * SECOND, SECOND).is_some(), "within the margin");
    }
}
