//! Loading catalogs from disk, and keeping them current at the cost of what changed.
//!
//! Owns what is read and when. Must not know who watches or what is made of a catalog.

mod file;
mod head;
mod identity;
mod plugin;
mod pool;
mod profiles;
mod request;
mod view;
mod walk;

#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use self::{
    file::{Outcome, Stamp},
    view::View,
    walk::{Candidate, Walked},
};
use crate::core::{
    catalog::{self, Catalog, Found},
    diagnostic::{Diagnostic, Severity},
};

pub use self::{
    file::{fingerprint, read_document},
    profiles::{harnesses, own, with_own},
    request::{CatalogRequest, LoadError, UserFolders},
};

/// Loads one request's catalog again and again; unchanged files are read once.
#[derive(Debug)]
pub struct Loader {
    view: View,
    walked: Walked,
    /// Where each of the walked files lies, by its path in the catalog.
    files: Arc<BTreeMap<String, PathBuf>>,
    read: HashMap<PathBuf, Read>,
    catalog: Arc<Catalog>,
    asked: Asked,
}

/// Edits of so many files are told from them alone; more of them are a switch of branches.
const FEW: usize = 16;

/// What was named, for the case that nothing is there.
#[derive(Debug)]
enum Asked {
    Paths,
    Harness,
    /// Nothing: what is in this folder.
    Here(PathBuf),
}

#[derive(Debug)]
struct Read {
    stamp: Stamp,
    /// The path in its diagnoses.
    shown: String,
    outcome: Outcome,
}

impl Loader {
    /// Decides what `request` means; walks and reads nothing yet.
    ///
    /// # Errors
    /// A path that is missing or no folder, an unknown harness.
    pub fn new(request: CatalogRequest) -> Result<Self, LoadError> {
        Ok(Self {
            view: View::of(&request)?,
            walked: Walked::default(),
            files: Arc::default(),
            read: HashMap::new(),
            catalog: Arc::default(),
            asked: match (request.paths.as_slice(), request.harness) {
                ([], None) => Asked::Here(request.cwd),
                ([], Some(_)) => Asked::Harness,
                _ => Asked::Paths,
            },
        })
    }

    /// Has the first catalog counted after a generation of another request.
    #[must_use]
    pub fn after(self, generation: u64) -> Self {
        let catalog = Arc::new(Catalog { generation, ..Catalog::default() });
        Self { catalog, ..self }
    }

    /// Walks and reads everything.
    ///
    /// # Errors
    /// Nothing was named and nothing is here. A named folder without a skill is an empty catalog
    /// with a finding.
    pub fn load_all(&mut self) -> Result<Arc<Catalog>, LoadError> {
        self.read.clear();
        let catalog = self.walk_again(&BTreeSet::new());
        match &self.asked {
            _ if !self.walked.files.is_empty() => Ok(catalog),
            Asked::Paths => Ok(catalog),
            Asked::Here(cwd) => Err(LoadError::NothingHere(cwd.clone())),
            Asked::Harness => Err(LoadError::NothingLoaded {
                title: self.view.scope.title.clone().unwrap_or_default(),
                looked: self.looked(),
            }),
        }
    }

    /// Reads `changed` again; with `rescan`, or if one of them is new, gone or a folder, walks
    /// again too, and reads what is new or was written since. The same catalog comes back if
    /// nothing of it differs.
    pub fn reload(&mut self, changed: &BTreeSet<PathBuf>, rescan: bool) -> Arc<Catalog> {
        let changed: BTreeSet<PathBuf> =
            changed.iter().filter(|path| self.relevant(path)).cloned().collect();
        let known = |path: &PathBuf| self.read.contains_key(path) && path.is_file();
        if rescan || !changed.iter().all(known) {
            return self.walk_again(&changed);
        }
        if changed.is_empty() {
            return Arc::clone(&self.catalog);
        }
        let stale: Vec<Candidate> =
            self.walked.files.iter().filter(|one| changed.contains(&one.file)).cloned().collect();
        self.read_all(&stale);
        match self.edited(&stale) {
            Some(new) => self.take(new),
            None => self.build(),
        }
    }

    /// The catalog after files of it were read again, if that can be told from them alone.
    fn edited(&self, read: &[Candidate]) -> Option<Catalog> {
        let doc = |one: &Candidate| {
            let doc = self.read.get(&one.file)?.outcome.as_ref().ok()?;
            Some(Arc::clone(doc))
        };
        let docs: Option<Vec<_>> = read.iter().take(FEW + 1).map(doc).collect();
        let docs = docs.filter(|docs| docs.len() <= FEW)?;
        self.catalog.edited(read.iter().map(|one| one.shown.as_str()).zip(docs))
    }

    /// The catalog loaded last; an empty one of generation 0 before that.
    pub fn catalog(&self) -> Arc<Catalog> {
        Arc::clone(&self.catalog)
    }

    /// Where the file shown as `path` in the catalog lies on disk.
    pub fn locate(&self, path: &str) -> Option<&Path> {
        self.files.get(path).map(PathBuf::as_path)
    }

    /// Where every file of the catalog lies on disk, by its path in the catalog.
    pub fn files(&self) -> Arc<BTreeMap<String, PathBuf>> {
        Arc::clone(&self.files)
    }

    /// The folders that were asked for, there or not: of a harness, the project's.
    pub fn roots(&self) -> Vec<PathBuf> {
        let stages = self.view.stages.iter().filter(|stage| stage.named);
        stages.map(|stage| stage.dir.clone()).collect()
    }

    /// The folders whose changes may change the catalog, roots included, there or not.
    pub fn watch_dirs(&self) -> BTreeSet<PathBuf> {
        self.walked.dirs.iter().cloned().collect()
    }

    /// True if a change of `path` may change the catalog.
    pub fn relevant(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.eq_ignore_ascii_case("SKILL.md")
            || [".gitignore", ".ignore", "plugin.json"].contains(&&*name)
            || self.walked.dirs.contains(path)
            || (path.is_dir() && (!name.starts_with('.') || self.view.hidden.contains(&*name)))
    }

    fn walk_again(&mut self, changed: &BTreeSet<PathBuf>) -> Arc<Catalog> {
        let fresh = |one: &Candidate| {
            !changed.contains(&one.file)
                && self.read.get(&one.file).is_some_and(|read| {
                    read.shown == one.shown && one.stamp.as_ref() == Some(&read.stamp)
                })
        };
        // Most of a walk is waiting for the disk, so what it finds is read meanwhile.
        let (walked, read) = pool::ahead(
            |stale| {
                let mut met = |one: &Candidate| {
                    if !fresh(one) {
                        stale(one.clone());
                    }
                };
                walk::walk(&self.view, &mut met)
            },
            read_file,
        );
        self.walked = walked;
        walk::settle_spellings(&mut self.walked);
        let files = self.walked.files.iter().map(|one| (one.shown.clone(), one.file.clone()));
        self.files = Arc::new(files.collect());
        self.read.extend(read.into_iter().map(|(one, read)| (one.file, read)));
        let current: HashSet<&PathBuf> = self.walked.files.iter().map(|one| &one.file).collect();
        self.read.retain(|file, _| current.contains(file));
        self.build()
    }

    fn read_all(&mut self, stale: &[Candidate]) {
        let read = pool::map(stale, read_file);
        self.read.extend(stale.iter().map(|one| one.file.clone()).zip(read));
    }

    fn build(&mut self) -> Arc<Catalog> {
        let found = self.walked.files.iter().filter_map(|one| {
            let doc = self.read.get(&one.file)?.outcome.clone();
            Some(Found {
                path: one.shown.clone(),
                folder: one.folder.clone(),
                plugin: one.plugin.clone(),
                place: one.place.clone(),
                doc,
            })
        });
        let old = &self.catalog;
        let mut new =
            catalog::build(found.collect(), &self.view.rules, self.view.scope.clone(), Some(old));
        new.findings.extend(self.walked.findings.iter().cloned());
        new.findings.extend(self.nothing_found());
        new.findings.sort_by(|a, b| (&a.path, &a.code).cmp(&(&b.path, &b.code)));
        self.take(new)
    }

    /// Takes a catalog for the present one, unless it says the same.
    fn take(&mut self, mut new: Catalog) -> Arc<Catalog> {
        let old = &self.catalog;
        if old.generation > 0 && same(old, &new) {
            return Arc::clone(old);
        }
        new.generation = old.generation + 1;
        new.digest = digest(&new);
        self.catalog = Arc::new(new);
        Arc::clone(&self.catalog)
    }

    fn nothing_found(&self) -> Option<Diagnostic> {
        self.walked.files.is_empty().then(|| {
            let message = format!("There is no SKILL.md below {}.", self.looked());
            let remedy = "Name a folder that holds skills, or write the first one.";
            Diagnostic::new(Severity::Warning, "no-skills", ".", message, remedy)
        })
    }

    /// The folders that count, for people.
    fn looked(&self) -> String {
        match &self.view.rules.harness {
            None => self.view.scope.roots.join(", "),
            Some(_) => {
                let stages = &self.view.stages;
                let counting =
                    stages.iter().filter(|s| !matches!(s.reach, view::Reach::Rest { .. }));
                counting.map(|stage| stage.shown.as_str()).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

fn read_file(one: &Candidate) -> Read {
    let (stamp, outcome) = file::read(&one.file, &one.shown);
    Read { stamp, shown: one.shown.clone(), outcome }
}

/// 128 bits in hex over everything in a catalog that routes.
fn digest(catalog: &Catalog) -> String {
    blake3::hash(catalog.digest_material().as_bytes()).to_hex()[..32].to_owned()
}

/// True if nothing that a catalog says differs, apart from its generation.
fn same(old: &Catalog, new: &Catalog) -> bool {
    let shared = |(a, b): (&Arc<_>, &Arc<_>)| Arc::ptr_eq(a, b) || a == b;
    old.skills.len() == new.skills.len()
        && old.skills.iter().zip(&new.skills).all(shared)
        && old.unusable == new.unusable
        && old.not_loaded == new.not_loaded
        && old.findings == new.findings
        && old.scope == new.scope
}
