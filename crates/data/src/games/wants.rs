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
pub struct TagWants(u32);

impl TagWants {
    /// All, those without a column of their own too.
    pub const ALL: Self = Self(u32::MAX);

    /// Those that some columns need.
    pub fn of(columns: &[GameColumn]) -> Self {
        columns.iter().fold(Self(0), |wants, column| match column.source() {
            Source::Tag => Self(wants.0 | 1 << *column as u32),
            Source::Head => Self::ALL,
            Source::Movetext | Source::Moves => wants,
        })
    }

    pub(super) fn include(self, name: &[u8]) -> bool {
        self == Self::ALL || GameColumn::of_tag(name).is_some_and(|column| self.0 >> column as u32 & 1 == 1)
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
