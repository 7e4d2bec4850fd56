//! A stream that comes in pieces, with the secrets in it replaced wherever it was cut.
//!
//! Must not know what the pieces mean.

use super::{MARK, Scrubber, covered};

/// Holds back no more than what may be the beginning of a secret, so that whole lines pass at once.
#[derive(Debug)]
pub struct Flow {
    scrubber: Scrubber,
    held: Held,
}

/// What has not been told yet.
#[derive(Default)]
struct Held {
    bytes: Vec<u8>,
    /// The first so many belong to a secret whose mark is told already.
    told: usize,
}

/// The beginning of a secret may lie there.
impl std::fmt::Debug for Held {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes", self.bytes.len())
    }
}

impl Flow {
    pub(super) fn new(scrubber: Scrubber) -> Self {
        Self { scrubber, held: Held::default() }
    }

    /// Takes a piece in and gives what is sure by now.
    pub fn push(&mut self, piece: &[u8]) -> Vec<u8> {
        self.held.bytes.extend_from_slice(piece);
        let unsure = self.scrubber.unsure(&self.held.bytes);
        self.tell(self.held.bytes.len() - unsure)
    }

    /// The rest: nothing comes after it.
    pub fn finish(mut self) -> Vec<u8> {
        self.tell(self.held.bytes.len())
    }

    /// Tells the first `sure` bytes. A secret that begins there and ends behind them is whole:
    /// its mark is told, and what of it stays is remembered as told.
    fn tell(&mut self, sure: usize) -> Vec<u8> {
        let bytes = &self.held.bytes;
        let mut out = Vec::with_capacity(sure);
        let (mut at, mut told) = (0, self.held.told);
        let marks = covered::joined(std::iter::once(0..told).chain(self.scrubber.found(bytes)));
        for range in marks.iter().take_while(|range| range.start < sure) {
            out.extend_from_slice(&bytes[at..range.start]);
            if range.start > 0 || self.held.told == 0 {
                out.extend_from_slice(MARK.as_bytes());
            }
            at = range.end;
            told = range.end;
        }
        out.extend_from_slice(bytes.get(at..sure).unwrap_or_default());
        self.held.told = told.saturating_sub(sure);
        self.held.bytes.drain(..sure);
        out
    }
}
