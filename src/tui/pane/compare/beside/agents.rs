//! Who stands side by side: their runs, how far these came, and what they reach in all.

use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use crate::{
    core::workbench::side_by_side::{Agent, NOTE, SideBySide},
    tui::{
        action::Action,
        app::Scene,
        pane::list::{Keyed, List},
        theme::Role,
        widget::{
            rate,
            table::Column,
            text::{plain, put, wrap},
        },
    },
};

/// An agent and its number.
#[derive(Clone, Debug)]
struct Numbered(usize, Agent);

impl Keyed for Numbered {
    type Key = usize;
    fn key(&self) -> usize {
        self.0
    }
}

#[derive(Debug, Default)]
pub struct Agents {
    list: List<Numbered>,
}

impl Agents {
    pub fn follow(&mut self, all: &SideBySide) {
        let numbered = |(agent, number): (&Agent, usize)| Numbered(number, agent.clone());
        self.list.release();
        self.list.follow(all.agents.iter().zip(1..).map(numbered).collect());
        self.list.begin();
    }

    pub fn act(&mut self, action: Action) -> bool {
        self.list.act(action)
    }

    pub fn wheel(&mut self, rows: i16) {
        self.list.wheel(rows);
    }

    /// What differs above them, and beneath what this says nothing of.
    pub fn draw(&mut self, scene: &Scene<'_>, all: &SideBySide, area: Rect, buffer: &mut Buffer) {
        let theme = scene.theme;
        let dim = theme.style(Role::Dim);
        let text =
            Rect { x: area.x.saturating_add(1), width: area.width.saturating_sub(1), ..area };
        put(buffer, text, 0, &Line::styled(format!("what differs: {}", all.differing()), dim));
        let note = wrap(&[Line::styled(NOTE, dim)], text.width.into());
        // It stands wherever the figures stand; of little room it takes what there is.
        let under = u16::try_from(note.len()).unwrap_or(0).min(area.height.saturating_sub(1));
        for (at, line) in note.iter().take(under.into()).enumerate() {
            put(buffer, text, usize::from(area.height - under) + at, line);
        }
        let height = area.height.saturating_sub(1 + under);
        let body = Rect { y: area.y.saturating_add(1), height, ..area };
        let columns = [
            Column::figure("", 2, u8::MAX),
            Column::text("agent", 16, u8::MAX),
            Column::figure("scored", 11, 8),
            Column::figure("top-1", 20, 9),
            Column::figure("trajectory", 20, 6),
            Column::text("run", 28, 5),
        ];
        self.list.draw(&columns, scene, body, 1, buffer, |Numbered(number, agent)| {
            let whole = agent.scored == agent.planned;
            let role = if whole { Role::Dim } else { Role::Warn };
            let mark = if whole { "" } else { theme.symbols().warn };
            vec![
                Line::styled(number.to_string(), dim),
                plain(&agent.called()),
                Line::styled(
                    format!("{mark} {}/{}", agent.scored, agent.planned),
                    theme.style(role),
                ),
                rate::full(theme, &agent.top1),
                rate::full(theme, &agent.trajectory),
                plain(&agent.run).patch_style(dim),
            ]
        });
    }
}
