//! The first pin of a game that matches a pattern.

use datafusion::arrow::datatypes::DataType;
use datafusion::common::Result;
use pinsight_moves::MovesReader;
use pinsight_rules::{Color, Position, VALUES, material_balance};
use pinsight_tactics::{PinFilter, PinLedger, PinOptions, PinStatus, standing};

use super::function::{ChessFunction, MovesColumn};
use super::search::{GameSearch, found, pattern_function, plies};

/// The number of plies after the end of a pin at which its loss is counted: a recapture and the reply to it.
const SETTLED: usize = 2;

/// `has_pin(moves, pattern, option, ...)`: whether a matching pin arises in the game or exists at its start.
pub(super) fn has_pin() -> ChessFunction {
    pattern_function("has_pin", DataType::Boolean, |arguments| found(arguments, PinSearch::read))
}

/// `pin_ply(moves, pattern, option, ...)`: the ply at which such a pin first arises; 0 if it exists at the start.
pub(super) fn pin_ply() -> ChessFunction {
    pattern_function("pin_ply", DataType::Int32, |arguments| plies(arguments, PinSearch::read))
}

struct PinSearch {
    filter: PinFilter,
    /// Finds the end of a pin, which has another cause.
    ends: PinFilter,
    /// The least loss of the pinned side.
    loss: Option<i32>,
    options: PinOptions,
    ledger: PinLedger,
}

/// A pin whose loss is not known yet.
struct OpenPin {
    ply: usize,
    pinned: Color,
    /// The material balance of the pinned side when the pin arose.
    balance: i32,
    /// The ply at which the loss is counted, once the pin has ended.
    due: Option<usize>,
}

impl GameSearch for PinSearch {
    fn first_ply(&mut self, moves: &MovesColumn, mut reader: MovesReader<'_>) -> Result<Option<usize>> {
        let start = *reader.start();
        self.ledger.restart(&start);
        if let Some(least) = self.loss {
            return self.first_loss(moves, reader, least);
        }
        if self.exists_in(&start) {
            return Ok(Some(0));
        }
        while let Some(played) = moves.next(&mut reader)? {
            let Some(mv) = played else { continue };
            let change = self.ledger.follow(reader.before(), mv, reader.after());
            if change.new_pins().any(|pin| self.filter.matches(&pin, reader.before().turn())) {
                return Ok(Some(reader.ply()));
            }
        }
        Ok(None)
    }
}

impl PinSearch {
    fn read(texts: &[&str]) -> Result<Self, String> {
        let [pattern, texts @ ..] = texts else {
            return Err("expected a pattern".to_owned());
        };
        let mut filter = PinFilter::from_pattern(pattern).map_err(|error| error.to_string())?;
        let ends = PinFilter { statuses: vec![PinStatus::Released], ..filter.clone() };
        let mut loss = None;
        for text in texts {
            match text.split_once('=').filter(|(name, _)| name.trim().eq_ignore_ascii_case("loss")) {
                Some((_, value)) => {
                    let least = value.trim().parse().ok().filter(|least| *least > 0);
                    loss = Some(
                        least.ok_or_else(|| format!("found `{text}`; expected a loss such as loss = 3"))?,
                    );
                }
                None => filter.set_option(text).map_err(|error| error.to_string())?,
            }
        }
        let ends = PinFilter { kinds: filter.kinds.clone(), ..ends };
        let options = PinOptions { all: filter.wants_all_lines(), ..PinOptions::default() };
        let ledger = PinLedger::with_options(&Position::default(), options);
        Ok(Self { filter, ends, loss, options, ledger })
    }

    /// Returns whether a matching pin exists at the start; there is none in the standard position.
    fn exists_in(&self, start: &Position) -> bool {
        *start != Position::default()
            && standing(start, &self.options).iter().any(|pin| self.filter.matches(pin, start.turn()))
    }

    /// Returns the ply at which the first matching pin arises that costs the pinned side at least this much: its material
    /// balance falls by that from the move that creates the pin until [`SETTLED`] plies after its end.
    fn first_loss(
        &mut self,
        moves: &MovesColumn,
        mut reader: MovesReader<'_>,
        least: i32,
    ) -> Result<Option<usize>> {
        let mut open: Vec<OpenPin> = Vec::new();
        let mut first: Option<usize> = None;
        let mut count = |pin: &OpenPin, position: &Position| {
            if pin.balance - material_balance(position.board(), pin.pinned, &VALUES) >= least {
                first = Some(first.map_or(pin.ply, |first| first.min(pin.ply)));
            }
        };
        while let Some(played) = moves.next(&mut reader)? {
            let (ply, side, after) = (reader.ply(), reader.before().turn(), reader.after());
            if let Some(mv) = played {
                let change = self.ledger.follow(reader.before(), mv, after);
                for ended in change.released_pins().filter(|pin| self.ends.matches(pin, side)) {
                    let same =
                        |pin: &&mut OpenPin| pin.due.is_none() && pin.pinned == ended.pinned.piece.color;
                    if let Some(pin) = open.iter_mut().find(same) {
                        pin.due = Some(ply + SETTLED);
                    }
                }
                for new in change.new_pins().filter(|pin| self.filter.matches(pin, side)) {
                    let pinned = new.pinned.piece.color;
                    let balance = material_balance(after.board(), pinned, &VALUES);
                    open.push(OpenPin { ply, pinned, balance, due: None });
                }
            }
            open.retain(|pin| {
                let is_due = pin.due.is_some_and(|due| due <= ply);
                if is_due {
                    count(pin, after);
                }
                !is_due
            });
        }
        open.iter().for_each(|pin| count(pin, reader.after()));
        Ok(first)
    }
}
