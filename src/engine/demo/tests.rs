mod queries;
mod script;
mod skills;
mod story;

use std::{collections::BTreeSet, path::PathBuf, sync::Arc};

use super::*;
use crate::core::{
    catalog::{self, Found, Place, Rules, Scope},
    skill::read,
    snapshot::Snapshot,
};

fn bundled(path: &str) -> &'static str {
    bundle::FILES.iter().find(|(name, _)| *name == path).expect("a bundled file").1
}

/// Folder and text of each bundled SKILL.md below a root.
fn skill_files(root: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    bundle::FILES.iter().filter_map(move |(path, text)| {
        let folder = path.strip_prefix(root)?.strip_suffix("/SKILL.md")?;
        Some((folder, *text))
    })
}

/// The catalog that the harness makes of the demo once these edits are saved.
fn snapshot(edits: &[&str]) -> Snapshot {
    let saved: Vec<Edit> = bundle::EDITS
        .iter()
        .filter(|(name, ..)| edits.contains(name))
        .map(|edit| Edit::of(edit).expect("a sound edit"))
        .collect();
    assert_eq!(saved.len(), edits.len(), "an edit that is not there");
    let found_in = |(root, place): (&'static str, Place)| {
        let (from, to) = bundle::PLACES.iter().find(|(from, _)| *from == root).expect("a place");
        let saved = &saved;
        skill_files(from).map(move |(folder, text)| {
            let edit = saved.iter().find(|edit| edit.skill == folder && root == "skills/");
            Found {
                path: format!("{to}{folder}/SKILL.md"),
                folder: folder.to_owned(),
                plugin: None,
                place: place.clone(),
                doc: read(edit.map_or(text, |edit| edit.text).as_bytes()).map(Arc::new),
            }
        })
    };
    let not_read = Place::NotLoaded { reason: "not read by Claude Code".to_owned() };
    let rules = Rules { harness: Some("Claude Code".to_owned()), ..Rules::default() };
    let roots = [("skills/", Place::Loaded { rank: 0 }), ("copies/", not_read)];
    let found = roots.into_iter().flat_map(found_in).collect();
    Snapshot::of(Arc::new(catalog::build(found, &rules, Scope::default(), None)))
}

/// Paths below `fixtures/demo` that are unpacked, as the source tree has them.
fn in_the_tree() -> BTreeSet<String> {
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/demo");
    let mut open = vec![base.clone()];
    let mut found = BTreeSet::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("fixtures are readable") {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(&base).expect("below fixtures").to_string_lossy();
            let name = name.replace('\\', "/");
            match () {
                () if name == "edits" || name == "README.md" => {}
                () if path.is_dir() => open.push(path),
                () => drop(found.insert(name)),
            }
        }
    }
    found
}

#[test]
fn every_fixture_is_bundled() {
    let unpacked = bundle::FILES.iter().map(|(path, _)| (*path).to_owned());
    let streams = bundle::STREAMS.iter().map(|(name, _)| format!("recorded/{name}.jsonl"));
    let all: Vec<String> = unpacked.chain(streams).collect();
    let table: BTreeSet<String> = all.iter().cloned().collect();
    assert_eq!(table, in_the_tree());
    assert_eq!(table.len(), all.len(), "a file is listed twice");
}

#[test]
fn unpacks_edits_resets_and_cleans_up() {
    let demo = Demo::unpack().expect("the demo unpacks");
    let read = |path: PathBuf| fs::read_to_string(path).expect("unpacked");
    assert_eq!(read(demo.script()), bundled("script.json"));
    assert_eq!(read(demo.queries()[0].clone()), bundled("queries.jsonl"));
    let beside = |root: &str| fs::read_dir(demo.dir().join(root)).expect("unpacked").count();
    assert_eq!((beside(".claude/skills"), beside(".agents/skills")), (15, 3));

    for (number, edit) in (1..).zip(demo.edits()) {
        let before = read(demo.target(edit));
        assert_eq!(demo.apply_edit(number).expect("applies"), edit);
        let after = read(demo.target(edit));
        assert_ne!(before, after);
        assert_eq!(body(&before), body(&after), "{} changes the description only", edit.name);
    }
    let stranger = demo.skills().join("mine/SKILL.md");
    save(&stranger, "---\nname: mine\n---\n").expect("a skill of one's own");
    fs::remove_file(demo.script()).expect("removes the script");

    assert_eq!(demo.reset().expect("resets"), demo.edits().len() + 1);
    assert_eq!(demo.reset().expect("resets again"), 0);
    assert!(stranger.exists(), "reset keeps what someone added");

    let dir = demo.dir().to_owned();
    let no_litter = fs::read_dir(demo.skills().join("bike-desk")).expect("a folder").count();
    assert_eq!(no_litter, 1, "saving leaves no temporary file behind");
    drop(demo);
    assert!(!dir.exists());
}

#[test]
fn the_next_edit_is_the_first_that_does_not_stand_on_disk() {
    let demo = Demo::unpack().expect("the demo unpacks");
    let next = || demo.apply_next().expect("saves").map(|edit| edit.name);
    demo.apply_edit(2).expect("applies");
    assert_eq!(demo.pending().map(|edit| edit.name).collect::<Vec<_>>(), ["1-router-hands-off"]);
    assert_eq!((next(), next()), (Some("1-router-hands-off"), None));
    demo.reset().expect("resets");
    assert_eq!(
        (next(), next(), next()),
        (Some("1-router-hands-off"), Some("2-thief-narrowed"), None)
    );
}

#[test]
fn edits_out_of_range_are_named() {
    let demo = Demo::unpack().expect("the demo unpacks");
    for number in [0, demo.edits().len() + 1] {
        let error = demo.apply_edit(number).expect_err("no such edit");
        assert!(matches!(error, DemoError::NoSuchEdit { count: 2, .. }), "{error}");
    }
}

#[test]
fn copies_are_equal_but_for_the_one_that_drifted() {
    let (mut equal, mut drifted) = (Vec::new(), Vec::new());
    for (path, text) in bundle::FILES {
        if let Some(copy) = path.strip_prefix("copies/") {
            let same = *text == bundled(&format!("skills/{copy}"));
            if same { equal.push(copy) } else { drifted.push(copy) }
        }
    }
    assert_eq!(equal, ["refunds/SKILL.md", "route-planner/SKILL.md"]);
    assert_eq!(drifted, ["price-quotes/SKILL.md"]);
}

/// What follows the description in the front matter, and the body.
fn body(text: &str) -> &str {
    let rest = text.split_once("description: ").expect("a description").1;
    let end = rest.find("\nmetadata:").or_else(|| rest.find("\n---")).expect("front matter ends");
    &rest[end..]
}
