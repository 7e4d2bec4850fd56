//! What the program finds before it is told anything: the user's folders and configuration.

use std::env;

use super::{Failure, output, values};
use crate::{
    core::diagnostic::{Diagnostic, Severity},
    engine::{
        config::{AGREE, Config, Places},
        loader,
    },
};

#[derive(Debug, Default)]
pub(super) struct Surroundings {
    /// `None` where there is no home.
    pub places: Option<Places>,
    pub config: Config,
    /// What is wrong with the configuration; it stops nothing.
    pub problems: Vec<Diagnostic>,
}

impl Surroundings {
    /// Those of this process.
    pub fn find() -> Self {
        let places = Places::find();
        // Without a working directory nothing can be looked at, and that is said elsewhere.
        let cwd = env::current_dir().unwrap_or_default();
        let (config, mut problems) = Config::load(places.as_ref(), &cwd, &values::names());
        problems.extend(loader::own(places.as_ref()).1);
        Self { places, config, problems }
    }

    /// Refuses a configuration with an error in it: a gate that overlooks a bar lets things through.
    pub fn sound(&self) -> Result<(), Failure> {
        let wrong: Vec<Diagnostic> =
            self.problems.iter().filter(|one| one.severity == Severity::Error).cloned().collect();
        if wrong.is_empty() {
            return Ok(());
        }
        Err(Failure::Usage(format!("the configuration is not sound:{}", output::listed(&wrong))))
    }

    /// What the project's own file says of agents and nobody has agreed to.
    pub fn unagreed(&self) -> Vec<String> {
        let waits = self.problems.iter().filter(|problem| problem.code == AGREE);
        waits.map(ToString::to_string).collect()
    }

    /// Folders that are nobody else's business.
    pub fn private_folders(&self) -> Vec<String> {
        let home = directories::BaseDirs::new().map(|dirs| dirs.home_dir().to_owned());
        home.iter().map(|home| home.to_string_lossy().into_owned()).collect()
    }

    /// Says on standard error what is wrong, where no screen is there to show it.
    pub fn tell_problems(&self) {
        for problem in &self.problems {
            output::tell(&problem.to_string());
        }
    }
}
