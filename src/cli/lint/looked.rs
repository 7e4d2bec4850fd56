//! The skills with everything that the rules find in them, and what fixes would make of the files.

use super::Wanted;
use crate::{
    cli::{Failure, choose, resolve, surroundings::Surroundings},
    core::{
        diagnostic::Diagnostic,
        id::SkillId,
        lint::{Finding, Levels, Limits, Mend, Subject, lint},
        listing::{Lens, Listing, list},
        query::QuerySet,
        workbench::State,
    },
    engine::{
        mending::{self, Mending, Refused},
        session::{self, Examined, Setup},
    },
    report::lint::Linted,
};

/// What the rules find in skills that are measured already.
pub(super) fn found(
    now: &State,
    queries: &[QuerySet],
    judges: &[Lens],
    limits: &Limits,
    levels: &Levels,
) -> Vec<Finding> {
    let State { snapshot, lexicon, .. } = now;
    let listings: Vec<Listing> = judges.iter().map(|lens| list(snapshot, lens)).collect();
    lint(&Subject::new(snapshot, lexicon, &listings, queries, limits), levels)
}

pub(super) struct Looked {
    examined: Examined,
    judges: Vec<Lens>,
    findings: Vec<Finding>,
    /// Findings that were not asked for.
    left_out: usize,
    pub mendings: Vec<Mending>,
    pub mends: Vec<Mend>,
    pub refused: Vec<Refused>,
}

impl Looked {
    /// Reads everything and holds it against the rules.
    ///
    /// # Errors
    /// There is nothing to look at; a skill or a rule that nothing is called.
    pub fn at(setup: &Setup, here: &Surroundings, wanted: &Wanted) -> Result<Self, Failure> {
        let levels = wanted.levels.over(&here.config.levels)?;
        let examined = session::examined(setup)?;
        let board = &examined.board;
        resolve::not_empty(board)?;
        let now = &*board.now;
        let labels = wanted.skills.iter();
        let skills: Vec<SkillId> =
            labels.map(|label| resolve::present(board, label)).collect::<Result<_, _>>()?;
        let judges = setup.lenses.judging(&now.snapshot.catalog, &wanted.judges);
        let limits = choose::limits(&here.config);
        let mut findings = found(now, &examined.queries, &judges, &limits, &levels);
        let all = findings.len();
        if !skills.is_empty() {
            findings.retain(|finding| {
                finding.skill.iter().chain(&finding.with).any(|id| skills.contains(id))
            });
        }
        let left_out = all - findings.len();
        let (mendings, refused) = mending::plan(&findings, board, &examined.roots);
        let mends = mendings.iter().map(|mending| mending.mend.clone()).collect();
        Ok(Self { examined, judges, findings, left_out, mendings, mends, refused })
    }

    pub fn linted<'a>(&'a self, wanted: &Wanted, setup: &'a Setup) -> Linted<'a> {
        let labels = self.examined.queries.iter().flat_map(|set| &set.diagnostics);
        Linted {
            board: &self.examined.board,
            findings: &self.findings,
            left_out: self.left_out,
            judges: &self.judges,
            labels: labels.collect::<Vec<&Diagnostic>>(),
            mends: &self.mends,
            strict: wanted.strict,
            cwd: &setup.catalog.cwd,
        }
    }
}
