//! Positions and moves of a game as text: FEN, SAN, UCI, and the position's key.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, StringArray, StringBuilder, UInt64Builder};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::Result;
use pinsight_moves::MovesReader;
use pinsight_rules::{Move, Position, Zobrist};

use super::function::{Arguments, ChessFunction, Parameter, lists_of_text};

/// `fen_at(moves, ply)`: the position after a ply; null if the game is shorter.
pub(super) fn fen_at() -> ChessFunction {
    ChessFunction::new("fen_at", &[Parameter::Moves, Parameter::Ply], DataType::Utf8, |arguments| {
        let mut fens = StringBuilder::new();
        each_position_at(arguments, |position| {
            fens.append_option(position.map(ToString::to_string));
        })?;
        Ok(Arc::new(fens.finish()))
    })
}

/// `position_hash_at(moves, ply)`: the Polyglot key of that position.
pub(super) fn position_hash_at() -> ChessFunction {
    ChessFunction::new(
        "position_hash_at",
        &[Parameter::Moves, Parameter::Ply],
        DataType::UInt64,
        |arguments| {
            let mut keys = UInt64Builder::new();
            each_position_at(arguments, |position| {
                keys.append_option(position.map(|position| Zobrist::polyglot(position).0));
            })?;
            Ok(Arc::new(keys.finish()))
        },
    )
}

/// Passes the position after the ply of the second argument to `take`, for each row.
pub(super) fn each_position_at(
    arguments: &Arguments<'_>,
    mut take: impl FnMut(Option<&Position>),
) -> Result<()> {
    let (moves, plies) = (arguments.moves(0)?, arguments.plies(1)?);
    for (row, ply) in plies.iter().enumerate() {
        let position = match ply {
            Some(ply) => moves.position_at(row, ply)?,
            None => None,
        };
        take(position.as_ref());
    }
    Ok(())
}

/// `final_fen(moves)`: the last position.
pub(super) fn final_fen() -> ChessFunction {
    ChessFunction::new("final_fen", &[Parameter::Moves], DataType::Utf8, |arguments| {
        let fens = arguments.map_games(0, |moves, mut reader| {
            while moves.next(&mut reader)?.is_some() {}
            Ok(reader.after().to_string())
        })?;
        Ok(Arc::new(StringArray::from(fens)))
    })
}

/// `san(moves)`: the moves in SAN.
pub(super) fn san() -> ChessFunction {
    ChessFunction::new("san", &[Parameter::Moves], list_of_text(), |arguments| {
        written(arguments, "--", |moves, mv| moves.before().san_before(mv, moves.after()))
    })
}

/// `uci(moves)`: the moves in UCI notation.
pub(super) fn uci() -> ChessFunction {
    ChessFunction::new("uci", &[Parameter::Moves], list_of_text(), |arguments| {
        let uci =
            |moves: &MovesReader<'_>, mv| moves.before().uci(mv, moves.start().castling_mode()).to_string();
        written(arguments, "0000", uci)
    })
}

fn list_of_text() -> DataType {
    DataType::new_list(DataType::Utf8, true)
}

fn written(
    arguments: &Arguments<'_>,
    null_move: &str,
    write: impl Fn(&MovesReader<'_>, Move) -> String,
) -> Result<ArrayRef> {
    let games = arguments.map_games(0, |moves, mut reader| {
        let mut texts = Vec::new();
        while let Some(played) = moves.next(&mut reader)? {
            texts.push(played.map_or_else(|| null_move.to_owned(), |mv| write(&reader, mv)));
        }
        Ok(texts)
    })?;
    Ok(lists_of_text(games))
}
