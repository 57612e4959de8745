//! What has to be read of a game.

use super::column::{GameColumn, Source};

/// What is wanted of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameWants {
    /// Which tags are kept.
    pub tags: TagWants,
    /// Play the moves out; without this they are not even read.
    pub moves: bool,
    /// Keep the movetext as it stands.
    pub movetext: bool,
}

/// Which tags are wanted of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TagWants {
    /// The columns of tags, one bit each.
    columns: u32,
    /// How long their names are, one bit for each length: most tags are told from them by that alone.
    lengths: u32,
}

impl TagWants {
    /// All, those without a column of their own too.
    pub const ALL: Self = Self { columns: u32::MAX, lengths: u32::MAX };

    /// Those that some columns need.
    pub fn of(columns: &[GameColumn]) -> Self {
        let none = Self { columns: 0, lengths: 0 };
        columns.iter().fold(none, |Self { columns, lengths }, column| match column.source() {
            Source::Tag => {
                Self { columns: columns | 1 << *column as u32, lengths: lengths | 1 << column.name().len() }
            }
            Source::Head => Self::ALL,
            Source::Movetext | Source::Moves => Self { columns, lengths },
        })
    }

    #[inline]
    pub(super) fn include(self, name: &[u8]) -> bool {
        let has = |bits: u32, bit: usize| bits.checked_shr(bit as u32).is_some_and(|bits| bits & 1 == 1);
        self == Self::ALL
            || has(self.lengths, name.len())
                && GameColumn::of_tag(name).is_some_and(|column| has(self.columns, column as usize))
    }
}

impl GameWants {
    /// Everything but the movetext.
    pub const MOVES: Self = Self { tags: TagWants::ALL, moves: true, movetext: false };

    /// Everything.
    pub const ALL: Self = Self { movetext: true, ..Self::MOVES };

    /// What some columns need.
    pub fn of(columns: &[GameColumn]) -> Self {
        let wants = |source| columns.iter().any(|column| column.source() == source);
        Self { tags: TagWants::of(columns), moves: wants(Source::Moves), movetext: wants(Source::Movetext) }
    }
}
