//! The prompts: every form of label, enough of every kind, nothing refused.

use std::collections::{BTreeMap, BTreeSet};

use super::bundled;
use crate::core::{
    catalog::Resolution,
    id::SkillId,
    query::{BoundSet, Label, Query, QuerySet, bind::bind},
};

pub(super) fn sets() -> Vec<QuerySet> {
    super::bundle::QUERIES.iter().map(|path| QuerySet::read(path, bundled(path), None)).collect()
}

/// Bound to folders alone, as the catalog of the demo names its skills.
pub(super) fn bound() -> BoundSet {
    let folders: BTreeSet<&str> = super::skill_files("skills/").map(|(folder, _)| folder).collect();
    let resolve = |label: &str| match folders.get(label) {
        Some(&"season-close") => Resolution::Hidden(label.into()),
        Some(_) => Resolution::One(label.into()),
        None => Resolution::NotResident,
    };
    bind(&sets(), resolve, 3)
}

fn kind<S>(query: &Query<S>) -> &str {
    query.kind.as_deref().unwrap_or_default()
}

fn expected(query: &Query<SkillId>) -> &[SkillId] {
    match &query.label {
        Label::Complete { expected, .. } => expected,
        Label::Partial { .. } => &[],
    }
}

#[test]
fn every_row_loads_and_only_the_hidden_skill_is_set_aside() {
    for set in sets() {
        assert_eq!(set.refused, 0, "{:?}", set.diagnostics);
        assert_eq!(set.diagnostics, [], "{}", set.path);
    }
    let bound = bound();
    assert_eq!(bound.diagnostics, []);
    assert_eq!(bound.refused, 0);
    let aside: Vec<&str> = bound.set_aside.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(aside, ["hidden-01"]);
}

#[test]
fn there_are_enough_prompts_of_every_kind() {
    let bound = bound();
    assert!(bound.queries.len() >= 120, "{}", bound.queries.len());
    let mut kinds = BTreeMap::new();
    for query in &bound.queries {
        *kinds.entry(kind(query)).or_insert(0) += 1;
    }
    for (kind, least) in [
        ("positive", 60),
        ("explicit", 12),
        ("implied", 12),
        ("boundary", 8),
        ("negative", 12),
        ("multi", 6),
        ("near-miss", 8),
        ("multi-turn", 1),
    ] {
        assert!(kinds.get(kind) >= Some(&least), "{kind}: {:?} of {least}", kinds.get(kind));
    }
}

#[test]
fn labels_say_what_their_kind_promises() {
    let bound = bound();
    for query in &bound.queries {
        let wanted = expected(query);
        let partial = matches!(query.label, Label::Partial { .. });
        match kind(query) {
            "negative" => assert!(wanted.is_empty() && !partial, "{}", query.id),
            "near-miss" => assert!(partial, "{}", query.id),
            "multi" => assert_eq!(wanted.len(), 2, "{}", query.id),
            _ => assert_eq!(wanted.len(), 1, "{}", query.id),
        }
        if kind(query) == "explicit" {
            assert!(query.prompt.contains(wanted[0].as_str()), "{} names no skill", query.id);
        }
    }
    let count = |test: fn(&Query<SkillId>) -> bool| {
        bound.queries.iter().filter(|query| test(query)).count()
    };
    assert!(count(|query| query.neutral.contains(&"customer-lookup".into())) >= 12);
    assert!(count(|query| !query.forbidden.is_empty()) >= 6);
    assert!(count(|query| kind(query) == "boundary" && !query.neutral.is_empty()) >= 6);
    assert_eq!(count(|query| query.disputed), 1);
    assert_eq!(count(|query| query.turns), 1);
    assert_eq!(count(|query| query.group.as_deref() == Some("double-charge")), 2);
    let alternatives = |query: &Query<SkillId>| matches!(&query.label, Label::Complete { alternatives, .. } if !alternatives.is_empty());
    assert_eq!(count(alternatives), 1);
}

#[test]
fn every_skill_that_can_be_picked_has_prompts_of_its_own() {
    let bound = bound();
    let mut support: BTreeMap<&str, usize> = BTreeMap::new();
    for skill in bound.queries.iter().flat_map(|query| expected(query)) {
        *support.entry(skill.as_str()).or_default() += 1;
    }
    for (folder, _) in super::skill_files("skills/").filter(|(name, _)| *name != "season-close") {
        assert!(support.get(folder) >= Some(&4), "{folder}: {:?}", support.get(folder));
    }
}
