//! The lenient second reading: what an author meant where YAML refuses the front matter.
//!
//! Goes key by key. A key whose lines are YAML on their own is read as YAML; of another, the text
//! behind the colon is taken as it stands. Each such key is diagnosed, for some harnesses drop the file.

use std::ops::Range;

use serde_json::Value;

use crate::core::{
    diagnostic::{Diagnostic, Severity::Error},
    skill::{
        place::{Line, lines, place},
        yaml::is_forbidden,
        yaml::{self, Entry, Fault, FaultKind},
    },
};

/// What the second reading found.
#[derive(Debug)]
pub(super) struct Second {
    pub entries: Vec<Entry>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Keys whose values are text, whatever they look like.
const TEXTS: &[&str] = &["name", "description", "when_to_use", "when-to-use"];

/// More keys than this are not diagnosed one by one.
const MOST: usize = 8;

/// Reads `region` of `text` again, which the strict reading refused with `first`.
pub(super) fn parse(text: &str, region: Range<usize>, first: &Fault) -> Second {
    let mut second = Second { entries: Vec::new(), diagnostics: Vec::new() };
    if first.kind != FaultKind::Syntax {
        second.diagnostics.push(whole(text, first));
    }
    // Control characters have a diagnosis of their own.
    let mut explained = false;
    for block in blocks(text, region) {
        match yaml::parse_piece(text, block.lines.clone()) {
            Ok(entries) => second.entries.extend(entries),
            Err(_) => {
                let written = Written::of(text, &block);
                if written.first(text).contains(is_forbidden) {
                    explained = true;
                } else if first.kind == FaultKind::Syntax && second.diagnostics.len() < MOST {
                    second.diagnostics.push(written.diagnose(text, &block.key));
                }
                second.entries.extend(written.entry(text, block));
            }
        }
    }
    if second.diagnostics.is_empty() && !explained {
        second.diagnostics.push(whole(text, first));
    }
    second
}

/// The diagnosis of a front matter that is refused as a whole.
fn whole(text: &str, fault: &Fault) -> Diagnostic {
    let (line, column) = place(text, fault.at);
    let (code, message, remedy) = match fault.kind {
        FaultKind::NotMapping => (
            "front-matter-not-mapping",
            "The front matter is a list or plain text, not keys with values.".to_owned(),
            "Write `name: ...` and `description: ...`, with a blank behind each colon.",
        ),
        FaultKind::Limits => (
            "yaml-limits",
            format!("The front matter nests or repeats itself beyond measure ({}).", fault.message),
            "Write the values out, without aliases and deep nesting.",
        ),
        FaultKind::Syntax => (
            "yaml-invalid",
            format!("The front matter is not YAML: {}.", fault.message),
            "Correct the line; quotes around the value help most often.",
        ),
    };
    Diagnostic::new(Error, code, "", message, remedy).at(line, column)
}

/// A top-level key with its lines.
struct Block {
    key: String,
    key_at: Range<usize>,
    /// All its lines, comments and blank lines included.
    lines: Range<usize>,
}

/// Cuts the region at every line that starts with a key; lines before the first are dropped.
fn blocks(text: &str, region: Range<usize>) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in lines(&text[..region.end], region.start) {
        if let Some(key) = key(line.text) {
            let key_at = line.start..line.start + key.len();
            blocks.push(Block { key: key.to_owned(), key_at, lines: line.start..line.next });
        } else if let Some(block) = blocks.last_mut() {
            block.lines.end = line.next;
        }
    }
    blocks
}

/// The key that a line starts with, if it does.
fn key(line: &str) -> Option<&str> {
    let (key, rest) = line.split_once(':')?;
    let word =
        !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    (word && (rest.is_empty() || rest.starts_with([' ', '\t']))).then_some(key)
}

/// A refused value as it stands in the file.
struct Written<'a> {
    /// From its first to its last character.
    at: Range<usize>,
    lines: Vec<Line<'a>>,
}

impl<'a> Written<'a> {
    fn of(text: &'a str, block: &Block) -> Self {
        let start = block.key_at.end + 1;
        let mut written = Self { at: start..start, lines: Vec::new() };
        for line in lines(&text[..block.lines.end], start) {
            let first = written.lines.is_empty();
            if line.is_blank() {
                if !first {
                    written.lines.push(line);
                }
                continue;
            }
            if first {
                written.at.start = line.start + line.text.len() - line.text.trim_start().len();
            }
            written.at.end = line.end();
            written.lines.push(line);
        }
        while written.lines.last().is_some_and(Line::is_blank) {
            written.lines.pop();
        }
        written
    }

    fn first(&self, text: &'a str) -> &'a str {
        text.get(self.at.clone()).unwrap_or_default()
    }

    /// The lines joined as YAML folds them, quotes around the whole taken off.
    fn value(&self) -> String {
        let mut value = String::new();
        for line in &self.lines {
            let line = line.text.trim();
            let separator = if value.is_empty() || value.ends_with('\n') { "" } else { " " };
            match line {
                "" => value.push('\n'),
                _ => value.extend([separator, line]),
            }
        }
        for quote in ['"', '\''] {
            if let Some(inner) = value.strip_prefix(quote) {
                let inner = inner.strip_suffix(quote).unwrap_or(inner);
                let (escaped, plain) = if quote == '"' { ("\\\"", "\"") } else { ("''", "'") };
                return inner.replace(escaped, plain);
            }
        }
        value
    }

    fn entry(&self, text: &'a str, block: Block) -> Option<Entry> {
        let first = self.first(text);
        // What should be text can be taken as it stands; a broken list or mapping cannot.
        let words = TEXTS.contains(&block.key.as_str());
        let list = first.starts_with("- ") || first.starts_with(['[', '{']);
        let nested = text[block.key_at.end + 1..self.at.start].contains(['\n', '\r'])
            && key(first.lines().next().unwrap_or_default()).is_some();
        let scalar = words || (!list && !nested);
        let fault = self.fault(text);
        (scalar && !first.is_empty()).then(|| Entry {
            key: block.key,
            key_at: block.key_at,
            value: Value::String(self.value()),
            value_at: self.at.clone(),
            refused: Some((fault.code, fault.at)),
        })
    }

    /// Says what YAML trips over, at the place where it does.
    fn diagnose(&self, text: &'a str, key: &str) -> Diagnostic {
        let fault = self.fault(text);
        let (line, column) = place(text, fault.at);
        Diagnostic::new(Error, fault.code, "", fault.message(key), fault.remedy).at(line, column)
    }

    fn fault(&self, text: &'a str) -> ValueFault {
        let value = self.first(text);
        let start = self.at.start;
        let quote = "Put the value in quotes, or write it below `>-` and indented.";
        match value.chars().next() {
            Some(mark @ ('"' | '\'')) => {
                let closed = value.len() > 1 && value.ends_with(mark);
                let inner = value.get(1..value.len() - usize::from(closed)).unwrap_or_default();
                if mark == '"' && closed && !has_bare(inner, '"') {
                    let at = bad_escape(inner).map_or(start, |at| start + 1 + at);
                    let (cause, remedy) = (
                        "has a backslash that YAML does not know",
                        "Write `\\\\` for a backslash, or use single quotes.",
                    );
                    return ValueFault { code: "yaml-escape", at, cause, remedy };
                }
                let (cause, remedy) = (
                    "opens a quote that does not close at its end",
                    "Quote the whole value; inside it write `\\\"` or `''` for the same quote.",
                );
                ValueFault { code: "yaml-quote", at: start, cause, remedy }
            }
            Some('@' | '`' | '%' | '&' | '*' | '!' | '|' | '>' | '[' | ']' | '{' | '}' | ',') => {
                let cause = "starts unquoted with a character that means something else in YAML";
                ValueFault { code: "yaml-indicator", at: start, cause, remedy: quote }
            }
            _ => match colon(value) {
                Some(at) => {
                    let cause = "is unquoted and contains `: `, which YAML reads as another key";
                    ValueFault { code: "yaml-colon", at: start + at, cause, remedy: quote }
                }
                None => {
                    let cause = "has lines that YAML does not read as part of it";
                    let remedy = "Indent the lines that continue a value, with blanks, not tabs.";
                    let at = self.lines.get(1).map_or(start, |line| line.start);
                    ValueFault { code: "yaml-continuation", at, cause, remedy }
                }
            },
        }
    }
}

struct ValueFault {
    code: &'static str,
    at: usize,
    cause: &'static str,
    remedy: &'static str,
}

impl ValueFault {
    fn message(&self, key: &str) -> String {
        format!("The value of `{key}` {}; some harnesses drop such a skill.", self.cause)
    }
}

/// Offset of the first colon that YAML takes for the end of a key.
fn colon(value: &str) -> Option<usize> {
    value
        .match_indices(':')
        .map(|(at, _)| at)
        .find(|at| value[at + 1..].chars().next().is_none_or(|next| next.is_whitespace()))
}

/// True if `quote` stands in `inner` without a backslash before it.
fn has_bare(inner: &str, quote: char) -> bool {
    let mut escaped = false;
    inner.chars().any(|c| {
        let bare = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        bare
    })
}

/// Offset of the first backslash with a letter that YAML does not know.
fn bad_escape(inner: &str) -> Option<usize> {
    let mut chars = inner.char_indices();
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            let (_, escape) = chars.next()?;
            if !"0abt\tnvfre \"/\\N_LPxuU\n\r".contains(escape) {
                return Some(at);
            }
        }
    }
    None
}
