//! Names made short enough for a column: the family's common prefix dropped, the middle cut out.
//!
//! Widths are in cells as terminals count them. Must not know where the names come from.

use std::collections::BTreeMap;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::core::{scene::Ink, visible};

/// Cells that a text takes.
pub fn width(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

/// The prefix that most names of a list share, such as `acme-` of `acme-billing`, `acme-search`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Family {
    prefix: String,
}

impl Family {
    /// The longest prefix up to and with a separator (`-`, `_`, `:`, `/`, `.` or a blank) that
    /// three of four names share. No prefix when dropping it would make two names equal.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut shared: BTreeMap<&str, usize> = BTreeMap::new();
        let names: Vec<&str> = names.into_iter().collect();
        for name in &names {
            let ends = name.match_indices(['-', '_', ':', '/', '.', ' ']);
            // A separator is one byte; a prefix that is the whole name leaves nothing to show.
            for end in ends.map(|(at, _)| at + 1).filter(|end| *end < name.len()) {
                *shared.entry(&name[..end]).or_default() += 1;
            }
        }
        let family = shared
            .into_iter()
            .filter(|(_, count)| *count > 1 && count * 4 >= names.len() * 3)
            .max_by_key(|(prefix, _)| prefix.len())
            .map(|(prefix, _)| Self { prefix: prefix.to_owned() })
            .unwrap_or_default();
        let clash = |name: &&str| {
            let short = family.short(name);
            short.len() < name.len() && names.contains(&short)
        };
        if names.iter().any(clash) { Self::default() } else { family }
    }

    /// What is dropped; empty where there is no family.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// The name without the prefix; a name outside the family as it is.
    pub fn short<'a>(&self, name: &'a str) -> &'a str {
        name.strip_prefix(self.prefix.as_str()).filter(|rest| !rest.is_empty()).unwrap_or(name)
    }
}

/// At most `cells` cells of a text made visible, its middle left out where it is longer: names
/// tell themselves apart at both ends.
pub fn shorten(text: &str, cells: u16, ink: Ink) -> String {
    let text = visible::line(text);
    if width(&text) <= cells {
        return text.into_owned();
    }
    let Some(room) = cells.checked_sub(width(ink.ellipsis())) else { return String::new() };
    let tail = end(text.graphemes(true).rev(), room / 2);
    let (tail_bytes, tail_cells) = tail;
    let (head_bytes, _) = end(text.graphemes(true), room - tail_cells);
    // Both count whole graphemes from their end, and together fewer cells than the text has.
    let (head, tail) = (&text[..head_bytes], &text[text.len() - tail_bytes..]);
    format!("{head}{}{tail}", ink.ellipsis())
}

/// Bytes and cells of the graphemes that fit into `room` cells.
fn end<'a>(graphemes: impl Iterator<Item = &'a str>, room: u16) -> (usize, u16) {
    let (mut bytes, mut cells) = (0, 0);
    for grapheme in graphemes {
        let next = cells + width(grapheme);
        if next > room {
            break;
        }
        (bytes, cells) = (bytes + grapheme.len(), next);
    }
    (bytes, cells)
}

/// A text stood on end, a grapheme a row from top to bottom: the label of a narrow column.
///
/// At most `rows` rows; the middle is left out where it is longer. A row is up to two cells wide.
pub fn stacked(text: &str, rows: u16, ink: Ink) -> Vec<String> {
    let text = visible::line(text);
    let mut letters: Vec<&str> = text.graphemes(true).filter(|g| width(g) > 0).collect();
    let rows = usize::from(rows);
    if letters.len() > rows {
        let Some(room) = rows.checked_sub(1) else { return Vec::new() };
        let tail = letters.len() - room / 2;
        letters.splice(room - room / 2..tail, [ink.ellipsis()]);
    }
    letters.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_family_loses_its_prefix() {
        let family = Family::of(["acme-web-a", "acme-web-b", "acme-web-c"]);
        assert_eq!((family.prefix(), family.short("acme-web-b")), ("acme-web-", "b"));
        // The head of the house keeps its name.
        let family = Family::of(["acme", "acme-a", "acme-b", "acme-c"]);
        assert_eq!((family.short("acme"), family.short("acme-a")), ("acme", "a"));
        assert_eq!(Family::of(["acme-a", "other-b"]).prefix(), "");
        assert_eq!(Family::of(["acme-a"]).prefix(), "");
        assert_eq!(Family::of(["品-a", "品-b"]).prefix(), "品-");
    }

    #[test]
    fn no_two_names_become_one() {
        assert_eq!(Family::of(["acme-a", "acme-b", "acme-c", "a"]).prefix(), "");
    }

    #[test]
    fn the_middle_is_left_out() {
        assert_eq!(shorten("process-mining", 9, Ink::Unicode), "proc…ning");
        assert_eq!(shorten("process-mining", 8, Ink::Ascii), "proc~ing");
        assert_eq!(shorten("short", 5, Ink::Unicode), "short");
        assert_eq!(shorten("電子署名検証", 8, Ink::Unicode), "電子…証");
        assert_eq!(shorten("ab", 1, Ink::Unicode), "…");
        assert_eq!(shorten("ab", 0, Ink::Unicode), "");
        assert_eq!(shorten("a\u{1b}[31mb", 40, Ink::Unicode), "a␛[31mb");
    }

    #[test]
    fn a_label_on_end() {
        assert_eq!(stacked("abc", 3, Ink::Unicode), ["a", "b", "c"]);
        assert_eq!(stacked("abcdefg", 4, Ink::Unicode), ["a", "b", "…", "g"]);
        assert_eq!(stacked("abc", 1, Ink::Ascii), ["~"]);
        assert!(stacked("abc", 0, Ink::Ascii).is_empty());
    }

    proptest! {
        #[test]
        fn never_wider_than_asked(text in any::<String>(), cells in 0u16..30) {
            let short = shorten(&text, cells, Ink::Unicode);
            prop_assert!(width(&short) <= cells);
            if width(&visible::line(&text)) <= cells {
                prop_assert_eq!(short, visible::line(&text));
            }
        }

        #[test]
        fn never_taller_than_asked(text in any::<String>(), rows in 0u16..30) {
            let stack = stacked(&text, rows, Ink::Unicode);
            prop_assert!(stack.len() <= usize::from(rows));
        }

        #[test]
        fn short_names_stay_distinct(names in prop::collection::btree_set("[ab-]{1,6}", 0..8)) {
            let family = Family::of(names.iter().map(String::as_str));
            let mut short: Vec<&str> = names.iter().map(|name| family.short(name)).collect();
            prop_assert!(short.iter().all(|name| !name.is_empty()));
            short.sort_unstable();
            short.dedup();
            prop_assert_eq!(short.len(), names.len());
        }
    }
}
