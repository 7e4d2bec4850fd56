//! What is checked: the skills as they are here, measured now, or a run that was kept.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    cli::{Failure, choose, eval, kept, surroundings::Surroundings, target::Target},
    core::{
        listing::Lenses,
        run::{Artifact, Plan},
        workbench::Board,
    },
    engine::{
        session::{self, Setup},
        store::Kept,
    },
};

/// A measured board, and what it is of.
pub(super) struct Subject {
    pub board: Arc<Board>,
    pub cwd: PathBuf,
    /// The harnesses that there are.
    pub lenses: Lenses,
    of: Of,
}

enum Of {
    Fresh(Box<Setup>),
    Kept(Box<Kept>),
}

impl Subject {
    /// The run that was named, else the skills, measured unless `free`.
    ///
    /// # Errors
    /// There is no such run, or nothing to look at.
    pub fn of(target: Target, here: &Surroundings, free: bool) -> Result<Self, Failure> {
        let run = match &target.paths[..] {
            [name] if kept::is_run(name) => Some(kept::read(name, here)?),
            _ => None,
        };
        let again = target.clone();
        let asks = run.is_none() && !free;
        let setup =
            if asks { choose::agreed(target, here, 1)? } else { choose::words(target, here)? };
        let (cwd, lenses) = (setup.catalog.cwd.clone(), setup.lenses.clone());
        let (board, of) = match run {
            Some(run) => {
                let files = Arc::new(files(&run.plan, &cwd));
                (Arc::new(Board { files, ..run.board() }), Of::Kept(Box::new(run)))
            }
            None if free => (session::words(&setup)?, Of::Fresh(Box::new(setup))),
            None => (measured(&setup, again, here)?, Of::Fresh(Box::new(setup))),
        };
        Ok(Self { board, cwd, lenses, of })
    }

    /// How it was measured, if that was now: then it can be measured once more.
    pub fn setup(&self) -> Option<&Setup> {
        match &self.of {
            Of::Fresh(setup) => Some(setup),
            Of::Kept(_) => None,
        }
    }

    /// The run as a file holds it.
    pub fn artifact(&self) -> Artifact {
        match &self.of {
            Of::Fresh(setup) => session::sealed(setup, &self.board),
            Of::Kept(run) => run.artifact(),
        }
    }
}

/// The files of a run's catalog, where they are still there.
fn files(plan: &Plan, cwd: &Path) -> BTreeMap<String, PathBuf> {
    let catalog = &plan.catalog;
    let skills = catalog.skills.iter().map(|skill| &skill.path);
    let paths = skills.chain(catalog.unusable.iter().map(|file| &file.path));
    let place = |path: &String| {
        let mut places = catalog.scope.roots.iter().map(|root| cwd.join(root).join(path));
        Some((path.clone(), places.find(|place| place.is_file())?))
    };
    paths.filter_map(place).collect()
}

/// The skills measured now. An agent that takes time is waited for, by a session of its own.
fn measured(setup: &Setup, target: Target, here: &Surroundings) -> Result<Arc<Board>, Failure> {
    if setup.live.is_none() {
        return Ok(session::once(setup)?);
    }
    eval::measured(choose::setup(target, here)?)?.ok_or(Failure::Interrupted)
}
