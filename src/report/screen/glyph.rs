//! Line, block and braille characters as shapes.
//!
//! Fonts draw these with gaps between rows, or not at all; a picture of a terminal needs them to
//! join. Each shape is written inside a group that sets colour.

use std::fmt::Write;

use super::svg::number;

const LIGHT: f64 = 1.1;
const HEAVY: f64 = 2.4;

/// Draws `c` in the cell at `(left, top)`, if it is one of the characters known here.
pub(super) fn draw(c: char, at: (f64, f64), cell: (f64, f64), out: &mut String) -> bool {
    match c {
        '⠀'..='⣿' => braille(c, at, cell, out),
        '▀'..='▐' | '▔' | '▕' => block(c, at, cell, out),
        _ => return line(c, at, cell, out),
    }
    true
}

/// The eight dots of a braille cell, in the order of their bits.
const DOTS: [(f64, f64); 8] = [
    (0.0, 0.0),
    (0.0, 1.0),
    (0.0, 2.0),
    (1.0, 0.0),
    (1.0, 1.0),
    (1.0, 2.0),
    (0.0, 3.0),
    (1.0, 3.0),
];

fn braille(c: char, (left, top): (f64, f64), (width, height): (f64, f64), out: &mut String) {
    let bits = c as u32 - 0x2800;
    for (i, (column, row)) in DOTS.iter().enumerate() {
        if bits & (1 << i) != 0 {
            let x = left + width * (0.25 + 0.5 * column);
            let y = top + height * (0.125 + 0.25 * row);
            let (x, y) = (number(x), number(y));
            let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"0.95\" stroke=\"none\"/>");
        }
    }
}

fn block(c: char, (left, top): (f64, f64), (width, height): (f64, f64), out: &mut String) {
    // Share of the cell from its left, top, and the share that is filled: (x, y, w, h).
    let n = f64::from(c as u32 - 0x2580);
    let (x, y, w, h) = match c {
        '▀' => (0.0, 0.0, 1.0, 0.5),
        '▁'..='█' => (0.0, 1.0 - n / 8.0, 1.0, n / 8.0),
        '▉'..='▏' => (0.0, 0.0, (16.0 - n) / 8.0, 1.0),
        '▐' => (0.5, 0.0, 0.5, 1.0),
        '▔' => (0.0, 0.0, 1.0, 0.125),
        _ => (0.875, 0.0, 0.125, 1.0),
    };
    let _ = write!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" stroke=\"none\"/>",
        number(left + x * width),
        number(top + y * height),
        number(w * width),
        number(h * height),
    );
}

/// Arms of a box-drawing character: thickness to the left, right, top and bottom; 0 is no arm.
fn arms(c: char) -> Option<([f64; 4], Option<&'static str>)> {
    const L: f64 = LIGHT;
    const H: f64 = HEAVY;
    let solid = |arms| Some((arms, None));
    match c {
        '─' => solid([L, L, 0.0, 0.0]),
        '━' => solid([H, H, 0.0, 0.0]),
        '│' => solid([0.0, 0.0, L, L]),
        '┃' => solid([0.0, 0.0, H, H]),
        '┄' | '┈' | '╌' => Some(([L, L, 0.0, 0.0], Some("1.4 1.4"))),
        '┅' | '┉' | '╍' => Some(([H, H, 0.0, 0.0], Some("1.4 1.4"))),
        '┆' | '┊' | '╎' => Some(([0.0, 0.0, L, L], Some("2 2.25"))),
        '┌' => solid([0.0, L, 0.0, L]),
        '┐' => solid([L, 0.0, 0.0, L]),
        '└' => solid([0.0, L, L, 0.0]),
        '┘' => solid([L, 0.0, L, 0.0]),
        '┏' => solid([0.0, H, 0.0, H]),
        '┓' => solid([H, 0.0, 0.0, H]),
        '┗' => solid([0.0, H, H, 0.0]),
        '┛' => solid([H, 0.0, H, 0.0]),
        '├' => solid([0.0, L, L, L]),
        '┤' => solid([L, 0.0, L, L]),
        '┬' => solid([L, L, 0.0, L]),
        '┴' => solid([L, L, L, 0.0]),
        '┼' => solid([L, L, L, L]),
        '┣' => solid([0.0, H, H, H]),
        '┫' => solid([H, 0.0, H, H]),
        '┳' => solid([H, H, 0.0, H]),
        '┻' => solid([H, H, H, 0.0]),
        '╋' => solid([H, H, H, H]),
        '╴' => solid([L, 0.0, 0.0, 0.0]),
        '╶' => solid([0.0, L, 0.0, 0.0]),
        '╵' => solid([0.0, 0.0, L, 0.0]),
        '╷' => solid([0.0, 0.0, 0.0, L]),
        '╸' => solid([H, 0.0, 0.0, 0.0]),
        '╺' => solid([0.0, H, 0.0, 0.0]),
        '╹' => solid([0.0, 0.0, H, 0.0]),
        '╻' => solid([0.0, 0.0, 0.0, H]),
        _ => None,
    }
}

fn line(c: char, (left, top): (f64, f64), (width, height): (f64, f64), out: &mut String) -> bool {
    let (mid_x, mid_y) = (left + width / 2.0, top + height / 2.0);
    let (right, bottom) = (left + width, top + height);
    // Rounded corners: a quarter from the middle of one side to the middle of another.
    let corner = match c {
        '╭' => Some(((mid_x, bottom), (right, mid_y))),
        '╮' => Some(((mid_x, bottom), (left, mid_y))),
        '╰' => Some(((mid_x, top), (right, mid_y))),
        '╯' => Some(((mid_x, top), (left, mid_y))),
        _ => None,
    };
    if let Some((from, to)) = corner {
        let [from_x, from_y, x, y, to_x, to_y] =
            [from.0, from.1, mid_x, mid_y, to.0, to.1].map(number);
        let _ = write!(
            out,
            "<path d=\"M{from_x} {from_y}Q{x} {y} {to_x} {to_y}\" fill=\"none\" \
             stroke-width=\"{LIGHT}\"/>"
        );
        return true;
    }
    let Some((arms, dashes)) = arms(c) else { return false };
    let dashes = dashes.map(|d| format!(" stroke-dasharray=\"{d}\"")).unwrap_or_default();
    // Thick arms would leave a notch where they meet at a corner.
    let across = arms[0].max(arms[1]).min(arms[2].max(arms[3]));
    if across > 0.0 {
        let [x, y, side] = [mid_x - across / 2.0, mid_y - across / 2.0, across].map(number);
        let _ = write!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" stroke=\"none\"/>"
        );
    }
    let ends = [(left, mid_y), (right, mid_y), (mid_x, top), (mid_x, bottom)];
    for ((x, y), thickness) in ends.into_iter().zip(arms) {
        if thickness > 0.0 {
            let [from_x, from_y, x, y] = [mid_x, mid_y, x, y].map(number);
            let _ = write!(
                out,
                "<path d=\"M{from_x} {from_y}L{x} {y}\" stroke-width=\"{thickness}\"{dashes}/>"
            );
        }
    }
    true
}

#[cfg(test)]
mod tests {
    fn shapes(c: char) -> Option<String> {
        let mut out = String::new();
        super::draw(c, (10.0, 20.0), (8.0, 16.0), &mut out).then_some(out)
    }

    #[test]
    fn braille_has_a_dot_a_bit() {
        assert_eq!(shapes('⠀').unwrap(), "");
        assert_eq!(shapes('⣿').unwrap().matches("<circle").count(), 8);
        // Dots 1 and 8: top left, bottom right.
        let corners = shapes('⢁').unwrap();
        assert!(corners.contains("cx=\"12\" cy=\"22\"") && corners.contains("cx=\"16\" cy=\"34\""));
    }

    #[test]
    fn blocks_fill_their_share() {
        let rect = |c| shapes(c).unwrap();
        assert!(rect('█').contains("x=\"10\" y=\"20\" width=\"8\" height=\"16\""));
        assert!(rect('▁').contains("y=\"34\" width=\"8\" height=\"2\""));
        assert!(rect('▏').contains("x=\"10\" y=\"20\" width=\"1\" height=\"16\""));
        assert!(rect('▌').contains("width=\"4\""));
        assert!(rect('▐').contains("x=\"14\" y=\"20\" width=\"4\""));
    }

    #[test]
    fn lines_have_an_arm_a_side_and_letters_are_left_alone() {
        assert_eq!(shapes('┼').unwrap().matches("<path").count(), 4);
        assert_eq!(shapes('╭').unwrap().matches("<path").count(), 1);
        assert!(shapes('┄').unwrap().contains("stroke-dasharray"));
        assert_eq!(shapes('a'), None);
        assert_eq!(shapes('░'), None);
    }
}
