//! View 1, Neighborhood: which skills crowd which, in a list, in pictures and in words.
//!
//! Puts its panes together. Draws what core computed; must not compute overlap itself.

mod answer;
mod ask;
mod cells;
mod detail;
mod edge;
mod ego;
mod fan;
mod front;
mod list;
mod matrix;
mod middle;
mod pairs;
mod rows;
mod search;
mod seen;
mod taken;

use crossterm::event::KeyEvent;
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
};

use self::{detail::Detail, front::Front, list::Skills};
use crate::{
    core::workbench::{Board, changes::Against, trouble::RowKey},
    tui::{
        action::{Action, Context, Facts},
        app::{Desk, Effect, Handled, PaneSpec, Pointer, PointerKind, Scene, Selection, View},
        layout::beside_two,
        pane::standing,
    },
};

/// List, picture and detail over one selection.
#[derive(Debug, Default)]
pub struct Neighborhood {
    skills: Skills,
    front: Front,
    detail: Detail,
}

/// Indices of the panes.
const SKILLS: usize = 0;
const MIDDLE: usize = 1;
const DETAIL: usize = 2;

impl Neighborhood {
    /// What the detail is about: the selected skill, or the file that the list is on.
    fn row(&self, selection: &Selection) -> Option<RowKey> {
        match self.skills.row() {
            Some(file @ RowKey::File(_)) => Some(file.clone()),
            _ => selection.skill.clone().map(RowKey::Skill),
        }
    }

    /// The file to edit, and its line: the description's, or that of what is wrong.
    fn file(&self, desk: &Desk<'_>) -> Option<Effect> {
        let Some(RowKey::File(path)) = self.row(desk.selection) else { return None };
        let unusable = &desk.board.now.snapshot.catalog.unusable;
        let found = unusable.iter().find(|file| file.path == path);
        let line = found.and_then(|file| file.diagnostics.first()?.line).unwrap_or(1);
        Some(Effect::Edit { path: desk.board.files.get(&path)?.clone(), line })
    }

    /// The path of the row; in the detail, the description of the skill.
    fn copy(&self, pane: usize, desk: &mut Desk<'_>) -> Handled {
        let Some(row) = self.row(desk.selection) else { return Handled::No };
        let skill = row.skill().and_then(|id| desk.board.now.snapshot.catalog.get(id));
        let (what, text) = match (skill, &row) {
            (Some(skill), _) if pane == DETAIL => ("description", skill.doc.description.clone()),
            (Some(skill), _) => ("path", on_disk(desk.board, &skill.path)),
            (None, RowKey::File(path)) => ("path", on_disk(desk.board, path)),
            (None, RowKey::Skill(_)) => return Handled::No,
        };
        desk.effect(Effect::Copy(text));
        desk.say(format!("copied the {what}"));
        Handled::Yes
    }
}

/// What now is held against: the baseline, or the generation before while there is none yet.
fn since(board: &Board) -> Option<&Against> {
    board.baseline.as_deref().or(board.previous.as_deref())
}

/// What that is called.
fn since_name(board: &Board) -> &str {
    match &board.baseline {
        Some(baseline) => &baseline.state.name,
        None => "the generation before",
    }
}

/// Where a file of the catalog lies, as its reader knows it.
fn on_disk(board: &Board, path: &str) -> String {
    board.files.get(path).map_or_else(|| path.to_owned(), |path| path.display().to_string())
}

impl View for Neighborhood {
    fn panes(&self) -> &'static [PaneSpec] {
        self.front.panes()
    }

    /// The picture over the detail, unless there is room for all three side by side.
    fn arrange(&self, body: Rect) -> Option<Vec<Rect>> {
        // Names get what they need of the picture's room, within reason.
        let list = self.skills.wants().clamp(body.width / 3, body.width * 9 / 25);
        beside_two(body, [list, body.width - list], [4, 3]).map(Vec::from)
    }

    fn title(&self, pane: usize, scene: &Scene<'_>) -> String {
        match pane {
            MIDDLE => self.front.title(self.row(scene.selection).as_ref(), scene),
            _ => self.panes().get(pane).map_or_else(String::new, |pane| pane.name.to_owned()),
        }
    }

    fn note(&self, pane: usize, scene: &Scene<'_>) -> String {
        match pane {
            SKILLS => self.skills.note(scene.board),
            MIDDLE => self.front.note(scene),
            _ => String::new(),
        }
    }

    fn contexts(&self, pane: usize) -> Vec<Context> {
        match pane {
            SKILLS => self.skills.contexts(),
            MIDDLE => self.front.contexts(),
            _ => Vec::new(),
        }
    }

    fn facts(&self, pane: usize, board: &Board, facts: &mut Facts) {
        facts.problems = Skills::has_problems(board);
        facts.accept = (pane == SKILLS).then_some("keep the filter");
        self.front.facts(pane == MIDDLE, facts);
    }

    fn board_changed(&mut self, desk: &mut Desk<'_>) {
        self.skills.board_changed(desk);
    }

    fn act(&mut self, pane: usize, action: Action, desk: &mut Desk<'_>) -> Handled {
        if self.front.called(action, desk) == Handled::Yes {
            return Handled::Yes;
        }
        match action {
            Action::Copy => return self.copy(pane, desk),
            Action::Editor => {
                let Some(edit) = self.file(desk) else { return Handled::No };
                desk.effect(edit);
                return Handled::Yes;
            }
            Action::Mute if matches!(self.row(desk.selection), Some(RowKey::File(_))) => {
                desk.say("no model is offered this file: there is nothing to mute");
            }
            Action::Filter => {
                desk.focus(SKILLS);
                return self.skills.act(action, desk);
            }
            Action::Sort if pane == MIDDLE => {
                return match self.front.act(action, desk) {
                    Handled::Yes => Handled::Yes,
                    Handled::No => self.skills.act(action, desk),
                };
            }
            Action::Sort | Action::NextProblem | Action::PreviousProblem => {
                return self.skills.act(action, desk);
            }
            Action::Drill if pane == SKILLS => desk.focus(DETAIL),
            _ => {
                return match pane {
                    SKILLS => self.skills.act(action, desk),
                    MIDDLE => self.front.act(action, desk),
                    _ => self.detail.act(action),
                };
            }
        }
        Handled::Yes
    }

    fn typed(&mut self, pane: usize, key: KeyEvent, desk: &mut Desk<'_>) -> Handled {
        match pane {
            SKILLS => self.skills.typed(key, desk),
            MIDDLE => self.front.typed(key, desk),
            _ => Handled::No,
        }
    }

    fn pasted(&mut self, pane: usize, text: &str, desk: &mut Desk<'_>) -> Handled {
        if pane == SKILLS && self.skills.is_typing() {
            self.skills.pasted(text, desk);
            return Handled::Yes;
        }
        if pane == MIDDLE { self.front.pasted(text, desk) } else { Handled::No }
    }

    fn pointed(&mut self, pane: usize, pointer: Pointer, desk: &mut Desk<'_>) -> Handled {
        match (pane, pointer.kind) {
            (SKILLS, _) => return self.skills.pointed(pointer, desk),
            (MIDDLE, _) => return self.front.pointed(pointer, desk),
            (_, PointerKind::Wheel(rows)) => self.detail.scroll(rows.into()),
            _ => {}
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
        let row = self.row(scene.selection);
        match pane {
            SKILLS => self.skills.draw(scene, area, buffer),
            _ if standing::draw_untold(scene, area, buffer) => None,
            MIDDLE => self.front.draw(row.as_ref(), scene, area, buffer),
            _ => {
                self.detail.draw(row.as_ref(), scene, area, buffer);
                None
            }
        }
    }
}

#[cfg(test)]
mod sitting;
#[cfg(test)]
mod states;
#[cfg(test)]
mod tests;
