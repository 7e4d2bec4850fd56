//! The agents that can be chosen, as a list that fills while it is open; and what stands before the
//! probes of the one that was.
//!
//! Must not know how agents are found or asked.

use super::{
    App, Effect,
    actions::Question,
    layers::{AskedBy, Page},
    view::Answer,
};
use crate::{
    core::workbench::{
        Board, Request,
        agents::{Kind, Known},
    },
    tui::{
        action::Context,
        overlay::{Choice, ConsentPage, Pick, Prompt},
    },
};

impl App {
    /// Opens the list, and has the session look what is here.
    pub(super) fn ask_agent(&mut self) -> Vec<Effect> {
        let pick = Pick::new("Agent", choices(&self.board));
        self.open_page(Page::Agents(Box::new(pick)), AskedBy::App(Question::Agent));
        vec![Effect::Request(Request::FindAgents)]
    }

    /// Shows an open list what was found since.
    pub(super) fn refresh_agents(&mut self) {
        let board = &self.board;
        for page in self.layers.iter_mut().map(|layer| &mut layer.page) {
            if let Page::Agents(pick) = page {
                pick.set(choices(board));
            }
        }
    }

    /// The agent was chosen: one that asks a model is asked which first.
    pub(super) fn agent_chosen(&mut self, index: usize) -> Option<Effect> {
        let known = self.board.agents.as_ref()?.get(index)?.clone();
        if !known.needs_model {
            return Some(Effect::Request(Request::Agent(known.wish(known.model.clone()))));
        }
        let hint = format!("the model that {} is asked, as its service calls it", known.name);
        let prompt = Prompt::new("Model", &hint, known.model.as_deref().unwrap_or_default());
        self.wished = Some(known);
        self.open(Box::new(prompt), AskedBy::App(Question::Model));
        None
    }

    /// The model was said.
    pub(super) fn model_said(&mut self, answer: &Answer) -> Option<Effect> {
        let known = self.wished.take()?;
        let Answer::Typed(model) = answer else { return None };
        let model = Some(model.trim().to_owned()).filter(|model| !model.is_empty())?;
        Some(Effect::Request(Request::Agent(known.wish(Some(model)))))
    }

    /// Shows what stands before the probes for as long as anything does. It never takes the keys away
    /// from a line that is being typed, nor from another question.
    pub(super) fn show_consent(&mut self) {
        let is_consent = |page: &Page| matches!(page, Page::Consent(_));
        let Some(consent) = self.board.consent.clone() else {
            self.layers.retain(|layer| !is_consent(&layer.page));
            return;
        };
        let shown = self.layers.iter_mut().find_map(|layer| match &mut layer.page {
            Page::Consent(page) => Some(page),
            _ => None,
        });
        if let Some(page) = shown {
            page.set(consent);
            return;
        }
        if self.layers.is_empty() && self.contexts().last() != Some(&Context::Input) {
            let page = Page::Consent(Box::new(ConsentPage::new(&self.keymap, consent)));
            self.open_page(page, AskedBy::Nobody);
        }
    }
}

/// What is known; before anybody looked, that it is being looked for.
fn choices(board: &Board) -> Vec<Choice> {
    let Some(agents) = board.agents.as_deref() else {
        return vec![Choice {
            label: board.agent.name.clone(),
            disabled: Some("answers now; the others are being looked for".to_owned()),
            ..Choice::default()
        }];
    };
    agents.iter().map(|known| choice(known, board)).collect()
}

fn choice(known: &Known, board: &Board) -> Choice {
    let kind = match known.kind {
        Kind::StandIn => "stand-in",
        Kind::Harness => "harness",
        Kind::Api => "service",
        Kind::Command => "declared",
    };
    let version = known.version.iter().cloned();
    let about = Some(known.about.clone()).filter(|about| !about.is_empty());
    let now = (known.name == board.agent.name).then(|| "answers now".to_owned());
    let parts: Vec<String> = version.chain(about).chain(now).collect();
    Choice {
        label: match &known.mapping {
            Some(mapping) => format!("{} {mapping}", known.name),
            None => known.name.clone(),
        },
        detail: parts.join(" · "),
        note: kind.to_owned(),
        disabled: known.lacks.as_ref().map(|lack| {
            format!("{}. {}", lack.problem.trim_end_matches('.'), lack.remedy).trim_end().to_owned()
        }),
    }
}
