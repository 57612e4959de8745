//! Time management.

use std::time::{Duration, Instant};

use pinsight_rules::Color;

use super::ponder::PonderHit;
use crate::limit::{Clock, Limit};

/// The time budget of one move.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    start: Instant,
    /// No new depth starts after this time.
    soft: Option<Duration>,
    /// The search stops at this time.
    hard: Option<Duration>,
    /// While pondering, the limits count from the ponder hit.
    ponder: Option<PonderHit>,
}

/// Expected number of remaining moves; also the most that a time control counts for.
const MOVES_AHEAD: u32 = 28;

impl Budget {
    /// Starts the budget. `overhead` is time reserved for communication.
    pub(super) fn new(limit: &Limit, turn: Color, overhead: Duration) -> Self {
        let start = Instant::now();
        let (soft, hard) = match limit.clock {
            Some(clock) => {
                let (soft, hard) = allocate(&clock, turn, overhead);
                (Some(soft), Some(hard))
            }
            None => (None, None),
        };
        let hard = match (hard, limit.time) {
            (Some(hard), Some(time)) => Some(hard.min(time)),
            (hard, time) => hard.or(time),
        };
        Self { start, soft, hard, ponder: None }
    }

    /// Makes the limits count from the ponder hit, if there is one to wait for.
    pub(super) fn pondering(self, ponder: Option<PonderHit>) -> Self {
        Self { ponder, ..self }
    }

    /// The time on the own clock; `None` while pondering.
    fn used(&self) -> Option<Duration> {
        self.ponder.as_ref().map_or_else(|| Some(self.elapsed()), PonderHit::elapsed)
    }

    /// The time since the start of the search.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    pub(super) fn is_hard_limit_reached(&self) -> bool {
        self.hard.is_some_and(|hard| self.used().is_some_and(|used| used >= hard))
    }

    /// Whether to start no new depth. The soft limit shrinks with the number of depths that kept the same best move.
    pub(super) fn is_soft_limit_reached(&self, stable_depths: u32) -> bool {
        let percent = match stable_depths {
            0 => 140,
            1 => 115,
            2 => 100,
            3 => 85,
            _ => 70,
        };
        let is_reached =
            |soft: Duration| self.used().is_some_and(|used| used >= soft.saturating_mul(percent) / 100);
        self.soft.is_some_and(is_reached)
    }

    /// Whether a clock runs, so that a forced move is played at once.
    pub(super) fn has_clock(&self) -> bool {
        self.soft.is_some()
    }
}

/// The soft and the hard limit of a move.
fn allocate(clock: &Clock, turn: Color, overhead: Duration) -> (Duration, Duration) {
    let left = clock.left[turn].saturating_sub(overhead);
    let moves = clock.moves_to_go.unwrap_or(MOVES_AHEAD).clamp(1, MOVES_AHEAD);
    let fair = (left / moves).saturating_add(clock.increment[turn] / 4 * 3);
    // Always keep some time for the next move and for delays.
    let max = if moves == 1 { left / 10 * 8 } else { left / 3 };
    let hard = fair.saturating_mul(3).min(max).max(Duration::from_millis(1));
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
    fn no_move_exceeds_the_time_left() {
        for left in [0, 1, 5, 20, 100, 1_000, 60_000] {
            for increment in [0, 10, 1_000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let clock = clock(left, increment, moves);
                    let (soft, hard) = allocate(&clock, Color::White, Duration::from_millis(10));
                    assert!(soft <= hard);
                    assert!(hard <= clock.left.white.max(Duration::from_millis(1)), "{clock:?}: {hard:?}");
                }
            }
        }
    }

    #[test]
    fn the_longest_times_do_not_overflow() {
        let same = ByColor { white: Duration::MAX, black: Duration::MAX };
        for moves_to_go in [None, Some(1), Some(40)] {
            let clock = Clock { left: same, increment: same, moves_to_go };
            let budget = Budget::new(&Limit::clock(clock), Color::White, Duration::ZERO);
            assert!(!budget.is_hard_limit_reached() && !budget.is_soft_limit_reached(0), "{moves_to_go:?}");
        }
        let budget = Budget::new(&Limit::time(Duration::MAX), Color::White, Duration::ZERO);
        assert!(!budget.is_hard_limit_reached());
    }

    #[test]
    fn limits_count_from_the_ponder_hit() {
        let hit = PonderHit::default();
        let budget = Budget::new(&Limit::time(Duration::ZERO), Color::White, Duration::ZERO);
        assert!(budget.is_hard_limit_reached());
        let budget = budget.pondering(Some(hit.clone()));
        assert!(!budget.is_hard_limit_reached(), "no limit while pondering");
        hit.hit();
        assert!(budget.is_hard_limit_reached());
        let budget = Budget::new(&Limit::time(Duration::from_secs(3_600)), Color::White, Duration::ZERO);
        assert!(!budget.pondering(Some(hit)).is_hard_limit_reached());
    }

    #[test]
    fn time_is_divided_by_the_moves_to_go() {
        let (soft, _) = allocate(&clock(60_000, 0, None), Color::Black, Duration::ZERO);
        assert!((1_000..4_000).contains(&soft.as_millis()), "{soft:?}");
        let (soft, _) = allocate(&clock(60_000, 0, Some(2)), Color::Black, Duration::ZERO);
        assert!(soft.as_millis() >= 15_000, "{soft:?}");
    }
}
