//! One skill that is meant to be listed: its name, its text and its lines.
//!
//! Must not know how much room there is.

use crate::core::{
    listing::{
        Budget, Cause, Entry, Form, Identity, Lens, Personal, Slot, State, Unit,
        fit::{self, Item, Share},
        order::Place,
        roots::Roots,
        writing,
    },
    skill::Skill,
};

/// A skill that is meant to be listed.
pub(super) struct Meant<'a> {
    skill: &'a Skill,
    name: String,
    /// All that the harness takes of it.
    text: String,
    /// Characters, before the cut of the single entry.
    length: usize,
    frame: String,
    bare: Option<String>,
    alias: String,
}

impl<'a> Meant<'a> {
    pub fn of(skill: &'a Skill, description: &str, lens: &Lens) -> Self {
        let form = &lens.profile.listing;
        let when = form.when_to_use.as_deref().zip(skill.doc.when_to_use.as_deref());
        let text = form.escape.write(form.blanks.join(description, when));
        let length = writing::length(&text);
        let text = match form.cut {
            Some(most) => writing::cut(text, most, &form.cut_mark),
            None => text,
        };
        let name = called(skill, lens);
        let empty = String::new;
        Self { skill, name, text, length, frame: empty(), bare: None, alias: empty() }
    }

    /// Writes its lines, once its place is known.
    pub fn write(&mut self, form: &Form, roots: &mut Roots<'_>) {
        if form.entry.has(Slot::Alias) {
            self.alias = roots.alias(&self.skill.path);
        }
        self.frame = form.entry.fill(|slot| self.filled(slot, ""));
        self.bare = form.bare.as_ref().map(|bare| bare.fill(|slot| self.filled(slot, "")));
    }

    /// Its size in a unit.
    pub fn item(&self, unit: Unit) -> Item<'_> {
        Item::of(&self.text, &self.frame, self.bare.as_deref(), unit)
    }

    fn place(&self) -> Place<'_> {
        Place { name: &self.name, path: &self.skill.path }
    }

    fn filled<'b>(&'b self, slot: Slot, text: &'b str) -> &'b str {
        match slot {
            Slot::Name => &self.name,
            Slot::Text => text,
            Slot::Path => &self.skill.path,
            Slot::Alias => &self.alias,
            Slot::Scope if self.skill.is_personal() => "user",
            Slot::Scope => "project",
        }
    }

    /// What becomes of it with its share of the room.
    pub fn entry(&self, item: Item<'_>, share: Share, form: &Form, unit: Unit) -> Entry {
        let text = match share {
            Share::Whole => self.text.as_str(),
            Share::Characters(characters) => fit::first(&self.text, characters),
            Share::Name { .. } | Share::Nothing => "",
        };
        let too_long = form.cut.filter(|most| self.length > *most);
        let (state, cause) = match (share, too_long) {
            (Share::Whole, None) => (State::Whole, None),
            (Share::Whole, Some(limit)) => {
                (State::Cut, Some(Cause::TooLong { length: self.length, limit }))
            }
            (Share::Characters(kept), _) => {
                (State::Cut, Some(Cause::CutAlike { length: self.length, kept }))
            }
            (Share::Name { needs, left }, _) => {
                let alike = form.budget.as_ref().is_some_and(Budget::cuts_alike);
                let cause =
                    if alike { Cause::NoTexts } else { Cause::NoRoom { needs, left, unit } };
                (State::NameOnly, Some(cause))
            }
            (Share::Nothing, _) => (State::Omitted, Some(Cause::NoNames)),
        };
        let shown = match share {
            Share::Whole | Share::Characters(_) => form.entry.fill(|slot| self.filled(slot, text)),
            Share::Name { .. } => self.bare.clone().unwrap_or_default(),
            Share::Nothing => String::new(),
        };
        Entry {
            id: Some(self.skill.id.clone()),
            name: self.name.clone(),
            path: self.skill.path.clone(),
            state,
            cause,
            text: text.to_owned(),
            shown,
            length: self.length,
            asked: item.whole,
            bare: item.cost().bare,
            used: item.costs(share, form.budget.as_ref().map(|budget| budget.beyond), unit),
        }
    }
}

/// What the harness calls a skill to the model.
pub(super) fn called(skill: &Skill, lens: &Lens) -> String {
    let form = &lens.profile.listing;
    let name = match lens.profile.identity {
        Identity::Folder if form.names_both && skill.name != skill.folder => {
            format!("{} ({})", skill.folder, skill.name)
        }
        Identity::Folder => skill.folder.clone(),
        Identity::Name => skill.name.clone(),
    };
    match skill.plugin.as_ref().filter(|_| form.plugins) {
        Some(plugin) => format!("{plugin}:{name}"),
        None => name,
    }
}

/// In the order of the harness.
pub(super) fn sort(meant: &mut [Meant<'_>], form: &Form) {
    meant.sort_by(|a, b| form.order.compare(a.place(), b.place()));
    match form.personal {
        Personal::Mixed => {}
        Personal::First => meant.sort_by_key(|one| !one.skill.is_personal()),
        Personal::Last => meant.sort_by_key(|one| one.skill.is_personal()),
    }
    if form.plugins {
        meant.sort_by(|a, b| a.skill.plugin.cmp(&b.skill.plugin));
    }
}
