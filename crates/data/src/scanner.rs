//! From the bytes of a game to its rows.

use pinsight_pgn::{PlayedMove, RawGame, Replayed, Replayer};
use pinsight_rules::{EnPassantMode, Position};
use pinsight_tactics::{Pin, PinLedger, PinOptions, PinStatus};

use crate::filter::PinFilter;
use crate::head::GameHead;
use crate::row::PinRow;

/// Finds the pin events of games; keep one per thread and use it again and again.
///
/// Nothing is built or allocated per move but for the rows that are told.
#[derive(Debug)]
pub struct PinScanner {
    filter: PinFilter,
    replayer: Replayer,
    ledger: PinLedger,
}

impl PinScanner {
    /// A scanner for some events. The options say what pieces are worth; which kinds are told, the filter says.
    pub fn new(filter: PinFilter, options: PinOptions) -> Self {
        let options = PinOptions { all: filter.wants_all_lines(), ..options };
        let ledger = PinLedger::with_options(&Position::default(), options);
        Self { filter, replayer: Replayer::new(), ledger }
    }

    /// Plays a game out and tells its rows: by move, and of each move the new pins, then the kept, then the released.
    pub fn scan(&mut self, raw: &RawGame<'_>, mut tell: impl FnMut(&PinRow<'_>)) -> Replayed {
        let Self { filter, replayer, ledger } = self;
        let wants_kept = filter.statuses.contains(&PinStatus::Kept);
        let mut head: Option<GameHead> = None;
        replayer.replay_with(raw, |played| {
            let PlayedMove { ply, before, played, after, .. } = played;
            let change = ledger.follow(before, played, after);
            let side = before.turn();
            let mut texts: Option<(String, String)> = None;
            let mut tell_wanted = |pin: Pin| {
                if !filter.matches(&pin, side) {
                    return;
                }
                let head = head.get_or_insert_with(|| GameHead::read(raw));
                let (san, fen) = texts.get_or_insert_with(|| {
                    (before.san_before(played, after), before.fen(EnPassantMode::Fen))
                });
                tell(&PinRow::new(head, ply as usize, before, san, fen, &pin));
            };
            change.new_pins().for_each(&mut tell_wanted);
            if wants_kept {
                change.kept_pins().for_each(&mut tell_wanted);
            }
            change.released_pins().for_each(&mut tell_wanted);
        })
    }
}
