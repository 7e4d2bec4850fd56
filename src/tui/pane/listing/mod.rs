//! View 5: what the model is shown of the skills, what is lost on the way, and what would mend it.

mod detail;
mod head;
mod rows;
mod text;

use std::sync::Arc;

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
};

use self::rows::{Row, Sort};
use crate::{
    core::{
        id::SkillId,
        listing::{Listing, State},
        workbench::Board,
    },
    tui::{
        action::{Action, Facts},
        app::{Desk, Effect, Handled, PaneSpec, Pointer, PointerKind, Scene, View, ViewId},
        layout::beside_two,
        pane::{
            list::List,
            page::Page,
            standing::{draw_unread, empty},
        },
        theme::Role,
        widget::text::put,
    },
};

const PANES: [PaneSpec; 3] = [
    PaneSpec { name: "Skills", weight: 5 },
    PaneSpec { name: "Skill", weight: 4 },
    PaneSpec { name: "Text", weight: 4 },
];
const SKILLS: usize = 0;
const SKILL: usize = 1;

/// The skills in the order of the listing, what became of the selected one, and the text itself.
#[derive(Debug, Default)]
pub struct ListingView {
    list: List<Row>,
    sort: Sort,
    page: Page,
    made_of: Option<(Arc<Listing>, Sort)>,
    /// The shared selection as seen last, to notice when another view changed it.
    seen: Option<SkillId>,
}

impl ListingView {
    fn make(&mut self, board: &Board) {
        let Some(listing) = &board.now.listing else {
            self.made_of = None;
            return self.list.follow(Vec::new());
        };
        let same = |(known, sort): &(Arc<Listing>, Sort)| {
            Arc::ptr_eq(known, listing) && *sort == self.sort
        };
        if self.made_of.as_ref().is_some_and(same) {
            return;
        }
        self.list.follow(rows::rows(listing, self.sort));
        self.made_of = Some((Arc::clone(listing), self.sort));
    }

    /// Tells the other views what is selected here.
    fn choose(&mut self, desk: &mut Desk<'_>) {
        self.page.reset();
        let listing = desk.board.now.listing.as_ref();
        let entry = listing.zip(self.list.selected()).and_then(|(l, row)| l.entries.get(row.at));
        if let Some(id) = entry.and_then(|entry| entry.id.clone()) {
            desk.selection.skill = Some(id.clone());
            self.seen = Some(id);
        }
    }

    fn follow_selection(&mut self, scene: &Scene<'_>, listing: &Listing) {
        if self.seen != scene.selection.skill {
            self.seen.clone_from(&scene.selection.skill);
            self.page.reset();
            let at = self.seen.as_ref().and_then(|id| listing.position(id));
            if let Some(entry) = at.and_then(|at| listing.entries.get(at)) {
                self.list.select(&entry.path);
            }
        }
    }

    fn draw_list(&mut self, scene: &Scene<'_>, listing: &Listing, area: Rect, buffer: &mut Buffer) {
        let lines = head::lines(scene, listing, area);
        let inner =
            Rect { x: area.x.saturating_add(1), width: area.width.saturating_sub(1), ..area };
        for (at, line) in lines.iter().enumerate() {
            put(buffer, inner, at, line);
        }
        // A handful of lines, and no more than the area has.
        let lead = (lines.len() as u16).min(area.height);
        let rest = Rect { y: area.y + lead, height: area.height - lead, ..area };
        let columns = rows::columns(rest.width, listing);
        self.list.draw(&columns, scene, rest, lead, buffer, |row| {
            rows::cells(scene, listing, row.at, rest.width)
        });
    }
}

impl View for ListingView {
    fn panes(&self) -> &'static [PaneSpec] {
        &PANES
    }

    fn arrange(&self, body: Rect) -> Option<Vec<Rect>> {
        beside_two(body, [1, 1], [1, 1]).map(Vec::from)
    }

    fn title(&self, pane: usize, scene: &Scene<'_>) -> String {
        match (pane, &scene.board.now.listing) {
            (SKILLS, Some(listing)) => format!("Listing of {}", listing.lens.title()),
            (SKILLS, None) => "Listing".to_owned(),
            (SKILL, _) => "What becomes of it".to_owned(),
            _ => "What the model reads".to_owned(),
        }
    }

    fn note(&self, pane: usize, scene: &Scene<'_>) -> String {
        match (pane, self.list.is_stale()) {
            _ if scene.board.now.listing.is_none() => String::new(),
            (SKILLS, false) => self.sort.words().to_owned(),
            (SKILLS, true) => format!("was {}", self.sort.words()),
            _ => String::new(),
        }
    }

    fn facts(&self, _pane: usize, board: &Board, facts: &mut Facts) {
        let lost = |listing: &Arc<Listing>| listing.count(State::Whole) < listing.entries.len();
        facts.problems = board.now.listing.as_ref().is_some_and(lost);
    }

    fn act(&mut self, pane: usize, action: Action, desk: &mut Desk<'_>) -> Handled {
        self.make(desk.board);
        let Some(listing) = desk.board.now.listing.clone() else { return Handled::No };
        match action {
            Action::NextProblem | Action::PreviousProblem => {
                let is_lost = |row: &Row| {
                    listing.entries.get(row.at).is_some_and(|entry| entry.state != State::Whole)
                };
                self.list.seek(action == Action::PreviousProblem, is_lost);
                self.choose(desk);
            }
            Action::Sort => {
                // Rows that lie as they were are first sorted as the title says.
                if !self.list.is_stale() {
                    self.sort = self.sort.next();
                }
                self.list.release();
                self.made_of = None;
            }
            Action::Drill => {
                self.choose(desk);
                match pane {
                    SKILLS => desk.focus(SKILL),
                    _ => desk.show(ViewId::Neighborhood),
                }
            }
            Action::Copy => {
                let entry = self.list.selected().and_then(|row| listing.entries.get(row.at));
                let text = match (pane, entry) {
                    (SKILLS | SKILL, Some(entry)) => entry.shown.clone(),
                    _ => listing.text(),
                };
                desk.effect(Effect::Copy(text));
            }
            _ if pane == SKILL && self.page.act(action) => {}
            // The text goes where the list goes.
            _ if pane != SKILL && self.list.act(action) => self.choose(desk),
            _ => return Handled::No,
        }
        Handled::Yes
    }

    fn pointed(&mut self, pane: usize, pointer: Pointer, desk: &mut Desk<'_>) -> Handled {
        match (pane, pointer.kind) {
            (SKILLS, PointerKind::Wheel(rows)) => self.list.wheel(rows),
            (SKILL, PointerKind::Wheel(rows)) => self.page.wheel(rows),
            (SKILLS, PointerKind::Click) if self.list.click_line(pointer.row) => self.choose(desk),
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
        if draw_unread(scene, area, buffer) {
            return None;
        }
        self.make(scene.board);
        let Some(listing) = &scene.board.now.listing else {
            if pane != SKILLS && !scene.alone {
                let will = match pane {
                    _ if scene.board.opened.is_some() => "",
                    SKILL => "how much of a skill is shown, and why",
                    _ => "the listing, word for word",
                };
                empty(scene, will, None, Role::Dim, area, buffer);
            } else {
                let (sentence, next) = match scene.board.opened {
                    Some(_) => ("What a harness shows its model is not in a recorded run.", None),
                    None => (
                        "A folder that is named stands for itself, and no harness lists it.",
                        Some(Action::NextHarness),
                    ),
                };
                empty(scene, sentence, next, Role::Dim, area, buffer);
            }
            return None;
        };
        self.follow_selection(scene, listing);
        let at = self.list.selected().map(|row| row.at);
        match (pane, at) {
            (SKILLS, _) => self.draw_list(scene, listing, area, buffer),
            (_, None) => {}
            (SKILL, Some(at)) => {
                let lines = detail::lines(scene, listing, at);
                self.page.draw(scene, area, buffer, &lines);
            }
            (_, Some(at)) => text::draw(scene, listing, at, area, buffer),
        }
        None
    }
}

#[cfg(test)]
mod tests;
