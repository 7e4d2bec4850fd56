use super::*;
use crate::core::{id::SkillId, query::Label};

/// `a`, `b`, `c` are there, `also-a` is a second name of `a`, `h` is hidden, `two` is both
/// `b` and `c`.
fn resolve(name: &str) -> Resolution {
    match name {
        "a" | "b" | "c" => Resolution::One(name.into()),
        "also-a" => Resolution::One("a".into()),
        "h" => Resolution::Hidden("h".into()),
        "two" => Resolution::Many(vec!["b".into(), "c".into()]),
        _ => Resolution::NotResident,
    }
}

fn bound(rows: &[&str]) -> BoundSet {
    bind(&[QuerySet::read("q.jsonl", &rows.join("\n"), None)], resolve, 2)
}

fn ids(skills: &[&str]) -> Vec<SkillId> {
    skills.iter().map(|skill| SkillId::from(*skill)).collect()
}

fn told(set: &BoundSet) -> Vec<(&str, Option<u32>)> {
    set.diagnostics.iter().map(|told| (&*told.code, told.line)).collect()
}

#[test]
fn names_become_ids_and_doubles_fall_together() {
    let set = bound(&[
        r#"{"id": "q", "prompt": "p", "expected_skills": ["also-a", "a", "b"], "optional_skills": ["c"], "kind": "multi", "group": "g"}"#,
    ]);
    let query = &set.queries[0];
    let expected = ids(&["a", "b"]);
    assert_eq!(query.label, Label::Complete { expected, alternatives: vec![] });
    assert_eq!((&query.neutral, query.id.as_str()), (&ids(&["c"]), "q"));
    assert_eq!((query.kind.as_deref(), query.group.as_deref()), (Some("multi"), Some("g")));
    assert_eq!((told(&set), set.set_aside.len()), (vec![], 0));
}

#[test]
fn rows_that_need_what_is_not_there_are_set_aside_with_the_reason() {
    let set = bound(&[
        r#"{"id": "1", "prompt": "p", "expected_skill": "h"}"#,
        r#"{"id": "2", "prompt": "p", "expected_skills": ["a", "gone"]}"#,
        r#"{"id": "3", "prompt": "p", "expected_skill": "two"}"#,
        r#"{"id": "4", "prompt": "p", "not_skills": ["gone"]}"#,
        r#"{"id": "5", "prompt": "p", "not_skills": ["h", "b"]}"#,
        r#"{"id": "6", "prompt": "p", "expected_skills": []}"#,
        r#"{"id": "7", "prompt": "p", "expected_skills": [], "not_skills": ["two"]}"#,
        r#"{"id": "8", "prompt": "p", "not_skills": ["gone", "h"]}"#,
    ]);
    let aside: Vec<(&str, &str)> =
        set.set_aside.iter().map(|row| (row.id.as_str(), row.reason.as_str())).collect();
    assert_eq!(
        aside,
        [
            ("1", "`h` is hidden from the model."),
            ("2", "`gone` is not resident here."),
            ("3", "`two` names 2 skills: `b`, `c`."),
            ("4", "`gone` is not resident here."),
            ("7", "`two` names 2 skills: `b`, `c`."),
            ("8", "None of the skills that it speaks of is resident here."),
        ]
    );
    assert_eq!(set.queries.len(), 2);
    let must_not = ids(&["b"]);
    assert_eq!(set.queries[0].label, Label::Partial { should: vec![], must_not });
    assert_eq!(set.set_aside[2].source.line, 3);
}

#[test]
fn absent_helpers_are_noted_once_and_the_rows_stay() {
    let set = bound(&[
        r#"{"prompt": "p", "expected_skill": "a", "optional_skills": ["gone"]}"#,
        r#"{"prompt": "q", "expected_skill": "a", "not_skills": ["gone", "c"]}"#,
        r#"{"prompt": "r", "expected_skill": "a", "alternatives": ["h"]}"#,
    ]);
    assert_eq!(told(&set), [("absent-skill", Some(1)), ("absent-skill", Some(3))]);
    assert!(set.diagnostics[0].message.contains("2 rows"), "{}", set.diagnostics[0]);
    assert_eq!(set.queries.len(), 3);
    assert_eq!(set.queries[1].forbidden, ids(&["c"]));
}

#[test]
fn two_names_of_one_skill_cannot_contradict_each_other() {
    let set = bound(&[
        r#"{"prompt": "p", "expected_skill": "a", "not_skills": ["also-a"]}"#,
        r#"{"prompt": "p", "expected_skill": "a", "optional_skills": ["also-a"]}"#,
        r#"{"prompt": "p", "not_skills": ["a"], "optional_skills": ["also-a"]}"#,
    ]);
    assert_eq!((set.refused, set.queries.len()), (3, 0));
    assert_eq!(told(&set)[2], ("conflicting-names", Some(3)));
}

#[test]
fn ids_of_two_files_are_kept_apart() {
    let text = "{\"id\": \"1\", \"prompt\": \"p\", \"expected_skill\": \"a\"}";
    let sets = ["x.jsonl", "y.jsonl", "y.jsonl"].map(|path| QuerySet::read(path, text, None));
    let set = bind(&sets, resolve, 3);
    let ids: Vec<&str> = set.queries.iter().map(|query| query.id.as_str()).collect();
    assert_eq!(ids, ["1", "y.jsonl:1", "y.jsonl:1#2"]);
    // The ids stay when the first file's row cannot be scored any more.
    let gone = QuerySet::read("x.jsonl", &text.replace("\"a\"", "\"h\""), None);
    let set = bind(&[gone, sets[1].clone()], resolve, 3);
    assert_eq!((set.set_aside[0].id.as_str(), set.queries[0].id.as_str()), ("1", "y.jsonl:1"));
}

#[test]
fn oddities_of_bound_rows_are_warnings() {
    let set = bound(&[
        r#"{"id": "1", "prompt": "same  prompt", "expected_skill": "a"}"#,
        r#"{"id": "2", "prompt": "same prompt", "expected_skill": "also-a"}"#,
        r#"{"id": "3", "prompt": "same prompt", "expected_skill": "b"}"#,
        r#"{"id": "4", "prompt": "same prompt", "not_skills": ["a"]}"#,
        r#"{"id": "5", "prompt": "all three", "expected_skills": ["a", "b", "c"]}"#,
    ]);
    assert_eq!(
        told(&set),
        [("more-than-the-budget", Some(5)), ("two-labels-for-a-prompt", Some(3))]
    );
    assert_eq!((set.queries.len(), set.refused), (5, 0));
}

#[test]
fn drafts_are_drafts_only_when_nothing_else_is_there() {
    let draft = r#"{"prompt": "p", "expected_skill": "a", "origin": "drafted"}"#;
    let real = r#"{"prompt": "p", "expected_skill": "a"}"#;
    assert!(bound(&[draft]).drafts);
    assert!(!bound(&[draft, real]).drafts);
    assert!(!bound(&[]).drafts);
}
