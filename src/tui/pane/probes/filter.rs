//! Which probes show: words for how they went, and parts of prompts, ids and skills.
//!
//! Must not know the order of the rows or how they are drawn.

use std::ops::Range;

use super::verdict::Verdict;
use crate::{
    core::{id::SkillId, query::Query, workbench::probes::ProbeRow},
    tui::{pane::names::Names, widget::fuzzy::Fuzzy},
};

/// Shorter beginnings of a word are text: too many prompts hold them.
const WORD_LEAST: usize = 3;

/// What a person typed, read.
#[derive(Debug, Default)]
pub struct Filter {
    words: Vec<Word>,
    terms: Vec<Term>,
}

/// A state that a row must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// Any verdict that is scored and not a hit.
    Miss,
    Is(Verdict),
    /// Not as the baseline had it.
    Flip,
    Lost,
    Won,
}

/// A text that a row must hold: letter by letter in names, as it stands in a prompt.
#[derive(Debug)]
struct Term {
    names: Fuzzy,
    prompt: Fuzzy,
}

impl Filter {
    /// Reads what was typed. All parts must be true of a row.
    pub fn new(text: &str) -> Self {
        let mut filter = Self::default();
        for part in text.split_whitespace() {
            match Word::of(part) {
                Some(word) => filter.words.push(word),
                None => filter.terms.push(Term {
                    names: Fuzzy::new(part),
                    prompt: Fuzzy::new(&format!("'{}", part.trim_start_matches('\''))),
                }),
            }
        }
        filter
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.terms.is_empty()
    }

    /// Whether a row shows; `flip` is `Some(true)` for a hit that the baseline missed.
    pub fn takes(
        &mut self,
        row: &ProbeRow,
        names: &Names,
        verdict: Verdict,
        flip: Option<bool>,
    ) -> bool {
        self.words.iter().all(|word| word.fits(verdict, flip))
            && self.terms.iter_mut().all(|term| term.fits(row, names))
    }

    /// The bytes of a prompt that the filter asked for.
    pub fn marks(&mut self, prompt: &str) -> Vec<Range<usize>> {
        let found = self.terms.iter_mut().filter_map(|term| term.prompt.find(prompt));
        found.flat_map(|found| found.ranges).collect()
    }
}

impl Word {
    /// `mis` is a miss, `wrong` a verdict; anything else is text.
    fn of(part: &str) -> Option<Self> {
        let verdicts = Verdict::all().filter(|verdict| *verdict != Verdict::Miss);
        let named = verdicts.map(|verdict| (verdict.word(), Self::Is(verdict)));
        let others =
            [("miss", Self::Miss), ("flips", Self::Flip), ("lost", Self::Lost), ("won", Self::Won)];
        let part = part.to_lowercase();
        let mut words = others.into_iter().chain(named);
        (part.len() >= WORD_LEAST)
            .then(|| words.find(|(word, _)| word.starts_with(&part)).map(|(_, word)| word))?
    }

    fn fits(self, verdict: Verdict, flip: Option<bool>) -> bool {
        match self {
            Self::Miss => verdict.is_miss(),
            Self::Is(wanted) => verdict == wanted,
            Self::Flip => flip.is_some(),
            Self::Lost => flip == Some(false),
            Self::Won => flip == Some(true),
        }
    }
}

impl Term {
    fn fits(&mut self, row: &ProbeRow, names: &Names) -> bool {
        let query: &Query<SkillId> = &row.query;
        if self.names.find(&query.id).is_some() || self.prompt.find(&query.prompt).is_some() {
            return true;
        }
        let labelled = super::label::expected(query).iter().chain(&query.neutral);
        let mut skills = labelled.chain(row.engaged());
        skills.any(|skill| self.names.find(names.called(skill)).is_some())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::core::query::Label;

    fn row() -> ProbeRow {
        let label = Label::Complete { expected: vec!["pdf-forms".into()], alternatives: vec![] };
        let query = Query::new("q-17", "Fill in the tax form, please", label);
        ProbeRow::planned(Arc::new(query), 1, 1)
    }

    fn takes(text: &str, verdict: Verdict, flip: Option<bool>) -> bool {
        Filter::new(text).takes(&row(), &Names::default(), verdict, flip)
    }

    #[test]
    fn words_ask_how_it_went() {
        assert!(takes("miss", Verdict::Wrong, None) && takes("mis", Verdict::Abstained, None));
        assert!(!takes("miss", Verdict::Errored, None) && !takes("miss", Verdict::Hit, None));
        assert!(takes("err", Verdict::Errored, None));
        assert!(takes("flip", Verdict::Hit, Some(true)) && !takes("flip", Verdict::Hit, None));
        assert!(takes("lost wrong", Verdict::Wrong, Some(false)));
        assert!(!takes("won wrong", Verdict::Wrong, Some(false)));
    }

    #[test]
    fn text_is_loose_in_names_and_literal_in_prompts() {
        assert!(takes("pdffo", Verdict::Hit, None), "letters of a skill");
        assert!(takes("q17", Verdict::Hit, None), "letters of an id");
        assert!(takes("tax form", Verdict::Hit, None), "words of the prompt");
        assert!(!takes("fplease", Verdict::Hit, None), "scattered letters of the prompt");
        assert!(takes("", Verdict::Hit, None) && Filter::new("  ").is_empty());
    }

    #[test]
    fn what_was_asked_for_is_marked() {
        let marks = Filter::new("tax hit").marks("Fill in the tax form");
        assert_eq!((marks.len(), marks.first()), (1, Some(&(12..15))));
    }
}
