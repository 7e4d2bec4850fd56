//! What lies behind the skills of a ground: the whole text of each, and its files, to be shown to a
//! model or laid out for a harness.
//!
//! Must not know agents, nor where a harness looks for skills.

mod error;
mod lay;
mod text;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use crate::{
    core::{id::SkillId, listing::Identity, snapshot::Resident},
    engine::agent::{Ground, copy::LeftOut},
};

pub use error::KitError;

use text::Text;

/// The residents of a snapshot with all that is theirs. The texts are those of the moment in which
/// it was made, so that all probes of a job read the same.
#[derive(Clone, Debug)]
pub struct Kit {
    /// In catalog order.
    skills: Vec<Held>,
}

/// A skill in hand.
#[derive(Clone, Debug)]
struct Held {
    id: SkillId,
    name: String,
    folder: String,
    plugin: Option<String>,
    text: Text,
    /// Its file on disk.
    file: PathBuf,
}

/// Where a skill is laid, and what it is called there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    pub skill: SkillId,
    pub folder: String,
    /// The plugin that it is laid in; `None` among the skills of the project.
    pub plugin: Option<String>,
    /// By whatever the harness calls skills by.
    pub called: String,
}

impl Kit {
    /// Reads the file of every resident.
    ///
    /// # Errors
    /// A skill has no file here, it cannot be read, or a draft cannot be put into it.
    pub fn of(ground: &Ground<'_>) -> Result<Self, KitError> {
        let hold = |resident: Resident<'_>| {
            let skill = resident.skill;
            let gone = || KitError::NoFile { skill: skill.id.clone(), path: skill.path.clone() };
            let file = ground.files.get(&skill.path).ok_or_else(gone)?;
            Ok(Held {
                id: skill.id.clone(),
                name: skill.name.clone(),
                folder: skill.folder.clone(),
                plugin: skill.plugin.clone(),
                text: Text::read(&skill.id, file, resident.description)?,
                file: file.clone(),
            })
        };
        Ok(Self { skills: ground.snapshot.residents().map(hold).collect::<Result<_, _>>()? })
    }

    /// A whole SKILL.md, with the description that the snapshot has for it.
    pub fn text(&self, skill: &SkillId) -> Option<&str> {
        let held = self.skills.iter().find(|held| held.id == *skill)?;
        Some(held.text.as_str())
    }

    /// Where each would be laid for a harness that tells skills apart in this way; with `plugins`,
    /// those of a plugin in it, whose name stands before theirs.
    ///
    /// # Errors
    /// Two skills would be the same one to it, or a folder's name is no name for a folder.
    pub fn places(&self, identity: Identity, plugins: bool) -> Result<Vec<Laid>, KitError> {
        lay::places(&self.skills, identity, plugins)
    }

    /// Writes the skills below a folder that no skill lies in yet: each file with all that lies
    /// beside it, within bounds. Plugins go below a folder of their own, if there is one. Says what
    /// was left out.
    ///
    /// # Errors
    /// As [`Kit::places`]; nothing can be written there.
    pub fn lay(
        &self,
        below: &Path,
        plugins: Option<&Path>,
        identity: Identity,
    ) -> Result<Vec<LeftOut>, KitError> {
        lay::lay(&self.skills, below, plugins, identity)
    }
}
