//! Decodes moves.

use pinsight_rules::{Move, Position};
use thiserror::Error;

use crate::code;
use crate::writer::{OTHER_START, USUAL_START};

/// Why bytes cannot be decoded.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MovesError {
    /// There is no first byte.
    #[error("no moves: expected at least the byte for the start position")]
    Empty,
    /// The first byte is unknown.
    #[error("no moves: they begin with the byte {found}; expected 0 or 1")]
    UnknownStart {
        /// The byte.
        found: u8,
    },
    /// The start position is truncated or illegal.
    #[error("no moves: the start position cannot be read: {reason}")]
    BadStart {
        /// Why.
        reason: String,
    },
    /// A code is no legal move.
    #[error("damaged moves: byte {at} is {found}, which is no legal move at ply {ply}")]
    NotLegal {
        /// The ply, from 1.
        ply: usize,
        /// The offset of the code.
        at: usize,
        /// The code.
        found: u8,
    },
    /// The bytes end within a move.
    #[error("damaged moves: they end within ply {ply}")]
    Truncated {
        /// The ply, from 1.
        ply: usize,
    },
}

/// A decoded ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The number of the ply, from 1.
    pub number: usize,
    /// The position before it.
    pub before: Position,
    /// The move; `None` for a null move.
    pub played: Option<Move>,
    /// The position after it.
    pub after: Position,
}

/// Replays the moves that [`encode_moves`](crate::encode_moves) encoded and checks each. Allocates only for errors.
///
/// As an iterator, yields a [`Step`] per ply and ends after an error. [`advance`](Self::advance) does the same without copying
/// positions.
#[derive(Clone, Debug)]
pub struct MovesReader<'a> {
    bytes: &'a [u8],
    /// The number of bytes read.
    at: usize,
    start: Position,
    /// The current position and the previous one, in turns; only playing a move copies.
    positions: [Position; 2],
    current: usize,
    ply: usize,
    failed: bool,
}

impl<'a> MovesReader<'a> {
    /// Reads the start position.
    pub fn new(bytes: &'a [u8]) -> Result<Self, MovesError> {
        let (start, at) = match *bytes {
            [] => return Err(MovesError::Empty),
            [USUAL_START, ..] => (Position::default(), 1),
            [OTHER_START, ref rest @ ..] => {
                let (fen, length) = other_start(rest)?;
                (fen, length + 2)
            }
            [found, ..] => return Err(MovesError::UnknownStart { found }),
        };
        Ok(Self { bytes, at, start, positions: [start; 2], current: 0, ply: 0, failed: false })
    }

    /// Returns the start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the position after the plies read so far.
    #[inline]
    pub fn after(&self) -> &Position {
        let [even, odd] = &self.positions;
        if self.current == 0 { even } else { odd }
    }

    /// Returns the position before the last ply read; the start if there is none.
    #[inline]
    pub fn before(&self) -> &Position {
        let [even, odd] = &self.positions;
        if self.current == 0 { odd } else { even }
    }

    /// Returns the number of plies read so far, null moves included.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Reads the next ply: `None` at the end and after an error, `Some(None)` for a null move.
    #[inline]
    pub fn advance(&mut self) -> Result<Option<Option<Move>>, MovesError> {
        let Some(&code) = self.bytes.get(self.at).filter(|_| !self.failed) else {
            return Ok(None);
        };
        let [even, odd] = &mut self.positions;
        let (before, after) = if self.current == 0 { (even, odd) } else { (odd, even) };
        let mut length = 1;
        let played = match code {
            code::NULL_MOVE => before.pass().map(|passed| {
                *after = passed;
                None
            }),
            code::LISTED => {
                length = 2;
                let Some(&number) = self.bytes.get(self.at + 1) else {
                    self.failed = true;
                    return Err(MovesError::Truncated { ply: self.ply + 1 });
                };
                code::play_listed(before, number, after).map(Some)
            }
            code => code::play(before, code, after).map(Some),
        };
        let Some(played) = played else {
            self.failed = true;
            return Err(MovesError::NotLegal { ply: self.ply + 1, at: self.at, found: code });
        };
        self.current ^= 1;
        self.ply += 1;
        self.at += length;
        Ok(Some(played))
    }
}

impl Iterator for MovesReader<'_> {
    type Item = Result<Step, MovesError>;

    fn next(&mut self) -> Option<Self::Item> {
        let played = self.advance().transpose()?;
        Some(played.map(|played| Step {
            number: self.ply,
            before: *self.before(),
            played,
            after: *self.after(),
        }))
    }
}

/// Reads a start position that is given as a FEN. Returns it with the length of the FEN.
fn other_start(rest: &[u8]) -> Result<(Position, usize), MovesError> {
    let bad = |reason: String| MovesError::BadStart { reason };
    let cut_off = || bad("it is truncated".to_owned());
    let (&length, rest) = rest.split_first().ok_or_else(cut_off)?;
    let length = usize::from(length);
    let fen = rest.get(..length).ok_or_else(cut_off)?;
    let fen = std::str::from_utf8(fen).map_err(|_| bad("it is not UTF-8".to_owned()))?;
    let position = fen.parse::<Position>().map_err(|error| bad(error.to_string()))?;
    Ok((position, length))
}
