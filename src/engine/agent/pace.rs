//! Plays at their pace: the times of a play made real, scaled.
//!
//! Must not know where plays come from.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::{
    core::trajectory::{End, Play},
    engine::agent::EventSink,
};

/// How many times faster than written a play runs.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Speed(f64);

impl Speed {
    /// As written.
    pub const REAL: Self = Self(1.0);
    /// No waiting at all.
    pub const INSTANT: Self = Self(f64::INFINITY);

    /// `None` unless `factor` is above 0; infinity is [`Speed::INSTANT`].
    pub fn times(factor: f64) -> Option<Self> {
        (factor > 0.0).then_some(Self(factor))
    }

    pub fn factor(self) -> f64 {
        self.0
    }

    /// The time that `ms` of a play take.
    fn scale(self, ms: u64) -> Duration {
        // Out of range only for a play that nobody would live to see.
        Duration::try_from_secs_f64(ms as f64 / 1000.0 / self.0).unwrap_or(Duration::MAX)
    }
}

/// Tells each event at its time, counted from now; returns early when told to.
pub(super) async fn perform(
    play: Play,
    speed: Speed,
    sink: &mut EventSink,
    cancel: &CancellationToken,
) -> End {
    let wait = Wait { start: Instant::now(), speed, cancel };
    for event in play.events {
        if !wait.until(event.at_ms).await || sink.emit(event).await.is_break() {
            return play.end;
        }
    }
    if wait.until(play.lasts_ms).await {
        sink.passed(play.lasts_ms);
    }
    play.end
}

struct Wait<'a> {
    start: Instant,
    speed: Speed,
    cancel: &'a CancellationToken,
}

impl Wait<'_> {
    /// Returns at that time of the play with true, or at once with false when cancelled.
    async fn until(&self, ms: u64) -> bool {
        let wait = self.speed.scale(ms);
        if wait.is_zero() {
            return !self.cancel.is_cancelled();
        }
        let Some(then) = self.start.checked_add(wait) else {
            self.cancel.cancelled().await;
            return false;
        };
        tokio::select! {
            biased;
            () = self.cancel.cancelled() => false,
            () = sleep_until(then) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_scale() {
        let scaled = |speed: Option<Speed>, ms| speed.map(|speed| speed.scale(ms));
        assert_eq!(scaled(Speed::times(2.0), 900), Some(Duration::from_millis(450)));
        assert_eq!(scaled(Some(Speed::REAL), 7), Some(Duration::from_millis(7)));
        assert_eq!(scaled(Speed::times(f64::INFINITY), 900), Some(Duration::ZERO));
        assert_eq!(scaled(Speed::times(1e-300), u64::MAX), Some(Duration::MAX));
        for none in [0.0, -1.0, f64::NAN] {
            assert_eq!(Speed::times(none), None);
        }
    }
}
