//! Catalogs built from found files.

use super::*;
use crate::core::{diagnostic::Severity, listing::Identity, skill::SkillDoc};

fn found(path: &str, name: &str, text: &str) -> Found {
    let doc = SkillDoc {
        name: (!name.is_empty()).then(|| name.to_owned()),
        description: text.to_owned(),
        ..SkillDoc::default()
    };
    Found {
        path: path.to_owned(),
        folder: path.rsplit('/').nth(1).unwrap_or("root").to_owned(),
        plugin: None,
        place: Place::Loaded { rank: 0 },
        doc: Ok(Arc::new(doc)),
    }
}

fn ranked(rank: usize, found: Found) -> Found {
    Found { place: Place::Loaded { rank }, ..found }
}

fn outside(found: Found) -> Found {
    Found { place: Place::NotLoaded { reason: "not read".to_owned() }, ..found }
}

fn plain(found: Vec<Found>) -> Catalog {
    build(found, &Rules::default(), Scope::default(), None)
}

fn harness(identity: Identity, lists_copies: bool, found: Vec<Found>) -> Catalog {
    let rules = Rules { identity, lists_copies, harness: Some("Harness".to_owned()) };
    build(found, &rules, Scope::default(), None)
}

fn ids(catalog: &Catalog) -> Vec<&str> {
    catalog.skills.iter().map(|skill| skill.id.as_str()).collect()
}

fn findings(catalog: &Catalog) -> Vec<(&str, &str)> {
    catalog.findings.iter().map(|f| (&*f.code, f.path.as_str())).collect()
}

#[test]
fn ids_are_folders_where_unique_and_paths_elsewhere() {
    let catalog = plain(vec![
        found("b/ios/SKILL.md", "b", "two"),
        found("a/ios/SKILL.md", "a", "one"),
        found("web/SKILL.md", "Web Kit: all", "three"),
        found("SKILL.md", "", "four"),
    ]);
    assert_eq!(ids(&catalog), ["a/ios", "b/ios", "root", "web"]);
    assert_eq!(catalog.get(&"root".into()).unwrap().name, "root");
    for skill in &catalog.skills {
        assert_eq!(catalog.get(&skill.id), Some(skill));
    }
}

#[test]
fn equal_name_and_text_is_one_skill_with_two_paths() {
    let catalog = plain(vec![
        found(".claude/skills/x/SKILL.md", "x", "same"),
        found(".agents/skills/x/SKILL.md", "x", "same"),
        found(".agents/skills/y/SKILL.md", "y", "same"),
    ]);
    assert_eq!(ids(&catalog), ["x", "y"]);
    assert_eq!(catalog.skills[0].path, ".agents/skills/x/SKILL.md");
    assert_eq!(catalog.skills[0].copies, [".claude/skills/x/SKILL.md"]);
    assert_eq!(catalog.scope.folded, [(".claude/skills".to_owned(), 1)]);
    assert_eq!(catalog.findings, []);
}

#[test]
fn a_folded_copy_keeps_what_is_wrong_with_it_alone() {
    let with = |path: &str, codes: &[&'static str]| {
        let mut found = found(path, "x", "same");
        if let Ok(doc) = &mut found.doc {
            let wrong = |code| Diagnostic::new(Severity::Warning, code, path, "a", "b");
            Arc::make_mut(doc).diagnostics = codes.iter().copied().map(wrong).collect();
        }
        found
    };
    let catalog = plain(vec![
        with(".agents/skills/x/SKILL.md", &["no-name"]),
        with(".claude/skills/x/skill.md", &["no-name", "file-name"]),
    ]);
    assert_eq!(catalog.skills[0].copies, [".claude/skills/x/skill.md"]);
    assert_eq!(findings(&catalog), [("file-name", ".claude/skills/x/skill.md")]);
}

#[test]
fn the_whole_text_decides_what_a_copy_is() {
    let with = |mut found: Found, content: u8| {
        let doc = found.doc.unwrap();
        found.doc = Ok(Arc::new(SkillDoc { content: Some([content; 16]), ..(*doc).clone() }));
        found
    };
    let catalog = plain(vec![
        with(found("a/x/SKILL.md", "x", "same"), 1),
        with(found("b/x/SKILL.md", "x", "same"), 2),
    ]);
    assert_eq!(ids(&catalog), ["a/x", "b/x"]);
    assert_eq!(findings(&catalog), [("copies-drift", "b/x/SKILL.md")]);
}

#[test]
fn repeats_with_other_text_are_shown_and_never_merged() {
    let catalog = plain(vec![
        found("a/x/SKILL.md", "x", "one"),
        found("b/x/SKILL.md", "x", "two"),
        found("c/z/SKILL.md", "x", "three"),
    ]);
    assert_eq!(ids(&catalog), ["a/x", "b/x", "z"]);
    assert_eq!(
        findings(&catalog),
        [("copies-drift", "b/x/SKILL.md"), ("repeated-name", "c/z/SKILL.md")]
    );
    assert!(catalog.skills[0].is_namesake(&catalog.skills[2]));
}

#[test]
fn a_harness_takes_the_stronger_of_two() {
    let files = || {
        vec![
            ranked(1, found("a/x/SKILL.md", "x", "weak")),
            ranked(0, found("b/x/SKILL.md", "x", "strong")),
            ranked(0, found("b/y/SKILL.md", "x", "named alike")),
        ]
    };
    let by_folder = harness(Identity::Folder, false, files());
    assert_eq!(ids(&by_folder), ["x", "y"]);
    assert_eq!(by_folder.skills[0].doc.description, "strong");
    assert_eq!(by_folder.not_loaded[0].path, "a/x/SKILL.md");
    assert_eq!(by_folder.not_loaded[0].reason, "Harness takes b/x/SKILL.md instead");
    let by_name = harness(Identity::Name, false, files());
    assert_eq!((ids(&by_name), by_name.not_loaded.len()), (vec!["x"], 2));
    let both = harness(Identity::Name, true, files());
    assert_eq!((ids(&both), both.not_loaded.len()), (vec!["a/x", "b/x", "y"], 0));
}

#[test]
fn a_harness_that_lists_copies_has_them_as_rows() {
    let files = vec![found("a/x/SKILL.md", "x", "same"), found("b/x/SKILL.md", "x", "same")];
    assert_eq!(ids(&harness(Identity::Name, true, files)), ["a/x", "b/x"]);
}

#[test]
fn what_is_not_loaded_is_folded_or_listed_with_its_reason() {
    let broken = Err(vec![Diagnostic::new(
        crate::core::diagnostic::Severity::Error,
        "empty-file",
        "p/bad/SKILL.md",
        "Empty.",
        "",
    )]);
    let catalog = harness(
        Identity::Folder,
        false,
        vec![
            found(".claude/skills/x/SKILL.md", "x", "same"),
            outside(found(".agents/skills/x/SKILL.md", "x", "same")),
            outside(found("packages/x/SKILL.md", "x", "other")),
            outside(found("packages/y/SKILL.md", "y", "else")),
            Found { doc: broken.clone(), ..found(".claude/skills/bad/SKILL.md", "", "") },
            outside(Found { doc: broken, ..found("packages/bad/SKILL.md", "", "") }),
        ],
    );
    assert_eq!(ids(&catalog), ["x"]);
    assert_eq!(catalog.skills[0].copies, [".agents/skills/x/SKILL.md"]);
    assert_eq!(findings(&catalog), [("copies-drift", "packages/x/SKILL.md")]);
    assert_eq!(catalog.unusable[0].path, ".claude/skills/bad/SKILL.md");
    let outside: Vec<_> = catalog.not_loaded.iter().map(|n| (&*n.name, &*n.reason)).collect();
    assert_eq!(outside, [("bad", "not read"), ("x", "not read"), ("y", "not read")]);
    assert_eq!(
        Catalog {
            scope: Scope { title: Some("Harness".into()), ..catalog.scope.clone() },
            ..catalog
        }
        .scope_line(),
        "as Harness: 1 resident · 1 unusable · 1 copy in .agents/skills folded · 3 under packages \
         not loaded"
    );
}

#[test]
fn rows_that_did_not_change_are_shared_with_the_previous_catalog() {
    let (x, y) = (found("x/SKILL.md", "x", "one"), found("y/SKILL.md", "y", "two"));
    let old = plain(vec![x.clone(), y]);
    let edited = found("y/SKILL.md", "y", "three");
    let new = build(vec![x, edited], &Rules::default(), Scope::default(), Some(&old));
    assert!(Arc::ptr_eq(&old.skills[0], &new.skills[0]));
    assert!(!Arc::ptr_eq(&old.skills[1], &new.skills[1]));
}

#[test]
fn a_diff_names_fields() {
    let old = plain(vec![
        found("gone/SKILL.md", "gone", "x"),
        found("kept/SKILL.md", "kept", "x"),
        found("text/SKILL.md", "text", "x"),
    ]);
    let new = plain(vec![
        found("kept/SKILL.md", "kept", "x"),
        found("new/SKILL.md", "new", "x"),
        found("text/SKILL.md", "renamed", "y"),
    ]);
    let diff = diff(&old, &new);
    assert_eq!(diff.added, ["new".into()]);
    assert_eq!(diff.removed, ["gone".into()]);
    let fields = Fields { name: true, description: true, ..Fields::default() };
    assert_eq!(diff.changed, [("text".into(), fields)]);
    assert!(fields.routing() && !Fields { rest: true, ..Fields::default() }.routing());
    assert!(super::diff(&old, &old.clone()).is_empty());
}

#[test]
fn the_digest_material_tells_fields_apart() {
    let material =
        |name: &str, text: &str| plain(vec![found("x/SKILL.md", name, text)]).digest_material();
    assert_ne!(material("a", "b c"), material("a b", "c"));
    assert_eq!(material("a", "b"), material("a", "b"));
}
