//! What a query set is made of.
//!
//! Counts of rows and units, no outcomes. Must not know how they are shown.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use serde::Serialize;

use crate::core::{
    id::SkillId,
    lexical::Lexicon,
    query::{
        BoundSet, Label, Origin, Query,
        difficulty::{self, Band},
        unit::{Unit, one_blank},
    },
};

/// What a label says, by form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Form {
    /// One skill should engage, and no other.
    One,
    /// One skill or one of its alternatives.
    Alternatives,
    /// Several skills should all engage.
    Several,
    /// No skill should engage.
    Nobody,
    /// Some skill should engage; nothing is said of others.
    Should,
    /// Some skill should stay quiet; nothing is said of others.
    MustNot,
}

impl Form {
    pub fn of<S>(label: &Label<S>) -> Self {
        match label {
            Label::Complete { expected, .. } if expected.is_empty() => Self::Nobody,
            Label::Complete { expected, .. } if expected.len() > 1 => Self::Several,
            Label::Complete { alternatives, .. } if alternatives.is_empty() => Self::One,
            Label::Complete { .. } => Self::Alternatives,
            Label::Partial { should, .. } if should.is_empty() => Self::MustNot,
            Label::Partial { .. } => Self::Should,
        }
    }
}

/// What the rows say about one skill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SkillRows {
    /// Rows that want it.
    pub wanted: usize,
    /// Independent draws among them.
    pub units: usize,
    /// Rows in which it is an alternative.
    pub alternative: usize,
    /// Rows in which it is a neutral helper.
    pub neutral: usize,
    /// Rows that rule it out by name.
    pub ruled_out: usize,
}

/// Counts of a bound set. Every map covers what occurs and nothing else, but for the skills: all
/// residents are there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stats {
    pub rows: usize,
    pub units: usize,
    /// Rows whose prompt an earlier row has.
    pub repeated: usize,
    pub disputed: usize,
    pub with_turns: usize,
    pub with_workspace: usize,
    pub set_aside: usize,
    pub refused: usize,
    pub forms: BTreeMap<Form, usize>,
    /// Rows without a kind stand under an empty name.
    pub kinds: BTreeMap<String, usize>,
    pub origins: BTreeMap<Origin, usize>,
    pub skills: BTreeMap<SkillId, SkillRows>,
    /// Rows that want a resident skill, by the lexical rank of the easiest one.
    pub difficulty: BTreeMap<Band, usize>,
}

impl Stats {
    /// Counts the rows of a set that was bound to the skills of `lexicon`.
    pub fn of(bound: &BoundSet, lexicon: &Lexicon) -> Self {
        let rows = &bound.queries;
        let count = |is: fn(&Query<SkillId>) -> bool| rows.iter().filter(|row| is(row)).count();
        let prompts: BTreeSet<_> = rows.iter().map(|row| one_blank(&row.prompt)).collect();
        let units: BTreeSet<Unit<'_>> = rows.iter().map(|row| row.unit()).collect();
        Self {
            rows: rows.len(),
            units: units.len(),
            repeated: rows.len() - prompts.len(),
            disputed: count(|row| row.disputed),
            with_turns: count(|row| row.turns),
            with_workspace: count(|row| row.workspace.is_some()),
            set_aside: bound.set_aside.len(),
            refused: bound.refused,
            forms: tally(rows.iter().map(|row| Form::of(&row.label))),
            kinds: tally(rows.iter().map(|row| row.kind.clone().unwrap_or_default())),
            origins: tally(rows.iter().map(|row| row.origin)),
            skills: skills(rows, lexicon),
            difficulty: tally(
                rows.iter().filter_map(|row| Some(difficulty::of(row, lexicon)?.band())),
            ),
        }
    }
}

fn tally<K: Ord>(keys: impl Iterator<Item = K>) -> BTreeMap<K, usize> {
    let mut counts = BTreeMap::new();
    for key in keys {
        *counts.entry(key).or_default() += 1;
    }
    counts
}

fn skills(rows: &[Arc<Query<SkillId>>], lexicon: &Lexicon) -> BTreeMap<SkillId, SkillRows> {
    let mut skills: BTreeMap<SkillId, SkillRows> =
        lexicon.docs().iter().map(|doc| (doc.id.clone(), SkillRows::default())).collect();
    let mut units: BTreeSet<(&SkillId, Unit<'_>)> = BTreeSet::new();
    let none = Vec::new();
    for row in rows {
        let (wanted, alternatives, ruled_out) = match &row.label {
            Label::Complete { expected, alternatives } => (expected, alternatives, &row.forbidden),
            Label::Partial { should, must_not } => (should, &none, must_not),
        };
        let mut at = |ids: &[SkillId], count: fn(&mut SkillRows)| {
            for id in ids {
                count(skills.entry(id.clone()).or_default());
            }
        };
        at(wanted, |rows| rows.wanted += 1);
        at(alternatives, |rows| rows.alternative += 1);
        at(&row.neutral, |rows| rows.neutral += 1);
        at(ruled_out, |rows| rows.ruled_out += 1);
        units.extend(wanted.iter().map(|id| (id, row.unit())));
    }
    for (id, _) in units {
        skills.entry(id.clone()).or_default().units += 1;
    }
    skills
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::lexical::testing::lexicon;

    fn id(name: &str) -> SkillId {
        SkillId::from(name)
    }

    fn row(prompt: &str, label: Label<SkillId>) -> Query<SkillId> {
        Query::new(prompt, prompt, label)
    }

    #[test]
    fn every_row_is_counted_once_in_each_table() {
        let complete = |expected: &[&str], alternatives: &[&str]| Label::Complete {
            expected: expected.iter().map(|name| id(name)).collect(),
            alternatives: alternatives.iter().map(|name| id(name)).collect(),
        };
        let partial = |should: &[&str], must_not: &[&str]| Label::Partial {
            should: should.iter().map(|name| id(name)).collect(),
            must_not: must_not.iter().map(|name| id(name)).collect(),
        };
        let rows = vec![
            row("book a table", complete(&["booking"], &[])),
            Query { id: "twin".into(), ..row("book  a table", complete(&["booking"], &["menu"])) },
            Query {
                neutral: vec![id("menu")],
                ..row("all of it", complete(&["booking", "desk"], &[]))
            },
            Query { kind: Some("negative".into()), ..row("sing", complete(&[], &[])) },
            Query { disputed: true, ..row("greet", partial(&["desk"], &[])) },
            Query { origin: Origin::Generated, ..row("eat", partial(&[], &["desk"])) },
        ];
        let bound = BoundSet {
            queries: rows.into_iter().map(Arc::new).collect(),
            refused: 2,
            ..BoundSet::default()
        };
        let lexicon =
            lexicon(&[("booking", "Book a table."), ("desk", "Greet guests."), ("menu", "Print.")]);
        let stats = Stats::of(&bound, &lexicon);
        assert_eq!((stats.rows, stats.units, stats.repeated), (6, 5, 1));
        assert_eq!((stats.disputed, stats.refused, stats.with_turns), (1, 2, 0));
        let forms = [
            Form::One,
            Form::Alternatives,
            Form::Several,
            Form::Nobody,
            Form::Should,
            Form::MustNot,
        ];
        assert_eq!(stats.forms, forms.map(|form| (form, 1)).into());
        assert_eq!(stats.kinds, [(String::new(), 5), ("negative".to_owned(), 1)].into());
        assert_eq!(stats.origins, [(Origin::Authored, 5), (Origin::Generated, 1)].into());
        let booking = SkillRows { wanted: 3, units: 2, ..SkillRows::default() };
        let desk = SkillRows { wanted: 2, units: 2, ruled_out: 1, ..SkillRows::default() };
        let menu = SkillRows { alternative: 1, neutral: 1, ..SkillRows::default() };
        assert_eq!(
            stats.skills,
            [(id("booking"), booking), (id("desk"), desk), (id("menu"), menu)].into()
        );
        // Rows that want a skill: four, of which `all of it` shares no word with either.
        assert_eq!(stats.difficulty.values().sum::<usize>(), 4);
        assert_eq!(stats.difficulty[&Band::First], 3);
    }
}
