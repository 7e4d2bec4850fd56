//! A recorded run as it is played: what happened when, and how far it has been played.
//!
//! Pure: must not know clocks, nor who watches. Times are those of the run, from its beginning.

use std::{cmp::Reverse, collections::BinaryHeap, fmt};

use crate::core::{
    plan::Plan,
    workbench::probes::{ProbeRow, ProbeTable},
};

/// Milliseconds from event to event of a probe that was recorded without times.
const PACE_MS: u64 = 300;

/// Whoever answers in less than this is a rule, and nobody could follow it.
const AT_ONCE_MS: u64 = 50;

/// How many times faster than recorded a run may be played, and how many times slower.
const MOST: f64 = 1_024.0;

/// How far a run has been played, and how fast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playback {
    /// In the run's own time.
    pub at_ms: u64,
    pub lasts_ms: u64,
    pub pace: Pace,
}

/// How many times faster than recorded.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Pace(f64);

impl Default for Pace {
    fn default() -> Self {
        Self::REAL
    }
}

impl Pace {
    /// As recorded.
    pub const REAL: Self = Self(1.0);

    /// The nearest pace that a run can be played at; as recorded for what is no number.
    pub fn times(factor: f64) -> Self {
        if factor.is_nan() { Self::REAL } else { Self(factor.clamp(1.0 / MOST, MOST)) }
    }

    pub fn factor(self) -> f64 {
        self.0
    }

    /// How long what took so many milliseconds takes at this pace.
    pub fn takes(self, ms: u64) -> u64 {
        // A float that is too large becomes the largest number there is.
        (ms as f64 / self.0).round() as u64
    }

    pub fn faster(self) -> Self {
        Self::times(self.0 * 2.0)
    }

    pub fn slower(self) -> Self {
        Self::times(self.0 / 2.0)
    }
}

/// `4x`, `0.5x`: as many times as recorded.
impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = format!("{:.3}", self.0);
        write!(f, "{}x", number.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// One thing that happened to a row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    Began,
    /// The event of this number.
    Spoke(usize),
    Ended,
}

/// What happened, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cue {
    pub at_ms: u64,
    pub row: usize,
    pub what: What,
    /// It is the first word of a model response.
    pub answers: bool,
}

/// A whole run in the order in which it is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    cues: Vec<Cue>,
    /// Milliseconds that each row takes, in the order of the table.
    lengths: Vec<u64>,
    /// Rows without times that could be followed.
    untimed: usize,
}

impl Score {
    /// Every row of the table that has ended, begun in the plan's order as soon as one of so many
    /// places is free.
    ///
    /// When each probe of a run began is not asked for: a run that was continued a day later would
    /// stand still for a day.
    pub fn of(table: &ProbeTable, order: &Plan, at_once: usize) -> Self {
        let mut score = Self { lengths: vec![0; table.rows.len()], ..Self::default() };
        let mut free: BinaryHeap<_> = (0..at_once.max(1)).map(|_| Reverse(0_u64)).collect();
        for at in order.probes.iter().map(|probe| table.place(*probe)) {
            let Some(row) = table.rows.get(at).filter(|row| row.outcome().is_some()) else {
                continue;
            };
            let Reverse(began_ms) = free.pop().unwrap_or_default();
            let length = score.add(at, row, began_ms);
            score.lengths[at] = length;
            free.push(Reverse(began_ms.saturating_add(length)));
        }
        // Stable, so that what happened to a row in one moment stays in its order.
        score.cues.sort_by_key(|cue| cue.at_ms);
        score
    }

    /// Adds what happened to a row; gives back how long it took.
    fn add(&mut self, row: usize, probe: &ProbeRow, began_ms: u64) -> u64 {
        let latest_ms = probe.events.iter().map(|event| event.at_ms).max();
        let timed = latest_ms.max(probe.duration_ms) >= Some(AT_ONCE_MS);
        self.untimed += usize::from(!timed);
        let cue =
            |ms: u64, what, answers| Cue { at_ms: began_ms.saturating_add(ms), row, what, answers };
        self.cues.push(cue(0, What::Began, false));
        let (mut ms, mut step) = (0_u64, 0);
        for (number, event) in probe.events.iter().enumerate() {
            ms = if timed { ms.max(event.at_ms) } else { ms.saturating_add(PACE_MS) };
            self.cues.push(cue(ms, What::Spoke(number), event.step > step));
            step = step.max(event.step);
        }
        let ends_ms = match timed {
            true => ms.max(probe.duration_ms.unwrap_or(0)),
            false => ms.saturating_add(PACE_MS),
        };
        // Of a rule's probe often nothing is recorded but its end.
        self.cues.push(cue(ends_ms, What::Ended, probe.events.is_empty()));
        ends_ms
    }

    pub fn cues(&self) -> &[Cue] {
        &self.cues
    }

    pub fn lengths(&self) -> &[u64] {
        &self.lengths
    }

    pub fn lasts_ms(&self) -> u64 {
        self.cues.last().map_or(0, |cue| cue.at_ms)
    }

    /// No row has times that could be followed, so that all are played evenly.
    pub fn is_even(&self) -> bool {
        self.untimed > 0 && self.untimed == self.lengths.len()
    }

    /// Where the model response ends that begins next behind so many cues: before the one after it,
    /// and before another probe begins, to which whoever follows would turn.
    pub fn response(&self, from: usize) -> usize {
        let next = |from: usize, is: fn(&Cue) -> bool| {
            let rest = self.cues.get(from..).unwrap_or_default();
            rest.iter().position(is).map(|at| from + at)
        };
        let other: fn(&Cue) -> bool = |cue| cue.answers || cue.what == What::Began;
        let begins = next(from, |cue| cue.answers);
        begins.and_then(|begins| next(begins + 1, other)).unwrap_or(self.cues.len())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::core::{
        query::{Label, Query},
        trajectory::{Event, EventKind, Outcome, Trajectory},
        workbench::probes::ProbeState,
    };

    /// A probe that speaks at these times, a model response each.
    fn row(id: &str, at_ms: &[u64], duration_ms: Option<u64>) -> Arc<ProbeRow> {
        let label = Label::Complete { expected: vec![], alternatives: vec![] };
        let said = |(step, at_ms): (u32, &u64)| {
            let kind = EventKind::Text { text: "so".to_owned() };
            Event { step, at_ms: *at_ms, kind }
        };
        Arc::new(ProbeRow {
            state: ProbeState::Done(Arc::new(Outcome::Scored(Trajectory::default()))),
            events: (1..).zip(at_ms).map(said).collect(),
            duration_ms,
            ..ProbeRow::planned(Arc::new(Query::new(id, id, label)), 1, 1)
        })
    }

    fn score(rows: Vec<Arc<ProbeRow>>, at_once: usize) -> Score {
        let table = ProbeTable { rows };
        Score::of(&table, &table.plan(0), at_once)
    }

    #[test]
    fn a_probe_begins_when_a_place_is_free() {
        let rows = || vec![row("a", &[50], Some(100)), row("b", &[50], Some(100))];
        let began = |score: &Score| -> Vec<u64> {
            let began = score.cues().iter().filter(|cue| cue.what == What::Began);
            began.map(|cue| cue.at_ms).collect()
        };
        let (one, two) = (score(rows(), 1), score(rows(), 2));
        assert_eq!((began(&one), one.lasts_ms()), (vec![0, 100], 200));
        assert_eq!((began(&two), two.lasts_ms()), (vec![0, 0], 100));
        assert_eq!(began(&score(rows(), 0)), [0, 100], "one place there is always");
    }

    #[test]
    fn what_has_no_times_is_played_evenly_and_what_runs_backwards_is_not_followed() {
        let even = score(vec![row("a", &[0, 3], Some(4))], 1);
        assert!(even.is_even());
        assert_eq!(even.lasts_ms(), 3 * PACE_MS);
        let backwards = score(vec![row("a", &[90, 40], None)], 1);
        assert!(!backwards.is_even());
        let times: Vec<u64> = backwards.cues().iter().map(|cue| cue.at_ms).collect();
        assert_eq!(times, [0, 90, 90, 90]);
    }

    #[test]
    fn times_that_nobody_lives_to_see_overflow_nothing() {
        let rows = vec![row("a", &[u64::MAX], Some(u64::MAX)), row("b", &[1], Some(u64::MAX))];
        assert_eq!(score(rows, 1).lasts_ms(), u64::MAX);
    }

    #[test]
    fn a_step_goes_to_the_end_of_a_model_response() {
        let score = score(vec![row("a", &[1, 2], Some(3))], 1);
        // Began, first response, second response, ended.
        assert_eq!([0, 1, 2, 3, 4].map(|from| score.response(from)), [2, 2, 4, 4, 4]);
        let silent = self::score(vec![row("a", &[], None), row("b", &[], None)], 1);
        assert_eq!([0, 1, 2].map(|from| silent.response(from)), [2, 2, 4]);
    }

    #[test]
    fn a_pace_stays_within_reason() {
        let factor = |factor| Pace::times(factor).factor();
        assert_eq!((factor(4.0), factor(f64::INFINITY), factor(f64::NAN)), (4.0, MOST, 1.0));
        assert_eq!(Pace::times(MOST).faster(), Pace::times(MOST));
        assert_eq!(Pace::REAL.faster().slower(), Pace::REAL);
        assert_eq!((Pace::times(4.0).takes(10), Pace::times(0.5).takes(10)), (3, 20));
        assert!(Pace::times(0.0).factor() > 0.0);
        let shown = [1.0, 0.5, 10.0, 0.1234].map(|factor| Pace::times(factor).to_string());
        assert_eq!(shown, ["1x", "0.5x", "10x", "0.123x"]);
    }
}
