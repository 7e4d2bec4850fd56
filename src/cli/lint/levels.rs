//! How grave rules are, as the command line says it.

use clap::Args;

use crate::{
    cli::Failure,
    core::lint::{Level, Levels, UnknownRule},
};

/// Levels of rules; they come over those of the configuration. A rule that is named by several of
/// these has the gravest.
#[derive(Debug, Default, Args)]
pub struct Chosen {
    /// Take this rule's findings for errors.
    #[arg(long = "error", value_name = "RULE", value_delimiter = ',')]
    pub errors: Vec<String>,
    /// Take them for warnings.
    #[arg(long = "warn", value_name = "RULE", value_delimiter = ',')]
    pub warnings: Vec<String>,
    /// Take them for notes, which fail nothing.
    #[arg(long = "info", value_name = "RULE", value_delimiter = ',')]
    pub notes: Vec<String>,
    /// Do not look for them.
    #[arg(long = "ignore", value_name = "RULE", value_delimiter = ',')]
    pub ignored: Vec<String>,
}

impl Chosen {
    /// These over the levels that are known.
    ///
    /// # Errors
    /// A name of no rule.
    pub(super) fn over(&self, known: &Levels) -> Result<Levels, Failure> {
        let mut levels = known.clone();
        // Later ones win.
        for (names, level) in [
            (&self.ignored, Level::Ignore),
            (&self.notes, Level::Info),
            (&self.warnings, Level::Warn),
            (&self.errors, Level::Error),
        ] {
            for name in names {
                levels.set(name, level).map_err(refuse)?;
            }
        }
        Ok(levels)
    }
}

/// What is said of a name that no rule has.
pub(super) fn unknown(name: &str) -> Failure {
    refuse(UnknownRule::of(name))
}

fn refuse(unknown: UnknownRule) -> Failure {
    let remedy = match unknown.meant {
        Some(_) => "",
        None => "; `skillscope lint --explain` lists them all",
    };
    Failure::Usage(format!("{unknown}{remedy}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gravest_of_the_flags_wins_over_the_configuration() {
        let mut known = Levels::default();
        known.set("yaml-colon", Level::Info).unwrap();
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let chosen = Chosen {
            errors: names(&["yaml-colon"]),
            ignored: names(&["yaml-colon", "overlap-outranked"]),
            ..Chosen::default()
        };
        let levels = chosen.over(&known).unwrap();
        assert_eq!(levels.chosen("yaml-colon"), Some(Level::Error));
        assert_eq!(levels.chosen("overlap-outranked"), Some(Level::Ignore));
        let slip = Chosen { notes: names(&["yaml-colons"]), ..Chosen::default() };
        let told = slip.over(&known).unwrap_err().to_string();
        assert!(told.contains("did you mean `yaml-colon`?"), "{told}");
    }
}
