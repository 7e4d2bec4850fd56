//! Prompts that hand the answer over: they name the expected skill, or quote its description.

use std::{collections::HashMap, ops::Range, sync::Arc};

use crate::core::{
    diagnostic::{Diagnostic, Severity},
    id::SkillId,
    lexical::{Doc, Lexicon, Tokenizer, function_words::is_function_word},
    query::{Query, bind::oddities::at},
};

/// Words in a row that a prompt and a description do not share by chance.
const RUN: usize = 6;

/// Of these, words that are no function words.
const CONTENT: usize = 4;

/// The kind of rows that name the skill on purpose.
const EXPLICIT: &str = "explicit";

/// How a prompt gives its skill away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leak {
    /// The words of the skill's name stand in the prompt, in a row.
    Name,
    /// These words of the prompt stand in the skill's description, in a row.
    Quote(String),
}

/// The leaks of many rows in one catalog, of which each skill is taken apart once.
#[derive(Debug)]
pub struct Leaks<'a> {
    pub lexicon: &'a Lexicon,
    words: Words,
    skills: HashMap<usize, Own>,
}

/// Words by number.
type Words = HashMap<String, u32>;

/// What a skill says of itself, in numbers of words.
#[derive(Debug)]
struct Own {
    name: Vec<u32>,
    /// Its description and when to use it.
    texts: Vec<Vec<u32>>,
}

impl<'a> Leaks<'a> {
    pub fn new(lexicon: &'a Lexicon) -> Self {
        Self { lexicon, words: Words::new(), skills: HashMap::new() }
    }

    /// The ways in which a prompt gives away `skill`, a position in the lexicon.
    ///
    /// A name of a single word counts too: where it is the common word for the thing, the figure
    /// of a router that knows names only is what the row measures.
    pub fn of(&mut self, prompt: &str, skill: usize) -> Vec<Leak> {
        let Self { lexicon, words, skills } = self;
        let Some(doc) = lexicon.docs().get(skill) else { return Vec::new() };
        let own = skills.entry(skill).or_insert_with(|| Own::of(doc, words));
        let said = Tokenizer::default().tokens(prompt);
        // `None`: no skill that was taken apart has the word.
        let numbers: Vec<Option<u32>> = said.iter().map(|word| words.get(word).copied()).collect();
        let mut found = Vec::new();
        let named = |run: &[Option<u32>]| run.iter().zip(&own.name).all(|(a, b)| *a == Some(*b));
        if !own.name.is_empty() && numbers.windows(own.name.len()).any(named) {
            found.push(Leak::Name);
        }
        let runs = own.texts.iter().map(|text| longest_run(&numbers, text));
        let longest = runs.max_by_key(ExactSizeIterator::len);
        let longest = longest.and_then(|run| said.get(run)).unwrap_or_default();
        let content = longest.iter().filter(|word| !is_function_word(word)).count();
        if longest.len() >= RUN && content >= CONTENT {
            found.push(Leak::Quote(longest.join(" ")));
        }
        found
    }
}

impl Own {
    fn of(doc: &Doc, words: &mut Words) -> Self {
        let mut numbers = |text: &str| -> Vec<u32> {
            let mut number = |word| {
                let next = u32::try_from(words.len()).unwrap_or(u32::MAX);
                *words.entry(word).or_insert(next)
            };
            Tokenizer::default().tokens(text).into_iter().map(&mut number).collect()
        };
        let name = numbers(&doc.name);
        let texts = [Some(doc.description.as_str()), doc.when_to_use.as_deref()];
        Self { name, texts: texts.into_iter().flatten().map(numbers).collect() }
    }
}

/// The first longest run of words of `a` that stands in `b`.
fn longest_run(a: &[Option<u32>], b: &[u32]) -> Range<usize> {
    // Length of the run that ends at the last word of `a` and each word of `b`.
    let mut ends = vec![0_usize; b.len() + 1];
    let mut best = 0..0;
    for (at, word) in a.iter().enumerate() {
        let Some(word) = word else {
            ends.fill(0);
            continue;
        };
        let mut diagonal = 0;
        for (end, other) in ends.iter_mut().skip(1).zip(b) {
            let run = if word == other { diagonal + 1 } else { 0 };
            diagonal = std::mem::replace(end, run);
            if run > best.len() {
                best = at + 1 - run..at + 1;
            }
        }
    }
    best
}

pub(super) fn find(rows: &[Arc<Query<SkillId>>], lexicon: &Lexicon) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    let mut leaks = Leaks::new(lexicon);
    for row in rows.iter().filter(|row| row.kind.as_deref() != Some(EXPLICIT)) {
        for skill in row.label.wanted() {
            let Some(position) = lexicon.position(skill) else { continue };
            let found = leaks.of(&row.prompt, position);
            told.extend(found.iter().map(|leak| tell(row, skill, leak)));
        }
    }
    told
}

fn tell(row: &Query<SkillId>, skill: &SkillId, leak: &Leak) -> Diagnostic {
    match leak {
        Leak::Name => at(
            row,
            Severity::Note,
            "leaks-name",
            format!("The prompt of `{}` holds the name of `{skill}`, which it expects.", row.id),
            "Say it as a user would who does not know the skill, or mark the row `explicit`.",
        ),
        Leak::Quote(words) => at(
            row,
            Severity::Warning,
            "leaks-description",
            format!("The prompt of `{}` quotes `{skill}`, which it expects: \"{words}\".", row.id),
            "Say it in other words: a description that is asked with its own words always wins.",
        ),
    }
}
