//! The table of games.

use pinsight_rules::Position;

use super::row::GameRow;
use crate::builder::Value;
use crate::column::{Column, Kind, Storage, Table};

/// Computes the value of a column.
type Fill = fn(&GameRow) -> Value<'_>;

/// What has to be read of a game to fill a column.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// The tag with the name of the column.
    Tag,
    /// All tags, or the place of the game.
    Head(Fill),
    /// The text after the tags.
    Movetext(Fill),
    /// The replayed moves.
    Moves(Fill),
}

macro_rules! games {
    ($($variant:ident: $kind:ident $name:literal $(.$method:ident($($argument:expr)?))*, $source:expr, $doc:literal;)*) => {
        /// A column of the table of games: the names and types of lichess's data set, then further ones.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum GameColumn {
            $(#[doc = concat!("`", $name, "`: ", $doc)] $variant,)*
        }

        impl GameColumn {
            /// All columns, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the column of a name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }

            pub(crate) const fn source(self) -> Source {
                use Source::{Head, Moves, Movetext, Tag};
                match self {
                    $(Self::$variant => $source,)*
                }
            }
        }

        /// The table of games.
        pub static GAMES: Table = Table {
            name: "games",
            columns: &[$(Column::new($name, Kind::$kind, $doc)$(.$method($($argument)?))*,)*],
        };
    };
}

games! {
    Event: Text "Event", Tag, "the tag";
    Site: Text "Site".stored(Storage::Plain).with_bloom_filter(), Tag, "the tag";
    White: Text "White".with_bloom_filter(), Tag, "the tag";
    Black: Text "Black".with_bloom_filter(), Tag, "the tag";
    Result: Text "Result", Tag, "the tag";
    WhiteTitle: Text "WhiteTitle", Tag, "the tag";
    BlackTitle: Text "BlackTitle", Tag, "the tag";
    WhiteElo: Int16 "WhiteElo", Tag, "the tag; null if not a 16-bit integer";
    BlackElo: Int16 "BlackElo", Tag, "the tag; null if not a 16-bit integer";
    WhiteRatingDiff: Int16 "WhiteRatingDiff", Tag, "the tag; null if not a 16-bit integer";
    BlackRatingDiff: Int16 "BlackRatingDiff", Tag, "the tag; null if not a 16-bit integer";
    UtcDate: Date "UTCDate", Tag, "the tag; null if not a complete date, such as `2020.??.??`";
    UtcTime: Time "UTCTime", Tag, "the tag; null if not a time; in Parquet in milliseconds, its smallest unit";
    Eco: Text "ECO", Tag, "the tag";
    Opening: Text "Opening", Tag, "the tag";
    Termination: Text "Termination", Tag, "the tag";
    TimeControl: Text "TimeControl", Tag, "the tag";
    Movetext: Text "movetext".stored(Storage::Plain), Movetext(|row| Value::optional_text(row.movetext())),
        "with `--movetext`, the text after the tags, unchanged; else null";
    Moves: Bytes "moves".stored(Storage::Plain),
        Moves(|row| Value::Bytes((!row.moves.is_empty()).then_some(&row.moves))),
        "the mainline, [as bytes](#moves-as-bytes); null if the game has no legal start position";
    Clocks: Clocks "clocks", Moves(|row| Value::Clocks(&row.clocks)),
        "`[%clk]` after each ply in milliseconds; null where missing; the list is null if all are missing";
    Evals: Evals "evals", Moves(|row| Value::Evals(&row.evals)),
        "`[%eval]` after each ply, from White's point of view: centipawns, or moves to mate (negative if Black mates), and the depth if given";
    StartFen: Text "start_fen", Moves(|row| {
            let unusual = row.start.filter(|start| *start != Position::default());
            Value::optional_text(unusual.map(|start| start.to_string()))
        }),
        "the start position; null for the standard one";
    Plies: Int32 "plies".required(), Moves(|row| Value::ply(row.plies)),
        "legal plies of the mainline; null moves count";
    FinalFen: Text "final_fen".stored(Storage::Plain),
        Moves(|row| Value::optional_text(row.last.map(|last| last.to_string()))),
        "the position after these plies";
    OtherTags: Tags "other_tags", Head(|row| Value::Tags(Box::new(row.other_tags()))),
        "all other tags in their order, and tags whose column cannot hold their exact text, such as a `WhiteElo` of `2500?` or `+2500`";
    Diagnostics: Diagnostics "diagnostics", Moves(|row| Value::Diagnostics(&row.diagnostics)),
        "the faults, as reported by `pinsight check`; null if there are none";
    ResultToken: Text "result_token".required(), Moves(|row| Value::text(row.result.token())),
        "the token that ends the movetext, which may contradict `Result`";
    TagOrder: Text "tag_order", Head(|row| {
            let names: Vec<&str> = row.tags().map(|(name, _)| name).collect();
            Value::text(names.join(" "))
        }),
        "the names of all tags in their order, separated by spaces";
    File: Text "file".required(), Head(|row| Value::text(&*row.file)),
        "the path as given on the command line; `-` for standard input";
    Game: Int64 "game".required().stored(Storage::DeltaNumbers), Head(|row| Value::Int64(Some(row.number as i64))),
        "the number of the game in its file, from 1; `file` and `game` join this table with the others";
    OpeningEco: Text "opening_eco", Moves(|row| Value::optional_text(row.opening.opening.map(|opening| opening.eco))),
        "the ECO code of the [opening](openings.md) by the moves; null if no position has a name. Not `eco`: some programs ignore case, and `ECO` is the tag";
    OpeningName: Text "opening_name", Moves(|row| Value::optional_text(row.opening.opening.map(|opening| opening.name))),
        "the name of that opening";
    OutOfBookPly: Int32 "out_of_book_ply",
        Moves(|row| Value::Int32(row.opening.out_of_book_ply.and_then(|ply| i32::try_from(ply).ok()))),
        "the first ply that leaves the known opening lines for good; null if the game ends before it";
}

#[allow(clippy::indexing_slicing, reason = "the enum and the table have the same columns")]
impl GameColumn {
    /// Returns the declaration.
    pub fn column(self) -> &'static Column {
        &GAMES.columns[self as usize]
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.column().name
    }

    /// Returns the column of a tag.
    #[inline]
    pub(crate) fn of_tag(name: &str) -> Option<Self> {
        Self::from_name(name).filter(|column| matches!(column.source(), Source::Tag))
    }
}
