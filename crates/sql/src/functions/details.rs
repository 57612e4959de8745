//! The details of each move of a game.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BooleanBuilder, Int32Builder, ListArray, StructArray};
use datafusion::arrow::buffer::{NullBuffer, OffsetBuffer};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use datafusion::common::Result;
use pinsight_rules::{CastlingSide, Move, Position};

use super::function::{ChessFunction, Takes};
use pinsight_data::{MovesReader, Words};

fn fields() -> Fields {
    let text = |name| Field::new(name, DataType::Utf8, true);
    let flag = |name| Field::new(name, DataType::Boolean, true);
    Fields::from(vec![
        Field::new("ply", DataType::Int32, true),
        text("side"),
        text("role"),
        text("from"),
        text("to"),
        text("capture"),
        text("promotion"),
        flag("check"),
        flag("mate"),
        text("castling"),
        flag("en_passant"),
    ])
}

/// `move_details(moves)`: the details of each move.
pub(super) fn move_details() -> ChessFunction {
    let returns = DataType::new_list(DataType::Struct(fields()), true);
    ChessFunction::new("move_details", &[Takes::Moves], returns, |arguments| {
        let moves = arguments.moves(0)?;
        let mut details = Details::new();
        let (mut lengths, mut there) = (Vec::new(), Vec::new());
        for row in 0..arguments.rows() {
            let reader = moves.get(row)?;
            there.push(reader.is_some());
            let mut length = 0;
            if let Some(mut reader) = reader {
                while let Some(played) = moves.next(&mut reader)? {
                    details.push(&reader, played);
                    length += 1;
                }
            }
            lengths.push(length);
        }
        details.finish(lengths, there)
    })
}

struct Details {
    ply: Int32Builder,
    side: Words,
    role: Words,
    from: Words,
    to: Words,
    capture: Words,
    promotion: Words,
    check: BooleanBuilder,
    mate: BooleanBuilder,
    castling: Words,
    en_passant: BooleanBuilder,
}

impl Details {
    fn new() -> Self {
        Self {
            ply: Int32Builder::new(),
            side: Words::colors(),
            role: Words::roles(),
            from: Words::squares(),
            to: Words::squares(),
            capture: Words::roles(),
            promotion: Words::roles(),
            check: BooleanBuilder::new(),
            mate: BooleanBuilder::new(),
            castling: Words::of(["king_side", "queen_side"]),
            en_passant: BooleanBuilder::new(),
        }
    }

    /// Adds the last move; a null move has only a number and a side.
    fn push(&mut self, reader: &MovesReader<'_>, played: Option<Move>) {
        let (before, after) = (reader.before(), reader.after());
        self.ply.append_option(i32::try_from(reader.ply()).ok());
        self.side.add(before.turn() as u8);
        let Some(mv) = played else {
            for column in [
                &mut self.role,
                &mut self.from,
                &mut self.to,
                &mut self.capture,
                &mut self.promotion,
                &mut self.castling,
            ] {
                column.add_option(None);
            }
            for column in [&mut self.check, &mut self.mate, &mut self.en_passant] {
                column.append_null();
            }
            return;
        };
        self.role.add_option(before.board().role_at(mv.from()).map(|role| role as u8));
        self.from.add(mv.from() as u8);
        self.to.add(mv.to() as u8);
        self.capture.add_option(before.captured(mv).map(|piece| piece.role as u8));
        self.promotion.add_option(mv.promotion().map(|role| role as u8));
        let check = after.in_check();
        self.check.append_value(check);
        self.mate.append_value(check && is_stuck(after));
        self.castling.add_option(mv.castling_side().map(|side| match side {
            CastlingSide::KingSide => 0,
            CastlingSide::QueenSide => 1,
        }));
        self.en_passant.append_value(mv.is_en_passant());
    }

    fn finish(mut self, lengths: Vec<usize>, there: Vec<bool>) -> Result<ArrayRef> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.ply.finish()),
            texts(&mut self.side)?,
            texts(&mut self.role)?,
            texts(&mut self.from)?,
            texts(&mut self.to)?,
            texts(&mut self.capture)?,
            texts(&mut self.promotion)?,
            Arc::new(self.check.finish()),
            Arc::new(self.mate.finish()),
            texts(&mut self.castling)?,
            Arc::new(self.en_passant.finish()),
        ];
        list_of_structs(fields(), columns, lengths, there)
    }
}

/// Returns the column as strings.
pub(super) fn texts(words: &mut Words) -> Result<ArrayRef> {
    Ok(cast(&words.finish()?, &DataType::Utf8)?)
}

fn is_stuck(position: &Position) -> bool {
    position.count_legal_moves() == 0
}

/// Builds a list of structs per row from the columns of the structs; a row that is not `there` is null.
pub(super) fn list_of_structs(
    fields: Fields,
    columns: Vec<ArrayRef>,
    lengths: Vec<usize>,
    there: Vec<bool>,
) -> Result<ArrayRef> {
    let structs = StructArray::try_new(fields.clone(), columns, None)?;
    let item = Arc::new(Field::new_list_field(DataType::Struct(fields), true));
    let offsets = OffsetBuffer::from_lengths(lengths);
    let list = ListArray::try_new(item, offsets, Arc::new(structs), Some(NullBuffer::from(there)))?;
    Ok(Arc::new(list))
}
