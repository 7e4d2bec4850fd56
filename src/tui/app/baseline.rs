//! What now may be held against, as a list to choose from that fills while it is open.

use super::{
    App, Effect,
    actions::Question,
    layers::{AskedBy, Page},
    view::Answer,
};
use crate::{
    core::workbench::{BaselineChoice, Board, Request, baselines::Offer},
    tui::overlay::{Choice, Pick},
};

const USUAL: [(BaselineChoice, &str, &str); 3] = [
    (BaselineChoice::Head, "git HEAD", "the last commit, where there is a repository"),
    (BaselineChoice::Start, "the state at start", "as the skills were when this began"),
    (BaselineChoice::Previous, "the generation before", "as the skills were before the last save"),
];

impl App {
    /// Opens the list, and has the session look what else there is.
    pub(super) fn ask_baseline(&mut self) -> Vec<Effect> {
        let mut pick = Pick::new("Compare with", choices(&self.board));
        if self.board.opened.is_none() {
            pick = pick.or_typed("a git revision");
        }
        self.open_page(Page::Baselines(Box::new(pick)), AskedBy::App(Question::Baseline));
        vec![Effect::Request(Request::FindBaselines)]
    }

    /// Shows an open list what was found since.
    pub(super) fn refresh_baselines(&mut self) {
        let board = &self.board;
        for page in self.layers.iter_mut().map(|layer| &mut layer.page) {
            if let Page::Baselines(pick) = page {
                pick.set(choices(board));
            }
        }
    }
}

/// The states of this session, then what was found; of a recorded run, other runs alone.
fn choices(board: &Board) -> Vec<Choice> {
    let offers = board.offers.as_deref();
    let note = |name: &str| if is_against(board, name) { "chosen" } else { "" }.to_owned();
    let usual = usual(board).iter().map(|(_, label, detail)| Choice {
        label: (*label).to_owned(),
        detail: (*detail).to_owned(),
        note: note(label),
        disabled: None,
    });
    let found = offers.into_iter().flatten().map(|offer| Choice {
        label: offer.name.clone(),
        detail: offer.about.clone(),
        note: match &offer.choice {
            BaselineChoice::Revision(revision) => note(&format!("git {revision}")),
            _ => note(&offer.name),
        },
        disabled: offer.problem.clone(),
    });
    let told = |label: &str, why: &str| Choice {
        label: label.to_owned(),
        disabled: Some(why.to_owned()),
        ..Choice::default()
    };
    let rest = match (offers, &board.opened) {
        (None, Some(_)) => Some(told("kept runs", "being looked for")),
        (None, None) => Some(told("kept runs and git revisions", "being looked for")),
        (Some(offers), Some(_)) if offers.is_empty() => {
            Some(told("other runs", "none is kept in this project: `skillscope eval` keeps one"))
        }
        (Some(_), _) => None,
    };
    usual.chain(found).chain(rest).collect()
}

/// Now is held against the state of this name, with a commit or other words behind it or without.
fn is_against(board: &Board, name: &str) -> bool {
    let against = board.baseline.as_ref().and_then(|it| it.state.name.strip_prefix(name));
    against.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ',']))
}

/// What needs no looking for.
fn usual(board: &Board) -> &'static [(BaselineChoice, &'static str, &'static str)] {
    if board.opened.is_some() { &[] } else { &USUAL }
}

/// The request that an answer stands for.
pub(super) fn answered(board: &Board, answer: &Answer) -> Option<Request> {
    Some(Request::ChooseBaseline(match answer {
        Answer::Typed(revision) => BaselineChoice::Revision(revision.trim().to_owned()),
        Answer::Picked(index) => {
            let usual = usual(board);
            let found = |offers: &Vec<Offer>| Some(offers.get(index - usual.len())?.choice.clone());
            match usual.get(*index) {
                Some((choice, ..)) => choice.clone(),
                None => board.offers.as_deref().and_then(found)?,
            }
        }
        Answer::None | Answer::Yes => return None,
    }))
}
