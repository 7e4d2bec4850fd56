//! View 2: what the agent does, probe by probe, while it does it.
//!
//! A table that goes with the run until somebody looks for themselves, and beside it the trajectory
//! of the selected probe. Owns what is remembered between frames; must not know what runs probes.

mod events;
mod filter;
mod label;
mod list;
mod order;
mod raw;
mod roll;
mod run;
mod story;
mod table;
mod trajectory;
mod typeset;
mod verdict;

use crossterm::event::KeyEvent;
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
};

use self::{
    list::List,
    story::{Manner, Telling},
    trajectory::Reader,
};
use crate::{
    core::{
        plan::Evidence,
        workbench::{Board, Request},
    },
    tui::{
        action::{Action, Context, Facts},
        app::{Desk, Effect, Handled, PaneSpec, Pointer, PointerKind, Scene, View},
        pane::standing,
        theme::Role,
        widget::empty::Empty,
    },
};

const PANES: [PaneSpec; 2] =
    [PaneSpec { name: "Probes", weight: 3 }, PaneSpec { name: "Trajectory", weight: 2 }];
const TABLE: usize = 0;
const TRAJECTORY: usize = 1;

/// Stack of contexts of this view, for the keys that its sentences name.
const STACK: [Context; 2] = [Context::Global, Context::Probes];

/// The view.
#[derive(Debug, Default)]
pub struct Probes {
    list: List,
    reader: Reader,
    /// The row whose program's lines were asked for last, and whether it had ended by then.
    asked: Option<(usize, bool)>,
}

impl View for Probes {
    fn panes(&self) -> &'static [PaneSpec] {
        &PANES
    }

    fn title(&self, pane: usize, scene: &Scene<'_>) -> String {
        match pane {
            TABLE => format!("Probes, {}", self.list.manner(scene.names)),
            _ => "Trajectory".to_owned(),
        }
    }

    fn note(&self, pane: usize, scene: &Scene<'_>) -> String {
        match pane {
            TABLE => self.list.note(scene),
            _ if scene.focused => {
                let key = scene.keymap.key_in(&STACK, Action::Drill).unwrap_or_default();
                let manner = self.reader.manner();
                if manner != Manner::Told {
                    let key = scene.keymap.key_in(&STACK, Action::RawEvents).unwrap_or_default();
                    return format!("{key} {}", manner.next(may_print(scene.board)).word());
                }
                let what = if self.reader.is_unfolded() { "folds" } else { "unfolds" };
                format!("{key} {what}")
            }
            _ => self.list.position(),
        }
    }

    fn tells_run(&self) -> bool {
        true
    }

    fn contexts(&self, pane: usize) -> Vec<Context> {
        if pane == TABLE && self.list.is_typing() { vec![Context::Input] } else { Vec::new() }
    }

    fn facts(&self, _pane: usize, _board: &Board, facts: &mut Facts) {
        facts.query = self.list.selected().is_some();
        facts.accept = self.list.is_typing().then_some("keep the filter");
        facts.problems = self.list.tally().has_problems();
    }

    fn board_changed(&mut self, desk: &mut Desk<'_>) {
        self.list.follow(desk.board, desk.names);
        self.want_printed(desk);
    }

    fn act(&mut self, pane: usize, action: Action, desk: &mut Desk<'_>) -> Handled {
        let handled = self.acted(pane, action, desk);
        self.want_printed(desk);
        handled
    }

    fn typed(&mut self, _pane: usize, key: KeyEvent, _desk: &mut Desk<'_>) -> Handled {
        self.list.typed(key);
        Handled::Yes
    }

    fn pasted(&mut self, _pane: usize, text: &str, _desk: &mut Desk<'_>) -> Handled {
        if !self.list.is_typing() {
            return Handled::No;
        }
        self.list.pasted(text);
        Handled::Yes
    }

    fn pointed(&mut self, pane: usize, pointer: Pointer, desk: &mut Desk<'_>) -> Handled {
        match (pane, pointer.kind) {
            (TRAJECTORY, PointerKind::Wheel(rows)) => self.reader.scroll(rows.into()),
            (TABLE, PointerKind::Wheel(rows)) => self.list.wheel(rows),
            (TABLE, PointerKind::Click) => {
                self.list.click(pointer.column, pointer.row);
                self.list.tell(desk.selection);
                self.want_printed(desk);
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
        self.list.adopt(scene.selection);
        if standing::draw_unasked(scene, area, buffer) {
            return None;
        }
        if pane == TABLE {
            return self.list.draw(scene, area, buffer);
        }
        let Some(entry) = self.list.selected() else {
            let sentence = "No probe is selected.";
            Empty { sentence, next: None, role: Role::Dim }.draw(buffer, area, scene.theme);
            return None;
        };
        let retry = scene.keymap.key_in(&STACK, Action::RetryErrored).unwrap_or_default();
        let telling = Telling {
            theme: scene.theme,
            names: scene.names,
            limits: &scene.board.agent.limits,
            unfolded: false,
            manner: Manner::Told,
            printed: scene.board.printed.as_ref(),
            generation: scene.board.now.generation(),
            moved: self.list.index().and_then(|at| {
                scene.board.due.as_ref().and_then(|due| due.affected.get(&at).copied())
            }),
            cells: area.width.into(),
            retry: &retry,
        };
        let before = entry.flip.and_then(|_| self.list.before(&entry.row));
        self.reader.draw(buffer, area, &telling, entry, before);
        None
    }
}

/// There may be programs behind the probes.
fn may_print(board: &Board) -> bool {
    board.agent.evidence == Evidence::Model
}

impl Probes {
    fn acted(&mut self, pane: usize, action: Action, desk: &mut Desk<'_>) -> Handled {
        match action {
            Action::ProbeAgain => return self.probe_again(desk),
            Action::Filter => {
                self.list.type_filter();
                desk.focus(TABLE);
            }
            Action::Sort => self.list.sort_next(),
            Action::NextProblem | Action::PreviousProblem => {
                self.list.seek(action == Action::PreviousProblem);
                self.list.tell(desk.selection);
            }
            Action::RawEvents => {
                self.reader.next_manner(may_print(desk.board));
                self.asked = None;
                desk.focus(TRAJECTORY);
            }
            Action::Copy => {
                let Some(entry) = self.list.selected() else { return Handled::No };
                desk.effect(Effect::Copy(entry.row.query.prompt.clone()));
            }
            _ if pane == TRAJECTORY => return self.act_trajectory(action, desk),
            _ => return self.act_table(action, desk),
        }
        Handled::Yes
    }

    /// Has the lines of the selected probe's program read, once when they are wanted and once more
    /// when it has ended.
    fn want_printed(&mut self, desk: &mut Desk<'_>) {
        if self.reader.manner() != Manner::Printed {
            return;
        }
        let Some((at, entry)) = self.list.index().zip(self.list.selected()) else { return };
        let wanted = Some((at, entry.row.outcome().is_some()));
        if self.asked != wanted {
            self.asked = wanted;
            desk.request(Request::Printed(at));
        }
    }

    fn act_table(&mut self, action: Action, desk: &mut Desk<'_>) -> Handled {
        match action {
            Action::Drill | Action::Right => desk.focus(TRAJECTORY),
            _ if self.list.act(action) => self.list.tell(desk.selection),
            _ => return Handled::No,
        }
        Handled::Yes
    }

    fn act_trajectory(&mut self, action: Action, desk: &mut Desk<'_>) -> Handled {
        match action {
            Action::Left | Action::Escape => desk.focus(TABLE),
            // The key that mutes elsewhere unfolds here, as it does in every reader.
            Action::Drill | Action::Mute => self.reader.toggle_fold(),
            _ if self.reader.act(action) => {}
            _ => return Handled::No,
        }
        Handled::Yes
    }

    fn probe_again(&mut self, desk: &mut Desk<'_>) -> Handled {
        let Some(index) = self.list.index() else { return Handled::No };
        desk.request(Request::RunRow(index));
        Handled::Yes
    }
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
