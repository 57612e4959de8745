//! The columns of a game, in order.

macro_rules! columns {
    ($($(#[$doc:meta])* $variant:ident $name:literal $source:ident,)*) => {
        /// A column of a [`GameRow`](crate::GameRow): the names and types of lichess's own data set, then ours. New ones
        /// are only ever added behind the others.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum GameColumn {
            $($(#[$doc])* $variant,)*
        }

        impl GameColumn {
            /// All columns, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// What has to be read of a game to fill the column.
            pub const fn source(self) -> Source {
                match self {
                    $(Self::$variant => Source::$source,)*
                }
            }

            /// The column of a name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|column| column.name() == name)
            }
        }
    };
}

/// Where the value of a column comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A tag of the column's name.
    Tag,
    /// All tags, or where the game stands.
    Head,
    /// The text behind the tags, unread.
    Movetext,
    /// The moves, played out.
    Moves,
}

columns! {
    /// The tag `Event`.
    Event "Event" Tag,
    /// The tag `Site`.
    Site "Site" Tag,
    /// The tag `White`.
    White "White" Tag,
    /// The tag `Black`.
    Black "Black" Tag,
    /// The tag `Result`.
    Result "Result" Tag,
    /// The tag `WhiteTitle`.
    WhiteTitle "WhiteTitle" Tag,
    /// The tag `BlackTitle`.
    BlackTitle "BlackTitle" Tag,
    /// The tag `WhiteElo`, if it is a number of 16 bits.
    WhiteElo "WhiteElo" Tag,
    /// The tag `BlackElo`, if it is a number of 16 bits.
    BlackElo "BlackElo" Tag,
    /// The tag `WhiteRatingDiff`, if it is a number of 16 bits.
    WhiteRatingDiff "WhiteRatingDiff" Tag,
    /// The tag `BlackRatingDiff`, if it is a number of 16 bits.
    BlackRatingDiff "BlackRatingDiff" Tag,
    /// The tag `UTCDate`, if it is a whole date.
    UtcDate "UTCDate" Tag,
    /// The tag `UTCTime`, if it is a time.
    UtcTime "UTCTime" Tag,
    /// The tag `ECO`.
    Eco "ECO" Tag,
    /// The tag `Opening`.
    Opening "Opening" Tag,
    /// The tag `Termination`.
    Termination "Termination" Tag,
    /// The tag `TimeControl`.
    TimeControl "TimeControl" Tag,
    /// The text of the moves with all that stands among them.
    Movetext "movetext" Movetext,
    /// The moves of the mainline as bytes: see [`MovesReader`](crate::MovesReader).
    Moves "moves" Moves,
    /// The clock after each half-move, in thousandths of a second.
    Clocks "clocks" Moves,
    /// What an engine said after each half-move.
    Evals "evals" Moves,
    /// The position that the game starts from, if it is not the usual one.
    StartFen "start_fen" Moves,
    /// How many half-moves of the mainline are legal, null moves included.
    Plies "plies" Moves,
    /// The position after the last of them.
    FinalFen "final_fen" Moves,
    /// Tags without a column of their own, and those whose text a column cannot hold.
    OtherTags "other_tags" Head,
    /// What was wrong with the game.
    Diagnostics "diagnostics" Moves,
    /// The token that ends the movetext.
    ResultToken "result_token" Moves,
    /// The names of all tags in their order, with a blank between two.
    TagOrder "tag_order" Head,
    /// The file that the game stands in.
    File "file" Head,
    /// The number of the game in its file, from 1.
    Game "game" Head,
}

impl GameColumn {
    /// The column of a tag's name, if it has one.
    #[inline]
    pub(crate) fn of_tag(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"Event" => Self::Event,
            b"Site" => Self::Site,
            b"White" => Self::White,
            b"Black" => Self::Black,
            b"Result" => Self::Result,
            b"WhiteTitle" => Self::WhiteTitle,
            b"BlackTitle" => Self::BlackTitle,
            b"WhiteElo" => Self::WhiteElo,
            b"BlackElo" => Self::BlackElo,
            b"WhiteRatingDiff" => Self::WhiteRatingDiff,
            b"BlackRatingDiff" => Self::BlackRatingDiff,
            b"UTCDate" => Self::UtcDate,
            b"UTCTime" => Self::UtcTime,
            b"ECO" => Self::Eco,
            b"Opening" => Self::Opening,
            b"Termination" => Self::Termination,
            b"TimeControl" => Self::TimeControl,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn just_the_columns_of_tags_are_found_by_the_names_of_tags() {
        for &column in GameColumn::ALL {
            let found = GameColumn::of_tag(column.name().as_bytes());
            assert_eq!(found.is_some(), column.source() == Source::Tag, "{column:?}");
            assert!(found.is_none_or(|found| found == column), "{column:?}");
        }
    }
}
