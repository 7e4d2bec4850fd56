//! The strict first reading: front matter as YAML 1.2, with the place of every key and value.
//!
//! Must not know what the keys mean.

use std::{fmt, ops::Range};

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_yaml::{DuplicateKeyPolicy, Error, Spanned, options::NonFiniteFloatPolicy};

/// One top-level key of the front matter.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub key: String,
    pub value: Value,
    /// Byte range of the key in the file.
    pub key_at: Range<usize>,
    /// Byte range of a scalar value in the file, quotes or block header included; of another value
    /// only the start is to be relied on.
    pub value_at: Range<usize>,
    /// Why YAML refuses the value, which was then taken as it stands: the code of the diagnosis, and
    /// the byte offset in the file that it points to.
    pub refused: Option<(&'static str, usize)>,
}

/// Why the front matter is no YAML mapping.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fault {
    pub kind: FaultKind,
    /// Byte offset in the file.
    pub at: usize,
    /// In the parser's words, without a place.
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FaultKind {
    /// Not YAML.
    Syntax,
    /// YAML, but a list or a scalar.
    NotMapping,
    /// Aliases or nesting that no honest front matter has.
    Limits,
}

/// Parses the YAML in `region` of `text`. Repeated keys are handed on, in order.
///
/// Linear in the region: nesting, aliases and nodes are bounded by the parser's budgets.
pub(super) fn parse(text: &str, region: Range<usize>) -> Result<Vec<Entry>, Fault> {
    parse_with(text, region, 1_000)
}

/// As [`parse`], but refuses aliases: for pieces of a front matter, of which there may be many.
pub(super) fn parse_piece(text: &str, region: Range<usize>) -> Result<Vec<Entry>, Fault> {
    parse_with(text, region, 0)
}

fn parse_with(text: &str, region: Range<usize>, aliases: usize) -> Result<Vec<Entry>, Fault> {
    let yaml = &text[region.clone()];
    let options = serde_yaml::options! {
        budget: serde_yaml::budget! {
            max_nodes: 20_000,
            max_events: 50_000,
            max_aliases: aliases,
            max_recorded_anchor_events: 50_000,
        },
        alias_limits: serde_yaml::alias_limits! { max_total_replayed_events: 20_000 },
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        non_finite_float_policy: NonFiniteFloatPolicy::AsString,
        strict_booleans: true,
        null_as_string: true,
        with_snippet: false,
    };
    let Mapping(entries) = serde_yaml::from_str_with_options(yaml, options)
        .map_err(|error| fault(yaml, region.start, &error))?;
    Ok(entries.into_iter().map(|(key, value)| entry(text, &region, key, value)).collect())
}

fn entry(text: &str, region: &Range<usize>, key: Spanned<String>, value: Spanned<Value>) -> Entry {
    let key_at = bytes(&key.referenced, region);
    let parsed = bytes(&value.referenced, region);
    let value_at = if text[key_at.clone()].contains(&key.value) {
        value_range(text, &key_at, parsed)
    } else {
        // Merged in from elsewhere: the place of the merge, and nothing to edit.
        key_at.start..key_at.start
    };
    Entry { key: key.value, value: value.value, key_at, value_at, refused: None }
}

/// What YAML takes for nothing between and behind values; other blanks belong to them.
const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];

/// The parser starts a block scalar behind its header and ends it behind its last line end; this is
/// the whole of what stands for the value, from the header to the last character.
fn value_range(text: &str, key_at: &Range<usize>, parsed: Range<usize>) -> Range<usize> {
    let between = text.get(key_at.end..parsed.start).unwrap_or_default();
    let mut start = parsed.start;
    if let Some(colon) = between.find(':') {
        let mut rest = &between[colon + 1..];
        loop {
            rest = rest.trim_start_matches(BLANKS);
            match rest.strip_prefix('#') {
                Some(comment) => {
                    rest = comment.find(['\n', '\r']).map_or("", |end| &comment[end..]);
                }
                None => break,
            }
        }
        start -= rest.len();
    }
    let trailing =
        text.get(parsed.clone()).map_or(0, |v| v.len() - v.trim_end_matches(BLANKS).len());
    start..(parsed.end - trailing).max(start)
}

fn bytes(location: &serde_yaml::Location, region: &Range<usize>) -> Range<usize> {
    let span = location.span();
    let within = |n: Option<u64>| n.and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    let start = (region.start + within(span.byte_offset())).min(region.end);
    start..(start + within(span.byte_len())).min(region.end)
}

fn fault(yaml: &str, start: usize, error: &Error) -> Fault {
    let error = error.without_snippet();
    let kind = match error {
        Error::Budget { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. }
        | Error::AliasError { .. } => FaultKind::Limits,
        Error::Unexpected { .. } | Error::SerdeInvalidType { .. } => FaultKind::NotMapping,
        _ => FaultKind::Syntax,
    };
    // The scanner gives a line and a column in characters, and no offset.
    let at = error.location().map_or(0, |location| {
        let line = usize::try_from(location.line()).unwrap_or(1).saturating_sub(1);
        let column = usize::try_from(location.column()).unwrap_or(1).saturating_sub(1);
        offset(yaml, line, column)
    });
    let message = error.render_with_formatter(&serde_yaml::UserMessageFormatter);
    let message = message.split(" at line ").next().unwrap_or_default().to_owned();
    let kind = if message.contains("recursion limit") { FaultKind::Limits } else { kind };
    Fault { kind, at: start + at, message }
}

/// Characters that YAML allows nowhere: controls other than tab and line ends.
pub(super) fn is_forbidden(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{85}')) || c == '\u{fffe}'
}

/// Byte offset of a 0-based line and column.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let Some(line) = crate::core::skill::place::lines(text, 0).nth(line) else {
        return text.len();
    };
    let within = line.text.char_indices().nth(column).map_or(line.text.len(), |(at, _)| at);
    line.start + within
}

/// A mapping as the parser meets it: in order, repeated keys kept.
struct Mapping(Vec<(Spanned<String>, Spanned<Value>)>);

impl<'de> Deserialize<'de> for Mapping {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Mapping;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("keys with values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Mapping, A::Error> {
                let mut entries = Vec::with_capacity(map.size_hint().unwrap_or(0).min(64));
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Mapping(entries))
            }

            fn visit_unit<E>(self) -> Result<Mapping, E> {
                Ok(Mapping(Vec::new()))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(yaml: &str) -> Vec<(String, Value, String)> {
        let text = format!("---\n{yaml}---\n");
        let entries = parse(&text, 4..4 + yaml.len()).unwrap();
        entries.into_iter().map(|e| (e.key, e.value, text[e.value_at].to_owned())).collect()
    }

    fn refused(yaml: &str) -> (FaultKind, usize) {
        let fault = parse(yaml, 0..yaml.len()).unwrap_err();
        assert!(!fault.message.is_empty());
        (fault.kind, fault.at)
    }

    fn row(key: &str, value: &str, source: &str) -> (String, Value, String) {
        (key.to_owned(), Value::from(value), source.to_owned())
    }

    #[test]
    fn the_place_of_a_value_holds_all_that_stands_for_it() {
        assert_eq!(
            parsed("a: \"x: y\" # c\nb: >- # c\n  one\n  two\n\nc: |\r\n  é\r\n\r\nd: p q\n  r\n"),
            [
                row("a", "x: y", "\"x: y\""),
                row("b", "one two", ">- # c\n  one\n  two"),
                row("c", "é\n", "|\r\n  é"),
                row("d", "p q r", "p q\n  r"),
            ]
        );
        assert_eq!(
            parsed("a: # c\n\n  # d\n  x y\n\"b\" : !!str 1\n"),
            [row("a", "x y", "x y"), row("b", "1", "!!str 1")]
        );
        assert_eq!(
            parsed("a:\nb: ''\n"),
            [("a".to_owned(), Value::Null, String::new()), row("b", "", "''")]
        );
    }

    #[test]
    fn types_follow_yaml_1_2_and_repeated_keys_are_kept() {
        let values = |yaml| parsed(yaml).into_iter().map(|(_, v, _)| v).collect::<Vec<_>>();
        assert_eq!(
            values("a: yes\nb: true\nc: .nan\nd: 2024-01-01\n"),
            [Value::from("yes"), Value::from(true), Value::from(".nan"), Value::from("2024-01-01")]
        );
        assert_eq!(values("a: 1\na: 2\n"), [1, 2]);
        assert_eq!(values(""), [] as [Value; 0]);
        assert_eq!(values("# only a comment\n"), [] as [Value; 0]);
    }

    #[test]
    fn faults_have_a_kind_and_an_offset() {
        assert_eq!(refused("é: b: c\n"), (FaultKind::Syntax, 5));
        assert_eq!(refused("a: 1\nd: @foo\n"), (FaultKind::Syntax, 8));
        assert_eq!(refused("- a\n- b\n"), (FaultKind::NotMapping, 0));
        assert_eq!(refused("just text\n").0, FaultKind::NotMapping);
    }

    #[test]
    fn bombs_and_towers_are_refused_early() {
        let mut bomb = String::from("a0: &a0 [x,x,x,x,x,x,x,x,x]\n");
        for n in 1..12 {
            let row = vec![format!("*a{}", n - 1); 9].join(",");
            bomb.push_str(&format!("a{n}: &a{n} [{row}]\n"));
        }
        assert_eq!(refused(&bomb).0, FaultKind::Limits);
        let tower = format!("a: {}{}\n", "[".repeat(20_000), "]".repeat(20_000));
        assert_eq!(refused(&tower).0, FaultKind::Limits);
        let stairs: String = (0..300).map(|n| format!("{}a:\n", " ".repeat(n))).collect();
        assert_eq!(refused(&stairs).0, FaultKind::Limits);
    }

    #[test]
    fn merged_keys_have_no_place_to_edit() {
        let text = "base: &b {description: x}\n<<: *b\n";
        let entries = parse(text, 0..text.len()).unwrap();
        let merged = entries.iter().find(|e| e.key == "description").unwrap();
        assert!(merged.value_at.is_empty());
    }
}
