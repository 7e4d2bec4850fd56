//! `skillscope runs`: the runs of a project, listed, shown, deleted, exported.

use std::{
    env,
    path::{Path, PathBuf},
};

use super::{
    Failure,
    arguments::{ReportFormat, Runs},
    eval,
    exit::Exit,
    output,
    surroundings::Surroundings,
};
use crate::{
    core::run::redacted,
    engine::{
        config::Places,
        store::{self, Entry, Kept, Store},
    },
    report::runs::{self as report, RunRow},
};

pub(super) fn run(
    errand: Runs,
    beside: Option<&Path>,
    here: &Surroundings,
) -> Result<Exit, Failure> {
    let store = store(beside, here.places.as_ref())?;
    match errand {
        Runs::List => list(&store),
        Runs::Show { run, format } => show(&store.read(&run)?, format),
        Runs::Delete { runs } => {
            for run in runs {
                let Entry { id, .. } = store.delete(&run)?;
                output::tell(&format!("{id} is deleted"));
            }
            Ok(Exit::Fine)
        }
        Runs::Export { run, output, redact } => export(&store.read(&run)?, output, redact, here),
    }
}

/// The store of the project that `beside`, or the working directory, lies in.
pub(super) fn store(beside: Option<&Path>, places: Option<&Places>) -> Result<Store, Failure> {
    let cwd = env::current_dir().map_err(Failure::Here)?;
    match beside {
        Some(path) if !path.exists() => {
            Err(Failure::Usage(format!("there is no {}: check the spelling", path.display())))
        }
        Some(path) => Ok(Store::of(path, places)),
        None => Ok(Store::around(&cwd, places)),
    }
}

fn list(store: &Store) -> Result<Exit, Failure> {
    let entries = store.list();
    if entries.is_empty() {
        output::tell("no run is kept here yet: `skillscope eval` keeps one");
        return Ok(Exit::Fine);
    }
    let rows: Vec<RunRow> = entries.iter().map(row).collect();
    output::print(&report::text(&rows))
}

fn row(entry: &Entry) -> RunRow {
    let id = entry.id.clone();
    match &entry.about {
        Ok(about) => RunRow {
            id,
            made: about.made.clone(),
            agent: format!("{} ({})", about.agent, about.evidence),
            queries: Some(about.queries),
            planned: Some(about.planned),
            state: match (&about.held_by, about.missing) {
                (Some(who), _) => format!("under way ({who})"),
                (None, 0) => "complete".to_owned(),
                (None, missing) => format!("{missing} missing"),
            },
        },
        Err(why) => RunRow { id, state: format!("broken: {why}"), ..RunRow::default() },
    }
}

/// A run's figures, as if it had just been made.
pub(super) fn show(kept: &Kept, format: ReportFormat) -> Result<Exit, Failure> {
    for damage in &kept.damage {
        output::tell(damage);
    }
    let board = kept.board();
    if kept.redacted {
        output::tell("redacted: prompts and texts were left out when it was exported");
    }
    if board.run.left() > 0 {
        let (left, planned) = (board.run.left(), board.run.counts.planned);
        output::tell(&format!("{left} of {planned} probes are missing: no whole result"));
    }
    eval::print(&board, format)?;
    let counts = board.run.counts;
    Ok(if counts.errored > 0 || !counts.settled() { Exit::Incomplete } else { Exit::Fine })
}

fn export(
    kept: &Kept,
    to: Option<PathBuf>,
    redact: bool,
    here: &Surroundings,
) -> Result<Exit, Failure> {
    let mut artifact = kept.artifact();
    if redact {
        artifact = redacted(artifact, &here.private_folders());
    }
    let path = to.unwrap_or_else(|| PathBuf::from(format!("{}.jsonl", artifact.plan.run)));
    if path.as_os_str() == "-" {
        return output::print(&artifact.text(store::digest).map_err(Failure::Json)?);
    }
    store::export(&artifact, &path)?;
    output::tell(&format!("{} is written", path.display()));
    Ok(Exit::Fine)
}
