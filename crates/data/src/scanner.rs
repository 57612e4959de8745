//! Finds the pin events of games.

use pinsight_pgn::{PlayedMove, RawGame, Replayed, Replayer};
use pinsight_rules::{EnPassantMode, Position};
use pinsight_tactics::{Pin, PinLedger, PinOptions, PinStatus};

use crate::filter::PinFilter;
use crate::head::GameHead;

/// A pin event of a game.
#[derive(Clone, Copy, Debug)]
pub struct PinEvent<'a> {
    /// The game.
    pub game: &'a GameHead,
    /// The ply of the move, from 1.
    pub ply: usize,
    /// The position before the move.
    pub before: &'a Position,
    /// The move in SAN.
    pub san: &'a str,
    /// The position before the move as a FEN.
    pub fen: &'a str,
    /// The pin.
    pub pin: &'a Pin,
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
        let mut head: Option<GameHead> = None;
        replayer.replay_with(raw, |played| {
            let PlayedMove { ply, before, played, after, .. } = played;
            let change = ledger.follow(before, played, after);
            let side = before.turn();
            let mut texts: Option<(String, String)> = None;
            let mut take_selected = |pin: Pin| {
                if !filter.matches(&pin, side) {
                    return;
                }
                let head = head.get_or_insert_with(|| GameHead::read(raw));
                let (san, fen) = texts.get_or_insert_with(|| {
                    (before.san_before(played, after), before.fen(EnPassantMode::Fen))
                });
                take(&PinEvent { game: head, ply: ply as usize, before, san, fen, pin: &pin });
            };
            change.new_pins().for_each(&mut take_selected);
            if wants_kept {
                change.kept_pins().for_each(&mut take_selected);
            }
            change.released_pins().for_each(&mut take_selected);
        })
    }
}
