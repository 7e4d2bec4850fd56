//! The lossless edit: another description, and not a byte of the file besides.
//!
//! Keeps the way the description was written (block, quotes, wrapped lines, line ends) as far as
//! the new text allows, and reads the result before it gives it away.

use std::fmt::Write;

use thiserror::Error;

use crate::core::skill::{SkillDoc, quick, read};

/// Why a description cannot be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EditError {
    #[error("the description is blank; most harnesses do not offer such a skill")]
    Blank,
    #[error("the file is not the one that was read; load it again")]
    Stale,
    #[error("the description stands where it cannot be replaced; edit the file itself")]
    NoPlace,
}

/// `file` with `description` instead of the one that `doc` was read with.
///
/// Only the scalar's bytes change. Blank lines at the end of the description are dropped or added as
/// its block style has it; otherwise the result reads as exactly `description`.
///
/// # Errors
/// A blank description; a file that does not hold `doc`; a description merged in from an anchor.
pub fn replace_description(
    file: &str,
    doc: &SkillDoc,
    description: &str,
) -> Result<String, EditError> {
    if description.trim().is_empty() {
        return Err(EditError::Blank);
    }
    let span = doc.description_span.as_ref().ok_or(EditError::NoPlace)?;
    let current = read(file.as_bytes()).map_err(|_| EditError::Stale)?;
    if (&current.description, &current.description_span)
        != (&doc.description, &doc.description_span)
    {
        return Err(EditError::Stale);
    }
    let old = file.get(span.bytes.clone()).ok_or(EditError::Stale)?;
    let (before, after) = (&file[..span.bytes.start], &file[span.bytes.end..]);
    let style = Style::of(before, old);
    let wanted = description.trim_end_matches('\n');
    [style.write(wanted), Some(double_quoted(wanted))]
        .into_iter()
        .flatten()
        .map(|scalar| [before, &scalar, after].concat())
        .find(|edited| {
            read(edited.as_bytes()).is_ok_and(|new| {
                new.description.trim_end_matches('\n') == wanted && others_equal(&new, &current)
            })
        })
        .ok_or(EditError::NoPlace)
}

/// True if everything but the description reads as before.
fn others_equal(a: &SkillDoc, b: &SkillDoc) -> bool {
    (&a.name, &a.when_to_use, a.hidden, &a.allowed_tools, &a.metadata)
        == (&b.name, &b.when_to_use, b.hidden, &b.allowed_tools, &b.metadata)
}

/// How a description is written.
struct Style<'a> {
    kind: Kind<'a>,
    /// `\r\n` or `\n`, with the blanks that start its further lines.
    line_break: String,
    /// Characters in its longest line, if it has several.
    width: Option<usize>,
}

enum Kind<'a> {
    Plain,
    Single,
    Double,
    /// With its header, `>-` for example.
    Folded(&'a str),
    Literal(&'a str),
}

impl<'a> Style<'a> {
    fn of(before: &str, old: &'a str) -> Self {
        let mut lines = old.lines();
        let first = lines.next().unwrap_or_default();
        let rest: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
        let kind = match old.chars().next() {
            Some('>') => Kind::Folded(first),
            Some('|') => Kind::Literal(first),
            Some('"') => Kind::Double,
            Some('\'') => Kind::Single,
            _ => Kind::Plain,
        };
        let end = if old.contains("\r\n") || before.ends_with("\r\n") || before.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        let indent =
            rest.first().map_or("  ", |line| &line[..line.len() - line.trim_start().len()]);
        let block = matches!(kind, Kind::Folded(_) | Kind::Literal(_));
        let wrapped = rest.len() > usize::from(block);
        let width = rest.iter().map(|line| line.chars().count()).max().filter(|_| wrapped);
        Self { kind, line_break: format!("{end}{indent}"), width }
    }

    /// The scalar of `text`; `None` where the style cannot hold it.
    fn write(&self, text: &str) -> Option<String> {
        let one_line = !text.contains(['\n', '\r']);
        match self.kind {
            Kind::Plain if one_line && quick::is_plain(text) => Some(self.wrap(text)),
            Kind::Single if one_line => Some(format!("'{}'", self.wrap(&text.replace('\'', "''")))),
            Kind::Double if one_line => Some(self.wrap(&double_quoted(text))),
            Kind::Folded(header) => {
                let mut out = header.to_owned();
                for (n, line) in text.split('\n').enumerate() {
                    // A line end of the text is an empty line in a folded block.
                    out.push_str(if n > 0 { self.line_end() } else { "" });
                    out.push_str(if line.is_empty() { "" } else { &self.line_break });
                    out.push_str(&self.wrap(line));
                }
                Some(out)
            }
            Kind::Literal(header) => {
                let mut out = header.to_owned();
                for line in text.split('\n') {
                    out.push_str(if line.is_empty() { self.line_end() } else { &self.line_break });
                    out.push_str(line);
                }
                Some(out)
            }
            Kind::Plain | Kind::Single | Kind::Double => None,
        }
    }

    fn line_end(&self) -> &str {
        self.line_break.trim_end_matches([' ', '\t'])
    }

    /// Breaks lines as wide as they were; only at single blanks, which folding gives back.
    fn wrap(&self, text: &str) -> String {
        let Some(width) = self.width else { return text.to_owned() };
        let indent = self.line_break.trim_start_matches(['\r', '\n']).len();
        let mut out = String::with_capacity(text.len() + 16);
        let mut column = indent;
        for (n, word) in text.split(' ').enumerate() {
            let length = word.chars().count();
            // An empty word is a second blank: no place to break before it or behind it.
            let single = n > 0 && !word.is_empty() && !out.ends_with(' ');
            if single && column + 1 + length > width {
                out.push_str(&self.line_break);
                column = indent;
            } else if n > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += length;
        }
        out
    }
}

/// A scalar of one line that reads as exactly `text`.
pub(super) fn double_quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control()
                || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}') =>
            {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The front matter after the edit, from the description's key on.
    fn edit(written: &str, new: &str) -> String {
        let file =
            format!("---\n# c\nname: a\ndescription: {written}\nlicense: MIT # x\n---\nBody\n");
        let doc = read(file.as_bytes()).unwrap();
        let edited = replace_description(&file, &doc, new).unwrap();
        let head = "---\n# c\nname: a\ndescription: ";
        let tail = "\nlicense: MIT # x\n---\nBody\n";
        edited.strip_prefix(head).unwrap().strip_suffix(tail).unwrap().to_owned()
    }

    #[test]
    fn the_style_is_kept_where_it_can_hold_the_text() {
        assert_eq!(edit("Old.", "New text."), "New text.");
        assert_eq!(edit("'Old.'", "It's new."), "'It''s new.'");
        assert_eq!(edit("\"Old.\" # note", "A \"b\" \\ c"), "\"A \\\"b\\\" \\\\ c\" # note");
        assert_eq!(edit(">-\n  Old.", "New: text."), ">-\n  New: text.");
        assert_eq!(edit("|\n    Old\n    text.", "One\n\nTwo"), "|\n    One\n\n    Two");
        assert_eq!(edit(">-\n  Old.", "One\nTwo\n\nThree"), ">-\n  One\n\n  Two\n\n\n  Three");
    }

    #[test]
    fn quotes_come_where_plain_text_would_be_misread() {
        for new in ["a: b", "a #b", "- a", "yes", "12", "@a", "a\nb", "tab\there", "\u{1b}[2J"] {
            let written = edit("Old.", new);
            assert!(written.starts_with('"'), "{new:?}: {written}");
        }
    }

    #[test]
    fn wrapped_text_stays_wrapped_at_its_width() {
        let old = ">-\n  one two three four\n  five six";
        assert_eq!(edit(old, "a bb ccc dddd eeeee ffffff"), ">-\n  a bb ccc dddd\n  eeeee ffffff");
        assert_eq!(edit("one two\n  three four", "five six seven"), "five six\n  seven");
        assert_eq!(edit("'one two\n  three'", "five  six seven"), "'five  six\n  seven'");
    }

    #[test]
    fn line_ends_and_mark_stay() {
        let file = "\u{feff}---\r\nname: a\r\ndescription: |-\r\n  old\r\n---\r\nBody\r\n";
        let doc = read(file.as_bytes()).unwrap();
        let edited = replace_description(file, &doc, "new\ntext").unwrap();
        assert_eq!(edited, file.replace("old", "new\r\n  text"));
    }

    #[test]
    fn what_cannot_be_edited_says_why() {
        let file = "---\ndescription: a\n---\n";
        let doc = read(file.as_bytes()).unwrap();
        let edit = |file: &str, new| replace_description(file, &doc, new);
        assert_eq!(edit(file, " \n"), Err(EditError::Blank));
        assert_eq!(edit("---\ndescription: b\n---\n", "x"), Err(EditError::Stale));
        assert_eq!(edit("---\nx: y\ndescription: a\n---\n", "x"), Err(EditError::Stale));
        let merged = "---\nbase: &b {description: a}\n<<: *b\n---\n";
        let doc = read(merged.as_bytes()).unwrap();
        assert_eq!(replace_description(merged, &doc, "x"), Err(EditError::NoPlace));
    }

    #[test]
    fn a_recovered_description_is_repaired_by_an_edit() {
        let file = "---\nname: a\ndescription: Use for: all\n---\n";
        let doc = read(file.as_bytes()).unwrap();
        assert!(doc.lenient);
        let edited = replace_description(file, &doc, "Use for: some").unwrap();
        assert_eq!(edited, "---\nname: a\ndescription: \"Use for: some\"\n---\n");
        assert!(!read(edited.as_bytes()).unwrap().lenient);
    }

    proptest! {
        #[test]
        fn any_text_can_be_written_into_any_style(
            new in "[ -~é日\n\t\u{1b}\"'#:-]{1,60}",
            style in prop::sample::select(vec![
                "old", "old\n  text", "'old'", "\"old\"", "\"old\n  text\"", ">\n  old\n  text",
                ">-\n  old", "|\n  old", "|+\n  old", ">2\n   old", "|-\n    old\n    text",
            ]),
        ) {
            prop_assume!(!new.trim().is_empty());
            edit(style, &new);
        }
    }
}
