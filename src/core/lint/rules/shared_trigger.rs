//! Trigger phrases that several skills give word for word.

use std::collections::BTreeMap;

use crate::core::{
    diagnostic::first_of,
    lint::{Finding, Level, Rule, Subject, rules::claims},
};

pub(super) const RULE: Rule = Rule {
    id: "shared-trigger",
    also: &[],
    level: Level::Warn,
    why: "A prompt with the phrase fits both skills equally well.",
    remedy: "Leave the phrase to one of them, or add what tells them apart.",
    source: "computed from the trigger phrases of all descriptions",
    explain: "Two or a few skills give the same trigger phrase, word for word. Phrases that many \
              skills share are the catalog's way of speaking and do not count, nor do phrases of \
              skills that are near duplicates, which have a finding of their own.",
    run,
};

/// A phrase that more skills than these give is a way of speaking.
const FEW: usize = 4;

/// The phrases that are told, by who gives them.
pub(super) fn groups<'a>(subject: &Subject<'a>) -> BTreeMap<&'a [usize], Vec<&'a str>> {
    let lexicon = subject.lexicon;
    let alike = subject.duplicates();
    let routed = claims::told(lexicon);
    let told = |a: usize, b: usize| {
        let (a, b) = (a.min(b), a.max(b));
        let pairs = alike.iter().any(|pair| (pair.a, pair.b) == (a, b));
        pairs || routed.contains(&(a, b)) || routed.contains(&(b, a))
    };
    let mut by_owners: BTreeMap<&[usize], Vec<&str>> = BTreeMap::new();
    for shared in lexicon.shared() {
        let few = (2..=FEW).contains(&shared.owners.len()) && shared.skills.len() <= FEW;
        let new = shared
            .owners
            .windows(2)
            .any(|pair| lexicon.field().competes(pair[0], pair[1]) && !told(pair[0], pair[1]));
        if few && new && is_telling(&shared.phrase) {
            by_owners.entry(&shared.owners).or_default().push(&shared.phrase);
        }
    }
    by_owners
}

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let lexicon = subject.lexicon;
    for (owners, phrases) in groups(subject) {
        let ids: Vec<_> = owners.iter().map(|at| lexicon.id(*at).clone()).collect();
        let Some((first, with)) = ids.split_first() else { continue };
        let Some(skill) = subject.snapshot.catalog.get(first) else { continue };
        let weight = phrases.len() as f64;
        let quoted = first_of(phrases.iter().map(|phrase| format!("\"{phrase}\"")), 3);
        let named = first_of(with.iter().map(|id| format!("`{id}`")), FEW);
        let message = format!("`{first}` and {named} share word for word: {quoted}.");
        found.push(Finding::about(rule, skill, message).with(with.to_vec()).weighing(weight));
    }
}

/// One word of a script with blanks is anybody's.
fn is_telling(phrase: &str) -> bool {
    phrase.contains(char::is_whitespace) || !phrase.is_ascii()
}

#[cfg(test)]
mod tests {
    use crate::core::lint::testing::Case;

    #[test]
    fn a_phrase_of_two_is_told_once_and_a_way_of_speaking_never() {
        let names: Vec<String> = (0..6).map(|n| format!("skill-{n}")).collect();
        let texts: Vec<String> = (0..6)
            .map(|n| {
                let own = if n < 2 { ", \"reset the branch\"" } else { "" };
                format!(
                    "Tool number {n} for thing{n}. Triggers: \"run the tool\"{own}, \"only {n}\"."
                )
            })
            .collect();
        let skills: Vec<(&str, &str)> =
            names.iter().zip(&texts).map(|(name, text)| (&**name, &**text)).collect();
        assert_eq!(
            Case::of(&skills).says("shared-trigger"),
            ["skill-0: `skill-0` and `skill-1` share word for word: \"reset the branch\"."]
        );
    }
}
