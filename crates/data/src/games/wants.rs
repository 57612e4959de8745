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

/// The tags to keep: a bit per column of a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TagWants(u32);

impl TagWants {
    /// All tags, also those without a column.
    pub const ALL: Self = Self(u32::MAX);

    /// The tags that these columns need.
    pub fn of(columns: &[GameColumn]) -> Self {
        columns.iter().fold(Self(0), |Self(bits), column| match column.source() {
            Source::Tag => Self(bits | 1 << *column as u32),
            Source::Head(_) => Self::ALL,
            Source::Movetext(_) | Source::Moves(_) => Self(bits),
        })
    }

    /// The number of tags that are kept at most; `None` for all tags.
    pub(super) fn count(self) -> Option<usize> {
        (self != Self::ALL).then_some(self.0.count_ones() as usize)
    }

    #[inline]
    pub(super) fn include(self, name: &[u8]) -> bool {
        let has = |column: GameColumn| self.0 >> column as u32 & 1 == 1;
        self == Self::ALL || self.0 != 0 && GameColumn::of_tag(name).is_some_and(has)
    }
}

/// The columns that need the opening.
const OPENING: [GameColumn; 3] = [GameColumn::OpeningEco, GameColumn::OpeningName, GameColumn::OutOfBookPly];

impl GameWants {
    /// The moves alone.
    pub const ONLY_MOVES: Self = Self { tags: TagWants(0), opening: false, ..Self::MOVES };

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
