//! What an edit did to a description, word by word.
//!
//! Knows two texts; must not know which skill or which generation they belong to.

use similar::{ChangeTag, TextDiff};

/// A stretch of an edited text; all pieces but the added ones make the old text, all but the
/// removed ones the new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub kind: PieceKind,
    /// Never empty.
    pub text: String,
}

/// What happened to a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    Kept,
    Removed,
    Added,
}

/// Texts longer than this many bytes in all are not looked into: they are old and new as wholes.
const LONGEST: usize = 64 * 1024;

/// The pieces of an edit in text order, what was removed before what came in its place.
///
/// Blanks between two changed words belong to the change, so that a rewritten clause reads as one.
pub fn words(old: &str, new: &str) -> Vec<Piece> {
    let mut edit = Edit::default();
    if old.len() + new.len() > LONGEST && old != new {
        edit.removed.push_str(old);
        edit.added.push_str(new);
        return edit.finish();
    }
    for change in TextDiff::from_unicode_words(old, new).iter_all_changes() {
        match change.tag() {
            ChangeTag::Delete => edit.change(change.value(), ""),
            ChangeTag::Insert => edit.change("", change.value()),
            ChangeTag::Equal if change.value().trim().is_empty() => edit.blank(change.value()),
            ChangeTag::Equal => edit.keep(change.value()),
        }
    }
    edit.finish()
}

/// Pieces so far, and the change under way with the blanks that may belong to it.
#[derive(Default)]
struct Edit {
    pieces: Vec<Piece>,
    removed: String,
    added: String,
    blank: String,
}

impl Edit {
    fn change(&mut self, removed: &str, added: &str) {
        let blank = std::mem::take(&mut self.blank);
        self.removed.push_str(&blank);
        self.added.push_str(&blank);
        self.removed.push_str(removed);
        self.added.push_str(added);
    }

    fn blank(&mut self, text: &str) {
        if self.removed.is_empty() && self.added.is_empty() {
            self.keep(text);
        } else {
            self.blank.push_str(text);
        }
    }

    fn keep(&mut self, text: &str) {
        self.flush();
        self.push(PieceKind::Kept, text);
    }

    fn flush(&mut self) {
        let (removed, added) = (std::mem::take(&mut self.removed), std::mem::take(&mut self.added));
        let blank = std::mem::take(&mut self.blank);
        self.push(PieceKind::Removed, &removed);
        self.push(PieceKind::Added, &added);
        self.push(PieceKind::Kept, &blank);
    }

    fn push(&mut self, kind: PieceKind, text: &str) {
        match self.pieces.last_mut() {
            _ if text.is_empty() => {}
            Some(last) if last.kind == kind => last.text.push_str(text),
            _ => self.pieces.push(Piece { kind, text: text.to_owned() }),
        }
    }

    fn finish(mut self) -> Vec<Piece> {
        self.flush();
        self.pieces
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(old: &str, new: &str) -> String {
        let piece = |piece: &Piece| match piece.kind {
            PieceKind::Kept => piece.text.clone(),
            PieceKind::Removed => format!("[-{}-]", piece.text),
            PieceKind::Added => format!("{{+{}+}}", piece.text),
        };
        words(old, new).iter().map(piece).collect()
    }

    #[test]
    fn a_changed_word_is_marked_and_nothing_else() {
        assert_eq!(shown("Fill PDF forms.", "Fill web forms."), "Fill [-PDF-]{+web+} forms.");
        assert_eq!(shown("same", "same"), "same");
        assert_eq!(shown("", "all new"), "{+all new+}");
    }

    #[test]
    fn a_rewritten_clause_reads_as_one() {
        assert_eq!(
            shown("Use for any document at all.", "Use when signing.",),
            "Use [-for any document at all-]{+when signing+}."
        );
    }

    #[test]
    fn a_huge_text_is_not_looked_into() {
        let old = "a ".repeat(40_000);
        assert_eq!(words(&old, "a").len(), 2);
    }

    proptest! {
        #[test]
        fn both_texts_can_be_read_off(old in "[ab .\n]{0,30}", new in "[ab .\n]{0,30}") {
            let pieces = words(&old, &new);
            let without = |kind| {
                let kept = pieces.iter().filter(move |piece| piece.kind != kind);
                kept.map(|piece| piece.text.as_str()).collect::<String>()
            };

            prop_assert_eq!(without(PieceKind::Added), old);
            prop_assert_eq!(without(PieceKind::Removed), new);
            prop_assert!(pieces.iter().all(|piece| !piece.text.is_empty()));
        }
    }
}
