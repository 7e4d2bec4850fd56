//! Workflow commands of GitHub Actions, with untrusted text kept text.
//!
//! Must not know what is annotated.

use std::fmt;

use crate::core::visible;

/// How an annotation is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum Level {
    Error,
    Warning,
    Notice,
}

/// One annotation; shown as a line of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    pub level: Level,
    /// Relative to the work tree, with `/`.
    pub file: Option<String>,
    /// 1-based line and column.
    pub at: Option<(u32, Option<u32>)>,
    pub title: String,
    pub message: String,
}

impl fmt::Display for Annotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "::{} ", self.level)?;
        if let Some(file) = &self.file {
            write!(f, "file={},", property(file))?;
        }
        if let Some((line, column)) = self.at {
            write!(f, "line={line},")?;
            if let Some(column) = column {
                write!(f, "col={column},")?;
            }
        }
        writeln!(f, "title={}::{}", property(&self.title), data(&self.message))
    }
}

/// What follows the second `::`: ends at the line's end.
fn data(text: &str) -> String {
    visible::line(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// What stands between the first `::` and the second: ends at `:` and `,`.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_ends_its_command() {
        let annotation = Annotation {
            level: Level::Error,
            file: Some("a,b:c/SKILL.md".into()),
            at: Some((3, Some(7))),
            title: "50 %".into(),
            message: "x\n::error::y".into(),
        };
        let told = annotation.to_string();
        assert_eq!(
            told,
            "::error file=a%2Cb%3Ac/SKILL.md,line=3,col=7,title=50 %25::x⏎::error::y\n"
        );
    }
}
