//! Which harnesses are at hand.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{Mutex, PoisonError},
};

/// A harness that can be started.
#[derive(Clone, Debug)]
pub struct Installed {
    pub version: String,
    /// Holds its commands.
    pub folder: PathBuf,
    /// Holds the Node that it needs.
    pub node: PathBuf,
}

/// Those that every test run drives; the others take gigabytes and minutes more.
const USUAL: &[&str] = &["claude-code", "codex", "pi"];

/// Installs a harness unless it is there. Says on standard output what it found; `None` where it
/// cannot be had, which skips the test that asked.
pub fn installed(id: &str) -> Option<Installed> {
    if !USUAL.contains(&id) && std::env::var_os("SKILLSCOPE_ALL_HARNESSES").is_none() {
        println!("skipped: {id} runs only where SKILLSCOPE_ALL_HARNESSES is set");
        return None;
    }
    // One at a time: the tests run side by side, and all of them need Node first.
    static ASKED: Mutex<BTreeMap<String, Option<Installed>>> = Mutex::new(BTreeMap::new());
    let mut asked = ASKED.lock().unwrap_or_else(PoisonError::into_inner);
    asked.entry(id.to_owned()).or_insert_with(|| install(id)).clone()
}

fn install(id: &str) -> Option<Installed> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/harness/install.sh");
    let output = Command::new("bash").arg(script).arg(id).stdin(Stdio::null()).output();
    let said = match output {
        Ok(output) => String::from_utf8_lossy(&output.stdout).into_owned(),
        Err(error) => format!("bash\t-\tmissing\t{error}"),
    };
    let lines: Vec<Vec<&str>> = said.lines().map(|line| line.split('\t').collect()).collect();
    for line in &lines {
        if let [what, version, "missing", why] = line[..] {
            println!("skipped: {what} {version} cannot be installed: {why}");
        }
    }
    let ready = |wanted: &str| {
        lines.iter().find_map(|line| match line[..] {
            [what, version, "ready", folder] if what == wanted => Some((version, folder)),
            _ => None,
        })
    };
    let ((version, folder), (_, node)) = (ready(id)?, ready("node")?);
    println!("ran: {id} {version}");
    Some(Installed { version: version.to_owned(), folder: folder.into(), node: node.into() })
}

/// The folder of a ripgrep, by which OpenCode lists the files of a skill and which it would fetch:
/// on the PATH, else the one that Codex brings along. `None` skips the test that asked, and is told.
pub fn ripgrep() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).find(|folder| folder.join("rg").is_file());
    let found = on_path.or_else(|| {
        let packages = installed("codex")?.folder.parent()?.join("@openai");
        let folders = |folder: PathBuf| {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            entries.map(|entry| entry.path())
        };
        let vendors = folders(packages).map(|package| package.join("vendor"));
        let mut kept = vendors.flat_map(folders).map(|target| target.join("codex-path"));
        kept.find(|folder| folder.join("rg").is_file())
    });
    if found.is_none() {
        println!("skipped: OpenCode needs rg on the PATH to load a skill");
    }
    found
}
