//! Query sets in other forms, and what a form has no place for.
//!
//! Must not know how forms are read back; tests say that they are. One file a form.

mod document;
mod house;
mod loss;
mod peer;
mod table;
mod trigger;

use serde_json::{Map, Value};

use crate::core::{
    diagnostic::Diagnostic,
    query::{Query, sheet::Sheet, write::loss::Losses},
};

pub(in crate::core::query) use table::{records, text as cell};

/// A form that sets are written in.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    strum::Display,
    strum::EnumString,
    strum::EnumIter,
    strum::IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Form {
    /// One JSON object a line: the form of this program.
    Jsonl,
    /// One JSON object that holds the rows, one a line.
    Json,
    Yaml,
    Csv,
    /// Sets of a single expected skill with `text` and `query_id`, as one JSON object.
    ReachJson,
    /// The same as JSON lines.
    ReachJsonl,
    /// The same as a table.
    ReachCsv,
    /// Whether one skill should engage: a JSON list beside that skill.
    TriggerSet,
    /// Rows of a suite: `id`, `prompt` and one expected skill.
    CoderEval,
}

/// A set in another form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Written {
    pub text: String,
    /// Rows that are in the text, of those of the set.
    pub rows: usize,
    /// What the form has no place for: one diagnosis a kind of thing, at the first row that has it.
    pub lost: Vec<Diagnostic>,
}

/// A row as the object that stands for it in the form of this program.
pub fn object(row: &Query) -> Map<String, Value> {
    house::object((row, &Map::new()))
}

impl Sheet {
    /// The rows at these positions of the set, in the order given, in another form.
    ///
    /// Order, ids and, where the form has a place for them, unknown keys are kept; whatever is not
    /// carried over is told in [`Written::lost`]. `about` is the skill that a trigger set is
    /// about; rows that say nothing about it are left out of one, and all are without it.
    pub fn convert(&self, rows: &[usize], form: Form, about: Option<&str>) -> Written {
        let mut losses = Losses::new(&self.set.path);
        losses.around(self, form);
        let rows: Vec<_> = rows
            .iter()
            .filter_map(|at| Some((self.set.queries.get(*at)?, self.extras.get(*at)?)))
            .collect();
        let (text, rows) = match form {
            Form::Jsonl => house::lines(self, &rows),
            Form::Json => document::json(self, &rows),
            Form::Yaml => document::yaml(self, &rows, &mut losses),
            Form::Csv => table::write(&rows, &mut losses),
            Form::ReachJson => peer::reach_json(self, &rows, &mut losses),
            Form::ReachJsonl => peer::reach_lines(&rows, &mut losses),
            Form::ReachCsv => peer::reach_table(&rows, &mut losses),
            Form::CoderEval => peer::suite_lines(&rows, &mut losses),
            Form::TriggerSet => trigger::write(&rows, about.unwrap_or_default(), &mut losses),
        };
        Written { text, rows, lost: losses.told() }
    }
}

#[cfg(test)]
mod tests;
