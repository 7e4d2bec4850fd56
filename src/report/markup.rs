//! Text in HTML, SVG and XML.
//!
//! Must not know documents.

use crate::core::visible;

/// Text as XML character data or in a quoted attribute; characters that XML does not have become
/// U+FFFD.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// As [`escape`], of text that nobody vouches for: what hides in it is made visible first.
pub fn untrusted(text: &str) -> String {
    escape(&visible::line(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        assert_eq!(untrusted("<b a=\"1\">&\u{202e}"), "&lt;b a=&quot;1&quot;&gt;&amp;‹U+202E›");
        assert_eq!(escape("a\u{1b}b\nc"), "a\u{fffd}b c");
    }
}
