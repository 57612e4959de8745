//! Replays games.

use memchr::memchr2;
use pinsight_rules::Position;

use super::replay_loop::{Outer, ReplayLoop};
use super::sink::{PlayedMove, Sink};
use crate::diagnostic::{Diagnostic, Fault, FaultList, Verdict};
use crate::lex::{Span, TagNames};
use crate::result::GameResult;
use crate::split::RawGame;

/// The outcome of replaying a game.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The number of legal plies of the mainline, null moves included.
    pub plies: usize,
    /// The number of legal moves, variations included.
    pub moves: u64,
    /// The start position; `None` if it is illegal.
    pub start: Option<Position>,
    /// The position after the last legal move of the mainline; `None` if the start is illegal.
    pub last: Option<Position>,
    /// The result.
    pub result: GameResult,
    /// The faults, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Replayed {
    /// Returns the verdict that the diagnostics give.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(&self.diagnostics)
    }
}

/// Replays games from their bytes. Keep one per thread: its buffers are reused, and a game without faults allocates
/// nothing.
///
/// ```
/// use pinsight_pgn::{Replayer, Verdict, split};
/// let mut replayer = Replayer::new();
/// for raw in split(&"example".into(), b"1. e4 e5 2. Nf3 (2. f4) Nc6 1/2-1/2") {
///     let game = replayer.replay(&raw);
///     assert_eq!((game.plies, game.moves, game.verdict()), (4, 5, Verdict::Good));
/// }
/// ```
#[derive(Debug, Default)]
pub struct Replayer {
    pub(super) faults: FaultList,
    pub(super) names: TagNames,
    pub(super) outer: Vec<Outer>,
    /// Comments before the first move of a variation.
    pub(super) pending: Vec<Span>,
    /// The current position and the one before the last move.
    pub(super) positions: [Position; 2],
}

impl Replayer {
    /// Creates a replayer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Replays a game, variations included.
    pub fn replay(&mut self, raw: &RawGame<'_>) -> Replayed {
        struct Ignore;
        impl Sink for Ignore {}
        self.run(raw, &mut Ignore)
    }

    /// Replays a game and calls `each` with every move of the mainline.
    #[inline]
    pub fn replay_with(&mut self, raw: &RawGame<'_>, each: impl FnMut(PlayedMove<'_>)) -> Replayed {
        struct Mainline<F>(F);
        impl<F: FnMut(PlayedMove<'_>)> Sink for Mainline<F> {
            #[inline(always)]
            fn played(&mut self, played: PlayedMove<'_>) {
                if played.depth == 0 {
                    (self.0)(played);
                }
            }
        }
        self.run(raw, &mut Mainline(each))
    }

    /// Replays a game and passes its events to a sink.
    #[inline]
    pub fn run<S: Sink>(&mut self, raw: &RawGame<'_>, sink: &mut S) -> Replayed {
        self.faults.clear();
        self.names.clear();
        self.outer.clear();
        self.pending.clear();
        if raw.oversized {
            return self.oversized(raw, sink);
        }
        ReplayLoop::new(self, raw, sink).run()
    }

    /// Lists the faults `skip..skip + max` of a game, in the order in which they are found, each with its place. For
    /// games with [more](Fault::More) faults than [`Replayed::diagnostics`] keeps.
    pub fn list_faults(raw: &RawGame<'_>, skip: u64, max: usize) -> Vec<Diagnostic> {
        let mut replayer = Self { faults: FaultList::window(skip, max), ..Self::default() };
        let mut diagnostics = replayer.replay(raw).diagnostics;
        diagnostics.retain(|found| !matches!(found.fault, Fault::More { .. }));
        diagnostics
    }

    #[cold]
    fn oversized<S: Sink>(&mut self, raw: &RawGame<'_>, sink: &mut S) -> Replayed {
        let length = raw.span.end - raw.span.start;
        let first_line = memchr2(b'\n', b'\r', raw.bytes).unwrap_or(raw.bytes.len());
        self.faults.push(Fault::Oversized { length }, 0..first_line, 0);
        let result = GameResult::Unfinished;
        sink.end(result);
        let diagnostics = self.faults.diagnose(&raw.origin());
        Replayed { plies: 0, moves: 0, start: None, last: None, result, diagnostics }
    }
}
