//! View 3: who takes whose prompts, from the pair down to the prompts themselves.
//!
//! Opens on the steals beside the matrix; a drill puts the prompts of a pair beside both
//! descriptions.

mod grid;
mod headline;
mod matrix;
mod pair;
mod prompts;
mod steals;
mod tables;

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
};

use self::{
    matrix::MatrixPane,
    prompts::Prompts,
    steals::{Chosen, Steals},
    tables::Tables,
};
use crate::{
    core::{
        id::SkillId,
        measure::{Class, confusion::Level},
        visible,
        workbench::{Board, Request},
    },
    tui::{
        action::{Action, Facts},
        app::{Desk, Handled, PaneSpec, Pointer, PointerKind, Scene, Selection, View, ViewId},
        pane::{page::Page, standing},
    },
};

const LEFT: usize = 0;

const MATRIX: [PaneSpec; 2] =
    [PaneSpec { name: "Steals", weight: 1 }, PaneSpec { name: "Matrix", weight: 1 }];
const TABLES: [PaneSpec; 2] =
    [PaneSpec { name: "Steals", weight: 1 }, PaneSpec { name: "Tables", weight: 1 }];
const DRILL: [PaneSpec; 2] =
    [PaneSpec { name: "Prompts", weight: 1 }, PaneSpec { name: "Pair", weight: 1 }];

/// The view.
#[derive(Debug, Default)]
pub struct Confusion {
    steals: Steals,
    matrix: MatrixPane,
    tables: Tables,
    /// The 2x2 tables are in the place of the matrix.
    tabled: bool,
    /// The prompts behind a cell are shown in the place of everything else.
    drill: Option<Prompts>,
    /// The text about the pair of the drill.
    page: Page,
    /// The shared selection as seen last, to notice when another view changed it.
    seen: (Option<(SkillId, SkillId)>, Option<SkillId>),
}

impl Confusion {
    fn make(&mut self, board: &Board) {
        self.steals.make(board);
        self.matrix.make(board);
        self.tables.make(board);
        if let Some(steal) = board.now.figures.steals.first() {
            self.matrix.begin(steal.expected.clone(), Class::Skill(steal.engaged.clone()));
        }
        if let Some(drill) = &mut self.drill {
            drill.make(board);
        }
    }

    /// Goes where another view has gone.
    fn follow_selection(&mut self, selection: &Selection) {
        if self.seen.0 != selection.pair {
            self.seen.0.clone_from(&selection.pair);
            if let Some((expected, engaged)) = &selection.pair {
                self.steals.select(expected, engaged);
                let class = |id: &SkillId| Class::Skill(id.clone());
                self.matrix.select(class(expected), class(engaged));
            }
        }
        if self.seen.1 != selection.skill {
            self.seen.1.clone_from(&selection.skill);
            if let Some(id) = &selection.skill {
                self.tables.select(id);
            }
        }
    }

    /// The pair that a pane's cursor is on.
    fn pair(&self, pane: usize) -> Option<(Class, Class)> {
        match pane {
            LEFT => match self.steals.chosen()? {
                Chosen::Pair(expected, engaged) => Some((expected, Class::Skill(engaged))),
                Chosen::Attractor(_) => None,
            },
            _ if self.tabled => None,
            _ => self.matrix.chosen(),
        }
    }

    /// Tells the other views what the cursor of a pane is on.
    fn tell(&mut self, pane: usize, desk: &mut Desk<'_>) {
        let skill = match (pane, self.steals.chosen()) {
            (LEFT, Some(Chosen::Attractor(id))) => Some(id),
            (LEFT, _) => None,
            _ if self.tabled => self.tables.chosen().cloned(),
            _ => None,
        };
        if let Some((expected, engaged)) = self.pair(pane) {
            let skills = expected.skill().cloned().zip(engaged.skill().cloned());
            desk.selection.pair = skills.filter(|(expected, engaged)| expected != engaged);
            desk.selection.skill =
                expected.skill().or(engaged.skill()).cloned().or(desk.selection.skill.take());
            self.matrix.select(expected, engaged);
        } else if let Some(id) = skill {
            desk.selection.skill = Some(id);
        }
        if let Some(id) = &desk.selection.skill {
            self.tables.select(id);
        }
        self.seen = (desk.selection.pair.clone(), desk.selection.skill.clone());
    }

    fn open(&mut self, pane: usize, desk: &mut Desk<'_>) -> Handled {
        if let Some(drill) = &self.drill {
            if let Some((query, _)) = drill.chosen() {
                desk.selection.query = Some(query.to_owned());
                desk.show(ViewId::Probes);
            }
            return Handled::Yes;
        }
        self.tell(pane, desk);
        if let Some((expected, engaged)) = self.pair(pane) {
            // Steals are counted on the first engagement.
            let level = if pane == LEFT { Level::Turn1 } else { self.matrix.wanted.level };
            let mut drill = Prompts::new(expected, engaged, level);
            drill.make(desk.board);
            self.drill = Some(drill);
            self.page.reset();
            desk.focus(LEFT);
        } else if desk.selection.skill.is_some() {
            desk.show(ViewId::Neighborhood);
        }
        Handled::Yes
    }

    fn close(&mut self) -> Handled {
        if self.drill.take().is_some() { Handled::Yes } else { Handled::No }
    }

    fn again(&self, desk: &mut Desk<'_>) -> Handled {
        match self.drill.as_ref().and_then(Prompts::chosen) {
            Some((_, at)) => desk.request(Request::RunRow(at)),
            None => desk.say("open a pair first: Enter"),
        }
        Handled::Yes
    }

    /// Movements and what only one pane knows.
    fn act_pane(&mut self, pane: usize, action: Action, desk: &mut Desk<'_>) -> Handled {
        let moved = match (&mut self.drill, pane) {
            (Some(drill), LEFT) => drill.act(action),
            (Some(_), _) => self.page.act(action),
            (None, LEFT) => self.steals.act(action),
            (None, _) if self.tabled => self.tables.act(action),
            (None, _) => self.matrix.act(action, desk.board),
        };
        if moved && self.drill.is_none() {
            self.tell(pane, desk);
        }
        if moved { Handled::Yes } else { Handled::No }
    }

    fn sort(&mut self, pane: usize, board: &Board) {
        match pane {
            LEFT => self.steals.sort(board),
            _ => self.matrix.wanted.order = self.matrix.wanted.order.next(),
        }
    }

    fn draw_pair(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let Some(drill) = &self.drill else { return };
        let (expected, engaged) = drill.pair();
        self.page.draw(scene, area, buffer, &pair::lines(scene, expected, engaged));
    }
}

impl View for Confusion {
    fn panes(&self) -> &'static [PaneSpec] {
        match (&self.drill, self.tabled) {
            (Some(_), _) => &DRILL,
            (None, true) => &TABLES,
            (None, false) => &MATRIX,
        }
    }

    fn title(&self, pane: usize, scene: &Scene<'_>) -> String {
        let to = scene.theme.symbols().to;
        match (&self.drill, pane) {
            (Some(drill), LEFT) => {
                let pair: [&Class; 2] = drill.pair().into();
                let [expected, engaged] = pair.map(|class| visible::line(scene.names.class(class)));
                format!("{expected} {to} {engaged}")
            }
            (Some(_), _) => "Pair".to_owned(),
            (None, LEFT) => "Steals".to_owned(),
            (None, _) if self.tabled => "Tables: any turn".to_owned(),
            (None, _) => {
                let level = match self.matrix.wanted.level {
                    Level::Turn1 => "first engagement",
                    Level::Trajectory => "trajectory",
                    Level::Any => "engaged at all",
                };
                let shares = if self.matrix.shares { ", shares" } else { "" };
                format!("Matrix: {level}{shares}")
            }
        }
    }

    fn note(&self, pane: usize, _scene: &Scene<'_>) -> String {
        match (&self.drill, pane) {
            (Some(drill), LEFT) => match drill.len() {
                1 => "1 probe".to_owned(),
                len => format!("{len} probes"),
            },
            (None, LEFT) if self.steals.is_stale() => "order as it was".to_owned(),
            (None, LEFT) => "most first".to_owned(),
            (None, _) if !self.tabled => self.matrix.note(),
            _ => String::new(),
        }
    }

    fn facts(&self, _pane: usize, board: &Board, facts: &mut Facts) {
        facts.can_go_back |= self.drill.is_some();
        facts.problems = !board.now.figures.steals.is_empty();
        facts.query |= self.drill.as_ref().is_some_and(|drill| drill.chosen().is_some());
    }

    fn act(&mut self, pane: usize, action: Action, desk: &mut Desk<'_>) -> Handled {
        self.make(desk.board);
        match action {
            Action::CycleLevel => {
                self.matrix.wanted.level = match self.matrix.wanted.level {
                    Level::Turn1 => Level::Trajectory,
                    Level::Trajectory => Level::Any,
                    Level::Any => Level::Turn1,
                };
            }
            Action::ToggleShares => self.matrix.shares = !self.matrix.shares,
            Action::ToggleAllRows => self.matrix.wanted.all = !self.matrix.wanted.all,
            Action::SkillTables => {
                self.tabled = !self.tabled;
                self.drill = None;
            }
            Action::Sort if self.drill.is_none() => self.sort(pane, desk.board),
            Action::Drill => return self.open(pane, desk),
            Action::Back | Action::Escape => return self.close(),
            Action::ProbeAgain => return self.again(desk),
            _ => return self.act_pane(pane, action, desk),
        }
        Handled::Yes
    }

    fn pointed(&mut self, pane: usize, pointer: Pointer, desk: &mut Desk<'_>) -> Handled {
        let (column, row) = (pointer.column, pointer.row);
        match (pointer.kind, &mut self.drill, pane) {
            (PointerKind::Wheel(rows), Some(drill), LEFT) => drill.wheel(rows),
            (PointerKind::Wheel(rows), Some(_), _) => self.page.wheel(rows),
            (PointerKind::Wheel(rows), None, LEFT) => self.steals.wheel(row, rows),
            (PointerKind::Wheel(rows), None, _) if self.tabled => self.tables.wheel(rows),
            (PointerKind::Wheel(rows), None, _) => self.matrix.wheel(rows, desk.board),
            (PointerKind::Click, Some(drill), LEFT) => {
                drill.click(row);
            }
            (PointerKind::Click, Some(_), _) => {}
            (PointerKind::Click, None, _) => {
                let found = match pane {
                    LEFT => self.steals.click(row),
                    _ if self.tabled => self.tables.click(row),
                    _ => self.matrix.click(column, row),
                };
                if found {
                    self.tell(pane, desk);
                }
            }
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
        self.make(scene.board);
        self.follow_selection(scene.selection);
        match (&mut self.drill, pane) {
            (Some(drill), LEFT) => drill.draw(scene, area, buffer),
            (Some(_), _) => self.draw_pair(scene, area, buffer),
            (None, LEFT) => self.steals.draw(scene, area, buffer),
            (None, _) if self.tabled => self.tables.draw(scene, area, buffer),
            (None, _) => self.matrix.draw(scene, area, buffer),
        }
        None
    }
}

#[cfg(test)]
mod tests;
