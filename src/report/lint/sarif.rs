//! The findings as SARIF 2.1.0, which code hosts and editors read.
//!
//! Only what they need of it; the names are the format's.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Linted, uri::uri};
use crate::core::{
    id::SkillId,
    lint::{Finding, Fix, Level, Rule, rules},
    skill,
    visible::line,
};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// Stands for the folder that all paths begin at.
const ROOT: &str = "%SRCROOT%";

/// The whole log: one run of one tool.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    /// Columns are characters, whatever their encoding.
    column_kind: &'static str,
    results: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Debug, Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Descriptor>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Descriptor {
    id: &'static str,
    short_description: Text,
    full_description: Text,
    help: Text,
    default_configuration: Configuration,
}

#[derive(Debug, Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Debug, Serialize)]
struct Text {
    text: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    rule_id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Text,
    /// Empty of what is about the catalog as a whole.
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Change>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: Physical,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Artifact {
    uri: String,
    uri_base_id: &'static str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<u32>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Change {
    description: Text,
    artifact_changes: [FileChange; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct FileChange {
    artifact_location: Artifact,
    replacements: [Replacement; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: Region,
    inserted_content: Text,
}

impl Log {
    pub fn of(linted: &Linted<'_>) -> Self {
        let texts = linted.mends.iter().map(|mend| (mend.path.as_str(), mend.before.as_str()));
        let writer = Writer { linted, texts: texts.collect() };
        let driver = Driver {
            name: "skillscope",
            version: env!("CARGO_PKG_VERSION"),
            rules: rules().iter().map(descriptor).collect(),
        };
        let results = linted.findings.iter().map(|finding| writer.entry(finding)).collect();
        let tool = Tool { driver };
        let run = Run { tool, column_kind: "unicodeCodePoints", results };
        Self { schema: SCHEMA, version: "2.1.0", runs: [run] }
    }
}

fn descriptor(rule: &Rule) -> Descriptor {
    Descriptor {
        id: rule.id,
        short_description: Text::of(rule.why),
        full_description: Text::of(rule.explain),
        help: Text::of(&format!("{} {}", rule.remedy, rule.source)),
        default_configuration: Configuration { level: word(rule.level) },
    }
}

fn word(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warn => "warning",
        Level::Info => "note",
        Level::Ignore => "none",
    }
}

impl Text {
    /// For people: what could drive or deceive a viewer is marked.
    fn of(text: &str) -> Self {
        Self { text: line(text).into_owned() }
    }
}

struct Writer<'a> {
    linted: &'a Linted<'a>,
    /// Of the files that have fixes, by path.
    texts: BTreeMap<&'a str, &'a str>,
}

impl Writer<'_> {
    fn entry(&self, finding: &Finding) -> Entry {
        let grave = self.linted.is_grave(finding);
        let region = finding.line.map(|start_line| Region {
            start_line,
            start_column: finding.column,
            end_line: None,
            end_column: None,
        });
        let file = self.linted.file_of(finding);
        let place = file.map(|_| self.location(&finding.path, region, None));
        Entry {
            rule_id: finding.rule,
            rule_index: rules().iter().position(|rule| rule.id == finding.rule),
            level: if grave { word(Level::Error) } else { word(finding.level) },
            message: Text::of(&format!("{} {}", finding.message, finding.remedy)),
            locations: place.into_iter().collect(),
            related_locations: finding.with.iter().filter_map(|id| self.related(id)).collect(),
            fixes: finding.fix.iter().filter_map(|fix| self.change(fix)).collect(),
        }
    }

    fn location(&self, path: &str, region: Option<Region>, message: Option<Text>) -> Location {
        let physical_location = Physical { artifact_location: self.artifact(path), region };
        Location { physical_location, message }
    }

    fn artifact(&self, path: &str) -> Artifact {
        Artifact { uri: uri(&self.linted.file(path)), uri_base_id: ROOT }
    }

    /// Where another skill lies that a finding is about.
    fn related(&self, id: &SkillId) -> Option<Location> {
        let skill = self.linted.board.now.snapshot.catalog.get(id)?;
        let region = skill.doc.description_span.as_ref().map(|span| Region {
            start_line: span.line,
            start_column: Some(span.column),
            end_line: None,
            end_column: None,
        });
        Some(self.location(&skill.path, region, Some(Text::of(id.as_str()))))
    }

    /// `None` for a file that cannot be mended.
    fn change(&self, fix: &Fix) -> Option<Change> {
        let text = self.texts.get(fix.path.as_str())?;
        let (start_line, start_column) = skill::place(text, fix.range.start);
        let (end_line, end_column) = skill::place(text, fix.range.end);
        let deleted_region = Region {
            start_line,
            start_column: Some(start_column),
            end_line: Some(end_line),
            end_column: Some(end_column),
        };
        // What is written to a file is no matter of looks.
        let inserted_content = Text { text: fix.text.clone() };
        let replacements = [Replacement { deleted_region, inserted_content }];
        let change = FileChange { artifact_location: self.artifact(&fix.path), replacements };
        Some(Change { description: Text::of(&fix.says), artifact_changes: [change] })
    }
}
