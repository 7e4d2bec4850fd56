//! Reading one file that is called SKILL.md, whatever it turns out to be.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
    sync::Arc,
    time::SystemTime,
};

use crate::core::{
    diagnostic::{
        Diagnostic,
        Severity::{Error, Note, Warning},
    },
    skill::{self, SkillDoc},
};

/// No more of a file is read; front matters are far smaller.
const CAP: u64 = 1024 * 1024;

/// A read document, or the reasons why there is none.
pub(super) type Outcome = Result<Arc<SkillDoc>, Vec<Diagnostic>>;

/// What tells that a file was written; equal while it was not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stamp {
    len: u64,
    modified: Option<SystemTime>,
    changed: Option<(u64, i64, i64)>,
}

impl From<&fs::Metadata> for Stamp {
    fn from(about: &fs::Metadata) -> Self {
        #[cfg(unix)]
        let changed = {
            use std::os::unix::fs::MetadataExt;
            Some((about.ino(), about.ctime(), about.ctime_nsec()))
        };
        #[cfg(not(unix))]
        let changed = None;
        Self { len: about.len(), modified: about.modified().ok(), changed }
    }
}

/// Reads the file at `path`, shown as `shown`. Never blocks on what is no regular file.
pub(super) fn read(path: &Path, shown: &str) -> (Stamp, Outcome) {
    let (stamp, bytes) = match bytes(path) {
        Ok(read) => read,
        Err(trouble) => return (Stamp::default(), Err(vec![trouble.diagnose(path, shown)])),
    };
    let mut outcome = read_document(shown, &bytes, stamp.len);
    let mut notes = Vec::new();
    if let Some(name) = path.file_name().filter(|name| *name != "SKILL.md") {
        let message = format!(
            "The file is called {}; harnesses that look for SKILL.md miss it.",
            name.display()
        );
        notes.push(Diagnostic::new(Warning, "file-name", shown, message, "Call it SKILL.md."));
    }
    if stamp.len > CAP {
        let message =
            format!("The file has {} KiB; the first {} are read.", stamp.len / 1024, CAP / 1024);
        let remedy = "Move what is not needed at once to files beside it.";
        notes.push(Diagnostic::new(Note, "large-file", shown, message, remedy));
    }
    let diagnostics = match &mut outcome {
        Ok(doc) => &mut doc.diagnostics,
        Err(diagnostics) => diagnostics,
    };
    diagnostics.extend(notes);
    diagnostics.sort_by_key(|d| d.severity);
    (stamp, outcome.map(Arc::new))
}

/// Reads the first bytes of a SKILL.md of `len` bytes, with fingerprint and path filled in. Looks at
/// no more than a file on disk is read, so that equal files have equal fingerprints.
///
/// # Errors
/// The reasons why the file is no usable skill; never empty.
pub fn read_document(shown: &str, bytes: &[u8], len: u64) -> Result<SkillDoc, Vec<Diagnostic>> {
    let cap = usize::try_from(CAP).unwrap_or(usize::MAX);
    let bytes = bytes.get(..cap).unwrap_or(bytes);
    let whole = u64::try_from(bytes.len()).is_ok_and(|read| read >= len);
    let read = if whole { skill::read(bytes) } else { skill::read_head(bytes) };
    match read {
        Ok(doc) => Ok(SkillDoc { content: Some(fingerprint(bytes, len)), ..doc.located(shown) }),
        Err(mut diagnostics) => {
            for diagnostic in &mut diagnostics {
                shown.clone_into(&mut diagnostic.path);
            }
            Err(diagnostics)
        }
    }
}

/// What stands for the content of a file of `len` bytes, of which no more count than are read.
pub fn fingerprint(bytes: &[u8], len: u64) -> [u8; 16] {
    let cap = usize::try_from(CAP).unwrap_or(usize::MAX);
    let mut hash = blake3::Hasher::new();
    hash.update(bytes.get(..cap).unwrap_or(bytes)).update(&len.to_le_bytes());
    let mut content = [0; 16];
    hash.finalize_xof().fill(&mut content);
    content
}

/// Why there are no bytes.
enum Trouble {
    NoFile(fs::FileType),
    Io(io::Error),
}

fn bytes(path: &Path) -> Result<(Stamp, Vec<u8>), Trouble> {
    // Looked at before it is opened: opening a named pipe waits for a writer.
    let about = fs::metadata(path).map_err(Trouble::Io)?;
    if !about.is_file() {
        return Err(Trouble::NoFile(about.file_type()));
    }
    let stamp = Stamp::from(&about);
    let mut bytes = Vec::with_capacity(usize::try_from(stamp.len.min(CAP) + 1).unwrap_or(0));
    let file = File::open(path).map_err(Trouble::Io)?;
    file.take(CAP).read_to_end(&mut bytes).map_err(Trouble::Io)?;
    Ok((stamp, bytes))
}

impl Trouble {
    fn diagnose(self, path: &Path, shown: &str) -> Diagnostic {
        let (code, message, remedy) = match self {
            Self::NoFile(kind) => (
                "not-a-file",
                format!("SKILL.md is {}, not a file.", kind_of(kind)),
                "Remove it, or put a file in its place.",
            ),
            Self::Io(error) => match error.kind() {
                io::ErrorKind::NotFound if path.is_symlink() => (
                    "dangling-link",
                    "The link leads nowhere.".to_owned(),
                    "Point it to a file, or remove it.",
                ),
                io::ErrorKind::NotFound => (
                    "vanished",
                    "The file vanished before it could be read.".to_owned(),
                    "If it comes back, it is read again.",
                ),
                io::ErrorKind::PermissionDenied => (
                    "unreadable",
                    "The file may not be read.".to_owned(),
                    "Give yourself permission to read it.",
                ),
                _ => (
                    "unreadable",
                    format!("The file cannot be read: {error}."),
                    "Check the link, the disk and the permissions.",
                ),
            },
        };
        Diagnostic::new(Error, code, shown, message, remedy)
    }
}

fn kind_of(kind: fs::FileType) -> &'static str {
    if kind.is_dir() {
        return "a folder";
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a named pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_block_device() || kind.is_char_device() {
            return "a device";
        }
    }
    "something else"
}
