//! The figures by what is known of each row before it is probed; exploratory, so no verdicts.

use serde::Serialize;

use crate::{
    core::{
        measure::{
            Rate,
            breakdown::{self, Breakdown, Facet},
            completion::Completion,
            partial::PartialHeadline,
        },
        workbench::Board,
    },
    report::figure::with_interval,
};

/// What stands beside every breakdown.
pub(super) const EXPLORATORY: &str = "Exploratory: parts chosen after the fact, no verdicts.";

/// One facet with its parts.
#[derive(Debug, Serialize)]
pub struct BreakdownEntry {
    by: Facet,
    parts: Vec<Part>,
}

/// `in_scope` leaves the rows out that expect no skill.
#[derive(Debug, Serialize)]
struct Part {
    part: String,
    all: Hits,
    in_scope: Hits,
    partial: Option<Partial>,
}

#[derive(Debug, Serialize)]
struct Hits {
    #[serde(flatten)]
    counts: Counts,
    top1: Rate,
    trajectory: Rate,
}

#[derive(Debug, Serialize)]
struct Partial {
    #[serde(flatten)]
    counts: Counts,
    trigger_recall: Rate,
    restraint: Rate,
}

#[derive(Debug, Serialize)]
struct Counts {
    planned: usize,
    scored: usize,
    errored: usize,
}

/// Every breakdown of a board.
pub(super) fn entries(board: &Board) -> Vec<BreakdownEntry> {
    let entry = |Breakdown { by, parts }| BreakdownEntry {
        by,
        parts: parts.into_iter().map(Part::of).collect(),
    };
    board.break_down().into_iter().map(entry).collect()
}

impl Part {
    fn of(part: breakdown::Part) -> Self {
        let hits = |hits: breakdown::Hits| Hits {
            counts: Counts::of(&hits.completion),
            top1: hits.top1,
            trajectory: hits.trajectory,
        };
        Self {
            part: part.part,
            all: hits(part.all),
            in_scope: hits(part.in_scope),
            partial: part.partial.map(
                |PartialHeadline { completion, trigger_recall, restraint, .. }| Partial {
                    counts: Counts::of(&completion),
                    trigger_recall,
                    restraint,
                },
            ),
        }
    }
}

impl Counts {
    fn of(completion: &Completion) -> Self {
        let &Completion { planned, scored, errored, .. } = completion;
        Self { planned, scored, errored }
    }
}

/// A breakdown for people.
pub(super) struct Table {
    /// What it is by.
    pub title: &'static str,
    pub header: Vec<&'static str>,
    /// Names as they are in the set; the rest is ours.
    pub rows: Vec<Vec<String>>,
}

/// The breakdowns for people; skills have a table of their own elsewhere. Columns of labels that no
/// row has are left out.
pub(super) fn tables(board: &Board) -> Vec<Table> {
    let listed = board.break_down().into_iter().filter(|breakdown| breakdown.by != Facet::Skill);
    listed.map(|breakdown| table(&breakdown)).collect()
}

fn table(Breakdown { by, parts }: &Breakdown) -> Table {
    let complete = parts.iter().any(|part| part.all.completion.planned > 0);
    let outside = parts.iter().any(|part| part.all.completion != part.in_scope.completion);
    let partial = parts.iter().any(|part| part.partial.is_some());
    let columns: [(bool, &'static str, Figure); 6] = [
        (complete, "scored", |part| scored(&part.all.completion)),
        (complete, "top-1", |part| with_interval(&part.all.top1)),
        (complete && outside, "in scope", |part| with_interval(&part.in_scope.top1)),
        (complete, "trajectory", |part| with_interval(&part.all.trajectory)),
        (partial, "trigger recall", |part| of_partial(part, |partial| partial.trigger_recall)),
        (partial, "restraint", |part| of_partial(part, |partial| partial.restraint)),
    ];
    let columns: Vec<_> = columns.into_iter().filter(|(shown, ..)| *shown).collect();
    let (title, part) = match by {
        Facet::Kind => ("kind", "kind"),
        Facet::Difficulty => ("rank of the skill by the words of the prompt", "rank"),
        Facet::Leak => ("what the prompt gives away", "prompt"),
        Facet::Disclosure => ("what the model is shown of the skill", "shown"),
        Facet::Skill => ("expected skill", "skill"),
    };
    let rows = parts.iter().map(|row| {
        let figures = columns.iter().map(|(.., figure)| figure(row));
        [row.part.clone()].into_iter().chain(figures).collect()
    });
    let names = columns.iter().map(|(_, name, _)| *name);
    Table { title, header: [part].into_iter().chain(names).collect(), rows: rows.collect() }
}

type Figure = fn(&breakdown::Part) -> String;

fn scored(completion: &Completion) -> String {
    let Completion { planned, scored, .. } = completion;
    if planned == scored { scored.to_string() } else { format!("{scored} of {planned}") }
}

fn of_partial(part: &breakdown::Part, rate: fn(&PartialHeadline) -> Rate) -> String {
    with_interval(&part.partial.as_ref().map(rate).unwrap_or_default())
}
