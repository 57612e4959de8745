//! The first pin of a game that matches a pattern.

use std::sync::Arc;

use datafusion::arrow::array::{Array, BooleanArray, Int32Array, StringViewArray};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, exec_err};
use pinsight_rules::Position;
use pinsight_tactics::{PinLedger, PinOptions, standing};

use super::function::{Arguments, ChessFunction, Takes};
use pinsight_data::{FilterError, PinFilter};

/// `has_pin(moves, pattern, option, ...)`: whether a matching pin arises in the game or exists at its start.
pub(super) fn has_pin() -> ChessFunction {
    let takes = &[Takes::Moves, Takes::Text("pattern")];
    ChessFunction::new("has_pin", takes, DataType::Boolean, |arguments| {
        let plies = first_plies(arguments)?.into_iter();
        Ok(Arc::new(plies.map(|found| found.map(|ply| ply.is_some())).collect::<BooleanArray>()))
    })
    .and_more(Takes::Text("option"))
}

/// `pin_ply(moves, pattern, option, ...)`: the ply at which such a pin first arises; 0 if it exists at the start.
pub(super) fn pin_ply() -> ChessFunction {
    let takes = &[Takes::Moves, Takes::Text("pattern")];
    ChessFunction::new("pin_ply", takes, DataType::Int32, |arguments| {
        let plies = first_plies(arguments)?.into_iter();
        Ok(Arc::new(plies.map(|found| i32::try_from(found??).ok()).collect::<Int32Array>()))
    })
    .and_more(Takes::Text("option"))
}

/// Returns for each row the ply of the first matching pin; `None` for null.
fn first_plies(arguments: &Arguments<'_>) -> Result<Vec<Option<Option<usize>>>> {
    let moves = arguments.moves(0)?;
    let mut searches = Searches::new(arguments)?;
    let mut plies = Vec::with_capacity(arguments.rows());
    for row in 0..arguments.rows() {
        let (Some(mut reader), Some(search)) = (moves.get(row)?, searches.of_row(row)?) else {
            plies.push(None);
            continue;
        };
        let mut has = search.stands_in(reader.start());
        search.ledger.restart(reader.start());
        while !has && let Some(played) = moves.next(&mut reader)? {
            let Some(mv) = played else { continue };
            let change = search.ledger.follow(reader.before(), mv, reader.after());
            has = change.new_pins().any(|pin| search.filter.matches(&pin, reader.before().turn()));
        }
        plies.push(Some(has.then(|| reader.ply())));
    }
    Ok(plies)
}

/// The patterns of the rows, which are mostly the same.
struct Searches<'a> {
    name: &'static str,
    texts: Vec<&'a StringViewArray>,
    /// The texts of the last row, and the search that they describe.
    last: Option<(Vec<&'a str>, Search)>,
}

struct Search {
    filter: PinFilter,
    options: PinOptions,
    ledger: PinLedger,
}

impl Search {
    fn new(filter: PinFilter) -> Self {
        let options = PinOptions { all: filter.wants_all_lines(), ..PinOptions::default() };
        let ledger = PinLedger::with_options(&Position::default(), options);
        Self { filter, options, ledger }
    }

    /// Returns whether a matching pin exists at the start; there is none in the standard position.
    fn stands_in(&self, start: &Position) -> bool {
        *start != Position::default()
            && standing(start, &self.options).iter().any(|pin| self.filter.matches(pin, start.turn()))
    }
}

impl<'a> Searches<'a> {
    fn new(arguments: &Arguments<'a>) -> Result<Self> {
        let texts = (1..arguments.len()).map(|index| arguments.texts(index)).collect::<Result<_>>()?;
        Ok(Self { name: arguments.name(), texts, last: None })
    }

    /// Returns the search of a row; `None` if part of it is null.
    fn of_row(&mut self, row: usize) -> Result<Option<&mut Search>> {
        if self.texts.iter().any(|texts| texts.is_null(row)) {
            return Ok(None);
        }
        let as_before = self.last.as_ref().is_some_and(|(known, _)| {
            known.iter().zip(&self.texts).all(|(known, texts)| *known == texts.value(row))
        });
        if !as_before {
            let texts: Vec<&'a str> = self.texts.iter().map(|texts| texts.value(row)).collect();
            let search = match read(&texts) {
                Ok(filter) => Search::new(filter),
                Err(reason) => return exec_err!("{}: {reason}", self.name),
            };
            self.last = Some((texts, search));
        }
        Ok(self.last.as_mut().map(|(_, search)| search))
    }
}

fn read(texts: &[&str]) -> std::result::Result<PinFilter, FilterError> {
    let [pattern, options @ ..] = texts else {
        return PinFilter::from_pattern("");
    };
    let mut filter = PinFilter::from_pattern(pattern)?;
    for option in options {
        filter.set_option(option)?;
    }
    Ok(filter)
}
