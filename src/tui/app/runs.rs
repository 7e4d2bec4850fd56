//! Which runs are to stand side by side, as a list in which several are chosen.
//!
//! Must not know how they are read or shown.

use super::{
    App, Effect, ViewId,
    actions::Question,
    layers::{AskedBy, Page},
};
use crate::{
    core::workbench::{
        Board, Request,
        side_by_side::{Ground, RunOffer},
    },
    tui::overlay::{Choice, Pick},
};

/// Fewer are no comparison.
const LEAST: usize = 2;

const SHOW: &str = "show them side by side";

impl App {
    /// Opens the list, and has the session look which runs there are.
    pub(super) fn ask_runs(&mut self) -> Vec<Effect> {
        if let (true, Some(this)) = (self.chosen_runs.is_empty(), &self.board.opened) {
            self.chosen_runs.push(this.id.clone());
        }
        let pick = Pick::new("Agents side by side", choices(&self.board, &self.chosen_runs));
        self.open_page(Page::Runs(Box::new(pick)), AskedBy::App(Question::Runs));
        vec![Effect::Request(Request::FindRuns)]
    }

    /// Shows an open list what was found since, or chosen.
    pub(super) fn refresh_runs(&mut self) {
        let (board, chosen) = (&self.board, &self.chosen_runs);
        for page in self.layers.iter_mut().map(|layer| &mut layer.page) {
            if let Page::Runs(pick) = page {
                pick.set(choices(board, chosen));
            }
        }
    }

    /// Chooses a run of an open list, or no longer; false where none is open, or the answer is to
    /// show those that are chosen.
    pub(super) fn chose_run(&mut self, index: usize) -> bool {
        let open = matches!(self.layers.last().map(|layer| &layer.page), Some(Page::Runs(_)));
        let runs = self.board.runs.as_ref().filter(|_| open);
        let Some(run) = index.checked_sub(1).and_then(|at| runs?.get(at)) else { return false };
        match self.chosen_runs.iter().position(|id| *id == run.id) {
            Some(at) => _ = self.chosen_runs.remove(at),
            None => self.chosen_runs.push(run.id.clone()),
        }
        self.refresh_runs();
        true
    }

    /// Has those that are chosen read, and shows where they will stand.
    pub(super) fn show_runs(&mut self) -> Vec<Effect> {
        self.show(ViewId::Compare);
        vec![Effect::Request(Request::SideBySide(self.chosen_runs.clone()))]
    }
}

/// To show those that are chosen, then the runs: what fits beside the first chosen can be taken.
fn choices(board: &Board, chosen: &[String]) -> Vec<Choice> {
    let runs = board.runs.as_deref().map_or(&[][..], Vec::as_slice);
    let first = chosen.first().and_then(|id| runs.iter().find(|run| run.id == *id));
    let ground = first.and_then(|run| run.ground.as_ref().ok());
    // Another name, so that the cursor goes to the first run once there are some.
    let label = if board.runs.is_some() { SHOW } else { "kept runs" };
    let show = Choice {
        label: label.to_owned(),
        detail: format!("{} chosen", chosen.len()),
        disabled: match (&board.runs, runs.len(), chosen.len()) {
            (None, ..) => Some("being looked for".to_owned()),
            (_, 0, _) => {
                Some("none is kept in this project: `skillscope eval` keeps one".to_owned())
            }
            (.., n) if n < LEAST => Some(format!("choose {LEAST} or more of the runs")),
            _ => None,
        },
        ..Choice::default()
    };
    let run = |run: &RunOffer| Choice {
        label: run.id.clone(),
        detail: run.about.clone(),
        note: match chosen.iter().position(|id| *id == run.id) {
            Some(at) => format!("chosen {}", at + 1),
            None => String::new(),
        },
        disabled: unfit(run, ground),
    };
    std::iter::once(show).chain(runs.iter().map(run)).collect()
}

/// Why a run cannot stand beside those of a ground.
fn unfit(run: &RunOffer, ground: Option<&Ground>) -> Option<String> {
    match (&run.ground, ground) {
        (Err(why), _) => Some(why.clone()),
        (Ok(own), Some(ground)) => {
            ground.unlike(own).map(|why| format!("{why} than the first: {}", run.about))
        }
        (Ok(_), None) => None,
    }
}
