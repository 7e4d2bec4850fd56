//! Where a row stands in its file.

use std::ops::Range;

/// The place of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::core::query) struct Spot {
    /// 1-based.
    pub line: u32,
    /// The row in the text, nothing around it.
    pub bytes: Range<usize>,
}

/// Line numbers of ascending offsets, counted in one pass.
pub(super) struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: u32,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    /// 1-based line of a byte offset that is not below the last one asked for.
    pub(super) fn of(&mut self, offset: usize) -> u32 {
        let passed = self.text.as_bytes().get(self.at..offset).unwrap_or_default();
        let ends = passed.iter().filter(|byte| **byte == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(ends).unwrap_or(u32::MAX));
        self.at = self.at.max(offset);
        self.line
    }

    pub(super) fn spot(&mut self, bytes: Range<usize>) -> Spot {
        Spot { line: self.of(bytes.start), bytes }
    }
}
