//! Plain tables of text: aligned columns, no borders.

use comfy_table::{CellAlignment, Table};

/// A table with a header; the columns at `right` are aligned to the right.
pub fn table<'a>(header: impl IntoIterator<Item = &'a str>, right: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING).set_header(header);
    for &at in right {
        if let Some(column) = table.column_mut(at) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// A line that says how many of all are not shown; empty where all are.
pub fn more(all: usize, shown: usize) -> String {
    match all.saturating_sub(shown) {
        0 => String::new(),
        more => format!("  ({more} more)\n"),
    }
}

/// The table without the blanks around its lines.
pub fn finish(table: &Table) -> String {
    let mut out = String::new();
    for line in table.lines() {
        out.push_str(line.strip_prefix(' ').unwrap_or(&line).trim_end());
        out.push('\n');
    }
    out
}
