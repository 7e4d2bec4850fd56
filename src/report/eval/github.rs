//! The run as annotations of GitHub Actions: what missed, at its row in the query file.

use super::{
    document::ProbeEntry,
    rows::{BELOW_FLOOR, expected, headline, went},
};
use crate::{
    core::{
        plan::Evidence,
        workbench::{Board, changes::hit, handoffs::Handoffs, probes::ProbeRow},
    },
    report::{
        conditions::{ENDING, evidence, nothing},
        figure::counted,
        github::{Annotation, Level},
    },
};

/// As many of a kind as a step of a job shows.
const SHOWN: usize = 10;

/// Figures that the last line names, where the run has them.
const NAMED: [&str; 3] = ["top-1", "trigger recall (partial rows)", "restraint (partial rows)"];

/// One workflow command a line; the last one has the figures.
pub fn annotations(board: &Board) -> String {
    let whole = |level, message: String| {
        let title = "skillscope".to_owned();
        Annotation { level, file: None, at: None, title, message }.to_string()
    };
    if board.queries.queries.is_empty() {
        return whole(Level::Notice, nothing(board));
    }
    let rows = &board.now.probes.rows;
    let queries = rows.chunk_by(|one, next| one.query.key() == next.query.key());
    let mut misses: Vec<Missed<'_>> = queries.filter_map(Missed::of).collect();
    // Stable: of those alike, as they stand in their files.
    misses.sort_by(|a, b| (b.missed * a.scored).cmp(&(a.missed * b.scored)));
    let handoffs = Handoffs::of(board);
    let shown = misses.iter().take(SHOWN);
    let mut out: String =
        shown.map(|missed| missed.told(&handoffs, board.agent.evidence)).collect();

    let figures = &board.now.figures;
    let run = &figures.run;
    if run.errored > 0 {
        let causes = run.causes.iter().map(|(cause, count)| format!("{count} x {cause}"));
        let causes: Vec<String> = causes.collect();
        let message =
            format!("{} of {} probes errored: {}", run.errored, run.planned, causes.join(", "));
        out.push_str(&whole(Level::Error, message));
    }
    let told = headline(figures).into_iter().filter(|(name, _)| NAMED.contains(name));
    let told: Vec<String> = told.map(|(name, value)| format!("{name} {value}")).collect();
    let mut message = format!("{} ({})", told.join(", "), evidence(board));
    if run.below_floor() {
        message.push_str(&format!("; {} of {} scored, {BELOW_FLOOR}", run.scored, run.planned));
    }
    let missed = counted(misses.len(), "prompt", "prompts");
    message.push_str(&match misses.len() {
        0 => "; none missed".to_owned(),
        1..=SHOWN => format!("; {missed} missed"),
        _ => format!("; {missed} missed, the first {SHOWN} are annotated"),
    });
    out.push_str(&whole(Level::Notice, format!("{message}. {ENDING}")));
    out
}

/// A prompt that missed at least once.
struct Missed<'a> {
    /// Its first attempt that did.
    row: &'a ProbeRow,
    missed: usize,
    scored: usize,
}

impl<'a> Missed<'a> {
    /// Of the attempts of one prompt.
    fn of(attempts: &'a [std::sync::Arc<ProbeRow>]) -> Option<Self> {
        let hits = attempts.iter().filter_map(|row| Some((row, hit(&row.query, row.outcome()?)?)));
        let (mut missed, mut scored, mut first) = (0, 0, None);
        for (row, hit) in hits {
            scored += 1;
            if !hit {
                missed += 1;
                first = first.or(Some(&**row));
            }
        }
        Some(Self { row: first?, missed, scored })
    }

    fn told(&self, handoffs: &Handoffs, evidence: Evidence) -> String {
        let Self { row, missed, scored } = self;
        let (probe, source) = (ProbeEntry::of(row, handoffs, evidence), &row.query.source);
        let mut message = format!("expected {}, engaged {}", expected(&probe), went(&probe));
        if *scored > 1 {
            message.push_str(&format!("; missed in {missed} of {scored} attempts"));
        }
        Annotation {
            level: Level::Warning,
            file: (!source.path.is_empty()).then(|| source.path.clone()),
            at: (source.line > 0).then_some((source.line, None)),
            title: format!("miss: {}", probe.id),
            message,
        }
        .to_string()
    }
}
