//! The columns of a row, in order.

use std::fmt::{Display, Write};

use pinsight_rules::Placed;

use crate::row::PinRow;

macro_rules! columns {
    ($($(#[$doc:meta])* $variant:ident $name:literal,)*) => {
        /// A column of a [`PinRow`]. New ones are only ever added behind the others.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Column {
            $($(#[$doc])* $variant,)*
        }

        impl Column {
            /// All columns, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name, in snake_case.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The column of a name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|column| column.name() == name)
            }
        }
    };
}

columns! {
    /// The file that the game stands in.
    File "file",
    /// The number of the game in its file, from 1.
    Game "game",
    /// White's name.
    White "white",
    /// Black's name.
    Black "black",
    /// White's rating.
    WhiteElo "white_elo",
    /// Black's rating.
    BlackElo "black_elo",
    /// The result tag.
    Result "result",
    /// The opening's code.
    Eco "eco",
    /// The date tag.
    Date "date",
    /// The site tag.
    Site "site",
    /// The half-move, from 1.
    Ply "ply",
    /// The number of the move.
    MoveNumber "move_number",
    /// The side that made the move.
    Side "side",
    /// The move.
    San "san",
    /// The position before the move.
    Fen "fen",
    /// New, kept or released.
    Status "status",
    /// What the line is.
    Kind "kind",
    /// Why it is new or released.
    Cause "cause",
    /// Whose move made it so.
    By "by",
    /// Where the attacker stands.
    AttackerSquare "attacker_square",
    /// What the attacker is.
    AttackerRole "attacker_role",
    /// Whose the attacker is.
    AttackerColor "attacker_color",
    /// Where the pinned piece stands.
    PinnedSquare "pinned_square",
    /// What the pinned piece is.
    PinnedRole "pinned_role",
    /// Whose the pinned piece is.
    PinnedColor "pinned_color",
    /// Where the shielded piece stands.
    ShieldedSquare "shielded_square",
    /// What the shielded piece is.
    ShieldedRole "shielded_role",
    /// Whose the shielded piece is.
    ShieldedColor "shielded_color",
    /// What it costs if the pinned piece leaves.
    Cost "cost",
    /// The best move of the pinned piece off the line that gains at least the cost by exchanges on its target square.
    StaticReply "static_reply",
    /// What the pinned piece may do.
    Freedom "freedom",
    /// Whether the pin matters, without search.
    Relevance "relevance",
}

impl Column {
    /// Returns whether the values are integers.
    pub const fn is_number(self) -> bool {
        matches!(
            self,
            Self::Game | Self::WhiteElo | Self::BlackElo | Self::Ply | Self::MoveNumber | Self::Cost
        )
    }

    /// Adds the value to a text; nothing for none.
    pub fn write(self, row: &PinRow<'_>, text: &mut String) {
        let (game, pin) = (row.game, row.pin);
        match self {
            Self::File => text.push_str(&game.file),
            Self::Game => put(text, Some(game.number)),
            Self::White => put(text, game.white.as_deref()),
            Self::Black => put(text, game.black.as_deref()),
            Self::WhiteElo => put(text, game.white_elo),
            Self::BlackElo => put(text, game.black_elo),
            Self::Result => put(text, game.result.as_deref()),
            Self::Eco => put(text, game.eco.as_deref()),
            Self::Date => put(text, game.date.as_deref()),
            Self::Site => put(text, game.site.as_deref()),
            Self::Ply => put(text, Some(row.ply)),
            Self::MoveNumber => put(text, Some(row.move_number())),
            Self::Side => text.push_str(row.side().name()),
            Self::San => text.push_str(row.san),
            Self::Fen => text.push_str(row.fen),
            Self::Status => text.push_str(pin.status.name()),
            Self::Kind => text.push_str(pin.kind.name()),
            Self::Cause => put(text, pin.cause.map(pinsight_tactics::Cause::name)),
            Self::By => put(text, pin.by.map(pinsight_tactics::By::name)),
            Self::AttackerSquare => square(text, pin.attacker),
            Self::AttackerRole => role(text, pin.attacker),
            Self::AttackerColor => color(text, pin.attacker),
            Self::PinnedSquare => square(text, pin.pinned),
            Self::PinnedRole => role(text, pin.pinned),
            Self::PinnedColor => color(text, pin.pinned),
            Self::ShieldedSquare => square(text, pin.shielded),
            Self::ShieldedRole => role(text, pin.shielded),
            Self::ShieldedColor => color(text, pin.shielded),
            Self::Cost => put(text, pin.cost),
            Self::StaticReply => put(text, row.static_reply().map(|reply| reply.played)),
            Self::Freedom => text.push_str(row.freedom().name()),
            Self::Relevance => put(text, row.relevance().map(pinsight_tactics::Relevance::name)),
        }
    }
}

fn put(text: &mut String, value: Option<impl Display>) {
    if let Some(value) = value {
        // Writing to a string does not fail.
        let _ = write!(text, "{value}");
    }
}

fn square(text: &mut String, placed: Placed) {
    put(text, Some(placed.square));
}

fn role(text: &mut String, placed: Placed) {
    text.push_str(placed.piece.role.name());
}

fn color(text: &mut String, placed: Placed) {
    text.push_str(placed.piece.color.name());
}
