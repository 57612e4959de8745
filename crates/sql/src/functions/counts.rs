//! The number of pieces of each kind.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, StructArray, UInt8Array};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use pinsight_rules::{Color, Piece, Position, Role};

use super::function::{ChessFunction, Parameter};
use super::notation::positions_at;

/// Returns all kinds of pieces except kings, of which there is always one.
fn kinds() -> impl Iterator<Item = Piece> {
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    Color::ALL.into_iter().flat_map(move |color| roles.map(|role| Piece::new(color, role)))
}

fn fields() -> Fields {
    let name = |piece: Piece| format!("{}_{}s", piece.color.name(), piece.role.name());
    kinds().map(|piece| Field::new(name(piece), DataType::UInt8, true)).collect()
}

/// `piece_counts_at(moves, ply)`: the pieces after a ply; null if the game is shorter.
pub(super) fn piece_counts_at() -> ChessFunction {
    let returns = DataType::Struct(fields());
    ChessFunction::new("piece_counts_at", &[Parameter::Moves, Parameter::Ply], returns, |arguments| {
        let positions = positions_at(arguments)?;
        let count =
            |position: &Option<Position>, piece| Some(position.as_ref()?.board().by_piece(piece).len() as u8);
        let counts = |piece| positions.iter().map(|position| count(position, piece)).collect::<UInt8Array>();
        let columns = kinds().map(|piece| Arc::new(counts(piece)) as ArrayRef).collect();
        let is_valid: NullBuffer = positions.iter().map(Option::is_some).collect();
        Ok(Arc::new(StructArray::try_new(fields(), columns, Some(is_valid))?))
    })
}
