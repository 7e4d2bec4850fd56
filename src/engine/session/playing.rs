//! The clock of a playback: the run's own time, at the pace that is wished for.
//!
//! Must not know what happens when.

use std::time::Duration;

use tokio::time::Instant;

use crate::core::workbench::{Workbench, playback::Playback};

/// Where the playback was when, and how fast it goes from there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Playhead(Option<(Instant, Playback)>);

impl Playhead {
    /// Takes the place over that a bench is at now.
    pub fn set(&mut self, bench: &Workbench, now: Instant) {
        self.0 = bench.playback().map(|playback| (now, playback));
    }

    /// The time of the run that it is by now; it stands still while the bench waits.
    pub fn at_ms(&self, bench: &Workbench, now: Instant) -> u64 {
        let Some((then, playback)) = self.0 else { return 0 };
        if bench.next_cue_ms().is_none() {
            return playback.at_ms;
        }
        let passed = now.saturating_duration_since(then).as_secs_f64() * 1_000.0;
        // A float that is too large becomes the largest number there is.
        playback.at_ms.saturating_add((passed * playback.pace.factor()).round() as u64)
    }

    /// When the next thing happens; `None` where nothing does by itself, or nobody lives to see it.
    pub fn due(&self, bench: &Workbench) -> Option<Instant> {
        let (then, playback) = self.0?;
        let left_ms = bench.next_cue_ms()?.saturating_sub(playback.at_ms) as f64;
        let seconds = left_ms / 1_000.0 / playback.pace.factor();
        then.checked_add(Duration::try_from_secs_f64(seconds).ok()?)
    }
}
