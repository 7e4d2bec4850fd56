//! A check of what changed since a git revision, on the rows that it may have moved.

use crate::{
    cli::{Failure, check::Wanted, output, resolve, surroundings::Surroundings},
    core::{
        measure::gate::Report,
        workbench::{
            differs::Difference,
            stored::{Held, Terms},
        },
    },
    engine::session::{self, Changed, Measured, Setup},
    report::{check::Ratcheted, figure::counted},
};

/// What was measured, and why so little.
pub(super) struct Part {
    pub now: Measured,
    /// `None` where no row was touched.
    pub report: Option<Report>,
    pub ratchet: Option<Ratcheted>,
    pub told: String,
}

/// Measures both sides and judges what can be judged: bars of the skills whose rows all ran, and the
/// paired test on these rows.
pub(super) fn measure(
    setup: &Setup,
    here: &Surroundings,
    wanted: &Wanted,
    since: &str,
) -> Result<Part, Failure> {
    let Changed { touched, arms: [before, now] } = session::changed(setup, since)?;
    resolve::not_empty(&now.board)?;
    if touched.of == 0 {
        return Err(super::unlabelled("a change can be checked"));
    }
    let against = before.name.clone();
    for note in &before.notes {
        output::tell(&format!("{against}: {note}"));
    }
    if touched.rows() == 0 {
        let told = match touched.edited.len() {
            0 => format!("no skill's listing entry changed since {against}: nothing was probed"),
            n => format!(
                "{} changed since {against}, and no query is near: nothing was probed",
                counted(n, "skill", "skills")
            ),
        };
        return Ok(Part { now, report: None, ratchet: None, told });
    }
    let told = format!(
        "{} changed since {against}: {} of {} ran, on both sides",
        counted(touched.edited.len(), "skill", "skills"),
        counted(now.board.queries.queries.len(), "query", "queries"),
        touched.of
    );
    let bars = super::demanded(here, wanted);
    let report = super::judged(&now.board, &bars, wanted.decide, Some(touched.whole))?;
    let margin = wanted.baseline.margin(here);
    // Both sides are fresh, on rows of their own choosing.
    let terms = Terms { confidence: setup.confidence, margin, look: 1, redacted: false };
    let held = Held::against(&before.board.now, &now.board.now, terms).map_err(|differences| {
        // Both sides were measured alike, here and now.
        let told: Vec<String> = differences.iter().map(Difference::to_string).collect();
        Failure::Usage(told.join("; "))
    })?;
    let ratchet = Ratcheted { against, held, margin, order: now.order, moved: false };
    Ok(Part { now, report: Some(report), ratchet: Some(ratchet), told })
}
