//! From a request to the folders to walk, in order, and what being found there means.

use std::{
    collections::BTreeSet,
    fs,
    path::{Component, Path, PathBuf},
};

use crate::{
    core::{
        catalog::{Place, Rules, Scope},
        listing::Profile,
    },
    engine::loader::{CatalogRequest, LoadError, profiles, profiles::hidden_folders},
};

/// What to walk, and by which rules a catalog is made of it.
#[derive(Debug)]
pub(super) struct View {
    pub stages: Vec<Stage>,
    pub rules: Rules,
    pub scope: Scope,
    /// Hidden folders to look into all the same.
    pub hidden: BTreeSet<String>,
}

/// One folder to walk.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub dir: PathBuf,
    /// What its files' paths start with, without `/` at the end; may be empty.
    pub shown: String,
    /// The folder's own name, where a SKILL.md lies directly in it.
    pub name: String,
    pub reach: Reach,
    /// Its absence is worth a finding: somebody named it.
    pub named: bool,
}

/// What being found in a stage means.
#[derive(Clone, Debug)]
pub(super) enum Reach {
    /// Everything below counts, ignore rules and links obeyed.
    All { rank: usize },
    /// This one file counts.
    File { rank: usize, name: String },
    /// A harness's folder: skills directly below count, deeper ones where it looks deeper; ignore
    /// rules do not.
    Harness { rank: usize, nested: bool, title: String },
    /// The rest of a project: nothing counts, but is shown with the reason. Where it is not known
    /// to be a project (it may be a home folder), only other harnesses' folders are looked into.
    Rest { title: String, deep: bool },
}

impl Reach {
    /// What it means to be found at `shown`, `depth` folders below the stage.
    pub fn place(&self, shown: &str, depth: usize) -> Place {
        match self {
            Self::All { rank } | Self::File { rank, .. } => Place::Loaded { rank: *rank },
            Self::Harness { rank, nested, .. } if depth == 1 || (*nested && depth > 0) => {
                Place::Loaded { rank: *rank }
            }
            Self::Harness { title, .. } => {
                Place::NotLoaded { reason: format!("{title} looks for skills one folder deep") }
            }
            Self::Rest { title, .. } => {
                let folder = shown.rsplitn(3, '/').nth(2).unwrap_or(".");
                Place::NotLoaded { reason: format!("{title} does not look in {folder}") }
            }
        }
    }
}

impl View {
    /// Decides what `request` means on this disk.
    ///
    /// # Errors
    /// A path that is missing or no folder, an unknown harness, or no harness's folder here.
    pub fn of(request: &CatalogRequest) -> Result<Self, LoadError> {
        let profiles = profiles::with_own(&request.user.harnesses)?;
        let hidden = hidden_folders(&profiles);
        let profile = request.harness.as_deref().map(|id| find(&profiles, id)).transpose()?;
        let mut view = match (request.paths.as_slice(), profile) {
            ([], Some(profile)) => {
                let project = project_of(profile, &request.cwd);
                Self::of_harness(request, profile, &project)
            }
            ([], None) => match first_with_skills(&profiles, &request.cwd) {
                Some((profile, project)) => Self::of_harness(request, profile, &project),
                None => Self::of_paths(request, &[PathBuf::from(".")], None)?,
            },
            (paths, profile) => Self::of_paths(request, paths, profile)?,
        };
        view.hidden = hidden;
        Ok(view)
    }

    fn of_harness(request: &CatalogRequest, profile: &Profile, project: &Path) -> Self {
        let mut view = Self::empty(Some(profile));
        let users: Vec<_> =
            profile.user_dirs.iter().filter_map(|dir| request.user.locate(dir)).collect();
        let after = if profile.user_first { users.len() } else { 0 };
        let before = if profile.user_first { 0 } else { profile.project_dirs.len() };
        view.project(profile, project, "", after);
        for (n, (dir, shown)) in users.into_iter().enumerate() {
            let reach = view.harness(profile, before + n);
            view.stages.push(Stage::new(dir, shown, reach, false));
        }
        view.scope.roots.push(shown_path(project, &request.cwd));
        // A person's folders come before the rest of the project, which would claim them for
        // itself where the project is the home folder.
        view.stages.sort_by_key(|stage| matches!(stage.reach, Reach::Rest { .. }));
        view
    }

    fn of_paths(
        request: &CatalogRequest,
        paths: &[PathBuf],
        profile: Option<&Profile>,
    ) -> Result<Self, LoadError> {
        let mut view = Self::empty(profile);
        let dirs: Vec<PathBuf> = paths.iter().map(|path| clean(&request.cwd.join(path))).collect();
        for (n, (path, dir)) in paths.iter().zip(&dirs).enumerate() {
            let about = fs::metadata(dir).map_err(|e| LoadError::of_io(path, e))?;
            let shown = if dirs.len() > 1 { unique_tail(dir, &dirs) } else { String::new() };
            view.scope.roots.push(path.display().to_string().replace('\\', "/"));
            match profile {
                _ if about.is_file() => {
                    let name = dir.file_name().map(|name| name.to_string_lossy().into_owned());
                    let name = name.filter(|name| name.eq_ignore_ascii_case("SKILL.md"));
                    let (Some(name), Some(folder)) = (name, dir.parent()) else {
                        return Err(LoadError::NotAFolder(path.clone()));
                    };
                    let shown = shown.rsplit_once('/').map_or("", |(folder, _)| folder);
                    let reach = Reach::File { rank: n, name };
                    view.stages.push(Stage::new(folder.to_owned(), shown.to_owned(), reach, true));
                }
                _ if !about.is_dir() => return Err(LoadError::NotAFolder(path.clone())),
                Some(profile) if profile.project_dirs.iter().any(|sub| dir.join(sub).is_dir()) => {
                    view.project(profile, dir, &shown, n * profile.project_dirs.len());
                }
                _ => {
                    fs::read_dir(dir).map_err(|e| LoadError::of_io(path, e))?;
                    view.stages.push(Stage::new(dir.clone(), shown, Reach::All { rank: n }, true));
                }
            }
        }
        Ok(view)
    }

    fn empty(profile: Option<&Profile>) -> Self {
        let rules = profile.map_or_else(Rules::default, |profile| Rules {
            identity: profile.identity,
            lists_copies: profile.lists_copies,
            harness: Some(profile.title.clone()),
        });
        let scope = Scope {
            harness: profile.map(|profile| profile.id.clone()),
            title: profile.map(|profile| profile.title.clone()),
            ..Scope::default()
        };
        Self { stages: Vec::new(), rules, scope, hidden: BTreeSet::new() }
    }

    /// A project as a harness sees it: the harness's folders, then the rest.
    fn project(&mut self, profile: &Profile, dir: &Path, shown: &str, rank: usize) {
        for (n, sub) in profile.project_dirs.iter().enumerate() {
            let reach = self.harness(profile, rank + n);
            self.stages.push(Stage::new(dir.join(sub), join(shown, sub), reach, false));
        }
        let deep = dir.join(".git").exists();
        let rest = Reach::Rest { title: profile.title.clone(), deep };
        self.stages.push(Stage::new(dir.to_owned(), shown.to_owned(), rest, true));
    }

    fn harness(&self, profile: &Profile, rank: usize) -> Reach {
        Reach::Harness { rank, nested: profile.nested, title: profile.title.clone() }
    }
}

impl Stage {
    fn new(dir: PathBuf, shown: String, reach: Reach, named: bool) -> Self {
        let name = fs::canonicalize(&dir).unwrap_or_else(|_| dir.clone());
        let name = name.file_name().map(|name| name.to_string_lossy().into_owned());
        Self { dir, shown, name: name.unwrap_or_else(|| "root".to_owned()), reach, named }
    }
}

fn find<'a>(profiles: &'a [Profile], id: &str) -> Result<&'a Profile, LoadError> {
    profiles.iter().find(|profile| profile.id == id).ok_or_else(|| {
        let known: Vec<&str> = profiles.iter().map(|profile| profile.id.as_str()).collect();
        LoadError::UnknownHarness { id: id.to_owned(), known: known.join(", ") }
    })
}

/// The nearest folder, from `cwd` up to the git root, where `profile` finds skills; else the git
/// root, else `cwd`.
fn project_of(profile: &Profile, cwd: &Path) -> PathBuf {
    let folders = up_to_git_root(cwd);
    let found = folders.iter().find(|folder| holds_skills(profile, folder));
    found.or(folders.last()).map_or_else(|| cwd.to_owned(), |folder| (*folder).to_owned())
}

fn first_with_skills<'a>(profiles: &'a [Profile], cwd: &Path) -> Option<(&'a Profile, PathBuf)> {
    let folders = up_to_git_root(cwd);
    profiles.iter().find_map(|profile| {
        let folder = folders.iter().find(|folder| holds_skills(profile, folder))?;
        Some((profile, (*folder).to_owned()))
    })
}

/// `cwd` and the folders above it as far as the git root; without one only `cwd`, for what lies
/// above is no part of a project.
fn up_to_git_root(cwd: &Path) -> Vec<&Path> {
    let folders: Vec<&Path> = cwd.ancestors().collect();
    let root = folders.iter().position(|folder| folder.join(".git").exists()).unwrap_or(0);
    folders.into_iter().take(root + 1).collect()
}

/// True if one of the profile's project folders has a skill directly below.
fn holds_skills(profile: &Profile, project: &Path) -> bool {
    profile.project_dirs.iter().any(|dir| {
        let entries = fs::read_dir(project.join(dir)).into_iter().flatten().flatten();
        entries.into_iter().any(|entry| entry.path().join("SKILL.md").exists())
    })
}

/// A shown path below another, which may be empty.
pub(super) fn join(above: &str, below: &str) -> String {
    let separator = if above.is_empty() || below.is_empty() { "" } else { "/" };
    [above, separator, below].concat()
}

/// The path without `.` and `..`, links not followed.
fn clean(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

/// The fewest last components that tell `dir` from the other roots.
fn unique_tail(dir: &Path, dirs: &[PathBuf]) -> String {
    let parts: Vec<_> = dir.components().filter(|c| matches!(c, Component::Normal(_))).collect();
    let tail = |n: usize| parts[parts.len().saturating_sub(n)..].iter().collect::<PathBuf>();
    let alone = |n: &usize| dirs.iter().filter(|other| other.ends_with(tail(*n))).count() == 1;
    let n = (1..=parts.len()).find(alone).unwrap_or(parts.len());
    tail(n).to_string_lossy().replace('\\', "/")
}

/// A project folder as a person would name it from `cwd`.
fn shown_path(dir: &Path, cwd: &Path) -> String {
    match cwd.strip_prefix(dir).map(|below| below.components().count()) {
        Ok(0) => ".".to_owned(),
        Ok(depth) => vec![".."; depth].join("/"),
        Err(_) => dir.display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_told_apart_by_their_last_folders() {
        let dirs = ["/w/a/skills", "/w/b/skills", "/w/other"].map(PathBuf::from);
        let tails: Vec<_> = dirs.iter().map(|dir| unique_tail(dir, &dirs)).collect();
        assert_eq!(tails, ["a/skills", "b/skills", "other"]);
        let twice = ["/w/a", "/w/a"].map(PathBuf::from);
        assert_eq!(unique_tail(&twice[0], &twice), "w/a");
    }

    #[test]
    fn paths_are_cleaned_without_the_disk() {
        assert_eq!(clean(Path::new("/a/./b/../c")), PathBuf::from("/a/c"));
        assert_eq!(shown_path(Path::new("/a"), Path::new("/a/b/c")), "../..");
    }
}
