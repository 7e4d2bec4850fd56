//! Who claims whose triggers: a router over its specialists, a rival that grew too broad.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::lexical::{
    phrase::Kind,
    triggers::{Trigger, Triggers, shared::Phrases},
    vocabulary::Term,
};

/// Terms from which on half of them are a claim; with fewer, half is chance.
const MANY: usize = 4;

/// Terms from which on a phrase word for word is a claim.
const SOME: usize = 2;

/// A phrase that more skills than these say is the name of a thing, not somebody's trigger.
const MOST_HOLDERS: usize = 3;

/// A skill whose text holds another's trigger terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who claims.
    pub by: usize,
    /// Whose triggers.
    pub of: usize,
    /// The claimed terms, in the order of the other's triggers.
    pub terms: Vec<String>,
    /// Distinctive trigger terms that the other has.
    pub total: usize,
    /// Trigger phrases of the other, of several words and said by few, that stand here too.
    pub phrases: Vec<String>,
}

impl Claim {
    /// More than a phrase in passing: half of the terms, or several phrases word for word.
    pub fn is_broad(&self) -> bool {
        2 * self.terms.len() >= self.total || self.phrases.len() > 1
    }

    /// Claimed / all distinctive trigger terms, in 0..=1; `None` where the other has none, which
    /// no claim of [`Triggers::claims`] is made of.
    pub fn share(&self) -> Option<f64> {
        (self.total > 0).then(|| self.terms.len() as f64 / self.total as f64)
    }
}

/// Which phrases of whose are said by whom.
struct Quoted {
    /// For each skill the numbers of its named triggers, in order.
    named: Vec<Vec<usize>>,
    /// By number of the phrase the skills that say it, ascending; none where they are many.
    by: Vec<Vec<usize>>,
}

impl Triggers {
    /// Who claims whose triggers: every pair where the undenied text of `by` holds half of the
    /// distinctive trigger terms of `of` (four or more), or a whole phrase of it and two terms;
    /// singular and plural taken as one. Largest share first, then most terms, then by position.
    pub fn claims(&self) -> Vec<Claim> {
        let mut phrases = Phrases::default();
        let mut numbers = |of| self.named(of).map(|own| phrases.number(&own.terms)).collect();
        let named = (0..self.skills.len()).map(&mut numbers).collect();
        let mut by = self.holders(&phrases, |term| self.one(term));
        by.iter_mut().filter(|skills| skills.len() > MOST_HOLDERS).for_each(Vec::clear);
        let quoted = Quoted { named, by };
        let mut counts = vec![0; self.skills.len()];
        let mut claims: Vec<Claim> =
            (0..counts.len()).flat_map(|of| self.claims_on(of, &quoted, &mut counts)).collect();
        claims.sort_by(|a, b| {
            let share = |claim: &Claim| claim.share().unwrap_or(0.0);
            share(b)
                .total_cmp(&share(a))
                .then_with(|| b.terms.len().cmp(&a.terms.len()))
                .then_with(|| (a.of, a.by).cmp(&(b.of, b.by)))
        });
        claims
    }

    /// The claims on one skill's triggers; `counts` holds a 0 for each skill, before and after.
    fn claims_on(&self, of: usize, quoted: &Quoted, counts: &mut [usize]) -> Vec<Claim> {
        let terms = self.distinctive(of);
        let mut phrases: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
        // Each skill and each number is one of these.
        for (trigger, &number) in self.named(of).zip(&quoted.named[of]) {
            for &by in quoted.by[number].iter().filter(|by| **by != of) {
                phrases.entry(by).or_default().insert(&trigger.text);
            }
        }
        // `counts` is as long as there are skills, and `by` is one of them.
        let mut candidates = Vec::new();
        for &by in terms.iter().flat_map(|&term| self.saying(term)) {
            counts[by] += 1;
            if counts[by] == SOME && by != of {
                candidates.push(by);
            }
        }
        candidates.retain(|by| {
            let half = counts[*by] >= MANY && 2 * counts[*by] >= terms.len();
            half || phrases.contains_key(by)
        });
        for &by in terms.iter().flat_map(|&term| self.saying(term)) {
            counts[by] = 0;
        }
        let says = |by: usize, term: Term| self.saying(term).binary_search(&by).is_ok();
        let word = |&term: &Term| self.vocabulary.word(term).to_owned();
        candidates
            .into_iter()
            .map(|by| Claim {
                by,
                of,
                terms: terms.iter().filter(|&&term| says(by, term)).map(word).collect(),
                total: terms.len(),
                phrases: phrases.remove(&by).into_iter().flatten().map(str::to_owned).collect(),
            })
            .collect()
    }

    /// The quoted and listed triggers of several words.
    fn named(&self, skill: usize) -> impl Iterator<Item = &Trigger> {
        let triggers = self.of_skill(skill).iter();
        triggers.filter(|trigger| trigger.kind != Kind::Clause && trigger.terms.len() > 1)
    }

    /// The term that stands for a word and its plural.
    fn one(&self, term: Term) -> Term {
        // `singular` is as long as the vocabulary.
        self.singular[term.index()]
    }

    /// The skills that say a word in either number, ascending.
    fn saying(&self, term: Term) -> &[usize] {
        &self.said_by[self.one(term).index()]
    }

    /// Said by so few skills that saying it is telling: a twentieth of all or 4, but
    /// no more than half; its owner and one other always are.
    fn few(&self) -> usize {
        let all = self.skills.len();
        (all / 20).max(4).min((all / 2).max(2))
    }

    /// The trigger terms of a skill that few say, in text order, each once: those of quoted and
    /// listed phrases, or where these are next to none, those of clauses too.
    fn distinctive(&self, skill: usize) -> Vec<Term> {
        let few = self.few();
        let pick = |clauses: bool| {
            let mut seen = BTreeSet::new();
            self.of_skill(skill)
                .iter()
                .filter(|trigger| clauses || trigger.kind != Kind::Clause)
                .flat_map(|trigger| trigger.terms.iter().copied())
                .filter(|&term| self.telling(term))
                .filter(|&term| self.saying(term).len() <= few && seen.insert(self.one(term)))
                .collect::<Vec<_>>()
        };
        let named = pick(false);
        if named.len() >= 3 { named } else { pick(true) }
    }
}
