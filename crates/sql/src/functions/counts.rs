//! The number of pieces of each kind.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, StructArray, UInt8Builder};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use pinsight_rules::{Color, Piece, Role};

use super::function::{ChessFunction, Parameter};
use super::notation::each_position_at;

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
        let mut columns: Vec<(Piece, UInt8Builder)> =
            kinds().map(|piece| (piece, UInt8Builder::new())).collect();
        let mut validity = Vec::new();
        each_position_at(arguments, |position| {
            validity.push(position.is_some());
            for (piece, column) in &mut columns {
                let count = position.map(|position| position.board().by_piece(*piece).len());
                column.append_option(count.and_then(|count| u8::try_from(count).ok()));
            }
        })?;
        let columns = columns.iter_mut().map(|(_, column)| Arc::new(column.finish()) as ArrayRef).collect();
        Ok(Arc::new(StructArray::try_new(fields(), columns, Some(NullBuffer::from(validity)))?))
    })
}
