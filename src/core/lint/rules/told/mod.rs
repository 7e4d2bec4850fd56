//! What reading the files and building the catalog has told already, as findings: one rule a code.
//!
//! Nothing is looked for here a second time.

mod catalog;
mod file;
mod keys;
mod yaml;

use crate::core::{
    catalog::Catalog,
    diagnostic::Diagnostic,
    id::SkillId,
    lint::{Finding, Fix, Level, Rule, Subject},
    skill::Skill,
};

/// The rules about files, front matters, their keys, and the catalog.
pub(super) const PARTS: [&[Rule]; 4] = [file::RULES, yaml::RULES, keys::RULES, catalog::RULES];

/// A rule that the reader or the catalog looks after; each diagnosis brings its own words.
const fn told(
    id: &'static str,
    also: &'static [&'static str],
    level: Level,
    why: &'static str,
    remedy: &'static str,
    source: &'static str,
    explain: &'static str,
) -> Rule {
    Rule { id, also, level, why, remedy, source, explain, run }
}

/// The diagnoses that have the rule's id for their code.
fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let catalog = &subject.snapshot.catalog;
    let of_rule = |told: &&Diagnostic| told.code == rule.id;
    let lost = catalog.unusable.iter().flat_map(|file| &file.diagnostics);
    found.extend(lost.filter(of_rule).map(|told| finding(rule, told)));
    for skill in &catalog.skills {
        let about = |told| Finding {
            skill: Some(skill.id.clone()),
            fix: quotes(told, skill),
            ..finding(rule, told)
        };
        found.extend(skill.doc.diagnostics.iter().filter(of_rule).map(about));
    }
    for told in catalog.findings.iter().filter(of_rule) {
        let skill = catalog.skills.iter().find(|skill| skill.path == told.path);
        let skill = skill.map(|skill| skill.id.clone());
        let with = namesakes(catalog, &told.path);
        found.push(Finding { skill, with, ..finding(rule, told) });
    }
}

fn finding(rule: &Rule, told: &Diagnostic) -> Finding {
    Finding {
        level: told.severity.into(),
        line: told.line,
        column: told.column,
        remedy: told.remedy.clone(),
        ..Finding::of(rule, told.path.clone(), told.message.clone())
    }
}

/// Quotes around a description that YAML refuses or cuts off without them.
fn quotes(told: &Diagnostic, skill: &Skill) -> Option<Fix> {
    let meant = skill.doc.description_meant.as_ref()?;
    let (code, line, column) = meant.mends;
    if (&*told.code, told.line, told.column) != (code, Some(line), Some(column)) {
        return None;
    }
    Some(Fix {
        path: skill.path.clone(),
        range: meant.bytes.clone(),
        text: meant.quoted(),
        says: "put the description in quotes".to_owned(),
    })
}

/// The skills that are called as the file at `path`, itself left out.
fn namesakes(catalog: &Catalog, path: &str) -> Vec<SkillId> {
    let resident = catalog.skills.iter().find(|skill| skill.path == path);
    let outside = catalog.not_loaded.iter().find(|file| file.path == path);
    let named = resident.map(|skill| &skill.name).or_else(|| outside.map(|file| &file.name));
    let same =
        catalog.skills.iter().filter(|skill| skill.path != path && Some(&skill.name) == named);
    same.map(|skill| skill.id.clone()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use crate::core::{
        catalog::{Catalog, NotLoaded, testing::catalog},
        diagnostic::{Diagnostic, Severity},
        lint::testing::Case,
        skill::{SkillDoc, read, testing::with_doc},
    };

    /// The file with every fix applied that the rules offer for it, and how many those are.
    fn mended(file: &str, doc: SkillDoc) -> (String, usize) {
        let skills = vec![Arc::new(with_doc("a", doc))];
        let case = Case::in_catalog(Catalog { skills, ..Catalog::default() });
        let mut mended = file.to_owned();
        let found = case.lint(&Default::default());
        let fixes: Vec<_> = found.into_iter().filter_map(|finding| finding.fix).collect();
        for fix in &fixes {
            mended.replace_range(fix.range.clone(), &fix.text);
        }
        (mended, fixes.len())
    }

    #[test]
    fn quotes_mend_a_colon_and_a_comment() {
        for (written, quoted) in [
            ("Use for: tables", "\"Use for: tables\""),
            ("Fixes #1 and #2  ", "\"Fixes #1 and #2\"  "),
            ("Say \"hi\": now # so", "\"Say \\\"hi\\\": now # so\""),
        ] {
            let file = format!("---\nname: a\ndescription: {written}\nlicense: MIT\n---\n");
            let doc = read(file.as_bytes()).unwrap();
            let expected = file.replace(written, quoted);
            assert_eq!(mended(&file, doc), (expected, 1));
        }
        // Only its author knows what these were meant to be.
        for written in ["\"Half a quote", "[a list", "Whole # note", "&b text # note"] {
            let file = format!("---\nname: a\ndescription: \"x\"\nother: {written}\n---\n");
            let doc = read(file.as_bytes()).unwrap();
            assert_eq!(mended(&file, doc), (file, 0));
        }
    }

    proptest! {
        /// A fix changes nothing besides the description, which then reads as it was recovered.
        #[test]
        fn a_fix_is_lossless(
            written in "[a-zé日][a-zA-Z\"'\\\\ :#,é日]{0,40}(\r?\n  [a-z:# ]{1,20})?",
            other in "[a-z\"'\\\\ :#]{0,20}",
            end in prop::sample::select(vec!["\n", "\r\n"]),
        ) {
            let lines = ["---", "# c", "name: a", &format!("description: {written}"),
                &format!("license: {other}"), "---", "Body: x # y", ""];
            let file = lines.join(end);
            let Ok(doc) = read(file.as_bytes()) else { return Ok(()) };
            let Some(meant) = doc.description_meant.clone() else { return Ok(()) };
            let (mended, fixes) = mended(&file, doc.clone());
            prop_assert_eq!(fixes, 1);
            let again = read(mended.as_bytes()).unwrap();
            prop_assert_eq!(&again.description, &meant.text);
            prop_assert!(meant.text.starts_with(&doc.description));
            prop_assert_eq!(&again.name, &doc.name);
            prop_assert_eq!(again.description_meant, None);
            let behind = file.len() - meant.bytes.end;
            prop_assert_eq!(&mended[..meant.bytes.start], &file[..meant.bytes.start]);
            prop_assert_eq!(&mended[mended.len() - behind..], &file[meant.bytes.end..]);
        }
    }

    #[test]
    fn what_the_catalog_told_names_the_skills_of_that_name() {
        let path = ".agents/skills/a/SKILL.md".to_owned();
        let drift = Diagnostic::new(Severity::Warning, "copies-drift", &*path, "Differs.", "Link.");
        let name = "a".to_owned();
        let case = Case::in_catalog(Catalog {
            not_loaded: vec![NotLoaded { path, name, reason: String::new(), shadowed: true }],
            findings: vec![drift],
            ..catalog(&[("a", "Use for one."), ("b", "Use for two.")])
        });
        assert_eq!(case.says("copies-drift"), [".agents/skills/a/SKILL.md: Differs."]);
        assert_eq!(case.found("copies-drift")[0].with, ["a".into()]);
    }
}
