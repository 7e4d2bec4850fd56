//! Skills on disk, a model on the loopback, and an agent between them.

use std::{
    fs,
    sync::Arc,
    time::{Duration, Instant},
};

use skillscope::{
    core::{
        listing::{Wanted, list},
        plan::{BaseUrl, Limits},
        query::{Label, Query},
        snapshot::Snapshot,
        trajectory::{Event, EventKind, Outcome, Trajectory},
    },
    engine::{
        agent::{
            Agent, Ground, Live, ProbeSpec, Ready,
            api::{Api, ApiOptions, Service, Set},
        },
        loader::{CatalogRequest, Loader, UserFolders},
        scheduler::{Cancel, Ending, Job, Report, Scheduler, Task},
        session::Setup,
    },
};
use tempfile::TempDir;
use tokio::sync::mpsc;

use crate::harness::{catalog, loopback::Loopback, scenario::Scenario};

/// An interface, and what is put behind the address of the loopback to have it asked.
pub type Wire = (Service, &'static str);

pub const WIRES: [Wire; 4] = [
    (Service::OpenAi, "/v1"),
    (Service::OpenAi, "/v1/responses"),
    (Service::Anthropic, ""),
    (Service::Gemini, "/v1beta"),
];

/// A project with the skills `shelf-labels`, `tea-order` and `which-helper`.
pub struct Desk {
    project: TempDir,
    pub limits: Limits,
    pub choice: bool,
}

/// What a probe came to.
#[derive(Debug)]
pub struct Told {
    pub events: Vec<Event>,
    /// `None` where it was cancelled.
    pub outcome: Option<Outcome>,
    pub took: Duration,
}

impl Desk {
    pub fn new() -> Self {
        let project = tempfile::tempdir().expect("a folder");
        for (folder, text) in catalog::small() {
            let folder = project.path().join(".claude/skills").join(folder);
            fs::create_dir_all(&folder).expect("made");
            fs::write(folder.join("SKILL.md"), text).expect("written");
        }
        fs::write(project.path().join(".claude/skills/tea-order/sorts.md"), "Green.")
            .expect("written");
        let limits = Limits { early_exit: false, ..Limits::default() };
        Self { project, limits, choice: false }
    }

    /// The agent, set on the skills as Claude Code lists them.
    pub fn ready(&self, wire: Wire, base: &str) -> Ready {
        self.on_ground(|ground| {
            let live = Live::Api(self.api(wire, base));
            Agent::Live(Arc::new(live)).preflight(ground).expect("it is ready")
        })
    }

    /// The same, before it is one of many agents.
    pub fn set(&self, wire: Wire, base: &str) -> Set {
        self.on_ground(|ground| self.api(wire, base).set_on(ground).expect("it is ready"))
    }

    fn api(&self, (service, _): Wire, base: &str) -> Arc<Api> {
        let options = ApiOptions {
            base_url: Some(BaseUrl::new(base).expect("an address")),
            choice: self.choice,
            ..ApiOptions::new(service, "scripted")
        };
        Arc::new(Api::new(options).expect("an agent"))
    }

    fn on_ground<T>(&self, of: impl FnOnce(&Ground<'_>) -> T) -> T {
        let user = UserFolders::default();
        let (paths, harness) = (Vec::new(), Some("claude-code".to_owned()));
        let cwd = self.project.path().to_owned();
        let request = CatalogRequest { paths, harness, cwd, user: user.clone() };
        let mut loader = Loader::new(request).expect("a folder");
        let snapshot = Snapshot::of(loader.load_all().expect("skills"));
        let lenses = Setup::lenses(&user, &Wanted::default()).expect("the usual");
        let listing = list(&snapshot, &lenses.of_harness("claude-code").expect("it ships"));
        of(&Ground { snapshot: &snapshot, listing: Some(&listing), files: &loader.files() })
    }

    /// One probe of a prompt that expects `tea-order`.
    pub fn ask(&self, wire: Wire, model: &Loopback) -> Told {
        self.ask_at(wire, &format!("{}{}", model.base(), wire.1), || false)
    }

    /// The same at any address; cancelled when `enough` says so.
    pub fn ask_at(&self, wire: Wire, base: &str, enough: impl Fn() -> bool) -> Told {
        let agent = Arc::new(self.ready(wire, base));
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let (reports, mut told) = mpsc::channel(64);
            let (scheduler, task) = Scheduler::spawn(1, reports);
            scheduler.start(self.job(agent));
            let begun = Instant::now();
            let (mut events, mut outcome) = (Vec::new(), None);
            let mut look = tokio::time::interval(Duration::from_millis(20));
            loop {
                tokio::select! {
                    report = told.recv() => match report.expect("it goes on") {
                        Report::Spoke { event, .. } => events.push(event),
                        Report::Ended { ending: Ending::Outcome(ended), .. } => outcome = Some(ended),
                        Report::Done { .. } => break,
                        _ => {}
                    },
                    _ = look.tick() => if enough() { scheduler.cancel(Cancel::All) },
                }
            }
            let took = begun.elapsed();
            drop((scheduler, told));
            task.await.expect("it ends");
            Told { events, outcome, took }
        })
    }

    fn job(&self, agent: Arc<Ready>) -> Job {
        let label = Label::Complete { expected: vec!["tea-order".into()], alternatives: vec![] };
        let query = Arc::new(Query::new("q", "We are nearly out of tea.", label));
        let limits = self.limits.clone();
        let spec = ProbeSpec { query, attempt: 1, again: false, limits: limits.clone() };
        Job {
            plan: 1,
            generation: 1,
            limits,
            timeout: Duration::from_secs(60),
            probes: None,
            asks_service: true,
            cost_usd: None,
            tasks: vec![Task { at: 0, spec, agent }],
        }
    }
}

/// One probe in each interface against a model of its own.
pub fn everywhere(desk: &Desk, scenario: &Scenario, look: impl Fn(Wire, Told, &Loopback)) {
    for wire in WIRES {
        let model = Loopback::start(scenario.clone());
        let told = desk.ask(wire, &model);
        look(wire, told, &model);
    }
}

impl Told {
    /// Engagements as `step skill via`, touches as `step skill/file`, attempts as `step (name)`.
    pub fn skills(&self) -> Vec<String> {
        let skill = |event: &Event| {
            Some(match &event.kind {
                EventKind::Engagement { skill, via } => format!("{} {skill} {via}", event.step),
                EventKind::Touch { skill, detail } => format!("{} {skill}/{detail}", event.step),
                EventKind::Refused { name, .. } => format!("{} ({name})", event.step),
                _ => return None,
            })
        };
        self.events.iter().filter_map(skill).collect()
    }

    pub fn retries(&self) -> Vec<&str> {
        self.events
            .iter()
            .filter_map(|event| match &event.kind {
                EventKind::Retry { reason } => Some(reason.as_str()),
                _ => None,
            })
            .collect()
    }

    pub fn scored(&self) -> &Trajectory {
        match &self.outcome {
            Some(Outcome::Scored(trajectory)) => trajectory,
            other => panic!("{other:?}"),
        }
    }

    pub fn cause(&self) -> &str {
        match &self.outcome {
            Some(Outcome::Errored { cause }) => cause,
            other => panic!("{other:?}"),
        }
    }
}
