//! When a batch of events is complete: a pure state machine over instants that it is given.
//!
//! Must not know clocks, files or events. The one that drives it sleeps until
//! [`Debounce::deadline`], and not at all while there is none.

use std::time::Duration;

use tokio::time::Instant;

#[derive(Debug)]
pub(super) struct Debounce {
    quiet: Duration,
    cap: Duration,
    window: Option<Window>,
}

#[derive(Clone, Copy, Debug)]
struct Window {
    /// The first event of the batch.
    opened: Instant,
    /// From here the cap counts: the first event, or the last hold.
    since: Instant,
    last: Instant,
    not_before: Instant,
}

impl Debounce {
    pub fn new(quiet: Duration, cap: Duration) -> Self {
        Self { quiet, cap, window: None }
    }

    /// An event happened.
    pub fn note(&mut self, now: Instant) {
        let fresh = Window { opened: now, since: now, last: now, not_before: now };
        self.window.get_or_insert(fresh).last = now;
    }

    /// When the batch is complete if nothing more happens; `None` while there is no batch.
    pub fn deadline(&self) -> Option<Instant> {
        let window = self.window?;
        let calm = (window.last + self.quiet).min(window.since + self.cap);
        Some(calm.max(window.not_before))
    }

    pub fn due(&self, now: Instant) -> bool {
        self.deadline().is_some_and(|deadline| deadline <= now)
    }

    /// Keeps the batch open for `pause` at least. The cap counts from now.
    pub fn hold(&mut self, now: Instant, pause: Duration) {
        if let Some(window) = &mut self.window {
            window.since = now;
            window.not_before = now + pause;
        }
    }

    /// How long the batch has been open, holds included; zero without a batch.
    pub fn age(&self, now: Instant) -> Duration {
        self.window.map_or(Duration::ZERO, |window| now.duration_since(window.opened))
    }

    /// The batch is taken.
    pub fn close(&mut self) {
        self.window = None;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const QUIET: u64 = 25;
    const CAP: u64 = 100;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn debounce() -> Debounce {
        Debounce::new(ms(QUIET), ms(CAP))
    }

    #[test]
    fn nothing_to_wait_for_when_nothing_happened() {
        let mut debounce = debounce();
        assert_eq!(debounce.deadline(), None);
        let start = Instant::now();
        debounce.note(start);
        debounce.close();
        assert_eq!(debounce.deadline(), None);
        assert!(!debounce.due(start + ms(1_000)));
    }

    #[test]
    fn each_event_puts_the_end_off_up_to_the_cap() {
        let (mut debounce, start) = (debounce(), Instant::now());
        debounce.note(start);
        assert_eq!(debounce.deadline(), Some(start + ms(25)));
        debounce.note(start + ms(20));
        assert_eq!(debounce.deadline(), Some(start + ms(45)));
        for at in (30..100).step_by(10) {
            debounce.note(start + ms(at));
        }
        assert_eq!(debounce.deadline(), Some(start + ms(100)));
    }

    #[test]
    fn a_hold_outlasts_the_cap_and_keeps_the_age() {
        let (mut debounce, start) = (debounce(), Instant::now());
        debounce.note(start);
        debounce.hold(start + ms(100), ms(50));
        assert_eq!(debounce.deadline(), Some(start + ms(150)));
        debounce.note(start + ms(140));
        assert_eq!(debounce.deadline(), Some(start + ms(165)));
        assert_eq!(debounce.age(start + ms(165)), ms(165));
    }

    proptest! {
        /// Whatever the events, a batch ends after the quiet time or at the cap, never else.
        #[test]
        fn batches_end_by_quiet_or_by_cap(gaps in proptest::collection::vec(0u64..60, 1..200)) {
            let (mut debounce, start) = (debounce(), Instant::now());
            let (mut now, mut first, mut last) = (0, None::<u64>, 0);
            for gap in gaps {
                let next = now + gap;
                if let Some(deadline) = debounce.deadline() {
                    let ends = deadline.duration_since(start);
                    if ends <= ms(next) {
                        let opened = first.expect("a deadline has a first event");
                        prop_assert_eq!(ends, ms((last + QUIET).min(opened + CAP)));
                        debounce.close();
                        first = None;
                    }
                }
                now = next;
                debounce.note(start + ms(now));
                first.get_or_insert(now);
                last = now;
            }
        }
    }
}
