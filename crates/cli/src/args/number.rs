//! Whole numbers, sizes and addresses.

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

/// Parses a number of bytes with its unit: `500MB`, `1.5GB`, `2GiB`.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    const UNITS: [(&str, f64); 6] =
        [("KiB", 1024.0), ("MiB", 1048576.0), ("GiB", 1073741824.0), ("KB", 1e3), ("MB", 1e6), ("GB", 1e9)];
    let split = |&(unit, factor)| Some((text.strip_suffix(unit)?.trim_end(), factor));
    let bytes =
        UNITS.iter().find_map(split).and_then(|(number, factor)| Some(number.parse::<f64>().ok()? * factor));
    let bytes = bytes.filter(|bytes| (1.0..1e18).contains(bytes));
    bytes.map(|bytes| bytes as u64).ok_or_else(|| "expected a size such as 500MB or 8GB".to_owned())
}

/// Parses an IP address.
pub(crate) fn ip_address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| "expected an IP address, such as 127.0.0.1, 0.0.0.0 or ::1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_needs_a_unit() {
        for (text, bytes) in
            [("500MB", 500_000_000), ("1.5 GB", 1_500_000_000), ("2GiB", 2 << 30), ("1KB", 1000)]
        {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for wrong in ["", "100", "MB", "-1MB", "0GB", "nanGB", "1e99GB", "5mb"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

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
