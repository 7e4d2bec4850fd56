//! Times as streams write them, in milliseconds since 1970.
//!
//! Must not know what happened at them.

use serde_json::Value;

/// `"2026-11-30T02:32:12.933Z"`, or a number of milliseconds. `None` for anything else.
pub(super) fn read(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| iso(value.as_str()?))
}

fn iso(text: &str) -> Option<u64> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let [year, month, day] = numbers(date, '-')?;
    let (time, fraction) = time.split_once('.').unwrap_or((time, ""));
    let [hour, minute, second] = numbers(time, ':')?;
    let sane =
        (1970..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    if !sane || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let ms = match fraction.get(..3.min(fraction.len()))? {
        "" => 0,
        digits => digits.parse::<u64>().ok()? * 10_u64.pow(3 - u32::try_from(digits.len()).ok()?),
    };
    let seconds = ((days(year, month, day)? * 24 + hour) * 60 + minute) * 60 + second;
    Some(seconds * 1000 + ms)
}

fn numbers(text: &str, between: char) -> Option<[u64; 3]> {
    let mut parts = text.split(between).map(|part| part.parse().ok());
    let numbers = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(numbers)
}

/// Days from 1970 to a date, by Hinnant's `days_from_civil`: years begin with March, so that a
/// leap day ends one.
fn days(year: u64, month: u64, day: u64) -> Option<u64> {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year / 400, year % 400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let of_era = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    (era * 146_097 + of_era).checked_sub(719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_writing_give_milliseconds() {
        let read = |text: &str| read(&Value::from(text));
        assert_eq!(read("1970-01-01T00:00:00Z"), Some(0));
        assert_eq!(read("1970-03-01T00:00:01.5Z"), Some(59 * 86_400_000 + 1500));
        assert_eq!(read("2026-11-30T02:12:27.402123Z"), Some(1_796_004_747_402));
        assert_eq!(super::read(&Value::from(1_796_004_747_402_u64)), Some(1_796_004_747_402));
        for none in ["", "yesterday", "2026-13-01T00:00:00Z", "2026-11-30T02:12:27", "0-0-0T0:0:0Z"]
        {
            assert_eq!(read(none), None, "{none}");
        }
    }
}
