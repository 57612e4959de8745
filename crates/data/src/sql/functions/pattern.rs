//! The little language in which pins are searched: `bishop > knight > queen`.

use pinsight_rules::{Color, Role};
use pinsight_tactics::{By, Cause, LineKind, PinStatus};

use crate::filter::{PieceFilter, PinFilter};

/// Reads `attacker > pinned > shielded`, each a role or `any`, perhaps with a colour before it.
pub(super) fn read_pattern(text: &str) -> Result<PinFilter, String> {
    let pieces: Vec<&str> = text.split('>').collect();
    let [attacker, pinned, shielded] = pieces.as_slice() else {
        return Err(format!(
            "expected three pieces with > between them, like bishop > knight > queen, found {}",
            pieces.len()
        ));
    };
    let list = |text: &str| {
        let filter = read_piece(text)?;
        Ok::<_, String>(if filter == PieceFilter::default() { Vec::new() } else { vec![filter] })
    };
    Ok(PinFilter {
        statuses: vec![PinStatus::Standing, PinStatus::New],
        attackers: list(attacker)?,
        pinned: list(pinned)?,
        shielded: list(shielded)?,
        ..PinFilter::default()
    })
}

fn read_piece(text: &str) -> Result<PieceFilter, String> {
    let mut filter = PieceFilter::default();
    let mut words = text.split_whitespace().peekable();
    if let Some(color) = words.peek().and_then(|&word| one_of(word, &Color::ALL, Color::name).ok()) {
        filter.color = Some(color);
        words.next();
    }
    match (words.next(), words.next()) {
        (Some(word), None) if word.eq_ignore_ascii_case("any") => Ok(filter),
        (Some(word), None) => {
            filter.role = Some(one_of(word, &Role::ALL, Role::name)?);
            Ok(filter)
        }
        _ => Err(format!(
            "'{}' is no piece; expected a role or any, perhaps with a colour before it, like black knight",
            text.trim()
        )),
    }
}

/// Reads an option, `name = value`, into the filter.
pub(super) fn read_option(text: &str, filter: &mut PinFilter) -> Result<(), String> {
    let Some((name, value)) = text.split_once('=') else {
        return Err(format!("'{text}' is no option; expected one like kind = absolute or min_cost = 3"));
    };
    let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
    match name.as_str() {
        "kind" => {
            let short = |kind: LineKind| kind.name().strip_suffix("_pin").unwrap_or(kind.name());
            let kind = one_of(value, &LineKind::ALL, LineKind::name)
                .or_else(|_| one_of(value, &LineKind::ALL, short))?;
            filter.kinds = vec![kind];
        }
        "cause" => filter.causes = vec![one_of(value, &Cause::ALL, Cause::name)?],
        "by" => filter.by = Some(one_of(value, &By::ALL, By::name)?),
        "min_cost" => {
            let cost = value.parse().map_err(|_| format!("min_cost is a whole number, not '{value}'"))?;
            filter.min_cost = Some(cost);
        }
        "holds" => {
            let name = |holds| if holds { "true" } else { "false" };
            filter.holds = Some(one_of(value, &[true, false], name)?);
        }
        _ => {
            return Err(format!("there is no option '{name}'; expected kind, cause, by, min_cost or holds"));
        }
    }
    Ok(())
}

/// One of some names; `-`, `_` and blanks are the same.
fn one_of<T: Copy>(text: &str, all: &[T], name: impl Fn(T) -> &'static str) -> Result<T, String> {
    let plain = text.trim().to_ascii_lowercase().replace(['-', ' '], "_");
    all.iter().copied().find(|&one| name(one) == plain).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&one| name(one)).collect();
        format!("expected one of {}, found '{text}'", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_pieces_with_or_without_colour() {
        let one = |role, color| vec![PieceFilter { role, color }];
        let filter = read_pattern("Bishop > black knight > any").expect("a pattern");
        assert_eq!(filter.attackers, one(Some(Role::Bishop), None));
        assert_eq!(filter.pinned, one(Some(Role::Knight), Some(Color::Black)));
        assert!(filter.shielded.is_empty());
        let filter = read_pattern("white any>any>king").expect("a pattern");
        assert_eq!(filter.attackers, one(None, Some(Color::White)));
        assert_eq!(filter.shielded, one(Some(Role::King), None));
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, told) in [
            ("bishop > knight", "three pieces"),
            ("", "three pieces"),
            ("bishop > knight > queen > king", "three pieces"),
            ("bishop > > queen", "'' is no piece"),
            ("bischop > knight > queen", "expected one of pawn"),
            ("big white bishop > knight > queen", "no piece"),
        ] {
            let error = read_pattern(text).expect_err(text);
            assert!(error.contains(told), "{text}: {error}");
        }
        let mut filter = PinFilter::default();
        for (text, told) in [
            ("kind", "no option"),
            ("kind = big", "expected one of"),
            ("cost = 3", "there is no option 'cost'"),
            ("min_cost = much", "whole number"),
        ] {
            let error = read_option(text, &mut filter).expect_err(text);
            assert!(error.contains(told), "{text}: {error}");
        }
    }

    #[test]
    fn options_narrow_the_search() {
        let mut filter = PinFilter::default();
        for option in
            ["kind = absolute", "Cause=stepped in front", " min_cost = 3 ", "holds = true", "by = self"]
        {
            read_option(option, &mut filter).unwrap_or_else(|error| panic!("{option}: {error}"));
        }
        assert_eq!(filter.kinds, [LineKind::AbsolutePin]);
        assert_eq!(filter.causes, [Cause::SteppedInFront]);
        assert_eq!((filter.min_cost, filter.holds, filter.by), (Some(3), Some(true), Some(By::Itself)));
    }
}
