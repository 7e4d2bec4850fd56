//! A run in one line: how far it is, how fast it goes, how long it will take.
//!
//! Must not know what comes of its probes.

use super::meter::Meter;
use crate::{core::workbench::board::RunStatus, tui::theme::Theme};
use ratatui::text::Line;

/// What is told of a run.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    pub run: &'a RunStatus,
    /// What it cost so far, where that is known.
    pub cost_usd: Option<f64>,
    /// Errors are counted here, and not beside it.
    pub errors: bool,
}

impl Progress<'_> {
    /// The line in at most `cells` cells.
    pub fn line(&self, theme: &Theme, cells: usize) -> Line<'static> {
        let counts = self.run.counts;
        let meter = Meter {
            done: counts.done(),
            errored: if self.errors { counts.errored } else { 0 },
            planned: counts.planned,
            unit: if self.run.beside { "probes of each arm" } else { "probes" },
            notes: &self.notes(theme),
        };
        meter.line(theme, cells)
    }

    /// What is asked first comes first: the time, what is under way, the cost, the pace.
    fn notes(&self, theme: &Theme) -> Vec<String> {
        let (run, running) = (self.run, self.run.counts.running);
        let mut notes = match (run.paused, run.active(), run.eta_ms()) {
            (true, ..) if running > 0 => vec![format!("paused, {running} still running")],
            (true, ..) => vec!["paused".to_owned()],
            // Less than a second is how long it took to compute, not to ask.
            (_, false, _) if run.elapsed_ms < 1_000 => Vec::new(),
            (_, false, _) => vec![format!("in {}", clock(run.elapsed_ms))],
            (.., Some(left_ms)) => vec![format!("about {} left", clock(left_ms))],
            (.., None) => vec![format!("{} left", theme.symbols().undefined)],
        };
        if run.active() && !run.paused {
            notes.push(format!("{running} running"));
        }
        notes.extend(self.cost_usd.map(|usd| format!("${usd:.2}")));
        notes.extend(run.rate().filter(|_| !run.paused).map(|rate| format!("{rate:.1}/s")));
        notes
    }
}

/// `1:05` for 65 seconds, rounded up.
fn clock(ms: u64) -> String {
    let seconds = ms.div_ceil(1_000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::workbench::probes::ProbeCounts;

    fn shown(change: impl FnOnce(&mut RunStatus), cells: usize) -> String {
        let counts =
            ProbeCounts { planned: 155, running: 4, scored: 22, errored: 1, ..Default::default() };
        let mut run = RunStatus { counts, elapsed_ms: 20_000, ..RunStatus::default() };
        change(&mut run);
        let progress = Progress { run: &run, cost_usd: Some(0.5), errors: true };
        progress.line(&Theme::default(), cells).to_string()
    }

    #[test]
    fn what_is_asked_first_stays_longest() {
        let text = "23/155 probes ! 1 errored · about 1:44 left · 4 running · $0.50 · 1.2/s";
        assert_eq!(shown(|_| (), 100), format!("███▌──────────────────── {text}"));
        assert_eq!(
            shown(|_| (), 70),
            "██▏─────────── 23/155 probes ! 1 errored · about 1:44 left · 4 running"
        );
        assert_eq!(shown(|_| (), 40), "█▉─────────── 23/155 probes ! 1 errored");
    }

    #[test]
    fn a_run_that_has_told_nothing_yet_has_no_time_left() {
        let text = shown(|run| run.counts.scored = 0, 100);
        assert!(text.ends_with("1/155 probes ! 1 errored · — left · 4 running · $0.50"), "{text}");
    }

    #[test]
    fn a_pause_says_what_goes_on_all_the_same() {
        let text = shown(|run| run.paused = true, 100);
        assert!(text.ends_with("· paused, 4 still running · $0.50"), "{text}");
    }

    #[test]
    fn times_are_rounded_up() {
        assert_eq!([0, 64_001].map(clock), ["0:00", "1:05"]);
    }
}
