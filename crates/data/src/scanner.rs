//! Finds the pin events of games.

use std::cell::OnceCell;
use std::sync::Arc;

use pinsight_pgn::{PlayedMove, RawGame, Replayed, Replayer};
use pinsight_rules::{EnPassantMode, Move, Position};
use pinsight_tactics::{Pin, PinFilter, PinLedger, PinOptions, PinStatus};

use crate::head::GameHead;

/// A pin event of a game. Texts and tags are computed when they are first used.
#[derive(Clone, Copy, Debug)]
pub struct PinEvent<'a> {
    /// The ply of the move, from 1.
    pub ply: usize,
    /// The position before the move.
    pub before: &'a Position,
    /// The pin.
    pub pin: &'a Pin,
    played: Move,
    after: &'a Position,
    raw: &'a RawGame<'a>,
    game: &'a OnceCell<Arc<GameHead>>,
    texts: &'a MoveTexts,
}

/// The texts of a move, which its events share.
#[derive(Debug, Default)]
struct MoveTexts {
    san: OnceCell<String>,
    fen: OnceCell<String>,
}

impl<'a> PinEvent<'a> {
    /// Returns the game.
    pub fn game(&self) -> &'a Arc<GameHead> {
        self.game.get_or_init(|| Arc::new(GameHead::read(self.raw)))
    }

    /// Returns the move in SAN.
    pub fn san(&self) -> &'a str {
        self.texts.san.get_or_init(|| self.before.san_before(self.played, self.after))
    }

    /// Returns the position before the move as a FEN.
    pub fn fen(&self) -> &'a str {
        self.texts.fen.get_or_init(|| self.before.fen(EnPassantMode::Fen))
    }
}

/// Finds the pin events of games; keep one per thread and reuse it.
///
/// Allocates only for moves with events that the filter selects.
#[derive(Debug)]
pub struct PinScanner {
    filter: PinFilter,
    replayer: Replayer,
    ledger: PinLedger,
}

impl PinScanner {
    /// Scans for the events that `filter` selects. Of `options`, only the piece values count.
    pub fn new(filter: PinFilter, options: PinOptions) -> Self {
        let options = PinOptions { all: filter.wants_all_lines(), ..options };
        let ledger = PinLedger::with_options(&Position::default(), options);
        Self { filter, replayer: Replayer::new(), ledger }
    }

    /// Replays a game and passes its events to `take`: by move, and for each move new pins, then kept, then released.
    pub fn scan(&mut self, raw: &RawGame<'_>, mut take: impl FnMut(&PinEvent<'_>)) -> Replayed {
        let Self { filter, replayer, ledger } = self;
        let wants_kept = filter.statuses.contains(&PinStatus::Kept);
        let game = OnceCell::new();
        replayer.replay_with(raw, |played| {
            let PlayedMove { ply, before, played, after, .. } = played;
            let change = ledger.follow(before, played, after);
            let side = before.turn();
            let texts = MoveTexts::default();
            let mut take_selected = |pin: Pin| {
                if filter.matches(&pin, side) {
                    let (ply, game, texts) = (ply as usize, &game, &texts);
                    take(&PinEvent { ply, before, pin: &pin, played, after, raw, game, texts });
                }
            };
            change.new_pins().for_each(&mut take_selected);
            if wants_kept {
                change.kept_pins().for_each(&mut take_selected);
            }
            change.released_pins().for_each(&mut take_selected);
        })
    }
}
