//! How many probes may run at a time while a service says that it is asked too often.
//!
//! Halves at the first word of it and rests; goes up by one after as many good ends as run at a
//! time. Pure: times come in. Must not know what runs.

use std::time::Duration;

use tokio::time::Instant;

/// The first rest, which doubles with each that follows without a good end between.
const REST: Duration = Duration::from_secs(1);
const LONGEST_REST: Duration = Duration::from_secs(60);

/// Follows what the service says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Throttle {
    most: usize,
    now: usize,
    /// None begins before.
    until: Option<Instant>,
    rest: Duration,
    good: usize,
}

impl Throttle {
    pub fn of(most: usize) -> Self {
        Self { most, now: most, until: None, rest: REST, good: 0 }
    }

    /// The service says that it is asked too often; `running` probes are under way. What the same
    /// crowd says while it rests is one word.
    pub fn limited(&mut self, running: usize, at: Instant) {
        self.good = 0;
        if self.until.is_some_and(|until| at < until) {
            return;
        }
        self.now = (self.now.min(running.max(1)) / 2).max(1);
        self.until = Some(at + self.rest);
        self.rest = (self.rest * 2).min(LONGEST_REST);
    }

    /// A probe ended without a word of it. One that ended in the rest was begun before it.
    pub fn fine(&mut self, at: Instant) {
        if self.rests_until(at).is_some() {
            return;
        }
        self.good += 1;
        if self.good < self.now {
            return;
        }
        self.good = 0;
        self.rest = REST;
        self.now = (self.now + 1).min(self.most);
    }

    /// So many may run now.
    pub fn allows(&self) -> usize {
        self.now
    }

    /// None may begin before this; `None` where nothing rests.
    pub fn rests_until(&self, at: Instant) -> Option<Instant> {
        self.until.filter(|until| at < *until)
    }

    /// So many of so many may run; `None` where all may.
    pub fn slowed(&self) -> Option<(usize, usize)> {
        (self.now < self.most).then_some((self.now, self.most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_that_is_refused_is_halved_once_and_rests() {
        let start = Instant::now();
        let mut throttle = Throttle::of(8);
        (0..5).for_each(|_| throttle.limited(8, start));
        assert_eq!((throttle.allows(), throttle.slowed()), (4, Some((4, 8))));
        assert_eq!(throttle.rests_until(start), Some(start + REST));
        let later = start + REST;
        assert_eq!(throttle.rests_until(later), None);
        throttle.limited(4, later);
        assert_eq!(throttle.allows(), 2);
        assert_eq!(throttle.rests_until(later), Some(later + 2 * REST), "twice as long");
        (1..20).for_each(|n| throttle.limited(1, later + n * LONGEST_REST));
        assert_eq!(throttle.allows(), 1);
        let last = later + 20 * LONGEST_REST;
        throttle.limited(1, last);
        assert_eq!(throttle.rests_until(last), Some(last + LONGEST_REST));
    }

    #[test]
    fn good_ends_bring_it_back_one_by_one() {
        let start = Instant::now();
        let mut throttle = Throttle::of(4);
        throttle.limited(4, start);
        assert_eq!(throttle.allows(), 2);
        (0..9).for_each(|_| throttle.fine(start));
        assert_eq!(throttle.allows(), 2, "these were begun before it rested");
        let mut ends = 0;
        while throttle.slowed().is_some() {
            throttle.fine(start + REST);
            ends += 1;
        }
        assert_eq!(ends, 2 + 3, "as many as run at a time, each time");
        throttle.fine(start + REST);
        assert_eq!(throttle.allows(), 4, "and no further");
    }
}
