//! Descriptions that hold the trigger terms of other skills.

use std::collections::{BTreeMap, HashSet};

use crate::core::{
    diagnostic::first_of,
    lexical::{Claim, Lexicon},
    lint::{Finding, Level, Rule, Subject, rules::shared_trigger},
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
    explain: "One description holds trigger terms of three or more other skills, and of two of them half or more, as the \
              entry to a family often does. Models then engage it first, or it alone, and the \
              specialists stay unread. `with` names them, the most claimed first.",
    run: |rule, subject, found| run(rule, subject, found, true),
};

/// Skills claimed from which on somebody is a router, if two of them are claimed broadly.
const ROUTER: usize = 3;

/// What one skill claims of others, the largest share first.
struct Claimant<'a> {
    by: usize,
    claims: Vec<&'a Claim>,
}

impl Claimant<'_> {
    fn is_router(&self) -> bool {
        let broad = self.claims.iter().filter(|claim| claim.is_broad()).count();
        self.claims.len() >= ROUTER && broad >= 2
    }
}

/// Routers and, apart from what a router claims of them, the others; by position.
fn claimants(lexicon: &Lexicon) -> (Vec<Claimant<'_>>, Vec<Claimant<'_>>) {
    let mut by: BTreeMap<usize, Vec<&Claim>> = BTreeMap::new();
    for claim in lexicon.claims() {
        by.entry(claim.by).or_default().push(claim);
    }
    let all = by.into_iter().map(|(by, claims)| Claimant { by, claims });
    let (routers, mut others): (Vec<_>, Vec<_>) = all.partition(Claimant::is_router);
    let told = routed(&routers);
    for other in &mut others {
        // A specialist that says what its router repeats is not to blame.
        other.claims.retain(|claim| !told.contains(&(claim.of, claim.by)));
    }
    others.retain(|other| !other.claims.is_empty());
    (routers, others)
}

fn routed(routers: &[Claimant<'_>]) -> HashSet<(usize, usize)> {
    routers
        .iter()
        .flat_map(|router| router.claims.iter().map(|claim| (claim.by, claim.of)))
        .collect()
}

/// Router and specialist, by position: pairs of which the claim is told already.
pub(super) fn told(lexicon: &Lexicon) -> HashSet<(usize, usize)> {
    routed(&claimants(lexicon).0)
}

/// Without what both give as their trigger, which is told as that.
fn unshared<'a>(subject: &Subject<'_>, mut of_few: Vec<Claimant<'a>>) -> Vec<Claimant<'a>> {
    let shared = shared_trigger::groups(subject);
    let shares = |a, b| shared.keys().any(|owners| owners.contains(&a) && owners.contains(&b));
    for claimant in &mut of_few {
        claimant.claims.retain(|claim| claim.is_broad() || !shares(claim.by, claim.of));
    }
    of_few.retain(|claimant| !claimant.claims.is_empty());
    of_few
}

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>, routers: bool) {
    let lexicon = subject.lexicon;
    let (of_several, of_few) = claimants(lexicon);
    let told = if routers { of_several } else { unshared(subject, of_few) };
    for Claimant { by, claims } in told {
        let Some(skill) = subject.snapshot.catalog.get(lexicon.id(by)) else { continue };
        let message = match claims.as_slice() {
            [claim] => format!("`{}` holds {}.", skill.id, held(claim, lexicon)),
            several => {
                let held = several.iter().map(|claim| {
                    let of = lexicon.id(claim.of);
                    format!("{} of {} of `{of}`", claim.terms.len(), claim.total)
                });
                format!("`{}` holds trigger terms of others: {}.", skill.id, first_of(held, 4))
            }
        };
        let with = claims.iter().map(|claim| lexicon.id(claim.of).clone()).collect();
        let weight = claims.iter().filter_map(|claim| claim.share()).sum();
        let finding = Finding::about(rule, skill, message).with(with).weighing(weight);
        // A phrase in passing is worth knowing, and no more.
        let broad = claims.iter().any(|claim| claim.is_broad());
        let level = if broad { finding.level } else { Level::Info };
        found.push(Finding { level, ..finding });
    }
}

/// ``3 of 4 trigger terms of `x` ("a", "b", "c")``, or the phrase that is more telling than they are.
fn held(claim: &Claim, lexicon: &Lexicon) -> String {
    let of = lexicon.id(claim.of);
    let quoted = |words: &[String]| first_of(words.iter().map(|word| format!("\"{word}\"")), 4);
    match 2 * claim.terms.len() >= claim.total || claim.phrases.is_empty() {
        true => format!(
            "{} of {} trigger terms of `{of}` ({})",
            claim.terms.len(),
            claim.total,
            quoted(&claim.terms)
        ),
        false => format!("trigger phrases of `{of}` ({})", quoted(&claim.phrases)),
    }
}

#[cfg(test)]
mod tests {
    use crate::core::lint::{Level, testing::Case};

    const BRANCHES: &str =
        "Use when asked to \"reset a branch\", \"rewind a branch\" or \"fork a branch\".";
    const BUCKETS: &str =
        "Use when asked to \"fill a bucket\", \"drain a bucket\" or \"seal a bucket\".";
    const ROLES: &str =
        "Use when asked to \"rotate a password\", \"create a role\" or \"revoke a role\".";
    const ALL: &str = "All of databases: \"reset a branch\", \"rewind a branch\", \"fill a bucket\", \
                       \"drain a bucket\", \"create a role\", \"revoke a role\".";

    #[test]
    fn a_router_is_told_once_and_names_its_specialists() {
        let case = Case::of(&[
            ("branches", BRANCHES),
            ("buckets", BUCKETS),
            ("databases", ALL),
            ("pictures", "Use when a picture is to be resized."),
            ("roles", ROLES),
        ]);
        let routers = case.found("router-claims");
        assert_eq!(routers.len(), 1, "{routers:?}");
        assert_eq!(routers[0].skill, Some("databases".into()));
        let mut with = routers[0].with.clone();
        with.sort();
        assert_eq!(with, ["branches".into(), "buckets".into(), "roles".into()]);
        for rule in ["overlap-claims", "shared-trigger"] {
            assert!(case.found(rule).is_empty(), "{rule} tells it again");
        }
    }

    #[test]
    fn a_claim_on_one_is_no_router() {
        let case = Case::of(&[
            ("branches", BRANCHES),
            ("databases", ALL),
            ("pictures", "Use when a picture is to be resized."),
        ]);
        assert!(case.found("router-claims").is_empty());
        let said = case.says("overlap-claims");
        assert!(said.iter().any(|one| one.contains("trigger terms of `branches` (\"")), "{said:?}");
    }

    #[test]
    fn a_phrase_in_passing_is_a_note() {
        let passing = "Draws pictures of trees, and can fork a branch of one with many leaves.";
        let case = Case::of(&[
            (
                "branches",
                &BRANCHES.replace("rewind", "squash, prune, graft, rebase, merge, rename"),
            ),
            ("pictures", passing),
        ]);
        let found = case.found("overlap-claims");
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].level, Level::Info);
        assert_eq!(
            found[0].message,
            "`pictures` holds trigger phrases of `branches` (\"fork a branch\")."
        );
    }
}
