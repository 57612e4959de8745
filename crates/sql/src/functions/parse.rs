//! Moves from text.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, BinaryBuilder, StringArray};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::Result;
use pinsight_data::{MovesParser, ParsedMoves};
use pinsight_rules::ParsePositionError;

use super::function::Parameter::{Fen, Flag, Text};
use super::function::{Arguments, ChessFunction, Parameter};

const OPTIONAL: &[Parameter] = &[Fen, Flag("strict")];

/// `parse_moves(movetext[, fen[, strict]])`: the moves of a movetext, up to the first fault.
pub(super) fn parse_moves() -> ChessFunction {
    ChessFunction::new("parse_moves", &[Text("movetext")], DataType::Binary, |arguments| {
        moves(arguments, MovesParser::parse_movetext)
    })
    .with_optional(OPTIONAL)
}

/// `moves_from_uci(text[, fen[, strict]])`: UCI moves, separated by spaces, up to the first fault.
pub(super) fn moves_from_uci() -> ChessFunction {
    ChessFunction::new("moves_from_uci", &[Text("text")], DataType::Binary, |arguments| {
        moves(arguments, MovesParser::parse_uci)
    })
    .with_optional(OPTIONAL)
}

/// `moves_fault(text[, fen])`: why a movetext or UCI moves cannot be parsed to their end; null if they can.
pub(super) fn moves_fault() -> ChessFunction {
    ChessFunction::new("moves_fault", &[Text("text")], DataType::Utf8, |arguments| {
        let mut parser = MovesParser::default();
        let faults = (0..arguments.rows()).map(|row| {
            Ok(parse_row(arguments, row, &mut parser, MovesParser::parse)?.and_then(|parsed| parsed.fault))
        });
        Ok(Arc::new(StringArray::from(faults.collect::<Result<Vec<_>>>()?)))
    })
    .with_optional(&[Fen])
}

/// Parses a text from a start position.
type Parse =
    for<'p> fn(&'p mut MovesParser, &str, Option<&str>) -> Result<ParsedMoves<'p>, ParsePositionError>;

fn moves(arguments: &Arguments<'_>, parse: Parse) -> Result<ArrayRef> {
    let (mut parser, mut moves) = (MovesParser::default(), BinaryBuilder::new());
    let strict = arguments.flags(2)?;
    for row in 0..arguments.rows() {
        let is_strict = strict.is_some_and(|strict| strict.is_valid(row) && strict.value(row));
        match parse_row(arguments, row, &mut parser, parse)? {
            Some(ParsedMoves { fault: Some(fault), .. }) if is_strict => return Err(arguments.error(&fault)),
            parsed => moves.append_option(parsed.map(|parsed| parsed.moves)),
        }
    }
    Ok(Arc::new(moves.finish()))
}

/// Parses the text of a row; `None` if it is null.
fn parse_row<'p>(
    arguments: &Arguments<'_>,
    row: usize,
    parser: &'p mut MovesParser,
    parse: Parse,
) -> Result<Option<ParsedMoves<'p>>> {
    let text = |index| -> Result<Option<&str>> {
        let texts = arguments.texts(index)?;
        Ok(texts.is_valid(row).then(|| texts.value(row)))
    };
    let fen = if arguments.len() > 1 { text(1)? } else { None };
    let Some(text) = text(0)? else { return Ok(None) };
    let fen_text = fen.unwrap_or_default();
    let parsed = parse(parser, text, fen).map(Some);
    parsed.map_err(|error| arguments.error(&format_args!("'{fen_text}' is no position: {error}")))
}
