//! The screen as an SVG picture that looks the same whatever fonts the reader has.

use std::fmt::Write;

use super::{Cells, Colour, Ink, Run, glyph, runs};
use crate::report::markup::escape;

/// Width and height of a cell in user units, at [`FONT_SIZE`]; whole numbers, so that the lines of
/// neighbouring cells join without a seam.
const CELL: (f64, f64) = (9.0, 18.0);
const FONT_SIZE: f64 = 15.0;
/// Distance of the base line from the top of its row.
const BASELINE: f64 = 14.0;
const MARGIN: f64 = 12.0;
/// How far dim text moves towards its ground.
const DIM: f64 = 0.42;

/// What the colours of a terminal are in the picture, as 0xRRGGBB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    pub text: u32,
    pub ground: u32,
    /// Colours 0 to 15.
    pub sixteen: [u32; 16],
}

impl Palette {
    /// Light text on a dark ground.
    pub const DARK: Self = Self {
        text: 0xd8dee4,
        ground: 0x14181d,
        sixteen: [
            0x1f252b, 0xe06c60, 0x8fb573, 0xd9a94e, 0x6c9fd8, 0xb58ac6, 0x5fb3b3, 0xc3cad1,
            0x6b7680, 0xf08d80, 0xa9cf8e, 0xf0c674, 0x8fbcf0, 0xcfa6df, 0x80d0d0, 0xffffff,
        ],
    };

    /// Dark text on a light ground.
    pub const LIGHT: Self = Self {
        text: 0x24292e,
        ground: 0xfcfcfa,
        sixteen: [
            0x24292e, 0xb33a2e, 0x3f7a2f, 0x8a5a00, 0x1f5fa8, 0x7d3f98, 0x0f6f73, 0x6b737b,
            0x8c949c, 0xc94f42, 0x4f8f3c, 0xa06c0a, 0x2f78c9, 0x9455b0, 0x1b8589, 0xffffff,
        ],
    };

    fn rgb(&self, colour: Colour, default: u32) -> u32 {
        let pack = |r: u8, g: u8, b: u8| u32::from_be_bytes([0, r, g, b]);
        match colour {
            Colour::Default => default,
            Colour::Rgb(r, g, b) => pack(r, g, b),
            Colour::Indexed(index @ 0..16) => {
                self.sixteen.get(usize::from(index)).copied().unwrap_or(default)
            }
            Colour::Indexed(index @ 16..232) => {
                let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
                let n = index - 16;
                pack(level(n / 36), level(n / 6 % 6), level(n % 6))
            }
            Colour::Indexed(index) => {
                let grey = 8 + 10 * (index - 232);
                pack(grey, grey, grey)
            }
        }
    }

    /// Colours of text and ground of an ink; the ground is `None` where it is the page's.
    fn colours(&self, ink: Ink) -> (u32, Option<u32>) {
        let (mut fg, mut bg) = (self.rgb(ink.fg, self.text), self.rgb(ink.bg, self.ground));
        if ink.reverse {
            (fg, bg) = (bg, fg);
        }
        if ink.dim {
            fg = mix(fg, bg, DIM);
        }
        (fg, (bg != self.ground).then_some(bg))
    }
}

/// `a` moved towards `b` by a share from 0 to 1.
fn mix(a: u32, b: u32, share: f64) -> u32 {
    let (a, b) = (a.to_be_bytes(), b.to_be_bytes());
    let mut out = [0; 4];
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
    }
    u32::from_be_bytes(out)
}

/// The picture as one SVG document. `title` is what a screen reader says.
///
/// Text is stretched to its cells, so that columns line up in any font; lines, blocks and braille
/// are drawn as shapes, since many fonts lack them.
pub fn svg(cells: &Cells, palette: &Palette, title: &str) -> String {
    let width = cells.width() as f64 * CELL.0 + 2.0 * MARGIN;
    let height = cells.height() as f64 * CELL.1 + 2.0 * MARGIN;
    let mut out = String::new();
    // Writing to a string cannot fail, here and below.
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
         viewBox=\"0 0 {w} {h}\" role=\"img\" font-family=\"ui-monospace, 'DejaVu Sans Mono', \
         Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace\" font-size=\"{FONT_SIZE}\">\n\
         <title>{title}</title>\n\
         <style>text {{ white-space: pre }}</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#{ground:06x}\"/>\n",
        w = number(width),
        h = number(height),
        title = escape(title),
        ground = palette.ground,
    );
    for (row, cells) in cells.rows().enumerate() {
        let top = MARGIN + row as f64 * CELL.1;
        let runs = runs(cells);
        for run in &runs {
            ground(&mut out, run, top, palette);
        }
        for run in &runs {
            content(&mut out, run, top, palette);
        }
    }
    out.push_str("</svg>\n");
    out
}

fn ground(out: &mut String, run: &Run, top: f64, palette: &Palette) {
    if let (_, Some(colour)) = palette.colours(run.ink) {
        let (x, width) = span(run);
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{}\" width=\"{width}\" height=\"{}\" fill=\"#{colour:06x}\"/>",
            number(top),
            number(CELL.1),
        );
    }
}

fn content(out: &mut String, run: &Run, top: f64, palette: &Palette) {
    let (colour, _) = palette.colours(run.ink);
    let per_char = run.columns / run.text.chars().count().max(1);
    let mut shapes = String::new();
    // Only runs of single characters can be taken apart by column; combining marks keep together.
    let splits = per_char * run.text.chars().count() == run.columns;
    let mut letters = String::with_capacity(run.text.len());
    for (i, c) in run.text.chars().enumerate() {
        let left = MARGIN + (run.column + i * per_char) as f64 * CELL.0;
        let drawn = splits && glyph::draw(c, (left, top), CELL, &mut shapes);
        letters.push(if drawn { ' ' } else { c });
    }
    if !shapes.is_empty() {
        let _ = writeln!(out, "<g fill=\"#{colour:06x}\" stroke=\"#{colour:06x}\">{shapes}</g>");
    }
    for piece in pieces(&letters, splits) {
        let columns = if splits { piece.text.chars().count() * per_char } else { run.columns };
        let at = Run {
            column: run.column + piece.start * per_char,
            columns,
            text: String::new(),
            ink: run.ink,
        };
        let (x, width) = span(&at);
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\" \
             fill=\"#{colour:06x}\"{attributes}>{text}</text>",
            y = number(top + BASELINE),
            attributes = attributes(run.ink),
            text = escape(piece.text),
        );
    }
}

/// A stretch of text without long gaps.
struct Piece<'a> {
    /// In characters from the start of the run.
    start: usize,
    text: &'a str,
}

/// The words of a run, with single blanks kept inside: a gap of two or more ends a piece, so that
/// no stretch of text drifts from its columns and blanks cost nothing.
fn pieces(text: &str, splits: bool) -> Vec<Piece<'_>> {
    if !splits {
        let blank = text.trim().is_empty();
        return if blank { Vec::new() } else { vec![Piece { start: 0, text }] };
    }
    let mut out = Vec::new();
    let (mut start, mut rest) = (0, text);
    loop {
        let trimmed = rest.trim_start_matches(' ');
        start += rest.len() - trimmed.len();
        if trimmed.is_empty() {
            return out;
        }
        let end = trimmed.find("  ").unwrap_or(trimmed.trim_end_matches(' ').len());
        let (piece, after) = trimmed.split_at(end);
        out.push(Piece { start, text: piece });
        start += piece.chars().count();
        rest = after;
    }
}

fn attributes(ink: Ink) -> String {
    let mut out = String::new();
    if ink.bold {
        out.push_str(" font-weight=\"bold\"");
    }
    if ink.italic {
        out.push_str(" font-style=\"italic\"");
    }
    match (ink.underline, ink.strike) {
        (true, true) => out.push_str(" text-decoration=\"underline line-through\""),
        (true, false) => out.push_str(" text-decoration=\"underline\""),
        (false, true) => out.push_str(" text-decoration=\"line-through\""),
        (false, false) => {}
    }
    out
}

fn span(run: &Run) -> (String, String) {
    let left = MARGIN + run.column as f64 * CELL.0;
    (number(left), number(run.columns as f64 * CELL.0))
}

/// A length with at most two decimals and no trailing zeros.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests;
