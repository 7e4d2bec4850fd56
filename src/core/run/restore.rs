//! A run as a board, so that everything that shows or reports a live one shows a kept one too.
//!
//! Must not know which views and reports there are.

use std::sync::Arc;

use crate::core::{
    catalog::Catalog,
    lexical::Lexicon,
    measure::{Confidence, Tally},
    query::BoundSet,
    run::{Plan, Probe, Record, events, fold, settled},
    snapshot::Snapshot,
    workbench::{
        Board, State,
        board::{AgentInfo, RunStatus, Share},
        linting::Linting,
        probes::{ProbeRow, ProbeState, ProbeTable},
    },
};

/// What the board of the run's session showed, as far as the records go; without its list of
/// troubles, for which every skill is compared with every other.
pub fn board(plan: &Plan, records: &[Record]) -> Board {
    let generation = plan.catalog.generation;
    let catalog = Catalog {
        generation,
        skills: plan.catalog.skills.iter().map(|skill| Arc::new(skill.skill())).collect(),
        unusable: plan.catalog.unusable.clone(),
        not_loaded: plan.catalog.not_loaded.clone(),
        findings: plan.catalog.findings.clone(),
        scope: plan.catalog.scope.clone(),
        digest: plan.digests.catalog.clone(),
        then: None,
    };
    let whole = Arc::new(BoundSet {
        queries: plan.queries.clone(),
        conventions: plan.conventions.clone(),
        thresholds: plan.thresholds.clone(),
        set_aside: plan.set_aside.clone(),
        refused: plan.refused,
        diagnostics: plan.diagnostics.clone(),
        drafts: plan.drafts,
    });
    let share = plan.shard.map(|shard| Share { shard, whole: Arc::clone(&whole) });
    let queries = share.as_ref().map_or(whole, |share| Arc::new(share.ours()));
    let probes = table(plan, records);
    let counts = probes.counts(generation);
    let snapshot = Snapshot::of(Arc::new(catalog));
    let agent = AgentInfo {
        name: plan.agent.clone(),
        evidence: plan.evidence,
        model: plan.model.clone(),
        options: plan.options.clone(),
        harness_version: plan.harness_version.clone(),
        listed_by: plan.listed_by.clone(),
        limits: plan.limits.clone(),
        attempts: plan.attempts.max(1),
        offered: plan.offered,
        concurrency: plan.concurrency,
    };
    let now = State {
        name: plan.run.clone(),
        lexicon: Arc::new(match plan.catalog.has_texts() {
            true => Lexicon::of(&snapshot, plan.lexical),
            false => Lexicon::default(),
        }),
        snapshot,
        // Its rules are not in the file.
        listing: None,
        disclosed: Arc::new(
            plan.catalog.skills.iter().filter_map(|s| Some((s.id.clone(), s.state?))).collect(),
        ),
        queries: Arc::clone(&queries),
        agent: agent.clone(),
        probes: Arc::new(probes),
        figures: Arc::new(
            tally(plan, records).figures(Confidence::new(plan.confidence).unwrap_or_default()),
        ),
        stand_in: None,
        linting: Linting::default(),
        seen: Arc::default(),
    };
    Board {
        revision: 1,
        now: Arc::new(now),
        queries,
        share,
        pair: plan.asked.pair.clone(),
        query_digest: plan.digests.queries.clone().unwrap_or_default(),
        query_files: Arc::new(plan.query_files.clone()),
        run: RunStatus { counts, cancelled: !counts.settled(), ..RunStatus::default() },
        agent,
        ..Board::default()
    }
}

/// The records summed up, with the whole plan as what was wanted.
fn tally(plan: &Plan, records: &[Record]) -> Tally {
    let mut tally = Tally::new(&plan.residents());
    for query in plan.rows().into_iter().filter_map(|row| plan.queries.get(row)) {
        tally.plan(query, plan.attempts.max(1));
    }
    for observation in fold(plan, records) {
        tally.add(&observation);
    }
    tally
}

/// Every probe of the plan, as far as it came.
pub fn table(plan: &Plan, records: &[Record]) -> ProbeTable {
    let (settled, mut events) = (settled(plan, records), events(plan, records));
    let mut rows = Vec::with_capacity(plan.probes());
    for row in plan.rows() {
        let Some(query) = plan.queries.get(row) else { continue };
        for attempt in 1..=plan.attempts.max(1) {
            let probe = Probe { row, attempt };
            let generation = plan.catalog.generation;
            let mut waits = ProbeRow::planned(Arc::clone(query), attempt, generation);
            if let Some(record) = settled.get(&probe)
                && let Some(outcome) = record.kind.outcome()
            {
                (waits.duration_ms, waits.cost_usd) = record.kind.took();
                waits.state = ProbeState::Done(Arc::new(outcome));
                waits.events = events.remove(&probe).unwrap_or_default();
            }
            rows.push(Arc::new(waits));
        }
    }
    ProbeTable { rows }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        run::testing::{errored, event, plan, scored, started},
        workbench::trouble,
    };

    #[test]
    fn a_board_shows_what_was_recorded_and_what_is_missing() {
        let plan = plan();
        let records = [
            started(1, 0, 1),
            event(2, 0, 1, "so"),
            scored(3, 0, 1, &["a"]),
            scored(4, 0, 1, &["b"]),
            errored(5, 1, 1),
        ];
        let board = board(&plan, &records);
        let counts = board.run.counts;
        assert_eq!((counts.planned, counts.scored, counts.errored), (4, 1, 1));
        assert!(!board.run.active() && board.run.left() == 2);
        let figures = &board.now.figures;
        assert_eq!((figures.run.planned, figures.clashes), (4, 1));
        assert_eq!(figures.headline.top1.rate, Some(1.0));
        let row = &board.now.probes.rows[0];
        assert_eq!((row.events.len(), row.duration_ms), (1, Some(3)));
        assert_eq!(board.now.probes.rows[1].state, ProbeState::Planned);
        assert_eq!(board.now.residents().len(), 2);
        assert_eq!(trouble::rows(&board.now).len(), 3);
    }
}
