//! What a session is asked to look at, and how it measures.

use std::{
    fs, io,
    path::PathBuf,
    sync::{Arc, OnceLock},
    time::Instant,
};

use thiserror::Error;

use super::{Choices, Keep};
use crate::{
    core::{
        diagnostic::Diagnostic,
        id::SkillId,
        lexical::Options,
        listing::{Lenses, UnknownModel, Wanted},
        measure::Confidence,
        plan::{Asking, Caps, Limits, Offered, Rerun, Shard},
        standin::script::Script,
        stream::Recordings,
        workbench::{
            self, Settings, agents::Wish, board::SCRIPTED_MODEL, linting::Strictness,
            playback::Pace, settings::LiveAgent,
        },
    },
    engine::{
        agent::{self, Agent, Capabilities, LIVE, NotReady, REPLAY, Speed},
        config::Places,
        demo::{Demo, DemoError},
        git::NoHead,
        loader::{CatalogRequest, LoadError, UserFolders, with_own},
    },
};

/// Names of the agents there are.
pub const AGENTS: [&str; 3] = ["keyword", "fake", REPLAY];

/// Probes that run at a time where nobody says how many.
const CONCURRENCY: u32 = 4;

/// Everything that a person chose at the start.
#[derive(Debug)]
pub struct Setup {
    pub catalog: CatalogRequest,
    /// Named query files; empty: they are looked for beside the skills.
    pub queries: Vec<PathBuf>,
    /// One of [`AGENTS`].
    pub agent: String,
    /// What `fake` plays.
    pub script: Option<Arc<Script>>,
    /// What `replay` plays.
    pub recordings: Option<Arc<Recordings>>,
    /// Who is asked under a name that is none of [`AGENTS`].
    pub live: Option<Arc<agent::Live>>,
    /// How that one is asked.
    pub asking: Option<Asking>,
    /// What was said of agents, for whichever is chosen later.
    pub choices: Choices,
    /// Look for this one at once, and turn to it once it is found.
    pub wish: Option<Wish>,
    /// Somebody sits before a screen, who agrees there before an agent is asked for real.
    pub gated: bool,
    /// Where the script was read from, or the folder of the streams.
    pub script_file: Option<PathBuf>,
    pub limits: Limits,
    pub attempts: u32,
    pub lexical: Options,
    /// The harnesses that the skills can be listed by.
    pub lenses: Lenses,
    /// What was said of the model that they list for.
    pub listing: Wanted,
    pub confidence: Confidence,
    /// Order of a plan's probes.
    pub seed: u64,
    /// Probe only this part of the rows.
    pub shard: Option<Shard>,
    /// Probe only the rows that say how these two are told apart.
    pub pair: Option<[SkillId; 2]>,
    /// What each row's probe is offered.
    pub offered: Offered,
    /// How strict the rules of the lint are.
    pub lint: Arc<Strictness>,
    /// The run on the whole catalog that one on parts of it is begun beside.
    pub whole: Option<String>,
    /// Where a plan ends before its end.
    pub caps: Caps,
    /// What an edit makes run again by itself, of an agent that is asked for real.
    pub rerun: Rerun,
    /// Probes that run at a time, at least 1.
    pub concurrency: u32,
    /// Play scripts in their own time.
    pub stream: bool,
    pub speed: Speed,
    /// The person's folders, where rows are kept if the project cannot be written to.
    pub places: Option<Places>,
    /// The demo that `catalog` lies in, so that it can be edited and put back.
    pub demo: Option<Demo>,
    /// What is kept of the probes.
    pub keep: Keep,
}

/// What of the world a session listens to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Live {
    /// Read again what changes on disk.
    pub watch: bool,
    /// Compare with git HEAD where there is one.
    pub head: bool,
    /// Keep a full-text index.
    pub search: bool,
}

/// Why a session cannot start.
#[derive(Debug, Error)]
pub enum SetupError {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error("no agent is called `{0}`; known are {known}", known = AGENTS.join(", "))]
    UnknownAgent(String),
    #[error("the agent `{0}` asks a model, which this command does not do: run eval with it")]
    NotAsked(String),
    #[error(transparent)]
    NotReady(#[from] NotReady),
    #[error("the agent fake plays a script: name one with --script FILE")]
    NoScript,
    #[error(
        "the agent replay plays kept streams: name their folder with --streams DIR, and with --as \
         the harness that wrote them"
    )]
    NoStreams,
    #[error("streams of `{id}` cannot be read; those of {known} can")]
    UnknownFormat { id: String, known: String },
    #[error("cannot read the streams in {}: {source}", path.display())]
    UnreadableStreams { path: PathBuf, source: io::Error },
    #[error("no stream is kept in {}: a file there is named ID.jsonl after its query", .0.display())]
    NoStreamThere(PathBuf),
    #[error("cannot read the script {}: {source}", path.display())]
    UnreadableScript { path: PathBuf, source: io::Error },
    #[error("the script cannot be used:{}", lines(.0))]
    BadScript(Vec<Diagnostic>),
    #[error("there is no query file {}: check the spelling", .0.display())]
    NoQueries(PathBuf),
    #[error(transparent)]
    Model(#[from] UnknownModel),
    #[error(transparent)]
    Demo(#[from] DemoError),
    /// A revision cannot be read.
    #[error(transparent)]
    Git(#[from] NoHead),
    /// Nothing could be read; a sentence with a remedy.
    #[error("{0}")]
    Halted(String),
    /// By this signal.
    #[error("stopped by hand: nothing was kept")]
    Interrupted(i32),
    #[error("the session broke off")]
    BrokeOff,
    #[error("cannot start: {0}")]
    Runtime(#[source] io::Error),
}

/// Milliseconds since somebody first asked.
fn elapsed_ms() -> u64 {
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    let began = BEGAN.get_or_init(Instant::now);
    u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX)
}

fn lines(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|diagnostic| format!("\n  {diagnostic}")).collect()
}

impl Setup {
    /// The defaults for a catalog: keyword agent, one attempt, nothing named.
    pub fn of(catalog: CatalogRequest) -> Self {
        let lenses = Self::lenses(&catalog.user, &Wanted::default()).unwrap_or_default();
        let choices = Choices { harness: catalog.harness.clone(), ..Choices::default() };
        Self {
            catalog,
            queries: Vec::new(),
            agent: "keyword".to_owned(),
            script: None,
            recordings: None,
            live: None,
            asking: None,
            choices,
            wish: None,
            gated: false,
            script_file: None,
            limits: Limits::default(),
            attempts: 1,
            lexical: Options::default(),
            lenses,
            listing: Wanted::default(),
            confidence: Confidence::default(),
            seed: 0,
            shard: None,
            pair: None,
            offered: Offered::All,
            lint: Arc::default(),
            whole: None,
            caps: Caps::default(),
            // Nobody sits before it who could ask.
            rerun: Rerun::All,
            concurrency: CONCURRENCY,
            stream: false,
            speed: Speed::REAL,
            places: None,
            demo: None,
            keep: Keep::Nothing,
        }
    }

    /// The bundled demo, unpacked to a temporary folder that lives as long as this.
    ///
    /// # Errors
    /// The temporary folder cannot be written.
    pub fn demo() -> Result<Self, SetupError> {
        let demo = Demo::unpack()?;
        let mut setup = Self::of(demo.request());
        setup.queries = demo.queries();
        setup.script = Some(Self::read_script(&demo.script())?);
        "fake".clone_into(&mut setup.agent);
        setup.demo = Some(demo);
        Ok(setup)
    }

    /// The demo with what a real harness wrote over its skills while a script was its model.
    ///
    /// # Errors
    /// As [`Setup::demo`].
    pub fn demo_recorded() -> Result<Self, SetupError> {
        let mut setup = Self::demo()?;
        let harness = setup.catalog.harness.clone().unwrap_or_default();
        let profile = setup.lenses.of_harness(&harness).ok_or(SetupError::NoStreams)?.profile;
        let none = Recordings::new(Self::format_of(&harness)?, profile).by(SCRIPTED_MODEL);
        let add = |all: Recordings, (id, text): &(&str, &str)| all.with(id, text.as_bytes().into());
        setup.recordings = Some(Arc::new(Demo::streams().iter().fold(none, add)));
        setup.queries = setup.demo.iter().map(Demo::recorded_queries).collect();
        REPLAY.clone_into(&mut setup.agent);
        Ok(setup)
    }

    /// The harnesses that are known, with the model and the budget that somebody wants.
    ///
    /// # Errors
    /// Nobody knows the model's window.
    pub fn lenses(user: &UserFolders, wanted: &Wanted) -> Result<Lenses, SetupError> {
        Ok(Lenses::of(with_own(&user.harnesses)?, wanted)?)
    }

    /// As [`Setup::lenses`] for a model that is asked, of which nobody may know the window: then for
    /// the usual one, and whose it is.
    ///
    /// # Errors
    /// As [`Setup::lenses`], but for that.
    pub fn lenses_of_any(
        user: &UserFolders,
        wanted: &Wanted,
    ) -> Result<(Lenses, Option<UnknownModel>), SetupError> {
        match Self::lenses(user, wanted) {
            Err(SetupError::Model(unknown)) => {
                let usual = Wanted { model: None, ..wanted.clone() };
                Ok((Self::lenses(user, &usual)?, Some(unknown)))
            }
            lenses => Ok((lenses?, None)),
        }
    }

    /// Reads the script of the `fake` agent.
    ///
    /// # Errors
    /// The file cannot be read, or is no script.
    pub fn read_script(path: &std::path::Path) -> Result<Arc<Script>, SetupError> {
        let text = fs::read_to_string(path)
            .map_err(|source| SetupError::UnreadableScript { path: path.to_owned(), source })?;
        let shown = path.to_string_lossy();
        Script::read(&shown, &text).map(Arc::new).map_err(SetupError::BadScript)
    }

    /// Who is asked; scripts and streams are played at `speed`.
    pub(super) fn agent(&self, speed: Speed) -> Agent {
        if let Some(live) = self.live_one() {
            return Agent::Live(Arc::clone(live));
        }
        match (&*self.agent, &self.script, &self.recordings) {
            ("fake", Some(script), _) => Agent::Fake { script: Arc::clone(script), speed },
            (REPLAY, _, Some(recordings)) => {
                Agent::Replay { recordings: Arc::clone(recordings), speed }
            }
            _ => Agent::Keyword,
        }
    }

    /// The agent that is asked for real, if it is the one that was chosen.
    pub(super) fn live_one(&self) -> Option<&Arc<agent::Live>> {
        self.live.as_ref().filter(|live| live.capabilities().name == self.agent)
    }

    /// Somebody real is asked. Where the server is on this machine, a proxy may still have it paid.
    pub fn asks(&self) -> bool {
        self.live_one().is_some()
    }

    /// The workbench's share of the choices.
    pub fn settings(&self) -> Settings {
        Settings {
            agent: match self.agent(self.speed) {
                Agent::Keyword => workbench::Agent::Keyword,
                Agent::Fake { script, .. } => workbench::Agent::Script(script),
                Agent::Replay { recordings, .. } => workbench::Agent::Recorded(recordings),
                Agent::Live(live) => {
                    let Capabilities { name, version, model, options, .. } = live.capabilities();
                    let live = LiveAgent { name, version, model, options };
                    workbench::Agent::Live(Arc::new(live))
                }
            },
            limits: self.limits.clone(),
            attempts: self.attempts,
            lexical: self.lexical,
            lenses: self.lenses.clone(),
            confidence: self.confidence,
            stream: self.stream,
            pace: Pace::times(self.speed.factor()),
            seed: self.seed,
            shard: self.shard,
            pair: self.pair.clone(),
            offered: self.offered,
            lint: Arc::clone(&self.lint),
            caps: self.caps,
            rerun: self.rerun,
            gated: self.gated,
            clock: Some(elapsed_ms),
            concurrency: self.concurrency,
        }
    }

    /// Refuses what cannot work before anything begins.
    pub(super) fn check(&self) -> Result<(), SetupError> {
        match (&*self.agent, &self.script, &self.recordings) {
            _ if self.live_one().is_some() => {}
            ("keyword", ..) | ("fake", Some(_), _) | (REPLAY, _, Some(_)) => {}
            ("fake", None, _) => return Err(SetupError::NoScript),
            (REPLAY, _, None) => return Err(SetupError::NoStreams),
            (agent, ..) if LIVE.contains(&agent) => {
                return Err(SetupError::NotAsked(agent.to_owned()));
            }
            _ => return Err(SetupError::UnknownAgent(self.agent.clone())),
        }
        match self.queries.iter().find(|path| !path.exists()) {
            Some(path) => Err(SetupError::NoQueries(path.clone())),
            None => Ok(()),
        }
    }
}
