//! Places in a JSON document.

use crate::core::query::read::{
    document::Places,
    scan,
    spot::{Lines, Spot},
};

/// A text that is one valid JSON document.
pub(super) struct Json<'a>(pub(super) &'a str);

/// Offset of the document's value.
pub(super) fn start(text: &str) -> usize {
    scan::blanks(text.as_bytes(), 0)
}

impl Json<'_> {
    fn start(&self, keys: &[&str]) -> usize {
        let top = start(self.0);
        keys.iter()
            .fold(top, |at, key| scan::member(self.0, at, key).map_or(at, |value| value.start))
    }
}

impl Places for Json<'_> {
    fn spot(&self, keys: &[&str]) -> Spot {
        let start = self.start(keys);
        Lines::new(self.0).spot(start..scan::end(self.0, start))
    }

    fn items(&self, keys: &[&str]) -> Vec<Spot> {
        let mut lines = Lines::new(self.0);
        scan::elements(self.0, self.start(keys)).map(|bytes| lines.spot(bytes)).collect()
    }
}
