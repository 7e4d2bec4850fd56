//! How numbers are written for people.

use crate::core::measure::{Estimate, Rate};

/// What stands for an undefined figure.
pub const UNDEFINED: &str = "—";

/// Three decimals, or a dash.
pub fn three(value: Option<f64>) -> String {
    value.map_or_else(|| UNDEFINED.to_owned(), |value| format!("{value:.3}"))
}

/// `0.800 [0.376, 0.964]`, or a dash.
pub fn with_interval(rate: &Rate) -> String {
    interval(rate.rate, rate.interval.map(|interval| (interval.low, interval.high)))
}

/// As [`with_interval`]; without an interval the value alone.
pub fn estimate(estimate: &Estimate) -> String {
    interval(estimate.value, estimate.interval.map(|interval| (interval.low, interval.high)))
}

/// As [`with_interval`], of a value and its bounds.
pub fn interval(value: Option<f64>, bounds: Option<(f64, f64)>) -> String {
    match (value, bounds) {
        (Some(value), Some((low, high))) => format!("{value:.3} [{low:.3}, {high:.3}]"),
        (value, _) => three(value),
    }
}

/// `1 query`, `12 queries`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A count with its thousands apart: `1,381`.
pub fn grouped(count: impl TryInto<u64>) -> String {
    // Nothing that is counted is out of range.
    let digits = count.try_into().unwrap_or(u64::MAX).to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::core::measure::{Confidence, clustered::Units};

    #[test]
    fn thousands_stand_apart() {
        let told = [0_u64, 999, 1_000, 1_381, 1_234_567].map(super::grouped);
        assert_eq!(told, ["0", "999", "1,000", "1,381", "1,234,567"]);
    }

    #[test]
    fn four_of_five_is_written_with_its_interval() {
        let units = Units::of(vec![(1, 1), (1, 1), (1, 1), (1, 1), (1, 0)]);
        let rate = units.rate(Confidence::default());
        assert_eq!(super::with_interval(&rate), "0.800 [0.376, 0.964]");
        assert_eq!(super::with_interval(&Default::default()), "—");
        assert_eq!(
            (super::counted(1, "skill", "skills"), super::counted(0, "skill", "skills")),
            ("1 skill".into(), "0 skills".into())
        );
    }
}
