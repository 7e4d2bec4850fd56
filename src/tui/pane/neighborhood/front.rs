//! The pane in the middle: the picture, or a question that lies over it.
//!
//! Owns which of them shows. Must not know the panes beside it.

use crossterm::event::KeyEvent;
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
};

use super::{MIDDLE, SKILLS, ask::Ask, middle::Middle, search::Search};
use crate::{
    core::workbench::trouble::RowKey,
    tui::{
        action::{Action, Context, Facts},
        app::{Desk, Handled, PaneSpec, Pointer, Scene},
    },
};

/// Picture, asked prompt and full text in one place.
#[derive(Debug, Default)]
pub struct Front {
    open: Open,
    middle: Middle,
    ask: Ask,
    search: Search,
}

/// What shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Open {
    #[default]
    Picture,
    Ask,
    Search,
}

/// The panes of the view, the one in the middle named by what it shows.
pub const fn panes(middle: &'static str) -> [PaneSpec; 3] {
    [
        PaneSpec { name: "Skills", weight: 4 },
        PaneSpec { name: middle, weight: 5 },
        PaneSpec { name: "Detail", weight: 4 },
    ]
}

const PICTURE: [PaneSpec; 3] = panes("Picture");
const ASK: [PaneSpec; 3] = panes("Ask");
const SEARCH: [PaneSpec; 3] = panes("Search");

impl Front {
    pub fn panes(&self) -> &'static [PaneSpec] {
        match self.open {
            Open::Picture => &PICTURE,
            Open::Ask => &ASK,
            Open::Search => &SEARCH,
        }
    }

    pub fn title(&self, row: Option<&RowKey>, scene: &Scene<'_>) -> String {
        match self.open {
            Open::Picture => self.middle.title(row, scene),
            Open::Ask => "Ask: who takes it?".to_owned(),
            Open::Search => "Search all text".to_owned(),
        }
    }

    pub fn note(&self, scene: &Scene<'_>) -> String {
        match self.open {
            Open::Picture => self.middle.note(scene),
            Open::Ask | Open::Search => String::new(),
        }
    }

    pub fn contexts(&self) -> Vec<Context> {
        match self.open {
            Open::Picture => Vec::new(),
            Open::Ask => self.ask.contexts(),
            Open::Search => self.search.contexts(),
        }
    }

    /// What is true wherever the focus is; `focused` adds what is true in the picture.
    pub fn facts(&self, focused: bool, facts: &mut Facts) {
        facts.asked = self.open == Open::Ask && self.ask.has_prompt();
        match self.open {
            Open::Picture if focused => self.middle.facts(facts),
            Open::Ask if focused => facts.accept = Some("pin the prompt"),
            Open::Search if focused => facts.accept = Some("go to the skill"),
            _ => {}
        }
    }

    /// Actions that open something here, wherever the focus is; `Handled::No` for all others.
    pub fn called(&mut self, action: Action, desk: &mut Desk<'_>) -> Handled {
        match action {
            Action::Ask => {
                self.open = Open::Ask;
                self.ask.open();
            }
            Action::Search => self.open = Open::Search,
            Action::AddRow if self.open == Open::Ask => return self.ask.act(action, desk),
            Action::CycleMode | Action::Tidy if self.open == Open::Picture => {
                return self.middle.act(action, desk);
            }
            // A key that changes the picture brings it back first.
            Action::CycleMode | Action::Tidy => self.open = Open::Picture,
            _ => return Handled::No,
        }
        if matches!(action, Action::Ask | Action::Search) {
            desk.focus(MIDDLE);
        }
        Handled::Yes
    }

    /// Actions while the focus is here.
    pub fn act(&mut self, action: Action, desk: &mut Desk<'_>) -> Handled {
        let closes = matches!(action, Action::Escape | Action::Quit | Action::Back);
        match self.open {
            Open::Picture => return self.middle.act(action, desk),
            _ if closes => {
                self.open = Open::Picture;
                desk.focus(SKILLS);
            }
            Open::Search if action == Action::Accept => {
                if let Some(skill) = self.search.chosen(desk.board).cloned() {
                    desk.selection.skill = Some(skill);
                    self.open = Open::Picture;
                    desk.focus(SKILLS);
                }
            }
            Open::Ask => return self.ask.act(action, desk),
            Open::Search => return self.search.act(action, desk),
        }
        Handled::Yes
    }

    pub fn typed(&mut self, key: KeyEvent, desk: &mut Desk<'_>) -> Handled {
        match self.open {
            Open::Picture => Handled::No,
            Open::Ask => self.ask.typed(key, desk.board),
            Open::Search => self.search.typed(key, desk),
        }
    }

    pub fn pasted(&mut self, text: &str, desk: &mut Desk<'_>) -> Handled {
        match self.open {
            Open::Picture => return Handled::No,
            Open::Ask => self.ask.pasted(text, desk.board),
            Open::Search => self.search.pasted(text, desk),
        }
        Handled::Yes
    }

    pub fn pointed(&mut self, pointer: Pointer, desk: &mut Desk<'_>) -> Handled {
        match self.open {
            Open::Picture => return self.middle.pointed(pointer, desk),
            Open::Ask => self.ask.pointed(pointer, desk),
            Open::Search => {
                if self.search.pointed(pointer, desk.board) {
                    return self.act(Action::Accept, desk);
                }
            }
        }
        Handled::Yes
    }

    pub fn draw(
        &mut self,
        row: Option<&RowKey>,
        scene: &Scene<'_>,
        area: Rect,
        buffer: &mut Buffer,
    ) -> Option<Position> {
        match self.open {
            Open::Picture => self.middle.draw(row, scene, area, buffer),
            Open::Ask => self.ask.draw(scene, area, buffer),
            Open::Search => self.search.draw(scene, area, buffer),
        }
    }
}
