//! What differs between two catalogs, skill by skill.

use std::sync::Arc;

use serde::Serialize;

use crate::core::{catalog::Catalog, id::SkillId, skill::Skill};

/// What happened to the skills between two catalogs; each list in id order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CatalogDiff {
    pub added: Vec<SkillId>,
    pub removed: Vec<SkillId>,
    pub changed: Vec<(SkillId, Fields)>,
}

/// Which parts of a skill differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Fields {
    pub name: bool,
    pub description: bool,
    pub when_to_use: bool,
    /// Hidden from the model or no longer so.
    pub hidden: bool,
    /// The file or its copies moved.
    pub path: bool,
    /// Its diagnoses, or whether it had to be recovered.
    pub health: bool,
    /// Anything else in the file, most often the body.
    pub rest: bool,
}

impl Fields {
    /// True if the listing or the routing text differs, so that choices may.
    pub fn routing(self) -> bool {
        self.name || self.description || self.when_to_use || self.hidden
    }
}

impl CatalogDiff {
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }

    /// Skills whose listing entry differs, and those that came or went; in no order.
    pub fn routed(&self) -> impl Iterator<Item = &SkillId> {
        let changed = self.changed.iter().filter(|(_, fields)| fields.routing());
        changed.map(|(id, _)| id).chain(&self.added).chain(&self.removed)
    }
}

/// What happened from `old` to `new`; linear in both.
pub fn diff(old: &Catalog, new: &Catalog) -> CatalogDiff {
    let mut out = CatalogDiff::default();
    let (mut before, mut after) = (old.skills.iter().peekable(), new.skills.iter().peekable());
    loop {
        match (before.peek(), after.peek()) {
            (None, None) => return out,
            (Some(a), Some(b)) if a.id == b.id => {
                if !Arc::ptr_eq(a, b)
                    && let Some(fields) = fields(a, b)
                {
                    out.changed.push((b.id.clone(), fields));
                }
                before.next();
                after.next();
            }
            (Some(a), Some(b)) if a.id < b.id => {
                out.removed.push(a.id.clone());
                before.next();
            }
            (Some(a), None) => {
                out.removed.push(a.id.clone());
                before.next();
            }
            (_, Some(b)) => {
                out.added.push(b.id.clone());
                after.next();
            }
        }
    }
}

fn fields(a: &Skill, b: &Skill) -> Option<Fields> {
    let (old, new) = (&a.doc, &b.doc);
    let mut fields = Fields {
        name: (&a.name, &a.plugin) != (&b.name, &b.plugin),
        description: old.description != new.description,
        when_to_use: old.when_to_use != new.when_to_use,
        hidden: a.hidden() != b.hidden(),
        path: (&a.path, &a.copies) != (&b.path, &b.copies),
        health: (old.lenient, &old.diagnostics) != (new.lenient, &new.diagnostics),
        rest: false,
    };
    // A file that nobody took the fingerprint of is not known to differ.
    let others = old.content.zip(new.content).is_some_and(|(old, new)| old != new);
    fields.rest = others && !fields.routing();
    (fields != Fields::default()).then_some(fields)
}
