//! The kinds of faults in PGN.

use pinsight_rules::{CastlingSide, End, Language, is_invisible};

use super::{SetAside, Severity};
use crate::result::GameResult;

const TAG: &str = "a tag like [Event \"name\"]";
const RESULT: &str = "1-0, 0-1, 1/2-1/2 or * at the end";

/// Declares each kind of fault once: documentation, name and fields, severity, code, message and what was expected.
macro_rules! faults {
    (|$found:ident| $(
        $(#[$doc:meta])*
        $name:ident $({ $( $(#[$about:meta])* $field:ident: $kind:ty, )* })?
            => $severity:ident $code:literal, [$($message:tt)*], $expected:expr;
    )*) => {
        /// A kind of fault. Its [severity](Self::severity) is a warning if it was repaired.
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub enum Fault {
            $( $(#[$doc])* $name $({ $( $(#[$about])* $field: $kind, )* })?, )*
        }

        #[allow(unused_variables, reason = "not every text contains every field")]
        impl Fault {
            /// Returns whether the fault was repaired or set moves aside.
            pub fn severity(&self) -> Severity {
                match self { $( Self::$name { .. } => Severity::$severity, )* }
            }

            /// Returns a stable identifier: `illegal-move`.
            pub fn code(&self) -> &'static str {
                match self { $( Self::$name { .. } => $code, )* }
            }

            /// Describes the fault, given the text found.
            pub(crate) fn message(&self, $found: &str) -> String {
                match self { $( Self::$name $({ $($field),* })? => format!($($message)*), )* }
            }

            /// Describes what was expected; empty if nothing.
            pub(crate) fn expected(&self) -> &'static str {
                match self { $( Self::$name $({ $($field),* })? => $expected, )* }
            }
        }
    };
}

faults! { |found|
    /// A tag without a value.
    TagWithoutValue => Warning "tag-without-value",
        ["tag without a value, read as empty: `{found}`"], TAG;
    /// A tag without a name.
    TagWithoutName => Warning "tag-without-name",
        ["tag without a name, ignored: `{found}`"], TAG;
    /// A value without quotes.
    TagUnquoted => Warning "tag-unquoted",
        ["tag value without quotes, accepted: `{found}`"], TAG;
    /// A quote inside a value, not escaped by a backslash.
    TagInnerQuote => Warning "tag-inner-quote",
        ["quote inside a tag value, kept: `{found}`"], "\\\" for a quote inside the value";
    /// A value without its closing quote.
    TagUnterminated => Warning "tag-unterminated",
        ["tag value without its closing quote, accepted: `{found}`"], TAG;
    /// A tag without its closing bracket.
    TagWithoutBracket => Warning "tag-without-bracket",
        ["tag without its closing bracket, accepted: `{found}`"], TAG;
    /// A line break or NUL in a tag value.
    TagControlCharacter {
        /// Whether it is NUL.
        nul: bool,
    } => Warning "tag-control-character",
        ["{} in a tag value, read as a space: `{found}`", if *nul { "NUL" } else { "line break" }],
        "a value on one line, without control characters";
    /// More distinct tags than any real game has.
    ManyTags {
        /// Their number.
        count: usize,
    } => Warning "many-tags",
        ["{count} different tags in one game, all kept"], "at most 1000 tags";
    /// A tag name given twice. The first value counts; for `FEN` and `Variant`, the first in the standard spelling.
    DuplicateTag => Warning "duplicate-tag",
        ["duplicate tag, ignored: `{found}`"], "each tag once";
    /// Bytes that form no token.
    Stray => Warning "stray",
        ["unexpected {}, ignored", name_or_quote(found)], "a move, a comment, a variation or a result";
    /// A number in the movetext that is not a move number.
    StrayNumber => Warning "stray-number",
        ["`{found}` is not a move number, ignored"], "a move, a comment, a variation or a result";
    /// A wrong move number; only the first of a game is reported.
    WrongNumber {
        /// The number of the move.
        expected: u16,
    } => Warning "wrong-number",
        ["move number {found} before move {expected}; the numbers of this game are ignored"],
        "consecutive move numbers";
    /// Dots for Black before a move of White: `2... Nf3`; only the first of a game is reported.
    WrongDots => Warning "wrong-dots",
        ["`{found}` before a move of White, ignored"], "one dot after the number of a move of White";
    /// A line that begins with `%`.
    EscapeLine => Warning "escape-line",
        ["escape line, kept as a comment: `{found}`"], "a comment in braces";
    /// A tab, no-break space or other unusual blank between moves; only the first of a game is reported.
    OddBlank {
        /// The character.
        character: char,
    } => Warning "odd-blank",
        ["{} between moves, read as a space", character_name(*character)], "a space";
    /// A result in a nonstandard spelling.
    OddResult {
        /// The result meant.
        read_as: GameResult,
    } => Warning "odd-result",
        ["nonstandard result `{found}`{}, read as {read_as}", hidden_in(found)], RESULT;
    /// A result inside a variation.
    ResultInVariation => Warning "result-in-variation",
        ["result `{found}` inside a variation, ignored"], RESULT;
    /// Another result after the first.
    SecondResult => Warning "second-result",
        ["second result `{found}`, ignored"], RESULT;
    /// Moves after a result.
    MovesAfterResult => Warning "moves-after-result",
        ["moves follow the result `{found}`; the last result counts"], RESULT;
    /// Words after the result, on the same line or in parentheses.
    TextAfterResult => Warning "text-after-result",
        ["`{found}` after the result, kept as a comment"], RESULT;
    /// A result without a space before it.
    GluedResult => Warning "glued-result",
        ["result `{found}` without a space before it, accepted"], "a space before the result";
    /// A result that the mate or stalemate on the board contradicts.
    ResultAgainstBoard {
        /// The result, which counts.
        result: GameResult,
        /// The result that the board gives.
        end: End,
    } => Warning "result-against-board",
        ["the result is `{result}`, but the game ended {end}; the result is kept"], "the result on the board";
    /// The `Result` tag and the terminator disagree.
    ResultMismatch {
        /// The terminator, which counts.
        terminator: GameResult,
        /// The value of the tag.
        tag: String,
    } => Warning "result-mismatch",
        ["the game ends with `{terminator}`, but the Result tag is `{tag}`; the end counts"],
        "the same result in tag and movetext";
    /// The movetext has no terminator.
    MissingResult {
        /// The result assumed: that of the tag, or `*`.
        taken: GameResult,
    } => Warning "missing-result",
        ["no result at the end of the game, `{taken}` is assumed"], RESULT;
    /// No blank line before the game.
    NoBlankLine => Warning "no-blank-line",
        ["no blank line before the tags; they begin a new game"], "a blank line between games";
    /// A NAG above 255, or an unknown sequence of `!` and `?`.
    UnknownNag => Warning "unknown-nag",
        ["unknown annotation `{found}`, ignored"], "$0 to $255, or ! ? !! ?? !? ?!";
    /// A NAG before the first move of a line.
    NagBeforeMove => Warning "nag-before-move",
        ["annotation `{found}` before the first move, ignored"], "a move before its annotation";
    /// A variation without moves.
    EmptyVariation => Warning "empty-variation",
        ["variation without moves, ignored"], "a move in the variation";
    /// The game is not UTF-8; read as Windows-1252.
    NotUtf8 {
        /// The first byte that is not UTF-8.
        byte: u8,
    } => Warning "not-utf8",
        ["byte 0x{byte:02X} is not UTF-8, read as Windows-1252: `{found}`"], "UTF-8";
    /// U+FFFD in place of an unpaired surrogate of UTF-16.
    LostCharacter => Warning "lost-character",
        ["unpaired surrogate of UTF-16, read as U+FFFD"], "valid UTF-16";
    /// `SetUp "0"` with a `FEN` tag.
    SetUpDenied => Warning "setup-denied",
        ["SetUp is \"0\", but there is a FEN; the FEN is used"], "SetUp \"1\" with a FEN";
    /// `SetUp "1"` without a `FEN` tag.
    SetUpWithoutFen => Warning "setup-without-fen",
        ["SetUp is \"1\", but there is no FEN; the standard starting position is used"], "a FEN with SetUp \"1\"";
    /// A repaired FEN.
    FenRepaired {
        /// What was repaired.
        note: String,
    } => Warning "fen-repaired",
        ["FEN repaired: {note}"], "the FEN of a legal position";
    /// A `FEN` tag without a position, such as `?`.
    EmptyFen => Warning "empty-fen",
        ["FEN without a position: `{found}`; the standard starting position is used"],
        "the FEN of a legal position, or no FEN tag";
    /// The name of a tag in another case: `fen`.
    TagNameCase {
        /// The standard name.
        name: &'static str,
    } => Warning "tag-name-case",
        ["tag name in another case: `{found}`, read as {name}"], name;
    /// Castling in a nonstandard spelling: zeros, lower case, dashes, or a move of the king.
    OddCastling {
        /// The side.
        side: CastlingSide,
    } => Warning "odd-castling",
        ["nonstandard castling `{found}`{}, read as {}", hidden_in(found), side.san()], "O-O or O-O-O";
    /// A null move in a nonstandard spelling.
    OddNullMove => Warning "odd-null-move",
        ["nonstandard null move `{found}`, read as --"], "`--`";
    /// `x` without a capture, or a capture without `x`.
    WrongCapture {
        /// Whether the move captures.
        takes: bool,
    } => Warning "wrong-capture",
        ["`{found}` {}", if *takes { "is a capture without `x`, accepted" } else { "captures nothing, accepted without `x`" }],
        if *takes { "an `x`" } else { "no `x`" };
    /// A piece letter in lower case.
    LowerCasePiece => Warning "lower-case-piece",
        ["lower-case piece letter, accepted: `{found}`"], "K, Q, R, B or N";
    /// Piece letters of another language.
    ForeignLetters {
        /// The language.
        language: Language,
    } => Warning "foreign-letters",
        ["{} piece letters: `{found}`; the game is read in this language", language.name()],
        "the English letters K, Q, R, B, N";
    /// Moves without a space between them.
    GluedMoves {
        /// The number of moves.
        moves: u32,
    } => Warning "glued-moves",
        ["moves without a space between them, read one by one: `{found}`"], "a space between moves";
    /// A move number without a space before it.
    GluedNumber => Warning "glued-number",
        ["move number without a space before it, read as two words: `{found}`"], "a space between moves";
    /// A move with blanks in it.
    SplitMove {
        /// The move as it was read.
        read: String,
    } => Warning "split-move",
        ["blank inside a move: `{found}`, read as `{read}`"], "no blank inside a move";
    /// A letter that is read as an annotation, although it may be a part of a move.
    DoubtfulNag => Warning "doubtful-nag",
        ["`{found}` may be a move or a part of one; `N` is read as an annotation"], "$146 for a novelty";
    /// A move in another nonstandard spelling.
    OddMove {
        /// The SAN of the move.
        read_as: String,
    } => Warning "odd-move",
        ["nonstandard move `{found}`{}, read as {read_as}", hidden_in(found)], "a move like Nf3, exd5 or e8=Q";
    /// `mate` or `ch` after a move.
    CheckInWords => Warning "check-in-words",
        ["`{found}` after a move, ignored"], "`+` for check, `#` for mate";
    /// An opening brace inside a comment, and a closing brace after the comment.
    NestedComment => Warning "nested-comment",
        ["comments do not nest: the comment ended here, before another `}}`"], "no `{` inside a comment";
    /// A comment without its closing brace.
    UnterminatedComment => Error "unterminated-comment",
        ["comment without its closing brace; it ends before the next tags or first move"], "a `}`";
    /// A variation without its closing parenthesis.
    UnclosedVariation => Error "unclosed-variation",
        ["variation without its closing parenthesis; it ends with the game"], "a `)`";
    /// A variation before the first move of a line.
    VariationBeforeMove => Error "variation-before-move",
        ["variation before the first move, kept as a comment"], "a move before its variations";
    /// A game above the size limit.
    Oversized {
        /// The length of the game in bytes.
        length: u64,
    } => Error "oversized",
        ["game of {length} bytes exceeds the size limit, set aside"], "a shorter game, or a higher limit";
    /// A FEN that cannot be parsed, or an illegal start position.
    BadStart {
        /// The reason.
        reason: String,
    } => Error "bad-start",
        ["illegal start position: {reason}; all moves set aside"], "the FEN of a legal position";
    /// A variant other than standard chess and Chess960.
    UnknownVariant {
        /// The name of the variant.
        variant: String,
    } => Error "unknown-variant",
        ["unknown variant `{variant}`; all moves set aside"], "standard chess or Chess960";
    /// A word that is not a legal move.
    IllegalMove {
        /// The reason.
        reason: String,
        /// The moves after it, in its line and its variations, that are set aside with it.
        set_aside: SetAside,
    } => Error "illegal-move",
        ["`{found}`: {reason}{set_aside}"], "a legal move";
    /// Faults beyond the number kept per game.
    More {
        /// Their number.
        count: u64,
    } => Warning "more",
        ["{count} more faults in this game"], "";
}

/// Names the first character of a text if it is invisible; quotes any other text.
fn name_or_quote(found: &str) -> String {
    match found.chars().next().filter(|_| found.chars().all(is_hidden)) {
        Some(hidden) => character_name(hidden),
        None => format!("`{found}`"),
    }
}

/// Names a blank or invisible character: `no-break space (U+00A0)`. Accepts the picture of a control character.
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

/// The first of the pictures that represent control characters in the text found.
const PICTURES_START: char = '\u{2400}';
const PICTURES_END: char = '\u{241F}';

/// Whether a character in the text found is invisible, or the picture of a control character.
fn is_hidden(c: char) -> bool {
    is_invisible(c) || matches!(c, PICTURES_START..=PICTURES_END)
}

/// Names the first hidden character in the text found: ` with soft hyphen (U+00AD)`.
fn hidden_in(found: &str) -> String {
    let hidden = found.chars().find(|&c| is_hidden(c)).map(character_name);
    hidden.map_or_else(String::new, |name| format!(" with {name}"))
}
