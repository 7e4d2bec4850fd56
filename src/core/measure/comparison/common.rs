//! The queries that two results have in common, and their units.
//!
//! Must not know which figure is compared.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::core::{
    id::SkillId,
    measure::{
        Observation,
        clustered::Units,
        flips::{Scored, by_query},
        paired::Pair,
        rate::Share,
        sequence::stripped,
        truth::Truth,
    },
    query::{Query, unit::Numbers},
    trajectory::{Outcome, Trajectory},
};

/// Queries that were scored in both arms, by file and id.
#[derive(Debug, Default)]
pub struct Common<'a> {
    pub queries: Vec<Both<'a>>,
    /// Places of the queries that expect a skill on either side.
    wanted: BTreeMap<&'a SkillId, Vec<usize>>,
    /// Attempts whose outcome is one record in both arms.
    pub same_records: usize,
    /// Queries whose label or prompt is not the same in both arms.
    pub relabelled: usize,
}

/// One query in both arms.
#[derive(Debug)]
pub struct Both<'a> {
    unit: u32,
    pub before: Side<'a>,
    pub after: Side<'a>,
}

/// The scored attempts of a query in one arm, with the label that they were scored by.
#[derive(Debug)]
pub struct Side<'a> {
    pub query: &'a Query<SkillId>,
    pub truth: Truth<&'a SkillId>,
    pub probes: Vec<Probe<'a>>,
}

/// One scored attempt.
#[derive(Debug)]
pub struct Probe<'a> {
    pub trajectory: &'a Trajectory,
    /// Without neutral helpers.
    pub engaged: Vec<&'a SkillId>,
}

impl<'a> Common<'a> {
    pub fn of(before: &'a [Observation], after: &'a [Observation]) -> Self {
        let (before, after) = (by_query(before), by_query(after));
        let mut out = Self::default();
        let mut units = Numbers::default();
        for (key, after) in after {
            let Some(before) = before.get(&key) else { continue };
            let (was, is) = (before.query, after.query);
            let unit = units.of(is);
            let shared = |(attempt, (outcome, _)): (&u32, &(&Arc<Outcome>, _))| {
                before.probes.get(attempt).is_some_and(|(other, _)| Arc::ptr_eq(other, outcome))
            };
            out.same_records += after.probes.iter().filter(|both| shared(*both)).count();
            out.relabelled += usize::from(was.label != is.label || was.prompt != is.prompt);
            let [before, after] = [before, &after].map(Side::of);
            let named: BTreeSet<&SkillId> =
                [&before, &after].into_iter().flat_map(Side::named).collect();
            for id in named {
                out.wanted.entry(id).or_default().push(out.queries.len());
            }
            out.queries.push(Both { unit, before, after });
        }
        out
    }

    /// One pair a unit: what `of` counts on either side of its queries. Queries that it does not
    /// count in both arms are left out, and units without any.
    pub fn pairs(&self, of: impl Fn(&Side<'a>) -> Share) -> Vec<Pair> {
        by_unit(self.queries.iter(), of)
    }

    /// As [`Common::pairs`], of the queries that expect a skill on either side; the others must
    /// count nothing.
    pub fn pairs_that_want(&self, id: &SkillId, of: impl Fn(&Side<'a>) -> Share) -> Vec<Pair> {
        let places = self.wanted.get(id).into_iter().flatten();
        by_unit(places.filter_map(|at| self.queries.get(*at)), of)
    }

    /// As [`Common::pairs`], one pair a query.
    pub fn by_query(&self, of: impl Fn(&Side<'a>) -> Share) -> Vec<Pair> {
        self.queries
            .iter()
            .filter_map(|both| Pair::new(of(&both.before), of(&both.after)))
            .collect()
    }

    /// Every skill that a label expects or that engaged first, by id.
    pub fn skills(&self) -> BTreeSet<&'a SkillId> {
        let sides = self.queries.iter().flat_map(|both| [&both.before, &both.after]);
        sides
            .flat_map(|side| {
                side.named().into_iter().chain(side.probes.iter().filter_map(Probe::first))
            })
            .collect()
    }
}

fn by_unit<'a: 'b, 'b>(
    queries: impl Iterator<Item = &'b Both<'a>>,
    of: impl Fn(&Side<'a>) -> Share,
) -> Vec<Pair> {
    let pair = |both: &Both<'a>| Some((both.unit, Pair::new(of(&both.before), of(&both.after))?));
    let mut pairs: Vec<(u32, Pair)> = queries.filter_map(pair).collect();
    // Nearly so already: units are numbered as they are met.
    pairs.sort_by_key(|(unit, _)| *unit);
    let sum = |unit: &[(u32, Pair)], side: fn(&Pair) -> Share| {
        unit.iter().map(|(_, pair)| side(pair)).sum()
    };
    pairs
        .chunk_by(|one, next| one.0 == next.0)
        .map(|unit| Pair {
            before: sum(unit, |pair| pair.before),
            after: sum(unit, |pair| pair.after),
        })
        .collect()
}

/// How far attempts of one unit go together in both arms, as far as repeated attempts say.
pub fn rho(arms: &[Units; 2]) -> Option<f64> {
    let known: Vec<f64> = arms.iter().filter_map(Units::rho).collect();
    (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
}

impl<'a> Side<'a> {
    fn of(Scored { query, probes }: &Scored<'a>) -> Self {
        let probe = |(_, trajectory): &(_, &'a Trajectory)| Probe {
            trajectory,
            engaged: stripped(query, trajectory),
        };
        let probes = probes.values().map(probe).collect();
        Self { query, truth: Truth::of(&query.label), probes }
    }

    /// The skills that the label speaks of.
    fn named(&self) -> Vec<&'a SkillId> {
        match &self.truth {
            Truth::Partial { should, must_not } => [should.clone(), must_not.clone()].concat(),
            truth => truth.expected().to_vec(),
        }
    }

    /// Hits of the probes for which `hit` is defined.
    pub fn count(&self, hit: impl Fn(&Probe<'a>) -> Option<bool>) -> Share {
        let hits = || self.probes.iter().filter_map(&hit);
        Share { hits: hits().filter(|hit| *hit).count(), n: hits().count() }
    }
}

impl<'a> Probe<'a> {
    pub fn first(&self) -> Option<&'a SkillId> {
        self.engaged.first().copied()
    }
}
