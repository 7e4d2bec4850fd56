//! One step of the application: an input taken in, effects asked for.

mod agreeing;
mod asking;
mod baseline;
mod binding;
mod comparing;
mod dissection;
mod fresh;
mod opened;
mod played;
mod reading;
mod requests;
mod running;
mod words;

use std::{collections::BTreeMap, sync::Arc};

use self::{
    agreeing::Gate,
    baseline::{Chosen, Past},
    comparing::Held,
    dissection::Dissection,
    fresh::Fresh,
    played::Played,
};

use crate::core::{
    catalog::Catalog,
    lexical::Lexicon,
    measure::{Tally, comparison::Aspect},
    plan::{Over, Plan, Why},
    query::QuerySet,
    snapshot::Snapshot,
    workbench::{
        board::{Board, LogLine},
        probes::{ProbeState, ProbeTable},
        request::{Effect, Input},
        results::{Ground, Results},
        settings::Settings,
        state::{self, State},
        trouble,
    },
};

/// Lines that the log keeps.
const LOG: usize = 500;

/// The application's state. Give it inputs; take boards.
#[derive(Debug)]
pub struct Workbench {
    settings: Settings,
    sets: Vec<QuerySet>,
    /// Prompts are drafted although there are labelled ones.
    drafting: bool,
    /// The skills to compare with by default.
    head: Option<Past>,
    /// Those that were read first.
    start: Option<Past>,
    /// Counts up whenever queries, drafting or the agent change.
    terms: u64,
    /// The terms under which the board's queries were bound.
    bound: Option<u64>,
    chosen: Chosen,
    /// The baseline while it is probed beside now.
    fresh: Option<Fresh>,
    /// The recorded run while it is played.
    played: Option<Played>,
    /// Number of the plan whose events are welcome.
    plan: u64,
    /// What was recorded of the first plan before this session.
    recorded: Option<Arc<ProbeTable>>,
    /// The order of its probes; empty where nothing streams.
    order: Plan,
    /// Milliseconds that each probe takes, where a script says so beforehand; else empty.
    lengths: Vec<u64>,
    /// Of the head of that order, as far as all of it has settled.
    tally: Tally,
    /// What an agent that is asked for real has answered in this session.
    results: Results,
    /// The ground that each generation stands on, as far as probes of it may still come in.
    grounds: BTreeMap<u64, Ground>,
    /// Rows that edits may have moved and that were not asked since, by file and id.
    moved: BTreeMap<(String, String), Why>,
    /// What now was held against so far.
    held: Held,
    dissection: Dissection,
    /// Kinds of things that may differ together, asked for by name.
    vary: Vec<Aspect>,
    gate: Gate,
    board: Board,
    at_ms: u64,
    /// When the plan began.
    plan_began_ms: u64,
    /// Figures and comparisons are behind the probes.
    stale: bool,
    /// The comparison of results is behind the figures.
    uncompared: bool,
}

impl Workbench {
    pub fn new(settings: Settings) -> Self {
        let board = Board {
            agent: settings.agent_info(),
            caps: settings.caps,
            pair: settings.pair.clone(),
            ..Board::default()
        };
        Self {
            settings,
            sets: Vec::new(),
            drafting: false,
            head: None,
            start: None,
            terms: 0,
            bound: None,
            chosen: Chosen::default(),
            fresh: None,
            played: None,
            plan: 0,
            recorded: None,
            order: Plan::default(),
            lengths: Vec::new(),
            tally: Tally::default(),
            results: Results::default(),
            grounds: BTreeMap::new(),
            moved: BTreeMap::new(),
            held: Held::default(),
            dissection: Dissection::default(),
            vary: Vec::new(),
            gate: Gate::default(),
            board,
            at_ms: 0,
            plan_began_ms: 0,
            stale: false,
            uncompared: false,
        }
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The catalog as of now.
    pub fn catalog(&self) -> Arc<Catalog> {
        Arc::clone(&self.board.now.snapshot.catalog)
    }

    /// Everything that is measured as of now.
    pub fn now(&self) -> &Arc<State> {
        &self.board.now
    }

    /// The words of now.
    pub fn lexicon(&self) -> &Arc<Lexicon> {
        &self.board.now.lexicon
    }

    /// The catalog's generation; 0 before the first.
    pub fn generation(&self) -> u64 {
        self.board.now.generation()
    }

    /// The present board. Figures are summed here, so ask once a frame, not once an event.
    pub fn board(&mut self) -> Arc<Board> {
        self.sum();
        if std::mem::take(&mut self.uncompared) {
            self.compare_results();
        }
        self.dissect();
        self.shown()
    }

    /// The board for somebody who watches: it does not wait until the results of a large catalog
    /// are compared with the baseline's. True if they are still to be; the last comparison stands
    /// until [`Workbench::board`] is asked for.
    pub fn board_at_once(&mut self) -> (Arc<Board>, bool) {
        self.sum();
        if self.board.now.lexicon.len() <= state::AT_ONCE {
            self.dissect();
        }
        (self.shown(), self.uncompared || self.is_undissected())
    }

    fn sum(&mut self) {
        if self.stale {
            self.sum_up();
            self.probed();
        }
    }

    /// Compares the results with the baseline's, of a large catalog once nobody waits for it.
    fn results_moved(&mut self) {
        match self.board.now.lexicon.len() {
            0..=state::AT_ONCE => self.compare_results(),
            _ => self.uncompared = true,
        }
    }

    fn shown(&mut self) -> Arc<Board> {
        self.board.revision += 1;
        Arc::new(self.board.clone())
    }

    /// Takes an input in, `at_ms` after the session began, and says what to do about it.
    pub fn reduce(&mut self, input: Input, at_ms: u64) -> Vec<Effect> {
        self.at_ms = at_ms;
        match input {
            Input::Catalog(catalog) => self.catalog_read(catalog),
            Input::Words(lexicon) => {
                self.words_compared(lexicon);
                Vec::new()
            }
            Input::Refreshing(done) => {
                if let Some((known, _)) = &mut self.board.refreshing {
                    *known = done;
                }
                Vec::new()
            }
            Input::Files(files) => {
                self.board.files = files;
                Vec::new()
            }
            Input::Queries(sets) => {
                let files = sets.iter().map(|set| (set.path.clone(), set.queries.len()));
                self.board.query_files = Arc::new(files.collect());
                self.sets = sets;
                self.terms += 1;
                self.measure(self.board.now.snapshot.clone())
            }
            Input::QueryDigest(digest) => {
                self.board.query_digest = digest;
                Vec::new()
            }
            Input::Recorded(table) => {
                self.recorded = Some(table);
                Vec::new()
            }
            Input::Kept(run) => {
                self.board.kept = Some(run);
                Vec::new()
            }
            Input::Head { name, catalog } => {
                if self.head.as_ref().is_some_and(|before| before.name != name) {
                    self.note(format!("HEAD moved: it is {name} now"));
                }
                self.head = Some(Past::new(name, catalog));
                self.settle_baseline();
                Vec::new()
            }
            Input::NoHead { reason } => {
                if self.head.take().is_some() {
                    self.settle_baseline();
                }
                self.note(format!("Compared with the state at start: {reason}"));
                Vec::new()
            }
            Input::Offers(offers) => {
                self.board.offers = Some(Arc::new(offers));
                Vec::new()
            }
            Input::Baseline(fetched) => {
                self.choose(fetched);
                Vec::new()
            }
            Input::Runs(runs) => {
                self.board.runs = Some(Arc::new(runs));
                Vec::new()
            }
            Input::SideBySide(Ok(all)) => {
                self.board.side_by_side = Some(all);
                Vec::new()
            }
            Input::SideBySide(Err(why)) => {
                self.note(format!("the runs cannot stand side by side: {why}"));
                Vec::new()
            }
            Input::ProbeBegan(of) => {
                self.on_row(of, |row| row.state = ProbeState::Running);
                self.count();
                Vec::new()
            }
            Input::ProbeSpoke { of, event } => {
                self.on_row(of, |row| running::spoke(row, event));
                Vec::new()
            }
            Input::ProbeEnded { of, outcome, duration_ms, cost_usd } => {
                self.probe_ended(of, outcome, duration_ms, cost_usd)
            }
            Input::PlanDone { plan, cap } => {
                self.plan_done(plan, cap);
                Vec::new()
            }
            Input::Slowed(slowed) => {
                self.board.run.slowed = slowed;
                Vec::new()
            }
            Input::TimeIsUp => self.time_is_up(),
            Input::Played => {
                self.played_to(at_ms);
                Vec::new()
            }
            Input::Watch(status) => {
                self.board.watcher = status;
                Vec::new()
            }
            Input::Found(found) => {
                self.board.found = Some(Arc::new(found));
                Vec::new()
            }
            Input::Printed(printed) => {
                self.board.printed = Some(Arc::new(printed));
                Vec::new()
            }
            Input::Edits(edits) => {
                self.board.edits = Arc::new(edits);
                Vec::new()
            }
            Input::Note(text) => {
                self.note(text);
                Vec::new()
            }
            Input::Halted(halted) => {
                if let Some(reason) = &halted {
                    self.note(reason.clone());
                }
                self.board.halted = halted;
                Vec::new()
            }
            Input::Consent(heard) => self.heard(heard),
            Input::Agents(agents) => {
                self.board.agents = Some(Arc::new(agents));
                Vec::new()
            }
            Input::Request(request) => self.requested(request),
        }
    }

    /// Measures a snapshot anew: at once where nobody is waited for, else by a plan.
    fn measure(&mut self, snapshot: Snapshot) -> Vec<Effect> {
        if snapshot.catalog.generation == 0 {
            return Vec::new();
        }
        if self.settings.asks() {
            return self.measure_asked(snapshot);
        }
        let queries = self.bind_now(&snapshot);
        self.begin_plan();
        let streams = self.settings.streams();
        let known = self.recorded.as_ref().map_or(0, |table| table.counts(0).scored);
        let before = &self.board.now;
        let mut state = if streams {
            // Only the words are measured now; the probes come one by one.
            let table = match self.recorded.take() {
                Some(recorded) => state::resumed(&snapshot, &queries, &self.settings, &recorded),
                None => state::plan(&snapshot, &queries, &self.settings, &self.board.now.probes),
            };
            State {
                probes: Arc::new(table),
                ..State::at_once(String::new(), snapshot, Arc::default(), &self.settings, before)
            }
        } else {
            let recorded = self.recorded.take();
            let recorded = recorded.as_deref();
            let (queries, settings) = (Arc::clone(&queries), &self.settings);
            State::of_recorded(String::new(), snapshot, queries, settings, before, recorded)
        };
        state.queries = queries;
        "now".clone_into(&mut state.name);
        let words = &state.lexicon;
        self.board.refreshing = words.is_rough().then(|| (0, words.len()));
        if words.len() <= state::AT_ONCE {
            state.lint();
        }
        self.board.now = Arc::new(state);
        self.begin_figures();
        self.board.trouble = Arc::new(trouble::rows(&self.board.now));
        self.begin_count();
        if !streams && !self.board.run.counts.settled() {
            let asked = self.board.run.counts.done().saturating_sub(known);
            let all_asked = self.settings.caps.probes.is_some_and(|cap| asked >= cap);
            self.plan_done(self.plan, Some(if all_asked { Over::Probes } else { Over::Duration }));
        }
        self.settle_baseline();
        if streams && self.board.run.active() {
            vec![Effect::Cancel, Effect::Probe { plan: self.plan }]
        } else {
            Vec::new()
        }
    }

    fn note(&mut self, text: String) {
        let line = LogLine { at_ms: self.at_ms, generation: self.board.now.generation(), text };
        let log = Arc::make_mut(&mut self.board.log);
        if log.len() >= LOG {
            log.remove(0);
        }
        log.push(line);
    }
}
