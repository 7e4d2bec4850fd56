//! How alike skills are by their words, without scoring any pair again.

use std::{collections::HashMap, sync::OnceLock};

use crate::core::lexical::Lexicon;

/// Two skills, compared both ways. Positions of the lexicon, the lower first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Close {
    pub a: usize,
    pub b: usize,
    /// The stronger of both directions.
    pub ratio: f64,
    /// Symmetric, in 0..=1; too low where one of them has too many closer rivals to count this one.
    pub similarity: f64,
}

/// The pairs of one lexicon, found when the first rule asks: several rules go by them.
#[derive(Clone, Debug, Default)]
pub struct Pairs(OnceLock<Vec<Close>>);

impl Pairs {
    pub(super) fn of(&self, lexicon: &Lexicon) -> &[Close] {
        self.0.get_or_init(|| close(lexicon))
    }
}

/// All pairs of rivals, by position. Linear in the rivals that each skill keeps.
fn close(lexicon: &Lexicon) -> Vec<Close> {
    let rows = &lexicon.neighbourhood().rows;
    let mut ways: HashMap<(usize, usize), (f64, f64)> = HashMap::new();
    for (at, row) in rows.iter().enumerate() {
        for rival in &row.rivals {
            let pair = (at.min(rival.index), at.max(rival.index));
            let ratios = ways.entry(pair).or_default();
            *if at < rival.index { &mut ratios.0 } else { &mut ratios.1 } = rival.ratio;
        }
    }
    let own = |at: usize| rows.get(at).map_or(0.0, |row| row.self_score);
    let mut pairs: Vec<Close> = ways
        .into_iter()
        .map(|((a, b), (by_b, by_a))| {
            // Whoever has a rival has words, so the smaller score is above 0.
            let scale = (own(a) / own(b)).sqrt();
            let similarity = if scale > 0.0 && scale.is_finite() {
                (by_b * scale + by_a / scale) / 2.0
            } else {
                0.0
            };
            Close { a, b, ratio: by_b.max(by_a), similarity: similarity.clamp(0.0, 1.0) }
        })
        .collect();
    pairs.sort_by_key(|pair| (pair.a, pair.b));
    pairs
}

#[cfg(test)]
mod tests {
    use super::close;
    use crate::core::lint::testing::lexicon;

    #[test]
    fn they_are_compared_as_the_catalog_compares_them() {
        let lexicon = lexicon(&[
            ("a", "Import tables from files."),
            ("b", "Import tables from pictures and files."),
            ("c", "Resize pictures."),
        ]);
        let pairs = close(&lexicon);
        assert_eq!(pairs.iter().map(|p| (p.a, p.b)).collect::<Vec<_>>(), [(0, 1), (1, 2)]);
        for found in pairs {
            let pair = lexicon.field().pair(found.a, found.b);
            assert!((found.similarity - pair.similarity).abs() < 1e-9, "{found:?} {pair:?}");
            assert_eq!(pair.ratio(), Some(found.ratio));
        }
    }
}
