//! `skillscope eval`: every query probed, every figure printed.

use std::{env, sync::Arc};

use clap::{Args, ValueEnum};

use super::{
    Failure, choose,
    exit::{Exit, INTERRUPT},
    output,
    progress::Progress,
    resolve, resume, shard,
    spending::{self, Spending},
    surroundings::Surroundings,
    target::Target,
};
use crate::{
    core::{
        plan::Caps,
        workbench::{Board, board::KeptRun},
    },
    engine::{
        agent::Speed,
        session::{Keep, Live, Session, Setup, SetupError},
        store,
    },
    report::eval::{self, Document},
};

/// A new run or one that goes on, and how it is told.
#[derive(Debug, Args)]
pub struct Wanted {
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub format: ReportFormat,
    /// Go on with a run: what is missing, and once more what errored. Without a name, the
    /// newest that is not done; what was asked then is asked again.
    #[arg(long, value_name = "RUN", num_args = 0..=1, default_missing_value = store::LATEST)]
    #[arg(conflicts_with_all = ["harness", "agent", "attempts", "max_turns", "max_steps",
        "no_early_exit", "fields", "k1", "b", "include_hidden", "plain_tokens", "confidence",
        "shard"])]
    pub resume: Option<String>,
    /// Probe one part of the rows, as one of several processes that share a plan; `merge` puts
    /// their runs together. `auto`: as the parallel job says that this is a part of.
    #[arg(long, value_name = "I/N|auto")]
    pub shard: Option<shard::Asked>,
    #[command(flatten)]
    pub spending: Spending,
    /// Keep nothing of the run.
    #[arg(long, conflicts_with = "resume")]
    pub no_save: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    Text,
    Json,
    Jsonl,
    Csv,
}

pub(super) fn run(target: Target, here: &Surroundings, wanted: &Wanted) -> Result<Exit, Failure> {
    let format = wanted.format;
    let mut setup = match &wanted.resume {
        Some(run) => resume::setup(run, target, here)?,
        None => {
            let mut setup = choose::setup(target, here)?;
            setup.keep = if wanted.no_save { Keep::Nothing } else { Keep::New };
            let shard = wanted.shard.map(|asked| asked.settle(|name| env::var(name).ok()));
            setup.shard = shard.transpose()?;
            setup
        }
    };
    wanted.spending.limit(&mut setup);
    let (named, caps) = (!setup.queries.is_empty(), setup.caps);
    let board = match to_the_end(setup)? {
        Ended::Whole(board) => board,
        // Half a result would be taken for a whole one.
        Ended::Interrupted(kept) => {
            let kept = kept.map_or_else(String::new, |run| format!("; {}", goes_on(&run.id)));
            output::tell(&format!("interrupted; nothing was printed{kept}"));
            return Ok(Exit::Signal(INTERRUPT));
        }
    };
    resolve::not_empty(&board)?;
    let counts = board.run.counts;
    let problem = board.kept.as_ref().and_then(|run| run.problem.as_deref());
    if let Some(problem) = problem {
        let id = board.kept.as_ref().map_or("", |run| run.id.as_str());
        let then = if id.is_empty() { String::new() } else { format!("; then {}", goes_on(id)) };
        output::tell(&format!("the run is no longer kept: {problem}{then}"));
        if !counts.settled() {
            return Ok(Exit::Incomplete);
        }
    }
    if board.drafts() && !named && format == ReportFormat::Text {
        output::tell("no queries were found; prompts drafted from the skills are no evidence");
    }
    print(&board, format)?;
    if problem.is_none() {
        tell_end(&board, &caps);
    }
    Ok(if problem.is_some() { Exit::Incomplete } else { exit(&board) })
}

/// What came of the run, and how to go on with it.
fn tell_end(board: &Board, caps: &Caps) {
    let counts = board.run.counts;
    let mut parts = Vec::new();
    if let Some(cap) = board.run.cap {
        let (left, planned) = (board.run.left(), counts.planned);
        let ended = spending::ended(cap, caps);
        parts.push(format!("{ended}, {left} of {planned} probes are missing"));
    }
    if counts.errored > 0 {
        parts.push(format!("{} errored", counts.errored));
    }
    let whole = parts.is_empty();
    match &board.kept {
        // Errors stand in what was printed.
        None if board.run.cap.is_none() => {}
        None => output::tell(&parts.join(", ")),
        Some(run) => {
            let part = board.share.as_ref().map(|share| format!(", shard {}", share.shard));
            let part = part.unwrap_or_default();
            output::tell(&match whole {
                true => format!("run {}{part} is kept", run.id),
                false => {
                    format!("run {}{part}: {}; {}", run.id, parts.join(", "), goes_on(&run.id))
                }
            });
        }
    }
}

fn goes_on(id: &str) -> String {
    format!("`skillscope eval --resume {id}` goes on with it")
}

/// Incomplete where a probe errored or is missing.
pub(super) fn exit(board: &Board) -> Exit {
    let counts = board.run.counts;
    if counts.errored > 0 || !counts.settled() { Exit::Incomplete } else { Exit::Fine }
}

/// The scorecard of a session that nobody sits in front of.
pub(super) fn scorecard(setup: Setup) -> Result<Exit, Failure> {
    match measured(setup)? {
        Some(board) => print(&board, ReportFormat::Text).map(|()| Exit::Fine),
        None => Ok(Exit::Signal(INTERRUPT)),
    }
}

/// The board when every probe is done; `None` if the person interrupts before.
pub(super) fn measured(setup: Setup) -> Result<Option<Arc<Board>>, Failure> {
    Ok(match to_the_end(setup)? {
        Ended::Whole(board) => Some(board),
        Ended::Interrupted(_) => None,
    })
}

/// How the measuring came to its end.
enum Ended {
    /// Nothing is under way any more.
    Whole(Arc<Board>),
    /// By the person, before that; with the run that is kept of it.
    Interrupted(Option<KeptRun>),
}

fn to_the_end(mut setup: Setup) -> Result<Ended, Failure> {
    setup.stream = true;
    setup.speed = Speed::INSTANT;
    let mut session = Session::start(setup, Live { watch: false, head: false, search: false })?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(SetupError::Runtime)?;
    let (progress, mut kept) = (Progress::new(), None);
    let board = runtime.block_on(async {
        let told = |board: &Board| {
            progress.show(board);
            kept.clone_from(&board.kept);
        };
        tokio::select! {
            board = session.finished(told) => board.map(Some),
            Ok(()) = tokio::signal::ctrl_c() => Ok(None),
        }
    })?;
    let Some(board) = board else { return Ok(Ended::Interrupted(kept)) };
    session.stop();
    Ok(Ended::Whole(board))
}

pub(super) fn print(board: &Board, format: ReportFormat) -> Result<(), Failure> {
    let text = match format {
        ReportFormat::Text => eval::scorecard(board),
        ReportFormat::Json => output::json(&Document::of(board))?,
        ReportFormat::Jsonl => eval::jsonl(board).map_err(Failure::Json)?,
        ReportFormat::Csv => eval::csv(&Document::of(board)),
    };
    output::print(&text).map(drop)
}
