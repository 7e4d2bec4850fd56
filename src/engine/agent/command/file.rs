//! The file that declares a program: how it is started, what it is given, where it looks for skills,
//! and how its lines are read.
//!
//! Must not know processes.

use std::{
    fs,
    io::Read,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use serde::Deserialize;
use thiserror::Error;

use crate::{
    core::{
        listing::Identity,
        stream::{Mapping, MappingError},
    },
    engine::{process::Environment, secret::Secret},
};

/// A file that is longer is none of ours.
const LARGEST: u64 = 1 << 20;

/// Files that come along, by the names of their programs.
const SHIPPED: [(&str, &str); 2] = [
    ("goose", include_str!("../../../../assets/agents/goose.toml")),
    ("antigravity", include_str!("../../../../assets/agents/antigravity.toml")),
];

/// The names of the files that come along.
pub fn shipped() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}

/// What a file says.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declared {
    pub name: String,
    /// Somebody has seen it work.
    #[serde(default)]
    pub verified: bool,
    pub program: PathBuf,
    /// One each, whatever the prompt holds; see [`Word`].
    pub arguments: Vec<Word>,
    /// Where it looks for skills in a project.
    pub skills: PathBuf,
    #[serde(default)]
    pub identity: By,
    /// Variables that it is given, of which the values are no secret.
    #[serde(default)]
    pub environment: Vec<String>,
    /// Variables with keys.
    #[serde(default)]
    pub secrets: Vec<String>,
    pub stream: Arc<Mapping>,
    /// The whole of it, as it was written.
    #[serde(skip)]
    pub text: String,
}

/// What tells its skills apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    #[default]
    Folder,
    Name,
}

impl From<By> for Identity {
    fn from(by: By) -> Self {
        match by {
            By::Folder => Self::Folder,
            By::Name => Self::Name,
        }
    }
}

/// One argument, in which `{prompt}`, `{workspace}` and `{model}` stand for what they say. What is put
/// in is not looked at again.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct Word(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Plain(String),
    Prompt,
    Workspace,
    Model,
}

const HOLDERS: [(&str, Piece); 3] =
    [("{prompt}", Piece::Prompt), ("{workspace}", Piece::Workspace), ("{model}", Piece::Model)];

impl From<String> for Word {
    fn from(text: String) -> Self {
        let (mut pieces, mut rest) = (Vec::new(), text.as_str());
        while !rest.is_empty() {
            let next =
                HOLDERS.iter().filter_map(|(mark, piece)| Some((rest.find(mark)?, mark, piece)));
            let Some((at, mark, piece)) = next.min_by_key(|(at, ..)| *at) else {
                pieces.push(Piece::Plain(rest.to_owned()));
                break;
            };
            if at > 0 {
                pieces.push(Piece::Plain(rest[..at].to_owned()));
            }
            pieces.push(piece.clone());
            rest = &rest[at + mark.len()..];
        }
        Self(pieces)
    }
}

impl Word {
    pub fn filled(&self, prompt: &str, workspace: &str, model: Option<&str>) -> String {
        let fill = |piece: &Piece| match piece {
            Piece::Plain(text) => text.clone(),
            Piece::Prompt => prompt.to_owned(),
            Piece::Workspace => workspace.to_owned(),
            Piece::Model => model.unwrap_or_default().to_owned(),
        };
        self.0.iter().map(fill).collect()
    }

    /// For people, before there is a prompt.
    pub fn shown(&self, model: Option<&str>) -> String {
        self.filled("PROMPT", "WORKSPACE", model)
    }
}

/// Why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    #[error(
        "the agent command needs a file that says how its program is run and read: name one with \
         --mapping FILE, or one of those that come along ({known})", known = known()
    )]
    Unnamed,
    #[error("{path} cannot be read: {why}")]
    Unreadable { path: String, why: String },
    #[error("{path} cannot be used: {why}")]
    Unfit { path: String, why: String },
    #[error("{path} cannot be used: {source}")]
    Rules { path: String, source: MappingError },
}

fn known() -> String {
    SHIPPED.map(|(name, _)| name).join(", ")
}

impl Declared {
    /// Where its keys are, by the names of variables.
    pub fn account(&self, environment: &Environment) -> String {
        let set = self.secrets.iter().find(|name| environment.get(name).is_some());
        set.map_or_else(
            || "no key that its file names is set".to_owned(),
            |name| format!("key in {name}"),
        )
    }

    /// Reads the file at a path, or the one that comes along under that name.
    ///
    /// # Errors
    /// It cannot be read, or would run nothing that can be told of.
    pub fn read(named: &str) -> Result<Self, FileError> {
        if let Some((name, text)) = SHIPPED.iter().find(|(name, _)| *name == named) {
            return Self::parse(name, text);
        }
        let unreadable = |why: String| FileError::Unreadable { path: named.to_owned(), why };
        let file = fs::File::open(named).map_err(|error| unreadable(error.to_string()))?;
        if !file.metadata().is_ok_and(|about| about.is_file() && about.len() <= LARGEST) {
            return Err(unreadable("it is no file, or one that is too long".to_owned()));
        }
        let mut text = String::new();
        file.take(LARGEST)
            .read_to_string(&mut text)
            .map_err(|error| unreadable(error.to_string()))?;
        Self::parse(named, &text)
    }

    fn parse(path: &str, text: &str) -> Result<Self, FileError> {
        let unfit = |why: String| FileError::Unfit { path: path.to_owned(), why };
        let mut declared: Self =
            toml::from_str(text).map_err(|error| unfit(error.to_string().trim_end().to_owned()))?;
        let source = |source| FileError::Rules { path: path.to_owned(), source };
        declared.stream.check().map_err(source)?;
        let inside = declared.skills.components().all(|part| matches!(part, Component::Normal(_)));
        if !inside || declared.skills == Path::new("") {
            return Err(unfit("`skills` is no folder within a project".to_owned()));
        }
        let pieces = || declared.arguments.iter().flat_map(|word| &word.0);
        if pieces().filter(|piece| **piece == Piece::Prompt).count() > 1 {
            return Err(unfit("`{prompt}` stands more than once in the arguments".to_owned()));
        }
        let names = declared.environment.iter().chain(&declared.secrets);
        if names.clone().any(|name| !Secret::may_be_in(name)) {
            // It may be a key, and is not repeated.
            return Err(unfit("`environment` and `secrets` take names of variables".to_owned()));
        }
        text.clone_into(&mut declared.text);
        Ok(declared)
    }

    /// The prompt goes through standard input, since no argument has it.
    pub fn reads_input(&self) -> bool {
        !self.arguments.iter().any(|word| word.0.contains(&Piece::Prompt))
    }

    pub fn asks_model(&self) -> bool {
        self.arguments.iter().any(|word| word.0.contains(&Piece::Model))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_is_not_looked_at_again() {
        let word = Word::from("--say={prompt} in {workspace}".to_owned());
        let filled = word.filled("{workspace} $(id) {model}", "/w", Some("m"));
        assert_eq!(filled, "--say={workspace} $(id) {model} in /w");
        assert_eq!(Word::from("{promp}{model}".to_owned()).shown(Some("m")), "{promp}m");
    }

    #[test]
    fn the_files_that_come_along_can_be_used_and_say_that_nobody_saw_them_work() {
        for (name, _) in SHIPPED {
            let declared = Declared::read(name).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((declared.name.as_str(), declared.verified), (name, false));
        }
    }

    #[test]
    fn a_file_that_would_lead_away_or_tell_a_key_is_refused() {
        let good = "name = \"x\"\nprogram = \"x\"\narguments = [\"{prompt}\"]\nskills = \"kit\"\n\
                    [stream]\n[[stream.events]]\nis = \"end\"\n";
        assert!(Declared::parse("f", good).is_ok());
        let refused = |from: &str, to: &str| {
            Declared::parse("f.toml", &good.replace(from, to)).unwrap_err().to_string()
        };
        assert!(refused("\"kit\"", "\"../kit\"").contains("`skills`"));
        assert!(refused("\"kit\"", "\"/kit\"").contains("`skills`"));
        assert!(refused("\"{prompt}\"", "\"{prompt}\", \"{prompt}\"").contains("more than once"));
        assert!(refused("\"end\"", "\"finish\"").contains("f.toml"));
        let told = refused("[stream]", "secrets = [\"sk-0123\"]\n[stream]");
        assert!(told.contains("names of variables") && !told.contains("0123"), "{told}");
    }
}
