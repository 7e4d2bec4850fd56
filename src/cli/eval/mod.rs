//! `skillscope eval`: every query probed, every figure printed.

mod measuring;
mod pair;
mod watching;

use std::{env, ops::ControlFlow, sync::Arc};

use clap::{Args, ValueEnum};

use self::measuring::{Ended, to_the_end};
use super::{
    Failure, choose, consent,
    exit::{Exit, INTERRUPT},
    output, resolve, resume, shard,
    spending::{self, Spending},
    surroundings::Surroundings,
    target::Target,
};
use crate::{
    core::{
        plan::{Caps, Offered},
        workbench::Board,
    },
    engine::{
        session::{Keep, Setup},
        store,
    },
    report::eval::{self, Document, Readings},
};

/// A new run or one that goes on, and how it is told.
#[derive(Debug, Args)]
pub struct Wanted {
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub format: ReportFormat,
    /// Go on with a run: what is missing, and once more what errored. Without a name, the
    /// newest that is not done; what was asked then is asked again.
    #[arg(long, value_name = "RUN", num_args = 0..=1, default_missing_value = store::LATEST)]
    #[arg(conflicts_with_all = ["harness", "model", "context", "budget", "agent", "attempts", "max_turns", "max_steps",
        "no_early_exit", "engagement", "fields", "k1", "b", "include_hidden", "plain_tokens", "confidence",
        "shard", "catalog", "pair", "watch"])]
    pub resume: Option<String>,
    /// Probe one part of the rows, as one of several processes that share a plan; `merge` puts
    /// their runs together. `auto`: as the parallel job says that this is a part of.
    #[arg(long, value_name = "I/N|auto")]
    pub shard: Option<shard::Asked>,
    /// Probe each row a second time, on a part of the catalog: `solo`, the skills that it expects,
    /// or `near:K`, those and the K nearest rivals of each, at most 32. What misses there too is the
    /// description's fault; what hits there is lost to the competition. `retrieved:K`: the K skills
    /// nearest to the prompt, as where skills are looked up before they are shown.
    #[arg(long, value_name = "all|solo|near:K|retrieved:K", default_value_t)]
    pub catalog: Offered,
    /// Probe only the rows of two skills: of either, of both, and of neither where both are near.
    /// Says which prompts are missing for a sound study.
    #[arg(long, value_name = "A,B", conflicts_with = "catalog")]
    pub pair: Option<pair::Names>,
    /// Go on: measure again at each save, and tell in a line what that did. Nothing is kept.
    #[arg(long, conflicts_with_all = ["catalog", "shard", "no_save"])]
    pub watch: bool,
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
    if wanted.watch {
        let mut setup = fresh(target, here, wanted, Offered::All)?;
        setup.keep = Keep::Nothing;
        return watching::run(setup, format);
    }
    let setup = match &wanted.resume {
        Some(run) => {
            let mut setup = resume::setup(run, target.clone(), here)?;
            wanted.spending.limit(&mut setup, &here.config);
            consent::obtain(&setup, 1)?;
            setup
        }
        None => fresh(target.clone(), here, wanted, Offered::All)?,
    };
    let (named, caps) = (!setup.queries.is_empty(), setup.caps);
    let board = match probed(setup)? {
        ControlFlow::Continue(board) => board,
        ControlFlow::Break(exit) => return Ok(exit),
    };
    let part = match wanted.catalog {
        Offered::All => None,
        part => {
            let mut setup = fresh(target, here, wanted, part)?;
            setup.whole = board.kept.as_ref().map(|run| run.id.clone());
            match probed(setup)? {
                ControlFlow::Continue(board) => Some(board),
                ControlFlow::Break(exit) => return Ok(exit),
            }
        }
    };
    if board.drafts() && !named && format == ReportFormat::Text {
        output::tell("no queries were found; prompts drafted from the skills are no evidence");
    }
    let readings = part.as_ref().map(|part| Readings::of(&board, part));
    print_with(&board, readings, format)?;
    let boards: Vec<&Arc<Board>> = [&board].into_iter().chain(&part).collect();
    boards.iter().for_each(|board| tell_end(board, &caps));
    let exits: Vec<Exit> = boards.iter().map(|board| exit(board)).collect();
    Ok(if exits.contains(&Exit::Incomplete) { Exit::Incomplete } else { Exit::Fine })
}

/// The setup of a run that is begun now.
fn fresh(
    target: Target,
    here: &Surroundings,
    wanted: &Wanted,
    offered: Offered,
) -> Result<Setup, Failure> {
    let mut setup = choose::setup(target, here)?;
    setup.keep = if wanted.no_save { Keep::Nothing } else { Keep::New };
    let shard = wanted.shard.map(|asked| asked.settle(|name| env::var(name).ok()));
    setup.shard = shard.transpose()?;
    setup.offered = offered;
    wanted.spending.limit(&mut setup, &here.config);
    setup.pair = wanted.pair.as_ref().map(|names| names.of(&setup)).transpose()?;
    consent::obtain(&setup, 1)?;
    Ok(setup)
}

/// The board of a run that came to its end; else how the command ends, which has been told.
fn probed(setup: Setup) -> Result<ControlFlow<Exit, Arc<Board>>, Failure> {
    let board = match to_the_end(setup)? {
        Ended::Whole(board) => board,
        // Half a result would be taken for a whole one.
        Ended::Interrupted(kept, signal) => {
            let kept = kept.map_or_else(String::new, |run| format!("; {}", goes_on(&run.id)));
            output::tell(&format!("interrupted; nothing was printed{kept}"));
            return Ok(ControlFlow::Break(Exit::Signal(signal)));
        }
    };
    resolve::not_empty(&board)?;
    if let Some(run) = &board.kept
        && let Some(problem) = &run.problem
    {
        let then =
            if run.id.is_empty() { String::new() } else { format!("; then {}", goes_on(&run.id)) };
        output::tell(&format!("the run is no longer kept: {problem}{then}"));
        if !board.run.counts.settled() {
            return Ok(ControlFlow::Break(Exit::Incomplete));
        }
    }
    Ok(ControlFlow::Continue(board))
}

/// What came of the run, and how to go on with it.
fn tell_end(board: &Board, caps: &Caps) {
    let counts = board.run.counts;
    let mut parts: Vec<String> = spending::told(board, caps).into_iter().collect();
    if counts.errored > 0 {
        parts.push(format!("{} errored", counts.errored));
    }
    let whole = parts.is_empty();
    match &board.kept {
        // Errors stand in what was printed.
        None if board.run.cap.is_none() => {}
        None => output::tell(&parts.join(", ")),
        // That was told.
        Some(run) if run.problem.is_some() => {}
        Some(run) => {
            let offered = match board.agent.offered {
                Offered::All => String::new(),
                part => format!(", catalog {part}"),
            };
            let part = board.share.as_ref().map(|share| format!(", shard {}", share.shard));
            let name = format!("{}{}{offered}", run.id, part.unwrap_or_default());
            output::tell(&match whole {
                true => format!("run {name} is kept"),
                false => format!("run {name}: {}; {}", parts.join(", "), goes_on(&run.id)),
            });
        }
    }
}

fn goes_on(id: &str) -> String {
    format!("`skillscope eval --resume {id}` goes on with it")
}

/// Incomplete where a probe errored or is missing, where the run is not kept to its end, or where
/// nothing engaged at all.
pub(super) fn exit(board: &Board) -> Exit {
    let counts = board.run.counts;
    let unkept = board.kept.as_ref().is_some_and(|run| run.problem.is_some());
    let incomplete = unkept || board.nothing_engaged() || counts.errored > 0 || !counts.settled();
    if incomplete { Exit::Incomplete } else { Exit::Fine }
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
        Ended::Interrupted(..) => None,
    })
}

pub(super) fn print(board: &Board, format: ReportFormat) -> Result<(), Failure> {
    print_with(board, None, format)
}

fn print_with(
    board: &Board,
    readings: Option<Readings>,
    format: ReportFormat,
) -> Result<(), Failure> {
    let text = match format {
        ReportFormat::Text => {
            let readings = readings.map_or_else(String::new, |readings| readings.text());
            eval::scorecard_with(board, &readings)
        }
        ReportFormat::Json => {
            let mut document = Document::of(board);
            document.reading = readings;
            output::json(&document)?
        }
        ReportFormat::Jsonl => eval::jsonl(board).map_err(Failure::Json)?,
        ReportFormat::Csv => eval::csv(board),
    };
    output::print(&text).map(drop)
}
