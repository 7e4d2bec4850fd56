//! Untrusted text made safe to show: nothing in it can drive a terminal or hide from a reader.

use std::borrow::Cow;

/// Replaces what a terminal would obey, or a reader could not see, by visible marks.
///
/// C0 and C1 controls become their control pictures (`␛`) or `\u{9b}`-style escapes, tabs become a
/// blank, line ends become `⏎`, bidi overrides and isolates, zero-width and other invisible format
/// characters become `‹U+202E›`. Everything else is kept. Joiners that real scripts and emoji
/// need (U+200C, U+200D between visible characters) are marked too: in a description they are more
/// often a trick than a need, and the mark loses nothing.
pub fn line(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        push(c, &mut out);
    }
    Cow::Owned(out)
}

/// Like [`line`], but keeps `\n` as a line end and drops the `\r` of `\r\n`.
pub fn block(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| c == '\n' || is_plain(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' if chars.peek() == Some(&'\n') => {}
            '\n' => out.push('\n'),
            _ => push(c, &mut out),
        }
    }
    Cow::Owned(out)
}

fn is_plain(c: char) -> bool {
    !c.is_control() && !is_invisible(c)
}

/// Characters that draw nothing or reorder their neighbours.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

fn push(c: char, out: &mut String) {
    match c {
        '\t' => out.push(' '),
        '\n' => out.push('⏎'),
        '\u{7f}' => out.push('␡'),
        '\0'..='\u{1f}' => out.extend(char::from_u32(0x2400 + c as u32)),
        _ if c.is_control() || is_invisible(c) => {
            out.push_str(&format!("‹U+{:04X}›", c as u32));
        }
        _ => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    #[test]
    fn plain_text_is_borrowed() {
        assert!(matches!(super::line("naïve 日本語"), std::borrow::Cow::Borrowed(_)));
    }

    #[test]
    fn escapes_are_seen_and_not_obeyed() {
        assert_eq!(super::line("a\u{1b}[31mb"), "a␛[31mb");
        assert_eq!(super::line("x\u{202e}y\u{200b}z"), "x‹U+202E›y‹U+200B›z");
        assert_eq!(super::line("\u{9b}2J"), "‹U+009B›2J");
        assert_eq!(super::block("a\r\nb\rc"), "a\nb␍c");
    }

    proptest! {
        #[test]
        fn nothing_invisible_survives(text in any::<String>()) {
            let shown = super::line(&text);
            prop_assert!(shown.chars().all(super::is_plain));
            let shown = super::block(&text);
            prop_assert!(shown.chars().all(|c| c == '\n' || super::is_plain(c)));
        }
    }
}
