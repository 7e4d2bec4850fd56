//! Shares and estimates with their intervals, as every view and report shows them.
//!
//! Must not know what was counted.

use serde::{Deserialize, Serialize};

/// A share with its interval: `hits` of `n`.
///
/// Serialised flat: `{"hits","n","rate","low","high","method","confidence"}`, undefined as null.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(into = "Flat", from = "Flat")]
pub struct Rate {
    /// A count, or a sum of values in \[0, 1\].
    pub hits: f64,
    pub n: f64,
    /// `None` when `n` is 0: undefined, never 0.
    pub rate: Option<f64>,
    /// `Some` exactly when `rate` is.
    pub interval: Option<Interval>,
    /// What `n` is worth; not serialised.
    pub draws: Draws,
}

/// A figure that is no plain share of two counts, such as F1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    pub value: Option<f64>,
    /// `None` when the value is undefined, or when no sound interval is known for it.
    pub interval: Option<Interval>,
    /// What the attempts behind the value are worth.
    #[serde(skip)]
    pub draws: Draws,
}

impl From<Rate> for Estimate {
    fn from(Rate { rate, interval, draws, .. }: Rate) -> Self {
        Self { value: rate, interval, draws }
    }
}

/// A count of a count, without an interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Share {
    pub hits: usize,
    pub n: usize,
}

impl Share {
    /// `None` when `n` is 0.
    pub fn rate(self) -> Option<f64> {
        (self.n > 0).then(|| self.hits as f64 / self.n as f64)
    }
}

impl std::iter::Sum for Share {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), |sum, part| Self {
            hits: sum.hits + part.hits,
            n: sum.n + part.n,
        })
    }
}

/// What the attempts behind a rate are worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Draws {
    /// Units with an attempt in the denominator.
    pub units: u32,
    /// Attempts of all units.
    pub attempts: f64,
    /// How far attempts of one unit go together, in \[0, 1\]; `None` without repeated attempts.
    pub rho: Option<f64>,
    /// Independent draws that all attempts are worth; `None` without attempts.
    pub effective: Option<f64>,
}

/// A two-sided confidence interval within \[0, 1\].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
    /// For example 0.95.
    pub confidence: f64,
    pub method: Method,
}

impl Interval {
    pub fn width(&self) -> f64 {
        self.high - self.low
    }
}

/// How an interval was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Method {
    /// Every probe counts as an independent draw.
    Wilson,
    /// Probes of one unit count for less, as far as they go together.
    ClusteredWilson,
}

#[derive(Serialize, Deserialize)]
struct Flat {
    hits: f64,
    n: f64,
    rate: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    method: Option<Method>,
    confidence: Option<f64>,
}

impl From<Rate> for Flat {
    fn from(Rate { hits, n, rate, interval, .. }: Rate) -> Self {
        Self {
            hits,
            n,
            rate,
            low: interval.map(|i| i.low),
            high: interval.map(|i| i.high),
            method: interval.map(|i| i.method),
            confidence: interval.map(|i| i.confidence),
        }
    }
}

impl From<Flat> for Rate {
    fn from(flat: Flat) -> Self {
        let interval = match (flat.low, flat.high, flat.method, flat.confidence) {
            (Some(low), Some(high), Some(method), Some(confidence)) => {
                Some(Interval { low, high, confidence, method })
            }
            _ => None,
        };
        let draws = Draws::default();
        Self { hits: flat.hits, n: flat.n, rate: flat.rate, interval, draws }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_written_flat_and_undefined_as_null() {
        let interval =
            Interval { low: 0.25, high: 0.75, confidence: 0.95, method: Method::ClusteredWilson };
        let interval = Some(interval);
        let rate = Rate { hits: 1.0, n: 2.0, rate: Some(0.5), interval, ..Rate::default() };
        let text = serde_json::to_string(&rate).unwrap();
        assert_eq!(
            text,
            r#"{"hits":1.0,"n":2.0,"rate":0.5,"low":0.25,"high":0.75,"method":"clustered-wilson","confidence":0.95}"#
        );
        assert_eq!(serde_json::from_str::<Rate>(&text).unwrap(), rate);
        assert_eq!(
            serde_json::to_string(&Rate::default()).unwrap(),
            r#"{"hits":0.0,"n":0.0,"rate":null,"low":null,"high":null,"method":null,"confidence":null}"#
        );
    }
}
