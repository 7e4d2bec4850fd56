//! One SKILL.md as an agent is to read it.

use std::{fs::File, io::Read, path::Path};

use crate::{
    core::{
        id::SkillId,
        skill::{read, replace_description},
    },
    engine::agent::kit::KitError,
};

/// No skill file is larger.
const CAP: u64 = 1 << 20;

/// The text, and the bytes of the file where they are not just that.
#[derive(Clone, Debug)]
pub(super) struct Text {
    text: String,
    bytes: Option<Vec<u8>>,
}

impl Text {
    /// The file's text with `description` in it: a draft, or that of another revision, may differ
    /// from what is saved.
    pub fn read(skill: &SkillId, path: &Path, description: &str) -> Result<Self, KitError> {
        let bytes = bytes(path)?;
        let doc = read(&bytes).map_err(|_| KitError::Broken(path.to_owned()))?;
        let text = String::from_utf8(bytes).map_err(|error| error.into_bytes());
        if doc.description == description {
            return Ok(match text {
                Ok(text) => Self { text, bytes: None },
                Err(bytes) => {
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    Self { text, bytes: Some(bytes) }
                }
            });
        }
        let text = text.map_err(|_| KitError::Broken(path.to_owned()))?;
        let text = replace_description(&text, &doc, description)
            .map_err(|source| KitError::Edit { skill: skill.clone(), source })?;
        Ok(Self { text, bytes: None })
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// As it stands on disk.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_deref().unwrap_or(self.text.as_bytes())
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, KitError> {
    let failed = |source| KitError::Read { path: path.to_owned(), source };
    // A pipe of that name would never end.
    if !path.metadata().map_err(failed)?.is_file() {
        return Err(KitError::Broken(path.to_owned()));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(CAP + 1).read_to_end(&mut bytes)).map_err(failed)?;
    if bytes.len() as u64 > CAP {
        return Err(KitError::TooLarge { path: path.to_owned(), limit: CAP });
    }
    Ok(bytes)
}
