//! Where the program keeps things, and what its configuration files say.
//!
//! Owns folders, the files' form, and which file may say what. Must not know what a theme looks like
//! or how an agent runs: which names there are is told by the caller.

mod bars;
mod levels;
mod own_dir;
mod places;
mod prices;
mod read;
mod schema;
mod settings;
mod value;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

pub use self::{
    own_dir::OwnDir,
    places::Places,
    read::AGREE,
    schema::schema,
    settings::{KEYS, Key, Scope},
    value::{Takes, Value},
};
use super::consent::{Book, Entry};
use crate::core::{
    diagnostic::{Diagnostic, Severity},
    lexical::fields::Fields,
    lint::Levels,
    measure::gate::Bar,
    plan::{Home, Prices, Rerun, Tools},
};

/// A project's configuration, beside its `.git`.
pub const PROJECT_FILE: &str = "skillscope.toml";
/// The user's own, in [`Places::config`].
pub const USER_FILE: &str = "config.toml";

/// What the files say; `None` where they are silent. Flags of the command line come over it, the
/// built-in defaults under it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    pub theme: Option<String>,
    pub ascii: Option<bool>,
    pub mouse: Option<bool>,
    pub harness: Option<String>,
    /// Of the listing.
    pub model: Option<String>,
    /// At least 1, as the one below.
    pub context: Option<u32>,
    pub budget: Option<u32>,
    pub fields: Option<Fields>,
    /// Finite and not negative.
    pub k1: Option<f64>,
    /// In 0..=1.
    pub b: Option<f64>,
    pub include_hidden: Option<bool>,
    pub agent: Option<String>,
    /// Where an agent's requests go.
    pub base_url: Option<String>,
    /// The variable that holds its key.
    pub api_key_env: Option<String>,
    /// A name instead of a call is asked for.
    pub choice: Option<bool>,
    pub tools: Option<Tools>,
    pub home: Option<Home>,
    /// The file that describes the agent `command`.
    pub mapping: Option<String>,
    /// Seconds of one probe, at least 1.
    pub timeout: Option<u32>,
    /// From 0 to 2.
    pub temperature: Option<f64>,
    /// At least 1, as the two below.
    pub attempts: Option<u32>,
    pub max_turns: Option<u32>,
    pub max_steps: Option<u32>,
    pub early_exit: Option<bool>,
    /// At least 1.
    pub concurrency: Option<u32>,
    /// What an edit has an agent asked again for.
    pub rerun: Option<Rerun>,
    /// Caps of a plan, above 0; the others in US dollars and in minutes.
    pub max_probes: Option<u32>,
    pub max_cost: Option<f64>,
    pub max_minutes: Option<f64>,
    /// Strictly between 0 and 1.
    pub confidence: Option<f64>,
    /// The file of the run that a check is held against, from the project's folder, within it.
    pub baseline: Option<String>,
    /// The loss against it that a check must rule out, from 0 to 1.
    pub margin: Option<f64>,
    /// What a check demands.
    pub bars: Vec<Bar>,
    /// How grave rules of the lint are.
    pub levels: Levels,
    /// What tokens of models cost. Only the user's own file can say it.
    pub prices: Prices,
    /// Characters of a description and of a name; at least 1, as the two below them.
    pub max_description_length: Option<u32>,
    pub max_name_length: Option<u32>,
    pub min_description_length: Option<u32>,
    /// Columns that all descriptions may take.
    pub catalog_budget: Option<u32>,
    /// Likeness of two skills, from 0 to 1.
    pub near_duplicate: Option<f64>,
    /// Agents that run programs may do so without asking. Only the user's own file can say it.
    pub trusted: Option<bool>,
}

/// The names that settings may use, each as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    pub themes: Vec<&'static str>,
    pub harnesses: Vec<&'static str>,
    pub agents: Vec<&'static str>,
}

/// Which file a text is from, and so what it may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    User,
    /// Comes with a cloned repository: must not be able to trust itself.
    Project,
    /// A project's, as the person has seen it and agreed to it.
    Agreed,
}

impl Config {
    /// Puts what `text` says over what is known. Whatever can be used is used; the rest is named
    /// with line, column and remedy, `path` standing for the file.
    pub fn read_onto(
        &mut self,
        text: &str,
        path: &str,
        source: Source,
        names: &Names,
    ) -> Vec<Diagnostic> {
        let known = self.clone();
        read::read_onto(self, &known, text, path, source, names)
    }

    /// The user's file and then the project's, which lies at the nearest git root at or above
    /// `cwd`, else in `cwd`. A file that is not there says nothing; without `places` there is no
    /// user's, and nothing was agreed to.
    pub fn load(places: Option<&Places>, cwd: &Path, names: &Names) -> (Self, Vec<Diagnostic>) {
        let mut config = Self::default();
        let problems = each_file(places, cwd, |text, path, source| {
            config.read_onto(text, path, source, names)
        });
        (config, problems)
    }
}

/// What one file says by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    pub path: String,
    pub config: Config,
}

impl Layer {
    /// The files that [`Config::load`] reads, each by itself; the later ones hold.
    pub fn all(places: Option<&Places>, cwd: &Path, names: &Names) -> Vec<Self> {
        let (mut layers, mut known) = (Vec::new(), Config::default());
        each_file(places, cwd, |text, path, source| {
            let mut config = Config::default();
            read::read_onto(&mut config, &known, text, path, source, names);
            layers.push(Self { path: path.to_owned(), config });
            known.read_onto(text, path, source, names)
        });
        layers
    }
}

/// Hands out the text of each file that is there, and gathers what is wrong with them.
fn each_file(
    places: Option<&Places>,
    cwd: &Path,
    mut read: impl FnMut(&str, &str, Source) -> Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let project = project(cwd).join(PROJECT_FILE);
    let user = places.map(|places| (places.config.join(USER_FILE), Source::User));
    let mut problems = Vec::new();
    for (path, source) in user.into_iter().chain([(project, Source::Project)]) {
        let shown = path.display().to_string();
        match text_of(&path) {
            Ok(Some(text)) => {
                let agreed = source == Source::Project && has_agreed(places, &path, &text);
                let source = if agreed { Source::Agreed } else { source };
                problems.extend(read(&text, &shown, source));
            }
            Ok(None) => {}
            Err(error) => problems.push(Diagnostic::new(
                Severity::Error,
                "config-unreadable",
                shown,
                format!("The configuration cannot be read: {error}."),
                "Mend the file or its rights; until then the defaults hold.",
            )),
        }
    }
    problems
}

/// The person has agreed to this very text at this place.
fn has_agreed(places: Option<&Places>, path: &Path, text: &str) -> bool {
    places.is_some_and(|places| Book::of(places).holds(&Entry::of_project(path, text)))
}

/// The text of a small file; `None` if there is none.
///
/// # Errors
/// It is no regular file, cannot be read, or is not UTF-8.
pub fn text_of(path: &Path) -> io::Result<Option<String>> {
    match fs::metadata(path) {
        // Opening a pipe would wait for its other end.
        Ok(about) if !about.is_file() => Err(io::Error::other("it is no file")),
        Ok(_) => fs::read_to_string(path).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The project's folder: the nearest git root at or above `cwd`, else that itself.
pub fn project(cwd: &Path) -> &Path {
    git_root(cwd).unwrap_or(cwd)
}

/// The nearest folder at or above `path` that holds `.git`, which in a linked work tree is a file.
fn git_root(path: &Path) -> Option<&Path> {
    path.ancestors().find(|folder| folder.join(".git").exists())
}

/// As [`git_root`], of a path that may be relative.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests;
