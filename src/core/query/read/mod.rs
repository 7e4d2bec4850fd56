//! Query files to [`QuerySet`]s: which format a text is in, and one file a format.
//!
//! A row that cannot be used is refused with file, line and remedy, and the rest loads. Must not
//! know which skills exist: names are kept as written.

mod column;
mod document;
mod gather;
mod jsonl;
mod label;
mod row;
mod scan;

use serde_json::Value;

use crate::core::query::{QuerySet, read::gather::Gather};

impl QuerySet {
    /// Reads a query file whose format is told by its content.
    ///
    /// * one JSON object a line;
    /// * a JSON array of rows;
    /// * a JSON object that holds such an array as `queries`, `evals`, `cases`, ...
    ///
    /// `path` names the file in diagnostics and ids. `beside` is the skill beside which the file
    /// lies (or that the user named for it): the one that `should_trigger` speaks about. Time and
    /// memory are linear in the text. Never fails: what is unusable is in
    /// [`QuerySet::diagnostics`], and counted in [`QuerySet::refused`].
    pub fn read(path: &str, text: &str, beside: Option<&str>) -> QuerySet {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut gather = Gather::new(path);
        match Form::of(path, text) {
            Form::Document(value) => {
                let place = Place { path, subject: beside };
                document::read(&place, text, &value, &mut gather);
            }
            Form::Lines => jsonl::read(&Place { path, subject: beside }, text, &mut gather),
            Form::Broken(error) => gather.unreadable(text, &error),
            Form::Foreign => gather.foreign(),
        }
        gather.finish()
    }
}

/// What surrounds the rows of a file and lends them what they leave out.
#[derive(Clone, Copy)]
struct Place<'a> {
    path: &'a str,
    /// The skill that rows without a skill of their own speak about.
    subject: Option<&'a str>,
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

/// What a text looks like.
enum Form {
    Document(Value),
    Lines,
    /// Meant as one JSON document.
    Broken(serde_json::Error),
    Foreign,
}

impl Form {
    fn of(path: &str, text: &str) -> Self {
        let start = text.trim_start();
        let named_lines = path.ends_with(".jsonl") || path.ends_with(".ndjson");
        if !start.starts_with(['{', '[']) {
            return if named_lines || start.is_empty() { Self::Lines } else { Self::Foreign };
        }
        // On a file of lines this stops where the second row begins.
        match serde_json::from_str(text) {
            Ok(value) => Self::Document(value),
            Err(_) if named_lines || first_line_is_row(start) => Self::Lines,
            Err(error) => Self::Broken(error),
        }
    }
}

fn first_line_is_row(start: &str) -> bool {
    let line = start.lines().next().unwrap_or_default();
    line.starts_with('{') && serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok()
}

#[cfg(test)]
mod tests;
