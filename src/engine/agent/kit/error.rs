//! Why skills cannot be handed to an agent.

use std::{io, path::PathBuf};

use thiserror::Error;

use crate::core::{id::SkillId, skill::EditError};

#[derive(Debug, Error)]
pub enum KitError {
    #[error(
        "the skill {skill} has no file here ({path}); this revision of it cannot be asked about"
    )]
    NoFile { skill: SkillId, path: String },
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("cannot read {}: it is larger than {} KiB; shorten it", path.display(), limit >> 10)]
    TooLarge { path: PathBuf, limit: u64 },
    #[error("{} is no skill any more; mend it, then ask again", .0.display())]
    Broken(PathBuf),
    #[error("the description of {skill} cannot be put into its file: {source}")]
    Edit { skill: SkillId, source: EditError },
    #[error(
        "{a} and {b} are both called {called} by this harness, which would load one of them; mute one of them, or rename it"
    )]
    Same { a: SkillId, b: SkillId, called: String },
    #[error("{skill} lies in a folder called {folder:?}, which no harness could load; rename it")]
    Folder { skill: SkillId, folder: String },
    #[error("cannot write {}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
}
