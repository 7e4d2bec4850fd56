//! A comparison in sentences, the same on every screen and in every report.
//!
//! Must not decide anything.

use std::fmt;

use crate::core::measure::{
    comparison::{Comparison, Headline, Noise, SkillRow},
    looks::penalty,
    paired::{Bounds, Verdict},
};

/// Percentage points with their sign, and their interval.
fn points(delta: Option<f64>, bounds: Option<Bounds>) -> String {
    // Adding 0 takes the sign off a -0.
    let point = |share: f64| (share * 1000.0).round() / 10.0 + 0.0;
    match (delta, bounds) {
        (Some(delta), Some(Bounds { low, high })) => {
            format!("{:+.1} points [{:+.1}, {:+.1}]", point(delta), point(low), point(high))
        }
        _ => "—".to_owned(),
    }
}

/// `.012`; `<.001` below that, and `1` at the end.
fn chance(p: f64) -> String {
    match p {
        p if p < 0.001 => "<.001".to_owned(),
        p if p >= 0.9995 => "1".to_owned(),
        p => format!("{p:.3}").trim_start_matches('0').to_owned(),
    }
}

impl fmt::Display for Headline {
    /// `cannot tell: -3.1 points [-8.0, +1.9]; about 210 more queries would decide a difference of
    /// this size, attempts alone cannot`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { verdict, delta, bounds, needed, .. } = self;
        write!(f, "{verdict}: {}", points(*delta, *bounds))?;
        match (verdict, needed.queries) {
            (Verdict::Better | Verdict::Worse, _) => {
                if let Some(p) = self.p {
                    write!(f, ", p {}", chance(p))?;
                }
                Ok(())
            }
            (Verdict::CannotTell, Some(more)) => {
                let ones = if more == 1 { "query" } else { "queries" };
                write!(f, "; about {more} more {ones} would decide a difference of this size")?;
                match needed.attempts {
                    Some(attempts) => write!(f, ", or {attempts} attempts of each of these"),
                    None => f.write_str(", attempts alone cannot"),
                }
            }
            (Verdict::CannotTell, None) => f.write_str("; no difference was seen"),
            (Verdict::NotComparable, _) => Ok(()),
        }
    }
}

impl Headline {
    /// `look 4 at this baseline: p .012 x 10`; `None` at the first look, which costs nothing.
    pub fn look(&self) -> Option<String> {
        let p = self.p_of_one_look.filter(|_| self.looks > 1)?;
        let times = penalty(self.looks);
        Some(format!("look {} at this baseline: p {} x {times}", self.looks, chance(p)))
    }
}

impl fmt::Display for SkillRow {
    /// `cannot tell: 9 queries, 2 differ, a verdict takes 7`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { verdict, delta, bounds, units, differing, .. } = self;
        match (verdict, self.p_adjusted) {
            (Verdict::CannotTell, None) => {
                let (queries, takes) =
                    (if *units == 1 { "query" } else { "queries" }, self.least_differing);
                write!(
                    f,
                    "{verdict}: {units} {queries}, {differing} differ, a verdict takes {takes}"
                )
            }
            (Verdict::NotComparable, _) => write!(f, "{verdict}: {}", points(*delta, *bounds)),
            (_, p) => {
                write!(f, "{verdict}: {}", points(*delta, *bounds))?;
                p.map_or(Ok(()), |p| write!(f, ", p {}", chance(p)))
            }
        }
    }
}

impl fmt::Display for Noise {
    /// `about 4 expected from noise`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.expected_flips.round() {
            none if none < 1.0 => f.write_str("none expected from noise"),
            some => write!(f, "about {some} expected from noise"),
        }
    }
}

impl Comparison {
    /// `5 flips; about 4 expected from noise`: queries that hit more or less often than before.
    pub fn flips_in_words(&self) -> String {
        let flips = self.flips.hit_flips();
        format!("{flips} flip{}; {}", if flips == 1 { "" } else { "s" }, self.noise)
    }

    /// `12 same records, not a second measurement`; `None` where no record is shared.
    pub fn shared(&self) -> Option<String> {
        let n = self.same_records;
        let records = if n == 1 { "record" } else { "records" };
        (n > 0).then(|| format!("{n} same {records}, not a second measurement"))
    }
}
