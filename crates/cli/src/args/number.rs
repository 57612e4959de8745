//! Whole numbers and addresses.

use std::fmt::Display;
use std::net::IpAddr;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

/// Returns a parser for whole numbers in `range`, for `value_parser`; its error names the range.
pub(crate) fn number<T>(range: impl RangeBounds<T> + Clone) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match (range.start_bound(), range.end_bound()) {
            (Bound::Included(least), Bound::Included(most)) => {
                format!("expected a whole number from {least} to {most}")
            }
            (Bound::Included(least), _) => format!("expected a whole number of at least {least}"),
            _ => "expected a whole number".to_owned(),
        })
    }
}

/// Parses an IP address.
pub(crate) fn ip_address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| "expected an IP address, such as 127.0.0.1, 0.0.0.0 or ::1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_in_its_range() {
        let level = number::<u8>(1..=10);
        assert_eq!(level("1"), Ok(1));
        assert_eq!(level("10"), Ok(10));
        for wrong in ["", "0", "11", "-1", "1.5", "x", "99999999999999999999"] {
            assert_eq!(level(wrong), Err("expected a whole number from 1 to 10".to_owned()), "{wrong}");
        }
        assert_eq!(number::<u64>(1..)("18446744073709551615"), Ok(u64::MAX));
        for wrong in ["0", "-1", "99999999999999999999"] {
            assert_eq!(number::<u64>(1..)(wrong), Err("expected a whole number of at least 1".to_owned()));
        }
    }

    #[test]
    fn an_address_is_not_a_host_name() {
        assert_eq!(ip_address("127.0.0.1"), Ok(IpAddr::from([127, 0, 0, 1])));
        assert!(ip_address("localhost").is_err_and(|error| error.starts_with("expected an IP address")));
    }
}
