//! `skillscope lint` on real catalogs, where they are at hand.

use std::{collections::BTreeMap, path::Path};

use serde_json::Value;

use super::{Person, Told, contract::list};
use crate::corpora::corpora;

/// Lines of a report that one still reads.
const READABLE: usize = 120;

/// What rules say of the files of the corpus that loaders trip on. Rules about how skills stand to
/// each other, and about what harnesses make of them, are left out.
const ODD: &[(&str, &[&str])] = &[
    ("claude-devfleet", &["description-without-when"]),
    ("codebase-onboarding", &["description-too-short", "description-without-when"]),
    ("database-lookup", &["listing-overflow"]),
    ("django-verification", &["yaml-colon"]),
    ("example", &["description-without-when", "name-missing"]),
    ("example-skill", &["description-too-short", "description-without-when"]),
    ("ko", &["name-mismatch"]),
    ("laravel-verification", &["description-without-when", "yaml-colon"]),
    ("mcp-integration", &["invalid-name-format"]),
    ("mermaid-diagram-specialist", &["description-without-when"]),
    ("monorepo-navigator", &["description-too-short", "description-without-when"]),
    ("no-config", &["front-matter-missing"]),
    ("skywork-design", &["invalid-name-format"]),
    ("skywork-doc", &["invalid-name-format", "listing-overflow", "name-mismatch"]),
    ("skywork-ppt", &["invalid-name-format", "listing-overflow"]),
    ("swiftui-patterns", &["yaml-indicator"]),
    ("token-budget-advisor", &["yaml-colon"]),
    ("uipath-human-in-the-loop", &["front-matter-missing"]),
    ("verification-loop", &["front-matter-missing"]),
];

/// These rules.
const LEFT_OUT: &[&str] = &[
    "harness-rejects",
    "over-budget",
    "triggers-cut",
    "missing-mutual-handoff",
    "overlap-claims",
    "overlap-outranked",
    "router-claims",
    "shared-trigger",
    "near-duplicate",
];

fn lint(corpus: &Path, arguments: &[&str]) -> Told {
    let mut command = Person::new().command(&[&["lint", "catalog"], arguments].concat());
    Told::of(command.current_dir(corpus))
}

fn json(corpus: &Path) -> Value {
    let told = lint(corpus, &["--format", "json"]);
    serde_json::from_str(&told.out).unwrap_or_else(|error| panic!("{error}: {}", told.err))
}

#[test]
fn a_report_is_no_longer_than_one_reads() {
    let Some(corpora) = corpora() else { return };
    for corpus in ["large", "nvidia", "odd"] {
        let text = lint(&corpora.join(corpus), &[]).out;
        let lines = text.lines().count();
        assert!(lines <= READABLE, "{corpus} has {lines} lines");
    }
    let large = corpora.join("large");
    let all = lint(&large, &["--all"]).out;
    assert!(all.lines().count() > READABLE && !all.contains("--all shows them"));
    assert!(lint(&large, &[]).out.contains(" more: --all shows them\n"));
}

#[test]
fn a_router_is_told_with_the_specialists_whose_triggers_it_claims() {
    let Some(corpora) = corpora() else { return };
    let document = json(&corpora.join("neon"));
    let of_router = list(&document, "findings").iter().find(|one| one["rule"] == "router-claims");
    let router = of_router.expect("the router is found");
    assert_eq!(router["skill"], "neon");
    let with: Vec<&str> =
        list(router, "with").iter().map(|other| other["id"].as_str().expect("an id")).collect();
    let specialists =
        ["claimable-postgres", "neon-ai-gateway", "neon-functions", "neon-object-storage"];
    assert_eq!(with, specialists);
}

#[test]
fn every_odd_file_has_its_diagnosis() {
    let Some(corpora) = corpora() else { return };
    let document = json(&corpora.join("odd"));
    let mut found: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for finding in list(&document, "findings") {
        let text = |key: &str| finding[key].as_str().expect("a text");
        if let Some(folder) = text("path").strip_suffix("/SKILL.md")
            && !LEFT_OUT.contains(&text("rule"))
        {
            found.entry(folder).or_default().push(text("rule"));
        }
    }
    for rules in found.values_mut() {
        rules.sort_unstable();
    }
    let found: Vec<(&str, &[&str])> =
        found.iter().map(|(folder, rules)| (*folder, &rules[..])).collect();
    assert_eq!(found, ODD);
}
