//! The parts of a game to read.

use super::column::{GameColumn, Source};

/// The parts of a game to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameWants {
    /// The tags to keep.
    pub tags: TagWants,
    /// Replay the moves; without this they are skipped.
    pub moves: bool,
    /// Keep the text after the tags.
    pub movetext: bool,
    /// Find the opening, if the moves are replayed.
    pub opening: bool,
}

/// The tags to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TagWants {
    /// A bit per column of a tag.
    columns: u32,
    /// A bit per length of their names, which rejects most other tags.
    lengths: u32,
}

impl TagWants {
    /// All tags, also those without a column.
    pub const ALL: Self = Self { columns: u32::MAX, lengths: u32::MAX };

    /// The tags that these columns need.
    pub fn of(columns: &[GameColumn]) -> Self {
        let none = Self { columns: 0, lengths: 0 };
        columns.iter().fold(none, |Self { columns, lengths }, column| match column.source() {
            Source::Tag => {
                Self { columns: columns | 1 << *column as u32, lengths: lengths | 1 << column.name().len() }
            }
            Source::Head(_) => Self::ALL,
            Source::Movetext(_) | Source::Moves(_) => Self { columns, lengths },
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

/// The columns that need the opening.
const OPENING: [GameColumn; 3] = [GameColumn::OpeningEco, GameColumn::OpeningName, GameColumn::OutOfBookPly];

impl GameWants {
    /// Everything but the movetext.
    pub const MOVES: Self = Self { tags: TagWants::ALL, moves: true, movetext: false, opening: true };

    /// Everything.
    pub const ALL: Self = Self { movetext: true, ..Self::MOVES };

    /// What these columns need.
    pub fn of(columns: &[GameColumn]) -> Self {
        let any = |wanted: fn(Source) -> bool| columns.iter().any(|column| wanted(column.source()));
        Self {
            tags: TagWants::of(columns),
            moves: any(|source| matches!(source, Source::Moves(_))),
            movetext: any(|source| matches!(source, Source::Movetext(_))),
            opening: columns.iter().any(|column| OPENING.contains(column)),
        }
    }
}
