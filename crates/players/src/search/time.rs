//! How much of the clock one move may use.

use std::time::{Duration, Instant};

use pinsight_rules::Color;

use crate::{Clock, Limit};

/// When to end one move's thinking.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    start: Instant,
    /// No new depth is begun after that.
    soft: Option<Duration>,
    /// Everything ends at that.
    hard: Option<Duration>,
}

/// Moves that are expected to come, if nobody says how many.
const MOVES_AHEAD: u32 = 28;

impl Budget {
    /// `overhead` is what may get lost between the players.
    pub(super) fn new(limit: &Limit, turn: Color, overhead: Duration) -> Self {
        let start = Instant::now();
        let (soft, hard) = match limit.clock {
            Some(clock) => {
                let (soft, hard) = share(&clock, turn, overhead);
                (Some(soft), Some(hard))
            }
            None => (None, None),
        };
        let hard = match (hard, limit.time) {
            (Some(hard), Some(time)) => Some(hard.min(time)),
            (hard, time) => hard.or(time),
        };
        Self { start, soft, hard }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether time is up.
    pub(super) fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another depth would not be worth beginning. An opinion that changed lately deserves more time than one
    /// that has long stood.
    pub(super) fn is_enough(&self, stable_depths: u32) -> bool {
        let percent = match stable_depths {
            0 => 140,
            1 => 115,
            2 => 100,
            3 => 85,
            _ => 70,
        };
        self.soft.is_some_and(|soft| self.elapsed() >= soft * percent / 100)
    }

    /// Whether the clock runs, so that a forced move should be played at once.
    pub(super) fn is_clock(&self) -> bool {
        self.soft.is_some()
    }
}

/// What a move should use of the clock, and what it may use at most.
fn share(clock: &Clock, turn: Color, overhead: Duration) -> (Duration, Duration) {
    let left = clock.left[turn].saturating_sub(overhead);
    let moves = clock.moves_to_go.unwrap_or(MOVES_AHEAD).clamp(1, MOVES_AHEAD);
    let fair = left / moves + clock.increment[turn] * 3 / 4;
    // Some time stays in any case: for the next move, or for what gets lost on the way.
    let most = if moves == 1 { left * 8 / 10 } else { left / 3 };
    let hard = (fair * 3).min(most).max(Duration::from_millis(1));
    (fair.min(hard), hard)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinsight_rules::ByColor;

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        let same = |ms| ByColor { white: Duration::from_millis(ms), black: Duration::from_millis(ms) };
        Clock { left: same(left), increment: same(increment), moves_to_go }
    }

    #[test]
    fn no_move_uses_more_than_there_is() {
        for left in [0, 1, 5, 20, 100, 1_000, 60_000] {
            for increment in [0, 10, 1_000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let clock = clock(left, increment, moves);
                    let (soft, hard) = share(&clock, Color::White, Duration::from_millis(10));
                    assert!(soft <= hard);
                    assert!(hard <= clock.left.white.max(Duration::from_millis(1)), "{clock:?}: {hard:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_game_gets_its_share() {
        let (soft, _) = share(&clock(60_000, 0, None), Color::Black, Duration::ZERO);
        assert!((1_000..4_000).contains(&soft.as_millis()), "{soft:?}");
        let (soft, _) = share(&clock(60_000, 0, Some(2)), Color::Black, Duration::ZERO);
        assert!(soft.as_millis() >= 15_000, "{soft:?}");
    }
}
