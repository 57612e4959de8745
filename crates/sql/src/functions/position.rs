//! Functions over a FEN.

use std::sync::Arc;

use datafusion::arrow::array::BooleanArray;
use datafusion::arrow::datatypes::{DataType, Fields};
use datafusion::common::exec_err;
use pinsight_data::Value;
use pinsight_rules::{Color, Role, Square};
use pinsight_tactics::{MotifKind, Theme, parse_puzzle, themes_of};

use super::function::Parameter::{Fen, Text};
use super::function::{ChessFunction, lists_of_text, text_list};
use super::structs::{Structs, fields, list_of};

/// `legal_moves(fen)`: the legal moves in SAN.
pub(super) fn legal_moves() -> ChessFunction {
    ChessFunction::new("legal_moves", &[Fen], text_list(), |arguments| {
        let positions = arguments.positions(0)?.into_iter();
        Ok(lists_of_text(positions.map(|position| {
            let position = position?;
            Some(position.legal_moves().iter().map(|&mv| position.san(mv)).collect())
        })))
    })
}

/// `is_check(fen)`: whether the side to move is in check.
pub(super) fn is_check() -> ChessFunction {
    ChessFunction::new("is_check", &[Fen], DataType::Boolean, |arguments| {
        let positions = arguments.positions(0)?.into_iter();
        let checks = positions.map(|position| position.map(|position| position.in_check()));
        Ok(Arc::new(checks.collect::<BooleanArray>()))
    })
}

fn attacker_fields() -> Fields {
    fields(["square", "role", "color"].map(|name| (name, DataType::Utf8)))
}

/// `attackers(fen, square)`: the pieces of both sides that attack a square.
pub(super) fn attackers() -> ChessFunction {
    ChessFunction::new("attackers", &[Fen, Text("square")], list_of(attacker_fields()), |arguments| {
        let mut list = Structs::new(attacker_fields());
        for (position, name) in arguments.positions(0)?.into_iter().zip(arguments.texts(1)?) {
            let (Some(position), Some(name)) = (position, name) else {
                list.end_row(false);
                continue;
            };
            let Ok(target) = name.trim().parse::<Square>() else {
                return exec_err!("attackers: '{name}' is no square; expected one such as e4");
            };
            for color in Color::ALL {
                for square in position.attackers(target, color) {
                    let role = position.board().role_at(square).map(Role::name);
                    list.push([
                        Value::text(square.to_string()),
                        Value::optional_text(role),
                        Value::text(color.name()),
                    ]);
                }
            }
            list.end_row(true);
        }
        list.finish()
    })
}

/// `motifs_of(fen)`: the names of the motifs of a position, of both sides, each once.
pub(super) fn motifs_of() -> ChessFunction {
    ChessFunction::new("motifs_of", &[Fen], text_list(), |arguments| {
        let positions = arguments.positions(0)?.into_iter();
        Ok(lists_of_text(positions.map(|position| {
            // They are ordered by kind.
            let mut kinds: Vec<MotifKind> =
                pinsight_tactics::motifs_of(&position?).iter().map(|motif| motif.kind).collect();
            kinds.dedup();
            Some(kinds.into_iter().map(MotifKind::name).collect())
        })))
    })
}

/// `themes(fen, moves)`: lichess's themes of a puzzle; `moves` are in UCI notation, the opponent's move first.
pub(super) fn themes() -> ChessFunction {
    ChessFunction::new("themes", &[Fen, Text("moves")], text_list(), |arguments| {
        let mut rows = Vec::new();
        for (fen, moves) in arguments.texts(0)?.iter().zip(arguments.texts(1)?) {
            rows.push(match fen.zip(moves).map(|(fen, moves)| parse_puzzle(fen, moves)) {
                Some(Ok(puzzle)) => Some(themes_of(&puzzle).into_iter().map(Theme::name).collect()),
                Some(Err(error)) => return exec_err!("themes: {error}"),
                None => None,
            });
        }
        Ok(lists_of_text::<&str>(rows))
    })
}
