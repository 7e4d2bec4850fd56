//! Why a rival is near: the words of a skill that the rival answers to as well.
//!
//! Reads the index that overlap is made of, so that shares add up to the ratios shown there.

use std::ops::Range;

use crate::core::lexical::{function_words::is_function_word, lexicon::Lexicon};

/// A word of a skill's own text that a rival holds too.
#[derive(Clone, Debug, PartialEq)]
pub struct Contested {
    pub term: String,
    /// How often the subject's text says it.
    pub times: u32,
    /// What it adds to the subject's self score.
    pub own: f64,
    /// What it adds to the rival's score for the subject's text; above 0.
    pub rival: f64,
    /// `rival` / the rival's whole score; the shares of all contested terms add up to 1.
    pub share: f64,
    /// Whether it stands in the subject's description, where it can be edited.
    pub in_description: bool,
    /// A function word, or one that most skills say: nothing to edit about it.
    pub common: bool,
}

/// A stretch of a description and the rival that answers to it most.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Bytes of the description.
    pub range: Range<usize>,
    /// Position of the rival.
    pub rival: usize,
    /// What this one word adds to the rival's overlap ratio; above 0.
    pub ratio: f64,
}

impl Lexicon {
    /// The words of `subject` that `rival` answers to, largest contribution first, then by word;
    /// empty where they share none, or a position is not of this lexicon.
    pub fn contested(&self, subject: usize, rival: usize) -> Vec<Contested> {
        let index = self.index();
        let query = index.document(subject);
        let whole = index.score(query, rival);
        let Some(doc) = self.docs().get(subject) else { return Vec::new() };
        let described = index.query(&doc.description);
        let mut words: Vec<Contested> = index
            .contributions(query, rival)
            .into_iter()
            .filter(|part| part.score > 0.0)
            .map(|part| Contested {
                term: index.word(part.term).to_owned(),
                times: part.times,
                own: f64::from(part.times) * index.weight(part.term, subject),
                rival: part.score,
                // A contribution above 0 is part of `whole`, so that is above 0 too.
                share: part.score / whole,
                in_description: described.contains(&part.term),
                common: self.is_common(index.word(part.term)),
            })
            .collect();
        words.sort_by(|a, b| b.rival.total_cmp(&a.rival).then_with(|| a.term.cmp(&b.term)));
        words
    }

    /// The description of `subject` marked by the rival, of those given, that answers most to each
    /// word; common words are left out. In text order, never overlapping.
    ///
    /// Earlier rivals win equal words. Give the rivals that are on screen: a colour that is
    /// explained nowhere tells nothing.
    pub fn marks(&self, subject: usize, rivals: &[usize]) -> Vec<Mark> {
        let index = self.index();
        let own = index.score(index.document(subject), subject);
        let Some(doc) = self.docs().get(subject).filter(|_| own > 0.0) else { return Vec::new() };
        let mut marks: Vec<Mark> = Vec::new();
        index.tokenizer().each(&doc.description, |token, range| {
            let Some(term) = index.term(token).filter(|_| !self.is_common(token)) else { return };
            let mut best: Option<(usize, f64)> = None;
            for &rival in rivals.iter().filter(|&&rival| rival != subject) {
                let weight = index.weight(term, rival);
                if weight > best.map_or(0.0, |(_, best)| best) {
                    best = Some((rival, weight));
                }
            }
            if let Some((rival, weight)) = best {
                push(&mut marks, Mark { range, rival, ratio: weight / own });
            }
        });
        marks
    }

    /// A function word, or one that more than half of the skills say; among three or fewer skills
    /// half means nothing.
    fn is_common(&self, token: &str) -> bool {
        is_function_word(token) || self.len() > 3 && 2 * self.index().df(token) > self.len()
    }
}

/// Appends a mark; where pairs of characters overlap, the stronger one keeps the common character.
fn push(marks: &mut Vec<Mark>, mut mark: Mark) {
    if let Some(last) = marks.last_mut().filter(|last| last.range.end > mark.range.start) {
        if mark.ratio > last.ratio {
            last.range.end = mark.range.start;
            if last.range.is_empty() {
                marks.pop();
            }
        } else {
            mark.range.start = last.range.end;
        }
    }
    if !mark.range.is_empty() {
        marks.push(mark);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::core::lexical::testing::{SIX, lexicon, near};

    #[test]
    fn shares_explain_the_score_of_the_rival() {
        let six = lexicon(&SIX);
        let words = six.contested(1, 5);
        near(words.iter().map(|word| word.rival).sum(), 2.348432);
        near(words.iter().map(|word| word.share).sum(), 1.0);
        assert!(words.is_sorted_by(|a, b| a.rival >= b.rival));
        let import = words.iter().find(|word| word.term == "import").unwrap();
        assert_eq!((import.times, import.in_description, import.common), (2, true, false));
        assert!(import.own > 0.0);
        let a = words.iter().find(|word| word.term == "a").unwrap();
        assert!(a.common);
        assert!(six.contested(0, 4).is_empty() && six.contested(99, 0).is_empty());
    }

    #[test]
    fn words_are_marked_by_the_rival_that_answers_most() {
        let six = lexicon(&SIX);
        let marks = six.marks(1, &[5, 0, 3]);
        let text = SIX[1].1;
        let seen: Vec<_> =
            marks.iter().map(|mark| (&text[mark.range.clone()], six.name(mark.rival))).collect();
        assert_eq!(
            seen,
            [
                ("Import", "json-import"),
                ("CSV", "csv-export"),
                ("files", "json-import"),
                ("into", "json-import"),
                ("table", "json-import"),
                ("column", "csv-export"),
            ]
            .into_iter()
            .filter(|(word, _)| *word != "into")
            .collect::<Vec<_>>()
        );
    }

    #[test]
    fn in_text_without_blanks_marks_do_not_overlap() {
        let all = lexicon(&[("a", "缺陷分析"), ("b", "缺陷"), ("c", "陷分陷分")]);
        let marks = all.marks(0, &[1, 2]);
        assert!(marks.windows(2).all(|two| two[0].range.end <= two[1].range.start));
        assert_eq!(marks.first().map(|mark| mark.range.start), Some(0));
    }

    proptest! {
        #[test]
        fn marks_lie_in_the_text(texts in prop::collection::vec("[a-d缺陷分析é .]{0,12}", 2..6)) {
            let named: Vec<(String, &str)> =
                texts.iter().enumerate().map(|(at, text)| (format!("s{at}"), text.as_str())).collect();
            let pairs: Vec<_> = named.iter().map(|(name, text)| (name.as_str(), *text)).collect();
            let all = lexicon(&pairs);
            let rivals: Vec<usize> = (0..all.len()).collect();
            for (subject, text) in texts.iter().enumerate() {
                let mut end = 0;
                for mark in all.marks(subject, &rivals) {
                    prop_assert!(mark.range.start >= end && mark.ratio > 0.0);
                    prop_assert!(text.get(mark.range.clone()).is_some_and(|t| !t.is_empty()));
                    end = mark.range.end;
                }
                let total: f64 = all.contested(subject, 0).iter().map(|word| word.share).sum();
                prop_assert!(total == 0.0 || (total - 1.0).abs() < 1e-9);
            }
        }
    }
}
