//! Texts that digests are made of.
//!
//! Must not know hashing, nor what a digest is for.

use std::fmt::Write;

/// Adds a text with its length in front, so that no two lists of fields give the same material.
pub fn field(out: &mut String, text: &str) {
    // Writing to a string cannot fail.
    _ = write!(out, "{}:{text}", text.len());
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn fields_cannot_be_parted_otherwise() {
        let of = |texts: [&str; 2]| {
            let mut out = String::new();
            texts.iter().for_each(|text| field(&mut out, text));
            out
        };
        assert_eq!(of(["ä", "b"]), "2:ä1:b");
        assert_ne!(of(["a", "1:b"]), of(["a1:", "b"]));
    }
}
