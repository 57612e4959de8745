//! The start position of a game.

use pinsight_rules::{Fen, FenError, Legality, Position};

use crate::diagnostic::{Fault, FaultList};
use crate::lex::{RawTag, Span};

/// The tags that determine the start position, each with its span.
#[derive(Debug, Default)]
pub(super) struct StartTags {
    fen: Option<(String, Span)>,
    set_up: Option<(String, Span)>,
    variant: Option<(String, Span)>,
}

impl StartTags {
    /// Returns the standard name of one of these tags; ignores the case of `FEN` and `Variant`.
    #[inline(always)]
    pub(super) fn standard_name(name: &[u8]) -> Option<&'static str> {
        match name {
            [b'F' | b'f', b'E' | b'e', b'N' | b'n'] => Some("FEN"),
            b"SetUp" => Some("SetUp"),
            [b'V' | b'v', b'A' | b'a', ..] if name.eq_ignore_ascii_case(b"Variant") => Some("Variant"),
            _ => None,
        }
    }

    /// Stores the tag of a standard name; returns `false` if there already is one.
    pub(super) fn add(&mut self, name: &str, tag: RawTag<'_>, span: Span) -> bool {
        let slot = match name {
            "FEN" => &mut self.fen,
            "SetUp" => &mut self.set_up,
            _ => &mut self.variant,
        };
        let is_first = slot.is_none();
        slot.get_or_insert_with(|| (tag.text().into_owned(), span));
        is_first
    }

    /// Returns the start position; `None`, and a fault, if it is illegal. A FEN is used regardless of `SetUp`.
    #[inline]
    pub(super) fn position(&self, legality: Legality, faults: &mut FaultList) -> Option<Position> {
        if self.fen.is_none() && self.set_up.is_none() && self.variant.is_none() {
            return Some(Position::default());
        }
        self.tagged_position(legality, faults)
    }

    #[cold]
    fn tagged_position(&self, legality: Legality, faults: &mut FaultList) -> Option<Position> {
        let is_set_up = |value: &str| self.set_up.as_ref().is_some_and(|(text, _)| text == value);
        let set_up_span = || self.set_up.as_ref().map_or(0..0, |(_, span)| span.range());
        if let Some((variant, span)) = &self.variant
            && !is_known_variant(variant)
        {
            faults.push(Fault::UnknownVariant { variant: variant.clone() }, span.range(), 0);
            return None;
        }
        let Some((fen, span)) = &self.fen else {
            if is_set_up("1") {
                faults.push(Fault::SetUpWithoutFen, set_up_span(), 0);
            }
            return Some(Position::default());
        };
        if is_blank_fen(fen) {
            faults.push(Fault::EmptyFen, span.range(), 0);
            return Some(Position::default());
        }
        match parse(fen, legality) {
            Ok((position, notes)) => {
                if is_set_up("0") {
                    faults.push(Fault::SetUpDenied, set_up_span(), 0);
                }
                for note in notes {
                    faults.push(Fault::FenRepaired { note }, span.range(), 0);
                }
                Some(position)
            }
            Err(reason) => {
                faults.push(Fault::BadStart { reason }, span.range(), 0);
                None
            }
        }
    }
}

/// Whether the value of a `FEN` tag means an unknown position.
pub(crate) fn is_blank_fen(fen: &str) -> bool {
    fen.chars().all(|c| c == '?' || c.is_ascii_whitespace())
}

/// Parses a FEN leniently; returns what was repaired too.
fn parse(fen: &str, legality: Legality) -> Result<(Position, Vec<String>), String> {
    let Fen { mut setup, notes } = fen.parse().map_err(|error: FenError| error.to_string())?;
    let mut notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
    let error = match setup.position(legality) {
        Ok(position) => return Ok((position, notes)),
        Err(error) => error,
    };
    notes.extend(setup.drop_impossible_rights().iter().map(|fault| format!("{fault}; dropped")));
    // If other faults remain, name all of them.
    setup.position(legality).map(|position| (position, notes)).map_err(|_| error.to_string())
}

/// Whether a `Variant` tag names standard chess or Chess960.
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
