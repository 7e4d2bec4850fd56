//! `skillscope check`: the skills held against their bars.

use std::path::Path;

use clap::{Args, ValueEnum};

use super::{
    Failure, choose, exit::Exit, output, resolve, surroundings::Surroundings, target::Target,
    values::Findings,
};
use crate::{
    core::{
        catalog::Resolution,
        measure::gate::{self, Bar, Decide, Gate, On, Report},
        workbench::Board,
    },
    engine::session,
    report::check::{self, Checked, Document},
};

/// What a check demands, how strictly, and how it is told.
#[derive(Debug, Args)]
pub struct Wanted {
    /// A bar: [SKILL:]FIGURE>=N or <=N, with * for every skill; comes over the configuration's.
    #[arg(long = "bar", value_name = "BAR")]
    pub bars: Vec<Bar>,
    /// What is held against a bar: the near end of the interval, or the figure itself.
    #[arg(long, value_enum, default_value_t = DecideBy::Bound)]
    pub decide: DecideBy,
    /// What an undecided gate counts as.
    #[arg(long, value_enum, default_value_t = Undecided::Pass)]
    pub undecided: Undecided,
    /// The least diagnosis that fails the check.
    #[arg(long, value_enum, default_value_t = Findings::Error, value_name = "LEVEL")]
    pub findings: Findings,
    /// Only what costs nothing: diagnoses and overlap; routing is not measured.
    #[arg(long)]
    pub free: bool,
    /// Print bars just under what this run is sure of, for skillscope.toml.
    #[arg(long, conflicts_with = "free")]
    pub propose: bool,
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub format: CheckFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    Text,
    Json,
    Junit,
    /// Annotations of GitHub Actions.
    Github,
    /// For a step summary.
    Markdown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DecideBy {
    Bound,
    Point,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Undecided {
    Pass,
    Fail,
}

pub(super) fn run(target: Target, here: &Surroundings, wanted: &Wanted) -> Result<Exit, Failure> {
    here.sound()?;
    here.tell_problems();
    let setup = choose::setup(target, here)?;
    let board = if wanted.free { session::words(&setup)? } else { session::once(&setup)? };
    resolve::not_empty(&board)?;
    let labelled = !wanted.free && !board.drafts() && !board.queries.queries.is_empty();
    if wanted.propose {
        if !labelled {
            return Err(unlabelled("bars can be proposed"));
        }
        return output::print(&check::proposal(&gate::propose(&board.now.figures)));
    }
    let mut bars = here.config.bars.clone();
    Bar::layer(&mut bars, wanted.bars.iter().cloned());
    if !labelled && !wanted.free && !bars.is_empty() {
        return Err(unlabelled("a bar can be held"));
    }
    let report = labelled.then(|| judged(&board, &bars, wanted.decide)).transpose()?;
    let checked = Checked {
        board: &board,
        report: report.as_ref(),
        findings: check::findings(&board),
        fails_from: wanted.findings.severity(),
        undecided_passes: wanted.undecided == Undecided::Pass,
        cwd: Path::new(&setup.catalog.cwd),
    };
    output::print(&match wanted.format {
        CheckFormat::Text => check::text(&checked),
        CheckFormat::Json => output::json(&Document::of(&checked))?,
        CheckFormat::Junit => check::junit(&checked).map_err(Failure::Junit)?,
        CheckFormat::Github => check::annotations(&checked),
        CheckFormat::Markdown => check::markdown(&checked),
    })?;
    Ok(match () {
        () if !checked.lets_through() => Exit::Failed,
        () if report.is_some_and(|report| report.incomplete) => Exit::Incomplete,
        () => Exit::Fine,
    })
}

fn unlabelled(what: &str) -> Failure {
    let remedy = "name some with --queries FILE, or use --free to leave routing out";
    Failure::Usage(format!("{what} only with labelled prompts, and none were found: {remedy}"))
}

fn judged(board: &Board, bars: &[Bar], decide: DecideBy) -> Result<Report, Failure> {
    // A bar of ours that names no skill is a slip; one of a query file may come from elsewhere.
    for bar in bars {
        if let On::Skill(label) = &bar.on {
            resolve::skill(board, label)?;
        }
    }
    let mut all: Vec<Bar> = board.queries.thresholds.iter().map(Bar::of_file).collect();
    Bar::layer(&mut all, bars.iter().cloned());
    let catalog = &board.now.snapshot.catalog;
    let named = |label: &str| match catalog.resolve(label) {
        Resolution::One(id) | Resolution::Hidden(id) => Some(id),
        Resolution::NotResident | Resolution::Many(_) => None,
    };
    let decide = match decide {
        DecideBy::Bound => Decide::Bound,
        DecideBy::Point => Decide::Point,
    };
    let assertions = Bar::demands(&all, &board.now.residents(), named);
    Ok(Gate { assertions, decide, ..Gate::default() }.judge(&board.now.figures))
}
