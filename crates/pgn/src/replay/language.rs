//! Finds the language of a game's piece letters.
//!
//! Reads the mainline a second time, once per game at most: a language is accepted only if the whole game can be read
//! in it, so words beyond the current one are needed.

use pinsight_rules::{Language, Move, Position};

use super::resolve::{after, resolve};
use super::split_move::{is_check_word, join};
use crate::lex::{Lexer, Span, Token, Word};
use crate::text::decode;

/// Finds the language of a game whose mainline cannot be read in English, if exactly one reading remains.
///
/// `bytes` is the game. Words before the offset `known` are legal in English, so the reading has to agree with them; it
/// has to extend beyond the English one.
#[cold]
pub(super) fn find_language(start: &Position, bytes: &[u8], known: usize) -> Option<Language> {
    let words = mainline_words(bytes, known);
    let letters: Vec<char> =
        words.iter().filter_map(|word| word.san.chars().next()).filter(|&c| names_piece(c)).collect();
    if letters.iter().all(|&letter| "KQRBN".contains(letter)) {
        return None;
    }
    let count = words.iter().take_while(|word| word.span.start < known).count();
    let read_in = |words: &[MainlineWord], language| read_in(start, bytes, words, language);
    let english = read_in(&words, None);
    let agreed = read_in(words.get(..count).unwrap_or_default(), None).moves;
    let mut best: Option<(Language, Reading)> = None;
    let mut is_ambiguous = false;
    for language in Language::ALL {
        let knows = |&letter: &char| language.letters().iter().any(|letters| letters.starts_with(letter));
        if !letters.iter().all(knows) {
            continue;
        }
        let reading = read_in(&words, Some(language));
        if reading.words <= english.words || !reading.moves.starts_with(&agreed) {
            continue;
        }
        match &best {
            Some((_, other)) if other.words > reading.words => {}
            Some((_, other)) if other.words == reading.words => is_ambiguous |= *other != reading,
            _ => {
                best = Some((language, reading));
                is_ambiguous = false;
            }
        }
    }
    best.filter(|_| !is_ambiguous).map(|(language, _)| language)
}

/// Whether a word that begins with this letter names a piece; castling and null moves do not.
fn names_piece(letter: char) -> bool {
    matches!(letter, 'A'..='Z' | 'А'..='Я') && !matches!(letter, 'O' | 'Z' | 'О')
}

/// A word of the mainline.
struct MainlineWord {
    span: Span,
    /// The word without annotations; empty if it is no move.
    san: String,
    /// Whether a move number precedes it.
    follows_number: bool,
    /// Whether it may be the first part of a move with blanks in it.
    may_be_split: bool,
}

/// Lexes the words of the mainline. The word at `known`, for which the language is searched, is a move by itself.
fn mainline_words(bytes: &[u8], known: usize) -> Vec<MainlineWord> {
    let mut lexer = Lexer::new(bytes, true);
    let mut words = Vec::new();
    loop {
        match lexer.next() {
            Token::End => return words,
            Token::Word(span) => {
                let follows_number = lexer.take_number().is_some() || lexer.follows_dot(span.start);
                if lexer.depth() > 0 {
                    continue;
                }
                let length = Word::parse(span.of(bytes)).map_or(0, |word| word.san);
                let san = decode(Span::new(span.start, span.start + length).of(bytes)).into_owned();
                let may_be_split = span.start != known;
                words.push(MainlineWord { span, san, follows_number, may_be_split });
            }
            _ => {}
        }
    }
}

/// How far a game can be read.
#[derive(PartialEq, Eq)]
struct Reading {
    words: usize,
    moves: Vec<Option<Move>>,
}

/// Reads words up to the first that is not a legal move. As in the replay loop, a move may have blanks in it, and a word may be an
/// annotation.
fn read_in(start: &Position, bytes: &[u8], words: &[MainlineWord], language: Option<Language>) -> Reading {
    let mut position = *start;
    let mut reading = Reading { words: 0, moves: Vec::new() };
    let mut end = 0;
    for word in words {
        if word.span.start >= end {
            let moved = !reading.moves.is_empty();
            let Some((moves, length)) = read_word(&position, bytes, word, language, moved) else {
                break;
            };
            for &played in &moves {
                position = after(&position, played);
            }
            reading.moves.extend(moves);
            end = length;
        }
        reading.words += 1;
    }
    reading
}

/// Returns the moves of a word, none for an annotation, and the end of its last part; `None` if it is no legal move.
fn read_word(
    position: &Position,
    bytes: &[u8],
    word: &MainlineWord,
    language: Option<Language>,
    moved: bool,
) -> Option<(Vec<Option<Move>>, usize)> {
    if moved && is_check_word(word.san.as_bytes()) {
        return Some((Vec::new(), word.span.end));
    }
    if word.may_be_split
        && let Some(joined) = join(position, bytes, word.span, language)
        && !(word.san.is_empty() && joined.is_legal_without && moved && !word.follows_number)
    {
        return Some((vec![Some(joined.mv)], joined.end));
    }
    if word.san.is_empty() {
        return Some((Vec::new(), word.span.end));
    }
    Some((resolve(position, &word.san, language).ok()?.moves, word.span.end))
}
