//! Prompts that hand the answer over: they name the expected skill, or quote its description.

use std::{ops::Range, sync::Arc};

use crate::core::{
    diagnostic::{Diagnostic, Severity},
    id::SkillId,
    lexical::{Lexicon, Tokenizer, function_words::is_function_word},
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

/// The ways in which a prompt gives away `skill`, a position in the lexicon.
///
/// A name of a single word counts too: where it is the common word for the thing, the figure of a
/// router that knows names only is what the row measures.
pub fn leaks(prompt: &str, lexicon: &Lexicon, skill: usize) -> Vec<Leak> {
    let Some(doc) = lexicon.docs().get(skill) else { return Vec::new() };
    let words = |text: &str| Tokenizer::default().tokens(text);
    let said = words(prompt);
    let mut found = Vec::new();
    let name = words(&doc.name);
    if !name.is_empty() && said.windows(name.len()).any(|run| run == name) {
        found.push(Leak::Name);
    }
    let parts = [Some(doc.description.as_str()), doc.when_to_use.as_deref()];
    let longest = parts
        .into_iter()
        .flatten()
        .map(|text| longest_run(&said, &words(text)))
        .max_by_key(|run| run.len())
        .and_then(|run| said.get(run))
        .unwrap_or_default();
    let content = longest.iter().filter(|word| !is_function_word(word)).count();
    if longest.len() >= RUN && content >= CONTENT {
        found.push(Leak::Quote(longest.join(" ")));
    }
    found
}

/// The first longest run of words of `a` that stands in `b`.
fn longest_run(a: &[String], b: &[String]) -> Range<usize> {
    // Length of the run that ends at the last word of `a` and each word of `b`.
    let mut ends = vec![0_usize; b.len() + 1];
    let mut best = 0..0;
    for (at, word) in a.iter().enumerate() {
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
    for row in rows.iter().filter(|row| row.kind.as_deref() != Some(EXPLICIT)) {
        for skill in row.label.wanted() {
            let Some(position) = lexicon.position(skill) else { continue };
            told.extend(
                leaks(&row.prompt, lexicon, position).iter().map(|leak| tell(row, skill, leak)),
            );
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
