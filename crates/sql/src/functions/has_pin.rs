//! Games in which some pin arises.

use std::sync::Arc;

use datafusion::arrow::array::{Array, BooleanBuilder, StringViewArray};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, exec_err};
use pinsight_rules::Position;
use pinsight_tactics::{PinLedger, PinOptions, standing};

use super::function::{Arguments, ChessFunction, Takes};
use pinsight_data::{FilterError, PinFilter};

/// `has_pin(moves, pattern, option, ...)`: whether some pin of the pattern arises in the game, or stands at its start.
pub(super) fn has_pin() -> ChessFunction {
    let takes = &[Takes::Moves, Takes::Text("pattern")];
    ChessFunction::new("has_pin", takes, DataType::Boolean, |arguments| {
        let moves = arguments.moves(0)?;
        let mut searches = Searches::new(arguments)?;
        let mut found = BooleanBuilder::new();
        for row in 0..arguments.rows() {
            let (Some(mut reader), Some(search)) = (moves.get(row)?, searches.of_row(row)?) else {
                found.append_null();
                continue;
            };
            let mut has = search.stands_in(reader.start());
            search.ledger.restart(reader.start());
            while !has {
                let Some(played) = moves.next(&mut reader)? else {
                    break;
                };
                let Some(mv) = played else {
                    continue;
                };
                let change = search.ledger.follow(reader.before(), mv, reader.after());
                has = change.new_pins().any(|pin| search.filter.matches(&pin, reader.before().turn()));
            }
            found.append_value(has);
        }
        Ok(Arc::new(found.finish()))
    })
    .and_more(Takes::Text("option"))
}

/// What is searched, which is mostly the same in all rows.
struct Searches<'a> {
    texts: Vec<&'a StringViewArray>,
    /// The texts of the last row, and what they mean.
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

    /// Whether one stands there, in a game that does not begin as usual.
    fn stands_in(&self, start: &Position) -> bool {
        *start != Position::default()
            && standing(start, &self.options).iter().any(|pin| self.filter.matches(pin, start.turn()))
    }
}

impl<'a> Searches<'a> {
    fn new(arguments: &Arguments<'a>) -> Result<Self> {
        let texts = (1..arguments.len()).map(|index| arguments.texts(index)).collect::<Result<_>>()?;
        Ok(Self { texts, last: None })
    }

    /// What is searched in a row; `None` if part of it is null.
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
                Err(reason) => return exec_err!("has_pin: {reason}"),
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
