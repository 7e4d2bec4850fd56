//! The agent that a session has asked: looked for, agreed to, seen to work, and turned to.
//!
//! Must not know what is told of it.

use std::sync::Arc;

use super::Driver;
use crate::{
    core::{
        catalog::Catalog,
        workbench::{
            Effect, Input,
            agents::Wish,
            consent::{Absent, Heard},
        },
    },
    engine::{
        agent::LIVE,
        scheduler::{Cancel, Scheduler},
        session::{
            Chosen, SetupError,
            agreeing::News,
            agreement::{Agreement, SeenToWork},
            choosing::Search,
            disk::Disk,
            head::Head,
            wired::Look,
        },
    },
};

impl Driver {
    /// Turns to an agent, at once if it asks nobody; else it is looked for first.
    pub(super) fn wish(&mut self, wish: Wish, scheduler: &Scheduler) {
        if LIVE.contains(&wish.name.as_str()) {
            self.note(format!("looking for {}", wish.name), scheduler);
            self.agreeing.find(Search::of(&self.setup), wish);
            return;
        }
        match self.setup.stand_in(&wish.name) {
            Ok(chosen) => self.turn_to(chosen, scheduler),
            Err(error) => self.note(error.to_string(), scheduler),
        }
    }

    fn turn_to(&mut self, chosen: Chosen, scheduler: &Scheduler) {
        let eyes = self.setup.catalog.harness.clone();
        let note = chosen.note.clone();
        let name = chosen.agent.clone();
        let before = self.setup.chosen();
        let others = match self.setup.turn_to(chosen) {
            Ok(others) => others,
            Err(error) => return self.note(error.to_string(), scheduler),
        };
        let mut sees = None;
        if others {
            match self.read_anew() {
                Ok(catalog) => sees = Some(catalog),
                Err(error) => {
                    // What was there before can be turned back to.
                    let _ = self.setup.turn_to(before);
                    self.setup.look_by(eyes);
                    return self.note(format!("{name} cannot be asked here: {error}"), scheduler);
                }
            }
        }
        self.agreeing.leave();
        // Nobody pays for what nobody looks at any more.
        scheduler.cancel(Cancel::All);
        self.keeper = None;
        if sees.is_some() {
            self.take(Input::Files(self.disk.files()), scheduler);
            self.take_queries(self.disk.queries(), scheduler);
        }
        self.warming.give_up();
        let settings = self.setup.settings();
        for effect in self.bench.set_agent(settings, sees.clone()) {
            self.act(effect, scheduler);
        }
        if sees.is_some() {
            self.head = Head::default();
            self.ask_head();
        }
        if let Some(note) = note {
            self.note(note, scheduler);
        }
    }

    /// Reads the skills as the harness of the setup sees them, after the present ones.
    fn read_anew(&mut self) -> Result<Arc<Catalog>, SetupError> {
        let mut disk = Disk::new(&self.setup)?.after(self.bench.generation());
        let catalog = disk.load()?;
        self.disk = disk;
        Ok(catalog)
    }

    /// Takes in what came of an errand.
    pub(super) fn heard(&mut self, news: News, scheduler: &Scheduler) {
        let heard = match news {
            News::Known(known) => return self.take(Input::Agents(known), scheduler),
            News::Chosen(chosen) => return self.turn_to(*chosen, scheduler),
            News::NotFound { agent, why } => {
                Heard::Absent(Absent { agent, why, instead: self.setup.agent.clone() })
            }
            News::Step(step) => Heard::Found(step),
            News::Looked(holds) => {
                if let Some(told) = self.agreeing.checked(holds) {
                    self.note(told, scheduler);
                }
                if holds { Heard::Open } else { Heard::Shut }
            }
        };
        self.take(Input::Consent(heard), scheduler);
    }

    /// Carries out what has to do with the agents that can be chosen; others are not its own.
    pub(super) fn act_on_agents(&mut self, effect: Effect, scheduler: &Scheduler) {
        match effect {
            Effect::FindAgents => self.agreeing.look_around(Search::of(&self.setup)),
            Effect::Agent(wish) => self.wish(wish, scheduler),
            Effect::Agree { probes } => match Agreement::of(&self.setup, probes) {
                Some(agreement) if !agreement.is_given() => {
                    let told = Arc::clone(&agreement.told);
                    self.agreeing.asks(agreement);
                    self.take(Input::Consent(Heard::Needed(told)), scheduler);
                }
                _ => self.check(scheduler),
            },
            Effect::Agreed { remember } => {
                if let Some(told) = self.agreeing.agreed(remember) {
                    self.note(told, scheduler);
                }
                self.check(scheduler);
            }
            Effect::LeaveAgreeing => self.agreeing.leave(),
            _ => {}
        }
    }

    /// Looks whether the agent can be asked, unless it was seen to work before or nobody is to look.
    fn check(&mut self, scheduler: &Scheduler) {
        let seen = SeenToWork::of(&self.setup, &self.bench.now().snapshot.catalog.digest);
        let unchecked = self.setup.asking.as_ref().is_some_and(|asking| asking.unchecked);
        if unchecked || seen.before() {
            return self.take(Input::Consent(Heard::Open), scheduler);
        }
        self.take(Input::Consent(Heard::Checks), scheduler);
        let look = Look {
            name: self.setup.agent.clone(),
            agent: self.setup.agent(self.setup.speed),
            state: Arc::clone(self.bench.now()),
            files: Arc::clone(&self.bench.board().files),
        };
        self.agreeing.check(look, seen);
    }

    /// Looks for the agent that was named at the start.
    pub(super) fn wish_at_start(&mut self, scheduler: &Scheduler) {
        if let Some(wish) = self.setup.wish.take() {
            self.wish(wish, scheduler);
        }
    }
}
