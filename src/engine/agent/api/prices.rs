//! The prices that come along, read once.
//!
//! Must not know what they are for.

use crate::core::plan::Prices;

const BUNDLED: &str = include_str!("../../../../assets/prices.toml");

/// As it stands in the file, beside the day of the lists that the prices are taken from.
#[derive(Debug, serde::Deserialize)]
struct Sheet {
    prices: Prices,
}

/// Prices of models by their makers' lists. Held against the file by a test, so that it reads.
pub(super) fn bundled() -> Prices {
    toml::from_str::<Sheet>(BUNDLED).map(|sheet| sheet.prices).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::plan::Tokens;

    #[test]
    fn the_bundled_prices_are_read_and_are_dated() {
        let sheet: toml::Table = toml::from_str(BUNDLED).unwrap();
        assert_eq!(sheet["date"].as_str().map(str::len), Some("2026-01-01".len()));
        let price = bundled().find("claude-sonnet-4-5-20250929").unwrap();
        // As Claude Code reckons for 18,283 tokens in and 27 out.
        let tokens = Tokens { input: 18_283, output: 27, ..Tokens::default() };
        assert!((price.of(&tokens).unwrap() - 0.055_254).abs() < 1e-9);
        assert_eq!(bundled().find("llama-3.1-8b"), None);
    }
}
