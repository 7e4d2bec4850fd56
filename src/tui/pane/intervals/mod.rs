//! View 4: how sure each figure is, against its bar and its baseline; and the figures broken down.

mod forest;
mod headline;
mod numbers;
mod rows;

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
};

use self::rows::{Asked, Bars, Key, Order, Row};
use crate::{
    core::{
        id::SkillId,
        measure::confusion::Level,
        scene::names::width,
        workbench::{Board, Request},
    },
    tui::{
        action::{Action, Facts},
        app::{Desk, Handled, PaneSpec, Pointer, PointerKind, Scene, View, ViewId},
        pane::{list::List, names::Names, page::Page, standing},
        widget::text::put,
    },
};

const PANES: [PaneSpec; 2] =
    [PaneSpec { name: "Forest", weight: 5 }, PaneSpec { name: "Numbers", weight: 2 }];
const FOREST: usize = 0;

/// The forest and the numbers of its selected row.
#[derive(Debug, Default)]
pub struct Intervals {
    bars: Bars,
    order: Order,
    /// Every probe counts for itself, as it does not.
    naive: bool,
    /// Without the rows that expect nothing.
    in_scope: bool,
    /// Breakdowns stand in the place of the forest.
    broken_down: bool,
    /// `None` until somebody chose: the level that the labels speak about.
    level: Option<Level>,
    list: List<Row>,
    parts: List<Row>,
    /// Revision that the rows are of, what was asked of them, and their order.
    made_of: Option<(u64, Asked, Order)>,
    /// The shared selection as seen last, to notice when another view changed it.
    seen: Option<SkillId>,
    page: Page,
    /// First line of the rows, within the pane.
    rows_at: u16,
}

impl Intervals {
    pub fn new() -> Self {
        Self::default()
    }

    /// Partial labels speak of any turn and nothing else.
    fn level(&self, board: &Board) -> Level {
        let figures = &board.now.figures;
        let partial = figures.headline.completion.planned == 0 && figures.partial.is_some();
        self.level.unwrap_or(if partial { Level::Any } else { Level::Turn1 })
    }

    fn asked(&self, board: &Board) -> Asked {
        let level = self.level(board);
        Asked { level, bars: self.bars, naive: self.naive, in_scope: self.in_scope }
    }

    fn make(&mut self, board: &Board, names: &Names) {
        let (asked, order) = (self.asked(board), self.order);
        let made_of = Some((board.revision, asked, order));
        if self.made_of == made_of {
            return;
        }
        if self.made_of.is_some_and(|(_, was, by)| (was.level, by) != (asked.level, order)) {
            self.list.release();
        }
        self.made_of = made_of;
        self.list.follow(rows::rows(board, names, asked, order));
        // Parts have the order of their facet, whoever looks.
        self.parts.release();
        self.parts.follow(rows::parts(board, names, asked));
    }

    /// The rows that show.
    fn rows(&self) -> &List<Row> {
        if self.broken_down { &self.parts } else { &self.list }
    }

    fn rows_mut(&mut self) -> &mut List<Row> {
        if self.broken_down { &mut self.parts } else { &mut self.list }
    }

    fn choose(&mut self, desk: &mut Desk<'_>) {
        self.page.reset();
        if let Some(id) = self.rows().selected().and_then(Row::skill) {
            desk.selection.skill = Some(id.clone());
            self.seen = Some(id);
        }
    }

    fn follow_selection(&mut self, skill: Option<&SkillId>) {
        if self.seen.as_ref() != skill {
            self.seen = skill.cloned();
            if let Some(id) = skill {
                self.list.select(&Key::Skill(id.clone()));
            }
        }
    }

    fn draw_forest(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        // Lines of the answer, and a blank one beneath.
        let (room, blank) = match area.height {
            0..6 => (0, 0),
            6..14 => (1, 0),
            _ => (2, 1),
        };
        let level = self.level(scene.board);
        let inner =
            Rect { x: area.x.saturating_add(1), width: area.width.saturating_sub(1), ..area };
        let size = (usize::from(inner.width), usize::from(room));
        let lines = match self.broken_down {
            true => headline::exploratory(scene, size),
            false => headline::lines(scene, self.list.rows(), (self.bars, level), size),
        };
        for (at, line) in lines.iter().enumerate() {
            put(buffer, inner, at, line);
        }
        let lead = room + blank;
        let rest = Rect { y: area.y + lead, height: area.height - lead, ..area };
        let around = forest::around(rest);
        self.rows_at = lead + u16::from(around > 0);
        let window = self.rows_mut().window(usize::from(rest.height - around));
        let label = |row: &Row| width(row.short(scene.names));
        let rows = self.rows().rows();
        let look = forest::Look {
            titles: self.titles(scene.board),
            label: rows.iter().filter(|row| !row.is_heading()).map(label).max().unwrap_or(0),
        };
        forest::draw(scene, rest, buffer, rows, window, look);
    }

    /// What the columns are called, with the bars that they have.
    fn titles(&self, board: &Board) -> [(&'static str, Option<f64>); 2] {
        let partial = board.now.figures.headline.completion.planned == 0;
        match self.level(board) {
            _ if self.broken_down && partial => [("trigger recall", None), ("restraint", None)],
            _ if self.broken_down => [("top-1", None), ("trajectory", None)],
            // The title of the pane says at which turns.
            Level::Turn1 | Level::Any => {
                [("recall", Some(self.bars.recall)), ("precision", Some(self.bars.precision))]
            }
            Level::Trajectory => {
                [("reached", Some(self.bars.recall)), ("precision", Some(self.bars.precision))]
            }
        }
    }

    fn draw_numbers(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let Some(row) = self.rows().selected() else { return };
        let lines = numbers::lines(scene, row, self.asked(scene.board));
        self.page.draw(scene, area, buffer, &lines);
    }
}

impl View for Intervals {
    fn panes(&self) -> &'static [PaneSpec] {
        &PANES
    }

    fn title(&self, pane: usize, scene: &Scene<'_>) -> String {
        match (pane, self.level(scene.board)) {
            (FOREST, _) if self.broken_down => "Breakdowns".to_owned(),
            (FOREST, Level::Turn1) => "Forest: first engagement".to_owned(),
            (FOREST, Level::Trajectory) => "Forest: trajectory".to_owned(),
            (FOREST, Level::Any) => "Forest: any turn".to_owned(),
            _ => "Numbers".to_owned(),
        }
    }

    fn note(&self, pane: usize, _scene: &Scene<'_>) -> String {
        if pane != FOREST {
            return String::new();
        }
        let mut parts = Vec::new();
        parts.extend(self.naive.then(|| "naive".to_owned()));
        parts.extend(self.in_scope.then(|| "in scope only".to_owned()));
        if !self.broken_down {
            let stale = if self.list.is_stale() { ", as it was" } else { "" };
            parts.push(format!("by {}{stale}", self.order.word()));
        }
        parts.join(", ")
    }

    fn facts(&self, _pane: usize, _board: &Board, facts: &mut Facts) {
        facts.problems = rows::verdicts(self.rows().rows())[1] > 0;
    }

    fn act(&mut self, pane: usize, action: Action, desk: &mut Desk<'_>) -> Handled {
        self.make(desk.board, desk.names);
        match action {
            Action::CycleLevel | Action::Sort if self.broken_down => {
                desk.say("breakdowns have an order and figures of their own");
            }
            Action::CycleLevel => {
                self.level = Some(match self.level(desk.board) {
                    Level::Turn1 => Level::Trajectory,
                    Level::Trajectory => Level::Any,
                    Level::Any => Level::Turn1,
                });
            }
            Action::ToggleNaive => {
                self.naive = !self.naive;
                desk.say(match self.naive {
                    true => "naive intervals: every probe counts for itself, no verdicts",
                    false => {
                        "clustered intervals: probes of one prompt count for what they are worth"
                    }
                });
            }
            Action::Breakdowns => {
                self.broken_down = !self.broken_down;
                desk.request(Request::Breakdowns(self.broken_down));
                self.page.reset();
            }
            Action::ToggleScope => {
                self.in_scope = !self.in_scope;
                desk.say(match self.in_scope {
                    true => "without the prompts that expect no skill",
                    false => "with the prompts that expect no skill",
                });
            }
            Action::Sort => {
                // Rows that lie as they were are first sorted as the title says.
                if !self.list.is_stale() {
                    self.order = self.order.next();
                }
                self.made_of = None;
                self.list.release();
            }
            Action::Drill => {
                self.choose(desk);
                if self.rows().selected().and_then(Row::skill).is_some() {
                    desk.show(ViewId::Neighborhood);
                }
            }
            Action::NextProblem | Action::PreviousProblem if pane == FOREST => {
                use crate::core::measure::gate::Verdict;
                let fails = |row: &Row| row.verdict == Some(Verdict::Fail);
                self.rows_mut().seek(action == Action::PreviousProblem, fails);
                self.choose(desk);
            }
            _ if pane != FOREST && self.page.act(action) => {}
            _ if pane == FOREST && self.rows_mut().act(action) => self.choose(desk),
            _ => return Handled::No,
        }
        Handled::Yes
    }

    fn pointed(&mut self, pane: usize, pointer: Pointer, desk: &mut Desk<'_>) -> Handled {
        match (pane, pointer.kind) {
            (FOREST, PointerKind::Wheel(rows)) => self.rows_mut().wheel(rows),
            (_, PointerKind::Wheel(rows)) => self.page.wheel(rows),
            (FOREST, PointerKind::Click) => {
                let line = pointer.row.checked_sub(self.rows_at);
                if !line.is_some_and(|line| self.rows_mut().click_shown(line)) {
                    return Handled::No;
                }
                self.choose(desk);
            }
            _ => return Handled::No,
        }
        Handled::Yes
    }

    fn draw(
        &mut self,
        pane: usize,
        scene: &Scene<'_>,
        area: Rect,
        buffer: &mut Buffer,
    ) -> Option<Position> {
        if standing::draw_missing(scene, area, buffer) {
            return None;
        }
        self.make(scene.board, scene.names);
        self.follow_selection(scene.selection.skill.as_ref());
        match pane {
            FOREST => self.draw_forest(scene, area, buffer),
            _ => self.draw_numbers(scene, area, buffer),
        }
        None
    }
}

#[cfg(test)]
mod tests;
