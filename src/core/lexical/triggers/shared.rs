//! Phrases that stand word for word in several skills.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::core::lexical::{
    phrase::Kind,
    triggers::{Trigger, Triggers},
    vocabulary::Term,
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
        let mut owners: BTreeMap<&[Term], (&str, BTreeSet<usize>)> = BTreeMap::new();
        for (skill, said) in self.skills.iter().enumerate() {
            for trigger in &said.triggers {
                if self.tells(trigger) {
                    let first = (trigger.text.as_str(), BTreeSet::new());
                    owners.entry(&trigger.terms).or_insert(first).1.insert(skill);
                }
            }
        }
        let phrases = owners.keys().copied().filter(|terms| terms.len() > 1);
        let mut holders = self.holders(phrases, |term| term);
        let mut shared: Vec<Shared> = owners
            .into_iter()
            .map(|(terms, (phrase, owners))| {
                let mut skills = holders.remove(terms).unwrap_or_default();
                skills.extend(&owners);
                Shared {
                    phrase: phrase.to_owned(),
                    owners: owners.into_iter().collect(),
                    skills: skills.into_iter().collect(),
                }
            })
            .filter(|shared| shared.skills.len() > 1)
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

    /// The skills that say each phrase, its words compared by `key`; of phrases of two
    /// words or more.
    pub(super) fn holders<'a>(
        &self,
        phrases: impl Iterator<Item = &'a [Term]>,
        key: impl Fn(Term) -> Term,
    ) -> HashMap<&'a [Term], BTreeSet<usize>> {
        let mut by_start: HashMap<(Term, Term), Vec<&[Term]>> = HashMap::new();
        for phrase in phrases {
            if let [first, second, ..] = phrase {
                by_start.entry((key(*first), key(*second))).or_default().push(phrase);
            }
        }
        let mut holders: HashMap<&[Term], BTreeSet<usize>> = HashMap::new();
        for (skill, said) in self.skills.iter().enumerate() {
            for (at, pair) in said.words.windows(2).enumerate() {
                let [Some(first), Some(second)] = pair else { continue };
                let starting = by_start.get(&(key(*first), key(*second)));
                for &phrase in starting.into_iter().flatten() {
                    let same = |(word, &term): (&Option<Term>, &Term)| {
                        word.is_some_and(|word| key(word) == key(term))
                    };
                    let here = said.words.get(at..at + phrase.len());
                    if here.is_some_and(|here| here.iter().zip(phrase).all(same)) {
                        holders.entry(phrase).or_default().insert(skill);
                    }
                }
            }
        }
        holders
    }
}
