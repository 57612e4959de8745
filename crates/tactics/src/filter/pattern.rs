//! Pin patterns such as `bishop > knight > queen`.

use pinsight_rules::Role;

use super::{FilterError, PieceFilter, PinFilter, one_of};
use crate::line::LineKind;
use crate::pin::{By, Cause, PinStatus, Relevance};

const PATTERN: &str =
    "three pieces, attacker > pinned > shielded, such as bishop > knight > queen or white any > any > king";

impl PinFilter {
    /// Parses `attacker > pinned > shielded`, each a role, a colour, both or `any`: pins that exist at the start of a
    /// game or that a move creates.
    ///
    /// ```
    /// use pinsight_tactics::PinFilter;
    /// let filter = PinFilter::from_pattern("bishop > black knight > any")?;
    /// assert_eq!((filter.attackers.len(), filter.pinned.len(), filter.shielded.len()), (1, 1, 0));
    /// # Ok::<(), pinsight_tactics::FilterError>(())
    /// ```
    pub fn from_pattern(text: &str) -> Result<Self, FilterError> {
        let pieces: Vec<&str> = text.split('>').collect();
        let [attacker, pinned, shielded] = pieces.as_slice() else {
            return Err(FilterError::new(text, PATTERN));
        };
        let list = |filter| if filter == PieceFilter::default() { Vec::new() } else { vec![filter] };
        let [by, front, behind] = [attacker.parse()?, pinned.parse()?, shielded.parse()?];
        if let Some(expected) = impossible(by, front, behind) {
            return Err(FilterError::new(text, expected));
        }
        Ok(Self {
            statuses: vec![PinStatus::Standing, PinStatus::New],
            attackers: list(by),
            pinned: list(front),
            shielded: list(behind),
            ..Self::default()
        })
    }

    /// Parses an option such as `kind = absolute` into the filter.
    pub fn set_option(&mut self, text: &str) -> Result<(), FilterError> {
        let expected =
            "an option such as kind = absolute, cause = created, by = self, min_cost = 3 or relevance = real";
        let error = || FilterError::new(text, expected);
        let (name, value) = text.split_once('=').ok_or_else(error)?;
        let value = value.trim();
        match name.trim().to_ascii_lowercase().as_str() {
            "kind" => {
                let short = |kind: LineKind| kind.name().strip_suffix("_pin").unwrap_or(kind.name());
                let kind = one_of(value, &LineKind::ALL, LineKind::name)
                    .or_else(|_| one_of(value, &LineKind::ALL, short))?;
                self.kinds = vec![kind];
            }
            "cause" => self.causes = vec![one_of(value, &Cause::ALL, Cause::name)?],
            "by" => self.by = Some(one_of(value, &By::ALL, By::name)?),
            "min_cost" => {
                let cost =
                    value.parse().map_err(|_| FilterError::new(value, "a whole number for min_cost"))?;
                self.min_cost = Some(cost);
            }
            "relevance" => self.relevance = Some(one_of(value, &Relevance::ALL, Relevance::name)?),
            "static_reply" => {
                let name = |exists| if exists { "true" } else { "false" };
                self.static_reply = Some(one_of(value, &[true, false], name)?);
            }
            _ => return Err(error()),
        }
        Ok(())
    }
}

/// Returns what is expected instead of a pattern that no pin can match.
fn impossible(attacker: PieceFilter, pinned: PieceFilter, shielded: PieceFilter) -> Option<&'static str> {
    let differ =
        |one: PieceFilter, other: PieceFilter| one.color.zip(other.color).map(|(one, other)| one != other);
    if matches!(attacker.role, Some(Role::Pawn | Role::Knight | Role::King)) {
        Some("a bishop, rook or queen as attacker")
    } else if differ(attacker, pinned) == Some(false) || differ(attacker, shielded) == Some(false) {
        Some("an attacker of the other colour than the pinned piece")
    } else if differ(pinned, shielded) == Some(true) {
        Some("a pinned and a shielded piece of one colour")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use pinsight_rules::Color;

    use super::*;

    #[test]
    fn a_pattern_is_three_pieces_with_or_without_colour() {
        let one = |role, color| vec![PieceFilter { role, color }];
        let filter = PinFilter::from_pattern("Bishop > black knight > any").expect("a pattern");
        assert_eq!(filter.attackers, one(Some(Role::Bishop), None));
        assert_eq!(filter.pinned, one(Some(Role::Knight), Some(Color::Black)));
        assert!(filter.shielded.is_empty());
        let filter = PinFilter::from_pattern("white any>any>king").expect("a pattern");
        assert_eq!(filter.attackers, one(None, Some(Color::White)));
        assert_eq!(filter.shielded, one(Some(Role::King), None));
    }

    #[test]
    fn an_error_names_the_part_that_is_wrong() {
        for (text, message) in [
            ("bishop > knight", "found `bishop > knight`; expected three pieces"),
            ("", "found ``; expected three pieces"),
            ("bishop > knight > queen > king", "expected three pieces"),
            ("bishop > > queen", "found ``; expected a role"),
            ("bischop > knight > queen", "found `bischop`; expected a role"),
            ("big white bishop > knight > queen", "found `big white bishop`; expected a role"),
            ("knight > any > king", "expected a bishop, rook or queen"),
            ("white bishop > white knight > any", "expected an attacker of the other colour"),
            ("bishop > white knight > black king", "expected a pinned and a shielded piece of one colour"),
        ] {
            let error = PinFilter::from_pattern(text).expect_err(text).to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn an_error_names_the_wrong_option() {
        let mut filter = PinFilter::default();
        for (text, message) in [
            ("kind", "found `kind`; expected an option"),
            ("kind = big", "found `big`; expected one of"),
            ("cost = 3", "found `cost = 3`; expected an option"),
            ("min_cost = much", "found `much`; expected a whole number"),
        ] {
            let error = filter.set_option(text).expect_err(text).to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn options_narrow_the_search() {
        let mut filter = PinFilter::default();
        for option in [
            "kind = absolute",
            "Cause=stepped in front",
            " min_cost = 3 ",
            "static_reply = true",
            "by = self",
        ] {
            filter.set_option(option).unwrap_or_else(|error| panic!("{option}: {error}"));
        }
        assert_eq!(filter.kinds, [LineKind::AbsolutePin]);
        assert_eq!(filter.causes, [Cause::SteppedInFront]);
        assert_eq!(
            (filter.min_cost, filter.static_reply, filter.by),
            (Some(3), Some(true), Some(By::Itself))
        );
    }
}
