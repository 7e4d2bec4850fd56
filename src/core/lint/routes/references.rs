//! Skills that a text refers to by name: `use db-tuner instead`, ``see `a-*` ``.

use std::ops::Range;

use crate::core::lexical::{lowered::Lowered, phrase::sentences};

/// A name that a text sends its reader to; hyphenated, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Without ticks and star.
    pub name: String,
    /// Written with a star behind: any name that begins so.
    pub open: bool,
    /// Written between ticks.
    pub ticked: bool,
    /// The word `skill` stands behind it.
    pub as_skill: bool,
    /// Bytes of the text.
    pub range: Range<usize>,
}

impl Reference {
    /// Whether a skill of this name, in lower case, is meant.
    pub fn means(&self, name: &str) -> bool {
        if self.open { name.starts_with(&self.name) } else { name == self.name }
    }

    /// As it was written.
    pub fn written(&self) -> String {
        format!("{}{}", self.name, if self.open { "*" } else { "" })
    }
}

const VERBS: [&str; 7] =
    ["use", "see", "prefer", "refer to", "defer to", "delegate to", "hand off to"];

/// What makes a verb say the opposite.
const REFUSALS: [&str; 5] = ["don't", "don’t", "do not", "never", "not"];

/// Ways to say that the skill is not meant, or another is.
const MARKERS: [&str; 12] = [
    "don't use",
    "don’t use",
    "do not use",
    "not for",
    "never use",
    "avoid using",
    "instead of",
    "rather than",
    "instead",
    "defer to",
    "delegate to",
    "hand off to",
];

/// The references of a text, in its order, each place once.
///
/// Bare names count in parentheses and in sentences that turn something away, where they end a
/// part of the sentence; names between ticks count behind any verb.
pub fn find(text: &str) -> Vec<Reference> {
    let lower = Lowered::of(text);
    // Of another length than the original only for a few letters: then no name is looked for.
    let lower = lower.text();
    if lower.len() != text.len() {
        return Vec::new();
    }
    let mut found: Vec<Reference> = Vec::new();
    let mut goes_on = false;
    for sentence in sentences(text) {
        let part = &lower[sentence.clone()];
        let turned =
            goes_on || MARKERS.iter().any(|marker| has_words(part, marker)) || turns_for(part);
        goes_on = turned && part.ends_with(';');
        for (at, named) in starts(part) {
            for mut one in list(part, at) {
                let bare = turned || one.as_skill || in_parentheses(part, one.range.start);
                if one.ticked || named || bare {
                    one.range = one.range.start + sentence.start..one.range.end + sentence.start;
                    if found.iter().all(|known| known.range != one.range) {
                        found.push(one);
                    }
                }
            }
        }
    }
    found.sort_by_key(|one| one.range.start);
    found
}

/// What stands behind every verb that sends somewhere, up to the end of its sentence.
pub fn sent_to(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let sentences = sentences(&lower);
    let parts = sentences.iter().map(|range| &lower[range.clone()]);
    parts
        .flat_map(|part| {
            let switch =
                after(part, "switch to").filter(|at| !refused(part, at - "switch to".len()));
            let others = starts(part).map(|(at, _)| at);
            others.chain(switch).map(|at| the(&part[at..]).to_owned()).collect::<Vec<_>>()
        })
        .collect()
}

/// Whether what follows a verb begins with the name, and something ends behind it.
pub fn names(rest: &str, name: &str) -> bool {
    let rest = rest.strip_prefix('`').unwrap_or(rest);
    rest.strip_prefix(name).is_some_and(|rest| ends(rest.strip_prefix('`').unwrap_or(rest), false))
}

/// Where names may begin: behind a verb that is not refused, and behind an arrow (`true`).
fn starts(part: &str) -> impl Iterator<Item = (usize, bool)> {
    let verbs = VERBS.iter().flat_map(move |verb| {
        after(part, verb).filter(move |at| !refused(part, at - verb.len())).map(|at| (at, false))
    });
    let arrows = ["→", "->"].into_iter().flat_map(move |arrow| {
        part.match_indices(arrow).map(move |(at, _)| (at + arrow.len(), true))
    });
    verbs.chain(arrows)
}

/// Offsets behind each place at which the words stand.
fn after<'a>(part: &'a str, words: &'a str) -> impl Iterator<Item = usize> {
    part.match_indices(words).filter_map(move |(at, _)| {
        let end = at + words.len();
        let before = part[..at].chars().next_back();
        let behind = part[end..].chars().next();
        let joined = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        let whole = !before.is_some_and(joined) && !behind.is_some_and(joined);
        whole.then_some(end)
    })
}

fn has_words(part: &str, words: &str) -> bool {
    after(part, words).next().is_some()
}

/// `for ..., use x`: another for another purpose.
fn turns_for(part: &str) -> bool {
    let ways = [", use ", ", prefer ", ", defer to ", ", see "];
    part.trim_start().starts_with("for ") && ways.iter().any(|way| part.contains(way))
}

fn refused(part: &str, verb_at: usize) -> bool {
    let before = part[..verb_at].trim_end();
    REFUSALS.iter().any(|refusal| before.ends_with(refusal))
}

fn in_parentheses(part: &str, at: usize) -> bool {
    let before = &part[..at];
    match (before.rfind('('), before.rfind(')')) {
        (Some(open), Some(close)) => open > close,
        (open, _) => open.is_some(),
    }
}

/// The names from a place on, joined by commas, `or` and `and`; each may have a verb of its own.
fn list(part: &str, at: usize) -> Vec<Reference> {
    let mut found = Vec::new();
    let mut rest = &part[at..];
    loop {
        rest = rest.trim_start();
        if let Some((_, behind)) = VERBS.iter().find_map(|verb| {
            let behind = rest.strip_prefix(verb)?;
            behind.starts_with([' ', '`']).then_some((verb, behind))
        }) {
            rest = behind.trim_start();
        }
        let with_article = rest.starts_with("the ");
        rest = the(rest);
        let ticked = rest.starts_with('`');
        let start = part.len() - rest.len() + usize::from(ticked);
        let Some((name, open)) = hyphenated(&part[start..]) else { break };
        let end = start + name.len() + usize::from(open);
        let behind = &part[end..];
        let Some(behind) = (if ticked { behind.strip_prefix('`') } else { Some(behind) }) else {
            break;
        };
        let adjective = ["-specific", "-related", "-based"].iter().any(|end| name.ends_with(end));
        if ticked || (ends(behind, with_article) && !adjective) {
            found.push(Reference {
                name: name.to_owned(),
                open,
                ticked,
                as_skill: ["skill", "skills"].iter().any(|word| is_word(behind.trim_start(), word)),
                range: start..end,
            });
        } else {
            break;
        }
        let next = behind.trim_start();
        let comma = next.strip_prefix(',').map(str::trim_start);
        let joined =
            ["or ", "and "].iter().find_map(|word| comma.unwrap_or(next).strip_prefix(word));
        match joined.or(comma) {
            Some(next) => rest = next,
            None => break,
        }
    }
    found
}

fn the(text: &str) -> &str {
    let text = text.trim_start();
    text.strip_prefix("the ").unwrap_or(text).trim_start()
}

/// A hyphenated name at the start of a text, and whether a star follows its last hyphen.
fn hyphenated(text: &str) -> Option<(&str, bool)> {
    let end = text
        .find(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'))
        .unwrap_or(text.len());
    let name = &text[..end];
    if name.ends_with('-') && text[end..].starts_with('*') && name.len() > 1 {
        return Some((name, true));
    }
    let parts: Vec<&str> = name.split('-').collect();
    (parts.len() >= 2 && parts.iter().all(|part| !part.is_empty())).then_some((name, false))
}

/// Whether a name can stop here: `) . , ; :`, the end, or a word that goes with names.
fn ends(behind: &str, with_article: bool) -> bool {
    let words = ["instead", "first", "skill", "or", "and"];
    match behind.chars().next() {
        None | Some(')' | ',' | ';' | ':') => true,
        // No file name and no address.
        Some('.') => !behind[1..].starts_with(|c: char| c.is_alphanumeric()),
        Some(c) if c.is_whitespace() => {
            let next = behind.trim_start();
            next.is_empty()
                || next.starts_with([')', '—', '–'])
                || words.iter().any(|word| is_word(next, word))
                || (with_article && is_word(next, "skills"))
        }
        Some(_) => false,
    }
}

fn is_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        find(text).iter().map(Reference::written).collect()
    }

    #[test]
    fn names_in_places_where_they_send_somewhere() {
        let found = |text| found(text).join(" ");
        assert_eq!(
            found("Assist with any task. For specialized tasks, defer to target-two."),
            "target-two"
        );
        assert_eq!(found("Not for costs: use db-cost-optimizer instead."), "db-cost-optimizer");
        assert_eq!(
            found("Clusters (use k8s-basics or relevant cluster skills instead)."),
            "k8s-basics"
        );
        assert_eq!(found("For the rest, use service-specific skills."), "");
        assert_eq!(found("For the rest, use `service-specific` skills."), "service-specific");
        assert_eq!(
            found("Use `platform-recipe-*`, or `platform-waf-*` for the others."),
            "platform-recipe-* platform-waf-*"
        );
        assert_eq!(found("Do not use for b; use the a-b, c-d and use e-f."), "a-b c-d e-f");
        assert_eq!(found("For .flow files→flow-writer"), "flow-writer");
    }

    #[test]
    fn what_only_looks_like_a_name() {
        for text in [
            "Use step-by-step.",
            "Do not use db-cost-optimizer.",
            "Not for users. Use pre-built images.",
            "Rather than guess, see docs-site.example.com first.",
            "Instead of a re-use case, write a long-term plan.",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
