//! Stretches of bytes that are covered, in order, each once.
//!
//! Must not know by what.

use std::ops::Range;

/// The union of ranges: in order, those that overlap joined. Those that merely touch stay apart,
/// so that the same is found however the bytes come in.
pub(super) fn joined(ranges: impl IntoIterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut sorted: Vec<_> = ranges.into_iter().filter(|range| !range.is_empty()).collect();
    sorted.sort_by_key(|range| (range.start, range.end));
    let mut out: Vec<Range<usize>> = Vec::new();
    for range in sorted {
        match out.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => out.push(range),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_overlaps_is_one_and_what_touches_is_two() {
        assert_eq!(joined([4..8, 0..5, 8..9, 20..20]), [0..8, 8..9]);
    }
}
