//! The lenient parser: text to [`San`], without a board.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::{CheckMark, FileCapture, Language, San, SanError, SanMove, SanNote};
use crate::{CastlingSide, File, Rank, Role, Square};

impl San {
    /// Parses a move in SAN or LAN with English piece letters.
    ///
    /// Accepts every unambiguous spelling: `0-0`, `o-o` and `OO`, `e8Q`, `e8=Q`, `e8(Q)` and `e8/Q`, `exd` and `ed`,
    /// `e.p.`, `Qh5ch` and `Qh5 mate`, `Ng1-f3` and `g1f3`, figurines, any dash, the null moves `--`, `Z0`, `null`,
    /// `@@@@` and `0000`, marks such as `!?` at the end, invisible characters.
    pub fn parse(text: &str) -> Result<Self, SanError> {
        parse(text, None).map(|(san, _)| san)
    }
}

/// Parses a move and notes unusual spellings.
pub(super) fn parse(text: &str, language: Option<Language>) -> Result<(San, Vec<SanNote>), SanError> {
    let text = text.trim_matches(|c: char| c.is_ascii_whitespace());
    let visible = text.trim_matches(|c: char| c.is_whitespace() || is_invisible(c));
    let mut parser = Parser::new(visible, language);
    let san = parser.parse()?;
    let invisible = visible.len() < text.len() || visible.contains(is_invisible);
    let spelling = match &san {
        San::Castling(side, _) => {
            (invisible || !visible.starts_with(side.san())).then_some(SanNote::CastlingSpelling)
        }
        San::Null if visible == "0000" => Some(SanNote::NullMoveSpelling),
        San::FileCapture(_) => Some(SanNote::MissingRank),
        San::Null | San::Piece(_) => invisible.then_some(SanNote::InvisibleCharacters),
    };
    let check = parser.check_in_words.then_some(SanNote::CheckInWords);
    Ok((san, spelling.into_iter().chain(check).collect()))
}

/// Whether a character is not drawn and takes no space: NUL, the soft hyphen, zero-width and direction marks.
pub fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\0' | '\u{AD}'
            | '\u{180E}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{2069}'
            | '\u{FEFF}'
    )
}

/// Parses the parts of a move from the last to the first.
struct Parser<'a> {
    text: &'a str,
    /// The text in ASCII where possible: figurines and foreign letters as English letters, any dash as `-`.
    letters: Vec<char>,
    /// The column of each letter in `text`, from 1.
    columns: Vec<usize>,
    /// The end of the letters that are not yet parsed.
    end: usize,
    /// Whether a word such as `ch` or `mate` marks the check.
    check_in_words: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, language: Option<Language>) -> Self {
        let mut letters: Vec<char> = Vec::with_capacity(text.len());
        let mut columns = Vec::with_capacity(text.len());
        let mut characters = text.char_indices().enumerate();
        while let Some((index, (at, c))) = characters.next() {
            // Variation selectors choose the glyph of a figurine.
            if matches!(c, '\u{FE0E}' | '\u{FE0F}') || is_invisible(c) {
                continue;
            }
            columns.push(index + 1);
            // Piece letters are at the start and after the square of a promotion.
            let names_piece = matches!(letters.last(), None | Some('=' | '/' | '(' | '1' | '8'));
            let piece = || language?.leading_piece(text.get(at..)?);
            let Some((english, length)) = names_piece.then(piece).flatten() else {
                letters.push(to_ascii(c));
                continue;
            };
            letters.push(english);
            for _ in 1..length {
                characters.next();
            }
        }
        Self { text, end: letters.len(), letters, columns, check_in_words: false }
    }

    fn parse(&mut self) -> Result<San, SanError> {
        if matches!(self.text, "--" | "Z0" | "z0" | "null" | "@@@@" | "0000") {
            return Ok(San::Null);
        }
        if let Some(blank) = self.letters.iter().position(|c| c.is_whitespace()) {
            let rest: String = self.letters.iter().skip(blank).collect();
            let rest = rest.trim();
            let is_mark = |mark: &str| rest.eq_ignore_ascii_case(mark);
            if !["e.p.", "ep"].into_iter().any(is_mark) && !CHECK_WORDS.iter().any(|(word, _)| is_mark(word))
            {
                return Err(self.error(blank, "no blank inside a move"));
            }
        }
        if self.letters.first().is_some_and(|first| !first.is_alphanumeric()) {
            return Err(self.error(0, "a piece, a file, or O-O"));
        }
        self.drop_while(|letter| matches!(letter, '!' | '?'));
        self.drop_en_passant();
        let check_word = self.take_check_word();
        let check = self.take_check().or(check_word);
        if let Some(side) = self.castling() {
            return Ok(San::Castling(side, check));
        }
        let promotion = self.take_promotion()?;
        if let Some((from, to)) = self.files() {
            return Ok(San::FileCapture(FileCapture { from, to, promotion, check }));
        }
        let to = self.take_target()?;
        self.origin(to, promotion, check).map(San::Piece)
    }

    fn error(&self, index: usize, expected: &'static str) -> SanError {
        let column = self.columns.get(index).copied().unwrap_or(self.text.chars().count() + 1);
        let found = self.text.chars().nth(column - 1);
        SanError::Syntax {
            text: self.text.to_owned(),
            column,
            found: found.map_or_else(|| "the end".to_owned(), |letter| format!("`{letter}`")),
            expected,
        }
    }

    fn rest(&self) -> &[char] {
        self.letters.get(..self.end).unwrap_or_default()
    }

    fn drop_while(&mut self, unwanted: impl Fn(char) -> bool) {
        while self.rest().last().is_some_and(|&letter| unwanted(letter)) {
            self.end -= 1;
        }
    }

    /// Drops `e.p.` or `ep` after a square, with or without a blank before it.
    fn drop_en_passant(&mut self) {
        let text: String = self.rest().iter().collect();
        for mark in ["e.p.", "e.p", "ep"] {
            if let Some(before) = text.strip_suffix(mark).map(str::trim_end)
                && before.ends_with(|letter: char| letter.is_ascii_digit())
            {
                self.end = before.chars().count();
                return;
            }
        }
    }

    /// Parses `ch` or `mate` after a square, a promotion, castling or a mark, with or without a blank before it.
    fn take_check_word(&mut self) -> Option<CheckMark> {
        let text: String = self.rest().iter().collect();
        let (before, mark) = CHECK_WORDS.iter().find_map(|(word, mark)| {
            let (before, end) = text.split_at_checked(text.len().checked_sub(word.len())?)?;
            let before = before.trim_end();
            let ends_move = |c: char| c.is_ascii_digit() || "+#)OoQRBN".contains(c);
            (end.eq_ignore_ascii_case(word) && before.ends_with(ends_move)).then_some((before, *mark))
        })?;
        self.end = before.chars().count();
        self.check_in_words = true;
        Some(mark)
    }

    fn take_check(&mut self) -> Option<CheckMark> {
        let mark = match self.rest().last()? {
            '+' | '†' => CheckMark::Check,
            '#' | '‡' => CheckMark::Mate,
            _ => return None,
        };
        let doubled = self.rest().ends_with(&['+', '+']);
        self.drop_while(|letter| matches!(letter, '+' | '#' | '†' | '‡'));
        // `e.p.+` and `e.p.#`.
        self.drop_en_passant();
        Some(if doubled { CheckMark::Check } else { mark })
    }

    fn castling(&self) -> Option<CastlingSide> {
        let is_o = |letter: char| matches!(letter, 'O' | 'o' | '0' | 'О' | 'о');
        let mut count = 0;
        for part in self.rest().split(|&letter| letter == '-') {
            if part.is_empty() || !part.iter().copied().all(is_o) {
                return None;
            }
            count += part.len();
        }
        match count {
            2 => Some(CastlingSide::KingSide),
            3 => Some(CastlingSide::QueenSide),
            _ => None,
        }
    }

    /// Parses `=Q`, `Q`, `(Q)` or `/Q` after a square.
    fn take_promotion(&mut self) -> Result<Option<Role>, SanError> {
        let (letter, length) = match self.rest() {
            [.., '(', letter, ')'] => (*letter, 3),
            [.., '=' | '/', letter] => (*letter, 2),
            [.., '=' | '/' | '('] => return Err(self.error(self.end, promotion_expected(' '))),
            [.., digit, letter] if digit.is_ascii_digit() && piece(*letter).is_some() => (*letter, 1),
            // `e7e8q`, as in UCI. A file `b` would have a digit after it.
            [.., digit, letter @ ('q' | 'r' | 'b' | 'n' | 'k' | 'p')] if digit.is_ascii_digit() => {
                (*letter, 1)
            }
            _ => return Ok(None),
        };
        let role = Role::from_letter(letter).filter(|role| role.is_promotion());
        let at = self.end - if length == 3 { 2 } else { 1 };
        let role = role.ok_or_else(|| self.error(at, promotion_expected(letter)))?;
        self.end -= length;
        Ok(Some(role))
    }

    /// Parses `exd`, `e:d` or `ed`: the files of a pawn that captures.
    fn files(&self) -> Option<(File, File)> {
        let (from, to) = match *self.rest() {
            [from, to] | [from, 'x' | ':' | 'X', to] => (File::from_letter(from)?, File::from_letter(to)?),
            _ => return None,
        };
        ((from as i32 - to as i32).abs() == 1).then_some((from, to))
    }

    fn take_target(&mut self) -> Result<Square, SanError> {
        if let [.., file, rank] = *self.rest()
            && let (Some(file), Some(rank)) = (File::from_letter(file), Rank::from_digit(rank))
        {
            self.end -= 2;
            return Ok(Square::new(file, rank));
        }
        const RANK: &str = "a rank from 1 to 8";
        const SQUARE: &str = "a square such as e4";
        let is_file = |letter| File::from_letter(letter).is_some();
        let (index, expected) = match *self.rest() {
            [.., _, rank] if Rank::from_digit(rank).is_some() => (self.end - 2, "a file from a to h"),
            [.., file, _] if is_file(file) => (self.end - 1, RANK),
            [.., file] if is_file(file) => (self.end, RANK),
            [] => (self.end, SQUARE),
            [only] if piece(only).is_some() => (self.end, SQUARE),
            [..] => (self.end - 1, SQUARE),
        };
        Err(self.error(index, expected))
    }

    /// Parses what is before the target: piece, hints, `x` or `-`.
    fn origin(
        &self,
        to: Square,
        promotion: Option<Role>,
        check: Option<CheckMark>,
    ) -> Result<SanMove, SanError> {
        let mut rest = self.rest().iter().copied().peekable();
        let letter = rest.next_if(|&letter| piece(letter).is_some()).and_then(piece);
        let file = rest.peek().copied().and_then(File::from_letter);
        rest.next_if(|_| file.is_some());
        let rank = rest.peek().copied().and_then(Rank::from_digit);
        rest.next_if(|_| rank.is_some());
        let capture = rest.next_if(|letter| matches!(letter, 'x' | ':' | 'X')).is_some();
        rest.next_if(|&letter| letter == '-' && !capture);
        let left = rest.count();
        if left > 0 {
            let expected = "a piece of KQRBN, a file from a to h, or the target square";
            return Err(self.error(self.end - left, expected));
        }
        let role = match letter {
            Some(role) => Some(role),
            None if file.is_some() && rank.is_some() => None,
            None => Some(Role::Pawn),
        };
        Ok(SanMove { role, file, rank, capture, to, promotion, check })
    }
}

/// The role of an upper-case letter.
fn piece(letter: char) -> Option<Role> {
    Role::from_letter(letter).filter(|_| letter.is_ascii_uppercase())
}

/// Words that mark a check; the longer ones first.
const CHECK_WORDS: [(&str, CheckMark); 5] = [
    ("checkmate", CheckMark::Mate),
    ("mate", CheckMark::Mate),
    ("check", CheckMark::Check),
    ("ch.", CheckMark::Check),
    ("ch", CheckMark::Check),
];

/// What to expect where `letter` names a promotion that is not legal.
fn promotion_expected(letter: char) -> &'static str {
    match letter {
        'K' | 'k' => "a queen, rook, bishop or knight: a pawn cannot promote to a king",
        'P' | 'p' => "a queen, rook, bishop or knight: a pawn cannot stay a pawn on the last rank",
        _ => "a queen, rook, bishop or knight to promote to",
    }
}

/// The piece letter for a figurine of either colour, `-` for any dash, `x` for `×`.
fn to_ascii(c: char) -> char {
    match c {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '×' => 'x',
        other => other,
    }
}
