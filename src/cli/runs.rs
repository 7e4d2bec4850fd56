//! `skillscope runs`: the runs of a project, listed, shown, deleted, exported.

use std::{
    env,
    path::{Path, PathBuf},
};

use clap::Subcommand;

use super::{
    Failure,
    eval::{self, ReportFormat},
    exit::Exit,
    kept, output,
    surroundings::Surroundings,
};
use crate::{
    core::run::redacted,
    engine::{
        config::Places,
        store::{self, Entry, Kept, Store},
    },
    report::{
        figure::counted,
        runs::{self as report, RunRow},
    },
};

/// What to do with kept runs. A RUN is an id, the beginning of one, `latest`, or a file.
#[derive(Debug, Subcommand)]
pub enum Errand {
    /// The runs of this project, the newest first.
    #[command(after_help = "Examples:\n  \
        skillscope runs list\n  \
        skillscope runs list --beside ../other/skills")]
    List,
    /// The figures of a run, as when it was made.
    #[command(after_help = "Examples:\n  \
        skillscope runs show\n  \
        skillscope runs show 20261130-1 --format json")]
    Show {
        #[arg(value_name = "RUN", default_value = store::LATEST)]
        run: String,
        #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
        format: ReportFormat,
    },
    /// Remove runs for good.
    #[command(after_help = "Examples:\n  \
        skillscope runs delete latest\n  \
        skillscope runs delete 20261130-1 20261130-2")]
    Delete {
        #[arg(value_name = "RUN", required = true)]
        runs: Vec<String>,
    },
    /// Write a run to one file, which `open` shows anywhere.
    #[command(after_help = "Examples:\n  \
        skillscope runs export latest -o run.jsonl\n  \
        skillscope runs export latest --redact -o -\n  \
        skillscope runs export latest --printed streams")]
    Export {
        #[arg(value_name = "RUN", default_value = store::LATEST)]
        run: String,
        /// Where to; - for standard output [default: RUN.jsonl].
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Leave out prompts, texts of skills and agents, and private paths.
        #[arg(long)]
        redact: bool,
        /// Also copy what the programs behind its probes printed into a folder, a file a probe.
        #[arg(long, value_name = "DIR", conflicts_with = "redact")]
        printed: Option<PathBuf>,
    },
}

pub(super) fn run(
    errand: Errand,
    beside: Option<&Path>,
    here: &Surroundings,
) -> Result<Exit, Failure> {
    let store = store(beside, here.places.as_ref())?;
    match errand {
        Errand::List => list(&store),
        Errand::Show { run, format } => show(&kept::of(&store, &run)?, format),
        Errand::Delete { runs } => {
            for run in runs {
                let Entry { id, .. } = store.delete(&run)?;
                output::tell(&format!("{id} is deleted"));
            }
            Ok(Exit::Fine)
        }
        Errand::Export { run, output, redact, printed } => {
            let done = export(&store.read(&run)?, output, redact, here)?;
            if let Some(to) = printed {
                let copied = store.copy_printed(&run, &to)?;
                let probes = counted(copied, "probe", "probes");
                output::tell(&format!("what {probes} printed is in {}", to.display()));
            }
            Ok(done)
        }
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
    match entry.about() {
        Ok(about) => RunRow {
            id,
            agent: about.who(),
            queries: Some(about.queries),
            planned: Some(about.planned),
            bytes: entry.bytes(),
            state: about.state(),
            made: about.made,
        },
        Err(why) => {
            let (bytes, state) = (entry.bytes(), format!("broken: {why}"));
            RunRow { id, bytes, state, ..RunRow::default() }
        }
    }
}

/// A run's figures, as if it had just been made.
pub(super) fn show(kept: &Kept, format: ReportFormat) -> Result<Exit, Failure> {
    let board = kept.board();
    if kept.redacted {
        output::tell("redacted: prompts and texts were left out when it was exported");
    }
    if board.run.left() > 0 {
        let (left, planned) = (board.run.left(), board.run.counts.planned);
        output::tell(&format!("{left} of {planned} probes are missing: no whole result"));
    }
    eval::print(&board, format)?;
    Ok(eval::exit(&board))
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
    let run = &artifact.plan.run;
    let path = match to {
        Some(path) => path,
        None if store::is_id(run) => PathBuf::from(format!("{run}.jsonl")),
        // Whoever wrote the file would choose where this one goes.
        None => {
            let told = format!("`{run}` is no name for a file: name one with --output FILE");
            return Err(Failure::Usage(told));
        }
    };
    if path.as_os_str() == "-" {
        return output::print(&artifact.text(store::digest).map_err(Failure::Json)?);
    }
    store::export(&artifact, &path)?;
    output::tell(&format!("{} is written", path.display()));
    Ok(Exit::Fine)
}
