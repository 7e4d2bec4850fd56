//! One agent harness as data: where it finds skills, what makes two of them the same, and how it
//! shows them to its model.

use serde::{Deserialize, Serialize};

use crate::core::listing::{Form, Model};

/// A harness's rules. Unknown keys are refused, so that a misspelt rule is no default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// As named after `--as`, for example `claude-code`.
    pub id: String,
    /// As people write it, for example `Claude Code`.
    pub title: String,
    /// The version whose behaviour these rules were seen in; `None`: taken from documents only.
    #[serde(default)]
    pub verified: Option<String>,
    /// What is taken on trust although the rest was seen, a short sentence each.
    #[serde(default)]
    pub assumed: Vec<String>,
    /// Below a project folder, strongest first, with `/`.
    pub project_dirs: Vec<String>,
    /// A person's own skills, strongest first.
    #[serde(default)]
    pub user_dirs: Vec<UserDir>,
    /// True if a person's own skill beats a project's of the same identity.
    #[serde(default)]
    pub user_first: bool,
    pub identity: Identity,
    /// True if skills are found at any depth below those folders, not only directly below.
    #[serde(default)]
    pub nested: bool,
    /// True if two skills of one identity are both listed; else the strongest is.
    #[serde(default)]
    pub lists_copies: bool,
    /// Skills that the harness brings along; none of them is foreign.
    #[serde(default)]
    pub builtin: Vec<String>,
    pub listing: Form,
    /// The models that it is looked at with, the usual one first; never empty in what ships.
    #[serde(default)]
    pub models: Vec<Model>,
}

/// A folder of a person's own skills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UserDir {
    /// Below the home folder, with `/`.
    pub home: String,
    /// An environment variable that names another base folder instead of home.
    #[serde(default)]
    pub env: Option<String>,
    /// Below that base folder.
    #[serde(default)]
    pub below: Option<String>,
}

/// What two skills must share to be the same to a harness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Identity {
    /// The name of the folder.
    Folder,
    /// The front-matter name, or the folder's where there is none.
    #[default]
    Name,
}
