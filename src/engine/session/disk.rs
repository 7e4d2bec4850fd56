//! What a session reads: the catalog, the query files, and the catalog at git's HEAD.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use super::{Setup, SetupError};
use crate::{
    core::{catalog::Catalog, id::SkillId, query::QuerySet, workbench::Input},
    engine::{
        config::{OwnDir, Places},
        demo::Demo,
        git::AtHead,
        loader::{CatalogRequest, Loader},
        queries::{self, QueryFile, relative},
        search::SearchDoc,
        store::Store,
        watch::FileBatch,
    },
};

/// Files behind the session.
#[derive(Debug)]
pub(super) struct Disk {
    loader: Loader,
    named: Vec<QueryFile>,
    /// The query files in use, named or found.
    files: Vec<QueryFile>,
    /// The folder that a harness looks from; `None` where folders of skills were named.
    project: Option<PathBuf>,
    /// The person's folders, for projects that cannot be written to.
    places: Option<Places>,
    /// Paths of the skills beside which they were looked for.
    beside: BTreeSet<String>,
    /// Folders whose changes matter.
    dirs: Arc<BTreeSet<PathBuf>>,
}

impl Disk {
    pub fn new(setup: &Setup) -> Result<Self, SetupError> {
        Self::at(setup.catalog.clone(), setup)
    }

    /// As [`Disk::new`], for another catalog than the setup's.
    pub fn at(catalog: CatalogRequest, setup: &Setup) -> Result<Self, SetupError> {
        setup.check()?;
        let project = catalog.paths.is_empty().then(|| catalog.cwd.clone());
        let loader = Loader::new(catalog)?;
        // Shown as the person wrote it, and in no report by an absolute path.
        let cwd = &setup.catalog.cwd;
        let base = setup.demo.as_ref().map_or(cwd.as_path(), Demo::dir);
        let named = setup.queries.iter().map(|path| {
            // `./q` and `q` are one file, and rows are known by its name.
            let plain = || path.components().filter(|part| *part != Component::CurDir).collect();
            let shown = if path.is_absolute() { relative(path, base) } else { plain() };
            let QueryFile { path, beside, .. } = QueryFile::named(cwd.join(path), None);
            QueryFile { path, beside, ..QueryFile::named(shown, None) }
        });
        let named = named.collect();
        let places = setup.places.clone();
        Ok(Self {
            loader,
            named,
            files: Vec::new(),
            project,
            places,
            beside: BTreeSet::new(),
            dirs: Arc::default(),
        })
    }

    /// The same files, counted on after a generation that was read through other eyes.
    pub fn after(self, generation: u64) -> Self {
        Self { loader: self.loader.after(generation), ..self }
    }

    /// Walks and reads all skills, for somebody who has nothing to ask.
    pub fn skills(&mut self) -> Result<Arc<Catalog>, SetupError> {
        Ok(self.loader.load_all()?)
    }

    /// Walks and reads all skills, and looks for query files beside them.
    pub fn load(&mut self) -> Result<Arc<Catalog>, SetupError> {
        let catalog = self.skills();
        if let Ok(catalog) = &catalog {
            self.find_queries(catalog);
        }
        // What is not there is watched for too.
        self.settle_dirs();
        catalog
    }

    /// The catalog read last.
    pub fn catalog(&self) -> Arc<Catalog> {
        self.loader.catalog()
    }

    /// Reads what a batch says has changed: the catalog, and the query sets if any of theirs did.
    pub fn reload(&mut self, batch: &FileBatch) -> (Arc<Catalog>, Option<Vec<QuerySet>>) {
        let files = self.files();
        let catalog = self.loader.reload(&batch.changed, batch.rescan);
        let walked = !Arc::ptr_eq(&files, &self.files());
        let look = batch.rescan
            || batch.changed.iter().any(|path| may_hold_queries(path))
            || self.moved(&catalog);
        let others = look && self.find_queries(&catalog);
        if walked || others {
            self.settle_dirs();
        }
        let touched = || self.files.iter().any(|file| batch.changed.contains(&file.path));
        let sets = (others || touched()).then(|| self.queries());
        (catalog, sets)
    }

    /// Reads everything that may have changed, and the query sets whether or not any did.
    pub fn reload_all(&mut self) -> (Arc<Catalog>, Vec<QuerySet>) {
        let batch = FileBatch { rescan: true, ..FileBatch::default() };
        let (catalog, sets) = self.reload(&batch);
        (catalog, sets.unwrap_or_else(|| self.queries()))
    }

    /// Skills came, went or moved since their folders were looked into. Looking costs a few reads
    /// of each skill's folder, which a save of a description must not wait for.
    fn moved(&self, catalog: &Catalog) -> bool {
        catalog.skills.len() != self.beside.len()
            || catalog.skills.iter().any(|skill| !self.beside.contains(&skill.path))
    }

    /// Looks for query files where none are named; true if they are others than before.
    fn find_queries(&mut self, catalog: &Catalog) -> bool {
        self.beside = catalog.skills.iter().map(|skill| skill.path.clone()).collect();
        let files = match &self.named[..] {
            [] => self.found_beside(catalog),
            named => named.to_vec(),
        };
        let others = files != self.files;
        self.files = files;
        others
    }

    fn found_beside(&self, catalog: &Catalog) -> Vec<QueryFile> {
        let skills: Vec<(&SkillId, &Path)> = catalog
            .skills
            .iter()
            .filter_map(|skill| Some((&skill.id, self.loader.locate(&skill.path)?)))
            .collect();
        let own = self.own_dir();
        let own = own.iter().flat_map(OwnDir::existing);
        queries::find(&self.loader.roots(), skills, own)
    }

    /// The rows of all query files.
    pub fn queries(&self) -> Vec<QuerySet> {
        self.files.iter().map(QueryFile::load).collect()
    }

    /// Query sets as the workbench takes them in.
    pub fn told(sets: Vec<QuerySet>) -> [Input; 2] {
        [Input::QueryDigest(queries::digest(&sets)), Input::Queries(sets)]
    }

    /// Folders whose changes matter; never our own, where only we write.
    pub fn watch_dirs(&self) -> Arc<BTreeSet<PathBuf>> {
        Arc::clone(&self.dirs)
    }

    fn settle_dirs(&mut self) {
        let mut dirs = self.loader.watch_dirs();
        dirs.extend(self.files.iter().filter_map(|file| Some(file.path.parent()?.to_owned())));
        if let Some(own) = self.own_dir() {
            dirs.retain(|dir| !own.holds(dir));
        }
        self.dirs = Arc::new(dirs);
    }

    /// Where this project's own rows are kept; `None` where no folder of skills is looked at.
    fn own_dir(&self) -> Option<OwnDir> {
        let places = self.places.as_ref();
        match &self.project {
            // Where `runs` looks for them too.
            Some(project) => Some(OwnDir::around(project, places)),
            None => self.loader.roots().first().map(|root| OwnDir::of(root, places)),
        }
    }

    /// Where this project's runs are kept; `None` as for its rows.
    pub fn store(&self) -> Option<Store> {
        self.own_dir().map(Store::at)
    }

    /// Adds a labelled row to the workbench's own query file and says which that is.
    pub fn add_row(&self, prompt: &str, expected: &[SkillId]) -> Result<PathBuf, String> {
        let file = match self.named.first() {
            Some(named) => named.path.clone(),
            None => {
                let own = self.own_dir();
                let own = own.ok_or("there is no folder of skills to keep the row at")?;
                let folder = own.writable().map_err(|error| {
                    format!("the row was not saved: no folder for it can be made: {error}")
                })?;
                folder.join(queries::OWN_FILE)
            }
        };
        queries::add_row(&file, prompt, expected)
            .map_err(|error| format!("the row was not saved to {}: {error}", file.display()))?;
        Ok(file)
    }

    /// The folders whose HEAD is the usual baseline.
    pub fn roots(&self) -> BTreeSet<PathBuf> {
        self.loader.roots().into_iter().collect()
    }

    /// The skills as they were at HEAD, with a name for that state.
    pub fn at_head(&self, head: &AtHead) -> (String, Arc<Catalog>) {
        self.at_revision("HEAD", head)
    }

    /// The skills as they were at a revision, with a name for that state.
    pub fn at_revision(&self, revision: &str, commit: &AtHead) -> (String, Arc<Catalog>) {
        let short = commit.short();
        let name = match short.starts_with(revision) || revision.starts_with(&short) {
            true => format!("git {revision}"),
            false => format!("git {revision} {short}"),
        };
        (name, Arc::new(self.at_commit(commit)))
    }

    /// The skills as they were at a commit.
    pub fn at_commit(&self, commit: &AtHead) -> Catalog {
        let files = commit.files.iter().map(|file| (file.path.as_path(), file.bytes.as_slice()));
        let mut catalog = self.loader.catalog_of(&files.collect::<Vec<(&Path, &[u8])>>());
        if let Some(then) = &mut catalog.then {
            let then = Arc::make_mut(then);
            (then.commits, then.roots) = (commit.commits.clone(), self.roots());
        }
        catalog
    }

    /// The skills of a catalog with their files, for the full-text index.
    pub fn search_docs<'a>(
        &self,
        catalog: &'a Catalog,
        ids: impl IntoIterator<Item = &'a SkillId>,
    ) -> Vec<SearchDoc> {
        ids.into_iter()
            .filter_map(|id| {
                let skill = catalog.get(id)?;
                let file = self.loader.locate(&skill.path)?.to_owned();
                Some(SearchDoc { skill: Arc::clone(skill), file })
            })
            .collect()
    }

    /// Where every file lies, by its path in the catalog; the same handle until the next walk.
    pub fn files(&self) -> Arc<BTreeMap<String, PathBuf>> {
        self.loader.files()
    }
}

/// True for a name that a query file may have, wherever it lies.
fn may_hold_queries(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    extension.eq_ignore_ascii_case("json") || extension.eq_ignore_ascii_case("jsonl")
}
