//! What a person asks for, carried out or handed on.

use std::{collections::BTreeSet, sync::Arc};

use super::{Workbench, baseline::Chosen};
use crate::core::catalog::Catalog;
use crate::core::workbench::{
    playback::Pace,
    probes::{ProbeRow, ProbeTable},
    request::{BaselineChoice, Effect, Request},
    settings::Settings,
    state::State,
};

impl Workbench {
    pub(super) fn requested(&mut self, request: Request) -> Vec<Effect> {
        if !self.allows(&request) {
            return Vec::new();
        }
        match self.held_back(&request) {
            Some(effects) => effects,
            None => self.carried_out(request),
        }
    }

    /// Does as was asked, whatever that costs.
    pub(super) fn carried_out(&mut self, request: Request) -> Vec<Effect> {
        match request {
            Request::RunAll => self.run_all(),
            Request::RunAffected => self.run(),
            Request::RunRow(at) => self.again(BTreeSet::from([at])),
            Request::RetryErrored => {
                let rows = self.board.now.probes.rows.iter().enumerate();
                let rows = rows.filter(|(_, row)| row.errored()).map(|(at, _)| at).collect();
                self.again(rows)
            }
            Request::Pause => {
                self.count();
                self.board.run.paused = true;
                vec![Effect::Pause(true)]
            }
            Request::Resume => self.resume(),
            Request::Cancel if self.played.is_some() => {
                self.all_played();
                Vec::new()
            }
            Request::Play => {
                let pace = self.board.playback.map_or(Pace::REAL, |playback| playback.pace);
                self.play(pace, false);
                Vec::new()
            }
            Request::Step => {
                self.step();
                Vec::new()
            }
            Request::Faster => {
                self.set_pace(Pace::faster);
                Vec::new()
            }
            Request::Slower => {
                self.set_pace(Pace::slower);
                Vec::new()
            }
            Request::Cancel => {
                self.board.run.cancelled = true;
                self.plan += 1;
                self.give_up_fresh();
                let now = Arc::make_mut(&mut self.board.now);
                Arc::make_mut(&mut now.probes).shelve();
                self.count();
                self.tell_due();
                self.then_resume(vec![Effect::Cancel])
            }
            Request::PinBaseline => {
                if self.board.run.active() {
                    self.note("the baseline is pinned when every probe is done".to_owned());
                    return Vec::new();
                }
                let mut pinned = State::clone(&self.board.now);
                pinned.name = format!("pinned at generation {}", pinned.generation());
                self.note(format!("baseline: {}", pinned.name));
                self.chosen = Chosen::Pinned(Arc::new(pinned));
                self.settle_baseline();
                Vec::new()
            }
            Request::FindBaselines => vec![Effect::FindBaselines],
            Request::FindRuns => vec![Effect::FindRuns],
            Request::SideBySide(ids) => vec![Effect::ReadRuns(ids)],
            Request::ChooseBaseline(choice) => {
                self.chosen = match choice {
                    BaselineChoice::Head => Chosen::Usual,
                    BaselineChoice::Start => Chosen::Start,
                    BaselineChoice::Previous => Chosen::Previous,
                    // What stands until now stands until they are read.
                    BaselineChoice::Run(_) | BaselineChoice::Revision(_) => {
                        return vec![Effect::FetchBaseline(choice)];
                    }
                };
                self.settle_baseline();
                Vec::new()
            }
            Request::Confirm => self.confirm(),
            Request::Vary(aspects) => {
                self.vary = aspects;
                self.compare_anew();
                Vec::new()
            }
            Request::Mute(id) => {
                let mut snapshot = self.board.now.snapshot.clone();
                if !snapshot.muted.remove(&id) {
                    snapshot.muted.insert(id);
                }
                self.measure(snapshot)
            }
            Request::Drafts => {
                self.drafting = !self.drafting;
                self.terms += 1;
                self.measure(self.board.now.snapshot.clone())
            }
            Request::Agent(wish) => vec![Effect::Agent(wish)],
            Request::FindAgents => vec![Effect::FindAgents],
            Request::Agree(answer) => self.answered_consent(answer),
            Request::Lens(by) => self.look_through(by),
            Request::AddRow { prompt, expected } => vec![Effect::AddRow { prompt, expected }],
            Request::Breakdowns(wanted) => {
                self.dissection.want(wanted);
                Vec::new()
            }
            Request::Seen(ids) => {
                Arc::make_mut(&mut self.board.now).seen = ids.into();
                Vec::new()
            }
            Request::Printed(at) => vec![Effect::ReadPrinted(at)],
            Request::Search(query) => vec![Effect::Search(query)],
            Request::Edit(number) => vec![Effect::Edit(number)],
            Request::Reset => vec![Effect::Reset],
            Request::Rescan => vec![Effect::Rescan],
        }
    }

    /// Another harness or model; what goes by the listing is measured again.
    fn look_through(&mut self, by: isize) -> Vec<Effect> {
        let snapshot = self.board.now.snapshot.clone();
        self.settings.lenses.step(&snapshot.catalog, by);
        self.terms += 1;
        self.board.previous = None;
        let lens = self.settings.lenses.for_catalog(&snapshot.catalog);
        self.note(match lens {
            Some(lens) => format!("listed by {}", lens.title()),
            None => "the files as they are, listed by nobody".to_owned(),
        });
        self.measure(snapshot)
    }

    /// Another agent from now on; everything is measured again, on other skills where the agent
    /// sees others.
    pub fn set_agent(&mut self, settings: Settings, sees: Option<Arc<Catalog>>) -> Vec<Effect> {
        self.board.agent = settings.agent_info();
        self.board.caps = settings.caps;
        let lenses = std::mem::take(&mut self.settings.lenses);
        // The skills are listed for the model that is asked; a stand-in asks none, and so leaves the
        // view as it was turned.
        let relists = self.settings.asks() || settings.asks();
        self.settings = if relists { settings } else { Settings { lenses, ..settings } };
        self.terms += 1;
        self.moved.clear();
        self.forget_held();
        self.board.baseline = None;
        self.board.previous = None;
        self.chosen = Chosen::default();
        let agent = &self.board.agent;
        self.note(format!("agent: {} ({})", agent.name, agent.evidence));
        Arc::make_mut(&mut self.board.now).probes = Arc::default();
        self.board.due = None;
        let Some(catalog) = sees else { return self.run_anew() };
        (self.head, self.start) = (None, None);
        let effects = self.catalog_read(catalog);
        self.board.previous = None;
        self.then_resume(effects)
    }

    /// Runs every probe, whatever is known of it.
    pub(super) fn run_all(&mut self) -> Vec<Effect> {
        if self.settings.asks() {
            return self.ask_all();
        }
        Arc::make_mut(&mut self.board.now).probes = Arc::default();
        self.run_anew()
    }

    /// Measures now once more, paused or not: somebody asked for it.
    fn run_anew(&mut self) -> Vec<Effect> {
        let effects = self.measure(self.board.now.snapshot.clone());
        self.then_resume(effects)
    }

    /// Runs what has no result, paused or not: somebody asked for it.
    fn run(&mut self) -> Vec<Effect> {
        if self.settings.asks() {
            return self.ask_due();
        }
        self.run_anew()
    }

    /// Ends a pause, which took no time of the plan.
    pub(super) fn resume(&mut self) -> Vec<Effect> {
        if !std::mem::take(&mut self.board.run.paused) {
            return Vec::new();
        }
        self.plan_began_ms = self.at_ms.saturating_sub(self.board.run.elapsed_ms);
        vec![Effect::Pause(false)]
    }

    /// Ends a pause after the effects, so that nothing begins which they cancel.
    pub(super) fn then_resume(&mut self, mut effects: Vec<Effect>) -> Vec<Effect> {
        effects.extend(self.resume());
        effects
    }

    /// Some rows once more; the others keep their records, and what is under way begins anew.
    fn again(&mut self, rows: BTreeSet<usize>) -> Vec<Effect> {
        if rows.is_empty() || !self.settings.streams() {
            // A stand-in that waits for nobody would only say the same again.
            return Vec::new();
        }
        if self.settings.asks() {
            return self.ask_again(rows);
        }
        self.give_up_fresh();
        self.begin_plan();
        let now = Arc::make_mut(&mut self.board.now);
        let table: &mut ProbeTable = Arc::make_mut(&mut now.probes);
        table.shelve();
        for at in rows {
            if let Some(row) = table.row_mut(at) {
                *row = ProbeRow {
                    again: row.errored(),
                    ..ProbeRow::planned(Arc::clone(&row.query), row.attempt, row.generation)
                };
            }
        }
        self.begin_figures();
        self.begin_count();
        self.probed();
        self.then_resume(vec![Effect::Cancel, Effect::Probe { plan: self.plan }])
    }
}
