//! What the keys of a front matter mean, and what is wrong with their values.

use std::{collections::BTreeSet, ops::Range};

use serde_json::Value;

use crate::core::{
    diagnostic::{
        Diagnostic,
        Severity::{Error, Note, Warning},
    },
    skill::{
        Meant, SkillDoc,
        place::{place, span},
        yaml::Entry,
    },
};

const QUOTE: &str = "Put the value in quotes.";

/// The document that `entries` describe; diagnostics in no order, `body_start` still to be set.
///
/// # Errors
/// Without a usable description most harnesses do not offer the skill: everything found on the way.
pub(super) fn document(
    text: &str,
    region: &Range<usize>,
    entries: Vec<Entry>,
) -> Result<SkillDoc, Vec<Diagnostic>> {
    let mut reader = Reader { text, entries, diagnostics: Vec::new() };
    let lenient = reader.repeated_keys();
    let name = reader.name(region);
    let description = reader.description(region);
    let doc = SkillDoc {
        name,
        when_to_use: reader.when_to_use(),
        hidden: reader.value(HIDDEN).is_some_and(truthy),
        allowed_tools: reader.value(TOOLS).map(tools).unwrap_or_default(),
        metadata: reader.metadata(),
        lenient,
        ..SkillDoc::default()
    };
    match description {
        Some((description, at, meant)) => Ok(SkillDoc {
            description,
            description_span: (!at.is_empty()).then(|| span(text, at)),
            description_meant: meant,
            diagnostics: reader.diagnostics,
            ..doc
        }),
        None => Err(reader.diagnostics),
    }
}

const HIDDEN: &[&str] = &["disable-model-invocation", "disable_model_invocation"];
const TOOLS: &[&str] = &["allowed-tools", "allowed_tools"];
const WHEN: &[&str] = &["when_to_use", "when-to-use"];

/// True if a document is made of the values of `key`.
pub(super) fn is_known(key: &str) -> bool {
    ["name", "description", "metadata"].contains(&key)
        || [HIDDEN, TOOLS, WHEN].iter().any(|keys| keys.contains(&key))
}

struct Reader<'a> {
    text: &'a str,
    entries: Vec<Entry>,
    diagnostics: Vec<Diagnostic>,
}

impl Reader<'_> {
    /// The last entry under any of `keys`: the last of repeated keys wins, as in most readers.
    fn entry(&self, keys: &[&str]) -> Option<&Entry> {
        self.entries.iter().rev().find(|entry| keys.contains(&entry.key.as_str()))
    }

    fn value(&self, keys: &[&str]) -> Option<&Value> {
        self.entry(keys).map(|entry| &entry.value)
    }

    fn report(&mut self, at: usize, diagnostic: Diagnostic) {
        let (line, column) = place(self.text, at);
        self.diagnostics.push(diagnostic.at(line, column));
    }

    /// True if a key stands twice; each such key is reported at its second place.
    fn repeated_keys(&mut self) -> bool {
        let mut seen = BTreeSet::new();
        let repeated: Vec<(usize, String)> = self
            .entries
            .iter()
            .filter(|entry| !seen.insert(entry.key.as_str()))
            .map(|entry| (entry.key_at.start, entry.key.clone()))
            .take(8)
            .collect();
        for (at, key) in &repeated {
            let message = format!(
                "The key `{key}` stands twice; some harnesses refuse the file, others take the last."
            );
            self.report(
                *at,
                Diagnostic::new(Error, "duplicate-key", "", message, "Keep one of them."),
            );
        }
        !repeated.is_empty()
    }

    fn name(&mut self, region: &Range<usize>) -> Option<String> {
        let Some(entry) = self.entry(&["name"]).cloned() else {
            let at = self.other_case("name").unwrap_or(region.start);
            self.missing_name(at, "missing");
            return None;
        };
        let source = self.text.get(entry.value_at.clone()).unwrap_or_default();
        match &entry.value {
            Value::String(name) if name.trim().is_empty() => {
                self.missing_name(entry.key_at.start, "blank");
                None
            }
            Value::String(name) => {
                if is_yaml_1_1_bool(source) {
                    let message =
                        format!("YAML 1.1 readers take the name `{source}` as a truth value.");
                    let diagnostic = Diagnostic::new(Warning, "name-yaml-1-1", "", message, QUOTE);
                    self.report(entry.value_at.start, diagnostic);
                }
                Some(name.trim().to_owned())
            }
            Value::Null => {
                self.missing_name(entry.key_at.start, "null");
                None
            }
            other => {
                let message = format!("`name` is {}, not a string.", kind(other));
                let diagnostic = Diagnostic::new(Error, "name-not-string", "", message, QUOTE);
                self.report(entry.value_at.start, diagnostic);
                let scalar = other.is_number() || other.is_boolean();
                (scalar && !source.is_empty()).then(|| source.to_owned())
            }
        }
    }

    fn missing_name(&mut self, at: usize, how: &str) {
        let message = format!("`name` is {how}; the folder's name stands in for it.");
        let remedy = "Give the skill its folder's name.";
        self.report(at, Diagnostic::new(Warning, "name-missing", "", message, remedy));
    }

    /// The description, its place and what it was meant to be; `None` is reported.
    fn description(
        &mut self,
        region: &Range<usize>,
    ) -> Option<(String, Range<usize>, Option<Meant>)> {
        let Some(entry) = self.entry(&["description"]).cloned() else {
            let (at, message) = match self.other_case("description") {
                Some(at) => (at, "`description` is not written in lower case."),
                None => (
                    region.start,
                    "`description` is missing, so most harnesses do not offer this skill.",
                ),
            };
            let remedy = "Add `description:` with what the skill does and when to use it.";
            self.report(at, Diagnostic::new(Error, "description-missing", "", message, remedy));
            return None;
        };
        match entry.value {
            Value::String(text) if !text.trim().is_empty() => {
                let lost = self.comment_in(&text, &entry.value_at);
                let refused = entry.refused.filter(|(code, _)| *code == "yaml-colon");
                let as_written = refused.map(|(code, at)| {
                    let (line, column) = place(self.text, at);
                    let bytes = entry.value_at.clone();
                    Meant { mends: (code, line, column), bytes, text: text.clone() }
                });
                return Some((text, entry.value_at, as_written.or(lost)));
            }
            Value::String(_) | Value::Null => {
                let message = "`description` is blank, so most harnesses do not offer this skill.";
                let remedy = "Say what the skill does and when to use it.";
                let diagnostic = Diagnostic::new(Error, "description-blank", "", message, remedy);
                self.report(entry.key_at.start, diagnostic);
            }
            other => {
                let message = format!("`description` is {}, not a string.", kind(&other));
                let diagnostic =
                    Diagnostic::new(Error, "description-not-string", "", message, QUOTE);
                self.report(entry.value_at.start, diagnostic);
            }
        }
        None
    }

    /// ` #` in an unquoted description starts a comment: the rest of the line is silently lost.
    /// What was meant, unless the value is no plain text.
    fn comment_in(&mut self, read: &str, value_at: &Range<usize>) -> Option<Meant> {
        let source = self.text.get(value_at.clone()).unwrap_or_default();
        let rest = self.text.get(value_at.end..).unwrap_or_default();
        let rest = rest.split(['\n', '\r']).next().unwrap_or_default();
        let blanks = rest.len() - rest.trim_start().len();
        let plain = !source.starts_with(['"', '\'', '|', '>']);
        if !(plain && blanks > 0 && rest.trim_start().starts_with('#')) {
            return None;
        }
        let message = "` #` starts a comment in YAML: the rest of the description is lost.";
        let diagnostic = Diagnostic::new(Warning, "description-cut", "", message, QUOTE);
        self.report(value_at.end + blanks, diagnostic);
        let (line, column) = place(self.text, value_at.end + blanks);
        let lost = rest.trim_end();
        // An alias or a tag is written in other words than it reads.
        source.split_whitespace().eq(read.split_whitespace()).then(|| Meant {
            mends: ("description-cut", line, column),
            bytes: value_at.start..value_at.end + lost.len(),
            text: format!("{read}{lost}"),
        })
    }

    fn when_to_use(&mut self) -> Option<String> {
        let entry = self.entry(WHEN)?.clone();
        match entry.value {
            Value::String(text) if !text.trim().is_empty() => Some(text),
            Value::String(_) | Value::Null => None,
            other => {
                let message = format!("`{}` is {}, not a string.", entry.key, kind(&other));
                let diagnostic =
                    Diagnostic::new(Warning, "when-to-use-not-string", "", message, QUOTE);
                self.report(entry.value_at.start, diagnostic);
                None
            }
        }
    }

    fn metadata(&mut self) -> serde_json::Map<String, Value> {
        let Some(entry) = self.entry(&["metadata"]).cloned() else {
            return serde_json::Map::new();
        };
        match entry.value {
            Value::Object(map) => map,
            other => {
                let message = format!("`metadata` is {}, not a mapping.", kind(&other));
                let remedy = "Write keys and values below it, or remove it.";
                let diagnostic =
                    Diagnostic::new(Warning, "metadata-not-mapping", "", message, remedy);
                self.report(entry.key_at.start, diagnostic);
                serde_json::Map::new()
            }
        }
    }

    /// Where `key` stands in another case.
    fn other_case(&self, key: &str) -> Option<usize> {
        let other = self.entries.iter().find(|entry| entry.key.eq_ignore_ascii_case(key))?;
        Some(other.key_at.start)
    }
}

/// Truth as people write it: `true`, `yes`, `on`, `1` in any case; of other types, not empty.
fn truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => {
            ["true", "yes", "on", "1"].iter().any(|yes| text.trim().eq_ignore_ascii_case(yes))
        }
        Value::Array(items) => !items.is_empty(),
        Value::Object(map) => !map.is_empty(),
    }
}

/// Tool names from a list, or from a string with commas or blanks outside parentheses.
fn tools(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().flat_map(tools_of_item).collect(),
        Value::String(text) => {
            let mut depth = 0_u32;
            let pieces = text.split(|c: char| {
                match c {
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                depth == 0 && (c == ',' || c.is_whitespace())
            });
            pieces.map(str::trim).filter(|tool| !tool.is_empty()).map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

fn tools_of_item(item: &Value) -> Option<String> {
    item.as_str().map(str::trim).filter(|tool| !tool.is_empty()).map(str::to_owned)
}

/// Unquoted words that YAML 1.1 reads as a truth value and YAML 1.2 as a string.
fn is_yaml_1_1_bool(source: &str) -> bool {
    ["y", "n", "yes", "no", "on", "off"].iter().any(|word| source.eq_ignore_ascii_case(word))
}

/// A value's type in words.
pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "a mapping",
    }
}

/// A fault behind the front matter loses nothing that routing needs.
pub(super) fn only_a_warning(fault: Diagnostic) -> Diagnostic {
    Diagnostic { severity: Warning, ..fault }
}

/// NUL and escape bytes in the body drive terminals and truncate strings elsewhere.
pub(super) fn body_controls(text: &str, body_start: usize) -> Option<Diagnostic> {
    let body = text.get(body_start..)?;
    let at = body_start + [body.find('\0'), body.find('\u{1b}')].into_iter().flatten().min()?;
    let (line, column) = place(text, at);
    let message = "The body holds a NUL or escape byte.";
    let diagnostic = Diagnostic::new(Note, "control-character-in-body", "", message, "Remove it.");
    Some(diagnostic.at(line, column))
}
