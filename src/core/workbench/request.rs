//! What goes into the workbench and what it asks of the world.
//!
//! Must not know channels.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::Arc,
};

use crate::core::{
    catalog::Catalog,
    id::SkillId,
    lexical::Lexicon,
    measure::comparison::Aspect,
    plan::Over,
    query::QuerySet,
    trajectory::{Event, Outcome},
    workbench::{
        agents::{Known, Wish},
        baselines::{Fetched, Offer},
        board::{Found, KeptRun, PreparedEdit, WatchStatus},
        consent::{Answer, Heard},
        printed::Printed,
        probes::ProbeTable,
        side_by_side::{RunOffer, SideBySide},
    },
};

/// Something happened.
#[derive(Debug)]
pub enum Input {
    /// The skills on disk are these now.
    Catalog(Arc<Catalog>),
    /// Where the catalog's files lie on disk, by their paths in the catalog.
    Files(Arc<BTreeMap<String, PathBuf>>),
    /// The words of the present skills, complete, and exact where that was put off.
    Words(Arc<Lexicon>),
    /// So many of the present skills have been compared exactly by now, where that was put off.
    Refreshing(usize),
    /// The query files are these now.
    Queries(Vec<QuerySet>),
    /// The digest of those that come next.
    QueryDigest(String),
    /// How far the plan that comes next was recorded before.
    Recorded(Arc<ProbeTable>),
    /// The run that is kept of the probes, or why none is.
    Kept(KeptRun),
    /// The catalog to compare with when the user has not pinned one.
    Head {
        name: String,
        catalog: Arc<Catalog>,
    },
    /// There is no such catalog; the state at start serves, and this is why.
    NoHead {
        reason: String,
    },
    /// These can be chosen for a baseline.
    Offers(Vec<Offer>),
    /// The one that was chosen.
    Baseline(Fetched),
    /// Kept runs, to stand side by side.
    Runs(Vec<RunOffer>),
    /// Those that were chosen, or why they cannot stand so.
    SideBySide(Result<Arc<SideBySide>, String>),
    /// A probe began, spoke, or ended.
    ProbeBegan(ProbeOf),
    ProbeSpoke {
        of: ProbeOf,
        event: Event,
    },
    ProbeEnded {
        of: ProbeOf,
        outcome: Outcome,
        duration_ms: u64,
        cost_usd: Option<f64>,
    },
    /// So many of so many probes run at a time, since a service says that it is asked too often;
    /// `None` when all may again.
    Slowed(Option<(usize, usize)>),
    /// Of this plan nothing runs or waits any more.
    PlanDone {
        plan: u64,
        /// The cap that ended it.
        cap: Option<Over>,
    },
    /// The time that the plan may take is over.
    TimeIsUp,
    /// A playback has come to the time that is told with this.
    Played,
    Watch(WatchStatus),
    Found(Found),
    Printed(Printed),
    Edits(Vec<PreparedEdit>),
    /// How far the consent to an agent has come.
    Consent(Heard),
    /// These agents are known here.
    Agents(Vec<Known>),
    /// The person asks for something.
    Request(Request),
    /// A line for the log pane.
    Note(String),
    /// Work cannot go on until this is mended; `None` when it is.
    Halted(Option<String>),
}

/// Which probe something is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbeOf {
    /// The plan that it belongs to.
    pub plan: u64,
    /// Its row.
    pub at: usize,
    /// The generation of the catalog that it was asked on.
    pub generation: u64,
}

/// What a person can ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    RunAll,
    /// Probe again only what an edit may have changed.
    RunAffected,
    /// Probe one row again.
    RunRow(usize),
    Pause,
    Resume,
    Cancel,
    /// Play the recorded run that is shown from its start.
    Play,
    /// Play one model response further, and wait.
    Step,
    Faster,
    Slower,
    RetryErrored,
    PinBaseline,
    /// Look which kept runs and git revisions there are to compare with.
    FindBaselines,
    ChooseBaseline(BaselineChoice),
    /// Look which kept runs can stand side by side.
    FindRuns,
    /// Set the runs of these ids side by side.
    SideBySide(Vec<String>),
    /// Probe the baseline and now afresh, where the agent may answer otherwise.
    Confirm,
    /// Compare although these kinds of things differ, asked for by name; none asks for no others.
    Vary(Vec<Aspect>),
    /// Take a skill out, or put it back, to see who takes its prompts.
    Mute(SkillId),
    /// Switch between labelled rows and prompts drafted from trigger phrases.
    Drafts,
    /// Look which agents there are, and what each lacks.
    FindAgents,
    Agent(Wish),
    /// The answer to what stands before the probes of an agent.
    Agree(Answer),
    /// Look through another harness or model, so many further on.
    Lens(isize),
    AddRow {
        prompt: String,
        expected: Vec<SkillId>,
    },
    Search(String),
    /// Read what the program behind a row's probe wrote.
    Printed(usize),
    /// Keep the figures broken down by what is known of each row, or no longer.
    Breakdowns(bool),
    /// These skills are on the screen now; told of huge catalogs.
    Seen(Vec<SkillId>),
    /// Make the n-th prepared edit of a demo, counted from 1.
    Edit(usize),
    /// Put the demo back to its first state.
    Reset,
    /// Look at the disk again, whatever the watcher says.
    Rescan,
}

/// What to hold the present against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BaselineChoice {
    Head,
    Start,
    Previous,
    /// A kept run, by its id: its results as they were recorded.
    Run(String),
    /// The skills at a git revision, measured as now is.
    Revision(String),
}

/// What the workbench wants done outside.
#[derive(Debug)]
pub enum Effect {
    /// Run the rows of the board's table that are planned, as this plan.
    Probe {
        plan: u64,
    },
    /// Of a plan that goes on, stop these rows, waiting or under way.
    Recall {
        plan: u64,
        rows: BTreeSet<usize>,
    },
    /// Run beside it, by turns, the rows of the other arm, as another plan.
    ProbeBaseline {
        plan: u64,
    },
    Pause(bool),
    /// Begin no more probes; those under way end by themselves.
    Finish,
    Cancel,
    /// Look for what can be chosen for a baseline.
    FindBaselines,
    /// Read the one that was chosen.
    FetchBaseline(BaselineChoice),
    /// Look for kept runs.
    FindRuns,
    /// Read the runs of these ids and set them side by side.
    ReadRuns(Vec<String>),
    Search(String),
    /// Read what the program behind a row's probe wrote.
    ReadPrinted(usize),
    /// Write a labelled row to the query file of the workbench.
    AddRow {
        prompt: String,
        expected: Vec<SkillId>,
    },
    Edit(usize),
    Reset,
    Rescan,
    FindAgents,
    Agent(Wish),
    /// Tell what asking so many probes of the agent means, unless somebody agreed to it before.
    Agree {
        probes: usize,
    },
    /// Somebody agreed: look whether it can be asked, and remember the yes if that is wished.
    Agreed {
        remember: bool,
    },
    /// Give up what was begun to get that far.
    LeaveAgreeing,
}
