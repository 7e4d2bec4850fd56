//! What a person asks to see, and the errors of asking.

use std::{
    collections::BTreeMap,
    env, io,
    path::{Path, PathBuf},
};

use thiserror::Error;

use crate::{
    core::listing::{Profile, UserDir},
    engine::{
        config::Places,
        loader::profiles::{own, with_own},
    },
};

/// Which skills to load: of these paths, or of one harness here.
#[derive(Clone, Debug)]
pub struct CatalogRequest {
    /// As the user named them; relative ones are taken from `cwd`.
    pub paths: Vec<PathBuf>,
    /// Profile id, for example `claude-code`.
    pub harness: Option<String>,
    /// An absolute path.
    pub cwd: PathBuf,
    pub user: UserFolders,
}

impl CatalogRequest {
    /// A request of this process: its working directory, its home, its environment.
    ///
    /// # Errors
    /// The working directory is gone or unreadable.
    pub fn here(paths: Vec<PathBuf>, harness: Option<String>) -> io::Result<Self> {
        Ok(Self { paths, harness, cwd: env::current_dir()?, user: UserFolders::of_process() })
    }
}

/// Where a person's own skills may lie. The default is nowhere.
#[derive(Clone, Debug, Default)]
pub struct UserFolders {
    pub home: Option<PathBuf>,
    /// Environment variables that move a harness's base folder.
    pub variables: BTreeMap<String, PathBuf>,
    /// Harnesses that the person describes, over those that ship.
    pub harnesses: Vec<Profile>,
}

impl UserFolders {
    /// The home, the harnesses and the environment variables of this process.
    pub fn of_process() -> Self {
        let (harnesses, _) = own(Places::find().as_ref());
        let profiles = with_own(&harnesses).unwrap_or_default();
        let names =
            profiles.iter().flat_map(|profile| &profile.user_dirs).filter_map(|d| d.env.as_ref());
        let variables = names
            .filter_map(|name| Some((name.clone(), PathBuf::from(env::var_os(name)?))))
            .filter(|(_, value)| value.is_absolute())
            .collect();
        let home = directories::BaseDirs::new().map(|dirs| dirs.home_dir().to_owned());
        Self { home, variables, harnesses }
    }

    /// The folder that `dir` names here, and how to show it.
    pub(super) fn locate(&self, dir: &UserDir) -> Option<(PathBuf, String)> {
        if let Some(variable) = &dir.env
            && let Some(base) = self.variables.get(variable)
        {
            let below = dir.below.as_deref().unwrap_or_default();
            return Some((base.join(below), format!("${variable}/{below}")));
        }
        Some((self.home.as_ref()?.join(&dir.home), format!("~/{}", dir.home)))
    }
}

/// Why there is nothing to show. A scan that cannot look is an error, never "0 skills".
#[derive(Debug, Error)]
pub enum LoadError {
    #[error("there is no {}: check the spelling, or create the folder first", .0.display())]
    MissingPath(PathBuf),
    #[error("{} is neither a folder nor a SKILL.md: name a folder that holds skills", .0.display())]
    NotAFolder(PathBuf),
    #[error("cannot read {}: {source}; check its permissions", .path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("no harness is called `{id}`; known are {known}")]
    UnknownHarness { id: String, known: String },
    #[error(
        "{title} would load no skill here: none of {looked} holds one; name a folder, or choose \
         another harness with --as"
    )]
    NothingLoaded { title: String, looked: String },
    #[error(
        "no SKILL.md in {} or in a harness's folder there: name a folder that holds skills",
        .0.display()
    )]
    NothingHere(PathBuf),
    #[error("the profile {id} cannot be read: {message}")]
    Profile { id: &'static str, message: String },
}

impl LoadError {
    pub(super) fn of_io(path: &Path, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::NotFound => Self::MissingPath(path.to_owned()),
            _ => Self::Unreadable { path: path.to_owned(), source },
        }
    }
}
