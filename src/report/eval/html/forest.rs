//! The forest plot: recall and precision of each skill with their intervals, to scale.

use std::fmt::Write as _;

use crate::{
    core::{
        measure::{Rate, SkillFigures},
        scene::{Ink, names::shorten},
    },
    report::{figure::with_interval, markup::untrusted},
};

/// Skills that are drawn.
const MOST: usize = 120;
/// Pixels: a row, the names, the scale from 0 to 1.
const ROW: usize = 30;
const NAMES: usize = 230;
const SCALE: usize = 520;
/// Above the first row, for the ticks.
const TOP: usize = 44;
/// Characters of a name.
const LETTERS: u16 = 30;

/// The picture; skills in the order given.
pub(super) fn svg(skills: &[&SkillFigures]) -> String {
    let shown = &skills[..skills.len().min(MOST)];
    let (width, height) = (NAMES + SCALE + 20, TOP + shown.len() * ROW + 8);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = draw(shown, width, height, &mut out);
    if let more @ 1.. = skills.len() - shown.len() {
        let _ = write!(out, "<p>{more} more</p>");
    }
    out
}

fn draw(
    skills: &[&SkillFigures],
    width: usize,
    height: usize,
    out: &mut String,
) -> std::fmt::Result {
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>Recall (circle) and precision \
         (square) of each skill, with intervals</title>\n"
    )?;
    let key = TOP - 30;
    writeln!(out, "<circle class=\"one\" cx=\"8\" cy=\"{key}\" r=\"4\"/>")?;
    writeln!(out, "<text x=\"18\" y=\"{}\">recall</text>", key + 5)?;
    writeln!(out, "<rect class=\"two\" x=\"76\" y=\"{}\" width=\"8\" height=\"8\"/>", key - 4)?;
    writeln!(out, "<text x=\"90\" y=\"{}\">precision</text>", key + 5)?;
    for tenth in [0, 25, 50, 75, 100] {
        let x = NAMES + SCALE * tenth / 100;
        writeln!(
            out,
            "<line class=\"axis\" x1=\"{x}\" y1=\"{TOP}\" x2=\"{x}\" y2=\"{height}\"/>\
             <text class=\"dim\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            TOP - 8,
            tenth as f64 / 100.0,
        )?;
    }
    for (at, skill) in skills.iter().enumerate() {
        let y = TOP + at * ROW + ROW / 2;
        let name = shorten(skill.id.as_str(), LETTERS, Ink::Unicode);
        let turn1 = &skill.turn1;
        writeln!(
            out,
            "<g><title>{}: recall {}, precision {}</title><text x=\"0\" y=\"{}\">{}</text>",
            untrusted(skill.id.as_str()),
            with_interval(&turn1.recall),
            with_interval(&turn1.precision),
            y + 5,
            untrusted(&name),
        )?;
        if let Some((x, y)) = range(&turn1.recall, "one", y - 5, out)? {
            write!(out, "<circle class=\"one\" cx=\"{x:.1}\" cy=\"{y}\" r=\"4\"/>")?;
        }
        if let Some((x, y)) = range(&turn1.precision, "two", y + 6, out)? {
            let (left, top) = (x - 4.0, y - 4);
            let class = "two";
            write!(
                out,
                "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top}\" width=\"8\" height=\"8\"/>"
            )?;
        }
        writeln!(out, "</g>")?;
    }
    write!(out, "</svg>")
}

/// Draws the interval, and says where the estimate stands; nothing where it is undefined.
fn range(
    rate: &Rate,
    class: &str,
    y: usize,
    out: &mut String,
) -> Result<Option<(f64, usize)>, std::fmt::Error> {
    let place = |share: f64| NAMES as f64 + SCALE as f64 * share;
    if let Some(interval) = rate.interval {
        write!(
            out,
            "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{y}\" x2=\"{:.1}\" y2=\"{y}\" \
             stroke-width=\"2\"/>",
            place(interval.low),
            place(interval.high),
        )?;
    }
    Ok(rate.rate.map(|rate| (place(rate), y)))
}
