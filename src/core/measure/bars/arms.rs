//! Two arms of one plan, drawn: the same rates in both, or an edit between them.
//!
//! Must not know what must hold.

use crate::core::{
    measure::{
        bars::urn::Urn,
        paired::{Good, Pair, Paired, Verdict},
        rate::Share,
        wilson::Confidence,
    },
    seeded::Stream,
};

/// The rate that a query which an edit moves has afterwards.
pub const MOVED: f64 = 0.95;

/// Two arms of one plan.
#[derive(Clone, Copy)]
pub struct Arms {
    pub units: u32,
    pub attempts: u32,
    pub mu: f64,
    pub rho: f64,
    pub effect: Effect,
}

#[derive(Clone, Copy)]
pub enum Effect {
    None,
    /// Mean difference: some queries move to [`MOVED`].
    Gain(f64),
    /// This share of the queries gets a fresh rate, so that gains and losses cancel.
    Mixed(f64),
}

impl Arms {
    pub fn pair(&self, stream: &mut Stream) -> Pair {
        let Self { attempts, mu, rho, effect, .. } = *self;
        let share = |hits: u32| Share { hits: hits as usize, n: attempts as usize };
        let mut urn = Urn::new(mu, rho);
        let before = urn.hits(attempts, stream);
        let chance = match effect {
            Effect::None => 0.0,
            Effect::Gain(d) => d / (MOVED - mu),
            Effect::Mixed(part) => part,
        };
        if stream.uniform() < chance {
            urn = match effect {
                Effect::Mixed(_) => Urn::new(mu, rho),
                _ => Urn::new(MOVED, 0.0),
            };
        }
        Pair { before: share(before), after: share(urn.hits(attempts, stream)) }
    }

    pub fn compare(&self, stream: &mut Stream) -> Paired {
        let pairs = (0..self.units).map(|_| self.pair(stream)).collect();
        Paired::of(pairs, Confidence::default())
    }

    /// How often a comparison is better or worse, and how often its interval alone would say so.
    pub fn decided(&self, draws: u32, seed: u64) -> [f64; 2] {
        let mut stream = Stream::new(seed);
        let (mut verdicts, mut intervals) = (0u32, 0u32);
        for _ in 0..draws {
            let paired = self.compare(&mut stream);
            verdicts += u32::from(decided(paired.verdict(paired.p, Good::Rise)));
            intervals += u32::from(paired.interval.is_some_and(|i| i.exclude_zero()));
        }
        [verdicts, intervals].map(|n| f64::from(n) / f64::from(draws))
    }
}

pub fn decided(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Better | Verdict::Worse)
}
