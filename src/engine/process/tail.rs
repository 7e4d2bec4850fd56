//! The end of a text that may be endless.

/// Bytes kept.
const KEPT: usize = 8 << 10;

/// Keeps the last bytes of what is pushed.
#[derive(Debug, Default)]
pub(super) struct Tail {
    bytes: Vec<u8>,
    cut: bool,
}

impl Tail {
    pub fn push(&mut self, more: &[u8]) {
        self.bytes.extend_from_slice(more);
        // Cut in larger pieces, so that a flood is not moved byte by byte.
        if self.bytes.len() > 4 * KEPT {
            self.shorten();
        }
    }

    fn shorten(&mut self) {
        let over = self.bytes.len().saturating_sub(KEPT);
        self.cut |= over > 0;
        self.bytes.drain(..over);
    }

    /// With a mark ahead where something is missing.
    pub fn text(&self) -> String {
        let over = self.bytes.len().saturating_sub(KEPT);
        let kept = self.bytes.get(over..).unwrap_or_default();
        let text = String::from_utf8_lossy(kept);
        if self.cut || over > 0 { format!("…{text}") } else { text.into_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_kept_and_a_cut_is_told() {
        let mut tail = Tail::default();
        tail.push(b"all");
        assert_eq!(tail.text(), "all");
        (0..100_000).for_each(|n| tail.push(format!("{n}\n").as_bytes()));
        assert!(tail.bytes.len() <= 4 * KEPT + 6);
        let text = tail.text();
        assert!(text.starts_with('…') && text.ends_with("99998\n99999\n"), "{}", text.len());
        assert_eq!(text.len(), KEPT + '…'.len_utf8());
    }
}
