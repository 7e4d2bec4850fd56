//! The known name that a misspelt one was meant to be.

/// How alike two names must be, as the share of characters that both have in order.
const ALIKE: f64 = 0.6;

/// The name most like `name`, the first of several; `None` if none is alike enough to be meant.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut best: Option<(f32, &str)> = None;
    for one in known {
        let likeness = similar::TextDiff::from_chars(name, one).ratio();
        if f64::from(likeness) >= ALIKE && best.is_none_or(|(most, _)| likeness > most) {
            best = Some((likeness, one));
        }
    }
    best.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_most_alike_is_meant_and_nothing_far_off() {
        assert_eq!(nearest("refund", ["bike-desk", "refunds", "funds"]), Some("refunds"));
        assert_eq!(nearest("zoon", ["zoom", "zoot"]), Some("zoom"));
        assert_eq!(nearest("q", ["bike-desk"]), None);
        assert_eq!(nearest("x", []), None);
    }
}
