//! The time of the server.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the date, in UTC, as PGN writes it: `1970.01.01`.
pub(crate) fn date(millis: i64) -> String {
    // The Gregorian calendar repeats every 400 years of 146,097 days. Years begin in March, so that leap days end them.
    let days = millis.div_euclid(86_400_000) + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let day = |day: i64| date(day * 86_400_000);
        // Days since 1970, as `date -d 2024-02-29 +%s` gives them.
        let known = [
            (0, "1970.01.01"),
            (11_016, "2000.02.29"),
            (19_782, "2024.02.29"),
            (20_774, "2026.11.17"),
            (-1, "1969.12.31"),
        ];
        for (number, text) in known {
            assert_eq!(day(number), text);
        }
    }
}
