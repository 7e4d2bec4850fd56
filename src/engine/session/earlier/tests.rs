use std::fs;

use super::*;
use crate::{
    core::listing::Identity,
    engine::{
        agent::{Ground, Kit},
        git::testing::git,
        loader::{CatalogRequest, UserFolders},
        session::{Setup, disk::Disk},
    },
};

/// Skills in a folder, read as a session reads them.
struct Desk {
    _home: TempDir,
    dir: PathBuf,
    disk: Disk,
    earlier: Earlier,
}

fn desk() -> Desk {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().canonicalize().unwrap();
    write(&dir, "bread", "Bakes bread.", "Knead it.");
    write(&dir, "cake", "Bakes cake.", "Stir it.");
    fs::write(dir.join("skills/cake/icing.md"), "sugar").unwrap();
    let (paths, user) = (vec!["skills".into()], UserFolders::default());
    let request = CatalogRequest { paths, harness: None, cwd: dir.clone(), user };
    let mut disk = Disk::new(&Setup::of(request)).unwrap();
    disk.load().unwrap();
    Desk { _home: home, dir, disk, earlier: Earlier::default() }
}

fn write(dir: &Path, name: &str, description: &str, body: &str) {
    let folder = dir.join("skills").join(name);
    fs::create_dir_all(&folder).unwrap();
    let text = format!("---\nname: {name}\ndescription: {description}\n---\n{body}\n");
    fs::write(folder.join("SKILL.md"), text).unwrap();
}

impl Desk {
    /// The state that is there now, kept as a session keeps it.
    fn now(&mut self) -> Snapshot {
        let (catalog, _) = self.disk.reload_all();
        self.earlier.keep(&catalog, &self.disk.files());
        Snapshot::of(catalog)
    }

    fn behind(&mut self, snapshot: &Snapshot) -> Result<Behind, NotLaid> {
        let files = self.disk.files();
        self.earlier.behind(snapshot, &files)
    }

    /// All that a harness would be given of a state, by path, and what is said of it.
    fn laid(&mut self, snapshot: &Snapshot) -> (Vec<(String, String)>, Vec<String>) {
        let Behind { files, notes } = self.behind(snapshot).unwrap();
        let kit = Kit::of(&Ground { snapshot, listing: None, files: &files }).unwrap();
        let to = tempfile::tempdir().unwrap();
        kit.lay(to.path(), None, Identity::Folder).unwrap();
        let mut all = Vec::new();
        for folder in fs::read_dir(to.path()).unwrap().flatten() {
            for file in fs::read_dir(folder.path()).unwrap().flatten() {
                let path = file.path();
                let name = path.strip_prefix(to.path()).unwrap().display().to_string();
                let text = fs::read_to_string(&path).unwrap();
                all.push((name, text.rsplit("---\n").next().unwrap().trim().to_owned()));
            }
        }
        all.sort();
        (all, notes)
    }
}

fn said(all: &[(String, String)]) -> Vec<(&str, &str)> {
    all.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect()
}

const THEN: [(&str, &str); 3] =
    [("bread/SKILL.md", "Knead it."), ("cake/SKILL.md", "Stir it."), ("cake/icing.md", "sugar")];

#[test]
fn a_generation_of_earlier_has_its_own_bodies_and_the_skills_that_are_gone() {
    let mut desk = desk();
    let start = desk.now();
    write(&desk.dir, "bread", "Bakes bread.", "Knead it twice.");
    fs::remove_dir_all(desk.dir.join("skills/cake")).unwrap();
    desk.now();
    let (all, notes) = desk.laid(&start);
    assert_eq!(said(&all), THEN[..2]);
    let told = "files beside skills that are no longer as they were then, and were left out: \
                cake/icing.md";
    assert_eq!(notes, [told]);
}

#[test]
fn what_lies_beside_is_of_then_or_not_at_all() {
    let mut desk = desk();
    let start = desk.now();
    assert_eq!((said(&desk.laid(&start).0), desk.laid(&start).1), (THEN.to_vec(), vec![]));
    fs::write(desk.dir.join("skills/bread/new.md"), "new").unwrap();
    let (all, notes) = desk.laid(&start);
    assert_eq!((said(&all), notes), (THEN.to_vec(), vec![]));
    fs::write(desk.dir.join("skills/cake/icing.md"), "chocolate").unwrap();
    let (all, notes) = desk.laid(&start);
    assert_eq!(said(&all), THEN[..2]);
    assert!(notes.len() == 1 && notes[0].ends_with(": cake/icing.md"), "{notes:?}");
}

#[test]
fn a_text_that_nobody_kept_is_told_and_never_replaced_by_that_of_now() {
    let mut desk = desk();
    let start = Snapshot::of(desk.disk.catalog());
    write(&desk.dir, "bread", "Bakes bread.", "Knead it twice.");
    let error = desk.behind(&start).unwrap_err().to_string();
    assert!(error.contains("the text that bread, cake had then is not kept"), "{error}");
    // What a kept run holds of its skills is no text.
    let mut of_run = Catalog::clone(&start.catalog);
    for skill in &mut of_run.skills {
        Arc::make_mut(&mut Arc::make_mut(skill).doc).content = None;
    }
    let (all, notes) = desk.laid(&Snapshot::of(Arc::new(of_run)));
    assert_eq!(all[0].1, "Knead it twice.");
    assert!(notes.len() == 1 && notes[0].ends_with(": bread, cake"), "{notes:?}");
}

#[test]
fn a_revision_is_laid_whole_whatever_became_of_it() {
    let mut desk = desk();
    let dir = desk.dir.clone();
    fs::write(dir.join("skills/bread/big.bin"), b"version https://git-lfs.github.com/spec/v1\n")
        .unwrap();
    git(&dir, &["init", "-q", "-b", "main"]);
    git(&dir, &["add", "."]);
    git(&dir, &["commit", "-qm", "first"]);
    write(&dir, "bread", "Bakes bread.", "Knead it twice.");
    fs::remove_dir_all(dir.join("skills/cake")).unwrap();
    fs::write(dir.join("skills/bread/new.md"), "new").unwrap();
    desk.now();
    let at = runtime().unwrap().block_on(git::skill_files_at("main", &desk.disk.roots(), PATIENCE));
    let snapshot = Snapshot::of(Arc::new(desk.disk.at_commit(&at.unwrap())));
    for _ in 0..2 {
        let (all, notes) = desk.laid(&snapshot);
        assert_eq!(said(&all), THEN);
        let told = "files of that commit that are not to be had, and were left out: \
                    bread/big.bin (kept elsewhere by Git LFS)";
        assert_eq!(notes, [told]);
    }
}
