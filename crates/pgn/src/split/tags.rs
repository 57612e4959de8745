//! The tags of a game, without its moves.

use super::raw_game::RawGame;
use crate::lex::{Lexer, RawTag, Span, TagFlaw, TagNames, Token};

impl<'a> RawGame<'a> {
    /// Iterates over the tags without replaying the game; each name once, its first value.
    ///
    /// ```
    /// let name = "example".into();
    /// let game = pinsight_pgn::split(&name, b"[White \"Anna\"]\n\n1. e4 *").next().unwrap();
    /// assert!(game.tags().any(|tag| tag.name == b"White" && tag.text() == "Anna"));
    /// ```
    pub fn tags(&self) -> impl Iterator<Item = RawTag<'a>> + use<'a> {
        let mut names = TagNames::default();
        self.tags_if(move |bytes, name| names.insert(bytes, name))
    }

    /// Like [`tags`](Self::tags), without the search for repeated names: each name with all its values.
    pub fn all_tags(&self) -> impl Iterator<Item = RawTag<'a>> + use<'a> {
        self.tags_if(|_, _| true)
    }

    fn tags_if<F>(&self, mut is_wanted: F) -> impl Iterator<Item = RawTag<'a>> + use<'a, F>
    where
        F: FnMut(&'a [u8], Span) -> bool,
    {
        let bytes = if self.oversized { &[] } else { self.bytes };
        let mut lexer = Lexer::new(bytes, true);
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
                if is_wanted(bytes, lexer.tag().name) {
                    return Some(lexer.raw_tag());
                }
            }
        })
    }
}
