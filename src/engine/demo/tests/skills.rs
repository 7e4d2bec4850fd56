//! The skills: read as their authors meant, but for the one that is broken on purpose.

use super::{skill_files, snapshot};
use crate::core::{diagnostic::Severity, skill::read};

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
fn copies_are_folded_and_the_drifted_one_is_a_finding() {
    let catalog = snapshot(&[]).catalog;
    assert_eq!((catalog.skills.len(), catalog.unusable.len()), (15, 0));
    assert_eq!(catalog.scope.folded, [(".agents/skills".to_owned(), 2)]);
    let findings: Vec<(&str, &str)> =
        catalog.findings.iter().map(|found| (&*found.code, found.path.as_str())).collect();
    assert_eq!(findings, [("copies-drift", ".agents/skills/price-quotes/SKILL.md")]);
    let lost: Vec<&str> = catalog.not_loaded.iter().map(|lost| lost.path.as_str()).collect();
    assert_eq!(lost, [".agents/skills/price-quotes/SKILL.md"]);
}
