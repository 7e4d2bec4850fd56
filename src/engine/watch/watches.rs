//! The watches that are set, and the names that their directories go by.
//!
//! Knows `notify` and its habits; must not know time or batches.
//!
//! Two wanted paths may lead to one directory (a link and its target). The system has one watch for
//! it, and `notify` would report only the name that came last, so each directory is watched once,
//! under its real path, and events are told under every name that is wanted.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    ops::Bound,
    path::{Path, PathBuf},
};

use notify::{ErrorKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::change::{Change, changes};

/// The system has no more watches.
#[derive(Debug, thiserror::Error)]
#[error("the system's limit of file watches is reached after {0} directories")]
pub(super) struct NoMoreWatches(usize);

pub(super) struct Watches {
    system: RecommendedWatcher,
    /// Real path of each watched directory -> its names. Besides wanted directories there are
    /// sentinels: parents and nearest ancestors, where a wanted directory may come, go or move.
    watched: BTreeMap<PathBuf, BTreeSet<PathBuf>>,
    max: usize,
}

impl Watches {
    /// No watches yet. `sink` is called from a thread of the system's watcher.
    pub fn new(
        max: Option<usize>,
        sink: impl Fn(Change) + Send + 'static,
    ) -> Result<Self, notify::Error> {
        let system = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            match event {
                Ok(event) => changes(event).for_each(&sink),
                // What was missed is unknown.
                Err(_) => sink(Change::Lost),
            }
        })?;
        Ok(Self { system, watched: BTreeMap::new(), max: max.unwrap_or(usize::MAX) })
    }

    /// Watches what is wanted and exists, and `besides`, real paths of directories that have no
    /// other name. Watches at or below a path for which `left` holds are
    /// set anew, since the system ends them with the directory they were set on. True if a wanted
    /// directory was not watched before.
    pub fn relink(
        &mut self,
        want: &BTreeSet<PathBuf>,
        besides: &BTreeSet<PathBuf>,
        left: impl Fn(&Path) -> bool,
    ) -> Result<bool, NoMoreWatches> {
        let dead = |real: &PathBuf, names: &BTreeSet<PathBuf>| {
            real.ancestors().chain(names.iter().flat_map(|name| name.ancestors())).any(&left)
        };
        self.drop_where(dead);
        let mut news = false;
        // A directory may come between the look for it and the watch on its parent, so look again
        // after each round that set a watch. The bound only guards against a hostile ballet.
        for _ in 0..16 {
            let mut targets = targets(want);
            for dir in besides {
                targets.entry(dir.clone()).or_default();
            }
            self.drop_where(|real, _| !targets.contains_key(real));
            let mut set_any = false;
            for (real, names) in targets {
                if let Some(known) = self.watched.get_mut(&real) {
                    news |= names.difference(known).any(|name| want.contains(name));
                    *known = names;
                } else if self.set(&real)? {
                    set_any = true;
                    news |= names.iter().any(|name| want.contains(name));
                    self.watched.insert(real, names);
                }
            }
            if !set_any {
                break;
            }
        }
        Ok(news)
    }

    /// Number of wanted directories that are watched.
    pub fn count(&self, want: &BTreeSet<PathBuf>) -> usize {
        self.watched.values().flatten().filter(|name| want.contains(*name)).count()
    }

    /// The names under which an event's path matters: below a wanted directory, or one, or on the
    /// way to one.
    pub fn names(&self, path: &Path, want: &BTreeSet<PathBuf>) -> BTreeSet<PathBuf> {
        let own = self.watched.get(path).into_iter().flatten().cloned();
        let below = path.parent().zip(path.file_name()).into_iter().flat_map(|(parent, name)| {
            self.watched.get(parent).into_iter().flatten().map(move |dir| dir.join(name))
        });
        own.chain(below).filter(|path| matters(path, want)).collect()
    }

    /// True if set; false if the directory is gone or may not be watched, which its loader says
    /// better.
    fn set(&mut self, real: &Path) -> Result<bool, NoMoreWatches> {
        if self.watched.len() >= self.max {
            return Err(NoMoreWatches(self.watched.len()));
        }
        match self.system.watch(real, RecursiveMode::NonRecursive) {
            Ok(()) => Ok(true),
            Err(error) if matches!(error.kind, ErrorKind::MaxFilesWatch) => {
                Err(NoMoreWatches(self.watched.len()))
            }
            Err(_) => Ok(false),
        }
    }

    fn drop_where(&mut self, dead: impl Fn(&PathBuf, &BTreeSet<PathBuf>) -> bool) {
        let system = &mut self.system;
        self.watched.retain(|real, names| {
            let dead = dead(real, names);
            if dead {
                // Fails where the system ended the watch itself, which is as good.
                let _ = system.unwatch(real);
            }
            !dead
        });
    }
}

/// True if `path` is at or above a wanted directory.
pub(super) fn leads_to(path: &Path, want: &BTreeSet<PathBuf>) -> bool {
    // Paths sort by component, so what lies below a path follows it.
    want.range::<Path, _>((Bound::Included(path), Bound::Unbounded))
        .next()
        .is_some_and(|next| next.starts_with(path))
}

/// True if a change of `path` can matter to one who wants these directories.
pub(super) fn matters(path: &Path, want: &BTreeSet<PathBuf>) -> bool {
    let inside = path.parent().is_some_and(|parent| want.contains(parent));
    inside && !is_private(path) || leads_to(path, want) || is_git_dir(path)
}

/// True for the name of a git directory, or of the file that stands for one.
pub(super) fn is_git_dir(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == ".git")
}

/// Git's folder and ours change all the time without any skill changing.
pub(super) fn is_private(path: &Path) -> bool {
    is_git_dir(path) || path.file_name().is_some_and(|name| name == ".skillscope")
}

/// What to watch: real path -> names.
fn targets(want: &BTreeSet<PathBuf>) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
    let mut targets: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
    let mut reals: BTreeMap<&Path, PathBuf> = BTreeMap::new();
    for dir in want {
        let real = real_dir(dir, &reals);
        let outside = dir.parent().filter(|parent| !want.contains(*parent));
        let sentinel = match &real {
            Some(_) => outside.and_then(|parent| Some((parent, parent.canonicalize().ok()?))),
            None => dir.ancestors().skip(1).find_map(|dir| {
                dir.canonicalize().ok().filter(|real| real.is_dir()).map(|real| (dir, real))
            }),
        };
        if let Some((name, real)) = sentinel {
            targets.entry(real).or_default().insert(name.to_path_buf());
        }
        if let Some(real) = real {
            targets.entry(real.clone()).or_default().insert(dir.clone());
            reals.insert(dir, real);
        }
    }
    targets
}

/// The real path of a directory; `None` if there is no directory of this name. With the real path
/// of its parent at hand it costs one look instead of one a component.
fn real_dir(dir: &Path, reals: &BTreeMap<&Path, PathBuf>) -> Option<PathBuf> {
    let kind = fs::symlink_metadata(dir).ok()?.file_type();
    let by_parent = dir.parent().and_then(|parent| reals.get(parent)).zip(dir.file_name());
    match by_parent {
        Some((parent, name)) if kind.is_dir() => Some(parent.join(name)),
        _ => dir.canonicalize().ok().filter(|real| real.is_dir()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(paths: &[&str]) -> BTreeSet<PathBuf> {
        paths.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn what_matters_is_inside_or_on_the_way() {
        let want = set(&["/p/skills", "/p/skills/pdf"]);
        for path in ["/p/skills/pdf/SKILL.md", "/p/skills/new", "/p/skills", "/p", "/p/.git"] {
            assert!(matters(Path::new(path), &want), "{path}");
        }
        for path in ["/p/notes", "/p/skills-old", "/p/skills/.skillscope", "/q"] {
            assert!(!matters(Path::new(path), &want), "{path}");
        }
    }

    #[test]
    fn a_link_and_its_target_are_one_watch_with_two_names() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        let (real, link) = (root.join("real"), root.join("link"));
        fs::create_dir(&real).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(&real, &link).unwrap();
        let want = BTreeSet::from([real.clone(), link.clone()]);
        let targets = targets(&want);
        assert_eq!(targets[&real], want);
        assert_eq!(targets[&root], BTreeSet::from([root.clone()]));
    }

    #[test]
    fn a_missing_directory_is_awaited_at_its_nearest_ancestor() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        let want = BTreeSet::from([root.join("a/b/c")]);
        assert_eq!(targets(&want), BTreeMap::from([(root.clone(), BTreeSet::from([root]))]));
    }
}
