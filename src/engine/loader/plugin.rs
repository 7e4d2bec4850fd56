//! Which plugin a skill belongs to: a folder with a manifest, whose `skills` folder holds it.

use std::{
    collections::BTreeMap,
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

const MANIFEST: &str = ".claude-plugin/plugin.json";

/// Manifests by plugin folder, each read once.
#[derive(Debug, Default)]
pub(super) struct Plugins(BTreeMap<PathBuf, Option<String>>);

impl Plugins {
    /// The name of the plugin that holds `file`, `depth` folders below a root; no further up than
    /// one folder above that root.
    pub fn of(&mut self, file: &Path, depth: usize) -> Option<String> {
        let folders = file.ancestors().skip(1).take(depth + 1);
        let skills = folders.filter(|folder| folder.file_name().is_some_and(|n| n == "skills"));
        skills.filter_map(Path::parent).find_map(|plugin| {
            if let Some(known) = self.0.get(plugin) {
                return known.clone();
            }
            let name = read_name(&plugin.join(MANIFEST));
            self.0.insert(plugin.to_owned(), name.clone());
            name
        })
    }
}

fn read_name(manifest: &Path) -> Option<String> {
    if !std::fs::metadata(manifest).ok()?.is_file() {
        return None;
    }
    let mut text = String::new();
    File::open(manifest).ok()?.take(64 * 1024).read_to_string(&mut text).ok()?;
    let manifest: serde_json::Value = serde_json::from_str(&text).ok()?;
    let name = manifest.get("name")?.as_str()?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}
