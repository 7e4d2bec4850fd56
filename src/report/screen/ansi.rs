//! The screen as ANSI text, and the shortest select-graphic-rendition sequence between two inks.
//!
//! A colour is written only where an ink has one, so that inks without colour stay free of colour
//! codes whatever the environment says; the common terminal libraries write an empty sequence under
//! `NO_COLOR`, which also cancels bold and reverse.

use std::io::{self, Write};

use super::{Cells, Colour, Ink, runs};

/// The screen as text with colours: a line a row, each ending in plain ink, without trailing plain
/// blanks.
pub fn ansi(cells: &Cells) -> String {
    let mut out = Vec::new();
    // Writing to a vector cannot fail.
    for row in cells.rows() {
        let mut runs = runs(row);
        if let Some(last) = runs.last_mut().filter(|last| last.ink == Ink::default()) {
            last.text.truncate(last.text.trim_end().len());
        }
        let mut ink = Ink::default();
        for run in &runs {
            let _ = change(ink, run.ink, &mut out);
            out.extend(run.text.as_bytes());
            ink = run.ink;
        }
        let _ = change(ink, Ink::default(), &mut out);
        out.push(b'\n');
    }
    String::from_utf8(out).unwrap_or_default()
}

/// Writes what turns the ink `from` into `to`; nothing if they are equal.
///
/// # Errors
/// When `out` cannot be written.
pub fn change(from: Ink, to: Ink, out: &mut impl Write) -> io::Result<()> {
    if from == to {
        return Ok(());
    }
    // Attributes have no portable way off one by one (bold and dim share theirs), and a colour
    // gone back to the default would need a colour code: both start from nothing.
    let base = if loses(from, to) { Ink::default() } else { from };
    let mut codes = Codes { out, open: false };
    if base != from {
        codes.put(format_args!("0"))?;
    }
    for (code, had, has) in attributes(base, to) {
        if has && !had {
            codes.put(format_args!("{code}"))?;
        }
    }
    if to.fg != base.fg {
        codes.colour(to.fg, 30)?;
    }
    if to.bg != base.bg {
        codes.colour(to.bg, 40)?;
    }
    codes.close()
}

/// True when `to` lacks something that `from` has switched on.
fn loses(from: Ink, to: Ink) -> bool {
    let gone = |from: Colour, to: Colour| from != Colour::Default && to == Colour::Default;
    gone(from.fg, to.fg)
        || gone(from.bg, to.bg)
        || attributes(from, to).into_iter().any(|(_, had, has)| had && !has)
}

fn attributes(from: Ink, to: Ink) -> [(u8, bool, bool); 6] {
    [
        (1, from.bold, to.bold),
        (2, from.dim, to.dim),
        (3, from.italic, to.italic),
        (4, from.underline, to.underline),
        (7, from.reverse, to.reverse),
        (9, from.strike, to.strike),
    ]
}

/// One sequence under way: `ESC [` before the first code, `;` between, `m` at the end.
struct Codes<'a, W> {
    out: &'a mut W,
    open: bool,
}

impl<W: Write> Codes<'_, W> {
    fn put(&mut self, code: std::fmt::Arguments<'_>) -> io::Result<()> {
        self.out.write_all(if self.open { b";" } else { b"\x1b[" })?;
        self.open = true;
        self.out.write_fmt(code)
    }

    /// `base` is 30 for the text's colour, 40 for the ground's.
    fn colour(&mut self, colour: Colour, base: u8) -> io::Result<()> {
        let extended = base + 8;
        match colour {
            Colour::Default => self.put(format_args!("{}", base + 9)),
            Colour::Indexed(i @ 0..8) => self.put(format_args!("{}", base + i)),
            Colour::Indexed(i @ 8..16) => self.put(format_args!("{}", base + 52 + i)),
            Colour::Indexed(i) => self.put(format_args!("{extended};5;{i}")),
            Colour::Rgb(r, g, b) => self.put(format_args!("{extended};2;{r};{g};{b}")),
        }
    }

    fn close(self) -> io::Result<()> {
        if self.open { self.out.write_all(b"m") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Colour, Ink};

    const PLAIN: Ink = Ink {
        fg: Colour::Default,
        bg: Colour::Default,
        bold: false,
        dim: false,
        italic: false,
        underline: false,
        reverse: false,
        strike: false,
    };

    fn change(from: Ink, to: Ink) -> String {
        let mut out = Vec::new();
        super::change(from, to, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_row_ends_plain() {
        let bold = Ink { bold: true, ..PLAIN };
        let cells = crate::report::screen::cells::tests::grid(6, &[("ab", bold), ("c", PLAIN)]);
        assert_eq!(super::ansi(&cells), "\x1b[1mab\x1b[0m\nc\n");
    }

    #[test]
    fn only_differences_are_written() {
        let bold = Ink { bold: true, ..PLAIN };
        let bold_blue = Ink { fg: Colour::Indexed(4), ..bold };
        let bold_orange = Ink { fg: Colour::Rgb(255, 135, 0), ..bold };
        assert_eq!(change(PLAIN, PLAIN), "");
        assert_eq!(change(PLAIN, bold), "\x1b[1m");
        assert_eq!(change(bold, bold_blue), "\x1b[34m");
        assert_eq!(change(bold_blue, bold_orange), "\x1b[38;2;255;135;0m");
    }

    #[test]
    fn what_is_lost_is_lost_by_starting_again() {
        let dim_on_grey = Ink { dim: true, bg: Colour::Indexed(236), ..PLAIN };
        assert_eq!(change(dim_on_grey, PLAIN), "\x1b[0m");
        assert_eq!(change(dim_on_grey, Ink { dim: true, ..PLAIN }), "\x1b[0;2m");
    }

    #[test]
    fn the_sixteen_are_written_as_sixteen() {
        let on = |fg, bg| Ink { fg: Colour::Indexed(fg), bg: Colour::Indexed(bg), ..PLAIN };
        assert_eq!(change(PLAIN, on(1, 7)), "\x1b[31;47m");
        assert_eq!(change(PLAIN, on(9, 15)), "\x1b[91;107m");
        assert_eq!(change(PLAIN, on(16, 255)), "\x1b[38;5;16;48;5;255m");
    }
}
