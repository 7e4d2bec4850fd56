//! Puts the geometry of core's scenes into a buffer: strokes, pieces of text, intervals to scale.
//!
//! Positions in a scene count from the corner of its area; everything is clipped here.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use super::text::put;
use crate::{
    core::scene::{
        Area, Ink, Piece,
        braille::{Stroke, Weight},
        forest::Part,
    },
    tui::theme::{IntervalMarks, Role, Theme},
};

/// The characters that a theme lets a scene use.
pub fn ink(theme: &Theme) -> Ink {
    if theme.is_ascii() { Ink::Ascii } else { Ink::Unicode }
}

/// The part of the screen that a scene's area stands for.
pub fn place(scene: Rect, area: Area) -> Rect {
    Rect {
        x: scene.x.saturating_add(area.x),
        y: scene.y.saturating_add(area.y),
        width: area.width,
        height: area.height,
    }
    .intersection(scene)
}

/// The role of a line by its weight: the ramp says with its hue what the weight says with dots.
pub fn role(weight: Weight) -> Role {
    match weight {
        Weight::Dotted => Role::Ramp0,
        Weight::Light => Role::Ramp2,
        Weight::Heavy => Role::Ramp4,
    }
}

/// Draws strokes, each in the style that `style` gives it.
pub fn strokes(
    buf: &mut Buffer,
    scene: Rect,
    strokes: &[Stroke],
    mut style: impl FnMut(&Stroke) -> Style,
) {
    let clip = scene.intersection(buf.area);
    for stroke in strokes {
        let at = (scene.x.saturating_add(stroke.x), scene.y.saturating_add(stroke.y));
        let cell = clip.contains(at.into()).then(|| buf.cell_mut(at)).flatten();
        if let Some(cell) = cell {
            cell.set_char(stroke.symbol).set_style(style(stroke));
        }
    }
}

/// Draws a piece of text, clipped to the scene. Foreign text is made visible before it is laid out.
pub fn piece(buf: &mut Buffer, scene: Rect, piece: &Piece, style: Style) {
    let x = scene.x.saturating_add(piece.x);
    let rest = Rect { x, width: scene.right().saturating_sub(x), ..scene };
    let line = Line::from(Span::styled(piece.text.as_str(), style));
    put(buf, rest, piece.y.into(), &line);
}

/// Which of two arms an interval is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    Now,
    /// Thinner.
    Baseline,
}

/// Draws an interval on a 0-based row of the area, whose left edge is that of the scale.
pub fn interval(buf: &mut Buffer, area: Rect, row: usize, theme: &Theme, parts: &[Part], arm: Arm) {
    let symbols = theme.symbols();
    let (marks, role) = match arm {
        Arm::Now => (&symbols.now, Role::Interval),
        Arm::Baseline => (&symbols.baseline, Role::Baseline),
    };
    for (at, part) in parts.iter().enumerate() {
        let alone = parts.len() == 1;
        let mark = mark(marks, part, at == 0 && !alone, at + 1 == parts.len() && !alone);
        let x = area.x.saturating_add(part.cell);
        let cell = Rect { x, width: area.right().saturating_sub(x), ..area };
        put(buf, cell, row, &Line::from(Span::styled(mark, theme.style(role))));
    }
}

/// The mark of one cell: the point wins; an end that fills half its cell or less is half a mark.
fn mark(marks: &IntervalMarks, part: &Part, first: bool, last: bool) -> &'static str {
    match part {
        Part { point: true, .. } => marks.point,
        Part { fill, .. } if first && fill.start >= 4 => marks.begin,
        Part { fill, .. } if last && fill.end <= 4 => marks.end,
        _ => marks.whole,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        core::scene::{braille::Canvas, forest::Scale},
        tui::{testing::drawn, theme::Settings},
    };

    fn row(text: String) -> String {
        text.lines().next().unwrap_or_default().to_owned()
    }

    fn shown(low: f64, point: f64, high: f64, arm: Arm, ascii: bool) -> String {
        let theme = Theme::new(Settings { ascii, ..Settings::default() });
        let parts = Scale::shares(10).unwrap().bar(low, point, high);
        row(drawn(10, 1, |buf| interval(buf, buf.area, 0, &theme, &parts, arm)))
    }

    #[test]
    fn an_interval_is_drawn_to_half_a_cell() {
        assert_eq!(shown(0.2, 0.5, 0.8, Arm::Now, false), "  ━━━●━━");
        assert_eq!(shown(0.25, 0.5, 0.84, Arm::Now, false), "  ╺━━●━━╸");
        assert_eq!(shown(0.25, 0.5, 0.84, Arm::Baseline, false), "  ╶──○──╴");
        assert_eq!(shown(0.25, 0.5, 0.84, Arm::Now, true), "  [==o==]");
        assert_eq!(shown(0.0, 0.0, 0.0, Arm::Now, false), "●");
    }

    #[test]
    fn strokes_and_pieces_lie_where_the_scene_says() {
        let mut canvas = Canvas::new(3, 1);
        canvas.dot(0, 0, Weight::Light, 0);
        canvas.dot(4, 3, Weight::Heavy, 1);
        let theme = Theme::default();
        let text = drawn(8, 2, |buf| {
            let scene = Rect::new(1, 1, 6, 1);
            strokes(buf, scene, &canvas.strokes(), |stroke| theme.style(role(stroke.weight)));
            piece(buf, scene, &Piece { x: 3, y: 0, text: "pdf-forms".into() }, Style::new());
        });
        assert_eq!(text.lines().nth(1), Some(" ⠁ ⡀pdf"));
        assert!(text.contains("bold"), "the heavy one stands out by weight too:\n{text}");
    }

    proptest! {
        #[test]
        fn nothing_leaves_the_scene(
            x in 0..30u16, y in 0..9u16, w in 0..40u16, h in 0..12u16, px in 0..40u16, py in 0..12u16,
        ) {
            let mut buf = Buffer::empty(Rect::new(0, 0, 30, 9));
            let scene = Rect::new(x, y, w, h);
            let mut canvas = Canvas::new(40, 12);
            canvas.cubic([(0.0, 0.0), (30.0, 0.0), (50.0, 40.0), (79.0, 47.0)], Weight::Heavy, 0);
            strokes(&mut buf, scene, &canvas.strokes(), |_| Style::new());
            piece(&mut buf, scene, &Piece { x: px, y: py, text: "電子署名".into() }, Style::new());
            let parts = Scale::shares(40).unwrap().bar(0.0, 0.5, 1.0);
            interval(&mut buf, scene, py.into(), &Theme::default(), &parts, Arm::Now);
            for at in buf.area.positions().filter(|at| !scene.contains(*at)) {
                prop_assert_eq!(buf[at].symbol(), " ");
            }
            let part = place(scene, Area { x: px, y: py, width: w, height: h });
            prop_assert_eq!(part.intersection(scene), part);
        }
    }
}
