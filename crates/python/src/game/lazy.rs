//! A game that is parsed when it is first used.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

use pinsight_pgn::{Game as PgnGame, PlayedMove, RawGameBuf, Replayer};

thread_local! {
    /// Its buffers are reused for all games of a thread.
    static REPLAYER: RefCell<Replayer> = RefCell::default();
}

/// A game and the text it was read from. The first use parses the text, so a program that looks at few games of a file does
/// not pay for the others.
#[derive(Clone)]
pub(crate) struct LazyGame {
    /// `None` if the game was not read, or was edited.
    text: Option<RawGameBuf>,
    /// Boxed: most games of a file are not parsed.
    parsed: OnceLock<Box<PgnGame>>,
}

impl LazyGame {
    /// Returns the text of the game as it is now.
    pub(crate) fn text(&self) -> Option<&RawGameBuf> {
        self.text.as_ref()
    }

    /// Calls `each` with the moves of the mainline if the game was not parsed yet; returns whether it did. Parsing takes longer,
    /// since it builds the tree.
    pub(crate) fn replay_unparsed(&self, each: impl FnMut(PlayedMove<'_>)) -> bool {
        let Some(text) = self.text.as_ref().filter(|_| self.parsed.get().is_none()) else { return false };
        REPLAYER.with_borrow_mut(|replayer| replayer.replay_with(&text.as_raw(), each));
        true
    }
}

impl From<RawGameBuf> for LazyGame {
    fn from(text: RawGameBuf) -> Self {
        Self { text: Some(text), parsed: OnceLock::new() }
    }
}

impl From<PgnGame> for LazyGame {
    fn from(game: PgnGame) -> Self {
        Self { text: None, parsed: OnceLock::from(Box::new(game)) }
    }
}

impl Deref for LazyGame {
    type Target = PgnGame;

    fn deref(&self) -> &PgnGame {
        self.parsed.get_or_init(|| {
            let text = self.text.as_ref().expect("a game without a text is parsed");
            REPLAYER.with_borrow_mut(|replayer| Box::new(PgnGame::read_with(replayer, &text.as_raw())))
        })
    }
}

impl DerefMut for LazyGame {
    fn deref_mut(&mut self) -> &mut PgnGame {
        let _: &PgnGame = self;
        self.text = None;
        self.parsed.get_mut().expect("the line above parses the game")
    }
}
