//! Query files on disk: which lie beside the skills, what is in them, and rows added to one.
//!
//! Must not know formats or labels.

use std::{
    collections::BTreeSet,
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Component, Path, PathBuf},
};

use thiserror::Error;

use crate::core::{
    diagnostic::{Diagnostic, Severity},
    id::SkillId,
    query::{QuerySet, discover::is_query_file, material::digest_material, sheet::Sheet},
};

/// Larger files are refused: no hand-made set comes near, and a log might.
const LARGEST: u64 = 32 << 20;

/// The file that rows are added to, in the workbench's own folder.
pub const OWN_FILE: &str = "queries.jsonl";

/// A file that may hold queries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryFile {
    pub path: PathBuf,
    /// The path for people: relative to the root it was found below, with `/`.
    pub shown: String,
    /// The skill in whose folder it was found, or that the user named for it.
    pub beside: Option<String>,
}

/// Why a query file gives no rows at all.
#[derive(Debug, Error)]
pub enum QueryFileError {
    #[error("There is no such file.")]
    Missing,
    #[error("It is no regular file.")]
    NotAFile,
    #[error("It has {0} bytes; at most {LARGEST} are read.")]
    TooLarge(u64),
    #[error("Its text is not UTF-8 (line {0}).")]
    NotUtf8(u32),
    #[error("It cannot be read: {0}.")]
    Unreadable(#[source] io::Error),
}

impl QueryFile {
    /// A file that the user named; `beside` is the skill that its rows speak about, where the user
    /// says so, else the one in whose folder it lies.
    pub fn named(path: impl Into<PathBuf>, beside: Option<String>) -> Self {
        let path = path.into();
        let shown = with_slashes(&path);
        let beside = beside.or_else(|| skill_of(&path));
        Self { path, shown, beside }
    }

    /// Reads the rows.
    ///
    /// # Errors
    /// Only when the file as a whole cannot be read; bad rows are in the set's diagnostics.
    pub fn read(&self) -> Result<QuerySet, QueryFileError> {
        let text = text_of(&self.path)?;
        Ok(QuerySet::read(&self.shown, &text, self.beside.as_deref()))
    }

    /// As [`QueryFile::read`], with all that is needed to write the file again.
    ///
    /// # Errors
    /// As [`QueryFile::read`].
    pub fn sheet(&self) -> Result<Sheet, QueryFileError> {
        let text = text_of(&self.path)?;
        Ok(Sheet::read(&self.shown, &text, self.beside.as_deref()))
    }

    /// As [`QueryFile::read`], with the failure as the only diagnosis of an empty set.
    pub fn load(&self) -> QuerySet {
        self.read().unwrap_or_else(|error| QuerySet {
            path: self.shown.clone(),
            diagnostics: vec![error.diagnostic(&self.shown)],
            ..QuerySet::default()
        })
    }
}

impl QueryFileError {
    /// The failure as a diagnosis of the file shown as `path`.
    pub fn diagnostic(&self, path: &str) -> Diagnostic {
        let (code, remedy) = match self {
            Self::Missing => ("queries-missing", "Check the path."),
            Self::NotAFile => ("queries-no-file", "Name a file with one JSON object a line."),
            Self::TooLarge(_) => ("queries-too-large", "Split the file."),
            Self::NotUtf8(_) => ("queries-not-utf8", "Save the file as UTF-8."),
            Self::Unreadable(_) => ("queries-unreadable", "Check its permissions."),
        };
        let mut told = Diagnostic::new(Severity::Error, code, path, self.to_string(), remedy);
        if let Self::NotUtf8(line) = self {
            told.line = Some(*line);
        }
        told
    }
}

/// The query files beside the skills, each once: those of the roots first, then those of each
/// skill's folder, by path. `skills` gives each skill's id and its SKILL.md on disk.
///
/// Which names count is decided by [`is_query_file`]; before these come the workbench's own rows,
/// [`OWN_FILE`] in each of the folders `own`.
pub fn find<'a>(
    roots: &[PathBuf],
    skills: impl IntoIterator<Item = (&'a SkillId, &'a Path)>,
    own: impl IntoIterator<Item = &'a Path>,
) -> Vec<QueryFile> {
    let mut folders: Vec<(PathBuf, Option<String>)> = skills
        .into_iter()
        .filter_map(|(id, file)| Some((file.parent()?.to_owned(), Some(id.to_string()))))
        .collect();
    folders.sort();
    // A root that is itself a skill's folder is that skill's.
    let bare = roots.iter().filter(|root| !folders.iter().any(|(folder, _)| folder == *root));
    let mut places: Vec<(PathBuf, Option<String>)> =
        bare.map(|root| (root.clone(), None)).collect();
    places.append(&mut folders);

    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    let mut take = |path: PathBuf, shown: String, beside: Option<String>| {
        if path.is_file() && seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            found.push(QueryFile { path, shown, beside });
        }
    };
    for folder in own {
        // It may lie far from the roots; its own folder's name tells which it is.
        let shown = Path::new(folder.file_name().unwrap_or_default()).join(OWN_FILE);
        take(folder.join(OWN_FILE), with_slashes(&shown), None);
    }
    for (folder, beside) in places {
        for within in WITHIN {
            for path in query_files(&folder, within) {
                let shown = shown(&path, roots);
                take(path, shown, beside.clone());
            }
        }
    }
    found
}

/// Folders of a skill that are looked into, its own first.
const WITHIN: [&str; 3] = ["", "evals", ".skillscope"];

/// The folder's name of the skill that a file lies beside, as [`find`] would find it.
fn skill_of(path: &Path) -> Option<String> {
    let path = std::path::absolute(path).ok()?;
    let folder = path.parent()?;
    let above = WITHIN.iter().any(|within| folder.ends_with(within) && !within.is_empty());
    let folder = if above { folder.parent()? } else { folder };
    let name = folder.file_name()?.to_str()?;
    folder.join("SKILL.md").is_file().then(|| name.to_owned())
}

/// Query files directly in `folder/within`, by name. A folder that is not there has none.
fn query_files(folder: &Path, within: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder.join(within)) else { return Vec::new() };
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| match within {
            "" => is_query_file(name),
            _ => is_query_file(&format!("{within}/{name}")),
        })
        .collect();
    names.sort_unstable();
    names.into_iter().map(|name| folder.join(within).join(name)).collect()
}

/// The digest of what the sets ask, in hex; see [`digest_material`]. Empty for no sets.
pub fn digest(sets: &[QuerySet]) -> String {
    match sets {
        [] => String::new(),
        _ => blake3::hash(digest_material(sets).as_bytes()).to_hex()[..32].to_owned(),
    }
}

/// Adds a labelled row at the end of `file`, which is made if need be; what is there stays as it
/// is. The row is on its way to the disk when this returns.
///
/// # Errors
/// The folder or file cannot be made or written.
pub fn add_row(file: &Path, prompt: &str, expected: &[SkillId]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut open = OpenOptions::new().read(true).append(true).create(true).open(file)?;
    let row = serde_json::json!({ "prompt": prompt, "expected_skills": expected });
    // A last line without an end would swallow the row. One write, so that no reader sees half.
    let glue = if ends_open(&mut open)? { "\n" } else { "" };
    open.write_all(format!("{glue}{row}\n").as_bytes())
}

fn ends_open(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(false);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

fn text_of(path: &Path) -> Result<String, QueryFileError> {
    let unreadable = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => QueryFileError::Missing,
        _ => QueryFileError::Unreadable(error),
    };
    // Asked before the file is opened: opening a pipe would wait for its other end.
    let about = fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() {
        return Err(QueryFileError::NotAFile);
    }
    if about.len() > LARGEST {
        return Err(QueryFileError::TooLarge(about.len()));
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LARGEST).read_to_end(&mut bytes))
        .map_err(unreadable)?;
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let ends = error.as_bytes().iter().take(good).filter(|byte| **byte == b'\n').count();
        QueryFileError::NotUtf8(u32::try_from(ends + 1).unwrap_or(u32::MAX))
    })
}

/// The path below the longest root that holds it, with that root's name where there are several.
fn shown(path: &Path, roots: &[PathBuf]) -> String {
    let holding = roots
        .iter()
        .filter_map(|root| Some((root, path.strip_prefix(root).ok()?)))
        .min_by_key(|(_, rest)| rest.components().count());
    let shown = match holding {
        Some((root, rest)) if roots.len() > 1 => {
            Path::new(root.file_name().unwrap_or_default()).join(rest)
        }
        Some((_, rest)) => rest.to_owned(),
        None => path.to_owned(),
    };
    with_slashes(&shown)
}

fn with_slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// The way from the folder `base` to `path`, with `..` where it leads up; both absolute. `path`
/// itself where there is no way, as between two drives.
pub fn relative(path: &Path, base: &Path) -> PathBuf {
    let common = path.components().zip(base.components()).take_while(|(a, b)| a == b).count();
    if common == 0 {
        return path.to_owned();
    }
    let up = base.components().skip(common).map(|_| Component::ParentDir);
    up.chain(path.components().skip(common)).collect()
}

#[cfg(test)]
mod tests;
