//! Finds the language of a game's piece letters.
//!
//! Reads the mainline a second time, once per game at most: a language is accepted only if the whole game can be read
//! in it, so words beyond the current one are needed.

use pinsight_rules::{Language, Move, Position};

use super::resolve::{after, resolve};
use crate::lex::{Lexer, Token, Word};
use crate::text::decode;

/// Finds the language of a game whose mainline cannot be read in English, if exactly one reading remains.
///
/// `bytes` is the game. Words before the offset `known` are legal in English, so the reading has to agree with them; it
/// has to extend beyond the English one.
#[cold]
pub(super) fn find_language(start: &Position, bytes: &[u8], known: usize) -> Option<Language> {
    let words = mainline_words(bytes);
    let letters: Vec<char> =
        words.iter().filter_map(|(_, word)| word.chars().next()).filter(|&c| names_piece(c)).collect();
    if letters.iter().all(|&letter| "KQRBN".contains(letter)) {
        return None;
    }
    let count = words.iter().take_while(|(at, _)| *at < known).count();
    let words: Vec<&str> = words.iter().map(|(_, word)| word.as_str()).collect();
    let english = read_in(start, &words, None);
    let agreed = read_in(start, words.get(..count).unwrap_or_default(), None).moves;
    let mut best: Option<(Language, Reading)> = None;
    let mut is_ambiguous = false;
    for language in Language::ALL {
        let knows = |&letter: &char| language.letters().iter().any(|letters| letters.starts_with(letter));
        if !letters.iter().all(knows) {
            continue;
        }
        let reading = read_in(start, &words, Some(language));
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

/// Lexes the words of the mainline, each with its offset.
fn mainline_words(bytes: &[u8]) -> Vec<(usize, String)> {
    let mut lexer = Lexer::new(bytes, true);
    let mut words = Vec::new();
    loop {
        match lexer.next() {
            Token::End => return words,
            Token::Word(span) if lexer.depth() == 0 => {
                let word = span.of(bytes);
                let san = Word::parse(word).map_or(0, |word| word.san);
                if let Some(san) = word.get(..san).filter(|san| !san.is_empty()) {
                    words.push((span.start, decode(san).into_owned()));
                }
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

/// Reads words up to the first that is not a legal move.
fn read_in(start: &Position, words: &[&str], language: Option<Language>) -> Reading {
    let mut position = *start;
    let mut reading = Reading { words: 0, moves: Vec::new() };
    for word in words {
        let Ok(resolved) = resolve(&position, word, language) else {
            break;
        };
        for &played in &resolved.moves {
            position = after(&position, played);
        }
        reading.moves.extend(resolved.moves);
        reading.words += 1;
    }
    reading
}
