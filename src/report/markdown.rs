//! Pieces of Markdown out of text that nobody vouches for.

use crate::core::visible::line;

/// Text in a paragraph: nothing in it is a mark, a link or a tag.
pub fn text(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len() + 8);
    for c in line(raw).chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '!' | '&')
        {
            out.push('\\');
        }
        // A mention would tell a stranger of every run.
        if c == '@' {
            out.push_str("@\u{2060}");
        } else {
            out.push(c);
        }
    }
    out
}

/// As [`text`], in a cell of a table; never empty.
pub fn cell(raw: &str) -> String {
    if raw.is_empty() { " ".to_owned() } else { text(raw) }
}

/// A table of cells that are Markdown already.
pub fn table<'a>(
    header: impl AsRef<[&'a str]>,
    rows: impl IntoIterator<Item = impl AsRef<[String]>>,
) -> String {
    let header = header.as_ref();
    let mut out = format!("| {} |\n|{}\n", header.join(" | "), " --- |".repeat(header.len()));
    for row in rows {
        out.push_str(&format!("| {} |\n", row.as_ref().join(" | ")));
    }
    out
}

/// A paragraph that says how many of all are not shown; empty where all are.
pub fn more(all: usize, shown: usize) -> String {
    match all.saturating_sub(shown) {
        0 => String::new(),
        more => format!("\n{more} more\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_stays_text() {
        assert_eq!(text("<b>|[x](y)*"), "\\<b\\>\\|\\[x\\](y)\\*");
        assert_eq!(text("a\nb"), "a⏎b");
        assert!(!text("@everyone").contains("@everyone"));
        assert_eq!(
            table(["a", "b"], [[cell("1|2"), cell("")]]),
            "| a | b |\n| --- | --- |\n| 1\\|2 |   |\n"
        );
    }
}
