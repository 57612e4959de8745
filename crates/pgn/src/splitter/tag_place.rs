//! Where tags stand.

use crate::tags::RawTag;
use crate::token::{Span, TagToken};

/// Where a tag stands in the bytes of its game, in the shape that nearly all have: `[Name "value"]`, and no escapes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TagPlace {
    /// Where its bracket stands.
    at: u32,
    name_length: u32,
    value_length: u32,
}

impl TagPlace {
    /// Nothing for a tag further on than games are long.
    #[inline]
    pub(crate) fn of(tag: &TagToken) -> Option<Self> {
        let length = |span: Span| u32::try_from(span.end - span.start).ok();
        let at = u32::try_from(tag.whole.start).ok()?;
        Some(Self { at, name_length: length(tag.name)?, value_length: length(tag.value)? })
    }

    /// The tag as the lexer saw it.
    #[inline(always)]
    pub(crate) fn token(self) -> TagToken {
        let at = self.at as usize;
        // `[`, then ` "`, then `"]`.
        let name = Span::new(at + 1, at + 1 + self.name_length as usize);
        let value = Span::new(name.end + 2, name.end + 2 + self.value_length as usize);
        TagToken { whole: Span::new(at, value.end + 2), name, value, flaw: None }
    }

    /// The tag itself, out of the bytes of its game.
    #[inline]
    pub fn read<'a>(&self, bytes: &'a [u8]) -> RawTag<'a> {
        self.token().read(bytes)
    }
}
