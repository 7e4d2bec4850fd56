//! Actions that are the same in every view.

use ratatui::buffer::Buffer;

use super::{
    App, Effect, baseline,
    layers::AskedBy,
    view::{Answer, Handled, ViewId},
};
use crate::{
    core::{plan::Evidence, workbench::Request},
    report::screen,
    tui::{
        action::{Action, Facts},
        frame::cells_of,
        overlay::Confirm,
    },
};

/// A choice that the app itself asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Agent,
    /// Which model the agent is asked.
    Model,
    Baseline,
    Runs,
    Quit,
}

impl App {
    /// Carries out an action, whoever asked for it: a key, the palette, a click.
    pub fn act(&mut self, action: Action, at_ms: u64) -> Vec<Effect> {
        if let Some(reason) = action.disabled(&self.facts()) {
            self.say(format!("{}: {reason}", action.short()), at_ms);
            return Vec::new();
        }
        let (handled, effects) =
            self.with_view(at_ms, |view, pane, desk| view.act(pane, action, desk));
        match handled {
            Handled::Yes => effects,
            Handled::No => self.act_self(action, at_ms),
        }
    }

    pub(super) fn act_self(&mut self, action: Action, at_ms: u64) -> Vec<Effect> {
        if let Some(view) = ViewId::shown_by(action) {
            self.show(view);
            return Vec::new();
        }
        if let Some(request) = self.request_of(action) {
            return vec![Effect::Request(request)];
        }
        match action {
            Action::NextPane => self.slot_mut().step_focus(1),
            Action::PreviousPane => self.slot_mut().step_focus(-1),
            Action::Zoom => self.zoomed = !self.zoomed,
            Action::Back => self.go_back(),
            Action::Help => self.open_help(),
            Action::Palette => self.open_palette(),
            Action::Log => self.open_log(),
            Action::ChooseAgent => return self.ask_agent(),
            Action::ChooseBaseline => return self.ask_baseline(),
            Action::SideBySide => return self.ask_runs(),
            Action::CycleTheme => {
                self.theme = self.theme.next();
                self.say(format!("theme: {}", self.theme.name().id()), at_ms);
            }
            Action::ToggleMouse => {
                self.mouse = !self.mouse;
                return vec![Effect::CaptureMouse(self.mouse)];
            }
            Action::Editor => return self.edited().into_iter().collect(),
            Action::Copy => return self.copied().map(Effect::Copy).into_iter().collect(),
            Action::Export => return vec![self.exported()],
            Action::Redraw => return vec![Effect::Redraw],
            Action::Suspend => return vec![Effect::Suspend],
            Action::Quit if self.is_paying() => self.ask_quit(),
            Action::Quit | Action::Interrupt => return vec![Effect::Quit],
            // Esc closes what lies on top and never quits; the others mean nothing where no view
            // took them.
            _ => {}
        }
        Vec::new()
    }

    /// Actions that are a request to the session and nothing else.
    fn request_of(&self, action: Action) -> Option<Request> {
        Some(match action {
            Action::RunAll => Request::RunAll,
            Action::RunAffected => Request::RunAffected,
            Action::Pause if self.board.run.paused => Request::Resume,
            Action::Pause => Request::Pause,
            Action::CancelRun => Request::Cancel,
            Action::Play => Request::Play,
            Action::PlayStep => Request::Step,
            Action::PlayFaster => Request::Faster,
            Action::PlaySlower => Request::Slower,
            Action::RetryErrored => Request::RetryErrored,
            Action::PinBaseline => Request::PinBaseline,
            Action::ConfirmBoth => Request::Confirm,
            Action::NextHarness => Request::Lens(1),
            Action::PreviousHarness => Request::Lens(-1),
            Action::Drafts => Request::Drafts,
            Action::Mute => Request::Mute(self.selection.skill.clone()?),
            Action::DemoEdit => {
                Request::Edit(self.board.edits.iter().position(|edit| !edit.applied)? + 1)
            }
            Action::DemoReset => Request::Reset,
            _ => return None,
        })
    }

    /// What is true now, as far as it enables actions.
    pub(super) fn facts(&self) -> Facts {
        let board = &self.board;
        let slot = self.slot();
        let mut facts = Facts {
            skill: self.selection.skill.is_some(),
            query: self.selection.query.is_some(),
            queries: !board.queries.queries.is_empty(),
            stand_in: board.agent.evidence == Evidence::StandIn,
            read_only: board.opened.is_some(),
            playing: board.playback.is_some(),
            running: board.run.active(),
            paused: board.run.paused,
            undone: match &board.due {
                Some(due) => due.estimate.probes,
                None if board.run.cancelled => board.run.left(),
                None => 0,
            },
            errored: board.run.counts.errored,
            compared: board.compared.is_some(),
            can_go_back: !self.history.is_empty(),
            demo: !board.edits.is_empty(),
            demo_edits: board.edits.iter().filter(|edit| !edit.applied).count(),
            ..Facts::default()
        };
        slot.view.facts(slot.focus, board, &mut facts);
        if !self.layers.is_empty() {
            facts.accept = self.layer_accepts();
        }
        facts
    }

    /// The selected skill's file, at the worst that is found in it, else at its description.
    fn edited(&self) -> Option<Effect> {
        let board = &self.board;
        let skill = board.now.snapshot.catalog.get(self.selection.skill.as_ref()?)?;
        let path = board.files.get(&skill.path)?.clone();
        let mut found = board.now.linting.about(&skill.id).filter(|found| found.path == skill.path);
        let described = || skill.doc.description_span.as_ref().map(|span| span.line);
        let line = found.find_map(|found| found.line).or_else(described).unwrap_or(1);
        Some(Effect::Edit { path, line })
    }

    /// What a copy takes where the view has nothing better: the query, else the skill.
    fn copied(&self) -> Option<String> {
        let query = self
            .selection
            .query
            .as_ref()
            .and_then(|id| self.board.queries.queries.iter().find(|query| query.id == *id));
        match (query, &self.selection.skill) {
            (Some(query), _) => Some(query.prompt.clone()),
            (None, skill) => skill.as_ref().map(ToString::to_string),
        }
    }

    /// What an export takes where the view has nothing better: the picture as text.
    fn exported(&mut self) -> Effect {
        let mut buffer = Buffer::empty(self.drawn);
        self.draw(&mut buffer, 0);
        let picture = screen::text(&cells_of(&buffer));
        Effect::Save {
            name: format!("skillscope-{}.txt", self.shown.context().id()),
            contents: format!("{picture}\nmeasures selection, not usefulness\n"),
        }
    }

    /// Probes of a model are under way, which cost what they cost whether anybody waits or not.
    fn is_paying(&self) -> bool {
        let billed = self.board.agent.evidence == Evidence::Model;
        self.board.run.active() && self.board.playback.is_none() && billed
    }

    fn ask_quit(&mut self) {
        let left = self.board.run.left();
        let details = [format!("{left} probes are not done; what is done is kept.")];
        let question = "Quit while an agent is running?";
        let confirm = Confirm::new(&self.keymap, question, &details, "quit", "stay");
        self.open(Box::new(confirm), AskedBy::App(Question::Quit));
    }

    pub(super) fn answered(&mut self, question: Question, answer: &Answer) -> Option<Effect> {
        let request = match (question, answer) {
            (Question::Quit, Answer::Yes) => return Some(Effect::Quit),
            (Question::Agent, Answer::Picked(index)) => return self.agent_chosen(*index),
            (Question::Model, answer) => return self.model_said(answer),
            (Question::Baseline, answer) => baseline::answered(&self.board, answer)?,
            _ => return None,
        };
        Some(Effect::Request(request))
    }
}
