//! One SKILL.md as read: its routing text, its spans, and what is wrong with it.
//!
//! Knows bytes and text; must not know where files come from.

mod decode;
mod edit;
mod fence;
mod fields;
mod lenient;
mod place;
mod quick;
mod read;
mod words;
mod yaml;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

use std::{ops::Range, sync::Arc};

use serde::{Deserialize, Serialize};

pub use edit::{EditError, replace_description};
pub use place::place;
pub use read::{read, read_head};
pub use words::{Piece, PieceKind, words};

use crate::core::{diagnostic::Diagnostic, id::SkillId};

/// A skill that can be read: one row of a catalog.
#[derive(Clone, Debug, PartialEq)]
pub struct Skill {
    pub id: SkillId,
    /// Front-matter `name`, or the folder's name where there is none. Not unique, not trusted.
    pub name: String,
    /// Name of the folder that holds the file.
    pub folder: String,
    /// Plugin namespace, where the harness's profile gives one.
    pub plugin: Option<String>,
    /// SKILL.md relative to its root, with `/`.
    pub path: String,
    /// Other paths with the same name and text, folded into this row.
    pub copies: Vec<String>,
    pub doc: Arc<SkillDoc>,
}

impl Skill {
    /// True when the model is never offered this skill (`disable-model-invocation: true`).
    pub fn hidden(&self) -> bool {
        self.doc.hidden
    }

    /// True of a row of the same identity, place and names, whatever the documents say.
    pub fn is_called_as(&self, other: &Self) -> bool {
        (&self.id, &self.path, &self.copies) == (&other.id, &other.path, &other.copies)
            && (&self.plugin, &self.folder, &self.name)
                == (&other.plugin, &other.folder, &other.name)
    }

    /// It lies in a folder of the person's and not in a project's, as its path says.
    pub fn is_personal(&self) -> bool {
        self.path.starts_with(['~', '$'])
    }

    /// True of another row of the same name: a copy that drifted or a repeat, a finding and not a
    /// rival.
    pub fn is_namesake(&self, other: &Self) -> bool {
        self.path != other.path && self.plugin == other.plugin && self.name == other.name
    }
}

/// The content of one SKILL.md, apart from where it lies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkillDoc {
    /// Front-matter `name`, trimmed; `None` where missing or blank.
    pub name: Option<String>,
    pub description: String,
    /// `when_to_use` or `when-to-use`.
    pub when_to_use: Option<String>,
    /// `disable-model-invocation` is true.
    pub hidden: bool,
    pub allowed_tools: Vec<String>,
    pub metadata: serde_json::Map<String, serde_json::Value>,
    /// Recovered by the lenient second reading; some harnesses drop such a file.
    pub lenient: bool,
    /// Place of the description's value in the file.
    pub description_span: Option<TextSpan>,
    /// What it was meant to be, where quotes around it would mend the file.
    pub description_meant: Option<Meant>,
    /// Byte offset in the file at which the body starts.
    pub body_start: usize,
    /// Fingerprint of the whole file, where its reader made one: equal text, equal fingerprint.
    pub content: Option<[u8; 16]>,
    /// Everything worth telling about the file, worst first; see [`SkillDoc::located`].
    pub diagnostics: Vec<Diagnostic>,
}

impl SkillDoc {
    /// The same document, its diagnostics pointing at `path`.
    #[must_use]
    pub fn located(mut self, path: &str) -> Self {
        for diagnostic in &mut self.diagnostics {
            diagnostic.path.replace_range(.., path);
        }
        self
    }
}

/// A value that YAML refuses or cuts off, as its author most likely meant it: text that would read
/// so in quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meant {
    /// Code, line and column of the diagnosis that quotes would mend.
    pub mends: (&'static str, u32, u32),
    /// Bytes of the file that stand for it.
    pub bytes: Range<usize>,
    pub text: String,
}

impl Meant {
    /// What to write in its place: one line in double quotes, which reads as exactly the text.
    pub fn quoted(&self) -> String {
        edit::double_quoted(&self.text)
    }
}

/// A place in a file: bytes for edits, line and column (1-based, in characters) for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextSpan {
    pub bytes: Range<usize>,
    pub line: u32,
    pub column: u32,
}
