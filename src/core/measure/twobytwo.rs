//! Per-skill 2x2 tables: engaged at any scored turn against expected.
//!
//! Every complete label speaks about every skill, a partial one about those it names. A neutral
//! helper is left out of its own table in that row; so is an alternative that fired, and an
//! expected skill whose alternative answered in its place.

use serde::Serialize;

use crate::core::measure::{
    ledger::{Base, Ledger, Touched},
    rate::{Estimate, Rate},
    row::{Number, Row},
    truth::Truth,
    wilson::Confidence,
};

/// The table of one skill, in probes; the four cells add up to those that speak about it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TwoByTwo {
    pub tp: u32,
    pub fp: u32,
    #[serde(rename = "fn")]
    pub fn_: u32,
    pub tn: u32,
    /// Fires as an alternative, which are in none of the cells.
    pub alternative_fires: u32,
    /// `tp / (tp + fp)`.
    pub precision: Rate,
    /// `tp / (tp + fn)`.
    pub recall: Rate,
    pub f1: Estimate,
    /// `fp / (fp + tn)`; unlike precision it does not depend on how many rows expect the skill.
    pub false_fires: Rate,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Tp,
    Fp,
    Fn,
    Tn,
    LeftOut,
    AlternativeFired,
}

/// The tables of skills `0..skills`.
pub fn tables(rows: &[&Row], skills: usize, confidence: Confidence) -> Vec<TwoByTwo> {
    let base = Base::of(rows.iter().filter(|row| row.sequence.is_some()).map(|row| row.unit));
    let mut tables = vec![TwoByTwo::default(); skills];
    let [mut precision, mut recall, mut j, mut negatives] = [(); 4].map(|()| Ledger::default());
    for row in rows {
        let complete = row.sequence.is_some();
        for (skill, cell) in row.cells() {
            // A complete row is in the base as a negative of every skill.
            match cell {
                Cell::Tp | Cell::Fn | Cell::LeftOut | Cell::AlternativeFired if complete => {
                    negatives.shift(skill, row.unit, -1, 0);
                }
                Cell::Fp => negatives.shift(skill, row.unit, i32::from(!complete), 1),
                Cell::Tn if !complete => negatives.shift(skill, row.unit, 1, 0),
                _ => {}
            }
            if matches!(cell, Cell::Tp | Cell::Fp) {
                precision.note(skill, row.unit, cell == Cell::Tp);
            }
            if matches!(cell, Cell::Tp | Cell::Fn) {
                recall.note(skill, row.unit, cell == Cell::Tp);
            }
            if matches!(cell, Cell::Tp | Cell::Fp | Cell::Fn) {
                j.note(skill, row.unit, cell == Cell::Tp);
            }
            let Some(table) = tables.get_mut(skill as usize) else { continue };
            match cell {
                Cell::Tp => table.tp += 1,
                Cell::Fp => table.fp += 1,
                Cell::Fn => table.fn_ += 1,
                Cell::AlternativeFired => table.alternative_fires += 1,
                Cell::Tn | Cell::LeftOut => {}
            }
        }
    }
    let negatives = negatives.touched(skills);
    let columns = precision.units(skills).into_iter().zip(recall.units(skills));
    let columns = columns.zip(j.units(skills)).zip(negatives);
    for (table, (((precision, recall), j), negatives)) in tables.iter_mut().zip(columns) {
        table.precision = precision.rate(confidence);
        table.recall = recall.rate(confidence);
        table.f1 = j.f1(confidence);
        table.false_fires = false_fires(&base, &negatives, confidence);
        table.tn = table.false_fires.n as u32 - table.fp; // Its `n` counts `fp` and `tn`.
    }
    tables
}

fn false_fires(base: &Base, touched: &[Touched], confidence: Confidence) -> Rate {
    base.shifted(touched).rate(confidence)
}

impl Row {
    /// The cells of the skills that this row treats otherwise than as a quiet negative; of a
    /// partial row, those that it names.
    fn cells(&self) -> Vec<(Number, Cell)> {
        let fired = |skill: &Number| self.engaged.contains(skill);
        let mut named: Vec<Number> = self.neutral.clone();
        match &self.truth {
            Truth::Partial { should, must_not } => {
                named.extend(should.iter().chain(must_not));
            }
            complete => {
                named.extend(&self.engaged);
                named.extend(complete.expected());
            }
        }
        named.sort_unstable();
        named.dedup();
        let cell = |skill: Number| {
            if self.neutral.contains(&skill) {
                return Cell::LeftOut;
            }
            match (&self.truth, fired(&skill)) {
                (Truth::Partial { should, .. }, true) if should.contains(&skill) => Cell::Tp,
                (Truth::Partial { should, .. }, false) if should.contains(&skill) => Cell::Fn,
                (Truth::Either { others, .. }, true) if others.contains(&skill) => {
                    Cell::AlternativeFired
                }
                (Truth::Either { expected, others }, false)
                    if *expected == skill && others.iter().any(fired) =>
                {
                    Cell::LeftOut
                }
                (truth, true) if truth.expected().contains(&skill) => Cell::Tp,
                (truth, false) if truth.expected().contains(&skill) => Cell::Fn,
                (_, true) => Cell::Fp,
                (_, false) => Cell::Tn,
            }
        };
        let partial = self.sequence.is_none();
        named
            .into_iter()
            .map(|skill| (skill, cell(skill)))
            // A helper of a partial row was not spoken about to begin with.
            .filter(|(_, cell)| !(partial && *cell == Cell::LeftOut))
            .collect()
    }
}
