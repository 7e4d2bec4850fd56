//! From a snapshot and a lens to the text that the model is shown, skill by skill.

use std::collections::HashMap;

use crate::core::{
    diagnostic::{Diagnostic, Severity},
    id::SkillId,
    listing::{
        Budget, Cause, Disclosed, Lens, Limits, Remedy, State,
        fit::{self, Item, Share},
        meant::{Meant, called, sort},
        roots::Roots,
        writing,
    },
    skill::Skill,
    snapshot::Snapshot,
};

/// What one harness shows one model of a snapshot.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    pub lens: Lens,
    /// First what is listed, in its order; then what is not, by path. Every skill and file of the
    /// catalog stands here once, muted skills apart.
    pub entries: Vec<Entry>,
    /// How many of them are meant to be listed.
    pub meant: usize,
    pub limits: Limits,
    /// What all entries would take whole, in units of the limits.
    pub asked: usize,
    /// What is taken. More than the limit only where even the bare names take more.
    pub used: usize,
    /// The smallest changes with which everything would fit; `None` where everything does.
    pub remedy: Option<Remedy>,
    /// Names that stand in one line behind the entries, without what stands before them.
    pub(super) named: Option<String>,
    /// Before the first entry: the numbered roots, where entries speak of them.
    pub(super) roots: String,
    /// Positions of the entries that are skills.
    places: HashMap<SkillId, usize>,
}

/// What becomes of one skill.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// `None` for a file that is no skill of the catalog.
    pub id: Option<SkillId>,
    /// As the harness names it to the model.
    pub name: String,
    pub path: String,
    pub state: State,
    /// `None` where it is shown whole.
    pub cause: Option<Cause>,
    /// What the model reads of the text; empty where it reads none.
    pub text: String,
    /// Its line or lines as the model reads them; empty where it has none of its own.
    pub shown: String,
    /// Characters of all that the harness takes of it, before any cut.
    pub length: usize,
    /// What its line takes whole, its line end included.
    pub asked: usize,
    /// What the name alone takes.
    pub bare: usize,
    pub used: usize,
}

/// Lists a snapshot as a harness does. Depends on nothing but the arguments, and not on the order
/// of the skills in the catalog.
pub fn list(snapshot: &Snapshot, lens: &Lens) -> Listing {
    let form = &lens.profile.listing;
    let limits @ Limits { limit, unit } = lens.limits();
    let (mut meant, mut rest) = part(snapshot, lens);
    sort(&mut meant, form);
    rest.sort_by(|a, b| a.path.cmp(&b.path));
    let mut roots = Roots::of(lens);
    for one in &mut meant {
        one.write(form, &mut roots);
    }
    let items: Vec<Item<'_>> = meant.iter().map(|one| one.item(unit)).collect();
    let shares = match (limit, &form.budget) {
        (Some(limit), Some(budget)) => fit::fit(&items, budget.beyond, limit, unit),
        _ => vec![Share::Whole; items.len()],
    };
    let mut entries: Vec<Entry> = meant
        .iter()
        .zip(&items)
        .zip(&shares)
        .map(|((one, item), share)| one.entry(*item, *share, form, unit))
        .collect();
    let sum = |of: fn(&Entry) -> usize| {
        entries.iter().map(of).sum::<usize>().saturating_sub(unit.surplus())
    };
    let (asked, used) = (sum(|entry| entry.asked), sum(|entry| entry.used));
    let remedy =
        limit.filter(|limit| asked > *limit).map(|limit| Remedy::of(&items, asked, limit, lens));
    let named = entries.iter().filter(|entry| entry.state == State::NameOnly);
    let named: Vec<&str> =
        named.filter(|entry| entry.shown.is_empty()).map(|entry| entry.name.as_str()).collect();
    let named = (!named.is_empty()).then(|| named.join(", "));
    let meant = entries.len();
    entries.append(&mut rest);
    let roots = roots.text();
    let lens = lens.clone();
    let skills = entries.iter().enumerate();
    let places = skills.filter_map(|(at, entry)| Some((entry.id.clone()?, at))).collect();
    Listing { lens, entries, meant, limits, asked, used, remedy, named, roots, places }
}

/// What is meant to be listed, and what is not.
fn part<'a>(snapshot: &'a Snapshot, lens: &Lens) -> (Vec<Meant<'a>>, Vec<Entry>) {
    let (mut meant, mut rest) = (Vec::new(), Vec::new());
    for resident in snapshot.all() {
        let skill = &**resident.skill;
        match kept_out(skill, resident.description, lens) {
            None => meant.push(Meant::of(skill, resident.description, lens)),
            Some(why) => {
                let id = Some(skill.id.clone());
                rest.push(Entry::unlisted(id, called(skill, lens), &skill.path, why));
            }
        }
    }
    for file in &snapshot.catalog.unusable {
        let why = (State::Rejected, unreadable(file.diagnostics.first()));
        rest.push(Entry::unlisted(None, file.folder.clone(), &file.path, why));
    }
    for file in &snapshot.catalog.not_loaded {
        let state = if file.shadowed { State::Shadowed } else { State::NotLoaded };
        let why = (state, Cause::Elsewhere(file.reason.clone()));
        rest.push(Entry::unlisted(None, file.name.clone(), &file.path, why));
    }
    (meant, rest)
}

/// Why a harness does not list a skill that it has read; `None` where it does.
fn kept_out(skill: &Skill, description: &str, lens: &Lens) -> Option<(State, Cause)> {
    let form = &lens.profile.listing;
    if skill.hidden() && form.hides {
        return Some((State::Hidden, Cause::Hidden));
    }
    let grave = |fault: &&Diagnostic| {
        fault.severity == Severity::Error && !form.recovers.iter().any(|code| *code == fault.code)
    };
    let fault = skill.doc.diagnostics.iter().find(grave).filter(|_| skill.doc.lenient);
    let length = writing::length(description);
    let cause = if fault.is_some() {
        unreadable(fault)
    } else if form.needs_name && skill.doc.name.is_none() {
        Cause::Nameless
    } else {
        let limit = form.longest.filter(|longest| length > *longest)?;
        Cause::Unwelcome { length, limit }
    };
    Some((State::Rejected, cause))
}

fn unreadable(fault: Option<&Diagnostic>) -> Cause {
    match fault {
        Some(fault) => Cause::Unreadable(fault.clone()),
        None => Cause::Elsewhere("it cannot be read".to_owned()),
    }
}

impl Listing {
    /// The skills' part of what the model reads, without the harness's own words around it.
    pub fn text(&self) -> String {
        let (mut text, behind) = self.frame();
        for entry in self.entries.iter().filter(|entry| !entry.shown.is_empty()) {
            text.push_str(&entry.shown);
            text.push('\n');
        }
        text + &behind
    }

    /// What stands before the first entry and behind the last, with line ends.
    pub fn frame(&self) -> (String, String) {
        let form = &self.lens.profile.listing;
        let line = |named: &String| format!("{}{named}\n", form.named);
        let named = self.named.as_ref().map_or_else(String::new, line);
        (format!("{}{}", self.roots, form.head), format!("{named}{}", form.foot))
    }

    pub fn entry(&self, id: &SkillId) -> Option<&Entry> {
        self.entries.get(self.position(id)?)
    }

    /// Position of a skill in the entries.
    pub fn position(&self, id: &SkillId) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// What became of a skill; `None` for one that is muted or not in the catalog.
    pub fn state(&self, id: &SkillId) -> Option<State> {
        self.entry(id).map(|entry| entry.state)
    }

    /// What became of each skill that is not muted.
    pub fn disclosed(&self) -> Disclosed {
        let skills = self.entries.iter().filter_map(|entry| Some((entry.id.clone()?, entry.state)));
        skills.collect()
    }

    /// How many entries are in a state.
    pub fn count(&self, state: State) -> usize {
        self.entries.iter().filter(|entry| entry.state == state).count()
    }

    /// Entries with more text than the harness shows of any, whatever the budget does to them.
    pub fn too_long(&self) -> usize {
        let most = self.lens.profile.listing.cut.unwrap_or(usize::MAX);
        self.entries.iter().filter(|entry| entry.length > most).count()
    }

    pub fn budget(&self) -> Option<&Budget> {
        self.lens.profile.listing.budget.as_ref()
    }
}

impl Entry {
    fn unlisted(id: Option<SkillId>, name: String, path: &str, why: (State, Cause)) -> Self {
        Self {
            id,
            name,
            path: path.to_owned(),
            state: why.0,
            cause: Some(why.1),
            text: String::new(),
            shown: String::new(),
            length: 0,
            asked: 0,
            bare: 0,
            used: 0,
        }
    }
}
