//! View 6: what an edit did to the figures, and whether that can be told from chance; in its other
//! mode, agents side by side.

mod beside;
mod detail;
mod flips;
mod skills;
mod verdict;

use std::sync::Arc;

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    text::Line,
};

use self::{beside::Beside, flips::Flips, skills::Skills};
use crate::{
    core::{
        measure::comparison::{Aspect, Obstacle},
        workbench::{Board, Request, changes::Against, compared::Compared, differs::aspects},
    },
    tui::{
        action::{Action, Context, Facts},
        app::{Answer, Desk, Handled, PaneSpec, Pointer, PointerKind, Scene, View, ViewId},
        layout::columns,
        overlay::Confirm,
        pane::{page::Page, standing},
        theme::Role,
        widget::text::plain,
    },
};

const PANES: [PaneSpec; 4] = [
    PaneSpec { name: "Verdict", weight: 1 },
    PaneSpec { name: "Flips", weight: 1 },
    PaneSpec { name: "Skills", weight: 1 },
    PaneSpec { name: "Detail", weight: 1 },
];
const VERDICT: usize = 0;
const FLIPS: usize = 1;
const SKILLS: usize = 2;
const DETAIL: usize = 3;

/// The verdict, what flipped, the skills, and more of whatever is selected among these.
#[derive(Debug, Default)]
pub struct Compare {
    verdict: Page,
    flips: Flips,
    skills: Skills,
    detail: Page,
    /// The pane whose selection the detail is about.
    about: usize,
    made_of: Option<Arc<Compared>>,
    beside: Beside,
}

/// Both sides of a comparison.
#[derive(Clone, Copy)]
struct Both<'a> {
    board: &'a Board,
    compared: &'a Compared,
    against: &'a Against,
}

impl<'a> Both<'a> {
    fn of(board: &'a Board) -> Option<Self> {
        let (compared, against) = (board.compared.as_deref()?, board.baseline.as_deref()?);
        Some(Self { board, compared, against })
    }
}

impl Compare {
    fn make(&mut self, board: &Board) {
        if self.made_of.as_ref().map(Arc::as_ptr) == board.compared.as_ref().map(Arc::as_ptr) {
            return;
        }
        self.made_of.clone_from(&board.compared);
        let comparison = board.compared.as_ref().map(|compared| &compared.comparison);
        self.flips.follow(comparison);
        self.skills.follow(comparison);
    }

    /// The detail is about a pane from now on.
    fn turn_to(&mut self, pane: usize) {
        if pane != DETAIL {
            self.about = pane;
            self.detail.reset();
        }
    }

    /// Tells the other views what is selected here.
    fn choose(&mut self, pane: usize, desk: &mut Desk<'_>) {
        self.turn_to(pane);
        match pane {
            FLIPS => {
                self.flips.hold();
                if let Some(flip) = self.flips.selected() {
                    desk.selection.query = Some(flip.query.id.clone());
                }
            }
            SKILLS => {
                self.skills.hold();
                if let Some(row) = self.skills.selected() {
                    desk.selection.skill = Some(row.id.clone());
                }
            }
            _ => {}
        }
    }

    /// Asks for a verdict by the names of all that differs, or takes that back.
    fn vary(&self, desk: &mut Desk<'_>) {
        let Some(compared) = &desk.board.compared else { return };
        match compared.comparison.obstacle {
            Some(Obstacle::SeveralAspects) => {}
            Some(other) => return desk.say(other.to_string()),
            None => return desk.request(Request::Vary(Vec::new())),
        }
        let named: Vec<String> = varied(desk.board).iter().map(ToString::to_string).collect();
        let question = format!("Compare although {} differ?", named.join(" and "));
        let details: Vec<String> = compared.differs.iter().map(ToString::to_string).collect();
        let details = [details, vec![UNTOLD.to_owned()]].concat();
        let confirm =
            Confirm::new(desk.keymap, &question, &details, "compare", "leave it not comparable");
        desk.ask(VARY, confirm);
    }

    /// One level deeper: from a row to its detail, from there to the view that has all of it.
    fn drill(&mut self, pane: usize, desk: &mut Desk<'_>) {
        match (pane, self.about) {
            (DETAIL, FLIPS) => desk.show(ViewId::Probes),
            (DETAIL, SKILLS) => desk.show(ViewId::Neighborhood),
            (DETAIL, _) => {}
            _ => {
                self.choose(pane, desk);
                desk.focus(DETAIL);
            }
        }
    }
}

impl View for Compare {
    fn panes(&self) -> &'static [PaneSpec] {
        if self.beside.is_on() { &beside::PANES } else { &PANES }
    }

    fn arrange(&self, body: Rect) -> Option<Vec<Rect>> {
        // The answer over the whole width; beneath it rows to the left, what they are about beside.
        let high = (body.height / 3).min(13);
        let verdict = Rect { height: high, ..body };
        let rest = Rect { y: body.y + high, height: body.height - high, ..body };
        let [left, right] = columns(rest, &[3, 2]).try_into().ok()?;
        let half = left.height / 2;
        let flips = Rect { height: half, ..left };
        let skills = Rect { y: left.y + half, height: left.height - half, ..left };
        Some(vec![verdict, flips, skills, right])
    }

    fn title(&self, pane: usize, scene: &Scene<'_>) -> String {
        if self.beside.is_on() {
            return self.beside.title(pane);
        }
        let about = match self.about {
            FLIPS if standing::has_figures(scene.board) => "The flip",
            SKILLS if standing::has_figures(scene.board) => "The skill",
            _ => "What was edited",
        };
        match (pane, Both::of(scene.board)) {
            (VERDICT, Some(both)) => {
                let this = if scene.board.opened.is_some() { "This run" } else { "Now" };
                format!("{this} against {}", plain(&both.against.state.name))
            }
            (DETAIL, _) => about.to_owned(),
            (pane, _) => PANES.get(pane).map_or_else(String::new, |pane| pane.name.to_owned()),
        }
    }

    fn note(&self, pane: usize, scene: &Scene<'_>) -> String {
        if self.beside.is_on() {
            return self.beside.note(pane);
        }
        let Some(both) = Both::of(scene.board) else { return String::new() };
        match pane {
            // Nothing is counted where there is nothing yet.
            _ if !standing::has_figures(scene.board) => String::new(),
            FLIPS => both.compared.comparison.flips_in_words(),
            SKILLS => self.skills.note(),
            _ => String::new(),
        }
    }

    fn board_changed(&mut self, desk: &mut Desk<'_>) {
        self.beside.follow(desk.board.side_by_side.as_ref());
    }

    fn facts(&self, _pane: usize, board: &Board, facts: &mut Facts) {
        if self.beside.is_on() {
            return self.beside.facts(facts);
        }
        facts.problems = self.flips.lost() > 0;
        facts.several = varied(board).len() > 1;
    }

    fn act(&mut self, pane: usize, action: Action, desk: &mut Desk<'_>) -> Handled {
        if action == Action::CycleMode {
            if !self.beside.toggle() {
                let key = desk.keymap.key_in(&[Context::Global], Action::SideBySide);
                let key = key.map(|key| format!(": {key} chooses them")).unwrap_or_default();
                desk.say(format!("no runs are chosen to stand side by side{key}"));
            }
            return Handled::Yes;
        }
        if self.beside.is_on() {
            return self.beside.act(pane, action, desk);
        }
        self.make(desk.board);
        match action {
            Action::Drill if desk.board.compared.is_some() => self.drill(pane, desk),
            Action::NextProblem | Action::PreviousProblem => {
                self.flips.seek(action == Action::PreviousProblem);
                self.choose(FLIPS, desk);
                desk.focus(FLIPS);
            }
            Action::Vary => self.vary(desk),
            Action::Copy if pane == FLIPS => {
                let Some(flip) = self.flips.selected() else { return Handled::No };
                desk.effect(crate::tui::app::Effect::Copy(flip.query.prompt.clone()));
            }
            _ if pane == VERDICT && self.verdict.act(action) => self.turn_to(pane),
            _ if pane == DETAIL && self.detail.act(action) => {}
            _ if pane == FLIPS && self.flips.act(action) => self.choose(pane, desk),
            _ if pane == SKILLS && self.skills.act(action) => self.choose(pane, desk),
            _ => return Handled::No,
        }
        Handled::Yes
    }

    fn answered(
        &mut self,
        _pane: usize,
        question: &'static str,
        answer: Answer,
        desk: &mut Desk<'_>,
    ) -> Handled {
        if (question, answer) != (VARY, Answer::Yes) {
            return Handled::No;
        }
        desk.request(Request::Vary(varied(desk.board)));
        Handled::Yes
    }

    fn pointed(&mut self, pane: usize, pointer: Pointer, desk: &mut Desk<'_>) -> Handled {
        if self.beside.is_on() {
            return self.beside.pointed(pane, pointer, desk);
        }
        match (pane, pointer.kind) {
            (VERDICT, PointerKind::Wheel(rows)) => self.verdict.wheel(rows),
            (FLIPS, PointerKind::Wheel(rows)) => self.flips.wheel(rows),
            (SKILLS, PointerKind::Wheel(rows)) => self.skills.wheel(rows),
            (_, PointerKind::Wheel(rows)) => self.detail.wheel(rows),
            (FLIPS, PointerKind::Click) if self.flips.click(pointer.row) => self.choose(pane, desk),
            (SKILLS, PointerKind::Click) if self.skills.click(pointer.row) => {
                self.choose(pane, desk);
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
        if self.beside.is_on() {
            self.beside.draw(pane, scene, area, buffer);
            return None;
        }
        self.make(scene.board);
        let has_figures = standing::has_figures(scene.board);
        let both = match Both::of(scene.board) {
            // What was edited is known before any figure is.
            Some(both) if has_figures || pane == DETAIL => both,
            _ if pane != VERDICT && !scene.alone => {
                standing::empty(scene, will_hold(pane), None, Role::Dim, area, buffer);
                return None;
            }
            _ if standing::draw_missing(scene, area, buffer) => return None,
            _ => {
                nothing(scene, area, buffer);
                return None;
            }
        };
        match pane {
            VERDICT => {
                let mut lines = verdict::lines(scene, both, area.width);
                if scene.alone {
                    // There is room for what was edited.
                    lines.push(Line::default());
                    lines.extend(detail::edits(scene, both));
                }
                self.verdict.draw(scene, area, buffer, &lines);
            }
            FLIPS => self.flips.draw(scene, area, buffer),
            SKILLS => self.skills.draw(scene, area, buffer),
            _ => {
                let lines = match self.about {
                    _ if !has_figures => None,
                    FLIPS => self.flips.selected().map(|flip| detail::flip(scene, both, flip)),
                    SKILLS => self.skills.selected().map(|row| detail::skill(scene, both, row)),
                    _ => None,
                };
                let lines = lines.unwrap_or_else(|| detail::edits(scene, both));
                self.detail.draw(scene, area, buffer, &lines);
            }
        }
        None
    }
}

/// Name of the question whether to compare all the same.
const VARY: &str = "vary";

const UNTOLD: &str = "Nobody can tell which of them made the difference.";

/// The kinds of things that differ from the baseline.
fn varied(board: &Board) -> Vec<Aspect> {
    board.compared.as_ref().map(|compared| aspects(&compared.differs)).unwrap_or_default()
}

/// What a pane says beside the one that tells why there is nothing yet.
fn will_hold(pane: usize) -> &'static str {
    match pane {
        FLIPS => "queries that are answered otherwise",
        SKILLS => "skills, the edited ones first",
        _ => "the edit, word by word",
    }
}

/// Says why there is nothing to compare.
fn nothing(scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
    if scene.board.opened.is_some() {
        let sentence = "This is one run, held against nothing yet.";
        let choose = Some(Action::ChooseBaseline);
        return standing::empty(scene, sentence, choose, Role::Dim, area, buffer);
    }
    let name = scene.board.baseline.as_ref().map(|against| plain(&against.state.name).to_string());
    let sentence = match name {
        Some(name) => {
            format!("Now is the baseline, {name}: save an edit, and it is held against it.")
        }
        None => "The baseline is still being measured.".to_owned(),
    };
    standing::empty(scene, &sentence, Some(Action::ChooseBaseline), Role::Dim, area, buffer);
}

#[cfg(test)]
mod tests;
