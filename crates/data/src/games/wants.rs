//! The parts of a game to read.

use super::column::{GameColumn, Source};

/// The parts of a game to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameWants {
    /// The columns of the tags to keep; `None` for all tags, also those without a column.
    pub tags: Option<Vec<GameColumn>>,
    /// Replay the moves; without this they are skipped.
    pub moves: bool,
    /// Keep the text after the tags.
    pub movetext: bool,
    /// Find the opening, if the moves are replayed.
    pub opening: bool,
}

/// The columns that need the opening.
const OPENING: [GameColumn; 3] = [GameColumn::OpeningEco, GameColumn::OpeningName, GameColumn::OutOfBookPly];

impl GameWants {
    /// The moves alone.
    pub const ONLY_MOVES: Self =
        Self { tags: Some(Vec::new()), moves: true, movetext: false, opening: false };

    /// Everything but the movetext.
    pub const MOVES: Self = Self { tags: None, moves: true, movetext: false, opening: true };

    /// Everything.
    pub const ALL: Self = Self { tags: None, moves: true, movetext: true, opening: true };

    /// What these columns need.
    pub fn of(columns: &[GameColumn]) -> Self {
        let any = |wanted: fn(Source) -> bool| columns.iter().any(|column| wanted(column.source()));
        let tags = columns.iter().copied().filter(|column| matches!(column.source(), Source::Tag));
        Self {
            tags: (!any(|source| matches!(source, Source::Head(_)))).then(|| tags.collect()),
            moves: any(|source| matches!(source, Source::Moves(_))),
            movetext: any(|source| matches!(source, Source::Movetext(_))),
            opening: columns.iter().any(|column| OPENING.contains(column)),
        }
    }
}
