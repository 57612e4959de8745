//! Functions over a FEN.

use std::sync::Arc;

use datafusion::arrow::array::{Array, BooleanBuilder, ListBuilder, StringBuilder};
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use datafusion::common::exec_err;
use pinsight_data::Words;
use pinsight_rules::{Color, Square};

use super::details::{list_of_structs, texts};
use super::function::{ChessFunction, Takes};

/// `legal_moves(fen)`: the legal moves in SAN.
pub(super) fn legal_moves() -> ChessFunction {
    let returns = DataType::new_list(DataType::Utf8, true);
    ChessFunction::new("legal_moves", &[Takes::Fen], returns, |arguments| {
        let positions = arguments.positions(0)?;
        let mut lists = ListBuilder::new(StringBuilder::new());
        for row in 0..arguments.rows() {
            let position = positions.get(row)?;
            if let Some(position) = &position {
                for &mv in &position.legal_moves() {
                    lists.values().append_value(position.san(mv));
                }
            }
            lists.append(position.is_some());
        }
        Ok(Arc::new(lists.finish()))
    })
}

/// `is_check(fen)`: whether the side to move is in check.
pub(super) fn is_check() -> ChessFunction {
    ChessFunction::new("is_check", &[Takes::Fen], DataType::Boolean, |arguments| {
        let positions = arguments.positions(0)?;
        let mut checks = BooleanBuilder::new();
        for row in 0..arguments.rows() {
            checks.append_option(positions.get(row)?.map(|position| position.in_check()));
        }
        Ok(Arc::new(checks.finish()))
    })
}

/// `attackers(fen, square)`: the pieces of both sides that attack a square.
pub(super) fn attackers() -> ChessFunction {
    let returns = DataType::new_list(DataType::Struct(attacker_fields()), true);
    ChessFunction::new("attackers", &[Takes::Fen, Takes::Text("square")], returns, |arguments| {
        let (positions, names) = (arguments.positions(0)?, arguments.texts(1)?);
        let (mut squares, mut roles, mut colors) = (Words::squares(), Words::roles(), Words::colors());
        let (mut lengths, mut there) = (Vec::new(), Vec::new());
        for row in 0..arguments.rows() {
            let position = positions.get(row)?.filter(|_| names.is_valid(row));
            there.push(position.is_some());
            let mut length = 0;
            if let Some(position) = position {
                let name = names.value(row).trim();
                let Ok(target) = name.parse::<Square>() else {
                    return exec_err!("attackers: '{name}' is no square; expected one such as e4");
                };
                for color in Color::ALL {
                    for square in position.attackers(target, color) {
                        squares.add(square as u8);
                        roles.add_option(position.board().role_at(square).map(|role| role as u8));
                        colors.add(color as u8);
                        length += 1;
                    }
                }
            }
            lengths.push(length);
        }
        let columns = vec![texts(&mut squares)?, texts(&mut roles)?, texts(&mut colors)?];
        list_of_structs(attacker_fields(), columns, lengths, there)
    })
}

fn attacker_fields() -> Fields {
    ["square", "role", "color"].map(|name| Field::new(name, DataType::Utf8, true)).into_iter().collect()
}
