//! Phrases that stand word for word in several skills.

use std::collections::HashMap;

use crate::core::lexical::{
    phrase::Kind,
    triggers::{Trigger, Triggers},
    vocabulary::{QuickHash, Term},
};

/// A phrase that two or more skills hold, the same words in the same order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// As the first of its owners writes it.
    pub phrase: String,
    /// Skills that give it as a trigger; ascending.
    pub owners: Vec<usize>,
    /// Skills that hold it at all, owners included; ascending, at least two.
    pub skills: Vec<usize>,
}

impl Triggers {
    /// The phrases that two or more skills share, most skills first, then by phrase.
    ///
    /// A phrase of several words is shared wherever it stands; one word only where several skills
    /// give it as a trigger, since anybody may use a word in passing. Clauses count from three
    /// telling words on: shorter ones are ways of speaking (`setting up`).
    pub fn shared(&self) -> Vec<Shared> {
        let mut phrases = Phrases::default();
        // By number of the phrase: as its first owner writes it, and its owners.
        let mut owned: Vec<(&str, Vec<usize>)> = Vec::new();
        for (skill, said) in self.skills.iter().enumerate() {
            for trigger in said.triggers.iter().filter(|trigger| self.tells(trigger)) {
                let number = phrases.number(&trigger.terms);
                if number == owned.len() {
                    owned.push((&trigger.text, Vec::new()));
                }
                // Numbers below the length are all that there are.
                let owners = &mut owned[number].1;
                if owners.last() != Some(&skill) {
                    owners.push(skill);
                }
            }
        }
        let mut shared: Vec<Shared> = owned
            .into_iter()
            .zip(self.holders(&phrases, |term| term))
            .filter_map(|((phrase, owners), holders)| {
                let skills = merged(&owners, holders);
                (skills.len() > 1).then(|| Shared { phrase: phrase.to_owned(), owners, skills })
            })
            .collect();
        shared.sort_by(|a, b| {
            b.skills.len().cmp(&a.skills.len()).then_with(|| a.phrase.cmp(&b.phrase))
        });
        shared
    }

    /// A trigger phrase of several words that the skill gives stands in these words, in the same
    /// order; `said` by the tokenizer of the triggers, function words kept.
    pub fn quoted(&self, skill: usize, said: &[String]) -> bool {
        let several = self.of_skill(skill).iter().filter(|trigger| trigger.terms.len() > 1);
        several.filter(|trigger| self.tells(trigger)).any(|trigger| {
            let same = |(word, term): (&String, &Term)| word == self.vocabulary.word(*term);
            said.windows(trigger.terms.len()).any(|run| run.iter().zip(&trigger.terms).all(same))
        })
    }

    /// The phrase is more than a way of speaking.
    fn tells(&self, trigger: &Trigger) -> bool {
        let telling = trigger.terms.iter().filter(|&&term| self.telling(term)).count();
        telling >= if trigger.kind == Kind::Clause { 3 } else { 1 }
    }

    /// By number of the phrase the skills that say it, ascending, its words compared by `key`; none
    /// for a phrase of one word.
    pub(super) fn holders(
        &self,
        phrases: &Phrases<'_>,
        key: impl Fn(Term) -> Term,
    ) -> Vec<Vec<usize>> {
        // By the first word: the second one and the number, ascending. All indices below are terms
        // of this vocabulary, or numbers of these phrases.
        let mut starting: Vec<Vec<(Term, usize)>> = vec![Vec::new(); self.vocabulary.len()];
        for (number, phrase) in phrases.all.iter().enumerate() {
            if let [first, second, ..] = phrase {
                starting[key(*first).index()].push((key(*second), number));
            }
        }
        starting.iter_mut().for_each(|list| list.sort_unstable());
        let mut holders = vec![Vec::new(); phrases.all.len()];
        for (skill, said) in self.skills.iter().enumerate() {
            for (at, pair) in said.words.windows(2).enumerate() {
                let [Some(first), Some(second)] = pair else { continue };
                let (list, second) = (&starting[key(*first).index()], key(*second));
                let from = list.partition_point(|(next, _)| *next < second);
                for &(_, number) in list[from..].iter().take_while(|(next, _)| *next == second) {
                    let phrase = phrases.all[number];
                    let same = |(word, &term): (&Option<Term>, &Term)| {
                        word.is_some_and(|word| key(word) == key(term))
                    };
                    let here = said.words.get(at..at + phrase.len());
                    let skills: &mut Vec<usize> = &mut holders[number];
                    if skills.last() != Some(&skill)
                        && here.is_some_and(|here| here.iter().zip(phrase).all(same))
                    {
                        skills.push(skill);
                    }
                }
            }
        }
        holders
    }
}

/// Phrases by number, in order of first appearance.
#[derive(Debug, Default)]
pub(super) struct Phrases<'a> {
    all: Vec<&'a [Term]>,
    numbers: HashMap<&'a [Term], usize, QuickHash>,
}

impl<'a> Phrases<'a> {
    pub fn number(&mut self, phrase: &'a [Term]) -> usize {
        let next = self.all.len();
        let number = *self.numbers.entry(phrase).or_insert(next);
        if number == next {
            self.all.push(phrase);
        }
        number
    }
}

/// Two ascending lists as one, each number once.
fn merged(some: &[usize], mut all: Vec<usize>) -> Vec<usize> {
    all.extend(some);
    all.sort_unstable();
    all.dedup();
    all
}
