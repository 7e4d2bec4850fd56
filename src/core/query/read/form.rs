//! Which format a text is in.
//!
//! The content decides; the name of the file only where the content leaves a doubt.

use serde_json::Value;

use crate::core::query::read::{table, yaml};

/// What a text looks like.
pub(super) enum Form {
    /// One JSON document, parsed.
    Json(Value),
    /// One JSON value a line.
    Lines,
    /// A table with this between its cells.
    Table(u8),
    Yaml,
    /// Meant as one JSON document.
    Broken(serde_json::Error),
    Foreign,
}

impl Form {
    pub(super) fn of(path: &str, text: &str) -> Self {
        let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
        let named = |names: &[&str]| names.iter().any(|name| extension.eq_ignore_ascii_case(name));
        let (lines, yaml) = (named(&["jsonl", "ndjson"]), named(&["yaml", "yml"]));
        let start = text.trim_start();
        if start.starts_with(['{', '[']) {
            // On a file of lines this stops where the second row begins.
            return match serde_json::from_str(text) {
                Ok(value) => Self::Json(value),
                Err(_) if lines || first_line_is_row(start) => Self::Lines,
                Err(_) if yaml => Self::Yaml,
                Err(error) => Self::Broken(error),
            };
        }
        if lines || start.is_empty() {
            return Self::Lines;
        }
        if let Some(delimiter) = table::delimiter(start) {
            return Self::Table(delimiter);
        }
        if yaml || yaml::looks_like(text) {
            return Self::Yaml;
        }
        match extension.to_ascii_lowercase().as_str() {
            "csv" => Self::Table(b','),
            "tsv" => Self::Table(b'\t'),
            _ => Self::Foreign,
        }
    }
}

fn first_line_is_row(start: &str) -> bool {
    let line = start.lines().next().unwrap_or_default();
    line.starts_with('{') && serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok()
}
