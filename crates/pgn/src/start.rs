//! The position that a game starts from.

use std::ops::Range;

use pinsight_rules::{Fen, Position};
use thiserror::Error;

use crate::fault::Fault;
use crate::game::Game;
use crate::splitter::RawGame;
use crate::token::{Lexer, Token};

/// Why a game has no start, so that none of its moves can be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StartError {
    /// The FEN cannot be read, or the position is not legal; all faults are named.
    #[error("{reason}")]
    BadFen {
        /// Why.
        reason: String,
    },
    /// A variant of chess that is not played here.
    #[error("the variant `{variant}` is not known; expected standard chess or Chess960")]
    UnknownVariant {
        /// Its name.
        variant: String,
    },
}

impl StartError {
    /// The fault, and the tag that it stands in.
    pub(crate) fn fault(self) -> (Fault, &'static [u8]) {
        match self {
            Self::BadFen { reason } => (Fault::BadStart { reason }, b"FEN"),
            Self::UnknownVariant { variant } => (Fault::UnknownVariant { variant }, b"Variant"),
        }
    }
}

/// A start, and what was repaired on the way to it.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) position: Position,
    /// Each with the tag that it stands in.
    pub(crate) faults: Vec<(Fault, &'static [u8])>,
}

impl Start {
    /// From the tags that decide: the FEN counts whatever `SetUp` says.
    pub(crate) fn of(
        fen: Option<&str>,
        set_up: Option<&str>,
        variant: Option<&str>,
    ) -> Result<Self, StartError> {
        if let Some(variant) = variant.filter(|variant| !is_known_variant(variant)) {
            return Err(StartError::UnknownVariant { variant: variant.to_owned() });
        }
        let Some(fen) = fen else {
            let promised = set_up == Some("1");
            let faults = promised.then_some((Fault::SetUpWithoutFen, &b"SetUp"[..]));
            return Ok(Self { position: Position::default(), faults: faults.into_iter().collect() });
        };
        let bad = |reason: String| StartError::BadFen { reason };
        let fen: Fen = fen.parse().map_err(|error: pinsight_rules::FenError| bad(error.to_string()))?;
        let position = Position::try_from(fen.setup).map_err(|error| bad(error.to_string()))?;
        let mut faults = Vec::new();
        if set_up == Some("0") {
            faults.push((Fault::SetUpDenied, &b"SetUp"[..]));
        }
        for note in fen.notes {
            let note = note.to_string();
            faults.push((Fault::FenRepaired { note }, b"FEN"));
        }
        Ok(Self { position, faults })
    }
}

/// Standard chess and Chess960 under their many names.
fn is_known_variant(variant: &str) -> bool {
    let letters = variant.chars().filter(char::is_ascii_alphanumeric);
    let name: String = letters.map(|c| c.to_ascii_lowercase()).collect();
    matches!(
        name.as_str(),
        "" | "standard"
            | "chess"
            | "normal"
            | "regular"
            | "classical"
            | "fromposition"
            | "setup"
            | "chess960"
            | "960"
            | "fischerandom"
            | "fischerrandom"
            | "fischerrandomchess"
            | "frc"
            | "freestyle"
            | "freestylechess"
    )
}

/// Where a tag stands in the bytes of a game; the start if it is not there.
pub(crate) fn place_of_tag(raw: &RawGame<'_>, name: &[u8]) -> Range<usize> {
    let mut lexer = Lexer::new(raw.bytes, true);
    loop {
        match lexer.next() {
            Token::Tag if lexer.tag().name.of(raw.bytes) == name => {
                let tag = lexer.tag().whole;
                return tag.start..tag.end;
            }
            Token::End => return 0..0,
            _ => {}
        }
    }
}

impl Game {
    /// The position that the game starts from: its FEN, or the usual one.
    ///
    /// ```
    /// use pinsight_pgn::Game;
    /// let game = Game::parse("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *").unwrap();
    /// assert_eq!(game.start()?.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// # Ok::<(), pinsight_pgn::StartError>(())
    /// ```
    pub fn start(&self) -> Result<Position, StartError> {
        self.checked_start().map(|start| start.position)
    }

    pub(crate) fn checked_start(&self) -> Result<Start, StartError> {
        let tag = |name| self.tags.get(name);
        Start::of(tag("FEN"), tag("SetUp"), tag("Variant"))
    }
}
