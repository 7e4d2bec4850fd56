//! Skill by skill, a figure of each agent.

use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use super::{
    span::Shift,
    wide::{Layout, Wide},
};
use crate::{
    core::{id::SkillId, measure::Rate, workbench::side_by_side::SideBySide},
    tui::{
        app::Scene,
        pane::list::Keyed,
        theme::Role,
        widget::{empty::Empty, rate, table::Column, text::plain},
    },
};

/// A figure of a skill, by every agent.
#[derive(Clone, Debug)]
pub struct Figure {
    pub id: SkillId,
    figure: &'static str,
    rates: Vec<Rate>,
}

impl Keyed for Figure {
    type Key = (SkillId, &'static str);
    fn key(&self) -> Self::Key {
        (self.id.clone(), self.figure)
    }
}

/// The list of them.
pub type Skills = Wide<Figure>;

impl Skills {
    pub fn take(&mut self, all: &SideBySide) {
        let figures = all.skills.iter().flat_map(|skill| {
            let figure = |figure, rates: &Vec<Rate>| Figure {
                id: skill.id.clone(),
                figure,
                rates: rates.clone(),
            };
            [figure("recall", &skill.recall), figure("precision", &skill.precision)]
        });
        self.follow(all, figures.collect());
    }

    pub fn show(
        &mut self,
        scene: &Scene<'_>,
        all: &SideBySide,
        shift: &mut Shift,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let theme = scene.theme;
        if self.rows().is_empty() {
            let sentence = "No prompt expects a skill, and none engaged one.";
            Empty { sentence, next: None, role: Role::Dim }.draw(buffer, area, theme);
            return;
        }
        let layout = Layout {
            own: [Column::name("skill", 12), Column::mark("", 9, u8::MAX)],
            room: 24,
            each: 14,
            agent: |head, each| Column::figure(head, each - 1, u8::MAX - 1),
        };
        self.draw(scene, all, shift, layout, (area, buffer), |figure, shown| {
            let own = [
                plain(scene.names.short(&figure.id)),
                Line::styled(figure.figure, theme.style(Role::Dim)),
            ];
            let rates = figure.rates.get(shown).unwrap_or_default();
            own.into_iter()
                .chain(rates.iter().map(|one| rate::short_interval(theme, one)))
                .collect()
        });
    }
}
