//! The kinds of things that can be wrong in PGN.

use std::fmt;

use pinsight_rules::Language;

use crate::GameResult;

/// How bad a fault is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// It was repaired: the game means what it says.
    Warning,
    /// The rest of that line of play was set aside.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// What can be wrong. Its [severity](Self::severity) says whether the game was repaired.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// A tag without a value.
    TagWithoutValue,
    /// A tag without a name.
    TagWithoutName,
    /// A value without quotes.
    TagUnquoted,
    /// A quote in a value without its backslash.
    TagInnerQuote,
    /// No quote ends the value.
    TagUnterminated,
    /// No bracket ends the tag.
    TagWithoutBracket,
    /// The tag was there already.
    DuplicateTag,
    /// Bytes that mean nothing.
    Stray,
    /// A result that is not spelt as the standard says.
    OddResult,
    /// A result inside a variation.
    ResultInVariation,
    /// One more result after the first.
    SecondResult,
    /// The result tag says otherwise.
    ResultMismatch {
        /// The terminator, which wins.
        terminator: GameResult,
        /// What the tag says.
        tag: String,
    },
    /// No result ends the movetext.
    MissingResult {
        /// What stands in for it.
        taken: GameResult,
    },
    /// No blank line before the game.
    NoBlankLine,
    /// A NAG above 255, or a row of marks that means nothing.
    UnknownNag,
    /// A NAG before any move that it could be about.
    NagBeforeMove,
    /// A variation without moves.
    EmptyVariation,
    /// Bytes that are no UTF-8; told once per file by [`OncePerFile`](crate::OncePerFile).
    NotUtf8,
    /// `SetUp "0"` beside a FEN.
    SetUpDenied,
    /// `SetUp "1"` without a FEN.
    SetUpWithoutFen,
    /// Something in the FEN was repaired.
    FenRepaired {
        /// What.
        note: String,
    },
    /// Castling with zeros, small letters or dashes.
    OddCastling,
    /// `x` where nothing is taken, or none where something is.
    WrongCapture {
        /// Whether the move takes something.
        takes: bool,
    },
    /// A piece's letter in lower case.
    LowerCasePiece,
    /// Piece letters of another language.
    ForeignLetters {
        /// Which.
        language: Language,
    },
    /// Two or more moves without a space between them.
    GluedMoves {
        /// How many moves.
        moves: u32,
    },
    /// A move number without a space before it.
    GluedNumber,
    /// Some other unusual way to write the move.
    OddMove,
    /// A comment without its closing brace.
    UnterminatedComment,
    /// A variation without its closing parenthesis.
    UnclosedVariation,
    /// A variation before any move that it could replace.
    VariationBeforeMove,
    /// Longer than allowed.
    Oversized {
        /// The length of the game in bytes.
        length: u64,
    },
    /// The FEN cannot be read, or the position is not legal.
    BadStart {
        /// Why.
        reason: String,
    },
    /// A variant of chess that is not played here.
    UnknownVariant {
        /// Its name.
        variant: String,
    },
    /// The move cannot be read or is not legal.
    IllegalMove {
        /// Why.
        reason: String,
        /// How many moves after it, in its line and its variations, are set aside with it.
        set_aside: u32,
    },
    /// There were more faults than are told one by one.
    More {
        /// How many.
        count: u64,
    },
}

impl Fault {
    /// Whether the game was repaired, or something had to be set aside.
    pub fn severity(&self) -> Severity {
        match self {
            Self::UnterminatedComment
            | Self::UnclosedVariation
            | Self::VariationBeforeMove
            | Self::Oversized { .. }
            | Self::BadStart { .. }
            | Self::UnknownVariant { .. }
            | Self::IllegalMove { .. } => Severity::Error,
            _ => Severity::Warning,
        }
    }

    /// A short name that stays the same, for machines: `illegal-move`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TagWithoutValue => "tag-without-value",
            Self::TagWithoutName => "tag-without-name",
            Self::TagUnquoted => "tag-unquoted",
            Self::TagInnerQuote => "tag-inner-quote",
            Self::TagUnterminated => "tag-unterminated",
            Self::TagWithoutBracket => "tag-without-bracket",
            Self::DuplicateTag => "duplicate-tag",
            Self::Stray => "stray",
            Self::OddResult => "odd-result",
            Self::ResultInVariation => "result-in-variation",
            Self::SecondResult => "second-result",
            Self::ResultMismatch { .. } => "result-mismatch",
            Self::MissingResult { .. } => "missing-result",
            Self::NoBlankLine => "no-blank-line",
            Self::UnknownNag => "unknown-nag",
            Self::NagBeforeMove => "nag-before-move",
            Self::EmptyVariation => "empty-variation",
            Self::NotUtf8 => "not-utf8",
            Self::SetUpDenied => "setup-denied",
            Self::SetUpWithoutFen => "setup-without-fen",
            Self::FenRepaired { .. } => "fen-repaired",
            Self::OddCastling => "odd-castling",
            Self::WrongCapture { .. } => "wrong-capture",
            Self::LowerCasePiece => "lower-case-piece",
            Self::ForeignLetters { .. } => "foreign-letters",
            Self::GluedMoves { .. } => "glued-moves",
            Self::GluedNumber => "glued-number",
            Self::OddMove => "odd-move",
            Self::UnterminatedComment => "unterminated-comment",
            Self::UnclosedVariation => "unclosed-variation",
            Self::VariationBeforeMove => "variation-before-move",
            Self::Oversized { .. } => "oversized",
            Self::BadStart { .. } => "bad-start",
            Self::UnknownVariant { .. } => "unknown-variant",
            Self::IllegalMove { .. } => "illegal-move",
            Self::More { .. } => "more",
        }
    }

    /// What is wrong, in words.
    pub(crate) fn message(&self, found: &str) -> String {
        match self {
            Self::TagWithoutValue => format!("tag without a value: `{found}`"),
            Self::TagWithoutName => format!("tag without a name, set aside: `{found}`"),
            Self::TagUnquoted => format!("tag value without quotes: `{found}`"),
            Self::TagInnerQuote => format!("quote inside a tag value: `{found}`"),
            Self::TagUnterminated => format!("tag value without its closing quote: `{found}`"),
            Self::TagWithoutBracket => format!("tag without its closing bracket: `{found}`"),
            Self::DuplicateTag => format!("tag given twice, the second set aside: `{found}`"),
            Self::Stray => format!("`{found}` means nothing here, set aside"),
            Self::OddResult => format!("result written as `{found}`"),
            Self::ResultInVariation => format!("result `{found}` inside a variation, set aside"),
            Self::SecondResult => format!("one more result `{found}`, set aside"),
            Self::ResultMismatch { terminator, tag } => {
                format!("the game ends with `{terminator}`, but its result tag says `{tag}`")
            }
            Self::MissingResult { taken } => {
                format!("no result at the end of the game, taken as `{taken}`")
            }
            Self::NoBlankLine => "no blank line before the game".to_owned(),
            Self::UnknownNag => format!("annotation `{found}` is not known, set aside"),
            Self::NagBeforeMove => format!("annotation `{found}` before any move, set aside"),
            Self::EmptyVariation => "variation without moves".to_owned(),
            Self::NotUtf8 => "not UTF-8, read as Latin-1".to_owned(),
            Self::SetUpDenied => "the tag SetUp denies the FEN, which is used".to_owned(),
            Self::SetUpWithoutFen => "the tag SetUp promises a FEN, but there is none".to_owned(),
            Self::FenRepaired { note } => format!("FEN repaired: {note}"),
            Self::OddCastling => format!("castling written as `{found}`"),
            Self::WrongCapture { takes: true } => format!("`{found}` takes, but has no `x`"),
            Self::WrongCapture { takes: false } => format!("`{found}` takes nothing"),
            Self::LowerCasePiece => format!("piece in lower case: `{found}`"),
            Self::ForeignLetters { language } => {
                format!("`{found}`: the pieces have {} letters", language.name())
            }
            Self::GluedNumber => format!("move number without a space before it: `{found}`"),
            Self::GluedMoves { .. } => format!("moves without a space between them: `{found}`"),
            Self::OddMove => format!("move written as `{found}`"),
            Self::UnterminatedComment => "comment without its closing brace".to_owned(),
            Self::UnclosedVariation => "variation without its closing parenthesis".to_owned(),
            Self::VariationBeforeMove => {
                "variation before any move that it could replace, set aside".to_owned()
            }
            Self::Oversized { length } => {
                format!("game of {length} bytes is longer than allowed, set aside")
            }
            Self::BadStart { reason } => format!("no legal start: {reason}; all moves set aside"),
            Self::UnknownVariant { variant } => {
                format!("the variant `{variant}` is not known; all moves set aside")
            }
            Self::IllegalMove { reason, set_aside } => {
                let rest = match set_aside {
                    0 => String::new(),
                    1 => "; 1 more move set aside".to_owned(),
                    more => format!("; {more} more moves set aside"),
                };
                format!("`{found}`: {reason}{rest}")
            }
            Self::More { count } => format!("{count} more faults in this game"),
        }
    }

    /// What should have stood there; empty where nothing should.
    pub(crate) fn expected(&self) -> &'static str {
        match self {
            Self::TagWithoutValue
            | Self::TagWithoutName
            | Self::TagUnquoted
            | Self::TagUnterminated
            | Self::TagWithoutBracket => "a tag like [Event \"name\"]",
            Self::TagInnerQuote => "\\\" for a quote inside the value",
            Self::DuplicateTag => "each tag once",
            Self::Stray => "a move, a comment, a variation or a result",
            Self::OddResult | Self::MissingResult { .. } | Self::SecondResult | Self::ResultInVariation => {
                "one 1-0, 0-1, 1/2-1/2 or * at the end"
            }
            Self::ResultMismatch { .. } => "the same result in tag and movetext",
            Self::NoBlankLine => "a blank line between games",
            Self::UnknownNag => "$0 to $255, or ! ? !! ?? !? ?!",
            Self::NagBeforeMove => "a move before its annotation",
            Self::EmptyVariation => "a move in the variation",
            Self::NotUtf8 => "UTF-8",
            Self::SetUpDenied => "SetUp \"1\" with a FEN",
            Self::SetUpWithoutFen => "a FEN with SetUp \"1\"",
            Self::FenRepaired { .. } | Self::BadStart { .. } => "the FEN of a legal position",
            Self::OddCastling => "O-O or O-O-O",
            Self::WrongCapture { takes: true } => "an `x`",
            Self::WrongCapture { takes: false } => "no `x`",
            Self::LowerCasePiece => "K, Q, R, B or N",
            Self::ForeignLetters { .. } => "the English letters K, Q, R, B, N",
            Self::GluedMoves { .. } | Self::GluedNumber => "a space between moves",
            Self::OddMove => "a move like Nf3, exd5 or e8=Q",
            Self::UnterminatedComment => "a `}`",
            Self::UnclosedVariation => "a `)`",
            Self::VariationBeforeMove => "a move before its variations",
            Self::Oversized { .. } => "a shorter game, or a higher limit",
            Self::More { .. } => "",
            Self::UnknownVariant { .. } => "standard chess or Chess960",
            Self::IllegalMove { .. } => "a legal move",
        }
    }
}
