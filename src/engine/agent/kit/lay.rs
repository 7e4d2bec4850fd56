//! Skills laid out as a harness finds them: a folder a skill.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Component, Path},
};

use crate::{
    core::listing::Identity,
    engine::agent::{
        copy::{self, Bounds, LeftOut},
        kit::{Held, KitError, Laid},
    },
};

const FILE: &str = "SKILL.md";

/// Of one skill.
const BOUNDS: Bounds = Bounds { files: 500, file_bytes: 8 << 20, bytes: 32 << 20, depth: 12 };

/// Longest name of a folder on common file systems, in bytes.
const LONGEST: usize = 255;

pub(super) fn places(skills: &[Held], identity: Identity) -> Result<Vec<Laid>, KitError> {
    let mut called: BTreeMap<&str, &Held> = BTreeMap::new();
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let mut places = Vec::with_capacity(skills.len());
    for held in skills {
        if !is_name(&held.folder) {
            let (skill, folder) = (held.id.clone(), held.folder.clone());
            return Err(KitError::Folder { skill, folder });
        }
        let own = match identity {
            Identity::Folder => &held.folder,
            Identity::Name => &held.name,
        };
        if let Some(other) = called.insert(own, held) {
            let (a, b) = (other.id.clone(), held.id.clone());
            return Err(KitError::Same { a, b, called: own.clone() });
        }
        // Only where the folder is not what it is called by. Some file systems know no case.
        let before = taken.entry(held.folder.to_lowercase()).or_default();
        *before += 1;
        let folder = match before {
            1 => held.folder.clone(),
            n => format!("{}-{n}", held.folder),
        };
        places.push(Laid { skill: held.id.clone(), folder, called: own.clone() });
    }
    let mut folders: Vec<&str> = places.iter().map(|laid| laid.folder.as_str()).collect();
    folders.sort_unstable();
    // One is called as a second one of another would be.
    if let Some(pair) = folders.windows(2).find(|pair| pair[0] == pair[1])
        && let Some(laid) = places.iter().find(|laid| laid.folder == pair[0])
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
    identity: Identity,
) -> Result<Vec<LeftOut>, KitError> {
    let mut left_out = Vec::new();
    for (held, laid) in skills.iter().zip(places(skills, identity)?) {
        let folder = below.join(laid.folder);
        let failed = |source: io::Error| KitError::Write { path: folder.clone(), source };
        fs::create_dir_all(&folder).map_err(failed)?;
        fs::write(folder.join(FILE), held.text.bytes()).map_err(failed)?;
        let Some(home) = held.file.parent() else { continue };
        let wanted = |path: &Path| wanted(path, &held.file);
        left_out.extend(copy::folder(home, &folder, BOUNDS, &wanted).map_err(failed)?);
    }
    Ok(left_out)
}

/// Neither the file itself nor what belongs to somebody else: another skill, or a repository.
fn wanted(path: &Path, file: &Path) -> bool {
    path.file_name() != file.file_name() && !path.ends_with(".git") && !path.join(FILE).exists()
}
