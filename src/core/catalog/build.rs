//! From read files to a catalog: copies folded, drift found, ids given.
//!
//! Must not know files: the loader says what it found and where.

use std::{collections::HashMap, sync::Arc};

use crate::core::{
    catalog::{Catalog, NotLoaded, Scope, Unusable},
    diagnostic::{Diagnostic, Severity::Warning},
    id::SkillId,
    listing::Identity,
    skill::{Skill, SkillDoc},
};

/// One file that is, or looks like, a skill.
#[derive(Clone, Debug)]
pub struct Found {
    /// Unique among all found, relative to its root, with `/`.
    pub path: String,
    /// Name of the folder that holds it.
    pub folder: String,
    pub plugin: Option<String>,
    pub place: Place,
    pub doc: Result<Arc<SkillDoc>, Vec<Diagnostic>>,
}

/// Whether the harness looks where a file lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// It does; of two skills of one identity, the lower rank is the stronger.
    Loaded { rank: usize },
    /// It does not, for this reason.
    NotLoaded { reason: String },
}

/// What makes two skills the same, and what then happens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    pub identity: Identity,
    pub lists_copies: bool,
    /// The harness's title; without one, every path stands for itself.
    pub harness: Option<String>,
}

/// Builds the catalog of `found`, in any order, without generation, digest or further findings.
///
/// Skills and ids depend on nothing but the arguments. Rows that `previous` held unchanged are
/// shared with it.
pub fn build(
    mut found: Vec<Found>,
    rules: &Rules,
    scope: Scope,
    previous: Option<&Catalog>,
) -> Catalog {
    let rank = |place: &Place| match place {
        Place::Loaded { rank } => *rank,
        Place::NotLoaded { .. } => usize::MAX,
    };
    found.sort_by(|a, b| {
        // Shallow before deep: a skill comes before what lies inside its folder or a mirror of it.
        let depth = |f: &Found| f.path.bytes().filter(|&byte| byte == b'/').count();
        (rank(&a.place), depth(a), &a.path).cmp(&(rank(&b.place), depth(b), &b.path))
    });
    let mut build =
        Build { rules, rows: Vec::new(), taken: HashMap::new(), out: Catalog::default() };
    build.out.scope = scope;
    for one in found {
        build.take(one);
    }
    build.finish(previous)
}

struct Build<'a> {
    rules: &'a Rules,
    rows: Vec<Skill>,
    /// Rows of each identity, strongest first.
    taken: HashMap<(Option<String>, String), Vec<usize>>,
    out: Catalog,
}

impl Build<'_> {
    fn take(&mut self, found: Found) {
        let doc = match found.doc {
            Ok(doc) => doc,
            Err(diagnostics) => {
                let Found { path, folder, .. } = found;
                match found.place {
                    Place::Loaded { .. } => {
                        self.out.unusable.push(Unusable { path, folder, diagnostics });
                    }
                    Place::NotLoaded { reason } => {
                        let name = folder;
                        self.out.not_loaded.push(NotLoaded { path, name, reason, shadowed: false });
                    }
                }
                return;
            }
        };
        let name = doc.name.clone().unwrap_or_else(|| found.folder.clone());
        let same = match self.rules.identity {
            Identity::Folder => found.folder.clone(),
            Identity::Name => name.clone(),
        };
        let key = (found.plugin.clone(), same);
        let rows = self.taken.get(&key).cloned().unwrap_or_default();
        let loaded = matches!(found.place, Place::Loaded { .. });

        if !(loaded && self.rules.lists_copies)
            && let Some(row) = rows.iter().find(|row| {
                let row = &self.rows[**row];
                row.name == name && same_text(&row.doc, &doc)
            })
        {
            self.fold(*row, found.path, &doc);
            return;
        }
        if let Some(first) = rows.first() {
            let finding = drift(&self.rows[*first], &name, &found.folder, &found.path);
            self.out.findings.push(finding);
        }
        let reason = match (found.place, rows.first()) {
            (Place::NotLoaded { reason }, _) => Some(reason),
            (Place::Loaded { .. }, Some(first)) if !self.rules.lists_copies => self
                .rules
                .harness
                .as_ref()
                .map(|harness| format!("{harness} takes {} instead", self.rows[*first].path)),
            (Place::Loaded { .. }, _) => None,
        };
        if let Some(reason) = reason {
            let path = found.path;
            self.out.not_loaded.push(NotLoaded { path, name, reason, shadowed: loaded });
            return;
        }
        self.taken.entry(key).or_default().push(self.rows.len());
        self.rows.push(Skill {
            id: SkillId::new(""),
            name,
            folder: found.folder,
            plugin: found.plugin,
            path: found.path,
            copies: Vec::new(),
            doc,
        });
    }

    /// Folds a copy into its row. What is wrong with the copy alone, such as what its file is
    /// called, stays a finding.
    fn fold(&mut self, row: usize, path: String, doc: &SkillDoc) {
        let known = &self.rows[row].doc.diagnostics;
        let told = |found: &&Diagnostic| known.iter().any(|known| known.code == found.code);
        self.out.findings.extend(doc.diagnostics.iter().filter(|found| !told(found)).cloned());
        // The folder of skills: the path without the skill's own folder and file.
        let above = path.rsplitn(3, '/').nth(2).unwrap_or(".").to_owned();
        match self.out.scope.folded.iter_mut().find(|(folder, _)| *folder == above) {
            Some((_, count)) => *count += 1,
            None => self.out.scope.folded.push((above, 1)),
        }
        self.rows[row].copies.push(path);
    }

    fn finish(mut self, previous: Option<&Catalog>) -> Catalog {
        let mut folders: HashMap<&str, usize> = HashMap::new();
        for row in &self.rows {
            *folders.entry(&row.folder).or_default() += 1;
        }
        let ids: Vec<SkillId> = self
            .rows
            .iter()
            .map(|row| match (folders.get(row.folder.as_str()), row.path.rsplit_once('/')) {
                (Some(2..), Some((folder, _))) => SkillId::new(folder),
                _ => SkillId::new(row.folder.as_str()),
            })
            .collect();
        let rows = self.rows.into_iter().zip(ids);
        self.out.skills = rows.map(|(row, id)| share(Skill { id, ..row }, previous)).collect();
        self.out.skills.sort_by(|a, b| (&a.id, &a.path).cmp(&(&b.id, &b.path)));
        self.out.unusable.sort_by(|a, b| a.path.cmp(&b.path));
        self.out.not_loaded.sort_by(|a, b| a.path.cmp(&b.path));
        self.out.scope.folded.sort();
        self.out.findings.sort_by(|a, b| a.path.cmp(&b.path));
        self.out
    }
}

/// The row of `previous` if nothing of it changed, so that what was computed from it is found again.
fn share(skill: Skill, previous: Option<&Catalog>) -> Arc<Skill> {
    match previous.and_then(|catalog| catalog.get(&skill.id)) {
        Some(old) if Arc::ptr_eq(&old.doc, &skill.doc) && old.is_called_as(&skill) => {
            Arc::clone(old)
        }
        _ => Arc::new(skill),
    }
}

/// Equal to the last byte; of documents without a fingerprint, equal in all that was read.
fn same_text(a: &SkillDoc, b: &SkillDoc) -> bool {
    match (a.content, b.content) {
        (Some(a), Some(b)) => a == b,
        _ => (&a.name, &a.description, &a.when_to_use) == (&b.name, &b.description, &b.when_to_use),
    }
}

fn drift(first: &Skill, name: &str, folder: &str, path: &str) -> Diagnostic {
    if first.folder == folder && first.name == name {
        let message = format!("This copy of `{name}` differs from {}.", first.path);
        let remedy = "Make one the source and generate or link the other.";
        Diagnostic::new(Warning, "copies-drift", path, message, remedy)
    } else {
        let message = format!("{} is called `{}` too.", first.path, first.name);
        let remedy = "Give every skill a name of its own.";
        Diagnostic::new(Warning, "repeated-name", path, message, remedy)
    }
}
