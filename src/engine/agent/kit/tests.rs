use std::{collections::BTreeMap, fs, sync::Arc};

use tempfile::TempDir;

use super::*;
use crate::core::{
    catalog::{Catalog, testing::catalog},
    skill::Skill,
    snapshot::Snapshot,
};

/// Skills on disk, each with a description and a body, and the snapshot of them.
struct Desk {
    disk: TempDir,
    snapshot: Snapshot,
    files: BTreeMap<String, PathBuf>,
}

fn desk(skills: &[(&str, &str)]) -> Desk {
    let disk = tempfile::tempdir().unwrap();
    let snapshot = Snapshot::of(Arc::new(catalog(skills)));
    let mut files = BTreeMap::new();
    for skill in &snapshot.catalog.skills {
        let file = disk.path().join(&skill.path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text(&skill.name, &skill.doc.description)).unwrap();
        files.insert(skill.path.clone(), file);
    }
    Desk { disk, snapshot, files }
}

fn text(name: &str, description: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n# kept\n---\nBody of {name}.\n")
}

impl Desk {
    fn kit(&self) -> Result<Kit, KitError> {
        Kit::of(&Ground { snapshot: &self.snapshot, listing: None, files: &self.files })
    }

    /// Changes a skill as no file would.
    fn renamed(mut self, id: &str, change: impl Fn(&mut Skill)) -> Self {
        let mut skills = self.snapshot.catalog.skills.clone();
        let skill = skills.iter_mut().find(|skill| skill.id.as_str() == id).unwrap();
        change(Arc::make_mut(skill));
        let catalog = Catalog { skills, ..(*self.snapshot.catalog).clone() };
        self.snapshot.catalog = Arc::new(catalog);
        self
    }
}

#[test]
fn a_draft_is_in_the_text_and_all_else_is_as_it_stands() {
    let mut desk = desk(&[("desk", "Answers calls."), ("tea", "Orders tea.")]);
    desk.snapshot.drafts.insert("tea".into(), "Orders: tea".to_owned());
    let kit = desk.kit().unwrap();
    assert_eq!(kit.text(&"desk".into()), Some(text("desk", "Answers calls.").as_str()));
    assert_eq!(kit.text(&"tea".into()), Some(text("tea", "\"Orders: tea\"").as_str()));
    assert_eq!(kit.text(&"gone".into()), None);
    let to = tempfile::tempdir().unwrap();
    kit.lay(to.path(), None, Identity::Folder).unwrap();
    let laid = fs::read_to_string(to.path().join("tea/SKILL.md")).unwrap();
    assert_eq!(laid, text("tea", "\"Orders: tea\""));
}

#[test]
fn what_lies_beside_a_skill_comes_along_but_no_other_skill_does() {
    let desk = desk(&[("desk", "Answers calls.")]);
    let home = desk.files["desk/SKILL.md"].parent().unwrap();
    fs::create_dir_all(home.join("notes")).unwrap();
    fs::create_dir_all(home.join("inner")).unwrap();
    fs::write(home.join("notes/a.md"), "note").unwrap();
    fs::write(home.join("inner/SKILL.md"), "another").unwrap();
    let to = tempfile::tempdir().unwrap();
    let left = desk.kit().unwrap().lay(to.path(), None, Identity::Folder).unwrap();
    assert!(left.is_empty(), "{left:?}");
    assert_eq!(fs::read_to_string(to.path().join("desk/notes/a.md")).unwrap(), "note");
    assert!(!to.path().join("desk/inner").exists());
}

#[test]
fn no_folder_leads_out_of_the_place() {
    for folder in ["..", ".", "", "a/b", "/tmp", "a\\b", "c:", "a\0b", &"x".repeat(256)] {
        let desk =
            desk(&[("desk", "x")]).renamed("desk", |skill| folder.clone_into(&mut skill.folder));
        let error = desk.kit().unwrap().places(Identity::Name, false).unwrap_err();
        assert!(matches!(error, KitError::Folder { .. }), "{folder:?}: {error}");
    }
}

#[test]
fn two_folders_of_one_name_are_told_apart_where_the_harness_can() {
    let desk = desk(&[("a", "x"), ("b", "y")]);
    let desk = desk.renamed("a", |skill| "Same".clone_into(&mut skill.folder));
    let desk = desk.renamed("b", |skill| "same".clone_into(&mut skill.folder));
    let kit = desk.kit().unwrap();
    let folders = |identity| {
        let places = kit.places(identity, false).unwrap();
        places.into_iter().map(|laid| (laid.folder, laid.called)).collect::<Vec<_>>()
    };
    let pair = |folder: &str, called: &str| (folder.to_owned(), called.to_owned());
    assert_eq!(folders(Identity::Name), [pair("Same", "a"), pair("same-2", "b")]);
    let desk = desk.renamed("a", |skill| "same".clone_into(&mut skill.folder));
    let error = desk.kit().unwrap().places(Identity::Folder, false).unwrap_err().to_string();
    assert!(error.contains("a and b") && error.contains("rename"), "{error}");
    assert!(desk.disk.path().exists());
}

#[test]
fn a_plugins_skills_are_laid_in_it_where_the_harness_loads_such() {
    let desk = desk(&[("a", "x"), ("b", "y"), ("c", "z")]);
    let into = |plugin: &'static str| {
        move |skill: &mut Skill| {
            skill.plugin = Some(plugin.to_owned());
            "pdf".clone_into(&mut skill.folder);
        }
    };
    let desk = desk.renamed("a", into("office")).renamed("b", into("garden"));
    let kit = desk.kit().unwrap();
    let places = kit.places(Identity::Folder, true).unwrap();
    let called: Vec<&str> = places.iter().map(|laid| laid.called.as_str()).collect();
    assert_eq!(called, ["office:pdf", "garden:pdf", "c"]);
    let (to, plugins) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    kit.lay(to.path(), Some(plugins.path()), Identity::Folder).unwrap();
    let of = |path: &str| fs::read_to_string(plugins.path().join(path)).unwrap();
    assert_eq!(of("garden/skills/pdf/SKILL.md"), text("b", "y"));
    assert_eq!(of("office/.claude-plugin/plugin.json"), r#"{"name":"office","version":"0.0.0"}"#);
    assert!(to.path().join("c/SKILL.md").exists() && !to.path().join("pdf").exists());
    // Where it loads none, both would be one to it.
    assert!(matches!(kit.places(Identity::Folder, false), Err(KitError::Same { .. })));
    let desk = desk.renamed("a", into("../office"));
    let error = desk.kit().unwrap().places(Identity::Folder, true).unwrap_err();
    assert!(matches!(error, KitError::Folder { .. }), "{error}");
}

#[test]
fn what_is_not_there_is_said() {
    let mut desk = desk(&[("desk", "x")]);
    fs::write(&desk.files["desk/SKILL.md"], "no front matter").unwrap();
    assert!(matches!(desk.kit(), Err(KitError::Broken(_))));
    fs::write(&desk.files["desk/SKILL.md"], vec![b'x'; 2 << 20]).unwrap();
    assert!(matches!(desk.kit(), Err(KitError::TooLarge { .. })));
    fs::remove_file(&desk.files["desk/SKILL.md"]).unwrap();
    assert!(matches!(desk.kit(), Err(KitError::Read { .. })));
    desk.files.clear();
    assert!(matches!(desk.kit(), Err(KitError::NoFile { .. })));
}
