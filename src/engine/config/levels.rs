//! The table `lint.rules`: how grave the findings of each rule are.
//!
//! Knows TOML; must not know what rules find.

use strum::IntoEnumIterator as _;
use toml::de::{DeTable, DeValue};

use super::read::Reader;
use crate::core::{diagnostic::Severity, lint::Level};

/// Name of the table.
pub(super) const RULES: &str = "lint.rules";

impl Reader<'_> {
    pub(super) fn levels(&mut self, table: &DeTable<'_>) {
        for (name, value) in table {
            let level = match value.get_ref() {
                DeValue::String(text) => text.parse::<Level>().ok(),
                _ => None,
            };
            let Some(level) = level else {
                let levels: Vec<String> = Level::iter().map(|level| level.to_string()).collect();
                let message = format!(
                    "`{}` expects the level of a rule, so this value is ignored.",
                    name.get_ref()
                );
                let remedy = format!("Write one of {}.", levels.join(", "));
                let at = value.span();
                self.problem(Severity::Error, "config-value", at, message, remedy);
                continue;
            };
            if let Err(unknown) = self.config.levels.set(name.get_ref(), level) {
                let message = format!("`{}` is no rule, so it is ignored.", unknown.name);
                let remedy = unknown.meant.map_or_else(
                    || "Remove it; `skillscope lint --explain` lists the rules.".to_owned(),
                    |near| format!("Did you mean `{near}`?"),
                );
                self.problem(Severity::Error, "config-unknown", name.span(), message, remedy);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        core::lint::Level,
        engine::config::{Config, Names, Source},
    };

    #[test]
    fn rules_have_levels_and_slips_are_named_with_their_place() {
        let mut config = Config::default();
        let text = "[lint]\nmax_name_length = 40\n[lint.rules]\nyaml-colon = \"warn\"\n\
            yaml-colons = \"info\"\noverlap-outranked = \"off\"\nx = 1\n";
        let problems = config.read_onto(text, "c.toml", Source::Project, &Names::default());
        assert_eq!(config.levels.chosen("yaml-colon"), Some(Level::Warn));
        assert_eq!(config.max_name_length, Some(40));
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let expected = [
            ("c.toml:5:1: `yaml-colons` is no rule", "Did you mean `yaml-colon`?"),
            ("c.toml:6:21: `overlap-outranked` expects", "one of error, warn, info, ignore."),
            ("c.toml:7:5: `x` expects", "one of error"),
        ];
        assert_eq!(told.len(), expected.len(), "{told:?}");
        for (told, (start, end)) in told.iter().zip(expected) {
            assert!(told.starts_with(start) && told.contains(end), "{told}");
        }
    }
}
