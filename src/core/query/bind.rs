//! Labels as written to labels of one catalog: which rows can be scored here, and why others not.
//!
//! Must not know formats or probes. What a name means is told by the caller's `resolve`.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use crate::core::{
    catalog::Resolution,
    diagnostic::{Diagnostic, Severity},
    id::SkillId,
    query::{BoundSet, Label, Origin, Query, QuerySet, SetAside, unit},
};

/// Binds the rows of several files, in their order, to one catalog.
///
/// * A row that expects a hidden or absent skill is set aside with the reason; so is a row in which
///   any name means several skills equally well.
/// * Neutral helpers, alternatives and forbidden skills that are absent are noted once a file and
///   name, and the row stays: nobody can engage them.
/// * A partial row stays as long as one of the skills it speaks about is there.
/// * An id used in two files gets the later file's path in front.
/// * `max_turns` is the budget of engagements: a row that expects more can never be reached.
///
/// Linear in the rows; every distinct name is resolved once.
pub fn bind(sets: &[QuerySet], resolve: impl Fn(&str) -> Resolution, max_turns: u32) -> BoundSet {
    let mut bound = BoundSet {
        drafts: sets.iter().any(|set| !set.queries.is_empty())
            && sets.iter().flat_map(|set| &set.queries).all(|row| row.origin == Origin::Drafted),
        ..BoundSet::default()
    };
    let mut names =
        Names { resolve, known: HashMap::new(), absent: HashMap::new(), missed: Vec::new() };
    let mut ids = HashSet::new();
    for set in sets {
        bound.refused += set.refused;
        bound.diagnostics.extend(set.diagnostics.iter().cloned());
        for row in &set.queries {
            let mut query = match names.row(row) {
                Ok(query) => query,
                Err(reason) => {
                    let (id, source) = (row.id.clone(), row.source.clone());
                    bound.set_aside.push(SetAside { id, source, reason });
                    continue;
                }
            };
            if let Some(skill) = conflict(&query) {
                bound.refused += 1;
                bound.diagnostics.push(conflicting(row, skill));
                continue;
            }
            query.id = free_id(&ids, row);
            ids.insert(query.id.clone());
            bound.diagnostics.extend(too_large(&query, max_turns));
            bound.queries.push(Arc::new(query));
        }
    }
    bound.diagnostics.extend(names.notes());
    bound.diagnostics.extend(unlike_twins(&bound.queries));
    bound
}

/// The names of the files, resolved once each.
struct Names<'a, R> {
    resolve: R,
    known: HashMap<&'a str, Resolution>,
    /// Order, rows and first row of each absent name that costs no row, by file and name.
    absent: HashMap<(&'a str, &'a str), (usize, usize, &'a Query)>,
    /// Such names of the row at hand.
    missed: Vec<&'a str>,
}

impl<'a, R: Fn(&str) -> Resolution> Names<'a, R> {
    fn of(&mut self, name: &'a str) -> &Resolution {
        self.known.entry(name).or_insert_with(|| (self.resolve)(name))
    }

    /// Skills that the label needs.
    fn needed(&mut self, names: &'a [String]) -> Result<Vec<SkillId>, String> {
        let mut ids = Vec::with_capacity(names.len());
        for name in names {
            match self.of(name) {
                Resolution::One(id) => add(&mut ids, id.clone()),
                other => return Err(reason(name, other)),
            }
        }
        Ok(ids)
    }

    /// Skills that the row can do without.
    fn wished(&mut self, names: &'a [String]) -> Result<Vec<SkillId>, String> {
        let mut ids = Vec::with_capacity(names.len());
        for name in names {
            match self.of(name) {
                Resolution::One(id) => add(&mut ids, id.clone()),
                several @ Resolution::Many(_) => return Err(reason(name, several)),
                Resolution::Hidden(_) | Resolution::NotResident => {
                    self.missed.push(name);
                }
            }
        }
        Ok(ids)
    }

    /// The bound row, its id still to be given; or why it is set aside.
    fn row(&mut self, row: &'a Query) -> Result<Query<SkillId>, String> {
        self.missed.clear();
        let query = self.bind(row)?;
        for name in self.missed.drain(..) {
            let order = self.absent.len();
            let key = (row.source.path.as_str(), name);
            self.absent.entry(key).or_insert((order, 0, row)).1 += 1;
        }
        Ok(query)
    }

    fn bind(&mut self, row: &'a Query) -> Result<Query<SkillId>, String> {
        let label = match &row.label {
            Label::Complete { expected, alternatives } => Label::Complete {
                expected: self.needed(expected)?,
                alternatives: self.wished(alternatives)?,
            },
            Label::Partial { should, must_not } => {
                let should = self.needed(should)?;
                let left = match must_not.as_slice() {
                    // With its only skill absent, the row would say nothing.
                    [only] if should.is_empty() => self.needed(std::slice::from_ref(only))?,
                    several => self.wished(several)?,
                };
                if should.is_empty() && left.is_empty() {
                    return Err("None of the skills that it speaks of is resident here.".to_owned());
                }
                Label::Partial { should, must_not: left }
            }
        };
        Ok(Query {
            neutral: self.wished(&row.neutral)?,
            forbidden: self.wished(&row.forbidden)?,
            kind: row.kind.clone(),
            origin: row.origin,
            group: row.group.clone(),
            disputed: row.disputed,
            turns: row.turns,
            workspace: row.workspace.clone(),
            source: row.source.clone(),
            ..Query::new("", row.prompt.clone(), label)
        })
    }

    /// What was said about absent skills, in the order in which they were met.
    fn notes(self) -> Vec<Diagnostic> {
        let mut absent: Vec<_> = self.absent.into_iter().collect();
        absent.sort_by_key(|(_, (order, ..))| *order);
        let note = |((_, name), (_, rows, first)): ((&str, &str), (usize, usize, &Query))| {
            let rows = if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
            at(
                first,
                Severity::Note,
                "absent-skill",
                format!("`{name}` is not resident here; it was left out of {rows}."),
                "Check the name; the rows themselves count.",
            )
        };
        absent.into_iter().map(note).collect()
    }
}

/// A skill that two names make both right and neutral, or both one of these and forbidden.
fn conflict(query: &Query<SkillId>) -> Option<&SkillId> {
    let (right, wrong): (Vec<&SkillId>, &[SkillId]) = match &query.label {
        Label::Complete { expected, alternatives } => {
            (expected.iter().chain(alternatives).collect(), &query.forbidden)
        }
        Label::Partial { should, must_not } => (should.iter().collect(), must_not),
    };
    let neutral = &query.neutral;
    right
        .into_iter()
        .find(|skill| neutral.contains(skill) || wrong.contains(skill))
        .or_else(|| neutral.iter().find(|skill| wrong.contains(skill)))
}

/// The row's id, made unique by its file's path and, should that not do, by a number.
fn free_id(taken: &HashSet<String>, row: &Query) -> String {
    let with_path = || format!("{}:{}", row.source.path, row.id);
    std::iter::once(row.id.clone())
        .chain(std::iter::once_with(with_path))
        .chain((2..=usize::MAX).map(|n| format!("{}#{n}", with_path())))
        .find(|id| !taken.contains(id))
        .unwrap_or_default()
}

fn conflicting(row: &Query, skill: &SkillId) -> Diagnostic {
    at(
        row,
        Severity::Error,
        "conflicting-names",
        format!("Two names of the row mean `{skill}`, once as right and once as not."),
        "Take one of the two names out.",
    )
}

fn reason(name: &str, found: &Resolution) -> String {
    match found {
        Resolution::One(id) => format!("`{id}` can be picked."),
        Resolution::Hidden(id) => format!("`{id}` is hidden from the model."),
        Resolution::NotResident => format!("`{name}` is not resident here."),
        Resolution::Many(ids) => format!("`{name}` names {} skills: {}.", ids.len(), list(ids)),
    }
}

/// A warning for a row that the budget can never satisfy.
fn too_large(query: &Query<SkillId>, max_turns: u32) -> Option<Diagnostic> {
    let Label::Complete { expected, .. } = &query.label else { return None };
    let more = u32::try_from(expected.len()).unwrap_or(u32::MAX) > max_turns;
    more.then(|| {
        at(
            query,
            Severity::Warning,
            "more-than-the-budget",
            format!(
                "The row expects {} skills, and a probe ends after {max_turns}.",
                expected.len()
            ),
            "Raise max_turns, or split the row.",
        )
    })
}

/// Warnings for rows with the same prompt and different complete labels. Drafts are exempt: that
/// two skills claim one phrase is what they are there to show.
fn unlike_twins(rows: &[Arc<Query<SkillId>>]) -> Vec<Diagnostic> {
    let mut first: HashMap<_, (&Query<SkillId>, _)> = HashMap::new();
    let mut told = Vec::new();
    for row in rows.iter().filter(|row| row.origin != Origin::Drafted) {
        let Label::Complete { expected, alternatives } = &row.label else { continue };
        let sorted = |skills: &[SkillId]| {
            let mut skills = skills.to_vec();
            skills.sort_unstable();
            skills
        };
        let label = (sorted(expected), sorted(alternatives));
        let (twin, other) =
            first.entry(unit::one_blank(&row.prompt)).or_insert((row, label.clone()));
        if *other != label {
            told.push(at(
                row,
                Severity::Warning,
                "two-labels-for-a-prompt",
                format!(
                    "`{}` has the prompt of `{}` ({}:{}) and another label.",
                    row.id, twin.id, twin.source.path, twin.source.line
                ),
                "Both count; mark one `disputed`, or give them `alternatives`.",
            ));
        }
    }
    told
}

fn at<S>(
    row: &Query<S>,
    severity: Severity,
    code: &'static str,
    message: String,
    remedy: &str,
) -> Diagnostic {
    let mut told = Diagnostic::new(severity, code, row.source.path.clone(), message, remedy);
    told.line = (row.source.line > 0).then_some(row.source.line);
    told
}

fn add(ids: &mut Vec<SkillId>, id: SkillId) {
    if !ids.contains(&id) {
        ids.push(id);
    }
}

fn list(ids: &[SkillId]) -> String {
    ids.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
