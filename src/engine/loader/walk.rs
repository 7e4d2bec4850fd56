//! Walking folders for files that are, or look like, SKILL.md.
//!
//! Reads no file. Every real folder is walked once, whatever links lead to it.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    fs, io,
    path::{Path, PathBuf},
};

use ignore::{DirEntry, WalkBuilder};

use crate::{
    core::{
        catalog::Place,
        diagnostic::{
            Diagnostic,
            Severity::{Error, Note, Warning},
        },
    },
    engine::loader::{
        file::Stamp,
        identity::FileId,
        plugin::Plugins,
        view::{Reach, Stage, View, join},
    },
};

/// A stage's walk stops after so many files and folders: a whole disk is no catalog.
const MOST_ENTRIES: usize = 1_000_000;

/// What a walk of all stages found.
#[derive(Debug, Default)]
pub(super) struct Walked {
    /// Each file once, in the order of the stages.
    pub files: Vec<Candidate>,
    /// Every folder that was looked into, and the stages' own, there or not.
    pub dirs: HashSet<PathBuf>,
    pub findings: Vec<Diagnostic>,
}

/// A file by its name; what it is shows when it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub file: PathBuf,
    /// As it was when the walk came by; `None` if it leads nowhere.
    pub stamp: Option<Stamp>,
    /// Unique, relative, with `/`.
    pub shown: String,
    pub folder: String,
    pub plugin: Option<String>,
    pub place: Place,
}

/// Walks all stages; `met` is told of each file as soon as it is found.
pub(super) fn walk(view: &View, met: &mut dyn FnMut(&Candidate)) -> Walked {
    let mut walker = Walker {
        view,
        met,
        out: Walked::default(),
        seen: BTreeSet::new(),
        plugins: Plugins::default(),
    };
    for stage in &view.stages {
        walker.stage(stage);
    }
    walker.out
}

struct Walker<'a> {
    view: &'a View,
    met: &'a mut dyn FnMut(&Candidate),
    out: Walked,
    /// Files by identity: a file found by two ways counts the first time.
    seen: BTreeSet<FileId>,
    plugins: Plugins,
}

impl Walker<'_> {
    fn stage(&mut self, stage: &Stage) {
        self.out.dirs.insert(stage.dir.clone());
        if let Err(error) = fs::read_dir(&stage.dir) {
            if stage.named {
                self.out.findings.push(root_gone(stage, &error));
            }
            return;
        }
        let before = self.out.files.len();
        self.tree(stage, true);
        if matches!(stage.reach, Reach::All { .. }) && self.out.files.len() == before {
            // Somebody named this folder: rules that hide all of it cannot be meant.
            self.tree(stage, false);
        }
    }

    /// Walks a stage and what its links lead to.
    fn tree(&mut self, stage: &Stage, obey_ignores: bool) {
        let rest = matches!(stage.reach, Reach::Rest { .. });
        let (mut starts, mut entries) = (vec![stage.dir.clone()], 0);
        let (mut walked, mut seen): (Vec<PathBuf>, BTreeSet<FileId>) = Default::default();
        while let Some(start) = starts.pop() {
            let above =
                start.strip_prefix(&stage.dir).map_or(0, |below| below.components().count());
            let mut links = Vec::new();
            for entry in self.walk_one(stage, &start, obey_ignores) {
                entries += 1;
                if entries > MOST_ENTRIES {
                    self.out.findings.push(cut_off(stage));
                    return;
                }
                match entry {
                    Ok(entry) => self.entry(stage, &entry, above, &mut links, &mut walked),
                    Err(error) if !rest => self.unreadable(stage, &error),
                    Err(_) => {}
                }
            }
            if rest || links.is_empty() {
                continue;
            }
            // Real folders come first, so a link to one of them adds nothing.
            seen.extend(walked.drain(..).filter_map(|dir| FileId::of(&dir)));
            links.sort();
            links.reverse();
            starts.extend(
                links.into_iter().filter(|l| FileId::of(l).is_some_and(|id| seen.insert(id))),
            );
        }
    }

    fn walk_one(
        &self,
        stage: &Stage,
        start: &Path,
        obey_ignores: bool,
    ) -> impl Iterator<Item = Result<DirEntry, ignore::Error>> + use<> {
        let free = !obey_ignores || matches!(stage.reach, Reach::Harness { .. });
        let hidden: BTreeSet<String> = match stage.reach {
            Reach::Harness { .. } => BTreeSet::new(),
            _ => self.view.hidden.clone(),
        };
        let skip: HashSet<PathBuf> = match stage.reach {
            Reach::Rest { .. } => {
                self.out.dirs.iter().filter(|d| **d != stage.dir).cloned().collect()
            }
            _ => HashSet::new(),
        };
        let shallow = matches!(stage.reach, Reach::Rest { deep: false, .. });
        WalkBuilder::new(start)
            .standard_filters(false)
            .ignore(!free)
            .git_ignore(!free)
            .require_git(false)
            .max_depth(matches!(stage.reach, Reach::File { .. }).then_some(1))
            .filter_entry(move |entry| {
                let name = entry.file_name().to_string_lossy();
                let plain = !(name.starts_with('.') || (shallow && entry.depth() == 1));
                entry.depth() == 0
                    || ((plain || hidden.contains(&*name))
                        && name != "node_modules"
                        && !skip.contains(entry.path()))
            })
            .build()
    }

    fn entry(
        &mut self,
        stage: &Stage,
        entry: &DirEntry,
        above: usize,
        links: &mut Vec<PathBuf>,
        walked: &mut Vec<PathBuf>,
    ) {
        let kind = entry.file_type();
        let is_dir = kind.is_some_and(|kind| kind.is_dir())
            || (entry.depth() == 0 && kind.is_some_and(|kind| kind.is_symlink()));
        if is_dir {
            walked.push(entry.path().to_owned());
            if !matches!(stage.reach, Reach::Rest { .. }) {
                self.out.dirs.insert(entry.path().to_owned());
            }
        }
        let name = entry.file_name().to_string_lossy();
        if name.eq_ignore_ascii_case("SKILL.md") && entry.depth() > 0 {
            self.candidate(stage, entry, above + entry.depth() - 1);
        } else if kind.is_some_and(|kind| kind.is_symlink())
            && entry.depth() > 0
            && fs::metadata(entry.path()).is_ok_and(|target| target.is_dir())
        {
            links.push(entry.path().to_owned());
        }
    }

    /// `depth` is the number of folders between the stage and the file.
    fn candidate(&mut self, stage: &Stage, entry: &DirEntry, depth: usize) {
        let file = entry.path();
        if let Reach::File { name, .. } = &stage.reach
            && entry.file_name().to_string_lossy() != *name
        {
            return;
        }
        let about = fs::metadata(file).ok();
        let id = about.as_ref().and_then(|about| FileId::known(file, about));
        if id.is_some_and(|id| !self.seen.insert(id)) {
            return;
        }
        let below = file.strip_prefix(&stage.dir).unwrap_or(file);
        let shown = join(&stage.shown, &slashed(below));
        if matches!(stage.reach, Reach::Rest { .. }) {
            // Of the rest of a project only the ways to these files are worth a watch.
            let way = file.ancestors().skip(1).take_while(|dir| dir.starts_with(&stage.dir));
            self.out.dirs.extend(way.map(Path::to_owned));
        }
        let folder = match below.parent().and_then(Path::file_name) {
            Some(name) => name.to_string_lossy().into_owned(),
            None => stage.name.clone(),
        };
        let candidate = Candidate {
            place: stage.reach.place(&shown, depth),
            plugin: self.plugins.of(file, depth),
            file: file.to_owned(),
            stamp: about.as_ref().map(Stamp::from),
            folder,
            shown,
        };
        (self.met)(&candidate);
        self.out.files.push(candidate);
    }

    fn unreadable(&mut self, stage: &Stage, error: &ignore::Error) {
        let Some(path) = path_of(error) else { return };
        let below = slashed(path.strip_prefix(&stage.dir).unwrap_or(path));
        let path = or_dot(&join(&stage.shown, &below)).to_owned();
        let why =
            error.io_error().map_or_else(|| "it cannot be read".to_owned(), io::Error::to_string);
        let message = format!("The folder could not be looked into: {why}.");
        let remedy = "Check its permissions.";
        let finding = Diagnostic::new(Error, "folder-unreadable", path, message, remedy);
        self.out.findings.push(finding);
    }
}

/// Of the spellings of SKILL.md in one folder the exact one counts; the others become findings.
pub(super) fn settle_spellings(walked: &mut Walked) {
    let mut exact: HashMap<PathBuf, String> = HashMap::new();
    for candidate in &walked.files {
        if candidate.file.file_name().is_some_and(|name| name == "SKILL.md")
            && let Some(folder) = candidate.file.parent()
        {
            exact.insert(folder.to_owned(), candidate.shown.clone());
        }
    }
    let findings = &mut walked.findings;
    walked.files.retain(|candidate| {
        let beside = candidate.file.parent().and_then(|folder| exact.get(folder));
        let Some(beside) = beside.filter(|beside| **beside != candidate.shown) else { return true };
        let message = format!("{beside} lies beside it, and only that is read.");
        let remedy = "Remove one of the two.";
        findings.push(Diagnostic::new(Note, "file-name", &*candidate.shown, message, remedy));
        false
    });
}

/// A relative path with `/` on every platform.
fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            path_of(err)
        }
        ignore::Error::Partial(errors) => errors.iter().find_map(path_of),
        _ => None,
    }
}

fn root_gone(stage: &Stage, error: &io::Error) -> Diagnostic {
    let message = format!("The folder is gone or unreadable: {error}.");
    let remedy = "Bring it back; skills appear again by themselves.";
    Diagnostic::new(Error, "root-gone", or_dot(&stage.shown), message, remedy)
}

fn cut_off(stage: &Stage) -> Diagnostic {
    let message = format!("The search stopped after {MOST_ENTRIES} files and folders.");
    let remedy = "Name the folder that holds the skills.";
    Diagnostic::new(Warning, "search-cut", or_dot(&stage.shown), message, remedy)
}

fn or_dot(shown: &str) -> &str {
    if shown.is_empty() { "." } else { shown }
}
