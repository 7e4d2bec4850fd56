//! `skillscope merge`: the shards of a plan as one run.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{Failure, exit::Exit, kept, output, runs, surroundings::Surroundings};
use crate::{
    core::{
        diagnostic::first_of,
        run::{Artifact, Merged, Plan, merge},
    },
    engine::store::{self, Store},
};

/// Clashes that are named where there are many.
const NAMED: usize = 5;

/// Which runs, and where to.
#[derive(Debug, Args)]
pub struct Wanted {
    /// Runs of one plan: ids, run folders, exported files. Of a probe that two of them scored, the
    /// score of the one named first counts.
    #[arg(value_name = "RUN|FILE", required = true)]
    pub runs: Vec<PathBuf>,
    /// Write an exported run instead of keeping one.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Take what there is, although probes are missing.
    #[arg(long)]
    pub partial: bool,
    /// The project's folder of skills, or any folder in the project [default: this one].
    #[arg(long, value_name = "PATH")]
    pub beside: Option<PathBuf>,
}

pub(super) fn run(here: &Surroundings, wanted: &Wanted) -> Result<Exit, Failure> {
    let store = runs::store(wanted.beside.as_deref(), here.places.as_ref())?;
    let part = |run: &PathBuf| Ok(kept::of(&store, &run.to_string_lossy())?.artifact());
    let parts = wanted.runs.iter().map(part).collect::<Result<Vec<Artifact>, Failure>>()?;
    let merged = merge(parts).map_err(|error| Failure::Usage(error.to_string()))?;
    if let Some(lack) = lack(&merged) {
        if !wanted.partial {
            output::tell(&format!("{lack}; nothing was written. --partial takes what there is"));
            return Ok(Exit::Incomplete);
        }
        output::tell(&lack);
    }
    tell_clashes(&merged);
    let clash = !merged.clashes.is_empty();
    let whole = is_whole(&merged);
    let id = match &wanted.output {
        Some(path) => write(merged, path)?,
        None => keep(merged, &store)?,
    };
    output::print(&format!("{id}\n"))?;
    Ok(match () {
        () if clash => Exit::Failed,
        () if whole || wanted.partial => Exit::Fine,
        () => Exit::Incomplete,
    })
}

/// Every probe is scored.
fn is_whole(merged: &Merged) -> bool {
    merged.missing == 0 && merged.errored() == 0
}

/// What is not there, in a sentence.
fn lack(merged: &Merged) -> Option<String> {
    if merged.missing == 0 && merged.absent.is_empty() {
        return None;
    }
    let absent = match &merged.absent[..] {
        [] => String::new(),
        absent => {
            let absent: Vec<String> = absent.iter().map(|shard| format!("shard {shard}")).collect();
            format!("; there is no {}", absent.join(", no "))
        }
    };
    let (missing, planned) = (merged.missing, merged.plan.probes());
    Some(format!("{missing} of {planned} probes are missing{absent}"))
}

fn tell_clashes(merged: &Merged) {
    if merged.clashes.is_empty() {
        return;
    }
    let name = |plan: &Plan, row: usize| {
        plan.queries.get(row).map_or_else(String::new, |query| query.id.clone())
    };
    let named = merged
        .clashes
        .iter()
        .map(|probe| format!("`{}` attempt {}", name(&merged.plan, probe.row), probe.attempt));
    output::tell(&format!(
        "{} probes were scored more than once, and the first score counts: {}",
        merged.clashes.len(),
        first_of(named, NAMED)
    ));
}

/// Writes a file that is one run, and says how it is called.
fn write(merged: Merged, path: &Path) -> Result<String, Failure> {
    let Merged { mut plan, records, redacted, .. } = merged;
    (plan.run, plan.made_ms) = (store::new_id(), store::now_ms());
    store::export(&Artifact { plan, records, redacted }, path)?;
    Ok(path.display().to_string())
}

/// Keeps the run, and says how it is called.
fn keep(merged: Merged, store: &Store) -> Result<String, Failure> {
    if merged.redacted {
        let told = "a redacted run is kept nowhere but in a file: name one with --output FILE";
        return Err(Failure::Usage(told.to_owned()));
    }
    let done = is_whole(&merged);
    let Merged { plan, mut records, .. } = merged;
    let made_ms = store::now_ms();
    let mut run = store.begin(|id| Plan { run: id, made_ms, ..plan })?;
    run.append(&mut records)?;
    if done {
        run.seal(made_ms)?;
    } else {
        run.sync()?;
    }
    Ok(run.plan.run.clone())
}
