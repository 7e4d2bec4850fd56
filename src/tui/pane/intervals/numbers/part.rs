//! A facet, or one part of it: what is told apart, and the figures with what they rest on.

use ratatui::text::{Line, Span};

use super::{Panel, QUERIES};
use crate::{
    core::measure::{
        Rate,
        breakdown::{Facet, Hits, Part},
    },
    tui::{
        pane::{
            intervals::rows::{Mark, Row, meaning, named},
            standing,
        },
        theme::Role,
        widget::rate::counted,
    },
};

impl Panel<'_> {
    pub(super) fn facet(&self, facet: Facet, lines: &mut Vec<Line<'static>>) {
        let dim = self.theme.style(Role::Dim);
        lines.push(Line::styled(meaning(facet), dim));
        lines.push(Line::default());
        lines.push(Line::styled(
            "Exploratory: parts are chosen after the fact and many at once, so that some differ by \
             chance. Nothing here is a verdict.",
            dim,
        ));
    }

    pub(super) fn part(&self, facet: Facet, name: &str, row: &Row, lines: &mut Vec<Line<'static>>) {
        lines.push(Line::styled(named(facet), self.theme.style(Role::Dim)));
        let Some(part) = self.found(facet, name) else { return };
        let hits = if self.asked.in_scope { &part.in_scope } else { &part.all };
        if hits.completion.planned > 0 {
            let right = row.right.unwrap_or_default();
            self.figure("Top-1", &hits.top1, &row.left, QUERIES, lines);
            self.figure("Trajectory", &hits.trajectory, &right, QUERIES, lines);
            lines.push(Line::default());
            self.scored(hits, lines);
            self.otherwise(part, lines);
        }
        if let Some(partial) = &part.partial {
            let figures =
                [("Trigger recall", &partial.trigger_recall), ("Restraint", &partial.restraint)];
            for (name, rate) in figures.into_iter().filter(|(_, rate)| rate.rate.is_some()) {
                self.figure(name, rate, &self.plain(rate), QUERIES, lines);
            }
        }
    }

    /// A rate as the rows have it, without bar and baseline.
    fn plain(&self, rate: &Rate) -> Mark {
        let sure = standing::sure(self.board, rate);
        Mark { value: rate.rate, interval: sure.interval, ..Mark::default() }
    }

    fn found(&self, facet: Facet, name: &str) -> Option<&Part> {
        let all = self.board.breakdowns.as_ref()?;
        let parts = &all.iter().find(|breakdown| breakdown.by == facet)?.parts;
        parts.iter().find(|part| part.part == name)
    }

    fn scored(&self, hits: &Hits, lines: &mut Vec<Line<'static>>) {
        let done = &hits.completion;
        let text = format!("{} of {} such probes scored", done.scored, done.planned);
        lines.push(Line::styled(text, self.theme.style(Role::Dim)));
        lines.extend(self.doubt("top-1", done, &hits.top1));
    }

    /// The same with the rows that expect nothing, or without them, where that is another figure.
    fn otherwise(&self, part: &Part, lines: &mut Vec<Line<'static>>) {
        let (name, other) = match self.asked.in_scope {
            true => ("with out-of-scope rows ", &part.all.top1),
            false => ("in scope only ", &part.in_scope.top1),
        };
        if part.all.completion == part.in_scope.completion {
            return;
        }
        let mut line = Line::styled(name, self.theme.style(Role::Dim));
        match other.rate {
            Some(_) => {
                line.spans.extend(counted(self.theme, &standing::sure(self.board, other)).spans);
            }
            None => line.push_span(Span::raw("nothing is left")),
        }
        lines.push(line);
    }
}
