//! The orders in which harnesses list skills.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

/// The order of the entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// By the name that is shown, by code point.
    #[default]
    Name,
    /// By the name that is shown as a dictionary has it: marks before digits before letters, and
    /// capitals beside their small letters.
    Dictionary,
    /// By the folders down to the file, by code point.
    Path,
    PathReversed,
}

/// A skill as far as its place among others depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    pub name: &'a str,
    pub path: &'a str,
}

impl Order {
    pub(super) fn compare(self, a: Place<'_>, b: Place<'_>) -> Ordering {
        let by_path = || a.path.split('/').cmp(b.path.split('/'));
        match self {
            Self::Name => a.name.cmp(b.name).then_with(by_path),
            Self::Dictionary => dictionary(a.name, b.name).then_with(by_path),
            Self::Path => by_path(),
            Self::PathReversed => by_path().reverse(),
        }
    }
}

/// Marks of ASCII in the order of the root collation of Unicode; all of them before digits.
const MARKS: &str = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";

/// The root collation of Unicode for ASCII; beyond it by code point, behind all of ASCII.
fn dictionary(a: &str, b: &str) -> Ordering {
    let weight = |c: char| match MARKS.find(c) {
        Some(at) => at as u32,
        None => MARKS.len() as u32 + u32::from(c.to_ascii_lowercase()),
    };
    let by_letter = a.chars().map(weight).cmp(b.chars().map(weight));
    // Where nothing else parts them, small letters come first.
    let capital = |c: char| c.is_ascii_uppercase();
    by_letter.then_with(|| a.chars().map(capital).cmp(b.chars().map(capital)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a sort by JavaScript's `localeCompare` has them.
    #[test]
    fn a_dictionary_has_marks_before_digits_before_letters() {
        let sorted = [
            "_under",
            "a-b",
            "A-c",
            "a.dot",
            "a1",
            "a10",
            "a2",
            "ab",
            "Ab",
            "two words",
            "umlaut",
            "under_score",
            "Upper-Case",
            "yes",
        ];
        for pair in sorted.windows(2) {
            assert_eq!(dictionary(pair[0], pair[1]), Ordering::Less, "{pair:?}");
            assert_eq!(dictionary(pair[1], pair[0]), Ordering::Greater, "{pair:?}");
        }
    }

    #[test]
    fn paths_go_folder_by_folder() {
        let place = |path| Place { name: "", path };
        let compare = |order: Order| order.compare(place("s/a/x"), place("s/a-b/x"));
        assert_eq!(compare(Order::Path), Ordering::Less, "as text it would be the other way round");
        assert_eq!(compare(Order::PathReversed), Ordering::Greater);
    }
}
