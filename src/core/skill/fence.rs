//! Where the front matter starts and ends.
//!
//! Finds it as harnesses do, and also where an author meant it to be, with the reason why harnesses
//! will not. Must not know YAML.

use std::ops::Range;

use crate::core::{
    diagnostic::{Diagnostic, Severity::Error},
    skill::place::{Line, lines, place},
};

/// A front matter longer than this is not read.
pub(super) const LIMIT: usize = 64 * 1024;

/// The front matter of a file.
#[derive(Debug)]
pub(super) struct Fence {
    /// Byte range between the two fences.
    pub yaml: Range<usize>,
    /// Byte offset of the first line behind the closing fence.
    pub body_start: usize,
    /// Why other readers do not see this front matter.
    pub fault: Option<Diagnostic>,
}

/// Finds the front matter of `text`, which may begin with a byte-order mark.
///
/// # Errors
/// No front matter, or none that ends within [`LIMIT`] bytes.
pub(super) fn find(text: &str) -> Result<Fence, Diagnostic> {
    let start = text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len();
    let (yaml_start, fault) = open(text, start)?;
    let fault = fault.map(|kind| kind.diagnose(place(text, yaml_start.fence)));
    let indented = yaml_start.indented;
    let is_fence = |line: &Line<'_>| {
        let text = if indented { line.text.trim_start() } else { line.text };
        text.strip_prefix("---").is_some_and(|rest| rest.trim().is_empty())
    };
    let mut guess = None;
    for line in lines(text, yaml_start.yaml) {
        if line.start - yaml_start.yaml > LIMIT {
            return Err(too_large(place(text, yaml_start.fence)));
        }
        if is_fence(&line) {
            let yaml = yaml_start.yaml..line.start;
            return Ok(Fence { yaml, body_start: line.next, fault });
        }
        if guess.is_none() && (line.is_blank() || ends_otherwise(line.text)) {
            guess = Some(line.start);
        }
    }
    let end = guess.unwrap_or(text.len());
    let fault = Diagnostic::new(
        Error,
        "front-matter-unclosed",
        "",
        "The front matter has no closing `---` line, so harnesses see none.",
        "Put a line of exactly three dashes behind the last key.",
    );
    let (line, column) = place(text, end);
    Ok(Fence { yaml: yaml_start.yaml..end, body_start: end, fault: Some(fault.at(line, column)) })
}

#[derive(Clone, Copy)]
struct Opening {
    /// Offset of the opening line.
    fence: usize,
    /// Offset of the first line of YAML.
    yaml: usize,
    indented: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Fault {
    NotFirst,
    InCode,
    Unopened,
}

/// The opening fence: on the first line, or behind what should not stand before it.
fn open(text: &str, start: usize) -> Result<(Opening, Option<Fault>), Diagnostic> {
    let (mut fault, mut comment) = (None, false);
    for line in lines(text, start) {
        let trimmed = line.text.trim();
        let opening = Opening { fence: line.start, yaml: line.next, indented: false };
        if comment {
            comment = !trimmed.contains("-->");
        } else if line.text.trim_end() == "---" {
            return Ok((opening, fault));
        } else if trimmed == "---" {
            let opening = Opening { indented: true, ..opening };
            return Ok((opening, fault.or(Some(Fault::NotFirst))));
        } else if trimmed.is_empty() {
            fault = fault.or(Some(Fault::NotFirst));
        } else if trimmed.starts_with("<!--") {
            comment = !trimmed.contains("-->");
            fault = fault.or(Some(Fault::NotFirst));
        } else if trimmed.starts_with("```") && fault != Some(Fault::InCode) {
            fault = Some(Fault::InCode);
        } else if ["name:", "description:"].iter().any(|key| line.text.starts_with(key)) {
            let opening = Opening { yaml: line.start, ..opening };
            return Ok((opening, Some(Fault::Unopened)));
        } else {
            break;
        }
    }
    Err(Diagnostic::new(
        Error,
        "front-matter-missing",
        "",
        "The file has no front matter, so most harnesses do not take it for a skill.",
        "Begin the file with `---`, `name: ...`, `description: ...` and `---`, a line each.",
    )
    .at(1, 1))
}

/// Lines that authors take for the end of a front matter.
fn ends_otherwise(line: &str) -> bool {
    let trimmed = line.trim();
    match trimmed.chars().next() {
        Some('`') => trimmed.starts_with("```"),
        Some('#') => line.starts_with("# "),
        Some(c @ ('-' | '*' | '.' | '=' | '+')) => {
            trimmed.len() >= 2 && trimmed.trim_start_matches(c).is_empty()
        }
        _ => false,
    }
}

impl Fault {
    fn diagnose(self, (line, column): (u32, u32)) -> Diagnostic {
        let (code, message, remedy) = match self {
            Self::NotFirst => (
                "front-matter-not-first",
                "Something stands before the opening `---`, so harnesses see no front matter.",
                "Make `---` the very first line, not indented.",
            ),
            Self::InCode => (
                "front-matter-in-code",
                "The front matter stands inside a code block, so harnesses see none.",
                "Remove the line of backticks above it and the one that closes it.",
            ),
            Self::Unopened => (
                "front-matter-unopened",
                "The front matter has no opening `---`, so harnesses see none.",
                "Put a line of exactly three dashes before the first key.",
            ),
        };
        Diagnostic::new(Error, code, "", message, remedy).at(line, column)
    }
}

fn too_large((line, column): (u32, u32)) -> Diagnostic {
    Diagnostic::new(
        Error,
        "front-matter-too-large",
        "",
        format!("The front matter does not end within {} KiB.", LIMIT / 1024),
        "Close it with a line of exactly three dashes, and keep long text in the body.",
    )
    .at(line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> (&str, &str, Option<String>) {
        let fence = find(text).unwrap();
        let code = fence.fault.map(|fault| fault.code.into_owned());
        (&text[fence.yaml], &text[fence.body_start..], code)
    }

    fn code(code: &str) -> Option<String> {
        Some(code.to_owned())
    }

    #[test]
    fn fences_may_have_blanks_behind_them_and_any_line_ends() {
        assert_eq!(found("---\na: 1\n---\nbody\n---\n"), ("a: 1\n", "body\n---\n", None));
        assert_eq!(found("\u{feff}--- \r\na: 1\r\n---\t\r\nb"), ("a: 1\r\n", "b", None));
        assert_eq!(found("---\ra: 1\r---"), ("a: 1\r", "", None));
        assert_eq!(found("---\n---\n"), ("", "", None));
        assert_eq!(
            found("---\nd: |\n  x\n  ---\n  y\n---\n"),
            ("d: |\n  x\n  ---\n  y\n", "", None)
        );
    }

    #[test]
    fn misplaced_front_matter_is_found_and_diagnosed() {
        let not_first = code("front-matter-not-first");
        assert_eq!(found("\n\n---\na: 1\n---\nb"), ("a: 1\n", "b", not_first.clone()));
        assert_eq!(found("<!-- x\n-->\n---\na: 1\n---\nb"), ("a: 1\n", "b", not_first.clone()));
        assert_eq!(found(" ---\na: 1\n ---\nb"), ("a: 1\n", "b", not_first));
        let in_code = code("front-matter-in-code");
        assert_eq!(found("```yaml\n---\na: 1\n---\n```\n"), ("a: 1\n", "```\n", in_code));
        let unopened = code("front-matter-unopened");
        assert_eq!(found("name: x\n---\nb"), ("name: x\n", "b", unopened));
    }

    #[test]
    fn a_missing_end_is_guessed_at_the_first_line_that_cannot_belong() {
        let unclosed = code("front-matter-unclosed");
        assert_eq!(found("---\na: 1\n\n# T\n"), ("a: 1\n", "\n# T\n", unclosed.clone()));
        assert_eq!(found("---\na: 1\n----\nb"), ("a: 1\n", "----\nb", unclosed.clone()));
        assert_eq!(found("---\na: 1\n# T\n"), ("a: 1\n", "# T\n", unclosed.clone()));
        assert_eq!(found("---\na: 1"), ("a: 1", "", unclosed));
    }

    #[test]
    fn without_a_front_matter_the_first_line_is_named() {
        for text in ["# Skill\n", "text\n---\na: 1\n---\n", "--\na: 1\n--\n", "```\ncode\n```\n"] {
            let fault = find(text).unwrap_err();
            assert_eq!((&*fault.code, fault.line), ("front-matter-missing", Some(1)), "{text}");
        }
    }

    #[test]
    fn an_endless_front_matter_is_given_up() {
        let text = format!("---\n{}", "key: value\n".repeat(7_000));
        assert_eq!(find(&text).unwrap_err().code, "front-matter-too-large");
    }
}
