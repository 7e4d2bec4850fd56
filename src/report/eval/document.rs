//! The contract: every figure of a run with the conditions that it was measured under.

use serde::Serialize;

use super::breakdowns::{BreakdownEntry, entries};
use crate::{
    core::{
        diagnostic::Diagnostic,
        id::SkillId,
        measure::{
            Rate,
            completion::Completion,
            confusion::{Cell, Level},
            figures::SkillFigures,
            steals::Attractor,
        },
        plan::Evidence,
        query::{Label, SetAside},
        trajectory::{Instead, Outcome},
        workbench::{Board, changes::hit, foreign::Foreign, handoffs::Handoffs, probes::ProbeRow},
    },
    report::{
        eval::{Conditions, Readings, pair::PairStudy},
        head::{CatalogHead, diagnostics, name_and_path},
    },
};

/// The whole document; one entry of `queries` a probe.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    schema: &'static str,
    catalog: CatalogHead<'a>,
    diagnostics: Vec<&'a Diagnostic>,
    pub conditions: Conditions<'a>,
    pub headline: Headline,
    pub skills: Vec<SkillRow<'a>>,
    /// By what is known of each row beforehand; exploratory.
    breakdowns: Vec<BreakdownEntry>,
    attractors: Vec<AttractorRow<'a>>,
    confusion: &'a [Cell],
    pub queries: Vec<ProbeEntry<'a>>,
    refused: usize,
    set_aside: Vec<SetAsideRow<'a>>,
    /// Skills that the harness had beside the catalog's, or loaded.
    #[serde(skip_serializing_if = "Foreign::is_empty")]
    foreign: Foreign,
    /// Of the rows on a part of the catalog, where they were probed there too.
    pub reading: Option<Readings>,
    /// Of a run of the rows of two skills.
    pair: Option<PairStudy>,
}

/// Figures of the whole run.
#[derive(Debug, Serialize)]
pub struct Headline {
    pub planned: usize,
    pub scored: usize,
    pub errored: usize,
    /// Scored probes of earlier texts, which stand beside those of these.
    #[serde(skip_serializing_if = "is_none")]
    carried: usize,
    completion: Option<f64>,
    top1: Rate,
    trajectory: Rate,
    /// Without the rows that expect nothing.
    top1_in_scope: Rate,
    trajectory_in_scope: Rate,
    /// Every unscored probe as a miss, and as a hit; null where enough is scored.
    top1_bounds: Option<Bounds>,
    abstention_rate: Option<f64>,
    false_abstention_rate: Option<f64>,
    out_of_scope_detection: Option<f64>,
    macro_precision: Option<f64>,
    macro_recall: Option<f64>,
    macro_f1: Option<f64>,
    reciprocal_rank: Option<f64>,
    redundancy: Option<f64>,
    /// Rows that say of some skills only that they should, or must not, engage.
    partial: Option<Partial>,
}

#[derive(Debug, Serialize)]
struct Partial {
    trigger_recall: Rate,
    restraint: Rate,
}

/// One skill; `tp`, `fp`, `fn` are of first engagements on complete labels.
#[derive(Debug, Serialize)]
pub struct SkillRow<'a> {
    pub id: &'a SkillId,
    pub name: &'a str,
    pub path: &'a str,
    pub support: u32,
    pub predicted: u32,
    pub tp: u32,
    pub fp: u32,
    #[serde(rename = "fn")]
    pub fn_: u32,
    pub precision: Rate,
    pub recall: Rate,
    pub f1: Option<f64>,
    pub trajectory_recall: Rate,
    any: Any,
    /// Of the probes that expect it.
    planned: usize,
    scored: usize,
    errored: usize,
    /// As the headline's.
    recall_bounds: Option<Bounds>,
}

/// Where a rate lies, whatever the unscored probes would have said.
#[derive(Debug, Serialize)]
struct Bounds {
    low: f64,
    high: f64,
}

/// Engaged at any turn.
#[derive(Debug, Serialize)]
struct Any {
    tp: u32,
    fp: u32,
    #[serde(rename = "fn")]
    fn_: u32,
    tn: u32,
}

#[derive(Debug, Serialize)]
struct AttractorRow<'a> {
    id: &'a SkillId,
    fp: u32,
}

/// One probe.
#[derive(Debug, Serialize)]
pub struct ProbeEntry<'a> {
    pub id: &'a str,
    pub attempt: u32,
    pub expected: &'a [SkillId],
    /// Each alone as right as the single expected skill.
    pub alternatives: &'a [SkillId],
    /// Skills that a partial label forbids.
    must_not: &'a [SkillId],
    /// In order; empty when nothing engaged.
    pub engaged: Vec<&'a SkillId>,
    pub outcome: &'static str,
    pub cause: Option<&'a str>,
    pub hit: Option<bool>,
    pub ended_by: Option<String>,
    /// The skill that engaged and kept the prompt, though it hands such prompts on elsewhere.
    pub absorbed_by: Option<&'a SkillId>,
    /// What the agent did where no right skill engaged; null of every other probe.
    pub instead: Option<String>,
}

#[derive(Debug, Serialize)]
struct SetAsideRow<'a> {
    id: &'a str,
    path: &'a str,
    line: u32,
    reason: &'a str,
}

impl<'a> Document<'a> {
    pub fn of(board: &'a Board) -> Self {
        let figures = &board.now.figures;
        Self {
            schema: "skillscope.eval/1",
            catalog: CatalogHead::of(board),
            diagnostics: diagnostics(board),
            conditions: Conditions::of(board),
            headline: Headline::of(board),
            skills: figures.skills.iter().map(|skill| SkillRow::of(board, skill)).collect(),
            breakdowns: entries(board),
            attractors: figures
                .attractors
                .iter()
                .map(|Attractor { id, fp, .. }| AttractorRow { id, fp: *fp })
                .collect(),
            confusion: &figures.confusion(Level::Turn1).cells,
            queries: ProbeEntry::all(board).map(|(_, entry)| entry).collect(),
            foreign: Foreign::of(&board.now.probes),
            refused: board.queries.refused,
            set_aside: board.queries.set_aside.iter().map(SetAsideRow::of).collect(),
            reading: None,
            pair: PairStudy::of(board),
        }
    }
}

impl Headline {
    fn of(board: &Board) -> Self {
        let figures = &board.now.figures;
        let headline = &figures.headline;
        Self {
            planned: figures.run.planned,
            scored: figures.run.scored,
            errored: figures.run.errored,
            carried: board.run.counts.carried,
            completion: figures.run.share(),
            top1: headline.top1,
            trajectory: headline.trajectory,
            top1_in_scope: headline.top1_in_scope,
            trajectory_in_scope: headline.trajectory_in_scope,
            top1_bounds: Bounds::of(&headline.completion, &headline.top1),
            abstention_rate: headline.abstention.rate,
            false_abstention_rate: headline.false_abstention.rate,
            out_of_scope_detection: headline.out_of_scope_detection.rate,
            macro_precision: headline.macros.precision,
            macro_recall: headline.macros.recall.value,
            macro_f1: headline.macros.f1,
            reciprocal_rank: headline.reciprocal_rank.rate,
            redundancy: headline.redundancy,
            partial: figures.partial.as_ref().map(|partial| Partial {
                trigger_recall: partial.trigger_recall,
                restraint: partial.restraint,
            }),
        }
    }
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

impl Bounds {
    fn of(completion: &Completion, rate: &Rate) -> Option<Self> {
        completion.doubt(rate).map(|(low, high)| Self { low, high })
    }
}

impl<'a> SkillRow<'a> {
    pub fn of(board: &'a Board, skill: &'a SkillFigures) -> Self {
        let (name, path) = name_and_path(board, &skill.id);
        let turn1 = &skill.turn1;
        Self {
            id: &skill.id,
            name,
            path,
            support: turn1.support,
            predicted: turn1.predicted,
            tp: turn1.tp,
            fp: turn1.fp,
            fn_: turn1.fn_,
            precision: turn1.precision,
            recall: turn1.recall,
            f1: turn1.f1.value,
            trajectory_recall: turn1.trajectory_recall,
            any: Any { tp: skill.any.tp, fp: skill.any.fp, fn_: skill.any.fn_, tn: skill.any.tn },
            planned: skill.completion.planned,
            scored: skill.completion.scored,
            errored: skill.completion.errored,
            recall_bounds: Bounds::of(&skill.completion, &turn1.recall),
        }
    }
}

impl<'a> ProbeEntry<'a> {
    /// Every probe of a board with its row.
    pub fn all(board: &'a Board) -> impl Iterator<Item = (&'a ProbeRow, Self)> {
        let handoffs = Handoffs::of(board);
        let rows = board.now.probes.rows.iter();
        let evidence = board.agent.evidence;
        rows.map(move |row| (&**row, Self::of(row, &handoffs, evidence)))
    }

    /// `evidence` is the kind of agent that was asked: a rule does nothing beside.
    pub fn of(row: &'a ProbeRow, handoffs: &Handoffs, evidence: Evidence) -> Self {
        let none: &[SkillId] = &[];
        let (expected, alternatives, must_not) = match &row.query.label {
            Label::Complete { expected, alternatives } => (&**expected, &**alternatives, none),
            Label::Partial { should, must_not } => (&**should, none, &**must_not),
        };
        let outcome = row.outcome().map(AsRef::as_ref);
        let (word, cause, ended_by) = match outcome {
            Some(Outcome::Scored(trajectory)) => {
                ("scored", None, Some(trajectory.ended_by.to_string()))
            }
            Some(Outcome::Errored { cause }) => ("errored", Some(cause.as_str()), None),
            None => ("pending", None, None),
        };
        Self {
            id: &row.query.id,
            attempt: row.attempt,
            expected,
            alternatives,
            must_not,
            engaged: row.engaged(),
            outcome: word,
            cause,
            hit: outcome.and_then(|outcome| hit(&row.query, outcome)),
            ended_by,
            absorbed_by: handoffs.absorbed_by(row),
            instead: missed_all(row)
                .then(|| Instead::of(&row.events).deed().to_string())
                .filter(|_| evidence != Evidence::StandIn && !row.events.is_empty()),
        }
    }
}

/// Scored, and none of the skills that should have engaged did.
fn missed_all(row: &ProbeRow) -> bool {
    let Some(Outcome::Scored(trajectory)) = row.outcome().map(AsRef::as_ref) else { return false };
    let alternatives: &[SkillId] = match &row.query.label {
        Label::Complete { alternatives, .. } => alternatives,
        Label::Partial { .. } => &[],
    };
    let wanted = row.query.label.wanted();
    let right = |skill: &SkillId| wanted.contains(skill) || alternatives.contains(skill);
    !wanted.is_empty() && !trajectory.engagements.iter().any(|one| right(&one.skill))
}

impl<'a> SetAsideRow<'a> {
    fn of(row: &'a SetAside) -> Self {
        let SetAside { id, source, reason } = row;
        Self { id, path: &source.path, line: source.line, reason }
    }
}
