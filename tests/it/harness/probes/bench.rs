//! One harness as the product finds and asks it, with a catalog on disk and a model on the loopback.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
    time::Duration,
};

use skillscope::{
    core::{
        id::SkillId,
        listing::{Wanted, list},
        plan::{BaseUrl, Limits},
        query::{Label, Query},
        snapshot::Snapshot,
        stream::Format,
        trajectory::{EndedBy, Event, EventKind, Outcome},
    },
    engine::{
        agent::{
            Agent, Ground, Live, LiveReady, NotReady, ProbeSpec, Ready,
            harness::{Harness, Options, Set},
        },
        loader::{CatalogRequest, Loader, UserFolders, with_own},
        process::Environment,
        scheduler::{Cancel, Ending, Job, Report, Scheduler, Task},
        session::Setup,
    },
};
use tempfile::TempDir;
use tokio::sync::mpsc;

use crate::harness::{
    catalog,
    install::{Installed, installed, ripgrep},
    loopback::Loopback,
    scenario::Scenario,
};

/// Longer than any of them takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A folder for all that a harness may write, and the skills.
pub struct Bench {
    format: Format,
    from: Installed,
    /// The folder of a program that it needs beside itself.
    beside: Option<PathBuf>,
    folder: TempDir,
}

/// What came of one probe.
pub struct Probed {
    pub ending: Ending,
    pub events: Vec<Event>,
    pub cost_usd: Option<f64>,
}

impl Bench {
    /// `None` where it cannot be had, which is told.
    pub fn of(format: Format) -> Option<Self> {
        let from = installed(&format.to_string())?;
        let beside = match format {
            Format::OpenCode => Some(ripgrep()?),
            _ => None,
        };
        let folder = tempfile::tempdir().expect("a folder");
        for part in ["temporary", "home", "evals"] {
            fs::create_dir(folder.path().join(part)).expect("made");
        }
        // One whose name is not its folder's.
        let odd = "---\nname: print-help\ndescription: Help with the printer.\n---\n\nPrint.\n";
        let odd = ("printer".to_owned(), odd.to_owned());
        for (name, text) in catalog::small().into_iter().chain([odd]) {
            let skill = folder.path().join("skills").join(name);
            fs::create_dir_all(&skill).expect("made");
            fs::write(skill.join("SKILL.md"), text).expect("written");
        }
        Some(Self { format, from, beside, folder })
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    /// Commits the skills as they are to the branch `main` of a new repository.
    pub fn commit(&self) {
        for arguments in
            [&["init", "-q", "-b", "main"][..], &["add", "skills"], &["commit", "-qm", "a"]]
        {
            let mut git = Command::new("git");
            git.args(["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]);
            let done = git.args(arguments).current_dir(self.path("")).status().expect("git runs");
            assert!(done.success(), "{arguments:?}");
        }
    }

    /// Nothing of this process's own environment but the PATH.
    pub fn environment(&self) -> Environment {
        self.variables().into_iter().collect()
    }

    /// The same as pairs.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        let path = std::env::var("PATH").unwrap_or_default();
        let (ours, node) = (self.from.folder.display(), self.from.node.display());
        let beside = self.beside.as_ref().map(|folder| format!(":{}", folder.display()));
        let beside = beside.unwrap_or_default();
        let nobody = "http://127.0.0.1:9".to_owned();
        let here = "127.0.0.1,localhost".to_owned();
        [
            ("PATH", format!("{ours}:{node}:{path}{beside}")),
            ("HOME", self.path("home").display().to_string()),
            ("TMPDIR", self.path("temporary").display().to_string()),
            // Whatever asks for the world meets a port where nobody is.
            ("HTTPS_PROXY", nobody.clone()),
            ("https_proxy", nobody),
            ("NO_PROXY", here.clone()),
            ("no_proxy", here),
        ]
        .into()
    }

    pub fn options(&self, model: &Loopback) -> Options {
        Options {
            model: Some(
                if self.format == Format::ClaudeCode { "claude-sonnet-4-5" } else { "mock-1" }
                    .to_owned(),
            ),
            base_url: Some(BaseUrl::new(&model.base()).expect("an address")),
            query_roots: vec![self.folder.path().to_owned()],
            cache: Some(self.from.folder.join("../../unpacked")),
            ..Options::default()
        }
    }

    pub async fn find(&self, options: Options) -> Result<Harness, NotReady> {
        let profiles = with_own(&[]).expect("shipped profiles");
        let id = self.format.to_string();
        let profile = profiles.into_iter().find(|profile| profile.id == id).expect("a profile");
        Harness::find(self.format, Arc::new(profile), options, self.environment()).await
    }

    pub async fn harness(&self, model: &Loopback) -> Arc<Harness> {
        Arc::new(self.find(self.options(model)).await.expect("it is found"))
    }

    /// The harness set on the catalog.
    pub fn ready(&self, harness: Arc<Harness>) -> Arc<Ready> {
        let live = Arc::new(Live::Harness(harness));
        self.on(|ground| Arc::new(Agent::Live(live).preflight(ground).expect("ready")))
    }

    /// The same, as the harness's own.
    pub fn set(&self, harness: Arc<Harness>) -> Set {
        match &*self.ready(harness) {
            Ready::Live(LiveReady::Harness(set)) => set.clone(),
            other => panic!("no harness: {other:?}"),
        }
    }

    fn on<T>(&self, ask: impl FnOnce(&Ground<'_>) -> T) -> T {
        let request = CatalogRequest::here(vec![self.path("skills")], None).expect("a request");
        let mut loader = Loader::new(request).expect("a loader");
        let snapshot = Snapshot::of(loader.load_all().expect("loaded"));
        let files = loader.files();
        let lenses =
            Setup::lenses(&UserFolders::default(), &Wanted::default()).expect("shipped profiles");
        let lens = lenses.of_harness(&self.format.to_string()).expect("a profile");
        let listing = Some(list(&snapshot, &lens));
        ask(&Ground { snapshot: &snapshot, listing: listing.as_ref(), files: &files })
    }

    /// One probe to its end.
    pub async fn probe(
        &self,
        scenario: Scenario,
        query: Query<SkillId>,
        limits: &Limits,
    ) -> (Probed, Loopback) {
        let model = Loopback::start(scenario);
        let ready = self.ready(self.harness(&model).await);
        (self.run(ready, query, limits, |_| false).await, model)
    }

    /// The same, cancelled at the first event that `enough` says yes to.
    pub async fn run(
        &self,
        agent: Arc<Ready>,
        query: Query<SkillId>,
        limits: &Limits,
        enough: impl Fn(&Event) -> bool,
    ) -> Probed {
        let (sender, mut reports) = mpsc::channel(16);
        let (scheduler, task) = Scheduler::spawn(1, sender);
        let spec =
            ProbeSpec { query: Arc::new(query), attempt: 1, again: false, limits: limits.clone() };
        scheduler.start(Job {
            plan: 1,
            generation: 1,
            limits: limits.clone(),
            timeout: PATIENCE,
            cost_usd: None,
            probes: None,
            asks_service: true,
            tasks: vec![Task { at: 0, spec, agent }],
        });
        let (mut events, mut ended) = (Vec::new(), None);
        while let Some(report) = reports.recv().await {
            match report {
                Report::Spoke { event, .. } => {
                    if enough(&event) {
                        scheduler.cancel(Cancel::All);
                    }
                    events.push(event);
                }
                Report::Ended { ending, cost_usd, .. } => ended = Some((ending, cost_usd)),
                Report::Done { .. } => break,
                Report::Began { .. } | Report::Wrote { .. } | Report::Slowed(_) => {}
            }
        }
        drop(scheduler);
        task.await.expect("it ends");
        let (ending, cost_usd) = ended.expect("every probe has an end");
        Probed { ending, events, cost_usd }
    }

    /// Folders of probes that were not taken away.
    pub fn left_behind(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path("temporary")).expect("it is there");
        entries.flatten().map(|entry| entry.path()).collect()
    }

    /// Processes that run in a place of this bench, as their environments say.
    pub fn running(&self) -> Vec<String> {
        let mark = self.path("temporary").display().to_string();
        let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
        let mine = |process: &Path| {
            let environment = fs::read(process.join("environ")).unwrap_or_default();
            String::from_utf8_lossy(&environment).contains(&mark)
        };
        let processes = processes.flatten().map(|entry| entry.path());
        let said =
            |process: PathBuf| fs::read_to_string(process.join("cmdline")).unwrap_or_default();
        processes.filter(|process| mine(process)).map(said).collect()
    }
}

impl Probed {
    /// What engaged, `skill@step`, and how it ended; the cause of an error.
    pub fn told(&self) -> Result<(Vec<String>, EndedBy), String> {
        match &self.ending {
            Ending::Outcome(Outcome::Scored(trajectory)) => {
                let told =
                    trajectory.engagements.iter().map(|it| format!("{}@{}", it.skill, it.step));
                Ok((told.collect(), trajectory.ended_by))
            }
            Ending::Outcome(Outcome::Errored { cause }) => Err(cause.clone()),
            Ending::Cancelled => Err("cancelled".to_owned()),
        }
    }

    pub fn has(&self, wanted: impl Fn(&EventKind) -> bool) -> bool {
        self.events.iter().any(|event| wanted(&event.kind))
    }
}

/// A row that expects a skill, or none.
pub fn row(prompt: &str, expected: Option<&str>) -> Query<SkillId> {
    let expected = expected.into_iter().map(SkillId::from).collect();
    let mut query = Query::new("q", prompt, Label::Complete { expected, alternatives: vec![] });
    "evals/rows.jsonl".clone_into(&mut query.source.path);
    query
}

/// As usual, to the end.
pub fn to_the_end() -> Limits {
    Limits { early_exit: false, ..Limits::default() }
}
