//! Bars that a run just holds: where to begin before anybody knows what to demand.
//!
//! Must not know where they are written.

use crate::core::measure::{
    Figures,
    gate::{Bar, Bound, Figure, On},
};

/// Hundredths just below the lower ends of a run's intervals: top-1 of the run, recall and precision
/// of each skill. What has no interval, or reaches down to 0, gets no bar.
pub fn propose(figures: &Figures) -> Vec<Bar> {
    let mut out = Vec::new();
    let mut add = |on: On, figure: Figure, skill| {
        let low = figure.of(figures, skill).and_then(|found| found.interval).map(|i| i.low);
        // Rounded down, so that the same run passes.
        let floor = low.map(|low| (low * 100.0).floor() / 100.0).filter(|floor| *floor > 0.0);
        let bar = floor.and_then(|floor| Bar::new(on, figure, Bound::Minimum, floor).ok());
        out.extend(bar);
    };
    add(On::Run, Figure::Top1, None);
    for skill in figures.skills.iter().filter(|skill| skill.resident) {
        for figure in [Figure::Recall, Figure::Precision] {
            add(On::Skill(skill.id.to_string()), figure, Some(&skill.id));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::measure::{
        gate::{Gate, Verdict},
        testing::{ids, row},
    };

    #[test]
    fn the_run_that_was_asked_passes_its_own_bars() {
        let hits = (0..9).flat_map(|at| row(&format!("q{at}")).expects("a").ran(&["a"]));
        let misses = row("m").expects("b").ran(&["a"]);
        let figures = Figures::of(&hits.chain(misses).collect::<Vec<_>>(), 10, &ids("a b"));
        let bars = propose(&figures);
        let told: Vec<String> = bars.iter().map(ToString::to_string).collect();
        assert_eq!(told, ["top1>=0.59", "a:recall>=0.7", "a:precision>=0.59"]);
        let assertions = Bar::demands(&bars, &ids("a b"), |label| Some(label.into()));
        let report = Gate { assertions, ..Gate::default() }.judge(&figures);
        assert_eq!(report.verdict, Verdict::Pass);
    }
}
