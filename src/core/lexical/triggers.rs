//! Trigger phrases across a catalog: which stand word for word in several skills, and who claims
//! whose.
//!
//! Works on what the texts say, whatever fields are scored: names are left out, and so are the
//! parts that say what a skill is not for.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    ops::Range,
};

use serde::{Deserialize, Serialize};

use crate::core::lexical::{
    function_words::is_function_word,
    lexicon::Doc,
    phrase::{Kind, Reading},
    token::Tokenizer,
    vocabulary::{Term, Vocabulary},
};

/// The text of a skill that a phrase stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    Description,
    WhenToUse,
}

/// A trigger phrase of one skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trigger {
    pub part: Part,
    /// Bytes of that part.
    pub range: Range<usize>,
    pub kind: Kind,
    /// As written, blanks folded.
    pub text: String,
    terms: Vec<Term>,
}

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
    /// Claimed / all distinctive trigger terms, in 0..=1; `None` where the other has none.
    pub fn share(&self) -> Option<f64> {
        (self.total > 0).then(|| self.terms.len() as f64 / self.total as f64)
    }
}

/// All trigger phrases of a catalog.
#[derive(Clone, Debug, Default)]
pub struct Triggers {
    vocabulary: Vocabulary,
    /// For each term the one that stands for it and its plural.
    singular: Vec<Term>,
    skills: Vec<Said>,
    /// For each singular the skills that say it in either number, ascending.
    said_by: Vec<Vec<usize>>,
}

/// What one skill says.
#[derive(Clone, Debug, Default)]
struct Said {
    triggers: Vec<Trigger>,
    /// Words of the undenied text in order; `None` where a denied part or a part's end breaks it.
    words: Vec<Option<Term>>,
}

impl Triggers {
    /// Reads the descriptions and `when_to_use` of all skills.
    pub fn of(docs: &[Doc], tokenizer: Tokenizer) -> Self {
        let tokenizer = Tokenizer { drop_function_words: false, ..tokenizer };
        let mut all = Self::default();
        for (at, doc) in docs.iter().enumerate() {
            let mut said = Said::default();
            all.read(Part::Description, &doc.description, tokenizer, &mut said);
            if let Some(when) = &doc.when_to_use {
                all.read(Part::WhenToUse, when, tokenizer, &mut said);
            }
            all.said_by.resize(all.vocabulary.len(), Vec::new());
            // Both lists are as long as the vocabulary that the terms are from.
            for term in said.words.iter().flatten() {
                let skills = &mut all.said_by[all.singular[term.index()].index()];
                if skills.last() != Some(&at) {
                    skills.push(at);
                }
            }
            all.skills.push(said);
        }
        all
    }

    fn read(&mut self, part: Part, text: &str, tokenizer: Tokenizer, said: &mut Said) {
        let reading = Reading::of(text);
        let mut broken = false;
        tokenizer.each(text, |token, range| {
            if reading.denies(range.start) {
                broken = true;
                return;
            }
            if std::mem::take(&mut broken) {
                said.words.push(None);
            }
            said.words.push(Some(self.intern(token)));
        });
        said.words.push(None);
        for phrase in reading.phrases {
            let written = &text[phrase.range.clone()];
            let mut terms = Vec::new();
            tokenizer.each(written, |token, _| terms.push(self.intern(token)));
            said.triggers.push(Trigger {
                part,
                range: phrase.range,
                kind: phrase.kind,
                text: written.split_whitespace().collect::<Vec<_>>().join(" "),
                terms,
            });
        }
    }

    fn intern(&mut self, word: &str) -> Term {
        let term = self.vocabulary.intern(word);
        if term.index() == self.singular.len() {
            self.singular.push(term);
            if let Some(one) = singular(word) {
                self.singular[term.index()] = self.intern(one);
            }
        }
        term
    }

    /// The trigger phrases of a skill in text order; empty for one that is not there.
    pub fn of_skill(&self, skill: usize) -> &[Trigger] {
        self.skills.get(skill).map_or(&[], |said| &said.triggers)
    }

    /// The phrases that two or more skills share, most skills first, then by phrase.
    ///
    /// A phrase of several words is shared wherever it stands; one word only where several skills
    /// give it as a trigger, since anybody may use a word in passing. Clauses count from three
    /// telling words on: shorter ones are ways of speaking (`setting up`).
    pub fn shared(&self) -> Vec<Shared> {
        let mut owners: BTreeMap<&[Term], (&str, BTreeSet<usize>)> = BTreeMap::new();
        for (skill, said) in self.skills.iter().enumerate() {
            for trigger in &said.triggers {
                let telling = trigger.terms.iter().filter(|&&term| self.telling(term)).count();
                if telling >= if trigger.kind == Kind::Clause { 3 } else { 1 } {
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

    /// The skills that say each phrase, its words compared by `key`; of phrases of two
    /// words or more.
    fn holders<'a>(
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

    /// No function word.
    fn telling(&self, term: Term) -> bool {
        !is_function_word(self.vocabulary.word(term))
    }

    /// Said by so few skills that saying it is telling: a twentieth of all or 4, but
    /// no more than half; its owner and one other always are.
    fn few(&self) -> usize {
        let all = self.skills.len();
        (all / 20).max(4).min((all / 2).max(2))
    }

    /// Who claims whose triggers: every pair where the undenied text of `by` holds half of the
    /// distinctive trigger terms of `of` ([`MANY`] or more), or a whole phrase and [`SOME`] terms;
    /// singular and plural taken as one. Largest share first, then most terms, then by position.
    pub fn claims(&self) -> Vec<Claim> {
        let one = |term: Term| self.singular[term.index()];
        let named = |skill: usize| {
            let triggers = self.of_skill(skill).iter();
            triggers.filter(|t| t.kind != Kind::Clause && t.terms.len() > 1)
        };
        let phrases = (0..self.skills.len()).flat_map(named).map(|trigger| &*trigger.terms);
        let mut holders = self.holders(phrases.collect::<BTreeSet<_>>().into_iter(), one);
        holders.retain(|_, skills| skills.len() <= MOST_HOLDERS);
        let mut claims = Vec::new();
        let mut counts = vec![0_usize; self.skills.len()];
        for of in 0..self.skills.len() {
            let terms = self.distinctive(of);
            let saying = |term: Term| &self.said_by[one(term).index()];
            let mut phrases: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
            for trigger in named(of) {
                for &by in holders.get(&*trigger.terms).into_iter().flatten() {
                    phrases.entry(by).or_default().insert(&trigger.text);
                }
            }
            let mut candidates = Vec::new();
            for &by in terms.iter().flat_map(|&term| saying(term)) {
                // Positions of skills, as are the indices of `counts`.
                counts[by] += 1;
                if counts[by] == SOME {
                    candidates.push(by);
                }
            }
            for by in candidates {
                let count = counts[by];
                let half = count >= MANY && 2 * count >= terms.len();
                if by == of || !(half || phrases.contains_key(&by)) {
                    continue;
                }
                let claimed = terms.iter().filter(|&&term| saying(term).binary_search(&by).is_ok());
                claims.push(Claim {
                    by,
                    of,
                    terms: claimed.map(|&term| self.vocabulary.word(term).to_owned()).collect(),
                    total: terms.len(),
                    phrases: phrases.remove(&by).into_iter().flatten().map(str::to_owned).collect(),
                });
            }
            for &by in terms.iter().flat_map(|&term| saying(term)) {
                counts[by] = 0;
            }
        }
        claims.sort_by(|a, b| {
            let share = |claim: &Claim| claim.share().unwrap_or(0.0);
            share(b)
                .total_cmp(&share(a))
                .then_with(|| b.terms.len().cmp(&a.terms.len()))
                .then_with(|| (a.of, a.by).cmp(&(b.of, b.by)))
        });
        claims
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
                .filter(|&term| {
                    let one = self.singular[term.index()];
                    self.said_by[one.index()].len() <= few && seen.insert(one)
                })
                .collect::<Vec<_>>()
        };
        let named = pick(false);
        if named.len() >= 3 { named } else { pick(true) }
    }
}

/// Terms from which on half of them are a claim; with fewer, half is chance.
const MANY: usize = 4;

/// Terms from which on a phrase word for word is a claim.
const SOME: usize = 2;

/// A phrase that more skills than these say is the name of a thing, not somebody's trigger.
const MOST_HOLDERS: usize = 3;

/// The singular of a regular English plural, if the word can be one. Only used to compare, so
/// that `postgres` gives `postgre` does no harm.
fn singular(word: &str) -> Option<&str> {
    let one = word.strip_suffix('s')?;
    (word.len() > 3 && word.is_ascii() && !one.ends_with(['s', 'u', 'i'])).then_some(one)
}

#[cfg(test)]
mod tests;
