//! The quick first reading, for the plain YAML that nearly all front matters are written in.
//!
//! A key a line, its value unquoted or in simple quotes on the same line, or a list or mapping of
//! such values one level below. Whatever is not surely that, in form and in type, is left to the
//! full reading, which must agree wherever this one answers. It is some twenty times faster, which
//! decides whether a catalog of a thousand skills opens at once.

use std::ops::Range;

use serde_json::Value;

use crate::core::skill::{place::Line, place::lines, yaml::Entry};

/// Reads `region` of `text`, or leaves it to the full reading. Of a key that is not `needed` the
/// form is checked, and the value is null.
pub(super) fn parse(
    text: &str,
    region: Range<usize>,
    needed: impl Fn(&str) -> bool,
) -> Option<Vec<Entry>> {
    if !is_harmless(&text[region.clone()]) {
        return None;
    }
    let mut quick = Quick { entries: Vec::new(), open: None };
    let mut gap = false;
    for line in lines(&text[..region.end], region.start) {
        if line.is_blank() || line.text.starts_with('#') {
            gap = true;
        } else if line.text.starts_with(' ') {
            // Behind a gap, a comment say, the full reading decides what continues.
            quick.below(&line).filter(|()| !gap)?;
        } else {
            quick.top(&line, &needed)?;
            gap = false;
        }
    }
    quick.close()?;
    Some(quick.entries)
}

struct Quick {
    entries: Vec<Entry>,
    /// The last key has no value on its own line.
    open: Option<Open>,
}

/// What stands below a key.
struct Open {
    needed: bool,
    /// Blanks before each line, and whether it is a list; from the first line on.
    shape: Option<(usize, bool)>,
    keys: Vec<String>,
    items: Vec<Value>,
}

impl Quick {
    /// A line with a key at its start.
    fn top(&mut self, line: &Line<'_>, needed: impl Fn(&str) -> bool) -> Option<()> {
        self.close()?;
        let (key, value) = split_key(line.text)?;
        if self.entries.iter().any(|entry| entry.key == key) {
            return None;
        }
        let needed = needed(key);
        let start = line.start + line.text.len() - value.len();
        let value = value.trim_end_matches(' ');
        let mut entry = Entry {
            key: key.to_owned(),
            value: Value::Null,
            key_at: line.start..line.start + key.len(),
            value_at: start..start + value.len(),
            refused: None,
        };
        if value.is_empty() {
            self.open = Some(Open { needed, shape: None, keys: Vec::new(), items: Vec::new() });
        } else if value.starts_with('[') {
            flow_list(value).filter(|()| !needed)?;
        } else {
            entry.value = scalar(value, needed)?;
        }
        self.entries.push(entry);
        Some(())
    }

    /// A line that belongs to the key above it.
    fn below(&mut self, line: &Line<'_>) -> Option<()> {
        let open = self.open.as_mut()?;
        let content = line.text.trim_start_matches(' ');
        let indent = line.text.len() - content.len();
        let content = content.trim_end_matches(' ');
        let item = content.strip_prefix("- ").map(|item| item.trim_start_matches(' '));
        if *open.shape.get_or_insert((indent, item.is_some())) != (indent, item.is_some()) {
            return None;
        }
        match item {
            Some(item) => open.items.push(scalar(item, open.needed)?),
            None => {
                let (key, value) = split_key(content)?;
                scalar(value, open.needed)?;
                if open.keys.iter().any(|known| known == key) {
                    return None;
                }
                open.keys.push(key.to_owned());
            }
        }
        Some(())
    }

    /// Ends the last key. A needed key with nothing or a mapping below it is for the full reading.
    fn close(&mut self) -> Option<()> {
        if let Some(open) = self.open.take()
            && open.needed
        {
            open.shape.filter(|(_, is_list)| *is_list)?;
            self.entries.last_mut()?.value = Value::Array(open.items);
        }
        Some(())
    }
}

/// No blank but the usual one, and no character that means something wherever it stands.
fn is_harmless(yaml: &str) -> bool {
    // Counted, not searched: without an early end this runs over many bytes at once.
    let controls = yaml.bytes().filter(|b| *b < b' ' && *b != b'\n' || *b == 0x7f).count();
    let line_ends = if controls > 0 { yaml.matches("\r\n").count() } else { 0 };
    let special =
        |c: char| c.is_control() || c.is_whitespace() || matches!(c, '\u{feff}' | '\u{fffe}');
    controls == line_ends && (yaml.is_ascii() || !yaml.chars().any(|c| !c.is_ascii() && special(c)))
}

/// `key: value` cut at the colon, the blanks before the value dropped.
fn split_key(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let plain = key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    let value =
        if value.is_empty() { value } else { value.strip_prefix(' ')?.trim_start_matches(' ') };
    plain.then_some((key, value))
}

/// The value of a scalar that stands on one line, if it is surely a string or a truth value; of one
/// that is not `needed` only the form is checked.
fn scalar(value: &str, needed: bool) -> Option<Value> {
    let string = |text: &str| if needed { Value::from(text) } else { Value::Null };
    for quote in ['"', '\''] {
        if let Some(inner) = value.strip_prefix(quote) {
            let inner = inner.strip_suffix(quote)?;
            return (!inner.contains(quote) && !inner.contains('\\')).then(|| string(inner));
        }
    }
    let first = value.chars().next().filter(|first| first.is_alphanumeric())?;
    if has_mark(value) {
        return None;
    }
    if !needed {
        // Long numbers may be refused.
        return (!first.is_numeric() || value.len() <= 15).then_some(Value::Null);
    }
    let special = value.len() <= 8 && SPECIAL.iter().any(|s| value.eq_ignore_ascii_case(s));
    match value {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        _ => (!first.is_numeric() && !special).then(|| string(value)),
    }
}

/// True if a colon or a hash sign in `value` means something.
fn has_mark(value: &str) -> bool {
    let bytes = value.as_bytes();
    let colon = |at: usize| matches!(bytes.get(at + 1), None | Some(b' '));
    bytes.iter().enumerate().any(|(at, byte)| match byte {
        b':' => colon(at),
        b'#' => at > 0 && bytes[at - 1] == b' ',
        _ => false,
    })
}

/// True if `text` stands for itself without quotes, to every reader of YAML.
pub(super) fn is_plain(text: &str) -> bool {
    let quoted = text.starts_with(['"', '\'']);
    is_harmless(text)
        && !quoted
        && text.trim() == text
        && scalar(text, true).is_some_and(|v| v.is_string())
}

/// Unquoted words that are no strings, or not to every reader.
const SPECIAL: &[&str] =
    &["true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf", "infinity"];

/// A list of words in brackets.
fn flow_list(value: &str) -> Option<()> {
    let inner = value.strip_prefix('[')?.strip_suffix(']')?;
    let word = |item: &str| {
        let item = item.trim();
        item.starts_with(|c: char| c.is_ascii_alphanumeric())
            && item.len() <= 15
            && item.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ' '))
    };
    (inner.trim().is_empty() || inner.split(',').all(word)).then_some(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::skill::{fields, yaml};

    /// Compares with the full reading; true if this one answered.
    fn agrees(yaml: &str) -> bool {
        let text = format!("---\n{yaml}\n---\n");
        let region = 4..4 + yaml.len() + 1;
        let Some(quick) = parse(&text, region.clone(), fields::is_known) else { return false };
        let full = yaml::parse(&text, region).unwrap_or_else(|fault| panic!("{yaml:?}: {fault:?}"));
        assert_eq!(quick.len(), full.len(), "{yaml:?}");
        for (quick, full) in quick.iter().zip(&full) {
            assert_eq!((&quick.key, &quick.key_at), (&full.key, &full.key_at), "{yaml:?}");
            if fields::is_known(&quick.key) {
                assert_eq!(quick.value, full.value, "{yaml:?}");
                if !quick.value.is_array() {
                    assert_eq!(quick.value_at, full.value_at, "{yaml:?}");
                }
            }
        }
        true
    }

    #[test]
    fn the_plain_form_is_answered() {
        assert!(agrees(
            "name: pdf-tools  \n# comment\n\ndescription: \"Reads: PDF # files\"\r\n\
             when_to_use: 'On é 日本'\nallowed-tools:\n  - Read\n  - \"Bash(git *)\"\n\
             disable-model-invocation: true\ntags: [a, b-c, 1.0]\nnone: []\n\
             other:\n    a: 1\n    b: x y\nversion: 1.0.0\nupdated: 2026-04-28\nempty:"
        ));
    }

    #[test]
    fn everything_else_is_left_to_the_full_reading() {
        for yaml in [
            "name: yes",
            "name: 12",
            "name: null",
            "name:",
            "name: a: b",
            "name: a #b",
            "name: a:",
            "name: >-\n  a",
            "name: a\n  b",
            "name: a\nname: b",
            "description: \"a\\n\"",
            "description: \"a\" b",
            "description: 'it''s'",
            "metadata:\n  a: b",
            "allowed-tools: [a]",
            "allowed-tools:\n- a",
            "x: &a b",
            "x:\n  - a\n\n  - b",
            "x:\n  - a\n   - b",
            "x:\n  - a\n  b: c",
            "x:\n  - a: b",
            "x:\n  a: 1\n  a: 2",
            "x: 123456789012345678901234567890",
            "a\tb: c",
            "just text",
            "- a",
        ] {
            assert!(!agrees(yaml), "{yaml:?}");
        }
    }

    proptest! {
        #[test]
        fn where_it_answers_the_full_reading_agrees(
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "name", "description", "x", "metadata", "allowed-tools", ": ", ":", " ", "\n",
                    "\n  ", "\n  - ", "\r\n", "- ", "a", "Word", "é", "日", "7", "0x1", "1e3", ".",
                    ",", "#", " # ", "\"", "'", "[", "]", "{", "}", "true", "no", "~", "|", ">", "&",
                    "*", "!", "%", "@", "`", "?", "\\", "\u{a0}", "\u{3000}", "-", "---", "...",
                ]),
                0..24,
            )
        ) {
            agrees(&pieces.concat());
            agrees(&format!("name: {}", pieces.concat()));
            agrees(&format!("x:\n  - {}", pieces.concat()));
        }
    }
}
