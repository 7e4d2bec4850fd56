//! The gate before an agent that is asked for real: probes that would begin are held until somebody
//! agreed and the agent was seen to work.
//!
//! Must not know what is told, nor who remembers it.

use std::sync::Arc;

use super::{Workbench, asking::each};
use crate::core::{
    plan::{Estimate, Rerun},
    workbench::{
        consent::{Absent, Answer, Consent, Heard},
        request::{Effect, Request},
        settings::{Agent, LiveAgent},
    },
};

/// Which agents may be asked, and what waits for one.
#[derive(Debug, Default)]
pub(super) struct Gate {
    open: Vec<Arc<LiveAgent>>,
    /// Somebody said no: only what they ask for themselves has them asked again.
    declined: Vec<Arc<LiveAgent>>,
    held: Option<Held>,
}

/// What begins once nothing stands before it.
#[derive(Clone, Debug)]
pub(super) enum Held {
    Request(Request),
    /// What an edit makes run by itself.
    Policy,
}

impl Workbench {
    fn live(&self) -> Option<&Arc<LiveAgent>> {
        match &self.settings.agent {
            Agent::Live(live) => Some(live),
            _ => None,
        }
    }

    /// Nothing stands before the probes of the agent that was chosen.
    fn is_open(&self) -> bool {
        let Some(live) = self.live() else { return true };
        !self.settings.gated || self.gate.open.contains(live)
    }

    /// Holds a request that would begin probes which nobody has agreed to, and has somebody asked.
    pub(super) fn held_back(&mut self, request: &Request) -> Option<Vec<Effect>> {
        let probes = self.begun_by(request).filter(|probes| *probes > 0)?;
        let settings = &self.settings;
        let each = each(&self.board.now.probes.rows);
        let estimate = Estimate::of(probes, each, settings.concurrency.max(1) as usize);
        let over = settings.gated && !estimate.over(&settings.caps).is_empty();
        if self.is_open() && !over {
            return None;
        }
        Some(self.hold(Held::Request(request.clone()), probes))
    }

    /// How an edit makes probes run: by nothing while somebody has still to agree.
    pub(super) fn rerun(&self) -> Rerun {
        if self.is_open() { self.settings.rerun } else { Rerun::Manual }
    }

    /// Has somebody asked for what an edit would have made run.
    pub(super) fn hold_policy(&mut self) -> Vec<Effect> {
        let declined = self.live().is_some_and(|live| self.gate.declined.contains(live));
        if self.is_open() || declined {
            return Vec::new();
        }
        match self.by_policy() {
            rows if rows.is_empty() => Vec::new(),
            rows => self.hold(Held::Policy, rows.len()),
        }
    }

    fn hold(&mut self, held: Held, probes: usize) -> Vec<Effect> {
        if self.gate.held.is_some() {
            return Vec::new();
        }
        self.gate.held = Some(held);
        vec![Effect::Agree { probes }]
    }

    /// How many probes of an agent that is asked for real it begins; `None` of anything else.
    fn begun_by(&self, request: &Request) -> Option<usize> {
        self.live()?;
        let rows = &self.board.now.probes.rows;
        Some(match request {
            Request::RunAll => rows.len(),
            Request::RunAffected => self.due_rows().len(),
            Request::RunRow(_) => 1,
            Request::RetryErrored => rows.iter().filter(|row| row.errored()).count(),
            Request::Confirm => 2 * rows.len(),
            _ => return None,
        })
    }

    pub(super) fn heard(&mut self, heard: Heard) -> Vec<Effect> {
        match heard {
            Heard::Needed(told) => self.board.consent = Some(Consent::Asks(told)),
            Heard::Checks => self.board.consent = Some(Consent::Checks(Vec::new())),
            Heard::Found(step) => {
                if let Some(Consent::Checks(steps)) = &mut self.board.consent {
                    steps.push(step);
                }
            }
            Heard::Absent(absent) => self.absent(absent),
            Heard::Open => return self.opened_gate(),
            Heard::Shut => {
                self.gate.held = None;
                if let Some(Consent::Checks(steps)) = self.board.consent.take() {
                    let failed = Consent::Failed(steps);
                    let why = failed.failure().unwrap_or_default();
                    self.note(format!("nothing was run, since the agent cannot be asked: {why}"));
                    self.board.consent = Some(failed);
                }
            }
        }
        Vec::new()
    }

    fn absent(&mut self, absent: Absent) {
        let Absent { agent, why, instead } = &absent;
        self.note(format!("{instead} is asked and not {agent}: {why}"));
        self.board.consent = Some(Consent::Absent(absent));
    }

    fn opened_gate(&mut self) -> Vec<Effect> {
        self.board.consent = None;
        if let Some(live) = self.live().cloned() {
            self.gate.declined.retain(|declined| *declined != live);
            if !self.gate.open.contains(&live) {
                self.gate.open.push(live);
            }
        }
        match self.gate.held.take() {
            Some(Held::Request(request)) => self.carried_out(request),
            Some(Held::Policy) => match self.by_policy() {
                rows if rows.is_empty() => Vec::new(),
                rows => self.ask_again(rows),
            },
            None => Vec::new(),
        }
    }

    pub(super) fn answered_consent(&mut self, answer: Answer) -> Vec<Effect> {
        match (&self.board.consent, answer) {
            (Some(Consent::Asks(_)), Answer::Yes) => vec![Effect::Agreed { remember: true }],
            (Some(Consent::Asks(_)), Answer::Once) => vec![Effect::Agreed { remember: false }],
            (Some(Consent::Asks(_)), Answer::No) => {
                self.gate.declined.extend(self.live().cloned());
                self.shut("nobody agreed: nothing was asked, and nothing was run");
                vec![Effect::LeaveAgreeing]
            }
            (Some(Consent::Checks(_)), Answer::No) => {
                self.shut("the check was stopped: nothing was run");
                vec![Effect::LeaveAgreeing]
            }
            (Some(Consent::Failed(_) | Consent::Absent(_)), Answer::No) => {
                self.board.consent = None;
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn shut(&mut self, why: &str) {
        self.forget_held();
        self.note(why.to_owned());
    }

    /// Nothing waits for an answer any more.
    pub(super) fn forget_held(&mut self) {
        self.gate.held = None;
        self.board.consent = None;
    }
}
