//! The skills: read as their authors meant, but for the one that is broken on purpose.

use super::{Demo, skill_files, snapshot};
use crate::{
    core::{
        catalog::{Catalog, diff},
        diagnostic::Severity,
        id::SkillId,
        skill::read,
    },
    engine::loader::Loader,
};

#[test]
fn all_are_read_and_one_only_by_the_second_reading() {
    for (folder, text) in skill_files("skills/") {
        let doc = read(text.as_bytes()).unwrap_or_else(|why| panic!("{folder}: {why:?}"));
        assert_eq!(doc.name.as_deref(), Some(folder));
        assert_eq!(doc.lenient, folder == "insurance-claims", "{folder}");
        assert_eq!(doc.hidden, folder == "season-close", "{folder}");
        assert_eq!(doc.when_to_use.is_some(), folder == "shift-roster", "{folder}");
        if doc.lenient {
            let worst = &doc.diagnostics[0];
            assert_eq!((worst.severity, worst.line), (Severity::Error, Some(3)));
            assert!(doc.description.contains("the insurer: theft, crash"), "{}", doc.description);
        } else {
            assert_eq!(doc.diagnostics, [], "{folder}");
        }
        let lines = text[doc.body_start..].lines().count();
        assert!((20..=60).contains(&lines), "{folder}: a body of {lines} lines");
    }
}

#[test]
fn the_loader_folds_copies_and_finds_the_one_that_drifted() {
    let demo = Demo::unpack().expect("the demo unpacks");
    let mut loader = Loader::new(demo.request()).expect("a sound request");
    let catalog = loader.load_all().expect("skills are there");
    assert_eq!(
        catalog.scope_line(),
        "as Claude Code: 14 resident · 1 hidden from the model · 2 copies in .agents/skills folded \
         · 1 under .agents/skills not loaded"
    );
    let findings: Vec<(&str, &str)> =
        catalog.findings.iter().map(|found| (&*found.code, found.path.as_str())).collect();
    assert_eq!(findings, [("copies-drift", ".agents/skills/price-quotes/SKILL.md")]);

    // The other tests build the same catalog without a disk.
    let built = snapshot(&[]).catalog;
    let texts = |catalog: &Catalog| -> Vec<(SkillId, String)> {
        let skills = catalog.skills.iter();
        skills.map(|skill| (skill.id.clone(), skill.doc.description.clone())).collect()
    };
    assert_eq!(texts(&catalog), texts(&built));

    let edit = demo.apply_edit(1).expect("applies");
    let next = loader.reload(&[demo.target(edit)].into(), false);
    let changed = diff(&catalog, &next).changed;
    let changed: Vec<&str> = changed.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(changed, ["bike-desk"]);
}
