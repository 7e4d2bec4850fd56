//! The rows of the skill list, worst first: what cannot be seen at all, then what collides.
//!
//! Must not know how rows are drawn.

use std::collections::HashMap;

use crate::core::{
    diagnostic::Severity,
    id::SkillId,
    lint::{Finding, Level},
    workbench::state::State,
};

/// One row of the skill list.
#[derive(Clone, Debug, PartialEq)]
pub struct Trouble {
    pub key: RowKey,
    /// As it is written in the file, not made safe for a screen.
    pub name: String,
    pub kind: TroubleKind,
    /// Overlap with the nearest rival; `None` where there is none or the skill does not compete.
    pub ratio: Option<f64>,
    pub nearest: Option<SkillId>,
    /// Skills whose triggers it claims more than in passing; 0 as long as nobody knows.
    pub claims: usize,
    /// Errors, then warnings, that the rules find of it; as long as nobody has looked, those that
    /// reading the file has told.
    pub findings: (usize, usize),
}

/// What identifies a row through reloads.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RowKey {
    Skill(SkillId),
    /// Path of a file that is no usable skill, or that the harness does not load.
    File(String),
}

/// Why a row stands where it stands; in this order in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TroubleKind {
    /// The file cannot be used.
    Unusable,
    /// Read by the lenient second reading; some harnesses drop it.
    Rejected,
    /// Not loaded by the harness of the view.
    NotLoaded,
    /// In the listing of the harness by name alone, or not even so.
    Dropped,
    /// Offered to the model.
    Resident,
    /// Never offered to the model, by its own wish.
    Hidden,
    /// Taken out for a while.
    Muted,
}

impl RowKey {
    pub fn skill(&self) -> Option<&SkillId> {
        match self {
            Self::Skill(id) => Some(id),
            Self::File(_) => None,
        }
    }
}

/// The rows of a state: by kind; those that claim most first, then by overlap, then by name.
pub fn rows(state: &State) -> Vec<Trouble> {
    let catalog = &state.snapshot.catalog;
    let mut claims = vec![0; state.lexicon.len()];
    let known = state.lexicon.known_claims().unwrap_or_default();
    for claim in known.iter().filter(|claim| claim.is_broad()) {
        claims[claim.by] += 1; // A position of this lexicon.
    }
    let linted = state.linting.known().map(by_skill);
    let mut rows = Vec::with_capacity(catalog.skills.len() + catalog.unusable.len());
    for unusable in &catalog.unusable {
        rows.push(Trouble {
            key: RowKey::File(unusable.path.clone()),
            name: unusable.folder.clone(),
            kind: TroubleKind::Unusable,
            ratio: None,
            nearest: None,
            claims: 0,
            findings: count(unusable.diagnostics.iter().map(|found| found.severity)),
        });
    }
    for skill in &catalog.skills {
        let listed = state.listing.as_ref().and_then(|listing| listing.state(&skill.id));
        let muted = state.snapshot.muted.contains(&skill.id);
        let at = state.lexicon.position(&skill.id);
        let row = at.and_then(|at| state.lexicon.neighbourhood().rows.get(at));
        rows.push(Trouble {
            key: RowKey::Skill(skill.id.clone()),
            name: skill.name.clone(),
            kind: match () {
                () if muted => TroubleKind::Muted,
                () if skill.doc.lenient => TroubleKind::Rejected,
                () if skill.hidden() => TroubleKind::Hidden,
                () if listed.is_some_and(|state| !state.is_described()) => TroubleKind::Dropped,
                () => TroubleKind::Resident,
            },
            ratio: row.and_then(|row| row.ratio()),
            nearest: row
                .and_then(|row| row.nearest())
                .map(|rival| state.lexicon.id(rival.index).clone()),
            claims: at.and_then(|at| claims.get(at)).copied().unwrap_or(0),
            findings: match &linted {
                Some(linted) => linted.get(&skill.id).copied().unwrap_or_default(),
                None => count(skill.doc.diagnostics.iter().map(|found| found.severity)),
            },
        });
    }
    for outside in &catalog.not_loaded {
        rows.push(Trouble {
            key: RowKey::File(outside.path.clone()),
            name: outside.name.clone(),
            kind: TroubleKind::NotLoaded,
            ratio: None,
            nearest: None,
            claims: 0,
            findings: (0, 0),
        });
    }
    rows.sort_by(|a, b| {
        a.kind
            .cmp(&b.kind)
            .then_with(|| b.claims.cmp(&a.claims))
            .then_with(|| b.ratio.unwrap_or(-1.0).total_cmp(&a.ratio.unwrap_or(-1.0)))
            .then_with(|| (&a.name, &a.key).cmp(&(&b.name, &b.key)))
    });
    rows
}

/// Errors, then warnings, of each skill.
fn by_skill(found: &[Finding]) -> HashMap<&SkillId, (usize, usize)> {
    let mut counts: HashMap<&SkillId, (usize, usize)> = HashMap::new();
    for (id, level) in found.iter().filter_map(|one| Some((one.skill.as_ref()?, one.level))) {
        let (errors, warnings) = counts.entry(id).or_default();
        *errors += usize::from(level == Level::Error);
        *warnings += usize::from(level == Level::Warn);
    }
    counts
}

fn count(severities: impl Iterator<Item = Severity>) -> (usize, usize) {
    severities.fold((0, 0), |(errors, warnings), severity| match severity {
        Severity::Error => (errors + 1, warnings),
        Severity::Warning => (errors, warnings + 1),
        Severity::Note => (errors, warnings),
    })
}
