//! Parses piece values.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use pinsight_rules::{Role, VALUES, Values};
use thiserror::Error;

/// Upper bound of a piece value, so that sums over a board cannot overflow.
const MAX_VALUE: i32 = 1_000_000;

/// Text that [`parse_values`] rejects.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ValuesError {
    /// A part is not of the form `n=3`.
    #[error("`{found}` is not a piece value; expected p, n, b, r or q, then `=` and a number, as in n=3")]
    Form {
        /// The part.
        found: String,
    },
    /// The text before `=` is not the letter of a piece other than the king.
    #[error("`{found}` is not a piece with a value; expected p, n, b, r or q (the king has no value)")]
    Letter {
        /// The text before `=`.
        found: String,
    },
    /// The text after `=` is not a number within range.
    #[error("`{found}` is not a value for the {role}; expected a whole number from 0 to {MAX_VALUE}")]
    Number {
        /// The piece.
        role: Role,
        /// The text after `=`.
        found: String,
    },
    /// A piece is named twice.
    #[error("the {role} has two values; expected one")]
    Twice {
        /// The piece.
        role: Role,
    },
}

/// Parses values such as `p=1,n=3,b=3,r=5,q=9`. Pieces that are not named keep their default value.
///
/// ```
/// use pinsight_tactics::parse_values;
/// let values = parse_values("n=4, b=4")?;
/// assert_eq!((values.pawn, values.knight, values.bishop), (1, 4, 4));
/// assert_eq!(
///     parse_values("x=2").unwrap_err().to_string(),
///     "`x` is not a piece with a value; expected p, n, b, r or q (the king has no value)",
/// );
/// # Ok::<(), pinsight_tactics::ValuesError>(())
/// ```
pub fn parse_values(text: &str) -> Result<Values, ValuesError> {
    let mut values = VALUES;
    let mut named = Vec::new();
    for part in text.split(',').map(str::trim) {
        let (letter, number) =
            part.split_once('=').ok_or_else(|| ValuesError::Form { found: part.to_owned() })?;
        let (letter, number) = (letter.trim(), number.trim());
        let mut letters = letter.chars();
        let role = match (letters.next().and_then(Role::from_letter), letters.next()) {
            (Some(role), None) if role != Role::King => role,
            _ => return Err(ValuesError::Letter { found: letter.to_owned() }),
        };
        let value = number.parse().ok().filter(|value| (0..=MAX_VALUE).contains(value));
        values[role] = value.ok_or_else(|| ValuesError::Number { role, found: number.to_owned() })?;
        if named.contains(&role) {
            return Err(ValuesError::Twice { role });
        }
        named.push(role);
    }
    Ok(values)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn values_are_parsed_in_any_order_and_case() {
        let values = parse_values("Q=10,r=6, b = 4 ,n=2,p=1").unwrap();
        assert_eq!(values, Values { pawn: 1, knight: 2, bishop: 4, rook: 6, queen: 10, king: 0 });
    }

    #[test]
    fn an_error_quotes_the_part_that_is_wrong() {
        let message = |text| parse_values(text).unwrap_err().to_string();
        assert!(message("").starts_with("`` is not a piece value;"));
        assert!(message("n3").starts_with("`n3` is not a piece value;"));
        assert!(message("k=100").starts_with("`k` is not a piece with a value;"));
        assert!(message("knight=3").starts_with("`knight` is not a piece with a value;"));
        assert!(message("n=three").starts_with("`three` is not a value for the knight;"));
        assert!(message("n=-1").starts_with("`-1` is not a value for the knight;"));
        assert!(message("n=99999999999").contains("from 0 to 1000000"));
        assert_eq!(message("n=3,n=4"), "the knight has two values; expected one");
    }
}
