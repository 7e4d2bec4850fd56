//! How long to wait before a request is tried again, and when to give up.
//!
//! Must not know why it failed.

use std::{
    hash::{BuildHasher, RandomState},
    time::Duration,
};

/// Requests for one response, the first one included.
const TRIES: u32 = 5;

/// The longest that one probe waits in all.
const PATIENCE: Duration = Duration::from_secs(60);

/// Between the first two; doubled from there on.
const FIRST: Duration = Duration::from_millis(500);

/// The waits of one probe.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    tries: u32,
    waited: Duration,
}

/// There is no further try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GiveUp {
    /// So many requests failed.
    Tries(u32),
    /// The service asks for more time than is left.
    TooLong(Duration),
}

impl Backoff {
    /// A response came: the next one has all its tries. What was waited stays waited.
    pub fn succeeded(&mut self) {
        self.tries = 0;
    }

    /// The time to wait after one more failure: what the service `asked` for, else twice that of
    /// the last time, somewhat scattered so that probes do not all come back at once.
    pub fn next(&mut self, asked: Option<Duration>) -> Result<Duration, GiveUp> {
        self.tries += 1;
        if self.tries >= TRIES {
            return Err(GiveUp::Tries(self.tries));
        }
        let own = (FIRST * (1 << (self.tries - 1))).mul_f64(scatter());
        let wait = asked.unwrap_or(own);
        if self.waited.saturating_add(wait) > PATIENCE {
            return Err(GiveUp::TooLong(wait));
        }
        self.waited += wait;
        Ok(wait)
    }
}

impl std::fmt::Display for GiveUp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Tries(tries) => write!(f, "tried {tries} times"),
            Self::TooLong(wait) => write!(
                f,
                "to be tried again in {} s, and a probe waits {} s in all",
                wait.as_secs(),
                PATIENCE.as_secs()
            ),
        }
    }
}

/// From 0.5 to 1, of the chance that keys of hash maps are made of.
fn scatter() -> f64 {
    let draw = RandomState::new().hash_one(());
    0.5 + 0.5 * (draw as f64 / u64::MAX as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_and_come_to_an_end() {
        let mut backoff = Backoff::default();
        for most in [500, 1000, 2000, 4000] {
            let wait = backoff.next(None).unwrap().as_millis();
            assert!((most / 2..=most).contains(&wait), "{wait}");
        }
        assert_eq!(backoff.next(None), Err(GiveUp::Tries(5)));
        backoff.succeeded();
        assert!(backoff.next(None).is_ok());
    }

    #[test]
    fn what_a_service_asks_for_is_waited_for_as_long_as_there_is_patience() {
        let mut backoff = Backoff::default();
        let seconds = Duration::from_secs;
        assert_eq!(backoff.next(Some(seconds(40))), Ok(seconds(40)));
        assert_eq!(backoff.next(Some(seconds(30))), Err(GiveUp::TooLong(seconds(30))));
        assert_eq!(backoff.next(Some(seconds(20))), Ok(seconds(20)));
        assert_eq!(backoff.next(Some(Duration::MAX)), Err(GiveUp::TooLong(Duration::MAX)));
    }
}
