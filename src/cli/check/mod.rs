//! `skillscope check`: the skills held against their bars, and against a run that is stored.

mod baseline;
mod changed;
mod subject;

use std::{collections::BTreeSet, path::Path};

use clap::{Args, ValueEnum};

use self::{changed::Part, subject::Subject};
use super::{
    Failure, choose, exit::Exit, lint, output, resolve, surroundings::Surroundings, target::Target,
    values::Findings,
};
use crate::{
    core::{
        catalog::Resolution,
        diagnostic::Diagnostic,
        id::SkillId,
        listing::Lenses,
        measure::gate::{self, Bar, Decide, Gate, On, Report},
        workbench::Board,
    },
    report::check::{self, Checked, Document, Ratcheted},
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
    /// Only what costs nothing: the lint; routing is not measured.
    #[arg(long, conflicts_with_all = ["baseline", "margin", "look", "move_baseline", "move_on_better"])]
    pub free: bool,
    /// Print bars just under what this run is sure of, for skillscope.toml.
    #[arg(long, conflicts_with_all = ["free", "baseline", "look", "move_baseline",
        "move_on_better"])]
    pub propose: bool,
    #[command(flatten)]
    pub baseline: baseline::Standard,
    /// Only what changed since --since: rows of the edited skills and of their neighbours, on both
    /// sides by turns. Bars of the whole run and of precision are not evaluated.
    #[arg(long, requires = "since", conflicts_with_all = ["free", "propose", "baseline",
        "look", "move_baseline", "move_on_better"])]
    pub changed: bool,
    /// The git revision that --changed means.
    #[arg(long, value_name = "REV", requires = "changed")]
    pub since: Option<String>,
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
    if let Some(since) = &wanted.since {
        let setup = choose::agreed(target, here, 2)?;
        let Part { now, report, ratchet, told } = changed::measure(&setup, here, wanted, since)?;
        let (report, ratchet) = (report.as_ref(), ratchet.as_ref());
        let findings = findings(&now.board, &setup.lenses, here);
        let found = Found { report, ratchet, part: Some(&told), findings };
        return tell(wanted, &now.board, &setup.catalog.cwd, found);
    }
    let measures = !(wanted.free || wanted.propose);
    let baseline = if measures { wanted.baseline.find(here)? } else { None };
    let subject = Subject::of(target, here, wanted.free)?;
    let board = &*subject.board;
    if wanted.baseline.move_on_better && subject.setup().is_none() {
        let told = "a better is confirmed by probing afresh: name the skills, not a run of them";
        return Err(Failure::Usage(told.to_owned()));
    }
    resolve::not_empty(board)?;
    let labelled = !wanted.free && !board.drafts() && !board.queries.queries.is_empty();
    if wanted.propose {
        if !labelled {
            return Err(unlabelled("bars can be proposed"));
        }
        return output::print(&check::proposal(&gate::propose(&board.now.figures)));
    }
    let bars = demanded(here, wanted);
    if !labelled && !wanted.free && (!bars.is_empty() || baseline.is_some()) {
        return Err(unlabelled("a bar can be held"));
    }
    let report = labelled.then(|| judged(board, &bars, wanted.decide, None)).transpose()?;
    let mut ratchet = None;
    if let Some(baseline) = &baseline {
        ratchet = baseline.hold(board, here)?;
        let moved = baseline.settle(&subject, ratchet.as_ref())?;
        if let Some(ratchet) = &mut ratchet {
            ratchet.moved = moved;
        }
    }
    let (report, ratchet) = (report.as_ref(), ratchet.as_ref());
    let findings = findings(board, &subject.lenses, here);
    tell(wanted, board, &subject.cwd, Found { report, ratchet, part: None, findings })
}

/// What is wrong with the queries, and what the lint finds in the skills.
fn findings(board: &Board, lenses: &Lenses, here: &Surroundings) -> Vec<Diagnostic> {
    check::findings(board, lint::found(&board.now, lenses, &here.config))
}

/// What was found.
struct Found<'a> {
    report: Option<&'a Report>,
    ratchet: Option<&'a Ratcheted>,
    part: Option<&'a str>,
    findings: Vec<Diagnostic>,
}

fn tell(wanted: &Wanted, board: &Board, cwd: &Path, found: Found<'_>) -> Result<Exit, Failure> {
    let checked = Checked {
        board,
        report: found.report,
        ratchet: found.ratchet,
        part: found.part,
        findings: found.findings,
        fails_from: wanted.findings.severity(),
        undecided_passes: wanted.undecided == Undecided::Pass,
        cwd,
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
        () if found.report.is_some_and(|report| report.incomplete) => Exit::Incomplete,
        () => Exit::Fine,
    })
}

fn unlabelled(what: &str) -> Failure {
    let remedy = "name some with --queries FILE, or use --free to leave routing out";
    Failure::Usage(format!("{what} only with labelled prompts, and none were found: {remedy}"))
}

/// The bars of the configuration and, over them, those of the command line.
fn demanded(here: &Surroundings, wanted: &Wanted) -> Vec<Bar> {
    let mut bars = here.config.bars.clone();
    Bar::layer(&mut bars, wanted.bars.iter().cloned());
    bars
}

/// `part`: the skills of which every row ran, where not all did.
fn judged(
    board: &Board,
    bars: &[Bar],
    decide: DecideBy,
    part: Option<BTreeSet<SkillId>>,
) -> Result<Report, Failure> {
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
    let report = Gate { assertions, decide, part, ..Gate::default() }.judge(&board.now.figures);
    Ok(if board.nothing_engaged() { report.in_doubt() } else { report })
}
