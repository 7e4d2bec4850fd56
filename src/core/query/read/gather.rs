//! What a file gives, as it is read: good rows, refused rows, oddities told once.
//!
//! Must not know how rows are written.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use crate::core::{
    diagnostic::{Diagnostic, Severity},
    query::{
        Query, QuerySet,
        read::{Layout, Place, Whole, column::Column, label::Refusal, spot::Spot},
        threshold::Threshold,
    },
};

/// A row as read.
pub(super) struct Taken {
    /// As the row gives it; without one it is named after its place.
    pub(super) id: Option<String>,
    /// Its id still to be given.
    pub(super) query: Query,
    pub(super) spot: Spot,
    /// What the row says beside its label.
    pub(super) extras: Map<String, Value>,
}

/// Refused rows that are told one by one; the rest of a hopeless file is told as a number.
const TOLD: usize = 100;

/// Collects one file's [`QuerySet`].
pub(super) struct Gather {
    set: QuerySet,
    /// Places of the rows of the set.
    spots: Vec<Spot>,
    /// Their other values, where they are kept.
    extras: Option<Vec<Map<String, Value>>>,
    /// What the file says around its rows, but for the convention.
    around: Map<String, Value>,
    /// First line of each id.
    ids: HashMap<String, u32>,
    /// Keys already noted.
    noted: HashSet<String>,
    /// Refusals already told.
    told: usize,
    /// Rows refused because they are no rows of a query file: no prompt, or no label.
    strange: usize,
}

impl Gather {
    pub(super) fn new(path: &str) -> Self {
        let set = QuerySet { path: path.to_owned(), ..QuerySet::default() };
        Self {
            set,
            spots: Vec::new(),
            extras: None,
            around: Map::new(),
            ids: HashMap::new(),
            noted: HashSet::new(),
            told: 0,
            strange: 0,
        }
    }

    /// The same, keeping what rows say beside their labels.
    pub(super) fn keeping(path: &str) -> Self {
        Self { extras: Some(Vec::new()), ..Self::new(path) }
    }

    /// Takes a row in, unless its id is taken.
    pub(super) fn row(&mut self, place: &Place<'_>, taken: Taken) {
        let Taken { id, mut query, spot, extras } = taken;
        let line = spot.line;
        query.id = match id {
            Some(id) => {
                if let Some(first) = self.ids.get(&id) {
                    let problem = Refusal::RepeatedId { first: *first, id };
                    return self.refuse(line, None, &problem);
                }
                id
            }
            None => self.free_id(&format!("{}-{line}", place.stem())),
        };
        self.ids.insert(query.id.clone(), line);
        self.set.queries.push(query);
        self.spots.push(spot);
        if let Some(kept) = &mut self.extras {
            kept.push(extras);
        }
    }

    /// `id`, or with a number behind it where several rows stand in a line.
    fn free_id(&self, id: &str) -> String {
        let numbered = (2..=usize::MAX).map(|n| format!("{id}.{n}"));
        std::iter::once(id.to_owned())
            .chain(numbered)
            .find(|id| !self.ids.contains_key(id))
            .unwrap_or_default()
    }

    /// Counts a row out; `column` is 1-based, in characters.
    pub(super) fn refuse(&mut self, line: u32, column: Option<u32>, problem: &Refusal) {
        self.set.refused += 1;
        self.strange += usize::from(matches!(problem, Refusal::NoPrompt | Refusal::NoLabel));
        if self.told < TOLD {
            self.told += 1;
            self.tell(
                Severity::Error,
                problem.code(),
                Some((line, column)),
                problem,
                problem.remedy(),
            );
        }
    }

    /// Notes a key that means nothing here, once a file.
    pub(super) fn unknown_key(&mut self, key: &str, line: u32) {
        if self.noted.insert(key.to_owned()) {
            self.tell(
                Severity::Note,
                "unknown-key",
                Some((line, None)),
                format!("The key `{key}` is not known and was ignored."),
                &match Column::nearest(key) {
                    Some(known) => format!("Write `{known}` if that is meant."),
                    None => "`kind`, `group` and `notes` are free for remarks.".to_owned(),
                },
            );
        }
    }

    /// A value that is read, but perhaps not as meant.
    pub(super) fn odd_value(&mut self, key: &str, value: &str, line: u32, remedy: &str) {
        if self.noted.insert(format!("{key}={value}")) {
            let message = format!("`{value}` is no value of `{key}`.");
            self.tell(Severity::Warning, "odd-value", Some((line, None)), message, remedy);
        }
    }

    /// The whole file was meant as JSON and is not.
    pub(super) fn unreadable(&mut self, text: &str, error: &serde_json::Error) {
        let line_text = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
        let column = characters(line_text, error.column());
        let line = u32::try_from(error.line()).unwrap_or(u32::MAX).max(1);
        self.refuse(line, Some(column), &Refusal::of_syntax(error));
    }

    /// The file is in none of the formats that are read.
    pub(super) fn foreign(&mut self) {
        self.set.refused += 1;
        self.tell(
            Severity::Error,
            "not-a-query-file",
            Some((1, None)),
            "The file is neither JSON, JSON lines, CSV nor YAML.",
            "Write one JSON object a line, or a JSON array of such objects.",
        );
    }

    /// The file has no rows at all.
    pub(super) fn empty(&mut self) {
        self.tell(
            Severity::Warning,
            "no-rows",
            None,
            "The file holds no rows.",
            "Write one JSON object a line, with `prompt` and `expected_skills`.",
        );
    }

    pub(super) fn convention(&mut self, convention: &str) {
        self.set.convention = Some(convention.to_owned());
    }

    /// True when there are rows, and this holds of the places of all of them.
    pub(super) fn all_rows(&self, holds: impl Fn(&Spot) -> bool) -> bool {
        !self.spots.is_empty() && self.spots.iter().all(holds)
    }

    /// True when there is a single row, and it begins at this offset.
    pub(super) fn is_one_at(&self, offset: usize) -> bool {
        matches!(&self.spots[..], [spot] if spot.bytes.start == offset)
    }

    /// Something that the file says around its rows.
    pub(super) fn around(&mut self, key: &str, value: &Value) {
        if self.extras.is_some() {
            self.around.insert(key.to_owned(), value.clone());
        }
    }

    /// A bar that the file sets.
    pub(super) fn threshold(&mut self, threshold: Threshold) {
        self.set.thresholds.push(threshold);
    }

    /// The set, and what else is needed to write the file again.
    pub(super) fn finish_whole(mut self) -> Whole {
        let spots = std::mem::take(&mut self.spots);
        let extras = self.extras.take().unwrap_or_default();
        let around = std::mem::take(&mut self.around);
        Whole { layout: Layout::Other, set: self.finish(), spots, extras, around }
    }

    pub(super) fn finish(mut self) -> QuerySet {
        let refused = self.set.refused;
        if refused > 0 && refused == self.strange && self.set.queries.is_empty() {
            // Other data in the place of queries (an output test, a log): one remark, not a
            // hundred errors.
            self.set.refused = 0;
            self.set.diagnostics.clear();
            self.tell(
                Severity::Note,
                "no-labels",
                None,
                format!("None of the {refused} rows says which skill should engage; left out."),
                "Give rows a `prompt` and `expected_skills`, `not_skills` or `should_trigger`.",
            );
        } else if self.told == TOLD && refused > TOLD {
            self.tell(
                Severity::Error,
                "more-refused",
                None,
                format!("{} more rows of this file were refused.", refused - TOLD),
                "Mend those named above and load the file again.",
            );
        }
        self.set
    }

    pub(super) fn tell(
        &mut self,
        severity: Severity,
        code: &'static str,
        at: Option<(u32, Option<u32>)>,
        message: impl ToString,
        remedy: &str,
    ) {
        let mut told =
            Diagnostic::new(severity, code, self.set.path.clone(), message.to_string(), remedy);
        if let Some((line, column)) = at {
            told.line = Some(line);
            told.column = column;
        }
        self.set.diagnostics.push(told);
    }
}

/// 1-based column in characters of a 1-based column in bytes.
pub(super) fn characters(line: &str, bytes: usize) -> u32 {
    let before = bytes.saturating_sub(1);
    let count = line.char_indices().take_while(|(at, _)| *at < before).count();
    u32::try_from(count + 1).unwrap_or(u32::MAX)
}
