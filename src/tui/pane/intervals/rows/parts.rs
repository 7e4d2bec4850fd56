//! Breakdowns as rows: a heading a facet, and beneath it a row a part.
//!
//! Exploratory, so that no row has a bar or a verdict. Must not know where anything is drawn.

use super::{Asked, Key, Maker, Mark, Row};
use crate::{
    core::{
        id::SkillId,
        measure::breakdown::{Breakdown, Facet, Part},
        workbench::Board,
    },
    tui::pane::names::Names,
};

/// What a facet is called above its parts.
pub fn named(facet: Facet) -> &'static str {
    match facet {
        Facet::Kind => "by kind",
        Facet::Difficulty => "by rank of the skill among the prompt's words",
        Facet::Leak => "by what the prompt gives away",
        Facet::Disclosure => "by what is shown of the skill",
        Facet::Skill => "by expected skill",
    }
}

/// What a facet tells apart, in a sentence or two.
pub fn meaning(facet: Facet) -> &'static str {
    match facet {
        Facet::Kind => "The kinds of rows, as the query files name them.",
        Facet::Difficulty => {
            "Where the easiest right skill stands when the words of the prompt alone rank all \
             skills, the first being the easiest. Unranked: prompt and skill share no word."
        }
        Facet::Leak => {
            "Whether the prompt holds the name of the skill that it expects, or quotes it: a trigger \
             phrase of several words, or six words of the description in a row."
        }
        Facet::Disclosure => {
            "What the harness shows its model of the skill that the row expects. A miss of what is \
             listed by name alone, or not at all, is the budget's fault and not the description's."
        }
        Facet::Skill => {
            "The skill that the label expects; a row that expects several stands under each."
        }
    }
}

/// The rows of all breakdowns; parts without a figure in this scope have none.
pub fn parts(board: &Board, names: &Names, asked: Asked) -> Vec<Row> {
    let maker = Maker { board, names, asked };
    let breakdowns = board.breakdowns.iter().flat_map(|all| all.iter());
    breakdowns.flat_map(|breakdown| maker.breakdown(breakdown)).collect()
}

impl Maker<'_> {
    fn breakdown(&self, Breakdown { by, parts }: &Breakdown) -> Vec<Row> {
        let rows: Vec<Row> = parts.iter().filter_map(|part| self.part(*by, part)).collect();
        if rows.is_empty() {
            return rows;
        }
        let (key, label) = (Key::Facet(*by), named(*by).to_owned());
        let heading = Row { key, label, left: Mark::default(), right: None, verdict: None };
        [heading].into_iter().chain(rows).collect()
    }

    fn part(&self, by: Facet, part: &Part) -> Option<Row> {
        let hits = if self.asked.in_scope { &part.in_scope } else { &part.all };
        // One column means one thing: partial labels show only where there are no others.
        let partial = self.board.now.figures.headline.completion.planned == 0;
        let (left, right) = match &part.partial {
            Some(of) if partial => (&of.trigger_recall, &of.restraint),
            None if hits.completion.planned == 0 => return None,
            _ => (&hits.top1, &hits.trajectory),
        };
        let id = SkillId::from(part.part.as_str());
        let label = match by {
            Facet::Skill => self.names.called(&id).to_owned(),
            _ => part.part.clone(),
        };
        let (left, right) = (self.mark(left, None), Some(self.mark(right, None)));
        Some(Row { key: Key::Part(by, part.part.clone()), label, left, right, verdict: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        core::{
            measure::confusion::Level,
            workbench::{Input, Request},
        },
        tui::{app::testing, pane::intervals::rows::Bars},
    };

    #[test]
    fn parts_stand_beneath_their_facet_without_a_verdict() {
        let mut bench = testing::bench();
        bench.reduce(Input::Request(Request::Breakdowns(true)), 0);
        let board = bench.board();
        let rows = |in_scope| {
            let asked =
                Asked { level: Level::Turn1, bars: Bars::default(), naive: false, in_scope };
            parts(&board, &Names::default(), asked)
        };
        let labels = |rows: Vec<Row>| rows.into_iter().map(|row| row.label).collect::<Vec<_>>();
        let all = rows(false);
        assert!(all.iter().all(|row| row.verdict.is_none() && row.left.bar.is_none()));
        assert_eq!(labels(all), ["by expected skill", "bread", "cakes", "(no skill)"]);
        assert_eq!(labels(rows(true)), ["by expected skill", "bread", "cakes"]);

        bench.reduce(Input::Request(Request::Breakdowns(false)), 0);
        assert_eq!(bench.board().breakdowns, None);
    }
}
