//! Numbers that look random and are the same on every machine.
//!
//! splitmix64 (Steele, Lea and Flood, 2014): a dozen lines that pass the usual test batteries, where
//! a crate would tie results that are published with their seed to its version. Must not be used
//! for secrets.

/// A stream of numbers made by its seed alone.
#[derive(Clone, Debug)]
pub struct Stream {
    state: u64,
}

impl Stream {
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// 64 fair bits.
    pub fn bits(&mut self) -> u64 {
        let out = splitmix64(self.state);
        self.state = self.state.wrapping_add(GAMMA);
        out
    }

    /// Uniform in \[0, 1), in steps of 2^-53.
    pub fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }
}

/// 2^64 divided by the golden ratio, made odd.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of splitmix64 one step after `state`.
pub fn splitmix64(state: u64) -> u64 {
    let mut z = state.wrapping_add(GAMMA);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The place of a key in an order that is shuffled by a seed: it comes from the two alone, so that
/// keys which come or go leave the others in their order.
pub fn place(key: &[u8], seed: u64) -> u64 {
    splitmix64(fnv1a(key) ^ splitmix64(seed))
}

/// FNV-1a, 64 bits.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        let mut stream = Stream::new(0);
        let published = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f];
        assert_eq!([(); 3].map(|()| stream.bits()), published);
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
    }

    #[test]
    fn uniform_numbers_fill_the_unit_interval_evenly() {
        let mut stream = Stream::new(5);
        let drawn: Vec<f64> = (0..10_000).map(|_| stream.uniform()).collect();
        assert!(drawn.iter().all(|u| (0.0..1.0).contains(u)));
        let mean = drawn.iter().sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
    }
}
