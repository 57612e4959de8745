//! Moves from text.

use std::sync::Arc;

use datafusion::arrow::array::{Array, BinaryBuilder, StringBuilder};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, exec_err};
use pinsight_data::{MovesParser, ParsedMoves};

use super::function::{Arguments, ChessFunction, Takes};

const OPTIONAL: &[Takes] = &[Takes::Fen, Takes::Flag("strict")];

/// `parse_moves(movetext[, fen[, strict]])`: the moves of a movetext, up to the first fault.
pub(super) fn parse_moves() -> ChessFunction {
    let takes = &[Takes::Text("movetext")];
    ChessFunction::new("parse_moves", takes, DataType::Binary, |arguments| {
        parsed(arguments, |parser, text, fen| {
            parser.parse_movetext(text, fen).map_err(|error| error.to_string())
        })
    })
    .and_perhaps(OPTIONAL)
}

/// `moves_from_uci(text[, fen[, strict]])`: UCI moves, separated by spaces, up to the first fault.
pub(super) fn moves_from_uci() -> ChessFunction {
    let takes = &[Takes::Text("text")];
    ChessFunction::new("moves_from_uci", takes, DataType::Binary, |arguments| {
        parsed(arguments, |parser, text, fen| parser.parse_uci(text, fen).map_err(|error| error.to_string()))
    })
    .and_perhaps(OPTIONAL)
}

/// `moves_fault(text[, fen])`: why a movetext or UCI moves cannot be parsed to their end; null if they can.
pub(super) fn moves_fault() -> ChessFunction {
    let takes = &[Takes::Text("text")];
    ChessFunction::new("moves_fault", takes, DataType::Utf8, |arguments| {
        let mut faults = StringBuilder::new();
        each_row(
            arguments,
            |parser, text, fen| parser.parse(text, fen).map_err(|error| error.to_string()),
            |parsed| {
                faults.append_option(parsed.and_then(|parsed| parsed.fault));
                Ok(())
            },
        )?;
        Ok(Arc::new(faults.finish()))
    })
    .and_perhaps(&[Takes::Fen])
}

/// Parses the text of a row from its start position.
type Parse = for<'p> fn(&'p mut MovesParser, &str, Option<&str>) -> Result<ParsedMoves<'p>, String>;

fn parsed(arguments: &Arguments<'_>, parse: Parse) -> Result<Arc<dyn Array>> {
    let mut moves = BinaryBuilder::new();
    let strict = arguments.flags(2)?;
    let mut row = 0;
    each_row(arguments, parse, |parsed| {
        let is_strict = strict.is_some_and(|strict| strict.is_valid(row) && strict.value(row));
        row += 1;
        match parsed {
            Some(ParsedMoves { fault: Some(fault), .. }) if is_strict => {
                return exec_err!("{}: {fault}", arguments.name());
            }
            parsed => moves.append_option(parsed.map(|parsed| parsed.moves)),
        }
        Ok(())
    })?;
    Ok(Arc::new(moves.finish()))
}

fn each_row(
    arguments: &Arguments<'_>,
    parse: Parse,
    mut take: impl FnMut(Option<ParsedMoves<'_>>) -> Result<()>,
) -> Result<()> {
    let texts = arguments.texts(0)?;
    let fens = if arguments.len() > 1 { Some(arguments.texts(1)?) } else { None };
    let mut parser = MovesParser::default();
    for row in 0..arguments.rows() {
        if texts.is_null(row) {
            take(None)?;
            continue;
        }
        let fen = fens.filter(|fens| fens.is_valid(row)).map(|fens| fens.value(row));
        match parse(&mut parser, texts.value(row), fen) {
            Ok(parsed) => take(Some(parsed))?,
            Err(error) => {
                return exec_err!(
                    "{}: '{}' is no position: {error}",
                    arguments.name(),
                    fen.unwrap_or_default()
                );
            }
        }
    }
    Ok(())
}
