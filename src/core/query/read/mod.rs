//! Query files to [`QuerySet`]s: which format a text is in, and one file a format.
//!
//! A row that cannot be used is refused with file, line and remedy, and the rest loads. Must not
//! know which skills exist: names are kept as written.

pub(in crate::core::query) mod column;

mod document;
mod form;
mod gather;
mod grader;
mod json;
mod jsonl;
mod label;
mod row;
pub(in crate::core::query) mod scan;
pub(in crate::core::query) mod spot;
mod suite;
pub(in crate::core::query) mod table;
mod value;
mod yaml;

use serde_json::{Map, Value};

use crate::core::query::{
    Origin, QuerySet,
    read::{form::Form, gather::Gather, json::Json, label::Refusal, spot::Spot, yaml::Yaml},
};

impl QuerySet {
    /// Reads a query file whose format is told by its content, and by its name only where the
    /// content leaves a doubt.
    ///
    /// * one JSON object a line, the first of which may speak of the whole set;
    /// * a JSON or YAML list of rows, an object that holds such a list as `queries`, `evals`,
    ///   `cases`, ..., or a suite of templates, rows and bars;
    /// * a table with a header, parted by commas, semicolons or tabs.
    ///
    /// `path` names the file in diagnostics and ids. `beside` is the skill beside which the file
    /// lies (or that the user named for it): the one that `should_trigger` speaks about. Time and
    /// memory are linear in the text. Never fails: what is unusable is in
    /// [`QuerySet::diagnostics`], and counted in [`QuerySet::refused`].
    pub fn read(path: &str, text: &str, beside: Option<&str>) -> QuerySet {
        let mut gather = Gather::new(path);
        read(path, text, beside, &mut gather);
        gather.finish()
    }
}

/// How the rows of a file lie in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core::query) enum Layout {
    /// One JSON object a line.
    Lines,
    /// Items of a JSON list.
    List,
    /// Items of a YAML list in block style, each beginning a line with a dash.
    Block,
    /// Records of a table with this between its cells.
    Table(u8),
    /// Otherwise, or without a certain end.
    Other,
}

/// A set, and what else is needed to write its file again.
pub(in crate::core::query) struct Whole {
    pub layout: Layout,
    pub set: QuerySet,
    /// Of each row of the set.
    pub spots: Vec<Spot>,
    /// Of each row of the set: what it says beside its label.
    pub extras: Vec<Map<String, Value>>,
    /// What the file says around its rows.
    pub around: Map<String, Value>,
}

/// As [`QuerySet::read`], with the place of each row in the text and what it says beside its label.
pub(in crate::core::query) fn read_whole(path: &str, text: &str, beside: Option<&str>) -> Whole {
    let mut gather = Gather::keeping(path);
    let layout = read(path, text, beside, &mut gather);
    let mut whole = Whole { layout, ..gather.finish_whole() };
    let mark = text.len() - without_mark(text).len();
    for Spot { bytes, .. } in &mut whole.spots {
        *bytes = bytes.start + mark..bytes.end + mark;
    }
    whole
}

/// The text behind a byte order mark.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Reads all rows of a text into `gather`.
fn read(path: &str, text: &str, beside: Option<&str>, gather: &mut Gather) -> Layout {
    let text = without_mark(text);
    let place = Place { path, subject: beside, origin: Origin::default() };
    match Form::of(path, text) {
        Form::Json(value) => {
            document::read(&place, &value, &Json(text), gather);
            // A single object may be the only line of a file of lines; else it has no list.
            let alone = value.is_object() && gather.is_one_at(json::start(text));
            if alone && text.trim().contains('\n') {
                return Layout::Other;
            }
            return if alone { Layout::Lines } else { Layout::List };
        }
        Form::Lines => {
            jsonl::read(&place, text, gather);
            return Layout::Lines;
        }
        Form::Table(delimiter) => {
            table::read(&place, text, delimiter, gather);
            return Layout::Table(delimiter);
        }
        Form::Yaml => match Yaml::parse(text) {
            Ok(yaml) => {
                document::read(&place, &yaml.value(), &yaml, gather);
                if gather.all_rows(|spot| yaml::is_block_item(text, spot)) {
                    return Layout::Block;
                }
            }
            Err(fault) => {
                let problem = Refusal::YamlSyntax(fault.message);
                gather.refuse(fault.line, fault.column, &problem);
            }
        },
        Form::Broken(error) => gather.unreadable(text, &error),
        Form::Foreign => gather.foreign(),
    }
    Layout::Other
}

/// What surrounds the rows of a file and lends them what they leave out.
#[derive(Clone, Copy)]
struct Place<'a> {
    path: &'a str,
    /// The skill that rows without a skill of their own speak about.
    subject: Option<&'a str>,
    /// The origin of rows that do not tell theirs.
    origin: Origin,
}

impl<'a> Place<'a> {
    /// Beginning of generated ids: the subject, since files beside skills share few names.
    fn stem(&self) -> &'a str {
        self.subject.unwrap_or_else(|| {
            let name = self.path.rsplit('/').next().unwrap_or(self.path);
            match name.rsplit_once('.') {
                Some((stem, _)) if !stem.is_empty() => stem,
                _ => name,
            }
        })
    }
}

#[cfg(test)]
mod tests;
