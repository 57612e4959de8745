//! The chess functions. docs/sql.md shows each with an example.

mod clock;
mod counts;
mod details;
mod function;
mod has_pin;
mod notation;
mod opening;
mod parse;
mod pins;
mod position;
mod positions;
mod search;
mod structs;
mod subfen;

use datafusion::logical_expr::ScalarUDF;

/// Returns all chess functions, sorted by name.
pub fn functions() -> Vec<ScalarUDF> {
    let mut all: Vec<ScalarUDF> = [
        position::legal_moves(),
        position::is_check(),
        position::attackers(),
        clock::move_times(),
        pins::pins_of(),
        notation::fen_at(),
        notation::final_fen(),
        notation::position_hash_at(),
        notation::san(),
        notation::uci(),
        details::move_details(),
        counts::piece_counts_at(),
        search::matches_subfen(),
        search::subfen_ply(),
        search::position_ply(),
        search::pawns_ply(),
        search::material_ply(),
        opening::opening_of(),
        pins::pins(),
        positions::positions(),
        has_pin::has_pin(),
        has_pin::pin_ply(),
        parse::parse_moves(),
        parse::moves_from_uci(),
        parse::moves_fault(),
        position::motifs_of(),
        position::themes(),
    ]
    .map(ScalarUDF::from)
    .into();
    all.sort_by(|one, other| one.name().cmp(other.name()));
    all
}
