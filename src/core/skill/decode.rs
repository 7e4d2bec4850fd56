//! From bytes to text: what is no text at all, and where it stops being text.

use crate::core::diagnostic::{Diagnostic, Severity::Error};
use crate::core::skill::place::place;

/// The readable part of a file.
#[derive(Debug)]
pub(super) struct Decoded<'a> {
    /// The longest prefix that is UTF-8, a byte-order mark included.
    pub text: &'a str,
    /// Set when something behind `text` is not UTF-8.
    pub fault: Option<Diagnostic>,
}

/// Decodes `bytes`; with `head`, they are the start of a longer file and may end inside a
/// character.
pub(super) fn decode(bytes: &[u8], head: bool) -> Result<Decoded<'_>, Diagnostic> {
    if matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [b'-', 0, ..] | [0, b'-', ..]) {
        return Err(Diagnostic::new(
            Error,
            "utf-16",
            "",
            "The file is written in UTF-16, which no harness reads.",
            "Save it as UTF-8 without a byte-order mark.",
        ));
    }
    let (text, fault) = match std::str::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let at = error.valid_up_to();
            // Proof: `valid_up_to` is a character boundary of a valid prefix.
            let text = std::str::from_utf8(&bytes[..at]).unwrap_or_default();
            let cut = head && error.error_len().is_none();
            (text, (!cut).then(|| not_utf8(text, bytes.get(at).copied().unwrap_or_default())))
        }
    };
    if fault.is_none() && text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Err(Diagnostic::new(
            Error,
            "empty-file",
            "",
            "The file is empty.",
            "Write a front matter with `name` and `description`, or remove the file.",
        ));
    }
    Ok(Decoded { text, fault })
}

fn not_utf8(before: &str, byte: u8) -> Diagnostic {
    let (line, column) = place(before, before.len());
    Diagnostic::new(
        Error,
        "not-utf8",
        "",
        format!("Byte {} of the file (0x{byte:02x}) is not UTF-8.", before.len()),
        "Save the file as UTF-8.",
    )
    .at(line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_encodings_are_told_apart() {
        let utf16: Vec<u8> = "---\nname: x".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&utf16, false).unwrap_err().code, "utf-16");
        assert_eq!(decode(b"\xff\xfe-\0", false).unwrap_err().code, "utf-16");
        assert_eq!(decode(b"\xef\xbb\xbf \r\n", false).unwrap_err().code, "empty-file");
    }

    #[test]
    fn the_first_bad_byte_has_offset_and_place() {
        let decoded = decode("é\nab\u{e9}".as_bytes(), false).unwrap();
        assert_eq!((decoded.text, decoded.fault), ("é\nabé", None));
        let decoded = decode(b"\xc3\xa9\nab\xe9c", false).unwrap();
        assert_eq!(decoded.text, "é\nab");
        let fault = decoded.fault.unwrap();
        assert_eq!((fault.line, fault.column), (Some(2), Some(3)));
        assert!(fault.message.contains("Byte 5"), "{}", fault.message);
    }

    #[test]
    fn a_head_may_end_inside_a_character() {
        let decoded = decode(b"ab\xe2\x82", true).unwrap();
        assert_eq!((decoded.text, decoded.fault), ("ab", None));
        assert!(decode(b"ab\xe2\x82", false).unwrap().fault.is_some());
        assert!(decode(b"ab\xe9cd", true).unwrap().fault.is_some());
    }
}
