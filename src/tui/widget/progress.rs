//! A run in one line: how far it is, how fast it goes, how long it will take.
//!
//! Must not know what comes of its probes.

use super::meter::Meter;
use crate::{
    core::{
        plan::Caps,
        workbench::{board::RunStatus, playback::Pace},
    },
    report::figure::grouped,
    tui::theme::Theme,
};
use ratatui::text::Line;

/// What is told of a run.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    pub run: &'a RunStatus,
    /// What it may take at most.
    pub caps: &'a Caps,
    /// Somebody is billed for it.
    pub billed: bool,
    /// It was recorded, and is played at this pace.
    pub played: Option<Pace>,
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

    /// What is asked first comes first: the time, what is under way, what is spent, the pace.
    fn notes(&self, theme: &Theme) -> Vec<String> {
        let (run, running) = (self.run, self.run.counts.running);
        let played = self.played.unwrap_or_default();
        let (times, eta_ms) = (played.factor(), run.eta_ms().map(|ms| played.takes(ms)));
        let mut notes = match (run.paused, run.active(), eta_ms) {
            (true, ..) if running > 0 && self.played.is_none() => {
                vec![format!("paused, {running} still running")]
            }
            (true, ..) => vec!["paused".to_owned()],
            // Less than a second is how long it took to compute, not to ask.
            (_, false, _) if run.elapsed_ms < 1_000 => Vec::new(),
            (_, false, _) => vec![format!("in {}", clock(run.elapsed_ms))],
            (.., Some(left_ms)) => vec![format!("about {} left", clock(left_ms))],
            (.., None) => vec![format!("{} left", theme.symbols().undefined)],
        };
        if run.active() && !run.paused {
            notes.push(match run.slowed {
                Some((now, most)) => {
                    format!("{running} running, slowed to {now} of {most} at once")
                }
                None => format!("{running} running"),
            });
        }
        notes.extend(self.spent());
        notes.extend(run.rate().filter(|_| !run.paused).map(|rate| pace(rate * times)));
        if let (Some(most), true) = (self.caps.duration_ms, run.active() && self.billed) {
            notes.push(format!("{} of {}", clock(run.elapsed_ms), clock(most)));
        }
        notes
    }

    /// Dollars against their cap; where nobody tells a price, sessions against theirs.
    fn spent(&self) -> Option<String> {
        let of = |cap: Option<String>| cap.map_or_else(String::new, |cap| format!(" of {cap}"));
        if let Some(usd) = self.run.spent_usd {
            return Some(format!(
                "${usd:.2}{}",
                of(self.caps.cost_usd.map(|cap| format!("${cap:.2}")))
            ));
        }
        let sessions = self.run.ended();
        let of = of(self.caps.probes.map(grouped));
        (self.billed && sessions > 0).then(|| format!("{}{of} sessions", grouped(sessions)))
    }
}

/// `1.2/s`, and of what takes long `12/min`.
fn pace(rate: f64) -> String {
    if rate >= 0.95 { format!("{rate:.1}/s") } else { format!("{:.0}/min", rate * 60.0) }
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
        let spent_usd = Some(0.5);
        let mut run = RunStatus { counts, elapsed_ms: 20_000, spent_usd, ..RunStatus::default() };
        change(&mut run);
        let progress = Progress {
            run: &run,
            caps: &Caps::default(),
            billed: false,
            played: None,
            errors: true,
        };
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
    fn a_service_that_asks_for_less_slows_the_run_in_words() {
        let text = shown(|run| run.slowed = Some((2, 4)), 120);
        assert!(text.contains("· 4 running, slowed to 2 of 4 at once · $0.50"), "{text}");
    }

    #[test]
    fn a_pause_says_what_goes_on_all_the_same() {
        let text = shown(|run| run.paused = true, 100);
        assert!(text.ends_with("· paused, 4 still running · $0.50"), "{text}");
    }

    #[test]
    fn what_is_billed_stands_against_its_caps() {
        let counts = ProbeCounts { planned: 155, running: 4, scored: 22, ..Default::default() };
        let run = RunStatus { counts, elapsed_ms: 200_000, ..RunStatus::default() };
        let told = |run: &RunStatus, caps: &Caps| {
            let progress = Progress { run, caps, billed: true, played: None, errors: true };
            progress.line(&Theme::default(), 120).to_string()
        };
        let text = told(&run, &Caps::PAID);
        assert!(text.ends_with("4 running · 22 of 200 sessions · 7/min · 3:20 of 20:00"), "{text}");
        let priced = RunStatus { spent_usd: Some(0.5), ..run };
        let text = told(&priced, &Caps::PAID);
        assert!(text.contains("· $0.50 of $2.00 ·"), "{text}");
        let text = told(&run, &Caps::default());
        assert!(text.ends_with("· 22 sessions · 7/min"), "{text}");
    }

    #[test]
    fn what_is_played_faster_is_over_sooner_and_stands_still_in_a_pause() {
        let counts = ProbeCounts { planned: 155, running: 4, scored: 22, ..Default::default() };
        let run = RunStatus { counts, elapsed_ms: 24_000, ..RunStatus::default() };
        let told = |run: &RunStatus| {
            let (caps, played) = (Caps::default(), Some(Pace::times(4.0)));
            let progress = Progress { run, caps: &caps, billed: false, played, errors: true };
            progress.line(&Theme::default(), 120).to_string()
        };
        let text = told(&run);
        assert!(text.ends_with("about 0:33 left · 4 running · 4.0/s"), "{text}");
        let text = told(&RunStatus { paused: true, ..run });
        assert!(text.ends_with("22/155 probes · paused"), "{text}");
    }

    #[test]
    fn times_are_rounded_up() {
        assert_eq!([0, 64_001].map(clock), ["0:00", "1:05"]);
    }
}
