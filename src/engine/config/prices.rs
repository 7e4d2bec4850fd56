//! The table `prices`: what tokens of models cost, in a person's own words.
//!
//! Knows TOML; must not know what prices come along.

use toml::de::{DeTable, DeValue};

use super::{Source, read::Reader, read::plain, value::Value};
use crate::core::{diagnostic::Severity, plan::Price};

/// Name of the table.
pub(super) const PRICES: &str = "prices";

/// What a price consists of, and the two parts that it needs.
pub(super) const PARTS: [&str; 5] = ["input", "output", "cached", "written", "up_to"];
pub(super) const NEEDED: [&str; 2] = ["input", "output"];

impl Reader<'_> {
    pub(super) fn prices(&mut self, table: &DeTable<'_>) {
        for (model, value) in table {
            if self.source != Source::User {
                // It decides what counts against a cap.
                let message =
                    format!("`prices.{}` counts only in your own configuration.", model.get_ref());
                let remedy = "Put it there if you want it; a project cannot set it for you.";
                self.problem(Severity::Warning, "config-scope", model.span(), message, remedy);
                continue;
            }
            let price = match value.get_ref() {
                DeValue::Table(parts) => price(parts),
                _ => None,
            };
            match price {
                Some(price) => self.config.prices.set(model.get_ref(), price),
                None => {
                    let message =
                        format!("`prices.{}` is no price, so it is ignored.", model.get_ref());
                    let remedy = "Write { input = 1.0, output = 5.0 }: US dollars per million tokens; \
                        cached, written and up_to may be there too.";
                    self.problem(Severity::Error, "config-value", value.span(), message, remedy);
                }
            }
        }
    }
}

/// `None` where a part is unknown, missing or no amount.
fn price(parts: &DeTable<'_>) -> Option<Price> {
    let mut amounts = [None; PARTS.len()];
    for (name, value) in parts {
        let at = PARTS.iter().position(|part| part == name.get_ref())?;
        let Some(Value::Number(amount)) = plain(value.get_ref()) else { return None };
        *amounts.get_mut(at)? = Some(amount);
    }
    let [input, output, cached, written, up_to] = amounts;
    // Beyond 2^53 no count of tokens is; a part of one is none.
    let up_to = up_to.map(|most: f64| most.max(0.0) as u64);
    Some(Price { input: input?, cached, written, output: output?, up_to }).filter(Price::is_one)
}

#[cfg(test)]
mod tests {
    use crate::{
        core::plan::Price,
        engine::config::{Config, Names, Source},
    };

    const TEXT: &str = "[prices]\n\"my-model\" = { input = 1, output = 2.5, cached = 0.5, up_to = 1_000 }\n\
        slip = { inputs = 1.0, output = 2.0 }\nfree = { input = -1.0, output = 2.0 }\n";

    #[test]
    fn prices_are_read_and_slips_are_named_with_their_place() {
        let mut config = Config::default();
        let problems = config.read_onto(TEXT, "c.toml", Source::User, &Names::default());
        let price =
            Price { input: 1.0, cached: Some(0.5), written: None, output: 2.5, up_to: Some(1_000) };
        assert_eq!(config.prices.find("my-model"), Some(price));
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].starts_with("c.toml:3:8: `prices.slip` is no price"), "{told:?}");
        assert!(told[1].starts_with("c.toml:4:8: `prices.free` is no price"), "{told:?}");
    }

    #[test]
    fn a_project_sets_no_price() {
        let mut config = Config::default();
        let problems = config.read_onto(TEXT, "c.toml", Source::Project, &Names::default());
        assert_eq!((config.prices.find("my-model"), problems.len()), (None, 3));
    }
}
