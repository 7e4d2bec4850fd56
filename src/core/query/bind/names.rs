//! The names of one binding, each resolved once, and what becomes of those that are not there.

use std::collections::HashMap;

use crate::core::{
    catalog::Resolution,
    diagnostic::{Diagnostic, Severity},
    id::SkillId,
    query::{Label, Query, bind::oddities::at},
};

/// The names of the files, resolved once each.
pub(super) struct Names<'a, R> {
    resolve: R,
    known: HashMap<&'a str, Resolution>,
    /// Order, rows and first row of each absent name that costs no row, by file and name.
    absent: HashMap<(&'a str, &'a str), (usize, usize, &'a Query)>,
    /// Such names of the row at hand.
    missed: Vec<&'a str>,
}

impl<'a, R: Fn(&str) -> Resolution> Names<'a, R> {
    pub(super) fn new(resolve: R) -> Self {
        Self { resolve, known: HashMap::new(), absent: HashMap::new(), missed: Vec::new() }
    }

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
    pub(super) fn row(&mut self, row: &'a Query) -> Result<Query<SkillId>, String> {
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
    pub(super) fn notes(self) -> Vec<Diagnostic> {
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

fn reason(name: &str, found: &Resolution) -> String {
    match found {
        Resolution::One(id) => format!("`{id}` can be picked."),
        Resolution::Hidden(id) => format!("`{id}` is hidden from the model."),
        Resolution::NotResident => format!("`{name}` is not resident here."),
        Resolution::Many(ids) => format!("`{name}` names {} skills: {}.", ids.len(), list(ids)),
    }
}

fn add(ids: &mut Vec<SkillId>, id: SkillId) {
    if !ids.contains(&id) {
        ids.push(id);
    }
}

fn list(ids: &[SkillId]) -> String {
    ids.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ")
}
