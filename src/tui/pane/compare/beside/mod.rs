//! View 6 in its other mode: runs of the same rows side by side, an agent a column.
//!
//! No word of it says that one is better. Must not know how the runs were chosen or read.

mod agents;
mod detail;
mod rows;
mod skills;
mod span;
mod wide;

use std::sync::Arc;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use self::{agents::Agents, rows::Rows, skills::Skills, span::Shift};
use crate::{
    core::workbench::side_by_side::SideBySide,
    tui::{
        action::{Action, Facts},
        app::{Desk, Effect, Handled, PaneSpec, Pointer, PointerKind, Scene},
        pane::page::Page,
        theme::{Role, Theme},
        widget::text::styled,
    },
};

/// As many as the view has in its other mode, in the same places.
pub const PANES: [PaneSpec; 4] = [
    PaneSpec { name: "Agents", weight: 1 },
    PaneSpec { name: "Rows", weight: 1 },
    PaneSpec { name: "Skills", weight: 1 },
    PaneSpec { name: "Detail", weight: 1 },
];
const AGENTS: usize = 0;
const ROWS: usize = 1;
const SKILLS: usize = 2;
const DETAIL: usize = 3;

/// What is remembered between frames.
#[derive(Debug, Default)]
pub struct Beside {
    on: bool,
    of: Option<Arc<SideBySide>>,
    agents: Agents,
    rows: Rows,
    skills: Skills,
    detail: Page,
    /// The pane whose selection the detail is about.
    about: usize,
    /// Agents whose columns are scrolled away to the left.
    shift: Shift,
}

impl Beside {
    /// Takes over what was chosen; what is new is shown at once.
    pub fn follow(&mut self, all: Option<&Arc<SideBySide>>) {
        if self.of.as_ref().map(Arc::as_ptr) == all.map(Arc::as_ptr) {
            return;
        }
        self.of = all.cloned();
        let Some(all) = all else {
            self.on = false;
            return;
        };
        self.on = true;
        self.about = ROWS;
        self.shift = Shift::default();
        self.detail.reset();
        self.agents.follow(all);
        self.rows.take(all);
        self.skills.take(all);
    }

    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Shows it, or no longer; false where no runs were chosen yet.
    pub fn toggle(&mut self) -> bool {
        self.on = self.of.is_some() && !self.on;
        self.of.is_some()
    }

    pub fn title(&self, pane: usize) -> String {
        match (pane, self.about) {
            (AGENTS, _) => "Agents side by side".to_owned(),
            (ROWS, _) => "Where they part".to_owned(),
            (DETAIL, SKILLS) => "The skill".to_owned(),
            (DETAIL, _) => "The row".to_owned(),
            _ => "Skills".to_owned(),
        }
    }

    pub fn note(&self, pane: usize) -> String {
        let Some(all) = &self.of else { return String::new() };
        let parts = match pane {
            ROWS => [format!("{} part, {} alike", all.rows.len(), all.agreed), self.rows.columns()],
            SKILLS => [String::new(), self.skills.columns()],
            _ => return String::new(),
        };
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(", ")
    }

    pub fn facts(&self, facts: &mut Facts) {
        facts.problems = self.of.as_ref().is_some_and(|all| !all.rows.is_empty());
    }

    pub fn act(&mut self, pane: usize, action: Action, desk: &mut Desk<'_>) -> Handled {
        match action {
            Action::Escape => self.on = false,
            Action::NextProblem | Action::PreviousProblem => {
                self.rows.seek_problem(action == Action::PreviousProblem);
                self.choose(ROWS, desk);
                desk.focus(ROWS);
            }
            Action::Drill => match pane {
                AGENTS => desk.focus(ROWS),
                DETAIL => {}
                _ => {
                    self.choose(pane, desk);
                    desk.focus(DETAIL);
                }
            },
            Action::Left => self.shift.left(),
            Action::Right => self.shift.right(),
            Action::Copy if pane == ROWS => {
                let Some(row) = self.rows.selected() else { return Handled::No };
                desk.effect(Effect::Copy(row.query.prompt.clone()));
            }
            _ if pane == AGENTS && self.agents.act(action) => {}
            _ if pane == DETAIL && self.detail.act(action) => {}
            _ if pane == ROWS && self.rows.act(action) => self.choose(pane, desk),
            _ if pane == SKILLS && self.skills.act(action) => self.choose(pane, desk),
            _ => return Handled::No,
        }
        Handled::Yes
    }

    pub fn pointed(&mut self, pane: usize, pointer: Pointer, desk: &mut Desk<'_>) -> Handled {
        match (pane, pointer.kind) {
            (AGENTS, PointerKind::Wheel(rows)) => self.agents.wheel(rows),
            (ROWS, PointerKind::Wheel(rows)) => self.rows.wheel(rows),
            (SKILLS, PointerKind::Wheel(rows)) => self.skills.wheel(rows),
            (_, PointerKind::Wheel(rows)) => self.detail.wheel(rows),
            (ROWS, PointerKind::Click) if self.rows.click(pointer.row) => self.choose(pane, desk),
            (SKILLS, PointerKind::Click) if self.skills.click(pointer.row) => {
                self.choose(pane, desk);
            }
            _ => return Handled::No,
        }
        Handled::Yes
    }

    /// The detail is about the selection of a pane, and so are the other views.
    fn choose(&mut self, pane: usize, desk: &mut Desk<'_>) {
        self.about = pane;
        self.detail.reset();
        if let (ROWS, Some(row)) = (pane, self.rows.selected()) {
            desk.selection.query = Some(row.query.id.clone());
        }
        if let (SKILLS, Some(skill)) = (pane, self.skills.selected()) {
            desk.selection.skill = Some(skill.id.clone());
        }
    }

    pub fn draw(&mut self, pane: usize, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let Some(all) = self.of.clone() else { return };
        match pane {
            AGENTS => self.agents.draw(scene, &all, area, buffer),
            ROWS => self.rows.show(scene, &all, &mut self.shift, area, buffer),
            SKILLS => self.skills.show(scene, &all, &mut self.shift, area, buffer),
            _ => {
                let skill = self.skills.selected().filter(|_| self.about == SKILLS);
                let lines = match (skill, self.rows.selected()) {
                    (Some(skill), _) => detail::skill(scene, &all, &skill.id),
                    (None, Some(row)) => detail::row(scene, &all, row),
                    (None, None) => {
                        let text = "There is no row on which they part.";
                        vec![Line::styled(text, scene.theme.style(Role::Dim))]
                    }
                };
                self.detail.draw(scene, area, buffer, &lines);
            }
        }
    }
}

/// What heads the column of an agent: its number, and what its choices are worth.
fn heads(all: &SideBySide) -> Vec<String> {
    let agents = all.agents.iter().zip(1..);
    agents.map(|(agent, number)| format!("{number} {}", agent.evidence)).collect()
}

/// The number of an agent and what it is called, as a heading.
fn heading(theme: &Theme, all: &SideBySide, at: usize) -> Line<'static> {
    let called = all.agents.get(at).map_or_else(String::new, |agent| agent.called());
    let number = Span::styled(format!("{} ", at + 1), theme.style(Role::Dim));
    let mut line = Line::from(number);
    line.spans.extend(styled(&called, theme.style(Role::Heading)).spans);
    line
}

#[cfg(test)]
mod tests;
