//! Skill by skill, a figure of each agent.

use std::ops::Range;

use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use super::{
    heads,
    span::{Shift, columns},
};
use crate::{
    core::{id::SkillId, measure::Rate, workbench::side_by_side::SideBySide},
    tui::{
        action::Action,
        app::Scene,
        pane::list::{Keyed, List},
        theme::Role,
        widget::{empty::Empty, rate, table::Column, text::plain},
    },
};

/// Cells of an agent's column with the gap, and what the skill itself takes at least.
const EACH: u16 = 14;
const OWN: u16 = 24;

/// A figure of a skill, by every agent.
#[derive(Clone, Debug)]
struct Figure {
    id: SkillId,
    figure: &'static str,
    rates: Vec<Rate>,
}

impl Keyed for Figure {
    type Key = (SkillId, &'static str);
    fn key(&self) -> Self::Key {
        (self.id.clone(), self.figure)
    }
}

#[derive(Debug, Default)]
pub struct Skills {
    list: List<Figure>,
    shown: Range<usize>,
    agents: usize,
}

impl Skills {
    pub fn follow(&mut self, all: &SideBySide) {
        self.agents = all.agents.len();
        let figures = all.skills.iter().flat_map(|skill| {
            let figure = |figure, rates: &Vec<Rate>| Figure {
                id: skill.id.clone(),
                figure,
                rates: rates.clone(),
            };
            [figure("recall", &skill.recall), figure("precision", &skill.precision)]
        });
        self.list.release();
        self.list.follow(figures.collect());
        self.list.begin();
    }

    pub fn selected(&self) -> Option<&SkillId> {
        self.list.selected().map(|figure| &figure.id)
    }

    pub fn act(&mut self, action: Action) -> bool {
        self.list.act(action)
    }

    pub fn wheel(&mut self, rows: i16) {
        self.list.wheel(rows);
    }

    pub fn click(&mut self, row: u16) -> bool {
        self.list.click_line(row)
    }

    /// Which agents' columns show, where not all do.
    pub fn columns(&self) -> String {
        columns(&self.shown, self.agents)
    }

    pub fn draw(
        &mut self,
        scene: &Scene<'_>,
        all: &SideBySide,
        shift: &mut Shift,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let theme = scene.theme;
        if self.list.rows().is_empty() {
            let sentence = "No prompt expects a skill, and none engaged one.";
            Empty { sentence, next: None, role: Role::Dim }.draw(buffer, area, theme);
            return;
        }
        let heads = heads(all);
        self.shown = shift.shown(heads.len(), area.width.saturating_sub(OWN), EACH);
        let own = [Column::name("skill", 12), Column::mark("", 9, u8::MAX)];
        let agents = heads.iter().enumerate().filter(|(at, _)| self.shown.contains(at));
        let agents = agents.map(|(_, head)| Column::figure(head, EACH - 1, u8::MAX - 1));
        let columns: Vec<Column<'_>> = own.into_iter().chain(agents).collect();
        let shown = self.shown.clone();
        self.list.draw(&columns, scene, area, 0, buffer, |figure| {
            let own = [
                plain(scene.names.short(&figure.id)),
                Line::styled(figure.figure, theme.style(Role::Dim)),
            ];
            let rates = figure.rates.get(shown.clone()).unwrap_or_default();
            own.into_iter()
                .chain(rates.iter().map(|one| rate::short_interval(theme, one)))
                .collect()
        });
    }
}
