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
    lint::{Finding, Level, Rule, Subject},
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
        let about = |told| Finding { skill: Some(skill.id.clone()), ..finding(rule, told) };
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

/// The skills that are called as the file at `path`, itself left out.
fn namesakes(catalog: &Catalog, path: &str) -> Vec<SkillId> {
    let resident = catalog.skills.iter().find(|skill| skill.path == path);
    let outside = catalog.not_loaded.iter().find(|file| file.path == path);
    let named = resident.map(|skill| &skill.name).or_else(|| outside.map(|file| &file.name));
    let same =
        catalog.skills.iter().filter(|skill| skill.path != path && Some(&skill.name) == named);
    same.map(|skill| skill.id.clone()).collect()
}
