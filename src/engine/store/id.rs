//! Names of runs: they sort by the time of their making, and no two are the same.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

/// `20261130-142501999-7f3a9c21`: the time in UTC to the millisecond, then chance. The standard library's hasher is
/// seeded by the system, which is chance enough for a name.
pub(super) fn new(at_ms: u64) -> String {
    let chance = RandomState::new().build_hasher().finish() as u32;
    format!("{}-{chance:08x}", stamp(at_ms))
}

/// True of a text that may be a run's name, and so safe as the name of a folder.
pub fn is_one(text: &str) -> bool {
    let mut parts = text.split('-').map(|part| (part.len(), part));
    let mut part = |length, digit: fn(&char) -> bool| {
        parts.next().is_some_and(|(len, text)| len == length && text.chars().all(|c| digit(&c)))
    };
    part(8, char::is_ascii_digit)
        && part(9, char::is_ascii_digit)
        && part(8, char::is_ascii_hexdigit)
        && parts.next().is_none()
}

/// `20261130-142501999` of milliseconds since 1970.
fn stamp(at_ms: u64) -> String {
    let seconds = at_ms / 1_000;
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days);
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    let milli = at_ms % 1_000;
    format!("{year:04}{month:02}{day:02}-{hour:02}{minute:02}{second:02}{milli:03}")
}

/// `2026-11-30 14:25:01` of milliseconds since 1970, UTC.
pub(super) fn for_people(at_ms: u64) -> String {
    let stamp = stamp(at_ms);
    let part = |range: std::ops::Range<usize>| stamp.get(range).unwrap_or_default();
    let [year, month, day] = [part(0..4), part(4..6), part(6..8)];
    format!("{year}-{month}-{day} {}:{}:{}", part(9..11), part(11..13), part(13..15))
}

/// Year, month and day of a count of days since 1970, by Hinnant's `civil_from_days`: years begin
/// in March, so that the day that some of them have more is the last.
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(stamp(0), "19700101-000000000");
        assert_eq!(stamp(951_782_400_000), "20000229-000000000");
        assert_eq!(stamp(951_868_799_000), "20000229-235959000");
        assert_eq!(stamp(951_868_800_000), "20000301-000000000");
        assert_eq!(stamp(1_764_512_701_999), "20251130-142501999");
        assert_eq!(for_people(1_764_512_701_999), "2025-11-30 14:25:01");
        assert_eq!(civil(47_482), (2100, 1, 1));
        assert_eq!(civil(47_541), (2100, 3, 1));
    }

    #[test]
    fn names_are_told_from_ways_out_of_the_folder() {
        assert!(is_one(&new(1_764_512_701_999)));
        assert_ne!(new(5), new(5));
        for other in ["", "..", "20251130-142501999", "20251130-142501999-7f3a9c2/", "x-y-z"] {
            assert!(!is_one(other), "{other}");
        }
    }
}
