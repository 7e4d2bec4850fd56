//! The run that is kept of a session's probes: opened, fed, and given up where it cannot be kept.
//!
//! Must not know what a record is.

use super::Driver;
use crate::{
    core::workbench::{Input, Request, board::KeptRun},
    engine::{
        scheduler::{Cancel, Report, Scheduler},
        session::{
            keeping::{Keep, Keeper, NotKept},
            printed,
        },
        store::StoreError,
    },
};

impl Driver {
    /// Opens the run that is to be kept. No probe has begun yet: the scheduler waits for us.
    pub(super) fn open_run(&mut self, scheduler: &Scheduler) {
        let keep = std::mem::take(&mut self.setup.keep);
        self.open(keep, scheduler);
    }

    /// Opens a run for the plan that begins, unless it is that of the run that is open.
    pub(super) fn open_for_plan(&mut self, scheduler: &Scheduler) {
        if !self.bench.settings().asks() {
            return;
        }
        let board = self.bench.board();
        let known = |keeper: &Keeper| keeper.is_of(&self.setup, &board);
        if self.keeps_each && !self.keeper.as_ref().is_some_and(known) {
            self.open(Keep::New, scheduler);
        }
    }

    fn open(&mut self, keep: Keep, scheduler: &Scheduler) {
        let board = self.bench.board();
        if board.halted.is_some() {
            return;
        }
        match Keeper::open(keep, &self.setup, self.disk.store().as_ref(), &board) {
            Ok(None) => {}
            Ok(Some(mut keeper)) => {
                let (id, before) = (keeper.id().to_owned(), keeper.before());
                self.take(Input::Kept(KeptRun { id, before, problem: None }), scheduler);
                match keeper.take(&board) {
                    Ok(()) => self.keeper = Some(keeper),
                    Err(error) => self.not_kept(&error, scheduler),
                }
            }
            Err(NotKept::Differs(why)) => {
                scheduler.cancel(Cancel::All);
                self.take(Input::Halted(Some(why)), scheduler);
            }
            Err(NotKept::Failed(error)) => self.not_kept(&error, scheduler),
        }
    }

    /// Keeps a report before anything is made of it; false if that failed, which ends the plan.
    pub(super) fn kept(&mut self, report: &Report, scheduler: &Scheduler) -> bool {
        let Some(keeper) = &mut self.keeper else { return true };
        let of = report.probe();
        if of.is_some_and(|probe| self.bench.is_fresh(probe.plan)) {
            // Of the baseline's arm, which is no result of this run.
            return true;
        }
        if let (Report::Began { .. }, Some(probe)) = (report, of)
            && let Some(row) = self.bench.now().probes.rows.get(probe.at)
            && let Some(path) = keeper.printed(probe.at, probe.attempt)
        {
            self.printed.begun(row, path);
        }
        match keeper.hear(report) {
            Ok(()) => true,
            Err(error) => {
                self.not_kept(&error, scheduler);
                false
            }
        }
    }

    /// What the program of a row's probe wrote.
    pub(super) fn read_printed(&self, at: usize) -> Option<Input> {
        let row = self.bench.now().probes.rows.get(at)?;
        let kept = self.keeper.as_ref().and_then(|keeper| keeper.printed(at, row.attempt));
        let path = self.printed.place(row, kept);
        Some(Input::Printed(printed::read(row, path.as_deref())))
    }

    /// Nothing more can be kept: what was kept so far stays, and what would not be is not begun.
    fn not_kept(&mut self, error: &StoreError, scheduler: &Scheduler) {
        self.keeper = None;
        let kept = self.bench.board().kept.clone().unwrap_or_default();
        let kept = KeptRun { problem: Some(error.to_string()), ..kept };
        self.take(Input::Kept(kept), scheduler);
        self.take(Input::Request(Request::Cancel), scheduler);
    }
}
