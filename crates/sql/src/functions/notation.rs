//! Positions and moves of a game as text: FEN, SAN, UCI, and the position's key.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, StringArray, UInt64Array};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::Result;
use pinsight_moves::MovesReader;
use pinsight_rules::{Move, Position, Zobrist};

use super::function::Parameter::{Moves, Ply};
use super::function::{Arguments, ChessFunction, lists_of_text, text_list};

/// `fen_at(moves, ply)`: the position after a ply; null if the game is shorter.
pub(super) fn fen_at() -> ChessFunction {
    ChessFunction::new("fen_at", &[Moves, Ply], DataType::Utf8, |arguments| {
        let positions = positions_at(arguments)?.into_iter();
        Ok(Arc::new(positions.map(|position| Some(position?.to_string())).collect::<StringArray>()))
    })
}

/// `position_hash_at(moves, ply)`: the Polyglot key of that position.
pub(super) fn position_hash_at() -> ChessFunction {
    ChessFunction::new("position_hash_at", &[Moves, Ply], DataType::UInt64, |arguments| {
        let positions = positions_at(arguments)?.into_iter();
        Ok(Arc::new(positions.map(|position| Some(Zobrist::polyglot(&position?).0)).collect::<UInt64Array>()))
    })
}

/// Returns the position of each row after the ply of the second argument; `None` if the game is shorter.
pub(super) fn positions_at(arguments: &Arguments<'_>) -> Result<Vec<Option<Position>>> {
    let (moves, plies) = (arguments.moves(0)?, arguments.plies(1)?);
    let position = |(row, ply): (usize, Option<i64>)| ply.map_or(Ok(None), |ply| moves.position_at(row, ply));
    plies.iter().enumerate().map(position).collect()
}

/// `final_fen(moves)`: the last position.
pub(super) fn final_fen() -> ChessFunction {
    ChessFunction::new("final_fen", &[Moves], DataType::Utf8, |arguments| {
        let fens = arguments.map_games(0, |moves, mut reader| {
            while moves.next(&mut reader)?.is_some() {}
            Ok(reader.after().to_string())
        })?;
        Ok(Arc::new(StringArray::from(fens)))
    })
}

/// `san(moves)`: the moves in SAN.
pub(super) fn san() -> ChessFunction {
    ChessFunction::new("san", &[Moves], text_list(), |arguments| {
        written(arguments, "--", |moves, mv| moves.before().san_before(mv, moves.after()))
    })
}

/// `uci(moves)`: the moves in UCI notation.
pub(super) fn uci() -> ChessFunction {
    ChessFunction::new("uci", &[Moves], text_list(), |arguments| {
        let uci =
            |moves: &MovesReader<'_>, mv| moves.before().uci(mv, moves.start().castling_mode()).to_string();
        written(arguments, "0000", uci)
    })
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
