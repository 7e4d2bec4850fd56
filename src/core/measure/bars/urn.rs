//! Attempts of one query whose rate is unknown, drawn without ever drawing the rate.
//!
//! Pólya's urn: attempts at a beta-distributed rate are what comes out of an urn to which every
//! attempt adds its like. Must not know what is measured.

use crate::core::seeded::Stream;

/// The attempts of one query so far, at a rate around `mu` with attempts going together by `rho`.
#[derive(Clone, Debug)]
pub struct Urn {
    mu: f64,
    rho: f64,
    hits: f64,
    attempts: f64,
}

impl Urn {
    /// `mu` in \[0, 1\], `rho` in \[0, 1).
    pub fn new(mu: f64, rho: f64) -> Self {
        Self { mu, rho, hits: 0.0, attempts: 0.0 }
    }

    /// Hits of the next `n` attempts.
    pub fn hits(&mut self, n: u32, stream: &mut Stream) -> u32 {
        (0..n).map(|_| u32::from(self.draw(stream))).sum()
    }

    fn draw(&mut self, stream: &mut Stream) -> bool {
        let Self { mu, rho, hits, attempts } = *self;
        let rate = (mu * (1.0 - rho) + hits * rho) / (1.0 - rho + attempts * rho);
        let hit = stream.uniform() < rate;
        self.hits += f64::from(u8::from(hit));
        self.attempts += 1.0;
        hit
    }
}

/// A rate of Beta(4, 2), mean 2/3: the fourth of five uniform numbers by size.
pub fn skill_rate(stream: &mut Stream) -> f64 {
    let mut five = [(); 5].map(|()| stream.uniform());
    five.sort_unstable_by(f64::total_cmp);
    five[3]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::measure::exact::Model;

    #[test]
    fn the_urn_draws_what_the_exact_model_says() {
        let (mut stream, draws) = (Stream::new(3), 20_000);
        let model = Model { units: 1, attempts: 3, mu: 0.7, rho: 0.4 };
        let mut counts = [0u32; 4];
        for _ in 0..draws {
            counts[Urn::new(0.7, 0.4).hits(3, &mut stream) as usize] += 1;
        }
        for (count, chance) in counts.into_iter().zip(model.hits()) {
            let share = f64::from(count) / f64::from(draws);
            assert!((share - chance).abs() < 0.012, "{share} is not {chance}");
        }
    }

    #[test]
    fn skills_are_right_two_times_in_three() {
        let mut stream = Stream::new(4);
        let mean = (0..20_000).map(|_| skill_rate(&mut stream)).sum::<f64>() / 20_000.0;
        assert!((mean - 2.0 / 3.0).abs() < 0.005, "{mean}");
    }
}
