//! How grave findings are, where somebody wants it otherwise than the table.

use std::collections::BTreeMap;

use crate::core::{
    lint::{Level, rules},
    nearest::nearest,
};

/// The levels that somebody chose; the table's hold for the other rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    chosen: BTreeMap<&'static str, Level>,
}

/// A name that no rule goes by.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no rule `{name}`{}", meant.map(|id| format!("; did you mean `{id}`?")).unwrap_or_default())]
pub struct UnknownRule {
    pub name: String,
    /// The most similar name of a rule.
    pub meant: Option<&'static str>,
}

impl Levels {
    /// Sets the level of a rule, or of every rule that goes by this name elsewhere; of several
    /// settings the last holds.
    ///
    /// # Errors
    /// No rule goes by the name.
    pub fn set(&mut self, name: &str, level: Level) -> Result<(), UnknownRule> {
        let ids: Vec<&'static str> =
            rules().iter().filter(|rule| rule.is_called(name)).map(|rule| rule.id).collect();
        if ids.is_empty() {
            return Err(UnknownRule::of(name));
        }
        self.chosen.extend(ids.into_iter().map(|id| (id, level)));
        Ok(())
    }

    /// The level that somebody chose for a rule.
    pub fn chosen(&self, id: &str) -> Option<Level> {
        self.chosen.get(id).copied()
    }
}

impl UnknownRule {
    pub fn of(name: &str) -> Self {
        let known = rules()
            .iter()
            .flat_map(|rule| std::iter::once(rule.id).chain(rule.also.iter().copied()));
        let meant = nearest(name, known.clone());
        // Of the known names the same, which lives as long as the table.
        let meant = meant.and_then(|meant| known.into_iter().find(|known| *known == meant));
        Self { name: name.to_owned(), meant }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_settings_win_and_unknown_names_are_refused() {
        let mut levels = Levels::default();
        levels.set("yaml-colon", Level::Warn).unwrap();
        levels.set("yaml-colon", Level::Info).unwrap();
        assert_eq!(levels.chosen("yaml-colon"), Some(Level::Info));
        assert_eq!(levels.chosen("name-missing"), None);
        let error = levels.set("yaml-colons", Level::Warn).unwrap_err();
        assert_eq!(error.to_string(), "there is no rule `yaml-colons`; did you mean `yaml-colon`?");
        assert_eq!(levels.set("x", Level::Warn).unwrap_err().to_string(), "there is no rule `x`");
    }

    #[test]
    fn a_name_from_elsewhere_sets_all_that_it_stands_for() {
        let mut levels = Levels::default();
        levels.set("invalid-yaml", Level::Ignore).unwrap();
        assert_eq!(levels.chosen("yaml-colon"), Some(Level::Ignore));
        assert_eq!(levels.chosen("front-matter-missing"), Some(Level::Ignore));
    }
}
