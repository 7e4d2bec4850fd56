//! The contract: a verdict, the rules that found something, and every finding.

use serde::Serialize;

use super::Linted;
use crate::{
    core::{
        diagnostic::Diagnostic,
        id::SkillId,
        lint::{Finding, Fix, Level, rule},
    },
    report::head::{CatalogHead, name_and_path},
};

/// The whole document.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    schema: &'static str,
    catalog: CatalogHead<'a>,
    /// Of the query files; those of the skills are findings.
    diagnostics: &'a [&'a Diagnostic],
    verdict: &'static str,
    judges: Vec<Judge<'a>>,
    errors: usize,
    warnings: usize,
    notes: usize,
    /// Findings that were not asked for.
    left_out: usize,
    rules: Vec<RuleEntry>,
    findings: Vec<Entry<'a>>,
}

#[derive(Debug, Serialize)]
struct Judge<'a> {
    harness: &'a str,
    model: &'a str,
}

#[derive(Debug, Serialize)]
struct RuleEntry {
    id: &'static str,
    level: Level,
    count: usize,
    why: &'static str,
    source: &'static str,
}

#[derive(Debug, Serialize)]
struct Entry<'a> {
    rule: &'static str,
    level: Level,
    /// `None` where it is about no skill of the catalog, as the name.
    skill: Option<&'a SkillId>,
    name: Option<&'a str>,
    path: &'a str,
    line: Option<u32>,
    column: Option<u32>,
    message: &'a str,
    remedy: &'a str,
    with: Vec<Other<'a>>,
    harness: Option<&'a str>,
    fix: Option<&'a Fix>,
    weight: f64,
}

#[derive(Debug, Serialize)]
struct Other<'a> {
    id: &'a SkillId,
    name: &'a str,
    path: &'a str,
}

impl<'a> Document<'a> {
    pub fn of(linted: &'a Linted<'a>) -> Self {
        let judges = linted.judges.iter();
        let group = |found: &[Finding]| {
            let first = found.first()?;
            let rule = rule(first.rule)?;
            let (id, level, count) = (rule.id, first.level, found.len());
            Some(RuleEntry { id, level, count, why: rule.why, source: rule.source })
        };
        Self {
            schema: "skillscope.lint/1",
            catalog: CatalogHead::of(linted.board),
            diagnostics: &linted.labels,
            verdict: linted.verdict(),
            judges: judges
                .map(|lens| Judge { harness: &lens.profile.id, model: &lens.model.id })
                .collect(),
            errors: linted.count(Level::Error),
            warnings: linted.count(Level::Warn),
            notes: linted.count(Level::Info),
            left_out: linted.left_out,
            rules: linted.groups().filter_map(group).collect(),
            findings: linted.findings.iter().map(|finding| entry(linted, finding)).collect(),
        }
    }
}

fn entry<'a>(linted: &'a Linted<'a>, finding: &'a Finding) -> Entry<'a> {
    let other = |id: &'a SkillId| {
        let (name, path) = name_and_path(linted.board, id);
        Other { id, name, path }
    };
    Entry {
        rule: finding.rule,
        level: finding.level,
        skill: finding.skill.as_ref(),
        name: finding.skill.as_ref().map(|id| name_and_path(linted.board, id).0),
        path: &finding.path,
        line: finding.line,
        column: finding.column,
        message: &finding.message,
        remedy: &finding.remedy,
        with: finding.with.iter().map(other).collect(),
        harness: finding.harness.as_deref(),
        fix: finding.fix.as_ref(),
        weight: finding.weight,
    }
}
