//! The run that a session keeps: every record on disk before anything is made of it.
//!
//! Must not know how probes are made or what is shown of them.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::Arc,
};

use super::Setup;
use crate::{
    core::{
        plan::{Evidence, Limits, ProbeKey},
        run::{self, Artifact, Asked, Kind, Made, Missing, Plan, Probe, Record, missing},
        stream::Recordings,
        trajectory::{Outcome, StopRule},
        workbench::{
            Board,
            probes::{ProbeRow, ProbeTable},
        },
    },
    engine::{
        agent::REPLAY,
        scheduler::{Ending, ProbeId, Report},
        store::{self, OpenRun, Printer, Store, StoreError, digest, now_ms},
    },
};

/// What a session keeps of its probes.
#[derive(Debug, Default)]
pub enum Keep {
    #[default]
    Nothing,
    /// A run of its own.
    New,
    /// A run of its own for each plan that somebody begins.
    EachPlan,
    /// A run that was begun before, and goes on.
    Resumed(Box<OpenRun>),
}

impl Keep {
    /// The probes of a run that goes on, as far as they were recorded.
    pub(super) fn recorded(&self) -> Option<Arc<ProbeTable>> {
        match self {
            Self::Resumed(run) => Some(Arc::new(run::table(&run.plan, &run.records))),
            Self::Nothing | Self::New | Self::EachPlan => None,
        }
    }
}

/// An open run with what is still to come of it.
#[derive(Debug)]
pub(super) struct Keeper {
    run: OpenRun,
    /// The row of the plan that each query of the board's table is.
    rows: Vec<usize>,
    /// Probes that have not ended in this session.
    left: BTreeSet<Probe>,
    errored: usize,
    /// Records that wait for the end of a probe: stand-ins speak faster than a disk writes.
    pending: Vec<Record>,
    keys: BTreeMap<Probe, String>,
    printer: Printer,
}

/// Why nothing can be kept.
#[derive(Debug)]
pub(super) enum NotKept {
    /// The run was made of something else than what is here now; in words.
    Differs(String),
    Failed(StoreError),
}

impl Keeper {
    /// Opens the run that `keep` asks for, over what the board is about to probe.
    pub fn open(
        keep: Keep,
        setup: &Setup,
        store: Option<&Store>,
        board: &Board,
    ) -> Result<Option<Self>, NotKept> {
        let run = match keep {
            Keep::Nothing | Keep::EachPlan => return Ok(None),
            Keep::New => {
                let Some(store) = store else { return Ok(None) };
                store.begin(|id| plan(id, setup, board)).map_err(NotKept::Failed)?
            }
            Keep::Resumed(run) => {
                let now = plan(run.plan.run.clone(), setup, board);
                let differs = run.plan.differs(&now);
                if !differs.is_empty() {
                    return Err(NotKept::Differs(format!(
                        "the run {} cannot go on: {} changed since it was begun; begin a new one",
                        run.plan.run,
                        differs.join(", ")
                    )));
                }
                *run
            }
        };
        let left = missing(&run.plan, &run.records);
        let left = left.into_iter().map(|Missing { probe, .. }| probe).collect();
        let (rows, printer) = (run.plan.rows(), run.printer());
        let (pending, keys) = (Vec::new(), BTreeMap::new());
        Ok(Some(Self { run, rows, left, errored: 0, pending, keys, printer }))
    }

    /// What the board probes now is of this run.
    pub fn is_of(&self, setup: &Setup, board: &Board) -> bool {
        let now = plan(self.run.plan.run.clone(), setup, board);
        !self.run.sealed && self.run.plan.differs(&now).is_empty()
    }

    pub fn id(&self) -> &str {
        &self.run.plan.run
    }

    /// Probes whose scores were there when the run was opened.
    pub fn before(&self) -> usize {
        self.run.plan.probes() - self.left.len()
    }

    /// Keeps what is done already: the probes of agents that nobody waits for, in few writes. Ends
    /// a run of which nothing was missing but the seal.
    pub fn take(&mut self, board: &Board) -> Result<(), StoreError> {
        for (at, row) in board.now.probes.rows.iter().enumerate() {
            let Some(probe) = self.place(at, row.attempt) else { continue };
            // What was carried over from other texts is no result of these.
            if let Some(outcome) = row.outcome()
                && row.generation == board.now.generation()
                && self.left.contains(&probe)
            {
                self.ended(probe, row.generation, outcome, row.duration_ms, row.cost_usd);
            }
        }
        self.flush()?;
        self.seal_if_done()
    }

    /// Keeps what the scheduler tells.
    pub fn hear(&mut self, report: &Report) -> Result<(), StoreError> {
        let paid = self.run.plan.evidence == Evidence::Model;
        match report {
            Report::Began { probe } => {
                if let Some(of) = self.place(probe.at, probe.attempt) {
                    self.printer.begin(of);
                }
                self.note(probe, Kind::ProbeStarted);
            }
            Report::Wrote { probe, bytes } => {
                let of = self.place(probe.at, probe.attempt);
                return of.map_or(Ok(()), |of| self.printer.add(of, bytes));
            }
            Report::Spoke { probe, event } => {
                self.note(probe, Kind::Event { event: event.clone() })
            }
            Report::Ended {
                probe,
                ending: Ending::Outcome(outcome),
                duration_ms,
                cost_usd,
                ..
            } => {
                let Some(of) = self.place(probe.at, probe.attempt) else { return Ok(()) };
                self.ended(of, probe.generation, outcome, Some(*duration_ms), *cost_usd);
                self.flush()?;
                if paid {
                    self.run.sync()?;
                }
                return self.seal_if_done();
            }
            Report::Ended { ending: Ending::Cancelled, .. }
            | Report::Done { .. }
            | Report::Slowed(_) => {}
        }
        if paid { self.flush() } else { Ok(()) }
    }

    fn note(&mut self, probe: &ProbeId, kind: Kind) {
        let Some(of) = self.place(probe.at, probe.attempt) else { return };
        let record = self.record(of, probe.generation, kind);
        self.pending.push(record);
    }

    fn ended(
        &mut self,
        probe: Probe,
        generation: u64,
        outcome: &Outcome,
        duration_ms: Option<u64>,
        cost_usd: Option<f64>,
    ) {
        let kind = Kind::ended(outcome, duration_ms, cost_usd);
        let record = self.record(probe, generation, kind);
        self.pending.push(record);
        self.keys.remove(&probe);
        if self.left.remove(&probe) && matches!(outcome, Outcome::Errored { .. }) {
            self.errored += 1;
        }
    }

    fn record(&mut self, probe: Probe, generation: u64, kind: Kind) -> Record {
        let plan = &self.run.plan;
        let key = self.keys.entry(probe).or_insert_with(|| key(plan, probe)).clone();
        Record { seq: 0, kind, probe: Some(probe), key: Some(key), generation, at_ms: now_ms() }
    }

    fn flush(&mut self) -> Result<(), StoreError> {
        self.run.append(&mut self.pending)?;
        self.pending.clear();
        Ok(())
    }

    /// Seals the run when every probe is scored; with errors among them it stays open, so that
    /// they can be tried again.
    fn seal_if_done(&mut self) -> Result<(), StoreError> {
        if !self.left.is_empty() || self.run.sealed {
            return Ok(());
        }
        if self.errored > 0 {
            return self.run.sync();
        }
        self.run.seal(now_ms())
    }

    /// Where it keeps what the program of a row's probe wrote.
    pub fn printed(&self, at: usize, attempt: u32) -> Option<PathBuf> {
        Some(self.printer.place(self.place(at, attempt)?))
    }

    /// The probe of a table's row; a table has the plan's rows in their order, attempts together.
    fn place(&self, at: usize, attempt: u32) -> Option<Probe> {
        let attempts = self.run.plan.attempts.max(1) as usize;
        let row = *self.rows.get(at / attempts)?;
        Some(Probe { row, attempt })
    }
}

/// The run of a board that nobody kept, as one that was kept of the same probes would be sealed;
/// without what was said on the way.
pub fn sealed(setup: &Setup, board: &Board) -> Artifact {
    let plan = plan(store::new_id(), setup, board);
    let attempts = plan.attempts.max(1) as usize;
    let rows = board.now.probes.rows.iter().enumerate();
    let record = |(at, row): (usize, &Arc<ProbeRow>)| {
        let probe = Probe { row: at / attempts, attempt: row.attempt };
        Some(Record {
            // There are as many probes as fit into memory.
            seq: at as u64 + 1,
            kind: Kind::ended(row.outcome()?, row.duration_ms, row.cost_usd),
            probe: Some(probe),
            key: Some(key(&plan, probe)),
            generation: row.generation,
            at_ms: plan.made_ms,
        })
    };
    let records: Vec<Record> = rows.filter_map(record).collect();
    Artifact::of(plan, &records)
}

fn key(plan: &Plan, probe: Probe) -> String {
    let Some(query) = plan.queries.get(probe.row) else { return String::new() };
    let limits: &Limits = &plan.limits;
    let stop = if limits.early_exit { StopRule::of(query) } else { StopRule::Never };
    let key = ProbeKey {
        listing: &plan.digests.listing,
        bodies: &plan.digests.bodies,
        prompt: &query.prompt,
        workspace: query.workspace.as_deref(),
        agent: &plan.agent,
        agent_version: plan.harness_version.as_deref().unwrap_or(&plan.skillscope),
        options: &plan.digests.configuration,
        model: plan.model.as_deref(),
        limits,
        stop: &stop,
        attempt: probe.attempt,
    };
    digest(&key.material())
}

/// What tells one set of kept streams from another.
fn streams_of(recordings: &Recordings) -> String {
    let line = |(name, bytes): (&str, &[u8])| {
        format!("{name} {}\n", digest(&String::from_utf8_lossy(bytes)))
    };
    recordings.streams().map(line).collect()
}

fn plan(id: String, setup: &Setup, board: &Board) -> Plan {
    let shown = |path: &std::path::PathBuf| path.to_string_lossy().into_owned();
    // It was read a moment ago; if it is gone by now its digest is that of nothing.
    let script = setup.script_file.as_ref().filter(|_| setup.agent == "fake");
    let script = script.and_then(|path| std::fs::read_to_string(path).ok());
    let streams = setup.recordings.as_deref().filter(|_| setup.agent == REPLAY);
    let streams = streams.map(streams_of);
    let made = Made {
        run: id,
        at_ms: now_ms(),
        seed: setup.seed,
        asked: Asked {
            paths: setup.catalog.paths.iter().map(shown).collect(),
            harness: setup.catalog.harness.clone(),
            queries: setup.queries.iter().map(shown).collect(),
            script: setup.script_file.as_ref().map(shown),
            pair: setup.pair.clone(),
            listing: setup.listing.clone(),
            asking: setup.asking.clone(),
            whole: setup.whole.clone(),
        },
        environment: setup.live_one().map_or_else(Vec::new, |live| live.about().environment),
        script: script.as_deref().or(streams.as_deref()),
        confidence: setup.confidence.level(),
        lexical: setup.lexical,
        hash: digest,
    };
    Plan::of(board, made)
}
