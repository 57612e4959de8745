//! The tags of a game, without its moves.

use super::raw_game::RawGame;
use crate::lex::{Lexer, RawTag, TagFlaw, TagNames, Token};

impl<'a> RawGame<'a> {
    /// Iterates over the tags without replaying the game; each name once, its first value.
    ///
    /// ```
    /// let name = "example".into();
    /// let game = pinsight_pgn::split(&name, b"[White \"Anna\"]\n\n1. e4 *").next().unwrap();
    /// assert!(game.tags().any(|tag| tag.name == b"White" && tag.text() == "Anna"));
    /// ```
    pub fn tags(&self) -> impl Iterator<Item = RawTag<'a>> + use<'a> {
        let bytes = if self.oversized { &[] } else { self.bytes };
        let mut lexer = Lexer::new(bytes, true);
        let mut names = TagNames::default();
        std::iter::from_fn(move || {
            loop {
                if !lexer.next_plain_tag() {
                    match lexer.next() {
                        Token::Tag if lexer.tag().flaw != Some(TagFlaw::NoName) => {}
                        // These may precede or separate tags.
                        Token::Tag
                        | Token::Stray(_)
                        | Token::Comment { .. }
                        | Token::Escape(_)
                        | Token::Nag(_)
                        | Token::Glyph(_) => continue,
                        _ => return None,
                    }
                }
                if names.insert(bytes, lexer.tag().name) {
                    return Some(lexer.raw_tag());
                }
            }
        })
    }
}
