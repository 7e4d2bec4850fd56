//! Fixes of findings, brought to the files that they are about.
//!
//! Writes nothing that it was not asked for: no file outside the folders that were named, and none
//! that is another by now than the one that was looked at. Must not know how findings are made.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use thiserror::Error;

use crate::{
    core::{
        lint::{Finding, Fix, Mend, Unmended},
        skill::Skill,
        workbench::Board,
    },
    engine::{loader::read_document, rewrite::rewrite},
};

/// A file with its fixes, not yet written.
#[derive(Debug)]
pub struct Mending {
    pub mend: Mend,
    /// Without links.
    file: PathBuf,
}

/// A file that is left as it is.
#[derive(Debug, Error)]
#[error("{path} is left as it is: {why}")]
pub struct Refused {
    /// As findings name it.
    pub path: String,
    pub why: Why,
}

/// Why a file is not written.
#[derive(Debug, Error)]
pub enum Why {
    #[error("it lies outside the folders that were named; name its own folder to mend it")]
    Outside,
    #[error(transparent)]
    Unmended(#[from] Unmended),
    #[error("it is a copy that differs; make it the same first")]
    Differs,
    #[error("{0}; check the file and its rights")]
    Io(#[from] io::Error),
}

/// What the fixes would make of each file that has any, and of its copies, so that these stay
/// copies; in the order of their paths. `roots` are the folders that may be written to.
pub fn plan(
    findings: &[Finding],
    board: &Board,
    roots: &[PathBuf],
) -> (Vec<Mending>, Vec<Refused>) {
    let mut by_path: BTreeMap<&str, Vec<&Fix>> = BTreeMap::new();
    for fix in findings.iter().filter_map(|finding| finding.fix.as_ref()) {
        by_path.entry(&fix.path).or_default().push(fix);
    }
    let skills = board.now.snapshot.catalog.skills.iter();
    let skills: BTreeMap<&str, &Skill> =
        skills.map(|skill| (skill.path.as_str(), &**skill)).collect();
    let roots: Vec<PathBuf> = roots.iter().filter_map(|root| fs::canonicalize(root).ok()).collect();
    let planner = Planner { board, roots: &roots };
    let (mut mendings, mut refused) = (Vec::new(), Vec::new());
    for (path, fixes) in by_path {
        let Some(skill) = skills.get(path) else { continue };
        for path in [&skill.path].into_iter().chain(&skill.copies) {
            match planner.one(skill, path, &fixes) {
                Ok(mending) => mendings.push(mending),
                Err(why) => refused.push(Refused { path: path.clone(), why }),
            }
        }
    }
    (mendings, refused)
}

struct Planner<'a> {
    board: &'a Board,
    roots: &'a [PathBuf],
}

impl Planner<'_> {
    fn one(&self, skill: &Skill, path: &str, fixes: &[&Fix]) -> Result<Mending, Why> {
        let file = fs::canonicalize(self.locate(path)?)?;
        if !self.roots.iter().any(|root| file.starts_with(root)) {
            return Err(Why::Outside);
        }
        let text = fs::read_to_string(&file)?;
        if path == skill.path {
            if !is_as_read(&text, skill) {
                return Err(Unmended::Stale.into());
            }
        } else if !self.begins_alike(&text, skill, fixes)? {
            return Err(Why::Differs);
        }
        Ok(Mending { mend: Mend::of(path, text, fixes)?, file })
    }

    fn locate(&self, path: &str) -> io::Result<&Path> {
        let file = self.board.files.get(path).map(PathBuf::as_path);
        file.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// True of a copy that is the same as far as any fix reaches.
    fn begins_alike(&self, copy: &str, skill: &Skill, fixes: &[&Fix]) -> io::Result<bool> {
        let first = fs::read_to_string(self.locate(&skill.path)?)?;
        let reach = fixes.iter().map(|fix| fix.range.end).max().unwrap_or(0);
        let head = first.get(..reach);
        Ok(head.is_some() && head == copy.get(..reach) && is_as_read(&first, skill))
    }
}

/// True if `text` is what the skill was read from.
fn is_as_read(text: &str, skill: &Skill) -> bool {
    let len = u64::try_from(text.len()).unwrap_or(u64::MAX);
    let now = read_document(&skill.path, text.as_bytes(), len);
    now.is_ok_and(|now| now.content.is_some() && now.content == skill.doc.content)
}

impl Mending {
    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    /// It is another than when the fixes were made on it, or cannot be written.
    pub fn write(&self) -> Result<(), Refused> {
        let refused = |why| Refused { path: self.mend.path.clone(), why };
        let now = fs::read(&self.file).map_err(|error| refused(error.into()))?;
        if now != self.mend.before.as_bytes() {
            return Err(refused(Unmended::Stale.into()));
        }
        rewrite(&self.file, &self.mend.after).map_err(|error| refused(error.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        core::lint::{Levels, Limits, Subject, lint},
        engine::{
            loader::{CatalogRequest, UserFolders},
            session::{Examined, Setup, examined},
        },
    };

    const FILE: &str = "---\nname: a\ndescription: Use for: all\n---\n";

    fn looked(folder: &Path) -> (Examined, Vec<Finding>) {
        let user = UserFolders::default();
        let (paths, cwd) = (vec![folder.to_owned()], folder.to_owned());
        let setup = Setup::of(CatalogRequest { paths, harness: None, cwd, user });
        let seen = examined(&setup).unwrap();
        let now = &seen.board.now;
        let limits = Limits::default();
        let subject = Subject::new(&now.snapshot, &now.lexicon, &[], &[], &limits);
        let found = lint(&subject, &Levels::default());
        (seen, found)
    }

    #[test]
    fn a_file_that_was_saved_meanwhile_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a").join("SKILL.md");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, FILE).unwrap();
        let (seen, found) = looked(folder.path());
        let plan = || plan(&found, &seen.board, &seen.roots);
        let (mendings, refused) = plan();
        assert_eq!((mendings.len(), refused.len()), (1, 0));
        let saved = FILE.replace("all", "none");
        fs::write(&file, &saved).unwrap();
        let told = mendings[0].write().unwrap_err().to_string();
        assert!(told.contains("a/SKILL.md is left as it is: the file is not the one"), "{told}");
        let (mendings, refused) = plan();
        assert_eq!((mendings.len(), refused.len()), (0, 1), "{}", refused[0]);
        assert_eq!(fs::read_to_string(&file).unwrap(), saved);
    }

    #[cfg(unix)]
    #[test]
    fn a_mended_file_keeps_its_rights() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a").join("SKILL.md");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, FILE).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        let (seen, found) = looked(folder.path());
        for mending in plan(&found, &seen.board, &seen.roots).0 {
            mending.write().unwrap();
        }
        let after = fs::read_to_string(&file).unwrap();
        assert_eq!(after, FILE.replace("Use for: all", "\"Use for: all\""));
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
