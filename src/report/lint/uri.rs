//! Relative paths as URIs.

use std::fmt::Write as _;

/// A path with `/` as a relative reference: everything but unreserved characters and `/` is encoded.
pub(super) fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            // Writing to a string cannot fail.
            _ => _ = write!(out, "%{byte:02X}"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn only_plain_characters_stand_for_themselves() {
        assert_eq!(uri("skills/a-b_1/SKILL.md"), "skills/a-b_1/SKILL.md");
        assert_eq!(uri("a b/c:d#é"), "a%20b/c%3Ad%23%C3%A9");
    }
}
