//! What tokens cost: prices by model, as data, in US dollars.
//!
//! Must not know where the data comes from. A model without a price has none, which is not 0.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Tokens of model responses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// All that was read, those of the next two included.
    pub input: u64,
    /// Read from a cache.
    pub cached: u64,
    /// Written into a cache.
    pub written: u64,
    pub output: u64,
}

/// US dollars per million tokens of one model.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    pub input: f64,
    /// Read from a cache; as any input where it is not said.
    #[serde(default)]
    pub cached: Option<f64>,
    /// Written into a cache; as any input where it is not said.
    #[serde(default)]
    pub written: Option<f64>,
    pub output: f64,
    /// The most tokens of input that the price holds for; beyond it is another.
    #[serde(default)]
    pub up_to: Option<u64>,
}

/// Prices by the names of models.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Prices(BTreeMap<String, Price>);

impl Price {
    /// What one response cost; `None` where the price does not hold for so much input.
    pub fn of(&self, tokens: &Tokens) -> Option<f64> {
        if self.up_to.is_some_and(|most| tokens.input > most) {
            return None;
        }
        let fresh = tokens.input.saturating_sub(tokens.cached.saturating_add(tokens.written));
        let parts = [
            (fresh, self.input),
            (tokens.cached, self.cached.unwrap_or(self.input)),
            (tokens.written, self.written.unwrap_or(self.input)),
            (tokens.output, self.output),
        ];
        Some(parts.iter().map(|(count, usd)| *count as f64 * usd / 1e6).sum())
    }

    /// A price is an amount of money and no less than nothing.
    pub fn is_one(&self) -> bool {
        let amounts = [Some(self.input), self.cached, self.written, Some(self.output)];
        amounts.into_iter().flatten().all(|usd| usd.is_finite() && usd >= 0.0)
    }
}

impl Prices {
    /// These, and before them those of `own`.
    #[must_use]
    pub fn with(mut self, own: Self) -> Self {
        self.0.extend(own.0);
        self
    }

    /// Sets the price of a model.
    pub fn set(&mut self, model: &str, price: Price) {
        self.0.insert(model.to_owned(), price);
    }

    /// Models with their prices, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Price)> {
        self.0.iter().map(|(model, price)| (model.as_str(), price))
    }

    /// The price of a model: by its whole name, else by its name without the date or the `latest`
    /// behind it. Another model whose name only begins alike costs something else.
    pub fn find(&self, model: &str) -> Option<Price> {
        let named = |(name, _): &(&String, &Price)| {
            model.strip_prefix(name.as_str()).is_some_and(|rest| rest.is_empty() || is_issue(rest))
        };
        let found = self.0.iter().filter(named).max_by_key(|(name, _)| name.len());
        found.map(|(_, price)| *price).filter(Price::is_one)
    }
}

/// `-20251001`, `-2025-10-01`, `@20251001`, `-latest`, `-001`.
fn is_issue(rest: &str) -> bool {
    let Some(rest) = rest.strip_prefix(['-', '@']) else { return false };
    let digits = rest.chars().filter(char::is_ascii_digit).count();
    let date = rest.chars().all(|c| c.is_ascii_digit() || c == '-');
    rest == "latest" || date && matches!(digits, 3 | 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(input: f64) -> Price {
        Price { input, cached: Some(input / 10.0), written: None, output: 5.0 * input, up_to: None }
    }

    fn prices() -> Prices {
        let models = [("gpt-5", 1.25), ("gpt-5-mini", 0.25), ("claude-haiku-4-5", 1.0)];
        Prices(models.map(|(name, input)| (name.to_owned(), price(input))).into())
    }

    #[test]
    fn each_kind_of_token_has_its_price() {
        let tokens = Tokens { input: 1_000_000, cached: 600_000, written: 100_000, output: 10_000 };
        let cost = price(2.0).of(&tokens).unwrap();
        assert!((cost - (0.3 * 2.0 + 0.6 * 0.2 + 0.1 * 2.0 + 0.01 * 10.0)).abs() < 1e-12);
        let odd = Tokens { input: 1, cached: 5, written: u64::MAX, output: 0 };
        assert!(price(2.0).of(&odd).unwrap().is_finite());
    }

    #[test]
    fn beyond_what_it_holds_for_there_is_no_price() {
        let price = Price { up_to: Some(200_000), ..price(1.0) };
        let of = |input| price.of(&Tokens { input, ..Tokens::default() });
        assert_eq!((of(200_000).is_some(), of(200_001)), (true, None));
    }

    #[test]
    fn a_model_is_found_by_its_name_and_not_by_its_beginning() {
        let found = |model: &str| prices().find(model).map(|price| price.input);
        assert_eq!(found("gpt-5-mini"), Some(0.25));
        for issue in ["gpt-5", "gpt-5-2025-08-07", "gpt-5-latest"] {
            assert_eq!(found(issue), Some(1.25), "{issue}");
        }
        assert_eq!(found("claude-haiku-4-5@20251001"), Some(1.0));
        for other in ["gpt-5-pro", "gpt-5.4", "gpt-5-mini-x", "vendor/gpt-5", "gpt", "gpt-50", ""] {
            assert_eq!(found(other), None, "{other}");
        }
    }

    #[test]
    fn somebodys_own_price_goes_first_and_nonsense_is_none() {
        let own = |input| Prices([("gpt-5".to_owned(), price(input))].into());
        assert_eq!(prices().with(own(9.0)).find("gpt-5").map(|price| price.input), Some(9.0));
        assert_eq!(prices().with(own(-1.0)).find("gpt-5"), None);
        assert_eq!(prices().with(own(f64::NAN)).find("gpt-5"), None);
    }
}
