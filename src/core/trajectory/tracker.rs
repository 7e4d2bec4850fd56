//! Turns counted as they stream: what is recorded, and when a probe has to stop.
//!
//! Must not know which harness the events came from, nor how a probe is stopped.

use crate::core::{
    id::SkillId,
    plan::{Engages, Limits},
    query::Query,
    trajectory::{EndedBy, Engagement, Event, EventKind, Outcome, StopRule, Trajectory},
};

/// Follows one probe. Once locked, its record never changes.
#[derive(Clone, Debug)]
pub struct Tracker {
    stop: StopRule,
    max_turns: usize,
    max_steps: u32,
    engages: Engages,
    record: Trajectory,
    lock: Option<EndedBy>,
}

/// How the agent's side of a probe came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It finished, or was stopped because the tracker had locked.
    Answer,
    /// It stopped itself at its limit of model responses.
    StepBudget,
    /// It failed: time, rate limit, crash, a stream that broke off.
    Errored { cause: String },
}

impl Tracker {
    /// A tracker for one row. Budgets of 0 count as 1: a probe must be able to show something.
    pub fn new(query: &Query<SkillId>, limits: &Limits) -> Self {
        let stop = if limits.early_exit { StopRule::of(query) } else { StopRule::Never };
        Self::with(stop, limits)
    }

    pub fn with(stop: StopRule, limits: &Limits) -> Self {
        Self {
            stop,
            max_turns: usize::try_from(limits.max_turns.max(1)).unwrap_or(usize::MAX),
            max_steps: limits.max_steps.max(1),
            engages: limits.engages,
            record: Trajectory::default(),
            lock: None,
        }
    }

    /// Takes the next event of the stream. Returns why the probe has to stop, if it has to.
    ///
    /// An adjacent repeat of a skill is the same engagement. An event of a model response beyond
    /// `max_steps` is not seen. Early exit goes before the turn budget where one engagement
    /// fulfils both.
    pub fn observe(&mut self, event: &Event) -> Option<EndedBy> {
        if self.lock.is_some() {
            return self.lock;
        }
        if event.step > self.max_steps {
            self.lock = Some(EndedBy::StepBudget);
            return self.lock;
        }
        self.record.steps = self.record.steps.max(event.step);
        match &event.kind {
            EventKind::Engagement { skill, .. } => self.engage(skill, event.step),
            EventKind::Touch { skill, .. } if self.engages == Engages::AnyFile => {
                self.engage(skill, event.step);
            }
            _ => {}
        }
        self.lock
    }

    fn engage(&mut self, skill: &SkillId, step: u32) {
        let record = &mut self.record.engagements;
        if record.last().is_some_and(|last| last.skill == *skill) {
            return;
        }
        let turn = u32::try_from(record.len() + 1).unwrap_or(u32::MAX);
        record.push(Engagement { skill: skill.clone(), turn, step });
        if self.stop.met(record.iter().map(|engagement| &engagement.skill)) {
            self.lock = Some(EndedBy::EarlyExit);
        } else if record.len() >= self.max_turns {
            self.lock = Some(EndedBy::TurnBudget);
        }
    }

    /// Why the record is locked, if it is.
    pub fn locked(&self) -> Option<EndedBy> {
        self.lock
    }

    /// The record so far.
    pub fn record(&self) -> &Trajectory {
        &self.record
    }

    /// Closes the probe: a locked record is scored however the agent ended, since it had shown
    /// all that was asked; a failure before that is an error, never a miss.
    pub fn close(mut self, end: End) -> Outcome {
        self.record.ended_by = match (self.lock, end) {
            (Some(lock), _) => lock,
            (None, End::Answer) => EndedBy::Answer,
            (None, End::StepBudget) => EndedBy::StepBudget,
            (None, End::Errored { cause }) => return Outcome::Errored { cause },
        };
        Outcome::Scored(self.record)
    }

    /// A whole recorded stream at once. Stops reading where a live probe would have stopped.
    pub fn replay<'a>(
        query: &Query<SkillId>,
        limits: &Limits,
        events: impl IntoIterator<Item = &'a Event>,
        end: End,
    ) -> Outcome {
        let mut tracker = Self::new(query, limits);
        for event in events {
            if tracker.observe(event).is_some() {
                break;
            }
        }
        tracker.close(end)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::{query::Label, trajectory::Via};

    fn engage(skill: &str, step: u32) -> Event {
        let kind = EventKind::Engagement { skill: skill.into(), via: Via::Tool };
        Event { step, at_ms: 0, kind }
    }

    fn text(step: u32) -> Event {
        Event { step, at_ms: 0, kind: EventKind::Text { text: "hm".to_owned() } }
    }

    fn row(expected: &[&str]) -> Query<SkillId> {
        let expected = expected.iter().map(|skill| SkillId::from(*skill)).collect();
        Query::new("q", "p", Label::Complete { expected, alternatives: vec![] })
    }

    fn limits(max_turns: u32, early_exit: bool) -> Limits {
        Limits { max_turns, max_steps: 5, early_exit, engages: Engages::default() }
    }

    /// What is recorded of engagements in one step each, and the lock.
    fn track(
        expected: &[&str],
        limits: &Limits,
        skills: &[&str],
    ) -> (Vec<String>, Option<EndedBy>) {
        let mut tracker = Tracker::new(&row(expected), limits);
        for skill in skills {
            tracker.observe(&engage(skill, 1));
        }
        let record = tracker.record().engagements.iter().map(|e| e.skill.to_string()).collect();
        (record, tracker.locked())
    }

    fn names(skills: &[&str]) -> Vec<String> {
        skills.iter().map(ToString::to_string).collect()
    }

    /// Published vectors of turn accounting. One row differs on purpose: with early exit off the
    /// budget still holds (there the cut comes when the outcome is made, with the same result).
    #[test]
    fn turns_are_counted_as_published() {
        use EndedBy::{EarlyExit, TurnBudget};
        let (on, off) = (limits(3, true), limits(3, false));
        let record = |skills: &[&str], lock| (names(skills), lock);
        let t = ["t"].as_slice();
        assert_eq!(track(t, &on, &["a", "t", "b"]), record(&["a", "t"], Some(EarlyExit)));
        assert_eq!(
            track(t, &on, &["a", "a", "b", "a"]),
            record(&["a", "b", "a"], Some(TurnBudget))
        );
        assert_eq!(track(t, &limits(1, true), &["a"]), record(&["a"], Some(TurnBudget)));
        assert_eq!(
            track(t, &off, &["a", "t", "b", "c", "d"]),
            record(&["a", "t", "b"], Some(TurnBudget))
        );
        assert_eq!(track(t, &on, &["a"]), record(&["a"], None));
        assert_eq!(
            track(&[], &limits(2, true), &["a", "b", "c"]),
            record(&["a", "b"], Some(TurnBudget))
        );
    }

    #[test]
    fn a_set_waits_for_its_last_skill_and_the_target_goes_before_the_budget() {
        let on = limits(3, true);
        let seen = track(&["a", "b"], &on, &["a", "x", "b", "c"]);
        assert_eq!(seen, (names(&["a", "x", "b"]), Some(EndedBy::EarlyExit)));
        assert_eq!(track(&["t"], &limits(1, true), &["t"]).1, Some(EndedBy::EarlyExit));
        assert_eq!(track(&[], &on, &["a", "b"]).1, None);
    }

    #[test]
    fn turns_and_steps_are_kept_with_each_engagement() {
        let events = [text(1), engage("a", 2), text(3), engage("a", 3), engage("b", 4), text(5)];
        let outcome = Tracker::replay(&row(&["t"]), &limits(3, true), &events, End::Answer);
        let Outcome::Scored(trajectory) = outcome else { panic!("{outcome:?}") };
        let record: Vec<(&str, u32, u32)> =
            trajectory.engagements.iter().map(|e| (e.skill.as_str(), e.turn, e.step)).collect();
        assert_eq!(record, [("a", 1, 2), ("b", 2, 4)]);
        assert_eq!((trajectory.steps, trajectory.ended_by), (5, EndedBy::Answer));
    }

    #[test]
    fn what_comes_after_the_last_step_is_not_seen() {
        let events = [engage("a", 5), engage("t", 6)];
        let outcome = Tracker::replay(&row(&["t"]), &limits(3, true), &events, End::Answer);
        let Outcome::Scored(trajectory) = outcome else { panic!("{outcome:?}") };
        assert_eq!(trajectory.engagements.len(), 1);
        assert_eq!((trajectory.steps, trajectory.ended_by), (5, EndedBy::StepBudget));
        // An agent that stops itself there ends the same way.
        let outcome =
            Tracker::replay(&row(&["t"]), &limits(3, true), &events[..1], End::StepBudget);
        assert_eq!(outcome, Outcome::Scored(trajectory));
    }

    #[test]
    fn a_failure_is_an_error_unless_the_record_was_locked() {
        let failed = || End::Errored { cause: "rate limited".to_owned() };
        let limits = limits(3, true);
        let open = Tracker::replay(&row(&["t"]), &limits, &[engage("a", 1)], failed());
        assert_eq!(open, Outcome::Errored { cause: "rate limited".to_owned() });
        let locked = Tracker::replay(&row(&["t"]), &limits, &[engage("t", 1)], failed());
        assert!(matches!(locked, Outcome::Scored(t) if t.ended_by == EndedBy::EarlyExit));
    }

    #[test]
    fn only_engagements_engage() {
        let kinds = [
            EventKind::Touch { skill: "t".into(), detail: "notes.md".to_owned() },
            EventKind::Refused { name: "t".to_owned(), reason: "denied".to_owned() },
            EventKind::ToolCall { name: "t".to_owned(), detail: String::new() },
        ];
        let events = kinds.map(|kind| Event { step: 1, at_ms: 0, kind });
        let outcome = Tracker::replay(&row(&["t"]), &limits(3, true), &events, End::Answer);
        let expected = Trajectory { steps: 1, ..Trajectory::default() };
        assert_eq!(outcome, Outcome::Scored(expected));
    }

    #[test]
    fn any_file_of_a_skill_engages_it_where_that_was_asked_for() {
        let kind = EventKind::Touch { skill: "t".into(), detail: "notes.md".to_owned() };
        let events = [Event { step: 2, at_ms: 0, kind }];
        let limits = Limits { engages: Engages::AnyFile, ..limits(3, true) };
        let outcome = Tracker::replay(&row(&["t"]), &limits, &events, End::Answer);
        let Outcome::Scored(trajectory) = outcome else { panic!("{outcome:?}") };
        assert_eq!((trajectory.engagements.len(), trajectory.ended_by), (1, EndedBy::EarlyExit));
    }

    prop_compose! {
        fn stream()(moves in prop::collection::vec((0_u32..2, 0_usize..5), 0..24)) -> Vec<Event> {
            let mut step = 1;
            moves
                .into_iter()
                .map(|(forward, skill)| {
                    step += forward;
                    ["a", "b", "c", "t"].get(skill).map_or_else(|| text(step), |s| engage(s, step))
                })
                .collect()
        }
    }

    proptest! {
        #[test]
        fn the_record_is_an_ordered_part_of_the_stream_within_its_budgets(
            events in stream(), max_turns in 0_u32..5, early_exit in any::<bool>()
        ) {
            let limits = limits(max_turns, early_exit);
            let mut tracker = Tracker::new(&row(&["t"]), &limits);
            let mut before = tracker.record().clone();
            for event in &events {
                let was = tracker.locked();
                tracker.observe(event);
                let now = tracker.record();
                // Grows at its end only, and not at all once locked.
                prop_assert!(now.engagements.starts_with(&before.engagements));
                if was.is_some() {
                    prop_assert_eq!(now, &before);
                    prop_assert_eq!(tracker.locked(), was);
                }
                before = now.clone();
            }
            let record = &before.engagements;
            prop_assert!(record.len() <= max_turns.max(1) as usize);
            prop_assert!(before.steps <= limits.max_steps);
            prop_assert!(record.windows(2).all(|pair| pair[0].skill != pair[1].skill));
            prop_assert!(record.iter().zip(1..).all(|(e, turn)| e.turn == turn));
            let mut rest = events.iter();
            for engagement in record {
                prop_assert!(rest.any(|event| *event == engage(engagement.skill.as_str(), engagement.step)));
            }
            if early_exit && let Some(at) = record.iter().position(|e| e.skill.as_str() == "t") {
                prop_assert_eq!(at, record.len() - 1);
            }
        }
    }
}
