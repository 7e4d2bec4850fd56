use std::{collections::HashSet, sync::Arc};

use super::{testing::Case, *};
use crate::core::{
    catalog::{Catalog, Unusable},
    skill::{read, testing::with_doc},
};

fn catalog() -> Catalog {
    let colon = read(b"---\nname: a\ndescription: Use for: all kinds of tables\n---\n").unwrap();
    let clean =
        read(b"---\nname: b\ndescription: Use when a table is to be drawn.\n---\n").unwrap();
    let lost = read(b"nothing").unwrap_err();
    let path = "c/SKILL.md".to_owned();
    Catalog {
        skills: vec![
            Arc::new(with_doc("a", colon.located("a/SKILL.md"))),
            Arc::new(with_doc("b", clean.located("b/SKILL.md"))),
        ],
        unusable: vec![Unusable { path, folder: "c".to_owned(), diagnostics: lost }],
        ..Catalog::default()
    }
}

#[test]
fn ids_are_unique_and_every_rule_can_be_explained() {
    let mut ids = HashSet::new();
    for rule in rules() {
        assert!(ids.insert(rule.id), "{} stands twice", rule.id);
        assert!(rule.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'));
        for text in [rule.why, rule.remedy, rule.explain] {
            assert!(text.ends_with(['.', '?']) && !text.contains("  "), "{}: {text:?}", rule.id);
        }
        assert!(!rule.source.is_empty() && rule.level != Level::Ignore, "{}", rule.id);
        assert_eq!(super::rule(rule.id).map(|found| found.id), Some(rule.id));
    }
}

#[test]
fn what_the_reader_told_becomes_findings_worst_first() {
    let case = Case::in_catalog(catalog());
    let found = case.lint(&Levels::default());
    let told: Vec<_> = found
        .iter()
        .filter(|finding| finding.level == Level::Error)
        .map(|finding| (finding.rule, finding.skill.as_ref().map(|id| id.as_str()), finding.line))
        .collect();
    assert_eq!(told, [("front-matter-missing", None, Some(1)), ("yaml-colon", Some("a"), Some(3))]);
}

#[test]
fn chosen_levels_hold_and_ignored_rules_are_silent() {
    let case = Case::in_catalog(catalog());
    let mut levels = Levels::default();
    levels.set("yaml-colon", Level::Info).unwrap();
    levels.set("front-matter-missing", Level::Ignore).unwrap();
    let found = case.lint(&levels);
    assert!(found.iter().all(|finding| finding.level != Level::Error), "{found:?}");
    let colon = found.iter().find(|finding| finding.rule == "yaml-colon");
    assert_eq!(colon.map(|finding| finding.level), Some(Level::Info));
}
