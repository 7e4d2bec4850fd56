//! Times of one thing done again and again.

use std::time::Duration;

/// At least one time, sorted.
pub struct Sample(Vec<f64>);

impl Sample {
    /// # Panics
    /// Without a time.
    pub fn of(times: impl IntoIterator<Item = Duration>) -> Self {
        let mut sorted: Vec<f64> = times.into_iter().map(|time| time.as_secs_f64() * 1e3).collect();
        assert!(!sorted.is_empty(), "nothing was timed");
        sorted.sort_by(f64::total_cmp);
        Self(sorted)
    }

    /// The time, in milliseconds, that a share of all does not exceed.
    pub fn quantile(&self, share: f64) -> f64 {
        let rank = (share * self.0.len() as f64).ceil() as usize;
        self.0[rank.clamp(1, self.0.len()) - 1]
    }

    pub fn spread(&self) -> String {
        let [least, middle, high] = [0.0, 0.5, 0.95].map(|share| self.quantile(share));
        format!("{} times: least {least:.1}, median {middle:.1}, p95 {high:.1} ms", self.0.len())
    }
}
