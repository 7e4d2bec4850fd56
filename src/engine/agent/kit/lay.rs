//! Skills laid out as a harness finds them: a folder a skill.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Component, Path, PathBuf},
};

use crate::{
    core::listing::Identity,
    engine::agent::{
        copy::{self, Bounds, LeftOut},
        kit::{Held, KitError, Laid},
    },
};

const FILE: &str = "SKILL.md";
const MANIFEST: &str = ".claude-plugin/plugin.json";

/// Of one skill.
const BOUNDS: Bounds = Bounds { files: 500, file_bytes: 8 << 20, bytes: 32 << 20, depth: 12 };

/// Longest name of a folder on common file systems, in bytes.
const LONGEST: usize = 255;

pub(super) fn places(
    skills: &[Held],
    identity: Identity,
    plugins: bool,
) -> Result<Vec<Laid>, KitError> {
    let mut called: BTreeMap<String, &Held> = BTreeMap::new();
    let mut taken: BTreeMap<(Option<&str>, String), usize> = BTreeMap::new();
    let mut places = Vec::with_capacity(skills.len());
    for held in skills {
        let plugin = held.plugin.as_deref().filter(|_| plugins);
        let mut names = [Some(held.folder.as_str()), plugin].into_iter().flatten();
        if let Some(folder) = names.find(|name| !is_name(name)) {
            let (skill, folder) = (held.id.clone(), folder.to_owned());
            return Err(KitError::Folder { skill, folder });
        }
        let own = match identity {
            Identity::Folder => &held.folder,
            Identity::Name => &held.name,
        };
        let own = plugin.map_or_else(|| own.clone(), |plugin| format!("{plugin}:{own}"));
        if let Some(other) = called.insert(own.clone(), held) {
            let (a, b) = (other.id.clone(), held.id.clone());
            return Err(KitError::Same { a, b, called: own });
        }
        // Only where the folder is not what it is called by. Some file systems know no case.
        let before = taken.entry((plugin, held.folder.to_lowercase())).or_default();
        *before += 1;
        let folder = match before {
            1 => held.folder.clone(),
            n => format!("{}-{n}", held.folder),
        };
        let (skill, plugin) = (held.id.clone(), plugin.map(str::to_owned));
        places.push(Laid { skill, folder, plugin, called: own });
    }
    let mut folders: Vec<_> = places.iter().map(|laid| (&laid.plugin, &laid.folder)).collect();
    folders.sort_unstable();
    // One is called as a second one of another would be.
    if let Some(pair) = folders.windows(2).find(|pair| pair[0] == pair[1])
        && let Some(laid) = places.iter().find(|laid| (&laid.plugin, &laid.folder) == pair[0])
    {
        return Err(KitError::Folder { skill: laid.skill.clone(), folder: laid.folder.clone() });
    }
    Ok(places)
}

/// One plain name, whatever the system: no way out of the folder that it is put into.
fn is_name(folder: &str) -> bool {
    let mut parts = Path::new(folder).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(name)), None) if name == folder)
        && folder.len() <= LONGEST
        && !folder.contains(['/', '\\', ':', '\0'])
}

pub(super) fn lay(
    skills: &[Held],
    below: &Path,
    plugins: Option<&Path>,
    identity: Identity,
) -> Result<Vec<LeftOut>, KitError> {
    let mut left_out = Vec::new();
    for (held, laid) in skills.iter().zip(places(skills, identity, plugins.is_some())?) {
        let folder = match (&laid.plugin, plugins) {
            (Some(plugin), Some(plugins)) => {
                make_plugin(plugin, &plugins.join(plugin))?.join(laid.folder)
            }
            _ => below.join(laid.folder),
        };
        let failed = |source: io::Error| KitError::Write { path: folder.clone(), source };
        fs::create_dir_all(&folder).map_err(failed)?;
        fs::write(folder.join(FILE), held.text.bytes()).map_err(failed)?;
        let Some(home) = held.file.parent() else { continue };
        let wanted = |path: &Path| wanted(path, &held.file);
        left_out.extend(copy::folder(home, &folder, BOUNDS, &wanted).map_err(failed)?);
    }
    Ok(left_out)
}

/// A plugin that holds skills and nothing else: what more it has is not what is asked about. Gives
/// the folder for its skills.
fn make_plugin(name: &str, folder: &Path) -> Result<PathBuf, KitError> {
    let failed = |source: io::Error| KitError::Write { path: folder.to_owned(), source };
    let about = folder.join(MANIFEST);
    if !about.exists() {
        fs::create_dir_all(about.parent().unwrap_or(folder)).map_err(failed)?;
        let manifest = serde_json::json!({ "name": name, "version": "0.0.0" });
        fs::write(&about, manifest.to_string()).map_err(failed)?;
    }
    Ok(folder.join("skills"))
}

/// Neither the file itself nor what belongs to somebody else: another skill, or a repository.
fn wanted(path: &Path, file: &Path) -> bool {
    path.file_name() != file.file_name() && !path.ends_with(".git") && !path.join(FILE).exists()
}
