//! What a plan will take, before anything is spent, and the caps that it must stay within.
//!
//! Must not know prices: what a probe takes is told from earlier ones.

/// Hard caps of one plan; no end to what has none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Caps {
    /// Probes that are made, those left out that were recorded before.
    pub probes: Option<usize>,
    /// US dollars.
    pub cost_usd: Option<f64>,
    /// Wall clock, pauses left out.
    pub duration_ms: Option<u64>,
}

impl Caps {
    /// Those of an agent that somebody is billed for.
    pub const PAID: Self =
        Self { probes: Some(200), cost_usd: Some(2.0), duration_ms: Some(20 * 60 * 1000) };

    /// Those of an agent, where nobody says anything: none for one that costs nothing.
    pub fn usual(paid: bool) -> Self {
        if paid { Self::PAID } else { Self::default() }
    }

    /// What each of several plans may take that run beside each other and are one to whoever pays.
    #[must_use]
    pub fn shared(self, plans: usize) -> Self {
        let plans = plans.max(1);
        Self {
            probes: self.probes.map(|probes| (probes / plans).max(1)),
            cost_usd: self.cost_usd.map(|usd| usd / plans as f64),
            duration_ms: self.duration_ms,
        }
    }

    /// The cap of time.
    pub fn minutes(&self) -> Option<f64> {
        self.duration_ms.map(|ms| ms as f64 / 60_000.0)
    }

    /// `200 probes`, `$2`, `20 minutes`: a cap as it was set; `None` where there is none.
    pub fn told(&self, cap: Over) -> Option<String> {
        Some(match cap {
            Over::Probes => match self.probes? {
                1 => "1 probe".to_owned(),
                probes => format!("{probes} probes"),
            },
            Over::Cost => format!("${}", self.cost_usd?),
            Over::Duration => format!("{} minutes", self.minutes()?),
        })
    }
}

/// Mean of what one probe took so far; `None` where nothing is known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PerProbe {
    pub duration_ms: Option<f64>,
    pub cost_usd: Option<f64>,
}

/// What a plan is expected to take; `None` where nothing is known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    pub probes: usize,
    pub duration_ms: Option<u64>,
    pub cost_usd: Option<f64>,
}

/// A cap that is reached, or that an estimate goes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    Probes,
    Cost,
    Duration,
}

impl Estimate {
    /// `concurrency` probes run at a time; 0 counts as 1.
    pub fn of(probes: usize, each: PerProbe, concurrency: usize) -> Self {
        let rounds = probes.div_ceil(concurrency.max(1));
        Self {
            probes,
            duration_ms: each.duration_ms.map(|ms| (ms.max(0.0) * rounds as f64).round() as u64),
            cost_usd: each.cost_usd.map(|usd| usd.max(0.0) * probes as f64),
        }
    }

    /// The caps that would be reached, in the order of the fields.
    pub fn over(&self, caps: &Caps) -> Vec<Over> {
        let over = [
            (caps.probes.is_some_and(|cap| self.probes > cap), Over::Probes),
            (above(self.cost_usd, caps.cost_usd), Over::Cost),
            (above(self.duration_ms, caps.duration_ms), Over::Duration),
        ];
        over.into_iter().filter(|(reached, _)| *reached).map(|(_, cap)| cap).collect()
    }
}

/// Both are known, and the first is more.
fn above<T: PartialOrd>(value: Option<T>, cap: Option<T>) -> bool {
    value.zip(cap).is_some_and(|(value, cap)| value > cap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_by_rounds_and_money_by_probes() {
        let each = PerProbe { duration_ms: Some(1500.0), cost_usd: Some(0.01) };
        let estimate = Estimate::of(201, each, 4);
        assert_eq!(estimate.duration_ms, Some(51 * 1500));
        assert!((estimate.cost_usd.unwrap() - 2.01).abs() < 1e-9);
        assert_eq!(estimate.over(&Caps::usual(true)), [Over::Probes, Over::Cost]);
        assert_eq!(estimate.over(&Caps::usual(false)), []);
        let slow = PerProbe { duration_ms: Some(60_001.0), cost_usd: None };
        assert_eq!(Estimate::of(20, slow, 0).over(&Caps::usual(true)), [Over::Duration]);
    }

    #[test]
    fn plans_beside_each_other_share_what_there_is() {
        let each = Caps { probes: Some(100), cost_usd: Some(1.0), ..Caps::PAID };
        assert_eq!(Caps::PAID.shared(2), each);
        assert_eq!(
            (Caps::PAID.shared(1), Caps::default().shared(2)),
            (Caps::PAID, Caps::default())
        );
    }

    #[test]
    fn the_unknown_stays_unknown() {
        let estimate = Estimate::of(10, PerProbe::default(), 4);
        assert_eq!((estimate.duration_ms, estimate.cost_usd), (None, None));
        assert_eq!(estimate.over(&Caps::usual(true)), []);
    }
}
