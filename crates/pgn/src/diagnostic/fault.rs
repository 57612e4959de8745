//! The kinds of faults in PGN.

use pinsight_rules::{CastlingSide, End, Language, is_invisible};

use super::{SetAside, Severity};
use crate::result::GameResult;

/// A kind of fault. Its [severity](Self::severity) tells whether it was repaired.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// A tag without a value.
    TagWithoutValue,
    /// A tag without a name.
    TagWithoutName,
    /// A value without quotes.
    TagUnquoted,
    /// A quote inside a value, not escaped by a backslash.
    TagInnerQuote,
    /// A value without its closing quote.
    TagUnterminated,
    /// A tag without its closing bracket.
    TagWithoutBracket,
    /// A line break or NUL in a tag value.
    TagControlCharacter {
        /// Whether it is NUL.
        nul: bool,
    },
    /// More distinct tags than any real game has.
    ManyTags {
        /// Their number.
        count: usize,
    },
    /// A tag name given twice. The first value counts; for `FEN` and `Variant`, the first in the standard spelling.
    DuplicateTag,
    /// Bytes that form no token.
    Stray,
    /// A number in the movetext that is not a move number.
    StrayNumber,
    /// A wrong move number; only the first of a game is reported.
    WrongNumber {
        /// The number of the move.
        expected: u16,
    },
    /// Dots for Black before a move of White: `2... Nf3`; only the first of a game is reported.
    WrongDots,
    /// A line that begins with `%`.
    EscapeLine,
    /// A tab, no-break space or other unusual blank between moves; only the first of a game is reported.
    OddBlank {
        /// The character.
        character: char,
    },
    /// A result in a nonstandard spelling.
    OddResult {
        /// The result meant.
        read_as: GameResult,
    },
    /// A result inside a variation.
    ResultInVariation,
    /// Another result after the first.
    SecondResult,
    /// Moves after a result.
    MovesAfterResult,
    /// Words after the result, on the same line or in parentheses.
    TextAfterResult,
    /// A result without a space before it.
    GluedResult,
    /// A result that the mate or stalemate on the board contradicts.
    ResultAgainstBoard {
        /// The result, which counts.
        result: GameResult,
        /// The result that the board gives.
        end: End,
    },
    /// The `Result` tag and the terminator disagree.
    ResultMismatch {
        /// The terminator, which counts.
        terminator: GameResult,
        /// The value of the tag.
        tag: String,
    },
    /// The movetext has no terminator.
    MissingResult {
        /// The result assumed: that of the tag, or `*`.
        taken: GameResult,
    },
    /// No blank line before the game.
    NoBlankLine,
    /// A NAG above 255, or an unknown sequence of `!` and `?`.
    UnknownNag,
    /// A NAG before the first move of a line.
    NagBeforeMove,
    /// A variation without moves.
    EmptyVariation,
    /// The game is not UTF-8; read as Windows-1252.
    NotUtf8 {
        /// The first byte that is not UTF-8.
        byte: u8,
    },
    /// U+FFFD in place of an unpaired surrogate of UTF-16.
    LostCharacter,
    /// `SetUp "0"` with a `FEN` tag.
    SetUpDenied,
    /// `SetUp "1"` without a `FEN` tag.
    SetUpWithoutFen,
    /// A repaired FEN.
    FenRepaired {
        /// What was repaired.
        note: String,
    },
    /// A `FEN` tag without a position, such as `?`.
    EmptyFen,
    /// The name of a tag in another case: `fen`.
    TagNameCase {
        /// The standard name.
        name: &'static str,
    },
    /// Castling in a nonstandard spelling: zeros, lower case, dashes, or a move of the king.
    OddCastling {
        /// The side.
        side: CastlingSide,
    },
    /// A null move in a nonstandard spelling.
    OddNullMove,
    /// `x` without a capture, or a capture without `x`.
    WrongCapture {
        /// Whether the move captures.
        takes: bool,
    },
    /// A piece letter in lower case.
    LowerCasePiece,
    /// Piece letters of another language.
    ForeignLetters {
        /// The language.
        language: Language,
    },
    /// Moves without a space between them.
    GluedMoves {
        /// The number of moves.
        moves: u32,
    },
    /// A move number without a space before it.
    GluedNumber,
    /// A move with blanks in it.
    SplitMove {
        /// The move as it was read.
        read: String,
    },
    /// A letter that is read as an annotation, although it may be a part of a move.
    DoubtfulNag,
    /// A move in another nonstandard spelling.
    OddMove {
        /// The SAN of the move.
        read_as: String,
    },
    /// `mate` or `ch` after a move.
    CheckInWords,
    /// An opening brace inside a comment, and a closing brace after the comment.
    NestedComment,
    /// A comment without its closing brace.
    UnterminatedComment,
    /// A variation without its closing parenthesis.
    UnclosedVariation,
    /// A variation before the first move of a line.
    VariationBeforeMove,
    /// A game above the size limit.
    Oversized {
        /// The length of the game in bytes.
        length: u64,
    },
    /// A FEN that cannot be parsed, or an illegal start position.
    BadStart {
        /// The reason.
        reason: String,
    },
    /// A variant other than standard chess and Chess960.
    UnknownVariant {
        /// The name of the variant.
        variant: String,
    },
    /// A word that is not a legal move.
    IllegalMove {
        /// The reason.
        reason: String,
        /// The moves after it, in its line and its variations, that are set aside with it.
        set_aside: SetAside,
    },
    /// Faults beyond the number kept per game.
    More {
        /// Their number.
        count: u64,
    },
}

impl Fault {
    /// Returns whether the fault was repaired or set moves aside.
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

    /// Returns a stable identifier: `illegal-move`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TagWithoutValue => "tag-without-value",
            Self::TagWithoutName => "tag-without-name",
            Self::TagUnquoted => "tag-unquoted",
            Self::TagInnerQuote => "tag-inner-quote",
            Self::TagUnterminated => "tag-unterminated",
            Self::TagWithoutBracket => "tag-without-bracket",
            Self::TagControlCharacter { .. } => "tag-control-character",
            Self::ManyTags { .. } => "many-tags",
            Self::DuplicateTag => "duplicate-tag",
            Self::Stray => "stray",
            Self::StrayNumber => "stray-number",
            Self::WrongNumber { .. } => "wrong-number",
            Self::WrongDots => "wrong-dots",
            Self::EscapeLine => "escape-line",
            Self::OddBlank { .. } => "odd-blank",
            Self::OddResult { .. } => "odd-result",
            Self::ResultInVariation => "result-in-variation",
            Self::SecondResult => "second-result",
            Self::MovesAfterResult => "moves-after-result",
            Self::TextAfterResult => "text-after-result",
            Self::GluedResult => "glued-result",
            Self::ResultAgainstBoard { .. } => "result-against-board",
            Self::ResultMismatch { .. } => "result-mismatch",
            Self::MissingResult { .. } => "missing-result",
            Self::NoBlankLine => "no-blank-line",
            Self::UnknownNag => "unknown-nag",
            Self::NagBeforeMove => "nag-before-move",
            Self::EmptyVariation => "empty-variation",
            Self::NotUtf8 { .. } => "not-utf8",
            Self::LostCharacter => "lost-character",
            Self::SetUpDenied => "setup-denied",
            Self::SetUpWithoutFen => "setup-without-fen",
            Self::FenRepaired { .. } => "fen-repaired",
            Self::EmptyFen => "empty-fen",
            Self::TagNameCase { .. } => "tag-name-case",
            Self::OddCastling { .. } => "odd-castling",
            Self::OddNullMove => "odd-null-move",
            Self::WrongCapture { .. } => "wrong-capture",
            Self::LowerCasePiece => "lower-case-piece",
            Self::ForeignLetters { .. } => "foreign-letters",
            Self::GluedMoves { .. } => "glued-moves",
            Self::GluedNumber => "glued-number",
            Self::SplitMove { .. } => "split-move",
            Self::DoubtfulNag => "doubtful-nag",
            Self::OddMove { .. } => "odd-move",
            Self::CheckInWords => "check-in-words",
            Self::NestedComment => "nested-comment",
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

    /// Describes the fault, given the text found.
    pub(crate) fn message(&self, found: &str) -> String {
        match self {
            Self::TagWithoutValue => format!("tag without a value, read as empty: `{found}`"),
            Self::TagWithoutName => format!("tag without a name, ignored: `{found}`"),
            Self::TagUnquoted => format!("tag value without quotes, accepted: `{found}`"),
            Self::TagInnerQuote => format!("quote inside a tag value, kept: `{found}`"),
            Self::TagUnterminated => format!("tag value without its closing quote, accepted: `{found}`"),
            Self::TagWithoutBracket => format!("tag without its closing bracket, accepted: `{found}`"),
            Self::TagControlCharacter { nul: false } => {
                format!("line break in a tag value, read as a space: `{found}`")
            }
            Self::TagControlCharacter { nul: true } => {
                format!("NUL in a tag value, read as a space: `{found}`")
            }
            Self::ManyTags { count } => format!("{count} different tags in one game, all kept"),
            Self::DuplicateTag => format!("duplicate tag, ignored: `{found}`"),
            Self::Stray => match found.chars().next().filter(|_| found.chars().all(is_hidden)) {
                Some(hidden) => format!("unexpected {}, ignored", character_name(hidden)),
                None => format!("unexpected `{found}`, ignored"),
            },
            Self::StrayNumber => format!("`{found}` is not a move number, ignored"),
            Self::WrongNumber { expected } => {
                format!("move number {found} before move {expected}; the numbers of this game are ignored")
            }
            Self::WrongDots => format!("`{found}` before a move of White, ignored"),
            Self::EscapeLine => format!("escape line, kept as a comment: `{found}`"),
            Self::OddBlank { character } => {
                format!("{} between moves, read as a space", character_name(*character))
            }
            Self::OddResult { read_as } => {
                format!("nonstandard result `{found}`{}, read as {read_as}", hidden_in(found))
            }
            Self::ResultInVariation => format!("result `{found}` inside a variation, ignored"),
            Self::SecondResult => format!("second result `{found}`, ignored"),
            Self::MovesAfterResult => format!("moves follow the result `{found}`; the last result counts"),
            Self::TextAfterResult => format!("`{found}` after the result, kept as a comment"),
            Self::GluedResult => format!("result `{found}` without a space before it, accepted"),
            Self::ResultAgainstBoard { result, end } => {
                format!("the result is `{result}`, but the board says {end}; the result is kept")
            }
            Self::ResultMismatch { terminator, tag } => {
                format!("the game ends with `{terminator}`, but the Result tag is `{tag}`; the end counts")
            }
            Self::MissingResult { taken } => {
                format!("no result at the end of the game, `{taken}` is assumed")
            }
            Self::NoBlankLine => "no blank line before the tags; they begin a new game".to_owned(),
            Self::UnknownNag => format!("unknown annotation `{found}`, ignored"),
            Self::NagBeforeMove => format!("annotation `{found}` before the first move, ignored"),
            Self::EmptyVariation => "variation without moves, ignored".to_owned(),
            Self::NotUtf8 { byte } => {
                format!("byte 0x{byte:02X} is not UTF-8, read as Windows-1252: `{found}`")
            }
            Self::LostCharacter => "unpaired surrogate of UTF-16, read as U+FFFD".to_owned(),
            Self::SetUpDenied => "SetUp is \"0\", but there is a FEN; the FEN is used".to_owned(),
            Self::SetUpWithoutFen => {
                "SetUp is \"1\", but there is no FEN; the standard starting position is used".to_owned()
            }
            Self::FenRepaired { note } => format!("FEN repaired: {note}"),
            Self::EmptyFen => {
                format!("FEN without a position: `{found}`; the standard starting position is used")
            }
            Self::TagNameCase { name } => format!("tag name in another case: `{found}`, read as {name}"),
            Self::OddCastling { side } => {
                format!("nonstandard castling `{found}`{}, read as {}", hidden_in(found), side.san())
            }
            Self::OddNullMove => format!("nonstandard null move `{found}`, read as --"),
            Self::WrongCapture { takes: true } => format!("`{found}` is a capture without `x`, accepted"),
            Self::WrongCapture { takes: false } => {
                format!("`{found}` captures nothing, accepted without `x`")
            }
            Self::LowerCasePiece => format!("lower-case piece letter, accepted: `{found}`"),
            Self::ForeignLetters { language } => {
                format!("{} piece letters: `{found}`; the game is read in this language", language.name())
            }
            Self::GluedNumber => {
                format!("move number without a space before it, read as two words: `{found}`")
            }
            Self::GluedMoves { .. } => {
                format!("moves without a space between them, read one by one: `{found}`")
            }
            Self::SplitMove { read } => format!("blank inside a move: `{found}`, read as `{read}`"),
            Self::DoubtfulNag => {
                format!("`{found}` may be a move or a part of one; `N` is read as an annotation")
            }
            Self::OddMove { read_as } => {
                format!("nonstandard move `{found}`{}, read as {read_as}", hidden_in(found))
            }
            Self::CheckInWords => format!("`{found}` after a move, ignored"),
            Self::NestedComment => {
                "comments do not nest: the comment ended here, before another `}`".to_owned()
            }
            Self::UnterminatedComment => {
                "comment without its closing brace; it ends before the next tags or first move".to_owned()
            }
            Self::UnclosedVariation => {
                "variation without its closing parenthesis; it ends with the game".to_owned()
            }
            Self::VariationBeforeMove => "variation before the first move, kept as a comment".to_owned(),
            Self::Oversized { length } => {
                format!("game of {length} bytes exceeds the size limit, set aside")
            }
            Self::BadStart { reason } => format!("illegal start position: {reason}; all moves set aside"),
            Self::UnknownVariant { variant } => {
                format!("unknown variant `{variant}`; all moves set aside")
            }
            Self::IllegalMove { reason, set_aside } => {
                format!("`{found}`: {reason}{set_aside}")
            }
            Self::More { count } => format!("{count} more faults in this game"),
        }
    }

    /// Describes what was expected; empty if nothing.
    pub(crate) fn expected(&self) -> &'static str {
        match self {
            Self::TagWithoutValue
            | Self::TagWithoutName
            | Self::TagUnquoted
            | Self::TagUnterminated
            | Self::TagWithoutBracket => "a tag like [Event \"name\"]",
            Self::TagControlCharacter { .. } => "a value on one line, without control characters",
            Self::ManyTags { .. } => "at most 1000 tags",
            Self::TagInnerQuote => "\\\" for a quote inside the value",
            Self::DuplicateTag => "each tag once",
            Self::Stray | Self::StrayNumber => "a move, a comment, a variation or a result",
            Self::WrongNumber { .. } => "consecutive move numbers",
            Self::WrongDots => "one dot after the number of a move of White",
            Self::EscapeLine => "a comment in braces",
            Self::OddBlank { .. } => "a space",
            Self::OddResult { .. }
            | Self::MissingResult { .. }
            | Self::SecondResult
            | Self::MovesAfterResult
            | Self::TextAfterResult
            | Self::ResultInVariation => "1-0, 0-1, 1/2-1/2 or * at the end",
            Self::GluedResult => "a space before the result",
            Self::ResultAgainstBoard { .. } => "the result on the board",
            Self::ResultMismatch { .. } => "the same result in tag and movetext",
            Self::NoBlankLine => "a blank line between games",
            Self::UnknownNag => "$0 to $255, or ! ? !! ?? !? ?!",
            Self::NagBeforeMove => "a move before its annotation",
            Self::EmptyVariation => "a move in the variation",
            Self::NotUtf8 { .. } => "UTF-8",
            Self::LostCharacter => "valid UTF-16",
            Self::SetUpDenied => "SetUp \"1\" with a FEN",
            Self::SetUpWithoutFen => "a FEN with SetUp \"1\"",
            Self::FenRepaired { .. } | Self::BadStart { .. } => "the FEN of a legal position",
            Self::EmptyFen => "the FEN of a legal position, or no FEN tag",
            Self::TagNameCase { name } => name,
            Self::OddCastling { .. } => "O-O or O-O-O",
            Self::OddNullMove => "`--`",
            Self::WrongCapture { takes: true } => "an `x`",
            Self::WrongCapture { takes: false } => "no `x`",
            Self::LowerCasePiece => "K, Q, R, B or N",
            Self::ForeignLetters { .. } => "the English letters K, Q, R, B, N",
            Self::GluedMoves { .. } | Self::GluedNumber => "a space between moves",
            Self::SplitMove { .. } => "no blank inside a move",
            Self::DoubtfulNag => "$146 for a novelty",
            Self::OddMove { .. } => "a move like Nf3, exd5 or e8=Q",
            Self::CheckInWords => "`+` for check, `#` for mate",
            Self::NestedComment => "no `{` inside a comment",
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

/// Names a blank or invisible character: `no-break space (U+00A0)`; a control character also by its picture.
fn character_name(c: char) -> String {
    let c = match c {
        PICTURES_START..=PICTURES_END => {
            char::from_u32(u32::from(c) - u32::from(PICTURES_START)).unwrap_or(c)
        }
        _ => c,
    };
    let name = match c {
        '\0' => "NUL",
        '\t' => "tab",
        '\u{B}' => "vertical tab",
        '\u{C}' => "form feed",
        '\u{85}' => "next line",
        '\u{A0}' => "no-break space",
        '\u{AD}' => "soft hyphen",
        '\u{200B}' => "zero-width space",
        '\u{200C}' => "zero-width non-joiner",
        '\u{200D}' => "zero-width joiner",
        '\u{200E}' => "left-to-right mark",
        '\u{200F}' => "right-to-left mark",
        '\u{2028}' => "line separator",
        '\u{2029}' => "paragraph separator",
        '\u{202F}' => "narrow no-break space",
        '\u{2060}' => "word joiner",
        '\u{3000}' => "ideographic space",
        '\u{FEFF}' => "byte order mark",
        c if c.is_whitespace() => "blank",
        c if c.is_control() => "control character",
        _ => "invisible character",
    };
    format!("{name} (U+{:04X})", u32::from(c))
}

/// The pictures that stand for control characters in the text found.
const PICTURES_START: char = '\u{2400}';
const PICTURES_END: char = '\u{241F}';

/// Whether a character in the text found cannot be seen, or is the picture of a control character.
fn is_hidden(c: char) -> bool {
    is_invisible(c) || matches!(c, PICTURES_START..=PICTURES_END)
}

/// Names the first hidden character in the text found: ` with soft hyphen (U+00AD)`.
fn hidden_in(found: &str) -> String {
    let hidden = found.chars().find(|&c| is_hidden(c)).map(character_name);
    hidden.map_or_else(String::new, |name| format!(" with {name}"))
}
