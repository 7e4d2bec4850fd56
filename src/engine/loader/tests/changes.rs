//! Reloading: only what changed is read, and what did not change stays shared.

use super::*;

fn set(paths: &[&Path]) -> BTreeSet<PathBuf> {
    paths.iter().map(|path| (*path).to_owned()).collect()
}

#[test]
fn an_edit_reads_one_file_and_shares_the_rest() {
    let place = Place::new();
    let pdf = place.skill("pdf", "old");
    let csv = place.skill("csv", "same");
    let mut loader = place.loader(&["."]);
    let first = loader.load_all().unwrap();
    place.skill("pdf", "new");
    // Changed too, but nobody said so: proof that only named files are read.
    place.skill("csv", "unseen");
    let second = loader.reload(&set(&[&pdf]), false);
    assert_eq!((second.generation, second.skills[1].doc.description.as_str()), (2, "new"));
    assert!(Arc::ptr_eq(&first.skills[0], &second.skills[0]));
    assert_ne!(first.digest, second.digest);
    let third = loader.reload(&set(&[&csv]), false);
    assert_eq!(third.skills[0].doc.description, "unseen");
}

#[test]
fn after_every_edit_the_catalog_is_the_one_of_a_first_look() {
    let place = Place::new();
    place.skill("a/pdf", "one");
    place.skill("b/pdf", "two");
    place.skill("csv", "three");
    place.skill("zip", "four");
    let mut loader = place.loader(&["."]);
    loader.load_all().unwrap();
    let text = |name: &str, more: &str| format!("---\nname: {name}\n{more}\n---\n");
    for (path, text) in [
        ("csv", text("csv", "description: edited")),
        ("csv", text("csv", "description: edited\ndisable-model-invocation: true")),
        ("csv", text("tables", "description: called otherwise")),
        ("zip", text("tables", "description: called the same")),
        ("csv", text("tables", "description: edited again")),
        ("b/pdf", "---\nname: pdf\ndescription: one\n---\nBody.\n".to_owned()),
        ("a/pdf", text("pdf", "description: no copy any more")),
        ("zip", "no front matter".to_owned()),
        ("zip", text("zip", "description: a: b")),
        ("zip", text("zip", "description: back")),
        ("zip", "---\ndescription: called like its folder\n---\n".to_owned()),
    ] {
        let file = place.write(&format!("{path}/SKILL.md"), &text);
        let reloaded = loader.reload(&set(&[&file]), false);
        let fresh = place.load(&["."]);
        let fresh = Catalog { generation: reloaded.generation, ..(*fresh).clone() };
        let [reloaded, fresh] = [&*reloaded, &fresh].map(|catalog| format!("{catalog:#?}"));
        assert_eq!(reloaded, fresh, "after {path} said {text:?}");
    }
}

#[test]
fn nothing_new_is_the_same_catalog() {
    let place = Place::new();
    let pdf = place.skill("pdf", "text");
    let other = place.write("pdf/notes.txt", "x");
    let mut loader = place.loader(&["."]);
    let first = loader.load_all().unwrap();
    for (changed, rescan) in [(set(&[]), false), (set(&[&other]), false), (set(&[]), true)] {
        assert!(Arc::ptr_eq(&first, &loader.reload(&changed, rescan)));
    }
    place.skill("pdf", "text");
    let again = loader.reload(&set(&[&pdf]), false);
    assert_eq!(again.generation, 1);
}

#[test]
fn a_change_of_the_body_alone_is_a_generation() {
    let place = Place::new();
    let pdf = place.skill("pdf", "text");
    let mut loader = place.loader(&["."]);
    let first = loader.load_all().unwrap();
    fs::write(&pdf, fs::read_to_string(&pdf).unwrap() + "More.\n").unwrap();
    let second = loader.reload(&set(&[&pdf]), false);
    assert_eq!((second.generation, &second.digest), (2, &first.digest));
    let fields = catalog::diff(&first, &second).changed[0].1;
    assert!(fields.rest && !fields.routing());
}

#[test]
fn folders_that_come_and_go_are_walked_again() {
    let place = Place::new();
    place.skill("pdf", "a");
    let mut loader = place.loader(&["."]);
    loader.load_all().unwrap();
    let csv = place.skill("new/csv", "b");
    let added = loader.reload(&set(&[&csv]), false);
    assert_eq!(ids(&added), ["csv", "pdf"]);
    assert!(loader.watch_dirs().contains(&place.path("new/csv")));
    fs::rename(place.path("new"), place.path("moved")).unwrap();
    let moved = loader.reload(&set(&[&place.path("new"), &place.path("moved")]), false);
    assert_eq!(moved.get(&"csv".into()).unwrap().path, "moved/csv/SKILL.md");
    fs::remove_dir_all(place.path("moved")).unwrap();
    assert_eq!(ids(&loader.reload(&set(&[&csv]), false)), ["pdf"]);
    assert!(!loader.watch_dirs().contains(&place.path("moved/csv")));
}

#[test]
fn a_rescan_finds_what_was_written_meanwhile() {
    let place = Place::new();
    place.skill("pdf", "short");
    let mut loader = place.loader(&["."]);
    loader.load_all().unwrap();
    place.skill("pdf", "quite another text");
    let catalog = loader.reload(&BTreeSet::new(), true);
    assert_eq!(catalog.skills[0].doc.description, "quite another text");
}

#[test]
fn a_root_that_goes_is_a_finding_and_returns() {
    let place = Place::new();
    place.skill("kit/pdf", "a");
    let mut loader = place.loader(&["kit"]);
    let before = loader.load_all().unwrap();
    fs::rename(place.path("kit"), place.path("away")).unwrap();
    let gone = loader.reload(&set(&[&place.path("kit")]), false);
    assert_eq!(findings(&gone), [".: no-skills", ".: root-gone"]);
    assert!(gone.skills.is_empty());
    assert!(loader.watch_dirs().contains(&place.path("kit")));
    fs::rename(place.path("away"), place.path("kit")).unwrap();
    let back = loader.reload(&set(&[&place.path("kit")]), true);
    assert_eq!((back.generation, &back.skills), (3, &before.skills));
}

#[test]
fn a_broken_edit_is_a_row_and_its_repair_brings_the_skill_back() {
    let place = Place::new();
    let pdf = place.skill("pdf", "a");
    let mut loader = place.loader(&["."]);
    loader.load_all().unwrap();
    place.write("pdf/SKILL.md", "---\nname: pdf\n---\n");
    let broken = loader.reload(&set(&[&pdf]), false);
    assert_eq!((ids(&broken).len(), unusable(&broken).len()), (0, 1));
    place.skill("pdf", "a");
    assert_eq!(ids(&loader.reload(&set(&[&pdf]), false)), ["pdf"]);
}

#[test]
fn relevance_is_a_matter_of_names_and_folders() {
    let place = Place::new();
    place.skill("pdf", "a");
    fs::create_dir_all(place.path(".cache")).unwrap();
    fs::create_dir_all(place.path(".agents")).unwrap();
    let mut loader = place.loader(&["."]);
    loader.load_all().unwrap();
    for path in ["x/SKILL.md", "x/skill.md", ".gitignore", "pdf", ".agents"] {
        assert!(loader.relevant(&place.path(path)), "{path}");
    }
    for path in ["pdf/SKILL.md~", "pdf/4913", "pdf/.SKILL.md.swp", "notes.md", ".cache"] {
        assert!(!loader.relevant(&place.path(path)), "{path}");
    }
}

#[test]
fn every_path_of_the_catalog_leads_to_its_file() {
    let place = Place::new();
    let pdf = place.skill("a/pdf", "same");
    place.skill("b/pdf", "same");
    let mut loader = place.loader(&["."]);
    let catalog = loader.load_all().unwrap();
    assert_eq!(loader.locate(&catalog.skills[0].path), Some(pdf.as_path()));
    let files = loader.files();
    assert_eq!(files[&catalog.skills[0].copies[0]], place.path("b/pdf/SKILL.md"));
    assert_eq!(loader.roots(), [place.path("")]);
}
