//! A table with a header row, its cells parted by commas, semicolons or tabs.
//!
//! Must not know what the columns mean beyond which of them hold names.

use std::collections::HashSet;

use csv::{ByteRecord, ReaderBuilder};
use serde_json::{Map, Value};

use crate::core::{
    diagnostic::Severity,
    query::read::{Place, column::Column, gather::Gather, label::Refusal, row, spot::Lines},
};

/// The delimiter of a text whose first line is the header of such a table: at least two columns,
/// one of them a prompt and all of them short words.
pub(super) fn delimiter(text: &str) -> Option<u8> {
    let line = text.lines().next()?;
    [b',', b';', b'\t'].into_iter().find(|delimiter| {
        let cells: Vec<&str> = line.split(char::from(*delimiter)).map(name_of).collect();
        let word = |cell: &&str| !cell.contains([' ', ':', '{', '[', '"']);
        cells.len() > 1
            && cells.iter().all(word)
            && cells.iter().any(|cell| Column::of(cell) == Some(Column::Prompt))
    })
}

fn name_of(cell: &str) -> &str {
    let cell = cell.trim();
    cell.strip_prefix('"').and_then(|cell| cell.strip_suffix('"')).unwrap_or(cell)
}

pub(super) fn read(place: &Place<'_>, text: &str, delimiter: u8, gather: &mut Gather) {
    let mut lines = Lines::new(text);
    let mut records = records(text, delimiter);
    let Some((header, at)) = records.next() else { return gather.empty() };
    let line = lines.of(at.start);
    let header: Vec<&str> = header.iter().map(|cell| text_of(cell).trim()).collect();
    let mut seen = HashSet::new();
    for name in &header {
        if !name.is_empty() && !seen.insert(name) {
            gather.tell(
                Severity::Warning,
                "repeated-column",
                Some((line, None)),
                format!("The header names `{name}` twice; the first one counts."),
                "Give each column a name of its own.",
            );
        }
        if !name.is_empty() && Column::of(name).is_none() {
            gather.unknown_key(name, line);
        }
    }
    let mut rows = 0_usize;
    for (record, bytes) in records {
        rows += 1;
        let spot = lines.spot(bytes);
        match row_of(&header, &record, text.get(spot.bytes.clone()).unwrap_or_default()) {
            Ok(row) => row::take(place, &Value::Object(row), spot, gather),
            Err(problem) => gather.refuse(spot.line, None, &problem),
        }
    }
    if rows == 0 {
        gather.empty();
    }
}

/// The records of a table with their places, blank lines left out; the line end is outside.
pub(in crate::core::query) fn records(
    text: &str,
    delimiter: u8,
) -> impl Iterator<Item = (ByteRecord, std::ops::Range<usize>)> + '_ {
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text.as_bytes());
    let mut record = ByteRecord::new();
    let offset = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(text.len());
    std::iter::from_fn(move || {
        // Bytes in memory, any number of cells: there is nothing to fail.
        reader.read_byte_record(&mut record).ok().filter(|more| *more)?;
        let start = offset(record.position().map_or(0, csv::Position::byte));
        let whole = text.get(start..offset(reader.position().byte())).unwrap_or_default();
        let within = whole.trim_start_matches(['\r', '\n']);
        let start = start + (whole.len() - within.len());
        Some((record.clone(), start..start + within.trim_end_matches(['\r', '\n']).len()))
    })
}

/// The cells of a record under the names of the header. Blank cells are left out, but for that of
/// the expected skill: blank, and without another label beside it, it says that there is none.
fn row_of(header: &[&str], record: &ByteRecord, raw: &str) -> Result<Map<String, Value>, Refusal> {
    if raw.bytes().filter(|byte| *byte == b'"').count() % 2 == 1 {
        return Err(Refusal::OpenQuote);
    }
    let (cells, columns) = (record.len(), header.len());
    if cells != columns {
        return Err(Refusal::Ragged { cells, columns });
    }
    let mut row = Map::new();
    let mut nobody = None;
    let mut labelled = false;
    for (name, cell) in header.iter().zip(record) {
        let column = Column::of(name);
        let cell = text_of(cell);
        if cell.trim().is_empty() {
            if matches!(column, Some(Column::Expected | Column::ExpectedOrTrigger)) {
                nobody = nobody.or(Some(name));
            }
            continue;
        }
        labelled |= matches!(
            column,
            Some(
                Column::Expected
                    | Column::ExpectedOrTrigger
                    | Column::Trigger
                    | Column::Forbidden
                    | Column::Graders
            )
        );
        if !name.is_empty() && !row.contains_key(*name) {
            row.insert((*name).to_owned(), value_of(column, cell));
        }
    }
    if let (Some(name), false) = (nobody, labelled) {
        row.insert((*name).to_owned(), Value::Null);
    }
    Ok(row)
}

/// A cell of names is a list of them, in JSON or parted by commas or semicolons.
fn value_of(column: Option<Column>, cell: &str) -> Value {
    let names = column.is_some_and(Column::holds_names);
    if (names || matches!(column, Some(Column::Graders | Column::Turns)))
        && cell.trim_start().starts_with('[')
        && let Ok(list) = serde_json::from_str(cell)
    {
        return list;
    }
    if names && cell.contains([',', ';']) {
        return cell.split([',', ';']).map(str::trim).collect();
    }
    Value::from(cell)
}

/// Cells are cut from valid text at ASCII characters, so that they are valid text.
fn text_of(cell: &[u8]) -> &str {
    std::str::from_utf8(cell).unwrap_or_default()
}

#[cfg(test)]
mod tests;
