//! Plans handed to the scheduler, each with the files of its state.
//!
//! Must not know what a probe is.

use super::Driver;
use crate::{
    core::workbench::State,
    engine::{
        scheduler::Scheduler,
        session::{
            earlier::Behind,
            probing::{self, Files},
        },
    },
};

impl Driver {
    pub(super) fn probe(&mut self, state: &State, plan: u64, scheduler: &Scheduler) {
        self.probe_on(state, &self.disk.files(), plan, scheduler);
    }

    /// Probes a state of earlier with the files of then.
    pub(super) fn probe_then(&mut self, state: &State, plan: u64, scheduler: &Scheduler) {
        if !self.setup.asks() {
            return self.probe(state, plan, scheduler);
        }
        match self.earlier.behind(&state.snapshot, &self.disk.files()) {
            Ok(Behind { files, notes }) => {
                for note in notes {
                    self.note(format!("{}: {note}", state.name), scheduler);
                }
                self.probe_on(state, &files, plan, scheduler);
            }
            Err(reason) => self.note(format!("no probes: {reason}"), scheduler),
        }
    }

    fn probe_on(&mut self, state: &State, files: &Files, plan: u64, scheduler: &Scheduler) {
        let settings = self.bench.settings();
        match probing::job(&self.setup, settings, state, files, plan, self.setup.speed) {
            Ok(job) => scheduler.start(job),
            Err(reason) => self.note(format!("no probes: {reason}"), scheduler),
        }
    }
}
