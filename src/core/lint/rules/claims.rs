//! Descriptions that hold the trigger terms of other skills.

use std::collections::BTreeMap;

use crate::core::{
    diagnostic::first_of,
    lexical::{Claim, Lexicon},
    lint::{Finding, Level, Rule, Subject},
};

pub(super) const OF_ONE: Rule = Rule {
    id: "overlap-claims",
    also: &[],
    level: Level::Warn,
    why: "A prompt for the other skill fits this one as well.",
    remedy: "Leave its triggers to the other skill, or say when that one is meant.",
    source: "computed from the trigger phrases of all descriptions",
    explain: "A skill's trigger terms are the words of its trigger phrases that few skills say. A \
              description claims them that holds half of them, or a whole phrase and two terms, \
              outside the sentences in which it says what it is not for.",
    run: |rule, subject, found| run(rule, subject, found, false),
};

pub(super) const OF_SEVERAL: Rule = Rule {
    id: "router-claims",
    also: &[],
    level: Level::Warn,
    why: "A router that repeats its specialists' triggers is taken instead of them.",
    remedy: "Say what the router alone is for, and leave each trigger to its specialist.",
    source: "computed from the trigger phrases of all descriptions; seen in published catalogs",
    explain: "One description holds much of the trigger terms of two or more other skills, as the \
              entry to a family often does. Models then engage it first, or it alone, and the \
              specialists stay unread. `with` names them, the most claimed first.",
    run: |rule, subject, found| run(rule, subject, found, true),
};

/// Broad claims from which on somebody is a router.
const ROUTER: usize = 2;

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>, routers: bool) {
    let lexicon = subject.lexicon;
    let mut by: BTreeMap<usize, Vec<&Claim>> = BTreeMap::new();
    for claim in lexicon.claims() {
        by.entry(claim.by).or_default().push(claim);
    }
    for (by, claims) in by {
        let routes = claims.iter().filter(|claim| claim.is_broad()).count() >= ROUTER;
        let Some(skill) = subject.snapshot.catalog.get(lexicon.id(by)) else { continue };
        if routes != routers {
            continue;
        }
        let message = match claims.as_slice() {
            [claim] => {
                format!("`{}` holds {}.", skill.id, held(claim, lexicon, " trigger terms of"))
            }
            several => {
                let held = several.iter().map(|claim| held(claim, lexicon, " of"));
                format!("`{}` holds trigger terms of others: {}.", skill.id, first_of(held, 4))
            }
        };
        let with = claims.iter().map(|claim| lexicon.id(claim.of).clone()).collect();
        let weight = claims.iter().filter_map(|claim| claim.share()).sum();
        found.push(Finding::about(rule, skill, message).with(with).weighing(weight));
    }
}

/// ``3 of 4 trigger terms of `x` ``.
fn held(claim: &Claim, lexicon: &Lexicon, of: &str) -> String {
    format!("{} of {}{of} `{}`", claim.terms.len(), claim.total, lexicon.id(claim.of))
}

#[cfg(test)]
mod tests {
    use crate::core::lint::testing::Case;

    const SKILLS: [(&str, &str); 4] = [
        (
            "branches",
            "Use when asked to \"reset a branch\", \"rewind a branch\" or \"fork a branch\".",
        ),
        (
            "databases",
            "Anything about databases: \"reset a branch\", \"rewind a branch\", \"fork a branch\", \"rotate a password\", \"create a role\", \"revoke a role\".",
        ),
        ("pictures", "Use when a picture is to be resized."),
        (
            "roles",
            "Use when asked to \"rotate a password\", \"create a role\" or \"revoke a role\".",
        ),
    ];

    #[test]
    fn a_router_over_two_is_told_once_and_names_both() {
        let case = Case::of(&SKILLS);
        let routers = case.found("router-claims");
        assert_eq!(routers.len(), 1, "{routers:?}");
        assert_eq!(routers[0].skill, Some("databases".into()));
        let mut with = routers[0].with.clone();
        with.sort();
        assert_eq!(with, ["branches".into(), "roles".into()]);
        assert!(case.found("overlap-claims").iter().all(|f| f.skill != Some("databases".into())));
    }

    #[test]
    fn a_claim_on_one_is_no_router() {
        let case = Case::of(&SKILLS[..3]);
        assert!(case.found("router-claims").is_empty());
        let said = case.says("overlap-claims");
        assert!(said.iter().any(|one| one.contains("trigger terms of `branches`.")), "{said:?}");
    }
}
