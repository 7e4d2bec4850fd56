//! Colours brought down to what a terminal has.

use ratatui::style::Color;

use super::Depth;

/// The levels of the 6 x 6 x 6 cube of the 256 colours.
const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The nearest colour that a terminal of this depth has; named colours stay as they are. With no
/// depth there is no colour.
pub(super) fn at_depth(color: Color, depth: Depth) -> Option<Color> {
    match (depth, color) {
        (Depth::None, _) => None,
        (Depth::Indexed | Depth::Sixteen, Color::Rgb(r, g, b)) => Some(indexed(r, g, b)),
        _ => Some(color),
    }
}

/// The nearest of the cube and the grey ramp, by squared distance; the cube wins a tie.
fn indexed(r: u8, g: u8, b: u8) -> Color {
    let nearest = |value: u8| {
        let distance = |(_, level): &(u8, u8)| level.abs_diff(value);
        (0..).zip(CUBE).min_by_key(distance).unwrap_or((0, 0))
    };
    let [(ri, rl), (gi, gl), (bi, bl)] = [r, g, b].map(nearest);
    let cube = (distance((r, g, b), (rl, gl, bl)), 16 + 36 * ri + 6 * gi + bi);
    let greys = (0..24u8).map(|step| {
        let level = 8 + 10 * step;
        (distance((r, g, b), (level, level, level)), 232 + step)
    });
    let (_, index) = greys.fold(cube, |best, grey| if grey.0 < best.0 { grey } else { best });
    Color::Indexed(index)
}

fn distance(a: (u8, u8, u8), b: (u8, u8, u8)) -> u32 {
    let square = |x: u8, y: u8| u32::from(x.abs_diff(y)).pow(2);
    square(a.0, b.0) + square(a.1, b.1) + square(a.2, b.2)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn exact_colours_of_the_256_are_kept() {
        assert_eq!(indexed(0, 0, 0), Color::Indexed(16));
        assert_eq!(indexed(255, 255, 255), Color::Indexed(231));
        assert_eq!(indexed(0x5f, 0xaf, 0xff), Color::Indexed(75));
        assert_eq!(indexed(18, 18, 18), Color::Indexed(233));
        assert_eq!(at_depth(Color::Rgb(1, 2, 3), Depth::True), Some(Color::Rgb(1, 2, 3)));
        assert_eq!(at_depth(Color::Blue, Depth::Sixteen), Some(Color::Blue));
        assert_eq!(at_depth(Color::Blue, Depth::None), None);
    }

    proptest! {
        #[test]
        fn every_colour_finds_one_outside_the_terminals_own_sixteen(r: u8, g: u8, b: u8) {
            prop_assert!(matches!(indexed(r, g, b), Color::Indexed(16..)));
        }
    }
}
