//! What a harness does to a text before it writes it into its listing.

use serde::{Deserialize, Serialize};

/// What becomes of blanks, line ends and characters that nobody sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Blanks {
    /// They stand as the file says.
    #[default]
    Kept,
    /// None stand around the description; a line end or an unseen character is a blank.
    Flat,
    /// Any run of them is one blank, and none stand around the text.
    Single,
}

/// Which characters are written as entities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Escape {
    #[default]
    None,
    /// `<` and `>`.
    Angles,
    /// Those two, `&`, and both quotes.
    Xml,
}

impl Blanks {
    /// A description with what a harness adds to it, in so far as it does.
    pub(super) fn join(self, description: &str, added: Option<(&str, &str)>) -> String {
        let description = match self {
            Self::Kept => description,
            Self::Flat | Self::Single => description.trim(),
        };
        let (joiner, more) = added.unwrap_or_default();
        let text = [description, joiner, more].concat();
        match self {
            Self::Kept => text,
            Self::Flat => text.chars().map(|c| if is_unseen(c) { ' ' } else { c }).collect(),
            Self::Single => text.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }
}

fn is_unseen(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{FEFF}')
}

impl Escape {
    pub(super) fn write(self, text: String) -> String {
        if self == Self::None || !text.contains(|c| self.entity(c).is_some()) {
            return text;
        }
        let mut out = String::with_capacity(text.len() + 16);
        for c in text.chars() {
            match self.entity(c) {
                Some(entity) => out.push_str(entity),
                None => out.push(c),
            }
        }
        out
    }

    fn entity(self, c: char) -> Option<&'static str> {
        match (self, c) {
            (Self::Angles | Self::Xml, '<') => Some("&lt;"),
            (Self::Angles | Self::Xml, '>') => Some("&gt;"),
            (Self::Xml, '&') => Some("&amp;"),
            (Self::Xml, '"') => Some("&quot;"),
            (Self::Xml, '\'') => Some("&apos;"),
            _ => None,
        }
    }
}

/// Length as JavaScript counts, in which most harnesses are written: a character beyond the basic
/// plane, such as an emoji, counts twice.
pub(super) fn length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}

/// The text if it is no longer than `most`, else as much of it as leaves room for the mark behind
/// it. A character that is cut in two leaves the replacement character.
pub(super) fn cut(text: String, most: usize, mark: &str) -> String {
    if length(&text) <= most {
        return text;
    }
    let units = text.encode_utf16().take(most.saturating_sub(length(mark)));
    let kept = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
    kept.chain(mark.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_kept_flattened_or_joined() {
        let text = " One  line.\n  Two\u{a0}lines.\n";
        let join = |blanks: Blanks| blanks.join(text, Some((" - ", "Now.\n")));
        assert_eq!(join(Blanks::Kept), " One  line.\n  Two\u{a0}lines.\n - Now.\n");
        assert_eq!(join(Blanks::Flat), "One  line.   Two\u{a0}lines. - Now. ");
        assert_eq!(join(Blanks::Single), "One line. Two lines. - Now.");
        assert_eq!(Blanks::Flat.join("a\u{7}b\u{200b}c\u{2028}d", None), "a b c d");
    }

    #[test]
    fn entities_stand_for_what_tags_are_made_of() {
        let write = |escape: Escape| escape.write("<a> & 'b' \"c\" ä".to_owned());
        assert_eq!(write(Escape::None), "<a> & 'b' \"c\" ä");
        assert_eq!(write(Escape::Angles), "&lt;a&gt; & 'b' \"c\" ä");
        assert_eq!(write(Escape::Xml), "&lt;a&gt; &amp; &apos;b&apos; &quot;c&quot; ä");
    }

    #[test]
    fn cuts_count_as_javascript_does() {
        let cut = |most, mark| cut("🎉🎉x".to_owned(), most, mark);
        assert_eq!(length("🎉🎉x"), 5);
        assert_eq!([cut(5, "…"), cut(4, "…"), cut(3, "…")], ["🎉🎉x", "🎉\u{fffd}…", "🎉…"]);
        assert_eq!(cut(4, "..."), "\u{fffd}...");
        assert_eq!(cut(2, "..."), "...");
    }
}
