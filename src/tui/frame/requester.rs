//! When the next frame is due. No tick: without a request there is no deadline and no wake-up.

use std::time::{Duration, Instant};

/// The least time between two frames that only the engine asked for: at most 30 a second.
const EVENT_INTERVAL: Duration = Duration::from_nanos(1_000_000_000 / 30);

/// Collects the wishes for a frame into one deadline.
///
/// A pure state machine; the loop tells it the time and sleeps until [`FrameRequester::due`].
#[derive(Clone, Debug, Default)]
pub struct FrameRequester {
    due: Option<Instant>,
    last_event_frame: Option<Instant>,
    /// An event is among the wishes of the next frame.
    event_waits: bool,
}

impl FrameRequester {
    /// Somebody typed: the frame is due at once.
    pub fn input(&mut self, now: Instant) {
        self.at(now);
    }

    /// The engine has news: the frame is due as soon as the rate allows.
    pub fn event(&mut self, now: Instant) {
        self.event_waits = true;
        let free = self.last_event_frame.map_or(now, |last| last + EVENT_INTERVAL);
        self.at(free.max(now));
    }

    /// Something on the screen ends by itself at `at` (a notice that fades).
    pub fn at(&mut self, at: Instant) {
        self.due = Some(self.due.map_or(at, |due| due.min(at)));
    }

    /// When the loop must wake to draw; `None` is never.
    pub fn due(&self) -> Option<Instant> {
        self.due
    }

    /// True when the frame should be drawn now.
    pub fn is_due(&self, now: Instant) -> bool {
        self.due.is_some_and(|due| due <= now)
    }

    /// A frame was drawn; it satisfied every wish so far.
    pub fn drawn(&mut self, now: Instant) {
        self.due = None;
        if std::mem::take(&mut self.event_waits) {
            self.last_event_frame = Some(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::FrameRequester;

    #[test]
    fn nothing_asked_nothing_due() {
        let now = Instant::now();
        let mut frames = FrameRequester::default();
        assert_eq!(frames.due(), None);
        frames.input(now);
        frames.drawn(now);
        assert_eq!(frames.due(), None);
    }

    #[test]
    fn a_thousand_events_a_second_are_thirty_frames() {
        let start = Instant::now();
        let mut frames = FrameRequester::default();
        let mut drawn = 0;
        for ms in 0..1000 {
            let now = start + Duration::from_millis(ms);
            frames.event(now);
            if frames.is_due(now) {
                frames.drawn(now);
                drawn += 1;
            }
        }
        assert!((28..=31).contains(&drawn), "{drawn} frames");
    }

    #[test]
    fn a_key_does_not_wait_for_the_rate_of_events() {
        let start = Instant::now();
        let mut frames = FrameRequester::default();
        frames.event(start);
        frames.drawn(start);
        let soon = start + Duration::from_millis(1);
        frames.event(soon);
        assert!(!frames.is_due(soon));
        frames.input(soon);
        assert!(frames.is_due(soon));
        // That frame showed the event too, so the next event waits its full turn.
        frames.drawn(soon);
        frames.event(soon + Duration::from_millis(1));
        assert!(!frames.is_due(start + Duration::from_millis(34)));
    }

    #[test]
    fn the_earliest_deadline_wins() {
        let now = Instant::now();
        let mut frames = FrameRequester::default();
        frames.at(now + Duration::from_secs(3));
        frames.at(now + Duration::from_secs(1));
        frames.at(now + Duration::from_secs(2));
        assert_eq!(frames.due(), Some(now + Duration::from_secs(1)));
    }
}
