//! The confusion matrix: rows expected, columns first engaged, the classes with an error alone.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use crate::{
    core::{
        measure::{Class, confusion::Confusion},
        scene::{Ink, names::shorten},
    },
    report::markup::untrusted,
};

/// Classes that are drawn: those with most errors.
const MOST: usize = 60;
/// Pixels: a cell, the names at the left, those at the top.
const CELL: usize = 26;
const LEFT: usize = 230;
const TOP: usize = 180;
/// Characters of a name.
const LETTERS: u16 = 26;

/// The picture; `None` where nothing went wrong.
pub(super) fn svg(confusion: &Confusion) -> Option<String> {
    let mut errors: BTreeMap<&Class, u32> = BTreeMap::new();
    for cell in confusion.errors() {
        *errors.entry(&cell.expected).or_default() += cell.count;
        *errors.entry(&cell.engaged).or_default() += cell.count;
    }
    let mut most: Vec<(&Class, u32)> = errors.into_iter().collect();
    // Stable: the map gave them by name.
    most.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let left_out = most.len().saturating_sub(MOST);
    let classes: BTreeSet<&Class> = most.into_iter().take(MOST).map(|(class, _)| class).collect();
    if classes.is_empty() {
        return None;
    }
    let classes: Vec<&Class> = classes.into_iter().collect();
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = draw(&classes, confusion, &mut out);
    if left_out > 0 {
        let _ = write!(out, "<p>{left_out} more with fewer errors</p>");
    }
    Some(out)
}

fn draw(classes: &[&Class], confusion: &Confusion, out: &mut String) -> std::fmt::Result {
    let side = classes.len() * CELL;
    // Names at the top lean to the right.
    let (width, height) = (LEFT + side + TOP, TOP + side + 4);
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>Probes by expected skill (rows) \
         and first engagement (columns); darker is a larger share of the row</title>\n"
    )?;
    for (at, class) in classes.iter().enumerate() {
        let name = untrusted(&shorten(class.as_str(), LETTERS, Ink::Unicode));
        let along = at * CELL + CELL / 2;
        writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>\
             <text transform=\"translate({} {}) rotate(-50)\">{name}</text>",
            LEFT - 8,
            TOP + along + 5,
            LEFT + along,
            TOP - 8,
        )?;
        let (x, y) = (LEFT + at * CELL, TOP + at * CELL);
        let inner = CELL - 2;
        writeln!(
            out,
            "<rect class=\"diagonal\" x=\"{x}\" y=\"{y}\" width=\"{inner}\" height=\"{inner}\"/>"
        )?;
    }
    let place = |class: &Class| classes.iter().position(|known| *known == class);
    for cell in &confusion.cells {
        let Some((row, column)) = place(&cell.expected).zip(place(&cell.engaged)) else { continue };
        let all: u32 = confusion.row(&cell.expected).iter().map(|cell| cell.count).sum();
        let share = f64::from(cell.count) / f64::from(all.max(1));
        let (x, y) = (LEFT + column * CELL, TOP + row * CELL);
        let inner = CELL - 2;
        writeln!(
            out,
            "<g><title>{} → {}: {} of {all}</title><rect class=\"cell\" x=\"{x}\" y=\"{y}\" \
             width=\"{inner}\" height=\"{inner}\" fill-opacity=\"{:.2}\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text></g>",
            untrusted(cell.expected.as_str()),
            untrusted(cell.engaged.as_str()),
            cell.count,
            // Never so dark that the count upon it cannot be read.
            0.08 + 0.42 * share,
            x + inner / 2,
            y + inner / 2 + 5,
            cell.count,
        )?;
    }
    write!(out, "</svg>")
}
