//! The environment that this program was started in, and what of it a child may see.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    fmt,
    path::{Path, PathBuf},
};

/// What any child gets of ours: enough to be found, to speak, and to reach the network.
const USUAL: &[&str] = &[
    "PATH",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "USER",
    "LOGNAME",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "no_proxy",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
    // Without these nothing starts on Windows.
    "SystemRoot",
    "SystemDrive",
    "windir",
    "ComSpec",
    "PATHEXT",
    "NUMBER_OF_PROCESSORS",
    "PROCESSOR_ARCHITECTURE",
];

/// Variables by name. A value of its own, so that nothing depends on the process it is asked in.
#[derive(Clone, Default)]
pub struct Environment {
    variables: BTreeMap<String, OsString>,
}

/// Names only: values may be secrets.
impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.variables.keys()).finish()
    }
}

impl<K: Into<String>, V: Into<OsString>> FromIterator<(K, V)> for Environment {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(variables: I) -> Self {
        let own = |(name, value): (K, V)| (name.into(), value.into());
        Self { variables: variables.into_iter().map(own).collect() }
    }
}

impl Environment {
    /// That of this process.
    pub fn of_process() -> Self {
        let named = |(name, value): (OsString, OsString)| Some((name.into_string().ok()?, value));
        std::env::vars_os().filter_map(named).collect()
    }

    /// A variable that is set to something.
    pub fn get(&self, name: &str) -> Option<&OsStr> {
        self.variables.get(name).map(OsString::as_os_str).filter(|value| !value.is_empty())
    }

    /// The person's home folder.
    pub fn home(&self) -> Option<PathBuf> {
        let name = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
        self.get(name).map(PathBuf::from)
    }

    /// What any child may see of it.
    pub fn usual(&self) -> BTreeMap<String, OsString> {
        self.only(USUAL)
    }

    /// These, as far as they are set.
    pub fn only(&self, names: &[&str]) -> BTreeMap<String, OsString> {
        let given = |name: &&str| Some(((*name).to_owned(), self.get(name)?.to_owned()));
        names.iter().filter_map(given).collect()
    }

    /// Where a program lies: as it is named if that is a path, else in the folders of PATH. Only
    /// absolute folders count, so that no project can put a program of its own in the way.
    pub fn find(&self, program: &Path) -> Option<PathBuf> {
        if program.components().count() > 1 {
            return is_program(program).then(|| program.to_owned());
        }
        let path = self.get("PATH")?;
        std::env::split_paths(path)
            .filter(|folder| folder.is_absolute())
            .flat_map(|folder| spellings(&folder.join(program)))
            .find(|candidate| is_program(candidate))
    }
}

/// The names that a program may have on disk.
fn spellings(path: &Path) -> Vec<PathBuf> {
    if !cfg!(windows) {
        return vec![path.to_owned()];
    }
    ["exe", "cmd", "bat"].map(|extension| path.with_extension(extension)).into()
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_sees_what_is_on_the_list_and_values_are_not_shown() {
        let environment: Environment =
            [("PATH", "/bin"), ("LANG", ""), ("SECRET_KEY", "hidden-value")].into_iter().collect();
        let usual = environment.usual();
        assert_eq!(usual.keys().collect::<Vec<_>>(), ["PATH"]);
        assert_eq!(environment.only(&["SECRET_KEY", "GONE"]).len(), 1);
        let shown = format!("{environment:?}");
        assert!(shown.contains("SECRET_KEY") && !shown.contains("hidden-value"), "{shown}");
    }

    #[cfg(unix)]
    #[test]
    fn programs_are_found_in_absolute_folders_only() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tool");
        std::fs::write(&file, "").unwrap();
        let path = format!("relative::{}", folder.path().display());
        let environment: Environment = [("PATH", path)].into_iter().collect();
        assert_eq!(environment.find(Path::new("tool")), None, "it may not be run");
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(environment.find(Path::new("tool")), Some(file.clone()));
        assert_eq!(environment.find(&file), Some(file));
        assert_eq!(environment.find(Path::new("./tool")), None);
    }
}
