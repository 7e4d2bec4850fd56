//! What was not carried over, counted by kind.

use crate::core::{
    diagnostic::{Diagnostic, Severity},
    query::{
        Query, Source,
        sheet::Sheet,
        write::{
            Form,
            house::{self, Row},
        },
    },
};

/// Collects losses in the order in which they are met.
pub(super) struct Losses {
    path: String,
    found: Vec<(Loss, usize, Option<Source>)>,
}

/// A kind of thing that a form has no place for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Loss {
    /// Whole rows, and why.
    Rows(&'static str),
    /// A key of rows.
    Key(String),
    /// A key around the rows.
    Around(String),
    /// Rows that were refused when the file was read.
    Refused,
    /// Values that were changed, and how.
    Changed(String, &'static str),
}

impl Losses {
    pub(super) fn new(path: &str) -> Self {
        Self { path: path.to_owned(), found: Vec::new() }
    }

    pub(super) fn add(&mut self, loss: Loss, row: &Query) {
        self.count(loss, 1, Some(&row.source));
    }

    /// Everything that a row says, but for these keys.
    pub(super) fn beyond(&mut self, kept: &[&str], row: Row<'_>) {
        for key in house::object(row).keys().filter(|key| !kept.contains(&key.as_str())) {
            self.add(Loss::Key(key.clone()), row.0);
        }
    }

    /// What stands around the rows and in rows that could not be read.
    pub(super) fn around(&mut self, sheet: &Sheet, form: Form) {
        if sheet.set.refused > 0 {
            self.count(Loss::Refused, sheet.set.refused, None);
        }
        if !matches!(form, Form::Json | Form::Yaml) {
            let kept: &[&str] =
                if form == Form::ReachJson { &["catalog_id", "notes", "provenance"] } else { &[] };
            for key in sheet.around.keys().filter(|key| !kept.contains(&key.as_str())) {
                self.key_around(key);
            }
        }
        let keeps_convention = matches!(form, Form::Json | Form::Jsonl | Form::Yaml);
        if sheet.set.convention.is_some() && !keeps_convention {
            self.key_around("convention");
        }
    }

    /// A key around the rows that is not carried over.
    pub(super) fn key_around(&mut self, key: &str) {
        self.count(Loss::Around(key.to_owned()), 1, None);
    }

    fn count(&mut self, loss: Loss, rows: usize, source: Option<&Source>) {
        match self.found.iter_mut().find(|(known, ..)| *known == loss) {
            Some((_, count, _)) => *count += rows,
            None => self.found.push((loss, rows, source.cloned())),
        }
    }

    pub(super) fn told(self) -> Vec<Diagnostic> {
        let tell = |(loss, rows, source): (Loss, usize, Option<Source>)| {
            let rows = if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
            let (code, message) = match loss {
                Loss::Rows(why) => ("row-not-carried", format!("{rows} left out: {why}.")),
                Loss::Refused => {
                    ("row-not-carried", format!("{rows} left out: refused when the file was read."))
                }
                Loss::Key(key) => {
                    ("key-not-carried", format!("This form has no place for `{key}` of {rows}."))
                }
                Loss::Around(key) => (
                    "key-not-carried",
                    format!("This form has no place for `{key}`, which stands around the rows."),
                ),
                Loss::Changed(key, how) => {
                    ("value-changed", format!("`{key}` of {rows} was changed: {how}."))
                }
            };
            let remedy = "Convert to jsonl, which has a place for everything a row says.";
            let mut told =
                Diagnostic::new(Severity::Warning, code, self.path.clone(), message, remedy);
            told.line = source.map(|source| source.line).filter(|line| *line > 0);
            told
        };
        self.found.into_iter().map(tell).collect()
    }
}
