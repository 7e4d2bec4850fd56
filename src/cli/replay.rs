//! `skillscope replay`: what an agent's recorded event stream says.

use std::{
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use clap::{Args, ValueEnum};
use strum::VariantArray as _;
use tokio::sync::mpsc;

use super::{
    Failure, choose, exit::Exit, kept, output, replayed, resolve, surroundings::Surroundings,
    target::Target, values,
};
use crate::{
    core::{
        plan::Limits,
        query::{Label, Query},
        run::Artifact,
        stream::{Bound, Format, Recording, Recordings},
        trajectory::Event,
        workbench::Board,
    },
    engine::{
        agent::{Agent, Ground, ProbeSpec, REPLAY, Speed},
        scheduler::{Ending, Job, Report, Scheduler, Task},
        session::{self, Setup},
        store,
    },
    report::replay::{Document, Seen, Teller, foot, head},
};

/// A day: a recording ends by itself.
const TIMEOUT: Duration = Duration::from_secs(86_400);

/// Which stream to show, and how fast.
#[derive(Debug, Args)]
pub struct Wanted {
    /// The stream, `-` for standard input; or a run that was kept or exported.
    #[arg(value_name = "FILE|RUN")]
    pub stream: PathBuf,
    /// Tell it at so many times the pace at which it was recorded, instead of at once.
    #[arg(long, value_name = "X", value_parser = values::positive)]
    pub pace: Option<f64>,
    /// Wait for Enter before each model response.
    #[arg(long, conflicts_with = "pace")]
    pub step: bool,
    #[arg(long, value_enum, default_value_t = Form::Text)]
    pub format: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    Text,
    Json,
}

pub(super) fn run(target: Target, here: &Surroundings, wanted: &Wanted) -> Result<Exit, Failure> {
    if is_run(&wanted.stream) {
        return replayed::run(&kept::read(&wanted.stream, here)?, wanted);
    }
    let limits = Limits {
        max_turns: target.max_turns.unwrap_or(u32::MAX),
        max_steps: target.max_steps.unwrap_or(u32::MAX),
        early_exit: false,
        engages: target.engagement.unwrap_or_default(),
    };
    let board = session::words(&choose::words(target, here)?)?;
    resolve::not_empty(&board)?;
    let known = || Format::VARIANTS.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let Some(listing) = &board.now.listing else {
        let known = known();
        return Err(Failure::Usage(format!("say with --as whose stream it is: {known}")));
    };
    let profile = Arc::clone(&listing.lens.profile);
    let format = Setup::format_of(&profile.id)?;
    let bytes = read(&wanted.stream)?;
    let recording =
        Recording::read(format, Arc::new(Bound::of(&board.now.snapshot, &profile, None)), &bytes);
    let recordings = Arc::new(Recordings::new(format, profile).with(REPLAY, bytes));
    let name = wanted.stream.display().to_string();
    let mut teller = Teller::new(recording.timed);
    let talks = wanted.format == Form::Text;
    if talks {
        output::print(&head(&board, &name, &recordings.profile().title, recording.faults))?;
    }
    let seen = play(&board, &recordings, limits, wanted, |event| {
        if !talks {
            return Ok(true);
        }
        if wanted.step && teller.begins(event) {
            // Whoever ends the input wants the rest at once.
            io::stdin().read_line(&mut String::new()).map_err(Failure::Output)?;
        }
        output::heard(&teller.tell(event))
    })?;
    match wanted.format {
        Form::Text => output::print(&foot(&seen))?,
        Form::Json => {
            let document = Document::of(&board, &name, &recordings.profile().id, &recording, &seen);
            output::print(&output::json(&document)?)?
        }
    };
    Ok(if seen.failed() { Exit::Incomplete } else { Exit::Fine })
}

/// The name means a run, not a stream.
fn is_run(name: &Path) -> bool {
    if name == Path::new("-") {
        return false;
    }
    let exported = || fs::read_to_string(name).is_ok_and(|text| Artifact::claims(&text));
    // What is not there and has an ending is a file that somebody misspelt.
    let id = !name.exists() && name.extension().is_none();
    store::is_run(name) || id || (name.is_file() && exported())
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    let shown = path.display();
    read.map_err(|error| Failure::Usage(format!("the stream {shown} cannot be read: {error}")))
}

/// Has the stream played as a probe and tells each event, until nobody listens.
fn play(
    board: &Board,
    recordings: &Arc<Recordings>,
    limits: Limits,
    wanted: &Wanted,
    mut told: impl FnMut(&Event) -> Result<bool, Failure>,
) -> Result<Seen, Failure> {
    let speed = wanted.pace.and_then(Speed::times).unwrap_or(Speed::INSTANT);
    let agent = Agent::Replay { recordings: Arc::clone(recordings), speed };
    let ready = agent
        .preflight(&Ground::bare(&board.now.snapshot))
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let label = Label::Complete { expected: Vec::new(), alternatives: Vec::new() };
    let query = Arc::new(Query::new(REPLAY, REPLAY, label));
    let spec = ProbeSpec { query, attempt: 1, again: false, limits: limits.clone() };
    let job = Job {
        plan: 1,
        generation: board.now.generation(),
        limits,
        timeout: TIMEOUT,
        probes: None,
        cost_usd: None,
        asks_service: false,
        tasks: vec![Task { at: 0, spec, agent: Arc::new(ready) }],
    };
    session::runtime()?.block_on(async {
        // What nobody has taken yet keeps the probe waiting, and so its pace.
        let (send, mut reports) = mpsc::channel(1);
        let (scheduler, _) = Scheduler::spawn(1, send);
        scheduler.start(job);
        let mut seen = Seen::default();
        while let Some(report) = reports.recv().await {
            match report {
                Report::Spoke { event, .. } => {
                    let heard = told(&event)?;
                    seen.events.push(event);
                    if !heard {
                        break;
                    }
                }
                Report::Ended { ending: Ending::Outcome(outcome), cost_usd, .. } => {
                    seen.outcome = Some(outcome);
                    seen.cost_usd = cost_usd;
                }
                Report::Done { .. } => break,
                _ => {}
            }
        }
        Ok(seen)
    })
}
