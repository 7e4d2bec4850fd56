//! What every screen and report shows at one instant: immutable, handed over as an `Arc`.
//!
//! Must not know how it is drawn.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use crate::core::{
    diagnostic::Diagnostic,
    id::SkillId,
    measure::{Confidence, breakdown::Breakdown, looks::Interim},
    plan::{Caps, Estimate, Evidence, Limits, Offered, Order, Over, Shard, Why},
    query::{BoundSet, lint::Leaks, traits::Traits},
    workbench::{
        agents::Known,
        baselines::Offer,
        changes::Against,
        compared::Compared,
        consent::Consent,
        history::Mark,
        playback::Playback,
        printed::Printed,
        probes::ProbeCounts,
        side_by_side::{RunOffer, SideBySide},
        state::State,
        trouble::Trouble,
    },
};

/// One consistent view of the whole workbench.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Counts up with every board; screens skip what they have drawn.
    pub revision: u64,
    /// The catalog, its neighbourhood, its probes and its figures as of now.
    pub now: Arc<State>,
    /// What now is held against: git HEAD, the state at start, or whatever was chosen.
    pub baseline: Option<Arc<Against>>,
    /// Kept runs and git revisions that now can be held against; `None` before anybody looked.
    pub offers: Option<Arc<Vec<Offer>>>,
    /// The agents that can be chosen; `None` before anybody looked.
    pub agents: Option<Arc<Vec<Known>>>,
    /// What stands before the probes that somebody began; `None` while nothing does.
    pub consent: Option<Consent>,
    /// Kept runs that can stand side by side; `None` before anybody looked.
    pub runs: Option<Arc<Vec<RunOffer>>>,
    /// Those that were chosen, side by side.
    pub side_by_side: Option<Arc<SideBySide>>,
    /// How the probes of now stand to the baseline's in time.
    pub order: Order,
    /// Now held against the baseline by paired tests; `None` while both are one result.
    pub compared: Option<Arc<Compared>>,
    /// How the headline went, a mark a generation, the newest last.
    pub history: Arc<Vec<Mark>>,
    /// The generation before this one.
    pub previous: Option<Arc<Against>>,
    pub queries: Arc<BoundSet>,
    /// Which part of all rows `queries` are, where they are not all.
    pub share: Option<Share>,
    /// Where the catalog's files lie on disk, by their paths in the catalog.
    pub files: Arc<BTreeMap<String, PathBuf>>,
    /// Hex digest of the queries as written; equal rows in the same order, equal digest. Empty
    /// without query files.
    pub query_digest: String,
    /// Files that the queries came from, with their row counts.
    pub query_files: Arc<Vec<(String, usize)>>,
    /// The two skills whose rows alone `queries` are.
    pub pair: Option<[SkillId; 2]>,
    pub run: RunStatus,
    /// What a plan may take at most.
    pub caps: Caps,
    /// What waits for somebody to ask for it; `None` where nothing does.
    pub due: Option<Due>,
    /// The run that is shown, and only shown; `None` where skills are worked on.
    pub opened: Option<Opened>,
    /// How far that run has been played; `None` while all of it is shown.
    pub playback: Option<Playback>,
    /// The run that is kept of the probes; `None` while none is.
    pub kept: Option<KeptRun>,
    /// The figures of now by what is known of each row; `None` while nobody asks for them.
    pub breakdowns: Option<Arc<Vec<Breakdown>>>,
    /// The part of the plan that the figures of now rest on.
    pub interim: Interim,
    pub agent: AgentInfo,
    /// Skills compared exactly so far, where the rest has still to be; of all there are.
    pub refreshing: Option<(usize, usize)>,
    /// Rows of the skill list, worst first.
    pub trouble: Arc<Vec<Trouble>>,
    pub watcher: WatchStatus,
    /// The latest answer to a full-text search.
    pub found: Option<Arc<Found>>,
    /// What the program of one probe wrote, the one that somebody asked for last.
    pub printed: Option<Arc<Printed>>,
    /// Prepared edits of a demo: title and whether it is applied.
    pub edits: Arc<Vec<PreparedEdit>>,
    pub log: Arc<Vec<LogLine>>,
    /// What cannot be worked on at all, as a sentence with a remedy (a missing root, ...).
    pub halted: Option<String>,
}

/// The run under way or behind us.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunStatus {
    pub counts: ProbeCounts,
    pub paused: bool,
    /// The plan was cancelled; what is done stays.
    pub cancelled: bool,
    /// The cap that ended the plan, or after which no more probes begin.
    pub cap: Option<Over>,
    /// Milliseconds since the plan began, as of the last event, pauses left out.
    pub elapsed_ms: u64,
    /// Milliseconds that the probes left would take one after the other, those under way half of
    /// theirs; `None` where nobody knows beforehand.
    pub left_ms: Option<u64>,
    /// Probes that were done when the plan began, their records holding still.
    pub kept: usize,
    /// Dollars of the probes that ended within the plan; `None` while none tells its price.
    pub spent_usd: Option<f64>,
    /// The baseline is probed beside it, by turns.
    pub beside: bool,
    /// So many of so many probes run at a time, since a service says that it is asked too often.
    pub slowed: Option<(usize, usize)>,
    /// Nothing of it was begun: it waits for somebody to ask.
    pub waits: bool,
}

/// Probes that somebody has to ask for, since an agent is asked for real.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Due {
    /// Those that edits may have moved, with the reason, by their place in the table.
    pub affected: BTreeMap<usize, Why>,
    /// Those that were never asked on any text, or not for this prompt.
    pub unasked: usize,
    /// What asking for all of these is expected to take, as far as earlier ones tell.
    pub estimate: Estimate,
    /// The caps that it would go over.
    pub over: Vec<Over>,
}

impl RunStatus {
    /// Probes are under way or waiting.
    pub fn active(&self) -> bool {
        !self.counts.settled() && !self.cancelled && !self.waits
    }

    /// Probes that ended within the plan.
    pub fn ended(&self) -> usize {
        self.counts.done().saturating_sub(self.kept)
    }

    /// Probes of the plan that are neither ended nor given up.
    pub fn left(&self) -> usize {
        self.counts.planned - self.counts.scored - self.counts.errored
    }

    /// Probes a second, those under way counted as half done. `None` until a first round has ended:
    /// as many probes as run at once, and [`ROUND`] at least.
    pub fn rate(&self) -> Option<f64> {
        let (ended, seconds) = (self.ended(), self.elapsed_ms as f64 / 1_000.0);
        let tells = ended >= self.counts.running.max(ROUND) && seconds > 0.0;
        tells.then(|| (ended as f64 + self.under_way()) / seconds)
    }

    /// Milliseconds until the plan is done: as long as what is left takes, where that is known, as
    /// many at once as now; else at the rate so far. `None` where it cannot be told yet.
    pub fn eta_ms(&self) -> Option<u64> {
        if !self.active() {
            return None;
        }
        if let Some(left_ms) = self.left_ms {
            return left_ms.checked_div(self.counts.running as u64);
        }
        let rate = self.rate()?;
        let left = self.left() as f64 - self.under_way();
        Some((left / rate * 1_000.0).round() as u64)
    }

    /// What the probes under way amount to: each is half done, on average.
    fn under_way(&self) -> f64 {
        self.counts.running as f64 / 2.0
    }
}

/// The fewest ended probes from which a rate is told: one or two say next to nothing.
const ROUND: usize = 3;

/// The part of a plan that is probed here.
#[derive(Clone, Debug)]
pub struct Share {
    pub shard: Shard,
    /// The rows of all shards.
    pub whole: Arc<BoundSet>,
}

impl Share {
    /// The rows of this shard, with everything else as it is for all.
    pub fn ours(&self) -> BoundSet {
        let rows = self.shard.rows(&self.whole.queries);
        let queries = rows.into_iter().filter_map(|row| self.whole.queries.get(row).cloned());
        BoundSet { queries: queries.collect(), ..BoundSet::clone(&self.whole) }
    }
}

/// A run on disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptRun {
    /// Empty if it could not even be begun.
    pub id: String,
    /// Probes whose scores were there before this session.
    pub before: usize,
    /// Why nothing more is kept, with a remedy; what was kept before is still there.
    pub problem: Option<String>,
}

/// A recorded run that somebody looks at, without its skills and its agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opened {
    pub id: String,
    /// Prompts and texts were left out when it was exported.
    pub redacted: bool,
    /// Of the order in which its probes were begun.
    pub seed: u64,
}

/// Who chooses, and how far its choice counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgentInfo {
    pub name: String,
    pub evidence: Evidence,
    pub model: Option<String>,
    /// Settings of its own that results depend on; empty without any.
    pub options: String,
    /// Of the harness that chose; `None` for an agent without one.
    pub harness_version: Option<String>,
    /// The harness with its model whose listing the skills are known by; `None`: the files.
    pub listed_by: Option<String>,
    pub limits: Limits,
    pub attempts: u32,
    /// What each row's probe is offered.
    pub offered: Offered,
    /// Probes that run at a time; `None` where none takes time.
    pub concurrency: Option<u32>,
}

/// How changes on disk are noticed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum WatchStatus {
    /// Not watching (headless, or not begun yet).
    #[default]
    Off,
    Watching {
        dirs: usize,
    },
    /// No watches left or none to be had; said in words.
    Polling {
        reason: String,
    },
    /// Changes are not noticed, for this reason.
    Blind {
        reason: String,
    },
}

/// Hits of a full-text search, best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    pub query: String,
    pub hits: Vec<FoundHit>,
    /// All matches, shown or not.
    pub total: usize,
    /// Why the query could not be read, if so.
    pub problem: Option<String>,
}

/// One hit with a piece of its text; `marks` are byte ranges of `snippet`.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundHit {
    pub skill: SkillId,
    pub field: String,
    pub snippet: String,
    pub marks: Vec<std::ops::Range<usize>>,
}

/// An edit that a demo can make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreparedEdit {
    pub title: String,
    pub explanation: String,
    pub applied: bool,
}

/// One line of the log pane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Milliseconds since the session began.
    pub at_ms: u64,
    pub generation: u64,
    pub text: String,
}

/// Said of a run in which every prompt that expects a skill went without one.
const NOTHING_ENGAGED: &str = "no skill engaged at all: the wiring is in doubt, no verdict";

/// What figures of drafted prompts are called, whoever chose.
const DRAFTS: &str = "drafts, not evidence";

/// What the model is called where a script stood in for it while streams were recorded.
pub const SCRIPTED_MODEL: &str = "scripted model";

/// What figures of such streams are called.
const RECORDED_SCRIPT: &str = "recorded, scripted model";

impl Board {
    /// Every diagnosis of the catalog and the queries, for the log and for machine output.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.now.snapshot.catalog.diagnostics().chain(&self.queries.diagnostics)
    }

    /// True when figures come from prompts that were drafted, not labelled.
    pub fn drafts(&self) -> bool {
        self.queries.drafts
    }

    /// The figures of now by what is known of each row, over all that is done: for whoever has
    /// waited until it is.
    pub fn break_down(&self) -> Vec<Breakdown> {
        let confidence = Confidence::new(self.now.figures.confidence).unwrap_or_default();
        let mut leaks = Leaks::new(&self.now.lexicon);
        let traits = |row: &_| Traits::of(row, &mut leaks, &self.now.disclosed, self.agent.offered);
        self.now.tally().breakdowns(traits, confidence)
    }

    /// What every figure of this board must be called beside its number, the gravest first; empty
    /// for labelled prompts that a model answered. The only place that has these words.
    pub fn provenance(&self) -> impl Iterator<Item = &'static str> {
        let drafted = self.drafts() && !self.queries.queries.is_empty();
        let mute = self.nothing_engaged().then_some(NOTHING_ENGAGED);
        let agent = &self.agent;
        let scripted =
            agent.evidence == Evidence::Recorded && agent.model.as_deref() == Some(SCRIPTED_MODEL);
        let whose = if scripted { Some(RECORDED_SCRIPT) } else { agent.evidence.caveat() };
        mute.into_iter().chain(drafted.then_some(DRAFTS)).chain(whose)
    }

    /// A model was asked, the run is over, and no prompt that expects a skill engaged any: the wiring
    /// is in doubt before the skills are, and nothing can be concluded.
    pub fn nothing_engaged(&self) -> bool {
        !self.run.active() && self.now.nothing_engaged()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(ended: usize, running: usize, elapsed_ms: u64) -> RunStatus {
        let counts = ProbeCounts { planned: 155, running, scored: ended, ..ProbeCounts::default() };
        RunStatus { counts, elapsed_ms, ..RunStatus::default() }
    }

    #[test]
    fn the_time_left_waits_for_a_first_round() {
        assert_eq!(run(1, 4, 2_900).eta_ms(), None, "one of four says nothing of the others");
        assert_eq!(run(2, 1, 2_900).eta_ms(), None);
        // Probes of four seconds, four at a time: one a second from the first round on.
        let full = run(4, 4, 6_000);
        assert_eq!((full.rate(), full.eta_ms()), (Some(1.0), Some(149_000)));
        assert_eq!(run(155, 0, 160_000).eta_ms(), None, "nothing is left");
    }

    #[test]
    fn kept_records_took_no_time() {
        let run = RunStatus { kept: 100, ..run(104, 4, 6_000) };
        assert_eq!(run.rate(), Some(1.0));
        assert_eq!(run.eta_ms(), Some(49_000));
    }
}
