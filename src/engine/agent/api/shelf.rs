//! What a model may read of the skills: bodies, and the files that lie beside them.
//!
//! Must not know who reads.

use std::{
    collections::BTreeMap,
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use crate::{
    core::{id::SkillId, skill},
    engine::agent::{Ground, Kit, KitError},
};

/// The most bytes of a file that are read.
const MOST: u64 = 256 << 10;

#[derive(Debug)]
pub(super) struct Shelf {
    kit: Kit,
    skills: BTreeMap<SkillId, Place>,
}

#[derive(Debug)]
struct Place {
    /// As the model names it.
    shown: String,
    /// On disk.
    folder: PathBuf,
}

impl Shelf {
    pub fn of(ground: &Ground<'_>) -> Result<Self, KitError> {
        let kit = Kit::of(ground)?;
        let place = |skill: &skill::Skill| {
            let shown = skill.path.rsplit_once('/').map_or(".", |(folder, _)| folder).to_owned();
            let folder = ground.files.get(&skill.path)?.parent()?.to_owned();
            Some((skill.id.clone(), Place { shown, folder }))
        };
        let skills = ground.snapshot.residents().filter_map(|resident| place(resident.skill));
        Ok(Self { kit, skills: skills.collect() })
    }

    /// What a model gets for activating a skill: where its files are, and the body.
    pub fn skill(&self, id: &SkillId) -> Option<String> {
        let text = self.kit.text(id)?;
        let begins = skill::read(text.as_bytes()).map_or(0, |doc| doc.body_start);
        let body = text.get(begins..).unwrap_or(text).trim_start();
        let Place { shown, .. } = self.skills.get(id)?;
        Some(format!("Files that these instructions name lie in the folder `{shown}`.\n\n{body}"))
    }

    /// A file of a skill, by its path below the skill's folder; or why there is none.
    pub fn file(&self, id: &SkillId, file: &str) -> Result<String, String> {
        if file == "SKILL.md" {
            return self
                .kit
                .text(id)
                .map(str::to_owned)
                .ok_or_else(|| "There is no such file.".to_owned());
        }
        let place = self.skills.get(id).ok_or("There is no such file.")?;
        read(&place.folder, file).ok_or_else(|| format!("`{}/{file}` cannot be read.", place.shown))
    }
}

/// A text file that really lies in the folder, whatever links say.
fn read(folder: &Path, file: &str) -> Option<String> {
    let folder = folder.canonicalize().ok()?;
    let path = folder.join(file).canonicalize().ok()?;
    // A pipe would never end.
    if !path.starts_with(&folder) || !path.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(MOST + 1).read_to_end(&mut bytes).ok()?;
    let cut = bytes.len() as u64 > MOST;
    bytes.truncate(usize::try_from(MOST).unwrap_or(usize::MAX));
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    if cut {
        text.push_str("\n[The file goes on from here.]");
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use std::{fs, sync::Arc};

    use super::*;
    use crate::core::{catalog::testing::catalog, snapshot::Snapshot};

    #[test]
    fn bodies_and_files_beside_them_are_read_and_nothing_else() {
        let disk = tempfile::tempdir().unwrap();
        let snapshot = Snapshot::of(Arc::new(catalog(&[("tea", "Orders tea.")])));
        let path = snapshot.catalog.skills[0].path.clone();
        let file = disk.path().join(&path);
        let home = file.parent().unwrap();
        fs::create_dir_all(home.join("notes")).unwrap();
        fs::write(&file, "---\nname: tea\ndescription: Orders tea.\n---\n\nPour.\n").unwrap();
        fs::write(home.join("notes/a.md"), "A note.").unwrap();
        fs::write(home.join("large"), vec![b'x'; 300 << 10]).unwrap();
        fs::write(disk.path().join("outside"), "no").unwrap();
        let files = [(path, file.clone())].into();
        let ground = Ground { snapshot: &snapshot, listing: None, files: &files };
        let shelf = Shelf::of(&ground).unwrap();
        let tea = SkillId::from("tea");

        let body = shelf.skill(&tea).unwrap();
        assert!(
            body.ends_with("\n\nPour.\n") && body.contains("`tea`") && !body.contains("---"),
            "{body}"
        );
        assert_eq!(shelf.file(&tea, "notes/a.md").as_deref(), Ok("A note."));
        assert!(shelf.file(&tea, "SKILL.md").unwrap().starts_with("---\nname: tea"));
        assert!(shelf.file(&tea, "large").unwrap().ends_with("[The file goes on from here.]"));
        for other in ["../outside", "notes", "gone", "/etc/passwd", "", ".."] {
            assert!(shelf.file(&tea, other).is_err(), "{other}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(disk.path().join("outside"), home.join("link")).unwrap();
            assert!(shelf.file(&tea, "link").is_err());
        }
    }
}
