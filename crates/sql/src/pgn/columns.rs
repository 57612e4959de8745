//! What has to be read of a game for a column. Columns are counted as in the table.

use pinsight_data::{GameColumn, GameWants};

/// The columns of some numbers.
pub(super) fn columns_of(numbers: &[usize]) -> Vec<GameColumn> {
    numbers.iter().filter_map(|&number| GameColumn::ALL.get(number).copied()).collect()
}

/// Whether a column can be filled without looking behind the tags.
pub(super) fn needs_no_moves(number: usize) -> bool {
    let wants = GameWants::of(&columns_of(&[number]));
    !wants.moves && !wants.movetext
}

/// Whether a column tells of places in a file, which are counted from its beginning.
pub(super) fn tells_place(number: usize) -> bool {
    matches!(GameColumn::ALL.get(number), Some(GameColumn::Game | GameColumn::Diagnostics))
}
